/** Withholds values besides those of Secrets: by the rules of the configuration, and by an annotation of the object. */

import { matchesObject, PathPattern, type RedactionRule } from "../configuration/index.ts";
import type { RenderedResource, Value } from "../render/rendering.ts";
import { isMap, valueAt } from "./map-values.ts";
import { mapLists, mapMaps } from "./pairs.ts";
import { mask, type Side, type Sides } from "./placeholders.ts";
import type { WithheldPaths } from "./withheld-paths.ts";

/** Names the paths of an object whose values reports withhold: path patterns, separated by line breaks or commas. */
export const REDACT_ANNOTATION = "krm-render.dev/redact";

/** Patterns of one annotation. */
const MAX_PATTERNS = 100;
const MAX_PATTERN_LENGTH = 1_000;

/** The paths to withhold in one object, besides the values of Secrets. */
export interface Withholding {
  readonly paths: readonly PathPattern[];
  /** An annotation cannot be read, so everything but the identity is withheld. */
  readonly whole: boolean;
  /** The paths on both sides of values that come from Secrets. */
  readonly values?: readonly [before?: WithheldPaths | undefined, after?: WithheldPaths | undefined];
}

export const NOTHING: Withholding = { paths: [], whole: false };

type Named = Pick<RenderedResource, "kind" | "namespace" | "name" | "baseName">;

/** One side of an object. */
export interface Redactable extends Named, Pick<RenderedResource, "withheld"> {
  readonly value: Side;
}

/** Combines the rules, the annotations and the {@link RenderedResource.withheld} paths of both sides of an object. */
export function withholdingOf(
  rules: readonly RedactionRule[],
  sides: readonly [before: Redactable | undefined, after?: Redactable | undefined],
): Withholding {
  const paths: PathPattern[] = [];
  let whole = false;
  for (const side of sides) {
    if (side === undefined) continue;
    for (const rule of rules) if (matchesObject(rule, side)) paths.push(...rule.paths);
    const read = annotationPatterns(side.value);
    if (read === "invalid") whole = true;
    else paths.push(...read);
  }
  const values =
    sides.some((side) => side?.withheld !== undefined) && ([sides[0]?.withheld, sides[1]?.withheld] as const);
  return paths.length === 0 && !whole && !values ? NOTHING : { paths, whole, ...(values && { values }) };
}

/** The patterns of the annotation; none without it. */
export function annotationPatterns(object: Side): readonly PathPattern[] | "invalid" {
  const text = valueAt(object, "metadata", "annotations", REDACT_ANNOTATION);
  return text === undefined ? [] : patternsOf(text);
}

export function patternsOf(annotation: Value): readonly PathPattern[] | "invalid" {
  if (typeof annotation !== "string") return "invalid";
  const texts = annotation
    .split(/[\n\r,]/)
    .map((text) => text.trim())
    .filter((text) => text !== "");
  if (texts.length === 0 || texts.length > MAX_PATTERNS || !texts.every(isPattern)) return "invalid";
  return texts.map((text) => new PathPattern(text));
}

function isPattern(text: string): boolean {
  return text.length <= MAX_PATTERN_LENGTH && /^(?:\/(?:[^~/]|~[01])+)+$/.test(text);
}

/** The names of one step of a path: a key, or the positions and the name of an element. */
export type StepNames = readonly string[];

/**
 * Masks the values at the paths, or all; never the identity of the object, which reports need. Does not modify the values that are passed in.
 * @param at the steps to the values, if they are parts of an object
 */
export function maskPaths(
  before: Side,
  after: Side,
  { paths, whole }: Pick<Withholding, "paths" | "whole">,
  at: readonly StepNames[] = [],
): Sides {
  if (whole) return maskAll(before, after, at);
  if (paths.length === 0) return [before, after];
  for (let length = 1; length < at.length; length++)
    if (isMatched(paths, at.slice(0, length))) return maskAll(before, after, at);
  return visit(before, after, at);

  function visit(left: Side, right: Side, steps: readonly StepNames[]): Sides {
    if (steps.length > 0 && isMatched(paths, steps)) return maskAll(left, right, steps);
    const bothLists = (left === undefined || Array.isArray(left)) && (right === undefined || Array.isArray(right));
    if (bothLists)
      return mapLists(left, right, (a, b, positions) => visit(a, b, [...steps, elementNames(a, b, positions)]));
    const bothMaps = (left === undefined || isMap(left)) && (right === undefined || isMap(right));
    if (bothMaps) return mapMaps(left, right, (key, a, b) => visit(a, b, [...steps, [key]]));
    if (left === undefined || right === undefined || (isScalar(left) && isScalar(right))) return [left, right];
    return [visit(left, undefined, steps)[0], visit(undefined, right, steps)[1]];
  }
}

/** Tells whether a pattern matches a path. */
function isMatched(paths: readonly PathPattern[], steps: readonly StepNames[]): boolean {
  return paths.some((pattern) => pattern.matches(steps));
}

const IDENTITY: ReadonlySet<string> = new Set(["apiVersion", "kind"]);
const IDENTITY_METADATA: ReadonlySet<string> = new Set(["name", "namespace"]);

function maskAll(before: Side, after: Side, at: readonly StepNames[]): Sides {
  const [first, second] = at.map(([name]) => name);
  if (at.length > 0) {
    if (first !== "metadata")
      return at.length === 1 && IDENTITY.has(first ?? "") ? [before, after] : mask(before, after);
    if (second !== undefined)
      return at.length === 2 && IDENTITY_METADATA.has(second) ? [before, after] : mask(before, after);
  }
  const areMaps = (before === undefined || isMap(before)) && (after === undefined || isMap(after));
  if (!areMaps) return mask(before, after);
  return mapMaps(before, after, (key, left, right) => maskAll(left, right, [...at, [key]]));
}

function elementNames(
  before: Side,
  after: Side,
  positions: readonly [before: number | undefined, after: number | undefined],
): string[] {
  const names = new Set<string>();
  for (const position of positions) if (position !== undefined) names.add(String(position));
  for (const side of [before, after]) {
    // As decision 0021 tells elements apart: most have a name, some a key or a path only.
    for (const key of ["name", "id", "key", "mountPath"]) {
      const name = valueAt(side, key);
      if (typeof name === "string") names.add(name);
    }
  }
  return [...names];
}

function isScalar(value: Side): boolean {
  return typeof value !== "object" || value === null;
}
