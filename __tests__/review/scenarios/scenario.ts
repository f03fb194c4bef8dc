/**
 * Tables of scenarios: small repositories at base and head, whose comment is in the file of the same name in `reviews/`. A table
 * is a text of scenarios:
 *
 *     === title
 *     # What a reviewer must see.
 *     arguments: --enable-star            of `diff`, beside the revisions and the format
 *     sides: working tree                 the head is no commit
 *     sides: manifests                    directories of manifests, compared with `--from` and `--to`
 *     exit: 1                             if the command fails
 *     never: correct-horse                words that no format may contain
 *     cause: web: head app/web.yaml:3:1   what the report says, by a name of `facts.ts`: a line for each such fact, in their order,
 *     danger: none                        or `none`. A scenario states the facts that it is about
 *     needs: HELM_BIN                     a variable with a program; its name may stand in the arguments: $HELM_BIN
 *     >>> app/web.yaml                    a file of both sides, up to the next mark
 *     >>> base: app/web.yaml              a file of one side
 *     >>> earlier: app/web.yaml           a file of the commit before the base, which is there only if it has such a file
 *     >>> head: app/link -> ../elsewhere  a symlink
 *     >>> head: vendor is submodule 111…  the commit of a submodule
 *     >>> head: app/web.yaml is gone      a file that both sides would have
 *     >>> head: app/web.yaml s|A|B|       the file of both sides, with each A replaced by B
 *
 * Files before the first title belong to every scenario of the table that has no file of the same name.
 */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram, lackOf } from "../../programs.ts";
import { FACTS } from "./facts.ts";

export interface Entry {
  readonly text: string;
  /** The text is the target of a symlink, or the commit of a submodule. */
  readonly type?: "link" | "submodule";
}

export type Files = ReadonlyMap<string, Entry>;

export interface Scenario {
  readonly title: string;
  readonly base: Files;
  readonly head: Files;
  /** The commit before the base. */
  readonly earlier: Files | undefined;
  readonly arguments: readonly string[];
  readonly sides: "commits" | "working tree" | "manifests";
  readonly exit: number;
  readonly never: readonly string[];
  /** What the report says: lines by the names of `facts.ts`. */
  readonly facts: ReadonlyMap<string, readonly string[]>;
  /** What this machine lacks that the scenario needs. */
  readonly lack: string | undefined;
}

interface Sides {
  readonly base: Map<string, Entry>;
  readonly head: Map<string, Entry>;
  readonly earlier: Map<string, Entry>;
}

/** The scenarios of all tables, by the name of the table. */
export function tables(): [name: string, scenarios: Scenario[]][] {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith(".txt"));
  return files
    .sort()
    .map((file) => [file.slice(0, -4), parseTable(readFileSync(join(import.meta.dirname, file), "utf8"))]);
}

function parseTable(text: string): Scenario[] {
  const [common = "", ...scenarios] = text.split(/^=== /m);
  const shared = addFiles({ base: new Map(), head: new Map(), earlier: new Map() }, common);
  return scenarios.map((body) => {
    const title = body.slice(0, body.indexOf("\n"));
    const settings = body.slice(0, body.search(/^>>> /m));
    const own = { base: new Map(shared.base), head: new Map(shared.head), earlier: new Map(shared.earlier) };
    const { base, head, earlier } = addFiles(own, body);
    const needed = /^needs: (\w+)$/m.exec(settings)?.[1];
    return {
      title,
      base,
      head,
      earlier: /^>>> earlier: /m.test(body) ? earlier : undefined,
      never: /^never: (.*)$/m.exec(settings)?.[1]?.split(" ") ?? [],
      facts: factsOf(settings),
      arguments: (/^arguments: (.*)$/m.exec(settings)?.[1]?.split(" ") ?? []).map((argument) =>
        needed !== undefined && argument === `$${needed}` ? (findProgram(needed) ?? "") : argument,
      ),
      lack: needed === undefined ? undefined : lackOf(needed),
      sides: (/^sides: (working tree|manifests)$/m.exec(settings)?.[1] ?? "commits") as Scenario["sides"],
      exit: Number(/^exit: (\d)$/m.exec(settings)?.[1] ?? 0),
    };
  });
}

const OTHERS = new Set(["arguments", "sides", "exit", "never", "needs"]);

function factsOf(settings: string): Map<string, string[]> {
  const facts = new Map<string, string[]>();
  for (const line of settings.split("\n").slice(1)) {
    if (line === "" || line.startsWith("#")) continue;
    const [, name = "", fact = ""] = /^(\w+): (.*)$/.exec(line) ?? [];
    if (OTHERS.has(name)) continue;
    if (!(name in FACTS)) throw new Error(`cannot read the line: ${line}`);
    const all = facts.get(name) ?? [];
    facts.set(name, all);
    if (fact !== "none") all.push(fact);
  }
  return facts;
}

const MARK = /^(?:(base|head|earlier): )?(\S+)(?: (is gone)| -> (\S+)| is submodule (\w+)| s\|(.+)\|(.*)\|)?$/;

function addFiles(sides: Sides, text: string): Sides {
  for (const part of text.split(/^>>> /m).slice(1)) {
    const mark = part.slice(0, part.indexOf("\n"));
    const found = MARK.exec(mark);
    if (found === null) throw new Error(`cannot read the mark: >>> ${mark}`);
    const [, side, path = "", isGone, link, submodule, from, to = ""] = found;
    for (const files of side === undefined ? Object.values(sides) : [sides[side as keyof Sides]]) {
      if (isGone !== undefined) remove(files, path);
      else if (link !== undefined) files.set(path, { text: link, type: "link" });
      else if (submodule !== undefined) files.set(path, { text: submodule, type: "submodule" });
      else if (from !== undefined) files.set(path, { text: replaced(files, path, ends(from), ends(to)) });
      else files.set(path, { text: part.slice(mark.length + 1) });
    }
  }
  return sides;
}

function remove(files: Map<string, Entry>, path: string): void {
  if (!files.delete(path)) throw new Error(`there is no file ${path} that could be gone`);
}

/** Line ends are written as `\n` and `\r\n`. */
function ends(text: string): string {
  return text.replaceAll("\\r", "\r").replaceAll("\\n", "\n");
}

function replaced(files: Map<string, Entry>, path: string, from: string, to: string): string {
  const text = files.get(path)?.text ?? "";
  if (!text.includes(from)) throw new Error(`there is no "${from}" in ${path}`);
  return text.replaceAll(from, to);
}
