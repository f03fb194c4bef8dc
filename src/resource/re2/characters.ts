/** Sets of characters: ranges, named classes and Unicode properties. */
import type { CharTest } from "./syntax.ts";

/** A range of code points, both ends included. */
export type Range = readonly [from: number, to: number];

const digits: readonly Range[] = [[0x30, 0x39]];
const upper: readonly Range[] = [[0x41, 0x5a]];
const lower: readonly Range[] = [[0x61, 0x7a]];
const letters = [...upper, ...lower];
const word = [...digits, ...letters, [0x5f, 0x5f]] as const satisfies readonly Range[];

/** The classes `\d`, `\s` and `\w`, which contain only ASCII. */
export const perlClasses: ReadonlyMap<string, readonly Range[]> = new Map([
  ["d", digits],
  ["s", ranges("\t\n\f\r ")],
  ["w", word],
]);

/** The classes `[[:name:]]`, which contain only ASCII. */
export const posixClasses: ReadonlyMap<string, readonly Range[]> = new Map<string, readonly Range[]>([
  ["alnum", [...digits, ...letters]],
  ["alpha", letters],
  ["ascii", [[0, 0x7f]]],
  ["blank", ranges("\t ")],
  ["cntrl", [[0, 0x1f], ...ranges("\x7f")]],
  ["digit", digits],
  ["graph", [[0x21, 0x7e]]],
  ["lower", lower],
  ["print", [[0x20, 0x7e]]],
  ["punct", [[0x21, 0x2f], [0x3a, 0x40], [0x5b, 0x60], [0x7b, 0x7e]]], // biome-ignore format: one line
  ["space", ranges("\t\n\v\f\r ")],
  ["upper", upper],
  ["word", word],
  ["xdigit", [...digits, [0x41, 0x46], [0x61, 0x66]]],
]);

function ranges(chars: string): Range[] {
  return chars.split("").map((char) => [char.charCodeAt(0), char.charCodeAt(0)]);
}

export function isWordChar(codePoint: number): boolean {
  return word.some(([from, to]) => codePoint >= from && codePoint <= to);
}

/** Tests for a character in any of the ranges. If case is ignored, also for characters that differ only in case. */
export function rangeTest(list: readonly Range[], ignoreCase: boolean): CharTest {
  if (!ignoreCase) return (codePoint) => list.some(([from, to]) => codePoint >= from && codePoint <= to);
  const text = list.map(([from, to]) => `\\u{${from.toString(16)}}-\\u{${to.toString(16)}}`).join("");
  return cached(new RegExp(`[${text}]`, "iu"));
}

/** Tests for a general category or script, such as `L`, `Lu` or `Greek`. Undefined if there is none with that name. */
export function propertyTest(name: string, ignoreCase: boolean): CharTest | undefined {
  if (name === "Any") return () => true;
  if (!/^\w+$/.test(name)) return undefined;
  for (const property of [`gc=${name}`, `sc=${name}`]) {
    try {
      return cached(new RegExp(`\\p{${property}}`, ignoreCase ? "iu" : "u"));
    } catch {
      // No such category or script.
    }
  }
  return undefined;
}

export function not(test: CharTest): CharTest {
  return (codePoint) => !test(codePoint);
}

/** Tests one character at a time, so that no pattern can be slow. Caches results, because characters repeat. */
function cached(pattern: RegExp): CharTest {
  const known = new Map<number, boolean>();
  return (codePoint) => {
    let result = known.get(codePoint);
    if (result === undefined) {
      result = pattern.test(String.fromCodePoint(codePoint));
      known.set(codePoint, result);
    }
    return result;
  };
}
