/** A stand-in for the plan: everything is affected. */
import { changedPaths } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { selectTargets } from "../targets/index.ts";

export async function planAll(
  trees: { base: Tree; head: Tree },
  patterns: readonly string[],
): Promise<{
  targets: { path: string; affected: boolean; why: string; changed?: readonly string[] }[];
  changedFiles: ReadonlySet<string>;
  doubt?: string;
}> {
  const targets = await selectTargets(trees, patterns);
  const changed = (await changedPaths(trees.base, trees.head)) ?? [];
  return {
    targets: targets.map((path) => ({ path, affected: true, why: "selected" })),
    changedFiles: new Set(changed.map(({ path }) => trees.head.display(path))),
  };
}
