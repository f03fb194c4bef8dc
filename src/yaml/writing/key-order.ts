/** The order of keys in printed maps: digits are compared as numbers (docs/specification/yaml-writing.md 4). */
import { charge } from "../../budget/index.ts";

const LETTER = /^\p{L}/u;
const DIGIT = /^\p{Nd}/u;

function isLetter(code: number): boolean {
  if (code < 128) return (code >= 97 && code <= 122) || (code >= 65 && code <= 90);
  return LETTER.test(String.fromCodePoint(code));
}

function isDigit(code: number): boolean {
  if (code < 128) return code >= 48 && code <= 57;
  return DIGIT.test(String.fromCodePoint(code));
}

/**
 * Compares two keys; negative if `a` comes first. As in go-yaml, the order is not transitive for some keys that mix
 * digits and letters (`v2a` < `v10` < `v22` < `v2a`).
 */
export function compareKeys(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  if (at === length) return a.length - b.length;
  // Two characters beyond U+FFFF may differ in their second code unit only.
  if (isTrail(a.charCodeAt(at)) && isTrail(b.charCodeAt(at)) && at > 0 && isLead(a.charCodeAt(at - 1))) at--;
  const x = a.codePointAt(at) as number;
  const y = b.codePointAt(at) as number;
  const xLetter = isLetter(x);
  const yLetter = isLetter(y);
  if (xLetter && yLetter) return x - y;
  if (xLetter || yLetter) return yLetter ? -1 : 1;
  if (!isDigit(x) && !isDigit(y)) return x - y;
  const carry = (x === 48 || y === 48) && followsNonZero(a, at) ? 1 : 0;
  const left = readRun(a, at, carry);
  const right = readRun(b, at, carry);
  if (left.value !== right.value) return left.value < right.value ? -1 : 1;
  if (left.length !== right.length) return left.length - right.length;
  return x - y;
}

function isLead(code: number): boolean {
  return code >= 0xd800 && code < 0xdc00;
}

function isTrail(code: number): boolean {
  return code >= 0xdc00 && code < 0xe000;
}

/** Tells whether one of the digits directly before `at` is not zero. */
function followsNonZero(text: string, at: number): boolean {
  for (let back = at - 1; back >= 0 && isDigit(text.charCodeAt(back)); back--) {
    if (text.charCodeAt(back) !== 48) return true;
  }
  return false;
}

/** The memory of the number that is made for each digit, in bytes. */
const DIGIT_BYTES = 64;

/** Reads the digits from `at` on as a 64-bit integer that starts with `carry`. Also returns their number. */
function readRun(text: string, at: number, carry: number): { value: number | bigint; length: number } {
  let end = at;
  let wide = false;
  let value = carry;
  let length = 0;
  while (end < text.length) {
    const code = text.codePointAt(end) as number;
    if (!isDigit(code)) break;
    wide ||= code > 57;
    value = value * 10 + (code - 48);
    end += code > 0xffff ? 2 : 1;
    length++;
  }
  if (length < 15 && !wide) return { value, length };
  charge(DIGIT_BYTES * length);
  let exact = BigInt(carry);
  for (const char of text.slice(at, end)) {
    exact = BigInt.asIntN(64, exact * 10n + BigInt((char.codePointAt(0) ?? 48) - 48));
  }
  return { value: exact, length };
}

/** Sorts keys in place. The result does not depend on their previous order. */
export function sortKeys(keys: string[]): string[] {
  return keys.length < 2 || isOrdered(keys, String) ? keys : keys.sort().sort(compareKeys);
}

/**
 * Tells whether items are already in the order of their keys. Always false for keys with digits or beyond ASCII, whose order
 * may not be transitive.
 */
export function isOrdered<T>(items: readonly T[], keyOf: (item: T) => string): boolean {
  let previous = "";
  for (const item of items) {
    const key = keyOf(item);
    if (!isLexical(key) || (previous !== "" && compareKeys(previous, key) >= 0)) return false;
    previous = key;
  }
  return true;
}

/** Tells whether a key has neither digits nor characters beyond ASCII. */
function isLexical(key: string): boolean {
  for (let at = 0; at < key.length; at++) {
    const code = key.charCodeAt(at);
    if (code > 127 || (code >= 48 && code <= 57)) return false;
  }
  return true;
}
