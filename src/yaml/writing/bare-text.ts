/**
 * A fast test for texts that are printed unchanged, which are nearly all texts of a manifest. It looks at each
 * character once. It runs before the full rules of the emitter and may miss texts that those would also print
 * unchanged.
 */
import { isTypedWord } from "../nodes/index.ts";

/** A character that never needs quotes after the first place. */
const PLAIN = 1;
/** A character that keys are ordered by its code. */
const ORDERED = 2;
/** A character that is plain only next to certain others: a space, a colon. */
const CAREFUL = 4;
/** A letter that occurs in no number and no timestamp, only in words such as `.inf` and `-.nan`. */
const NON_NUMERIC = 8;

const TRAITS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-./")
  TRAITS[char.charCodeAt(0)] = PLAIN | ORDERED;
for (const char of "0123456789_()+*&!|>'\"%@`\\$^;<=,[]{}?~") TRAITS[char.charCodeAt(0)] = PLAIN;
for (const char of "ghijklmnpqrsuvwyGHIJKLMNPQRSUVWY") (TRAITS[char.charCodeAt(0)] as number) |= NON_NUMERIC;
for (const char of " :") TRAITS[char.charCodeAt(0)] = CAREFUL;

/** By first character. 1: text, 2: may begin a word such as `no`, 3: may begin a number, 0: an indicator or rare. */
const FIRSTS = new Uint8Array(128);
for (const char of "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ/_$(") FIRSTS[char.charCodeAt(0)] = 1;
for (const char of "yYnNtTfFoO") FIRSTS[char.charCodeAt(0)] = 2;
for (const char of "0123456789-.") FIRSTS[char.charCodeAt(0)] = 3;

/** The length of the longest of those words, such as `false` and `-.inf`. */
const MAX_WORD_LENGTH = 5;

/** Longer keys may need the `? key` form. */
export const MAX_KEY_LENGTH = 42;

/**
 * Judges a text by its beginning. {@link PLAIN}: it needs no quotes so far. {@link NON_NUMERIC}: it needs no quotes if
 * it contains such a letter. 0: it may need quotes.
 */
function beginning(text: string): number {
  const first = FIRSTS[text.charCodeAt(0)];
  if (first === 1) return PLAIN;
  if (first === 2) return text.length > MAX_WORD_LENGTH || !isTypedWord(text) ? PLAIN : 0;
  if (first !== 3 || text.startsWith("---") || text.startsWith("...") || text.charCodeAt(1) === 32) return 0;
  const mayBeWord = text.length <= MAX_WORD_LENGTH && text.charCodeAt(0) < 48;
  return mayBeWord ? 0 : NON_NUMERIC;
}

/** Tells whether a key is printed unchanged and sorted by its code units among keys of this kind. */
export function isBareKey(text: string): boolean {
  if (text.length > MAX_KEY_LENGTH || beginning(text) !== PLAIN) return false;
  for (let at = 0; at < text.length; at++) {
    if (((TRAITS[text.charCodeAt(at)] as number) & ORDERED) === 0) return false;
  }
  return true;
}

/**
 * Results of {@link bareness}: unknown, printed unchanged, or printed unchanged unless it is long enough to be folded.
 */
const UNKNOWN = 0;
export const BARE = 1;
export const FOLDED = 2;

/** Tells whether a string value is certainly printed in plain style: {@link BARE} or {@link FOLDED}. */
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
      // Neither a space nor the end of the text may follow a colon.
      else if (at + 1 === length || text.charCodeAt(at + 1) === 32) return UNKNOWN;
    } else if (traits === undefined || traits === 0) return UNKNOWN;
    else seen |= traits;
  }
  if ((seen & needed) === 0) return UNKNOWN;
  if (!spaced) return BARE;
  return text.charCodeAt(length - 1) === 32 ? UNKNOWN : FOLDED;
}

/** Tells whether a string value is printed in double quotes without escapes: it looks like a number, a boolean or null. */
export function isBareQuoted(text: string): boolean {
  return text.length <= MAX_INT_LENGTH && (isBareInt(text) || isTypedWord(text));
}

/** Lines of printable ASCII that do not begin with a blank or an empty line. */
const LINES = /^[!-~][ -~\n]*$/;

/** Longer texts are not tested with the pattern. */
const MAX_BLOCK_LENGTH = 100_000;

/** Tells whether a text of several lines is printed as a literal block scalar. */
export function isBareBlock(text: string): boolean {
  return text.length <= MAX_BLOCK_LENGTH && LINES.test(text) && !text.endsWith(" ") && !text.includes(" \n");
}

/** Tells whether a plain scalar that is not a string is printed unchanged. */
export function isBareValue(text: string, tag: string): boolean {
  if (tag === "!!int") return isBareInt(text);
  if (tag === "!!bool") return text === "true" || text === "false";
  return tag === "!!null" && text === "null";
}

/** Integers of this many digits are below 2^53. */
const MAX_INT_LENGTH = 15;

/** Tells whether a text is a non-negative integer below 2^53 in decimal, without leading zeros. */
function isBareInt(text: string): boolean {
  const { length } = text;
  if (length > MAX_INT_LENGTH || (length > 1 && text.charCodeAt(0) === 48)) return false;
  for (let at = 0; at < length; at++) {
    const code = text.charCodeAt(at);
    if (code < 48 || code > 57) return false;
  }
  return length > 0;
}
