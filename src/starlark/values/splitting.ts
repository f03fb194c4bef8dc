/** Splits, trims and replaces in strings. */
import { isSpace } from "./letters.ts";
import type { Meter } from "./meter.ts";
import { isAscii, type Rune, runeAt, runes } from "./text.ts";

/** Counts the parts of a string before they are made. */
function charge(meter: Meter, length: number, parts: number): void {
  meter.growingList();
  meter.allocate(length + parts * 44);
  meter.work(length / 64 + parts);
}

/** Splits at separators, at most `most` times from the front or the back; everywhere if `most` is negative. */
export function splitAt(meter: Meter, text: string, separator: string, most: number, fromBack: boolean): string[] {
  meter.search(text.length, separator.length);
  const parts = text.split(separator);
  charge(meter, text.length, parts.length);
  const excess = parts.length - 1 - most;
  if (most < 0 || excess <= 0) return parts;
  if (fromBack) return [parts.slice(0, excess + 1).join(separator), ...parts.slice(excess + 1)];
  return [...parts.slice(0, most), parts.slice(most).join(separator)];
}

/** Splits at white space, at most `most` times from the front or the back; everywhere if `most` is negative. */
export function fields(meter: Meter, text: string, most: number, fromBack: boolean): string[] {
  meter.walk(text.length);
  const words: { start: number; end: number }[] = [];
  let start = -1;
  for (let at = 0; at < text.length; ) {
    const { code, size } = runeAt(text, at);
    const space = isSpace(code);
    if (!space && start < 0) start = at;
    if (space && start >= 0) {
      words.push({ start, end: at });
      start = -1;
    }
    at += size;
  }
  if (start >= 0) words.push({ start, end: text.length });
  charge(meter, text.length, words.length);
  const cut = (from: number, to: number) => text.slice(from, to);
  if (most < 0 || words.length <= most) return words.map(({ start: from, end }) => cut(from, end));
  if (fromBack) {
    const rest = words[words.length - 1 - most];
    const tail = words.slice(words.length - most).map(({ start: from, end }) => cut(from, end));
    return rest === undefined ? tail : [cut(0, rest.end), ...tail];
  }
  const rest = words[most];
  const head = words.slice(0, most).map(({ start: from, end }) => cut(from, end));
  return rest === undefined ? head : [...head, cut(rest.start, text.length)];
}

/** Splits into lines, with or without their line ends. */
export function lines(meter: Meter, text: string, keepEnds: boolean): string[] {
  if (text === "") return [];
  const parts = text.split("\n");
  charge(meter, text.length, parts.length);
  const last = parts.pop() ?? "";
  const whole = keepEnds ? parts.map((line) => `${line}\n`) : parts;
  return last === "" ? whole : [...whole, last];
}

/** Removes the given characters, or white space if none are given, at the start, the end, or both. */
export function trim(meter: Meter, text: string, given: string, atStart: boolean, atEnd: boolean): string {
  meter.work(given.length);
  const set = new Set(runes(given));
  const isCut = (code: number) => (given === "" ? isSpace(code) : set.has(code));
  let [from, to] = [0, text.length];
  for (let rune = runeAt(text, from); atStart && from < to && isCut(rune.code); rune = runeAt(text, from))
    from += rune.size;
  for (let rune = runeBefore(text, to); atEnd && from < to && isCut(rune.code); rune = runeBefore(text, to))
    to -= rune.size;
  meter.walk(text.length - (to - from));
  meter.text(to - from);
  return text.slice(from, to);
}

/** The last code point before an offset. */
function runeBefore(text: string, end: number): Rune {
  for (let size = Math.min(4, end); size > 1; size--) {
    const rune = runeAt(text, end - size);
    if (rune.size === size) return rune;
  }
  return runeAt(text, end - 1);
}

/**
 * Replaces `old`, at most `most` times; everywhere if `most` is negative. An empty `old` matches before each character
 * and at the end.
 */
export function replace(meter: Meter, text: string, old: string, by: string, most: number): string {
  if (most === 0 || (old === by && old !== "")) return text;
  if (old !== "") {
    const parts = splitAt(meter, text, old, most, false);
    meter.text(text.length + (parts.length - 1) * (by.length - old.length));
    meter.work(parts.length);
    return parts.join(by);
  }
  meter.work(text.length);
  const parts = characters(text);
  const used = most > 0 ? most : parts.length + 1;
  meter.text(text.length + Math.min(used, parts.length + 1) * by.length);
  let result = "";
  for (const [index, part] of parts.entries()) result += index < used ? by + part : part;
  return parts.length < used ? result + by : result;
}

function characters(text: string): string[] {
  if (isAscii(text)) return text.split("");
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const { size } = runeAt(text, at);
    parts.push(text.slice(at, at + size));
    at += size;
  }
  return parts;
}
