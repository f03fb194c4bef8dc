/**
 * Starlark strings are sequences of bytes, usually UTF-8: `len("é")` is 2. Here they are JavaScript strings with one
 * byte per character. Lengths, indexes, searches and comparisons are then those of JavaScript; only functions on
 * characters decode.
 */

const ASCII = /^[\0-\x7f]*$/;

/** Encodes a text as UTF-8, one byte per character. */
export function encode(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** Decodes bytes. Invalid UTF-8 becomes U+FFFD. */
export function decode(bytes: string): string {
  return ASCII.test(bytes) ? bytes : Buffer.from(bytes, "latin1").toString("utf8");
}

export function isAscii(bytes: string): boolean {
  return ASCII.test(bytes);
}

const REPLACEMENT = 0xfffd;

/** A code point and its length in bytes. An invalid byte is U+FFFD with length 1. */
export interface Rune {
  readonly code: number;
  readonly size: number;
}

const INVALID: Rune = { code: REPLACEMENT, size: 1 };

/** The code point at an offset. */
export function runeAt(bytes: string, at: number): Rune {
  const first = bytes.charCodeAt(at);
  if (first < 0x80) return { code: first, size: 1 };
  if (first < 0xc2 || first > 0xf4) return INVALID;
  const second = continuation(bytes, at + 1);
  if (second < 0) return INVALID;
  if (first < 0xe0) return { code: ((first & 0x1f) << 6) | second, size: 2 };
  const third = continuation(bytes, at + 2);
  if (third < 0) return INVALID;
  if (first < 0xf0) {
    const code = ((first & 0x0f) << 12) | (second << 6) | third;
    return code < 0x800 || (code >= 0xd800 && code < 0xe000) ? INVALID : { code, size: 3 };
  }
  const fourth = continuation(bytes, at + 3);
  if (fourth < 0) return INVALID;
  const code = ((first & 0x07) << 18) | (second << 12) | (third << 6) | fourth;
  return code < 0x10000 || code > 0x10ffff ? INVALID : { code, size: 4 };
}

/** The six bits of a continuation byte, or -1. */
function continuation(bytes: string, at: number): number {
  const byte = bytes.charCodeAt(at);
  return (byte & 0xc0) === 0x80 ? byte & 0x3f : -1;
}

/** All code points of a string. */
export function runes(bytes: string): number[] {
  const codes: number[] = [];
  allRunes(bytes, (code) => codes.push(code) > 0);
  return codes;
}

/** Encodes a code point. A surrogate becomes U+FFFD. */
export function encodeRune(code: number): string {
  if (code < 0x80) return String.fromCharCode(code);
  return encode(String.fromCodePoint(code >= 0xd800 && code < 0xe000 ? REPLACEMENT : code));
}

/** Tells whether all code points pass a test. */
export function allRunes(bytes: string, test: (code: number) => boolean): boolean {
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    if (!test(code)) return false;
    at += size;
  }
  return true;
}

export function countRunes(bytes: string): number {
  let count = 0;
  allRunes(bytes, () => ++count > 0);
  return count;
}

/** Characters are joined in chunks, because V8 would make a tree with one node per character of a long string. */
const CHUNK = 1024;

function joinRunes(bytes: string, textOf: (rune: Rune, at: number) => string): string {
  const chunks: string[] = [];
  let chunk = "";
  for (let at = 0; at < bytes.length; ) {
    const rune = runeAt(bytes, at);
    chunk += textOf(rune, at);
    at += rune.size;
    if (chunk.length < CHUNK) continue;
    chunks.push(chunk);
    chunk = "";
  }
  return chunks.join("") + chunk;
}

/** Applies a function to each code point. */
export function mapRunes(bytes: string, change: (code: number, index: number) => number): string {
  let index = 0;
  return joinRunes(bytes, ({ code }) => encodeRune(change(code, index++)));
}

const SHORT = new Map([
  [7, "\\a"],
  [8, "\\b"],
  [12, "\\f"],
  [10, "\\n"],
  [13, "\\r"],
  [9, "\\t"],
  [11, "\\v"],
  [34, '\\"'],
  [92, "\\\\"],
]);

const PRINTABLE = /^[\p{L}\p{M}\p{N}\p{P}\p{S}]$/u;

/** Writes a string as a literal in double quotes. */
export function quote(bytes: string): string {
  if (/^[ !#-[\]-~]*$/.test(bytes)) return `"${bytes}"`;
  const quoted = joinRunes(bytes, ({ code, size }, at) => {
    return code === REPLACEMENT && size === 1 ? hex("x", bytes.charCodeAt(at), 2) : quoteRune(code);
  });
  return `"${quoted}"`;
}

function quoteRune(code: number): string {
  const short = SHORT.get(code);
  if (short !== undefined) return short;
  if (code < 32 || code === 127) return hex("x", code, 2);
  if (code < 127 || PRINTABLE.test(String.fromCodePoint(code))) return encodeRune(code);
  return code < 0x10000 ? hex("u", code, 4) : hex("U", code, 8);
}

function hex(letter: string, code: number, digits: number): string {
  return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
}
