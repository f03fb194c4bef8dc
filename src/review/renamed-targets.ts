/** Finds targets whose directory was renamed, before they are compared. */
import { posix } from "node:path";
import type { MemoryPool } from "../budget/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import {
  compareIds,
  isDeploymentId,
  renderSides,
  type SideName,
  type SidesOptions,
  type Target,
  type Trees,
  targetOfDirectory,
  targetText,
} from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { ChangedPath } from "../sources/index.ts";
import { hasTarget } from "../targets/index.ts";
import {
  type LoneTargets,
  pairTargets,
  type TargetContent,
  type TargetPairs,
  targetContent,
} from "./differences/index.ts";
import { openComparison } from "./limits.ts";

/**
 * Renders the targets that exist on one side only, if there are some of each side, and keeps a sketch of each.
 * @param changes all that differs between the trees; undefined if that is not known
 * @returns with a warning for each target of which that is in doubt
 */
export async function renamedTargets(
  trees: Trees,
  targets: readonly Target[],
  options: SidesOptions,
  pool: MemoryPool,
  changes: readonly ChangedPath[] = [],
): Promise<{ readonly renamed: TargetPairs["renamed"]; readonly warnings: readonly Diagnostic[] }> {
  const alone = { base: [] as Target[], head: [] as Target[] };
  const none = { renamed: new Map<string, string>(), warnings: [] };
  if (trees.base === trees.head) return none;
  const has = (side: SideName, id: string): Promise<boolean> => hasSide(side, id, trees, options);
  for (const target of targets) {
    const [base, head] = await Promise.all([has("base", target.id), has("head", target.id)]);
    if (base !== head) alone[base ? "base" : "head"].push(target);
  }
  if (alone.base.length === 0 || alone.head.length === 0) return none;
  const contents = { base: [] as TargetContent[], head: [] as TargetContent[] };
  const unknown = await otherDirectories(trees, new Set(targets.map(({ id }) => id)), changes);
  const failed = new Set<string>();
  const both = [...alone.base, ...alone.head];
  // What is lost is lost when it is compared, too. Nothing is said about progress, which counts each target once.
  const quiet: SidesOptions = { ...options, onProgress: undefined };
  await renderSides(trees, both, quiet, ({ target: { id }, seconds }, base, head) => {
    for (const [side, rendering] of [
      ["base", base],
      ["head", head],
    ] as const) {
      const content = contentOf(id, rendering, pool, seconds());
      if (content !== undefined) contents[side].push(content);
      if (rendering.status === "failed") {
        unknown[side].push(id);
        failed.add(id);
      }
    }
    return true;
  });
  const sideOf = (side: SideName): LoneTargets => ({
    rendered: contents[side].sort((a, b) => compareIds(a.id, b.id)),
    unknown: unknown[side].sort(compareIds),
  });
  const { renamed, doubts } = pairTargets(sideOf("base"), sideOf("head"));
  return { renamed, warnings: doubts.map((doubt) => doubtOf(doubt, failed)) };
}

async function hasSide(side: SideName, id: string, trees: Trees, { deployments }: SidesOptions): Promise<boolean> {
  if (isDeploymentId(id)) return deployments?.[side].recipeKey(id) !== undefined;
  return hasTarget(side, id, trees);
}

/** The directories with a kustomization that one side has alone, and that are no targets. Targets may include them. */
async function otherDirectories(
  trees: Trees,
  targets: ReadonlySet<string>,
  changes: readonly ChangedPath[],
): Promise<Record<SideName, string[]>> {
  const found = { base: new Set<string>(), head: new Set<string>() };
  for (const { path, op } of changes) {
    if (op === "changed" || !KUSTOMIZATION_FILE_NAMES.includes(posix.basename(path))) continue;
    const target = targetOfDirectory(posix.dirname(path));
    if (targets.has(target) || (await hasTarget(op === "added" ? "base" : "head", target, trees))) continue;
    found[op === "added" ? "head" : "base"].add(target);
  }
  return { base: [...found.base], head: [...found.head] };
}

function doubtOf({ base, head, unknown }: TargetPairs["doubts"][number], failed: ReadonlySet<string>): Diagnostic {
  const isHead = unknown === "head";
  const why = failed.has(isHead ? head : base) ? "does not build" : "is no target of this review";
  const [was, is] = [targetText(base), targetText(head)];
  const message = isHead
    ? `${was} may have become ${is}, which ${why}: it counts as removed, and what it really loses is not known`
    : `${is} may have been ${was}, which ${why} at the base: it counts as added, and what is really new is not known`;
  return { code: "possibly-renamed", severity: "warning", message };
}

/** Undefined for a target that does not render, or has too much content. */
function contentOf(
  id: string,
  rendering: Rendering,
  pool: MemoryPool,
  seconds: number | undefined,
): TargetContent | undefined {
  if (rendering.status !== "rendered") return undefined;
  const budget = openComparison(id, pool, seconds, false);
  try {
    return budget.run(() => targetContent(id, rendering.resources));
  } catch {
    return undefined;
  } finally {
    budget.close();
  }
}
