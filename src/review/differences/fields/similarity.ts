/** Says how similar two elements of a list are. */

import { charge } from "../../../budget/index.ts";
import { countEqual, equalEnds } from "../../../collections.ts";
import { isEncrypted, isMap, isRedacted } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import type { Contents, SideName } from "./contents.ts";

/** Elements that have less in common, from 0 to 1, are different elements. */
export const MIN_SIMILARITY = 0.5;
/** Only so many values of a larger element are compared, the first ones. */
const MAX_LEAVES = 200;
/** So many characters of a text are compared. */
const MAX_TEXT_LENGTH = 1_000;
/** The memory that a value takes in a list. */
const LEAF_BYTES = 16;

/** The parts of an element that are compared. */
export interface ElementFeatures {
  /** A scalar itself, or the only value in a map or list, names without their hashes; undefined for several values. */
  readonly single: Value | undefined;
  /** The numbers of the paths to values, without positions of list elements, and of these with their values. In ascending order. */
  readonly paths: readonly number[];
  readonly leaves: readonly number[];
}

export function featuresOf(element: Value, side: SideName, contents: Contents): ElementFeatures {
  const paths: number[] = [];
  const leaves: number[] = [];
  let single: Value | undefined;
  const visit = (value: Value, path: number): void => {
    if (leaves.length === MAX_LEAVES) return;
    if (Array.isArray(value) && value.length > 0) {
      const inside = contents.number(`@${path}[]`);
      for (const item of value) if (leaves.length < MAX_LEAVES) visit(item, inside);
      return;
    }
    const keys = isMap(value) ? Object.keys(value) : [];
    if (isMap(value) && keys.length > 0) {
      for (const key of keys) {
        if (leaves.length === MAX_LEAVES) return;
        visit(value[key] as Value, contents.number(`@${path}.${key}`));
      }
      return;
    }
    charge(LEAF_BYTES);
    single = typeof value === "string" ? contents.plainName(value, side) : value;
    paths.push(path);
    leaves.push(contents.number(`@${path}=${contents.numberOf(value, side)}`));
  };
  visit(element, contents.number("@"));
  const ascending = (a: number, b: number): number => a - b;
  return {
    single: leaves.length === 1 ? single : undefined,
    paths: paths.sort(ascending),
    leaves: leaves.sort(ascending),
  };
}

/** The share of the values that both elements have at the same paths. Single texts are similar if their words are. */
export function similarity(before: ElementFeatures, after: ElementFeatures): number {
  if (before.single !== undefined && after.single !== undefined) {
    return before.paths[0] === after.paths[0] ? scalarSimilarity(before.single, after.single) : 0;
  }
  const total = before.leaves.length + after.leaves.length;
  return (2 * countEqual(before.leaves, after.leaves)) / total;
}

function scalarSimilarity(before: Value, after: Value): number {
  if (typeof before !== "string" || typeof after !== "string") return 0;
  if (isRedacted(before) && isRedacted(after)) return 1;
  if (isEncrypted(before) && isEncrypted(after)) return 1;
  const [nameBefore, nameAfter] = [optionName(before), optionName(after)];
  if (nameBefore !== undefined && nameAfter !== undefined) return nameBefore === nameAfter ? 1 : 0;
  const longer = Math.min(MAX_TEXT_LENGTH, Math.max(before.length, after.length));
  const shorter = Math.min(longer, before.length, after.length);
  const { start, end } = equalEnds(before, after, shorter);
  return (start + end) / longer;
}

/** The name in texts such as `--name=value` and `NAME=value`. */
function optionName(text: string): string | undefined {
  return /^([\w./-]{1,100})=/.exec(text)?.[1];
}
