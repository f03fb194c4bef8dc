/** Shortens the values of fields, so that a line can show several. */
import { plural } from "./text.ts";

/** Longer values are cut to the parts that differ, or not shown. */
const MAX_VALUE_LENGTH = 40;
const MAX_SHORTENED_LENGTH = 72;
/** Elements of a list, or keys of a map, that are shown on one line. */
const MAX_ENTRIES = 4;

/** Lists and maps say less with as many characters. */
const MAX_ENTRIES_LENGTH = 60;

/** The text of a scalar; undefined for an empty or long one, and for other values. */
export function shortText(value: unknown): string | undefined {
  if (typeof value === "string") return value !== "" && value.length <= MAX_VALUE_LENGTH ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

/** A scalar, or a short list or map on one line: `a, b`, `name: A, value: b`. Undefined for an empty or long value. */
export function shortValue(value: unknown): string | undefined {
  if (typeof value !== "object" || value === null) return shortText(value);
  const entries = Object.entries(value);
  if (entries.length === 0 || entries.length > MAX_ENTRIES) return undefined;
  const texts = entries.map(([key, each]) => {
    const text = shortText(each);
    return Array.isArray(value) || text === undefined ? text : `${key}: ${text}`;
  });
  const joined = texts.join(", ");
  return texts.every((text) => text !== undefined) && joined.length <= MAX_ENTRIES_LENGTH ? joined : undefined;
}

/** The size of a value that is not shown: `text of 12 lines`, `list of 3`, `empty map`. */
export function sizeOf(value: unknown): string {
  if (value === undefined || value === null) return "null";
  if (typeof value === "string") {
    const lines = value.split("\n").length - Number(value.endsWith("\n"));
    if (lines > 1) return `text of ${plural(lines, "line")}`;
    return value === "" ? "empty text" : `text of ${plural(value.length, "character")}`;
  }
  if (typeof value !== "object") return JSON.stringify(value);
  const { length } = Object.keys(value);
  const noun = Array.isArray(value) ? "list" : "map";
  return length === 0 ? `empty ${noun}` : `${noun} of ${length}`;
}

/**
 * The texts of both values. In longer ones digests are cut, and the common start and end are left out. Undefined where that
 * does not make them short enough.
 */
export function shortTexts(before: unknown, after: unknown): readonly [string, string] | undefined {
  const whole = [shortText(before), shortText(after)] as const;
  if (whole[0] !== undefined && whole[1] !== undefined) return [whole[0], whole[1]];
  // Nothing between the arrow and the end of the line reads like a mistake.
  if (before === "" || after === "") return undefined;
  if (typeof before !== "string" || typeof after !== "string" || /\n/.test(before + after)) return undefined;
  const [left, right] = shortDigests(before, after);
  const start = sharedStart(left, right);
  const end = sharedEnd(left.slice(start), right.slice(start));
  const [from, to] = [left, right].map(
    (text) => `${start > 0 ? "…" : ""}${text.slice(start, text.length - end)}${end > 0 ? "…" : ""}`,
  ) as [string, string];
  const longest = Math.max(from.length, to.length);
  if (longest <= MAX_SHORTENED_LENGTH) return [from, to];
  // The beginnings tell as much as a line can, if they differ.
  const [first, second] = [from, to].map(beginning) as [string, string];
  return longest <= MAX_CUT_LENGTH && first !== second ? [first, second] : undefined;
}

/** Texts beyond this length are described by their sizes. */
const MAX_CUT_LENGTH = 300;

function beginning(text: string): string {
  return text.length <= MAX_SHORTENED_LENGTH
    ? text
    : `${text.slice(0, MAX_SHORTENED_LENGTH).replace(/[\ud800-\udbff]$/, "")}…`;
}

const BETWEEN_WORDS = /[\s/:,;=@]/;

/** The length of the words that both texts begin with. */
function sharedStart(a: string, b: string): number {
  let length = 0;
  for (let at = 0; at < Math.min(a.length, b.length) && a[at] === b[at]; at++) {
    if (BETWEEN_WORDS.test(a[at] as string)) length = at + 1;
  }
  return length;
}

/** The length of the words that both texts end with. */
function sharedEnd(a: string, b: string): number {
  let length = 0;
  for (let at = 1; at <= Math.min(a.length, b.length) && a.at(-at) === b.at(-at); at++) {
    if (BETWEEN_WORDS.test(a.at(-at) as string)) length = at;
  }
  return length;
}

/** Cuts digests as {@link shortDigests} does, and commits as well. */
export function shortVersions(before: string, after: string): readonly [string, string] {
  const [left, right] = [before, after].map((text) => text.replace(/^([0-9a-f]{12})[0-9a-f]{28}$/, "$1…"));
  return left === right ? [before, after] : shortDigests(left as string, right as string);
}

/** Cuts digests to their first digits, unless that makes both texts the same. */
export function shortDigests(before: string, after: string): readonly [string, string] {
  const [left, right] = [before, after].map((text) =>
    text.replace(/\b(sha(?:256|512):[0-9a-f]{12})[0-9a-f]{20,}/g, "$1…"),
  ) as [string, string];
  return left === right ? [before, after] : [left, right];
}
