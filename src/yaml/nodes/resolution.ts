/**
 * Resolves plain scalars to tags and values, by the rules of go-yaml v3 and of go-yaml v2
 * (docs/specification/yaml-reading.md 3, 4).
 */
import type { Tag } from "./node.ts";
import { readTimestamp } from "./timestamps.ts";

/** A tag and its value. The value of a `!!str` or `!!timestamp` is a text. */
export type Resolved = { tag: Tag; value: null | boolean | number | bigint | string };

const WORDS: ReadonlyMap<string, Resolved> = new Map([
  ...["true", "True", "TRUE"].map((word) => entry(word, "!!bool", true)),
  ...["false", "False", "FALSE"].map((word) => entry(word, "!!bool", false)),
  ...["", "~", "null", "Null", "NULL"].map((word) => entry(word, "!!null", null)),
  ...[".nan", ".NaN", ".NAN"].map((word) => entry(word, "!!float", Number.NaN)),
  ...[".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"].map((word) =>
    entry(word, "!!float", Number.POSITIVE_INFINITY),
  ),
  ...["-.inf", "-.Inf", "-.INF"].map((word) => entry(word, "!!float", Number.NEGATIVE_INFINITY)),
]);

/** Words that are booleans in YAML 1.1 and strings in YAML 1.2. */
const OLD_BOOLEANS: ReadonlyMap<string, Resolved> = new Map([
  ...["y", "Y", "yes", "Yes", "YES", "on", "On", "ON"].map((word) => entry(word, "!!bool", true)),
  ...["n", "N", "no", "No", "NO", "off", "Off", "OFF"].map((word) => entry(word, "!!bool", false)),
]);

function entry(word: string, tag: Tag, value: Resolved["value"]): [string, Resolved] {
  return [word, { tag, value }];
}

/** Tells whether YAML 1.1 reads a text as a word with a type: a boolean, null, infinity or NaN. */
export function isTypedWord(text: string): boolean {
  return WORDS.has(text) || OLD_BOOLEANS.has(text);
}

/** By first character. 0: always a string, 1: maybe a word of the tables above, 2: a dot, 3: a sign or a digit. */
const HINTS = new Uint8Array(128);
for (const char of "yYnNtTfFoO~") HINTS[char.charCodeAt(0)] = 1;
HINTS[46] = 2;
for (const char of "+-0123456789") HINTS[char.charCodeAt(0)] = 3;

/** Tells whether the first character alone shows that a text is a string. */
function isPlainlyString(text: string): boolean {
  const code = text.charCodeAt(0);
  return code >= 128 || HINTS[code] === 0;
}

/** The tag of a plain scalar in go-yaml v3: `!!str`, `!!int`, `!!float`, `!!bool`, `!!null` or `!!timestamp`. */
export function resolveTag(text: string): Tag {
  if (text.length > 0 && isPlainlyString(text)) return "!!str";
  return resolve(text).tag;
}

/** Resolves a plain scalar as go-yaml v3 does. Timestamps are in RFC 3339. */
export function resolve(text: string): Resolved {
  const word = WORDS.get(text);
  if (word !== undefined) return word;
  if (isPlainlyString(text)) return { tag: "!!str", value: text };
  return resolveNumber(text, true) ?? { tag: "!!str", value: text };
}

/** Resolves a plain scalar as go-yaml v2 does, by YAML 1.1. Timestamps keep their text. */
export function resolve11(text: string): Resolved {
  const word = WORDS.get(text) ?? OLD_BOOLEANS.get(text);
  if (word !== undefined) return word;
  if (isPlainlyString(text)) return { tag: "!!str", value: text };
  const resolved = resolveNumber(text, false) ?? { tag: "!!str", value: text };
  return resolved.tag === "!!timestamp" ? { tag: "!!timestamp", value: text } : resolved;
}

const DECIMAL = /^[-+]?(?:0|[1-9][0-9]*)$/;
const PREFIXED = /^([-+]?)(?:0[xX]([0-9a-fA-F]+)|0[bB]([01]+)|0[oO]?([0-7]+))$/;
/** Numbers with a sign after the prefix, which go-yaml accepts: `0b-1`, `0o+7`. */
const INNER_SIGN = /^0(?:b([-+][01]+)|o([-+][0-7]+))$/;
const FLOAT = /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/;
/** After a leading dot, underscores are allowed only between two digits ({@link LOOSE_UNDERSCORE}). */
const DOTTED = /^\.[0-9][0-9_]*(?:[eE][-+]?[0-9][0-9_]*)?$/;
const LOOSE_UNDERSCORE = /_(?![0-9])/;

