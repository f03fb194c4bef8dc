/** Finds targets whose directory was renamed. */
import { equalEnds } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { bestPairs } from "./best-pairs.ts";
import { keyOf, originalOf } from "./identity.ts";
import { pathAffinity } from "./name-affinity.ts";
import { equalCount, hashOf, MIN_EQUAL, shareOf, sketchOf } from "./sketch.ts";

/**
 * A sketch of the rendering of a target, in a few kilobytes. Keep it in memory: it holds digests, also of the values of Secrets.
 */
export interface TargetContent {
  readonly id: string;
  /** The number of objects. */
  readonly objects: number;
  /** A digest of all texts, in any order. */
  readonly digest: number;
  /** Digests of the texts of the objects: the smallest {@link MAX_SKETCH} ones, sorted. */
  readonly texts: Float64Array;
  /** The same for the objects without their names, namespaces and labels. */
  readonly bodies: Float64Array;
  /** A digest of the kinds, original names and files of the objects, in any order. */
  readonly sources: number;
  /** The number of different lines of the bodies, each with the name of its object in the file that it came from. */
  readonly lineCount: number;
  /** The smallest {@link MAX_SKETCH} hashes of these lines, sorted. */
  readonly lines: Float64Array;
  /** How much the bodies tell; see {@link sketchOf}. */
  readonly telling: number;
}

const MAX_SKETCH = 512;
/** The part of the lines that overlays of the same objects in the same files must have in common: these may be edited as well. */
const MIN_EQUAL_OF_SAME_SOURCES = 0.5;
/** How much the objects must tell for two targets to be one although their texts differ. */
const MIN_TELLING = 4;
/** Targets with the same last or first directories that are compared, beside those with like contents. */
const MAX_NEIGHBOURS = 8;
/** Directories that the comparison of paths looks at. */
const MAX_DIRECTORIES = 8;

/** Sketches one rendering of a target, in time linear in its size. */
export function targetContent(id: string, resources: readonly RenderedResource[]): TargetContent {
  const texts: number[] = [];
  const bodies: number[] = [];
  const lines = new Set<number>();
  const sources: number[] = [];
  let telling = 0;
  for (const resource of resources) {
    const { kind, name } = originalOf(resource);
    const sketch = sketchOf(resource, hashOf(keyOf(kind, name)));
    sources.push(hashOf(keyOf(kind, name, resource.origin?.file ?? id)));
    texts.push(hashOf(resource.yaml));
    bodies.push(hashOf(sketch.neutral.lines.join(" "), hashOf(keyOf(kind, name))));
    for (const line of sketch.neutral.values) lines.add(line);
    telling += sketch.telling;
  }
  texts.sort((a, b) => a - b);
  return {
    id,
    objects: resources.length,
    digest: hashOf(texts.join(" ")),
    texts: smallest(texts),
    bodies: smallest(bodies),
    sources: hashOf(sources.sort((a, b) => a - b).join(" ")),
    lineCount: lines.size,
    lines: smallest(lines),
    telling,
  };
}

/** The same hashes survive on both sides, so that what is equal among the survivors is about what is equal among all. */
function smallest(hashes: Iterable<number>): Float64Array {
  return Float64Array.from(hashes).sort().slice(0, MAX_SKETCH);
}

/** The targets that one side has alone. */
export interface LoneTargets {
  readonly rendered: readonly TargetContent[];
  /** The ids of those whose content is not known, because they do not render or are no targets. */
  readonly unknown: readonly string[];
}

export interface TargetPairs {
  /** The id at base by the id at head. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Targets that may be one: the content of one of them is not known, and the path of the other ends like it. */
  readonly doubts: readonly TargetDoubt[];
  /** Further ones whose paths alone are not enough to say so. */
  readonly guesses: readonly TargetDoubt[];
}

export interface TargetDoubt {
  readonly base: string;
  readonly head: string;
  /** The side whose content is not known. */
  readonly unknown: "base" | "head";
}

/**
 * Says for targets of the head alone which target of the base alone they were. A target whose objects are all the same is one
 * that moved; so is one with at least 75 % equal lines, or 50 % if both are overlays of the same files, if no other is as much like
 * it. Among targets with equal contents the
 * nearest path decides. A target without objects is nothing's successor. Nor is a target that is only alike if the path of one with
 * unknown content ends more like the other: that one may be the successor. Takes time that is linear in the number of targets, but for
 * sorting.
 */
export function pairTargets(removed: LoneTargets, added: LoneTargets): TargetPairs {
  const renamed = new Map<string, string>();
  const doubts = new Map<string, TargetDoubt>();
  const guesses: TargetDoubt[] = [];
  let [restOfBase, restOfHead] = [removed.rendered.filter(hasObjects), added.rendered.filter(hasObjects)];
  const pair = (rank: (before: TargetContent, after: TargetContent) => number): void => {
    const found = bestPairs(restOfBase, restOfHead, { rank, tokensOf, more: neighbours(restOfHead) });
    for (const [before, after] of found) renamed.set(after.id, before.id);
    const taken = new Set(found.flat());
    restOfBase = restOfBase.filter((target) => !taken.has(target));
    restOfHead = restOfHead.filter((target) => !taken.has(target));
  };
  pair(sameTexts);
  const successors = namesakes(added.unknown, restOfBase);
  const predecessors = namesakes(removed.unknown, restOfHead);
  pair((before, after) => {
    const rank = alike(before, after);
    if (rank === 0) return 0;
    const end = commonEnd(before.id, after.id);
    const [successor, predecessor] = [successors.get(before.id), predecessors.get(after.id)];
    if (successor !== undefined && commonEnd(before.id, successor) > end) {
      doubts.set(before.id, { base: before.id, head: successor, unknown: "head" });
      return 0;
    }
    if (predecessor !== undefined && commonEnd(predecessor, after.id) > end) {
      doubts.set(after.id, { base: predecessor, head: after.id, unknown: "base" });
      return 0;
    }
    return rank;
  });
  for (const { id } of restOfBase) {
    const successor = successors.get(id);
    if (successor === undefined || doubts.has(id)) continue;
    const doubt: TargetDoubt = { base: id, head: successor, unknown: "head" };
    if (commonEnd(id, successor) >= MIN_END) doubts.set(id, doubt);
    else guesses.push(doubt);
  }
  return { renamed, doubts: [...doubts.values()], guesses };
}

