/** Finds targets whose directory was renamed, before they are compared. */
import { posix } from "node:path";
import type { MemoryPool } from "../budget/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import { KUSTOMIZATION_FILE_NAMES } from "../engine/index.ts";
import {
  compareIds,
  directoryOfTarget,
  directoryTarget,
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
import { hasTarget, mayBeRenamed } from "../targets/index.ts";
import {
  areAlikeTargets,
  type LoneTargets,
  pairTargets,
  type TargetContent,
  type TargetDoubt,
  type TargetPairs,
  targetContent,
} from "./differences/index.ts";
import { openComparison } from "./limits.ts";

export interface RenamedTargets {
  /** The id at base by the id at head. */
  readonly renamed: TargetPairs["renamed"];
  /** Directories at head that other targets include, so that they are no targets, by those that were targets at base. */
  readonly parts: ReadonlyMap<string, Part>;
  /** One for each target of which that is in doubt. */
  readonly warnings: readonly Diagnostic[];
}

/** A directory that a target includes. */
export interface Part {
  readonly path: string;
  readonly holder: string;
}

/** The facts about the change as a whole. */
export interface WholeChange {
  /** All that differs between the trees; undefined if that is not known. */
  readonly changes?: readonly ChangedPath[] | undefined;
  /** Returns a target of the head that includes a directory; undefined if none does, or if that is not known. */
  readonly holderOf?: ((path: string) => Promise<string | undefined>) | undefined;
}

/**
 * Renders the targets that exist on one side only, if there are some that may have been renamed, and keeps a sketch of each. What was
 * renamed to a directory that another target includes is rendered there as well.
 */
export async function renamedTargets(
  trees: Trees,
  targets: readonly Target[],
  options: SidesOptions,
  pool: MemoryPool,
  { changes = [], holderOf }: WholeChange = {},
): Promise<RenamedTargets> {
  const alone = { base: [] as Target[], head: [] as Target[] };
  const none = { renamed: new Map<string, string>(), parts: new Map<string, Part>(), warnings: [] };
  if (trees.base === trees.head) return none;
  const has = (side: SideName, id: string): Promise<boolean> => hasSide(side, id, trees, options);
  for (const target of targets) {
    const [base, head] = await Promise.all([has("base", target.id), has("head", target.id)]);
    if (base !== head) alone[base ? "base" : "head"].push(target);
  }
  if (!mayBeRenamed(idsOf(alone.base), idsOf(alone.head))) return none;
  const unknown = await otherDirectories(trees, new Set(idsOf(targets)), changes);
  if (alone.head.length === 0 && unknown.head.length === 0) return none;
  const contents = { base: [] as TargetContent[], head: [] as TargetContent[] };
  const failed = new Set<string>();
  // What is lost is lost when it is compared, too. Nothing is said about progress, which counts each target once.
  const quiet: SidesOptions = { ...options, onProgress: undefined };
  const sketch = async (asked: readonly Target[], visit: (side: SideName, found: Sketched) => void): Promise<void> => {
    await renderSides(trees, asked, quiet, ({ target: { id }, seconds }, base, head) => {
      visit("base", { id, status: base.status, content: contentOf(id, base, pool, seconds()) });
      visit("head", { id, status: head.status, content: contentOf(id, head, pool, seconds()) });
      return true;
    });
  };
  await sketch([...alone.base, ...alone.head], (side, { id, status, content }) => {
    if (content !== undefined) contents[side].push(content);
    if (status !== "failed") return;
    unknown[side].push(id);
    failed.add(id);
  });
  const sideOf = (side: SideName): LoneTargets => ({
    rendered: contents[side].sort((a, b) => compareIds(a.id, b.id)),
    unknown: unknown[side].sort(compareIds),
  });
  const { renamed, doubts: all, guesses } = pairTargets(sideOf("base"), sideOf("head"));
  // The objects of a deployment go with it, whatever a directory includes that is no target.
  const doubts = all.filter(
    ({ base, head, unknown: side }) => side === "base" || failed.has(head) || !isDeploymentId(base),
  );
  const parts = new Map<string, Part>();
  const broken = new Map<string, string>();
  const before = new Map(contents.base.map((content) => [content.id, content]));
  const possible = new Map<string, TargetDoubt & { readonly holder: string }>();
  for (const { base, head, unknown: side } of doubts)
    if (side === "head" && failed.has(head) && (await isSameDirectory(trees, base, head))) broken.set(head, base);
  for (const doubt of [...doubts, ...guesses]) {
    const { head } = doubt;
    if (doubt.unknown === "base" || failed.has(head) || isDeploymentId(doubt.base)) continue;
    const holder = await holderOf?.(head);
    if (holder !== undefined) possible.set(head, { ...doubt, holder });
  }
  await sketch([...possible.keys()].map(directoryTarget), (side, { id: path, content }) => {
    const { base, holder } = possible.get(path) as TargetDoubt & { holder: string };
    const known = before.get(base);
    if (side === "head" && known && content && areAlikeTargets(known, content)) parts.set(base, { path, holder });
  });
  return {
    renamed: new Map([...renamed, ...broken]),
    parts,
    warnings: doubts.filter(({ base }) => !parts.has(base)).map((doubt) => doubtOf(doubt, failed, broken)),
  };
}

function idsOf(targets: readonly Target[]): string[] {
  return targets.map(({ id }) => id);
}

interface Sketched {
  readonly id: string;
  readonly status: Rendering["status"];
  readonly content: TargetContent | undefined;
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

/** The part of the lines that the kustomizations of one directory under two names have in common at least. */
const MIN_EQUAL_LINES = 0.5;
/** Larger kustomizations are not compared. */
const MAX_FILE = 1 << 20;

/**
 * Tells by their kustomizations whether two directories are one, of a target at base and of one at head. Not those of deployments, whose
 * objects go with them.
 */
async function isSameDirectory(trees: Trees, base: string, head: string): Promise<boolean> {
  if (isDeploymentId(base) || isDeploymentId(head)) return false;
  const linesOf = async (side: SideName, target: string): Promise<ReadonlySet<string>> => {
    const tree = trees[side];
    for (const name of KUSTOMIZATION_FILE_NAMES) {
      const path = posix.join(directoryOfTarget(target), name);
      if ((await tree.lookup(path))?.type !== "file") continue;
      const bytes = await tree.read(path);
      if (bytes.length > MAX_FILE) break;
      const lines = Buffer.from(bytes).toString("utf8").split("\n");
      return new Set(lines.map((line) => line.trim()).filter((line) => line !== ""));
    }
    return new Set();
  };
  try {
    const [before, after] = await Promise.all([linesOf("base", base), linesOf("head", head)]);
    const equal = [...before].filter((line) => after.has(line)).length;
    return equal > 0 && equal >= MIN_EQUAL_LINES * Math.max(before.size, after.size);
  } catch {
    return false;
  }
}

function doubtOf(
  { base, head, unknown }: TargetDoubt,
  failed: ReadonlySet<string>,
  broken: ReadonlyMap<string, string>,
): Diagnostic {
  const isHead = unknown === "head";
  const why = failed.has(isHead ? head : base) ? "does not build" : "is no target of this review";
  const counts = broken.get(head) === base ? "" : "it counts as removed, and ";
  const [was, is] = [targetText(base), targetText(head)];
  const message = isHead
    ? `${was} may have become ${is}, which ${why}: ${counts}what it really loses is not known`
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