/** Letters that occur in no number and no timestamp. One test for them replaces a test of each pattern. */
const NON_NUMERIC_LETTER = /[g-np-su-wyG-NP-SU-WY]/;

/** The most digits of an integer of 64 bits, in any base. BigInt() takes the square of the time for more decimal digits. */
const MAX_DIGITS = 64;
const LEADING_ZEROS = /^0[xbo]?0*/;

const INT_MIN = -(2n ** 63n);
const UINT_MAX = 2n ** 64n - 1n;

function resolveNumber(text: string, version12: boolean): Resolved | undefined {
  const hint = HINTS[text.charCodeAt(0)];
  if (hint === 2) {
    return DOTTED.test(text) && !LOOSE_UNDERSCORE.test(text) ? readFloat(withoutUnderscores(text)) : undefined;
  }
  if (hint !== 3 || NON_NUMERIC_LETTER.test(text)) return undefined;
  const time = readTimestamp(text);
  if (time !== undefined) return { tag: "!!timestamp", value: time };
  const plain = withoutUnderscores(text);
  if (DECIMAL.test(plain)) return readInt(plain, plain) ?? readFloat(plain);
  const prefixed = PREFIXED.exec(plain);
  if (prefixed !== null) {
    const [, sign = "", hex, binary, octal] = prefixed;
    const digits = hex !== undefined ? `0x${hex}` : binary !== undefined ? `0b${binary}` : `0o${octal}`;
    const int = readInt(sign + digits, plain);
    if (int !== undefined) return int;
  }
  if (FLOAT.test(plain)) return readFloat(plain);
  const inner = INNER_SIGN.exec(plain);
  if (inner === null || (inner[2] !== undefined && !version12)) return undefined;
  const digits = inner[1] ?? inner[2] ?? "";
  return readInt(`${digits.charAt(0)}0${inner[1] === undefined ? "o" : "b"}${digits.slice(1)}`, plain);
}

/** Characters that a number does not have. */
const FOREIGN = /[^-+._0-9a-fxoA-FXO]/;

/** A text that may be a number, without underscores. Nothing can interrupt V8, which takes seconds to replace millions of them. */
function withoutUnderscores(text: string): string {
  if (!text.includes("_") || FOREIGN.test(text)) return text;
  const bytes = Buffer.from(text, "latin1");
  let length = 0;
  for (const byte of bytes) if (byte !== UNDERSCORE) bytes[length++] = byte;
  return bytes.toString("latin1", 0, length);
}

const UNDERSCORE = 95;

/**
 * Reads an integer. `literal` is an optional sign and a number in JavaScript syntax. Undefined if it does not fit 64
 * bits; a number written with `+` has to fit a signed integer.
 */
function readInt(literal: string, written: string): Resolved | undefined {
  const negative = literal.charCodeAt(0) === 45;
  const signed = negative || literal.charCodeAt(0) === 43;
  const digits = signed ? literal.slice(1) : literal;
  if (digits.length <= 13) return { tag: "!!int", value: negative ? -Number(digits) || 0 : Number(digits) };
  if (digits.replace(LEADING_ZEROS, "").length > MAX_DIGITS) return undefined;
  const magnitude = BigInt(digits);
  const value = negative ? -magnitude : magnitude;
  const limit = written.charCodeAt(0) === 43 ? -INT_MIN - 1n : UINT_MAX;
  if (value < INT_MIN || value > limit) return undefined;
  const small = value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER);
  return { tag: "!!int", value: small ? Number(value) : value };
}

/** Undefined if the number is too large for 64-bit floating point: the scalar is then a string. */
function readFloat(text: string): Resolved | undefined {
  const value = Number(text);
  return Number.isFinite(value) ? { tag: "!!float", value } : undefined;
}

/** The tag of a plain scalar in go-yaml v2. */
export function resolveTag11(text: string): Tag {
  if (text.length > 0 && isPlainlyString(text)) return "!!str";
  return resolve11(text).tag;
}
