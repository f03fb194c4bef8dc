/** Puts files into git, without a working tree: a commit for each side of a change. */
import { execFileSync } from "node:child_process";
import type { Files } from "./scenario.ts";

/** Names and dates are fixed, so that the commits are the same in each run. */
const AUTHOR = "Ada <ada@example.com> 1767225600 +0000";

export interface Branches {
  readonly base: string;
  readonly head: string;
}

/** The branches that hold the sides of a scenario or a random change. */
export function branchesOf(name: string): Branches {
  return { base: `refs/heads/${name}/base`, head: `refs/heads/${name}/head` };
}

interface ChangedFiles {
  readonly base: Files;
  readonly head: Files;
  readonly earlier?: Files | undefined;
}

/** Commits both sides of each change, the head on top of the base, and this on top of what was there earlier. @param directory of a repository */
export function commitSides(directory: string, changes: Readonly<Record<string, ChangedFiles>>): void {
  const input = Object.entries(changes).flatMap(([name, { base, head, earlier }]) => {
    const branches = branchesOf(name);
    const before = `refs/heads/${name}/earlier`;
    return [
      ...(earlier === undefined ? [] : commit(before, earlier)),
      ...commit(branches.base, base, earlier && before),
      ...commit(branches.head, head, branches.base),
    ];
  });
  execFileSync("git", ["fast-import", "--quiet"], { cwd: directory, input: input.join("") });
}

function commit(name: string, files: Files, parent?: string): string[] {
  return [
    `commit ${name}\ncommitter ${AUTHOR}\n${data(name)}`,
    ...(parent === undefined ? [] : [`from ${parent}\n`]),
    "deleteall\n",
    ...[...files].map(([path, { text, type }]) => {
      if (type === "submodule") return `M 160000 ${text} ${path}\n`;
      return `M ${type === "link" ? 120000 : 100644} inline ${path}\n${data(text)}`;
    }),
  ];
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
