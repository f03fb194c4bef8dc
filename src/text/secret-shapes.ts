/** Tells names, which messages may quote, from texts that may be secrets: passwords, tokens, keys (decision 0022). */

const MAX_NAME = 253;
/** A word of so many letters and digits is no name: keys and tokens have such. */
const MAX_WORD = 31;
/** Shorter words are not judged by their look. */
const MIN_RANDOM = 8;
/** The share of neighbours that differ in their sort (lower case, upper case, digit) from which on a word looks random. */
const RANDOM_SHARE = 0.36;
/** A word of so many characters with letters of both cases and a digit within is a key or a token. */
const MIN_MIXED = 16;

/** A text of so many characters is quoted as it is: what is that short protects nothing. */
const MAX_HARMLESS = 5;

/** Tells whether a text is too short to be a secret. */
export function isHarmless(text: string): boolean {
  return text.length <= MAX_HARMLESS;
}

/** Tells whether a text consists of words that look like words: it may be quoted as a key, a name, or a part of a path. */
export function isNameLike(text: string): boolean {
  return text.length <= MAX_NAME && /^[\w.@+:-]+$/.test(text) && text.split(/[^A-Za-z0-9]+/).every(isWord);
}

/**
 * Tells whether a key may be quoted that has no value, so that it may be no key, but a line that was pasted: it must look like the name
 * of a variable.
 */
export function isVariableName(text: string): boolean {
  if (text.length > 64 || !isNameLike(text)) return false;
  return /^_?[A-Z]+[0-9]{0,2}(?:_[A-Z0-9]{1,20})*$/.test(text)
    ? hasFewDigits(text)
    : /^\.?[a-z]{1,20}(?:[._-][a-z]{1,12}){0,2}$/.test(text);
}

function hasFewDigits(text: string): boolean {
  return (text.match(/\d+/g)?.length ?? 0) <= 2 && text.split("_").every((word) => word.length <= 16);
}

/** Tells whether a text may be quoted as the path of a file that does not exist: each part is a name, and it holds no `=`. */
export function isPathLike(text: string): boolean {
  const parts = text.split("/");
  return text.length <= 4_096 && parts.every((part) => part === "" || isNameLike(part));
}

/** Tells whether a text is more likely a path than a value: it has a directory or an ending. */
export function isCertainlyPath(text: string): boolean {
  return isPathLike(text) && (/^(?:\.{0,2}\/)?(?:[\w.-]+\/)+[\w.-]+$/.test(text) || /^[\w-]*\.[a-z]{1,12}$/.test(text));
}

function isWord(word: string): boolean {
  if (word.length > MAX_WORD) return false;
  return !looksRandom(word);
}

/** Tells whether a text without separators mixes letters of both cases and digits as names do not. */
function looksRandom(word: string): boolean {
  if (word.length < MIN_RANDOM) return false;
  let changes = 0;
  let digitRuns = 0;
  for (let at = 1; at < word.length; at++) {
    const [before, here] = [sortOf(word, at - 1), sortOf(word, at)];
    // A capital begins a word: it belongs to what follows.
    if (before !== here && !(before === "upper" && here === "lower")) changes++;
    if (here === "digit" && before !== "digit") digitRuns++;
  }
  if (word.length >= MIN_MIXED && /[a-z]/.test(word) && /[A-Z]/.test(word) && /\d[A-Za-z]/.test(word)) return true;
  return digitRuns >= 3 || changes / (word.length - 1) >= RANDOM_SHARE;
}

function sortOf(word: string, at: number): "lower" | "upper" | "digit" {
  const code = word.charCodeAt(at);
  if (code >= 97) return "lower";
  return code >= 65 ? "upper" : "digit";
}
