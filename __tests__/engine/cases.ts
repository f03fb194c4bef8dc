/**
 * Tables of small trees and their results: those in `cases/` build in kustomize, those in `bad-input/` fail.
 * A table is a text of cases:
 *
 *     === title
 *     build: overlay                      the directory to build; the top by default
 *     load-restrictor: none
 *     kustomize: newer than 5.8.1         if that release differs
 *     kustomize: builds it                if kustomize builds what krm-render refuses
 *     >>> overlay/kustomization.yaml      a file, up to the next mark
 *     >>> overlay/link -> ../elsewhere    a symlink
 *     <<<                                 the bytes that kustomize prints; for bad input: the code and place of the
 *                                         problem, and on the next line a part of its message
 *
 * Files before the first title belong to every case that has no file of the same name. A `#` line before a file is a comment.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Inputs } from "./render.ts";

export interface Case {
  readonly title: string;
  readonly inputs: Inputs;
  /** Whether kustomize builds what krm-render refuses. */
  readonly refusedHereOnly: boolean;
  /** Whether the last release of kustomize differs from its main branch. */
  readonly isNew: boolean;
  readonly output: string;
}

/** The cases of all tables of a directory, by the name of the table. */
export function tables(directory: "cases" | "bad-input"): [name: string, cases: Case[]][] {
  const path = join(import.meta.dirname, directory);
  const files = readdirSync(path).filter((file) => file.endsWith(".txt"));
  return files.sort().map((file) => [file.slice(0, -4), parseTable(readFileSync(join(path, file), "utf8"))]);
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
    const says = (line: string): boolean => input.includes(`kustomize: ${line}\n`);
    return { title, inputs, refusedHereOnly: says("builds it"), isNew: says("newer than 5.8.1"), output };
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
