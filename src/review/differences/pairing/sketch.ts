/**
 * Hashes of the lines of an object, to tell how much of two objects is equal. They live in memory only: they are digests, also
 * of the values of Secrets.
 */

import { charge, checkTime } from "../../../budget/index.ts";
import { countEqual } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { originalOf } from "./identity.ts";

/** The part of the lines of the longer object that must be equal for objects to count as one. */
export const MIN_EQUAL = 0.75;
/** The same for the different lines that hold a value. It keeps apart what shares only its form. */
const MIN_EQUAL_VALUES = 2 / 3;
/** How much the values must tell for two objects to be paired by them alone, and if all of them are equal. */
const MIN_TELLING = 4;
const MIN_TELLING_OF_EQUALS = 3;
/** More lines of an object are not looked at. */
const MAX_LINES = 20_000;

/** The lines of the body of an object, which is all but its apiVersion, kind and metadata. */
interface View {
  /** All lines, sorted, with repeats. */
  readonly lines: Float64Array;
  /** The different lines that hold a value, sorted. */
  readonly values: Float64Array;
}

export interface Sketch {
  /** The lines as they are. */
  readonly plain: View;
  /** Without lines that hold the name or the namespace of the object, and without its prefix and suffix in values. */
  readonly neutral: View;
  /** How much the values tell: nearly every object of a kind has a port, few have the same image. */
  readonly telling: number;
}

/** Equal for different objects only if their lines are equal, or if somebody made their hashes collide. */
export function sketchOf(resource: RenderedResource, seed = 0): Sketch {
  const { yaml } = resource;
  charge(yaml.length);
  const neutralize = neutralizer(resource);
  const plain: number[] = [];
  const neutral: number[] = [];
  const plainValues = new Set<number>();
  const neutralValues = new Set<number>();
  let telling = 0;
  let isBody = false;
  for (let start = 0, count = 0; start < yaml.length && count < MAX_LINES; count++) {
    const newline = yaml.indexOf("\n", start);
    const end = newline < 0 ? yaml.length : newline;
    const line = yaml.slice(start, end);
    start = end + 1;
    if (line === "") continue;
    if (!/^[ -]/.test(line)) isBody = !/^(?:apiVersion|kind|metadata):/.test(line);
    if (!isBody) continue;
    const holdsValue = !line.endsWith(":");
    const hash = hashOf(line, seed);
    plain.push(hash);
    if (holdsValue) plainValues.add(hash);
    const rest = neutralize(line);
    if (rest === undefined) continue;
    const neutralHash = rest === line ? hash : hashOf(rest, seed);
    neutral.push(neutralHash);
    if (!holdsValue || neutralValues.has(neutralHash)) continue;
    neutralValues.add(neutralHash);
    telling += tellingOf(line, resource.kind);
  }
  return { plain: viewOf(plain, plainValues), neutral: viewOf(neutral, neutralValues), telling };
}

function viewOf(lines: readonly number[], values: ReadonlySet<number>): View {
  charge(8 * (lines.length + values.size));
  return { lines: Float64Array.from(lines).sort(), values: Float64Array.from(values).sort() };
}

/** An image names a program, and a long line seldom occurs twice by chance. Nor do values that are no fields of an API. */
function tellingOf(line: string, kind: string): number {
  if (/^[ -]*image: /.test(line)) return MIN_TELLING;
  const isFree = kind === "ConfigMap" || kind === "Secret";
  return (isFree ? 2 : 1) + Math.min(MIN_TELLING - 1, line.length >> 6);
}

/** Returns a function that removes what only names the object from a line; undefined for a line that does nothing else. */
function neutralizer(resource: RenderedResource): (line: string) => string | undefined {
  const { name, baseName, namespace } = resource;
  const own = new Set([name, baseName, namespace, originalOf(resource).name].filter((text) => text !== ""));
  const { prefix, suffix } = affixesOf(resource);
  return (line) => {
    const at = line.lastIndexOf(" ") + 1;
    const value = line.slice(at);
    if (own.has(value)) return undefined;
    const from = prefix !== "" && value.length > prefix.length && value.startsWith(prefix) ? prefix.length : 0;
    const to = suffix !== "" && value.length > from + suffix.length && value.endsWith(suffix) ? suffix.length : 0;
    return from + to === 0 ? line : line.slice(0, at) + value.slice(from, value.length - to);
  };
}

/** Returns the prefix and the suffix around the original name. */
function affixesOf(resource: RenderedResource): { prefix: string; suffix: string } {
  const { name } = originalOf(resource);
  const at = name === "" ? -1 : resource.baseName.indexOf(name);
  if (at < 0) return { prefix: "", suffix: "" };
  return { prefix: resource.baseName.slice(0, at), suffix: resource.baseName.slice(at + name.length) };
}

/** The part of the lines of the longer body that both have, from 0 to 1. Bodies without lines are equal. */
export function equalPart(a: Sketch, b: Sketch): number {
  return Math.max(shareOf(a.plain.lines, b.plain.lines), shareOf(a.neutral.lines, b.neutral.lines));
}

/**
 * Tells whether two objects are alike enough to be one without any other evidence. Objects that hold little more than what every
 * object of their kind holds are not.
 */
export function areAlike(a: Sketch, b: Sketch): boolean {
  const telling = Math.min(a.telling, b.telling);
  if (telling < MIN_TELLING_OF_EQUALS) return false;
  return (["plain", "neutral"] as const).some((view) => {
    const part = shareOf(a[view].lines, b[view].lines);
    if (part < MIN_EQUAL || (part < 1 && telling < MIN_TELLING)) return false;
    return shareOf(a[view].values, b[view].values) >= MIN_EQUAL_VALUES;
  });
}

/** Tells whether the object holds so little that its content proves nothing. */
export function isTiny({ telling }: Sketch): boolean {
  return telling < MIN_TELLING;
}

/** The number of equal elements of two sorted lists, in parts of the longer one. */
export function shareOf(a: Float64Array, b: Float64Array): number {
  const longer = Math.max(a.length, b.length);
  return longer === 0 ? 1 : equalCount(a, b) / longer;
}

export function equalCount(a: Float64Array, b: Float64Array): number {
  checkTime();
  return countEqual(a, b);
}

/** A hash of 53 bits. A pair that hashes were made to suggest hides nothing: its texts are compared line by line all the same. */
export function hashOf(text: string, seed = 0): number {
  let high = seed | 0x9e37;
  let low = ~seed;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    high = Math.imul(high ^ unit, 0x01000193);
    low = Math.imul(low + unit, 0x85ebca6b) ^ (low >>> 13);
  }
  high = Math.imul(high ^ (low >>> 15), 0xc2b2ae35);
  low = Math.imul(low ^ (high >>> 13), 0x27d4eb2f);
  return ((high ^ (high >>> 16)) >>> 0) * 2 ** 21 + ((low ^ (low >>> 14)) >>> 11);
}