/** Directories that the paths of a target without a partner and of one with unknown content end with, so that they may be one. */
const MIN_END = 2;

/** Returns the id of each target with unknown content by that of the one that ends most like it. */
function namesakes(unknown: readonly string[], rendered: readonly TargetContent[]): ReadonlyMap<string, string> {
  const rank = (a: HasId, b: HasId): number => {
    const end = commonEnd(a.id, b.id);
    return end === 0 ? 0 : end + pathAffinity(a.id, b.id);
  };
  const named = unknown.map((id): HasId => ({ id }));
  const pairs = bestPairs<HasId>(named, rendered, { rank, tokensOf: endsOf, more: neighbours(rendered) });
  return new Map(pairs.map(([{ id }, own]) => [own.id, id]));
}

type HasId = Pick<TargetContent, "id">;

function endsOf({ id }: HasId): Float64Array {
  const names = id.split("/").slice(-MAX_DIRECTORIES);
  return Float64Array.from(names, (_, index) => hashOf(names.slice(index).join("/"))).sort();
}

/** The number of directories that both paths end with. */
function commonEnd(a: string, b: string): number {
  return equalEnds(a.split("/").reverse(), b.split("/").reverse()).start;
}

function hasObjects({ objects }: TargetContent): boolean {
  return objects > 0;
}

function tokensOf({ texts, bodies, lines }: TargetContent): Float64Array {
  return new Float64Array(new Set([...texts, ...bodies, ...lines])).sort();
}

function sameTexts(before: TargetContent, after: TargetContent): number {
  if (before.digest !== after.digest || before.objects !== after.objects) return 0;
  return 1 + pathAffinity(before.id, after.id);
}

/** Tells whether two targets can be one, if no other is more like one of them. */
export function areAlikeTargets(before: TargetContent, after: TargetContent): boolean {
  return hasObjects(before) && (sameTexts(before, after) > 0 || alike(before, after) > 0);
}

function alike(before: TargetContent, after: TargetContent): number {
  if (Math.min(before.telling, after.telling) < MIN_TELLING) return 0;
  const part = equalLines(before, after);
  if (part < (before.sources === after.sources ? MIN_EQUAL_OF_SAME_SOURCES : MIN_EQUAL)) return 0;
  const objects = shareOf(before.texts, after.texts) + shareOf(before.bodies, after.bodies);
  return 1 + part + objects + pathAffinity(before.id, after.id) * PATH_WEIGHT;
}

/** Less than what an object counts in a usual target. */
const PATH_WEIGHT = 0.01;

/** The part of the lines of the longer target that both have, estimated if there are many. */
function equalLines(a: TargetContent, b: TargetContent): number {
  if (Math.max(a.lineCount, b.lineCount) <= MAX_SKETCH) return shareOf(a.lines, b.lines);
  // Only up to the last survivor of a side is known what that side lacks.
  const known = Math.min(lastOf(a), lastOf(b));
  const [left, right] = [a.lines.filter((line) => line <= known), b.lines.filter((line) => line <= known)];
  const equal = equalCount(left, right);
  const jaccard = equal / Math.max(1, left.length + right.length - equal);
  return ((jaccard / (1 + jaccard)) * (a.lineCount + b.lineCount)) / Math.max(a.lineCount, b.lineCount);
}

function lastOf({ lines, lineCount }: TargetContent): number {
  return lineCount <= MAX_SKETCH ? Number.POSITIVE_INFINITY : (lines.at(-1) ?? 0);
}

/** Finds the positions of the targets with the longest common start or end of the path, if these are few. */
function neighbours(targets: readonly HasId[]): (target: HasId) => readonly number[] {
  const places = new Map<string, number[]>();
  for (const [position, { id }] of targets.entries()) {
    for (const key of partsOf(id)) {
      const list = places.get(key);
      if (list === undefined) places.set(key, [position]);
      else if (list.length <= MAX_NEIGHBOURS) list.push(position);
    }
  }
  return ({ id }) => {
    const few = partsOf(id).map((key) => places.get(key) ?? []);
    return few.filter(({ length }) => length <= MAX_NEIGHBOURS).flat();
  };
}

/** The ends and the starts of an id, as keys. */
function partsOf(id: string): string[] {
  const names = id.split("/");
  return names
    .slice(0, MAX_DIRECTORIES)
    .flatMap((_, index) => [
      keyOf("end", names.slice(-index - 1).join("/")),
      keyOf("start", names.slice(0, names.length - 1 - index).join("/")),
    ]);
}
