/**
 * Tables of small trees and what the reference builds them to. A table is a text of cases:
 *
 *     === title
 *     build: overlay                      the directory to build; the top by default
 *     load-restrictor: none
 *     >>> overlay/kustomization.yaml      a file, up to the next mark
 *     >>> overlay/link -> ../elsewhere    a symlink
 *     <<<                                 the bytes that kustomize prints
 *
 * Files before the first title belong to all cases that have none of that name. A `#` line before a file is a comment.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Inputs } from "./render.ts";

export interface Case {
  readonly title: string;
  readonly inputs: Inputs;
  readonly output: string;
}

const DIRECTORY = join(import.meta.dirname, "cases");

/** The cases of all tables, by the name of the table. */
export function tables(): [name: string, cases: Case[]][] {
  const files = readdirSync(DIRECTORY).filter((file) => file.endsWith(".txt"));
  return files.sort().map((file) => [file.slice(0, -4), parseTable(readFileSync(join(DIRECTORY, file), "utf8"))]);
}

export function parseTable(text: string): Case[] {
  const [common = "", ...cases] = text.split(/^=== /m);
  const shared = parseFiles(common);
  return cases.map((body) => {
    const title = body.slice(0, body.indexOf("\n"));
    const [input = "", output = ""] = body.slice(title.length + 1).split(/^<<<\n/m);
    const { files, links } = parseFiles(input);
    const target = /^build: (.*)$/m.exec(input)?.[1];
    const inputs: Inputs = {
      files: { ...shared.files, ...files },
      links: { ...shared.links, ...links },
      ...(target === undefined ? undefined : { target }),
      ...(/^load-restrictor: none$/m.test(input) ? { options: { loadRestrictor: "none" } } : undefined),
    };
    return { title, inputs, output };
  });
}

function parseFiles(text: string): { files: Record<string, string>; links: Record<string, string> } {
  const files: Record<string, string> = {};
  const links: Record<string, string> = {};
  for (const part of text.split(/^>>> /m).slice(1)) {
    const head = part.slice(0, part.indexOf("\n"));
    const [path = "", target] = head.split(" -> ");
    if (target === undefined) files[path] = part.slice(head.length + 1);
    else links[path] = target;
  }
  return { files, links };
}
