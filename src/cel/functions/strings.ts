/** Functions on texts, as the extension `strings` of cel-go has them in version 2. Positions count code points. */
import { CelFailure } from "../failure.ts";
import { meter } from "../meter.ts";
import { type Definition, reserveText, textOf } from "./definition.ts";
import { formatted } from "./format.ts";

function points(text: string): string[] {
  meter().pay(text.length * 4);
  return Array.from(text);
}

function position(index: bigint, most: number): number {
  if (index < 0n || index > BigInt(most)) throw new CelFailure("an index is out of range");
  return Number(index);
}

/** True where code points and code units count the same. */
function isPlain(text: string): boolean {
  meter().pay(text.length);
  return !/[\ud800-\udfff]/.test(text);
}

function charAt(text: string, index: bigint): string {
  const chars = points(text);
  return chars[position(index, chars.length)] ?? "";
}

function substring(text: string, start: bigint, end?: bigint): string {
  const chars = isPlain(text) ? text : points(text);
  const to = end === undefined ? chars.length : position(end, chars.length);
  const from = position(start, chars.length);
  if (from > to) throw new CelFailure("the start of a part of a text is behind its end");
  return typeof chars === "string" ? chars.slice(from, to) : chars.slice(from, to).join("");
}

function indexOf(text: string, wanted: string, from = 0n): bigint {
  const length = pointsIn(text, text.length);
  if (from < 0n) throw new CelFailure("an index is out of range");
  if (from >= length) return wanted === "" ? length : -1n;
  return pointsIn(text, text.indexOf(wanted, unitsIn(text, from)));
}

function lastIndexOf(text: string, wanted: string, from?: bigint): bigint {
  const length = pointsIn(text, text.length);
  if (from === undefined) return pointsIn(text, text.lastIndexOf(wanted));
  if (from < 0n) throw new CelFailure("an index is out of range");
  if (from >= length) return wanted === "" ? length : -1n;
  return pointsIn(text, text.lastIndexOf(wanted, unitsIn(text, from)));
}

/** The code points before a position in code units. */
function pointsIn(text: string, units: number): bigint {
  return BigInt(units < 0 || isPlain(text) ? units : points(text.slice(0, units)).length);
}

/** The code units before a position in code points. */
function unitsIn(text: string, count: bigint): number {
  return isPlain(text) ? Number(count) : points(text).slice(0, Number(count)).join("").length;
}

function replaced(text: string, old: string, by: string, most = -1n): string {
  meter().pay(text.length);
  const parts = split(text, old, most < 0n ? -1n : most + 1n);
  if (most === 0n || parts.length < 2) return text;
  // Go also replaces the empty text before the first and behind the last character.
  const isEmpty = old === "";
  const count = isEmpty ? Math.min(parts.length + 1, most < 0n ? parts.length + 1 : Number(most)) : parts.length - 1;
  reserveText(text.length + count * (by.length - old.length));
  if (!isEmpty) return parts.join(by);
  const all = points(text);
  return [...all.flatMap((char, index) => (index < count ? [by, char] : [char])), all.length < count ? by : ""].join(
    "",
  );
}

function split(text: string, by: string, most = -1n): string[] {
  if (most === 0n) return [];
  meter().pay(text.length * 4);
  const parts = by === "" ? points(text) : text.split(by);
  if (most < 0n || BigInt(parts.length) <= most) return parts;
  const count = Number(most);
  return [...parts.slice(0, count - 1), parts.slice(count - 1).join(by)];
}

function joined(list: readonly unknown[], by = ""): string {
  const texts = list.map(textOf);
  reserveText(texts.reduce((sum, each) => sum + each.length, 0) + by.length * texts.length);
  return texts.join(by);
}

const SPACE = "[\\t\\n\\v\\f\\r\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";
const LEADING = new RegExp(`^${SPACE}+`);

function trimmed(text: string): string {
  meter().pay(text.length);
  let end = text.length;
  while (end > 0 && LEADING.test(text.charAt(end - 1))) end--;
  return text.slice(0, end).replace(LEADING, "");
}

/** They replace those of the library, which count code units, or are missing. */
export const STRINGS: readonly Definition[] = [
  ["string.charAt(int): string", charAt],
  ["string.indexOf(string): int", indexOf],
  ["string.indexOf(string, int): int", indexOf],
  ["string.lastIndexOf(string): int", lastIndexOf],
  ["string.lastIndexOf(string, int): int", lastIndexOf],
  ["string.lowerAscii(): string", (text: string) => text.replace(/[A-Z]+/g, (part) => part.toLowerCase())],
  ["string.upperAscii(): string", (text: string) => text.replace(/[a-z]+/g, (part) => part.toUpperCase())],
  ["string.replace(string, string): string", replaced],
  ["string.replace(string, string, int): string", replaced],
  ["string.split(string): list<string>", split],
  ["string.split(string, int): list<string>", split],
  ["string.substring(int): string", substring],
  ["string.substring(int, int): string", substring],
  ["string.trim(): string", trimmed],
  ["list.join(): string", joined],
  ["list.join(string): string", joined],
  ["string.format(list): string", formatted],
];
