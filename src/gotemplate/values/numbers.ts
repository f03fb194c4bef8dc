/** Numbers as Go reads them from texts. */

const MAX_UINT64 = 2n ** 64n - 1n;
const MAX_INT64 = 2n ** 63n - 1n;

const DIGITS: Readonly<Record<number, RegExp>> = { 2: /^[01]+$/, 8: /^[0-7]+$/, 10: /^[0-9]+$/, 16: /^[0-9a-fA-F]+$/ };
/** Longer texts are no numbers of 64 bits: 64 binary digits, with a prefix, underscores between all, and leading zeros. */
const MAX_DIGITS = 1000;

/**
 * Reads a whole number as Go's ParseInt and ParseUint do.
 *
 * @param base 0 takes it from the prefix (`0x`, `0b`, `0o`, `0`), and allows underscores
 * @returns undefined if it is none, or fits neither into int64 nor, without a sign, into uint64
 */
export function parseInteger(text: string, base: 0 | 8 | 10): bigint | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  const sign = /^[-+]/.exec(text)?.[0] ?? "";
  let digits = text.slice(sign.length);
  let radix: number = base;
  if (base === 0) {
    const prefix = /^0([xXbBoO])/.exec(digits)?.[1]?.toLowerCase();
    if (digits.includes("_")) {
      if (!isWellSpaced(digits)) return undefined;
      digits = digits.replaceAll("_", "");
    }
    radix = prefix === "x" ? 16 : prefix === "b" ? 2 : prefix === "o" || /^0./.test(digits) ? 8 : 10;
    if (prefix !== undefined) digits = digits.slice(2);
    else if (radix === 8) digits = digits.slice(1);
  }
  if (!DIGITS[radix]?.test(digits)) return undefined;
  const value = BigInt((radix === 16 ? "0x" : radix === 8 ? "0o" : radix === 2 ? "0b" : "") + digits);
  if (sign === "-") return value <= MAX_INT64 + 1n ? -value : undefined;
  return value <= (sign === "+" ? MAX_INT64 : MAX_UINT64) ? value : undefined;
}

/** Underscores stand between digits, or between a prefix and a digit. */
function isWellSpaced(digits: string): boolean {
  return /^(?:0[xXbBoO])?_?[0-9a-fA-F]+(?:_[0-9a-fA-F]+)*$/.test(digits) && !digits.startsWith("_");
}

/** Reads a whole number that fits into 64 bits with a sign. */
export function parseInt64(text: string, base: 0 | 8 | 10): bigint | undefined {
  const value = parseInteger(text, base);
  return value !== undefined && value <= MAX_INT64 ? value : undefined;
}

/** Reads a whole number in decimal digits. Text that is none is zero; one that is too large is the largest that fits. */
export function nearestInt64(text: string): bigint {
  const value = parseInt64(text, 10);
  if (value !== undefined) return value;
  if (!/^[-+]?[0-9]+$/.test(text)) return 0n;
  return text.startsWith("-") ? -MAX_INT64 - 1n : MAX_INT64;
}

const DECIMAL = /^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/;
const HEXADECIMAL = /^([-+]?)0[xX]([0-9a-fA-F]*)(?:\.([0-9a-fA-F]*))?[pP]([-+]?[0-9]+)$/;

/** Reads a number as Go's ParseFloat does; undefined if it is none, or too large. */
export function parseFloat64(text: string): number | undefined {
  if (text.length > MAX_DIGITS) return undefined;
  if (/^[-+]?(?:inf|infinity)$/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  if (/^nan$/i.test(text)) return Number.NaN;
  let digits = text;
  if (text.includes("_")) {
    // Underscores stand between digits, or between a prefix and a digit.
    if (/(?<![0-9a-fA-FxX])_|_(?![0-9a-fA-F])/.test(text) || (!/0[xX]/.test(text) && /_[eE]|[eE]_/.test(text)))
      return undefined;
    digits = text.replaceAll("_", "");
  }
  const value = DECIMAL.test(digits) ? Number(digits) : hexadecimal(digits);
  return value === undefined || !Number.isFinite(value) ? undefined : value;
}

function hexadecimal(text: string): number | undefined {
  const match = HEXADECIMAL.exec(text);
  if (match === null) return undefined;
  const [, sign, whole = "", fraction = "", exponent = "0"] = match;
  if (whole + fraction === "") return undefined;
  // Exact as long as the digits are those of a float64, which they are wherever somebody writes such a number.
  const value = Number(BigInt(`0x${whole}${fraction}`)) * 2 ** (Number(exponent) - 4 * fraction.length);
  return sign === "-" ? -value : value;
}
