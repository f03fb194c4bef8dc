/** Compares two trees at once, and in parts whose reviews go through JSON. */
import { directoryOfTarget, holdsKustomization } from "../../../src/render/index.ts";
import { jsonChunks } from "../../../src/report/index.ts";
import {
  type ComparisonInput,
  comparePartially,
  compareTrees,
  joinReviews,
  type PartialReview,
  parsePartial,
  type Report,
} from "../../../src/review/index.ts";
import type { Tree } from "../../../src/sources/index.ts";
import { jsonChunks as jsonTextChunks } from "../../../src/text/index.ts";

export const textOf = (report: Report): string => [...jsonChunks(report)].join("");
export const partialText = (partial: PartialReview): string => [...jsonTextChunks(partial)].join("");

/** The report of one run. */
export async function ofOneRun(input: ComparisonInput): Promise<string> {
  return textOf(await compareTrees(input));
}

/** A partial review as another run reads it. */
export async function ofShard(input: ComparisonInput): Promise<PartialReview> {
  return parsePartial(Buffer.from(partialText(await comparePartially(input))));
}

/**
 * The report of several runs, in the order in which they are joined.
 * @param shardOf the number of the run of each unit of targets, by its position among them
 * @param prepare makes the input of each run
 */
export async function ofShards(
  input: ComparisonInput,
  shardOf: (unit: number) => number,
  order: (partials: readonly PartialReview[]) => readonly PartialReview[] = (partials) => partials,
  prepare: (input: ComparisonInput) => ComparisonInput = (each) => each,
): Promise<string> {
  const shards = new Map<number, ComparisonInput["targets"][number][]>();
  for (const [at, unit] of (await unitsOf(input)).entries()) {
    const shard = shardOf(at);
    shards.set(shard, [...(shards.get(shard) ?? []), ...unit]);
  }
  const partials: PartialReview[] = [];
  for (const targets of shards.values()) partials.push(await ofShard(prepare({ ...input, targets })));
  return textOf(joinReviews(order(partials)));
}

/** The targets that have to be together: all that one side lacks, if each side lacks some. */
async function unitsOf({ trees, targets }: ComparisonInput): Promise<ComparisonInput["targets"][]> {
  const alone = { base: new Set<string>(), head: new Set<string>() };
  for (const { path } of targets) {
    const [base, head] = [await holds(trees.base, path), await holds(trees.head, path)];
    if (base !== head) alone[base ? "base" : "head"].add(path);
  }
  const areTogether = alone.base.size > 0 && alone.head.size > 0;
  const isAlone = (path: string): boolean => areTogether && (alone.base.has(path) || alone.head.has(path));
  const together = targets.filter(({ path }) => isAlone(path));
  return [
    ...(together.length > 0 ? [together] : []),
    ...targets.filter(({ path }) => !isAlone(path)).map((target) => [target]),
  ];
}

function holds(tree: Tree, path: string): Promise<boolean> {
  return holdsKustomization(tree, directoryOfTarget(path));
}
