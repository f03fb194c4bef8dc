/**
 * Texts that are printed as they are. Nearly all of a manifest is, and one look at each character tells, so this is asked
 * before the rules of the emitter are: it may say no to a text that they would leave as it is.
 */
import { isTypedWord } from "../nodes/index.ts";

/** A character that is no reason for quotes wherever it stands. */
const PLAIN = 1;
/** One whose place in the order of keys is that of its code. */
const ORDERED = 2;
/** One that is plain only with certain others around it: a space, a colon. */
const CAREFUL = 4;
/** A letter that stands in no number and in no time; only in words such as `.inf` and `-.nan`. */
const WORDY = 8;

const TRAITS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-./")
  TRAITS[char.charCodeAt(0)] = PLAIN | ORDERED;
for (const char of "0123456789_()+*&!|>'\"%@`\\$^;<=,[]{}?~") TRAITS[char.charCodeAt(0)] = PLAIN;
for (const char of "ghijklmnpqrsuvwyGHIJKLMNPQRSUVWY") (TRAITS[char.charCodeAt(0)] as number) |= WORDY;
for (const char of " :") TRAITS[char.charCodeAt(0)] = CAREFUL;

/** 1: begins only text, 2: may begin a word such as `no`, 3: may begin a number. All others are indicators or rare. */
const FIRSTS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/_$(") FIRSTS[char.charCodeAt(0)] = 1;
for (const char of "yYnNtTfFoO") FIRSTS[char.charCodeAt(0)] = 2;
for (const char of "0123456789-.") FIRSTS[char.charCodeAt(0)] = 3;

/** The longest of those words, and of words for numbers. */
const LONGEST_WORD = 5;

/** A longer key may have to be written in the `? key` form. */
const LONGEST_KEY = 42;

/** Whether the beginning of a text asks for quotes: 0 if it may, {@link WORDY} if only a text of such letters needs none. */
function beginning(text: string): number {
  const first = FIRSTS[text.charCodeAt(0)];
  if (first === 1) return PLAIN;
  if (first === 2) return text.length > LONGEST_WORD || !isTypedWord(text) ? PLAIN : 0;
  if (first !== 3 || text.startsWith("---") || text.startsWith("...") || text.charCodeAt(1) === 32) return 0;
  const mayBeWord = text.length <= LONGEST_WORD && text.charCodeAt(0) < 48;
  return mayBeWord ? 0 : WORDY;
}

/** Whether a key is printed as it is and its place among others like it is that of its code units. */
export function isBareKey(text: string): boolean {
  if (text.length > LONGEST_KEY || beginning(text) !== PLAIN) return false;
  for (let at = 0; at < text.length; at++) {
    if (((TRAITS[text.charCodeAt(at)] as number) & ORDERED) === 0) return false;
  }
  return true;
}

/** How {@link bareness} judges a string value: not at all, as it is wherever it stands, so but folded when it is long. */
export const UNKNOWN = 0;
export const BARE = 1;
export const FOLDED = 2;

/** Whether a string value is printed in plain style; then it is {@link BARE} or {@link FOLDED}. */
export function bareness(text: string): typeof UNKNOWN | typeof BARE | typeof FOLDED {
  const { length } = text;
  const needed = beginning(text);
  if (needed === 0) return UNKNOWN;
  let seen = PLAIN;
  let spaced = false;
  for (let at = 1; at < length; at++) {
    const code = text.charCodeAt(at);
    const traits = TRAITS[code];
    if (traits === CAREFUL) {
      if (code === 32) spaced = true;
      // What follows a colon must be neither a space nor the end.
      else if (at + 1 === length || text.charCodeAt(at + 1) === 32) return UNKNOWN;
    } else if (traits === undefined || traits === 0) return UNKNOWN;
    else seen |= traits;
  }
  if ((seen & needed) === 0) return UNKNOWN;
  if (!spaced) return BARE;
  return text.charCodeAt(length - 1) === 32 ? UNKNOWN : FOLDED;
}

/** Whether a string value is one of those that have double quotes and nothing else added: numbers, booleans, null. */
export function isBareQuoted(text: string): boolean {
  return text.length <= LONGEST_INT && (isBareInt(text) || isTypedWord(text));
}

/** Lines of printable ASCII, the first of which holds something. */
const LINES = /^[!-~][ -~\n]*$/;

/** A longer text may be too much for the pattern. */
const LONGEST_LINES = 100_000;

/** Whether a text of several lines is printed as a literal block scalar. */
export function isBareBlock(text: string): boolean {
  return text.length <= LONGEST_LINES && LINES.test(text) && !text.endsWith(" ") && !text.includes(" \n");
}

/** Whether a scalar that is no string, in plain style, is printed as it is written. */
export function isBareValue(text: string, tag: string): boolean {
  if (tag === "!!int") return isBareInt(text);
  if (tag === "!!bool") return text === "true" || text === "false";
  return tag === "!!null" && text === "null";
}

const LONGEST_INT = 15;

/** The digits of a number below 2^53, without zeros in front of it. */
function isBareInt(text: string): boolean {
  const { length } = text;
  if (length > LONGEST_INT || (length > 1 && text.charCodeAt(0) === 48)) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return length > 0;
}
