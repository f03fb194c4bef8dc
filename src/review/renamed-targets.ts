/** Finds targets whose directory was renamed, before they are compared. */
import type { MemoryPool } from "../budget/index.ts";
import { renderSides, type SidesOptions, type Trees } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { hasTarget } from "../targets/index.ts";
import { pairTargets, type TargetContent, targetContent } from "./differences/index.ts";
import { openComparison } from "./limits.ts";

/**
 * Renders the targets that exist on one side only, if there are some of each side, and keeps a sketch of each.
 * @returns the path at base by the path at head
 */
export async function renamedTargets(
  trees: Trees,
  targets: readonly string[],
  options: SidesOptions,
  pool: MemoryPool,
): Promise<ReadonlyMap<string, string>> {
  const alone = { base: [] as string[], head: [] as string[] };
  if (trees.base === trees.head) return new Map();
  for (const target of targets) {
    const [base, head] = await Promise.all([hasTarget(trees.base, target), hasTarget(trees.head, target)]);
    if (base !== head) alone[base ? "base" : "head"].push(target);
  }
  if (alone.base.length === 0 || alone.head.length === 0) return new Map();
  const contents = { base: [] as TargetContent[], head: [] as TargetContent[] };
  const paths = [...alone.base, ...alone.head].map((path) => ({ path }));
  // What is lost is lost when it is compared, too. Nothing is said about progress, which counts each target once.
  const quiet: SidesOptions = { ...options, onProgress: undefined };
  await renderSides(trees, paths, quiet, ({ target: { path }, seconds }, base, head) => {
    for (const [side, rendering] of [
      ["base", base],
      ["head", head],
    ] as const) {
      const content = contentOf(path, rendering, pool, seconds());
      if (content !== undefined) contents[side].push(content);
    }
    return true;
  });
  return pairTargets(contents.base.sort(byPath), contents.head.sort(byPath));
}

/** Undefined for a target that has no content, or too much. */
function contentOf(
  path: string,
  rendering: Rendering,
  pool: MemoryPool,
  seconds: number | undefined,
): TargetContent | undefined {
  if (rendering.status !== "rendered") return undefined;
  const budget = openComparison(path, pool, seconds, false);
  try {
    return budget.run(() => targetContent(path, rendering.resources));
  } catch {
    return undefined;
  } finally {
    budget.close();
  }
}

function byPath(a: TargetContent, b: TargetContent): number {
  return a.path < b.path ? -1 : a.path > b.path ? 1 : 0;
}
