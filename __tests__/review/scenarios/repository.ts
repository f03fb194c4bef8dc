/** Puts scenarios into git, without a working tree: a commit for each side, in one repository for all scenarios. */
import { execFileSync } from "node:child_process";
import type { Files, Scenario } from "./scenario.ts";

/** Names and dates are fixed, so that the commits are the same in each run. */
const AUTHOR = "Ada <ada@example.com> 1767225600 +0000";

/** The branch that holds one side of a scenario. */
export function branch(index: number, side: "base" | "head"): string {
  return `refs/heads/${index}-${side}`;
}

/** Commits both sides of each scenario, the head on top of the base. @param directory an empty repository */
export function commitAll(directory: string, scenarios: readonly Scenario[]): void {
  const input = scenarios.flatMap(({ base, head }, index) => [
    ...commit(branch(index, "base"), base),
    ...commit(branch(index, "head"), head, branch(index, "base")),
  ]);
  execFileSync("git", ["fast-import", "--quiet"], { cwd: directory, input: input.join("") });
}

function commit(name: string, files: Files, parent?: string): string[] {
  return [
    `commit ${name}\ncommitter ${AUTHOR}\n${data(name)}`,
    ...(parent === undefined ? [] : [`from ${parent}\n`]),
    "deleteall\n",
    ...[...files].map(([path, { text, link }]) => `M ${link ? 120000 : 100644} inline ${path}\n${data(text)}`),
  ];
}

function data(text: string): string {
  return `data ${Buffer.byteLength(text)}\n${text}\n`;
}
