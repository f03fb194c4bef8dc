/** Reads number and string literals. */
import { type Integer, normal } from "../values/integers.ts";
import { encodeRune } from "../values/text.ts";
import { SyntaxProblem } from "./problems.ts";
import { encodeSource } from "./source-text.ts";

const INTEGER = /0[xX][0-9a-fA-F]+|0[oO][0-7]+|0[bB][01]+|[0-9]+/y;
const FLOAT = /(?:[0-9]+\.[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]*)?|[0-9]+[eE][+-]?[0-9]*/y;

/** The most digits of an integer, because longer ones take long to convert. */
const MAX_DIGITS = 100_000;

interface NumberLiteral {
  readonly kind: "int" | "float";
  readonly value: Integer;
  readonly end: number;
}

/** Reads the number at an offset. Throws `SyntaxProblem`. */
export function readNumber(text: string, at: number): NumberLiteral {
  const float = matchAt(FLOAT, text, at);
  if (float !== undefined) {
    const value = Number(float);
    if (!/[0-9.]$/.test(float) || !Number.isFinite(value))
      throw new SyntaxProblem(at, `invalid float literal: ${float}`);
    return { kind: "float", value, end: at + float.length };
  }
  const integer = matchAt(INTEGER, text, at) ?? "";
  const prefix = /^0[xXoObB]/.exec(text.slice(at, at + 2))?.[0];
  if (prefix !== undefined && integer === "0") {
    throw new SyntaxProblem(at, `invalid number: digits are missing after ${prefix}`);
  }
  if (/^0[0-9]*[1-9]/.test(integer)) {
    throw new SyntaxProblem(at, `${integer} begins with 0`, `Write 0o${integer.slice(1)} if it is octal.`);
  }
  if (integer.length > MAX_DIGITS) throw new SyntaxProblem(at, `an integer of ${integer.length} digits is too long`);
  return { kind: "int", value: normal(BigInt(integer)), end: at + integer.length };
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

interface StringLiteral {
  readonly kind: "string" | "bytes";
  /** Bytes, one per character. */
  readonly value: string;
  readonly end: number;
}

/**
 * Reads the string at the offset of its prefix or quote. `lax` follows the rules of 2020 for escapes. Throws
 * `SyntaxProblem`.
 */
export function readString(text: string, at: number, lax: boolean): StringLiteral {
  const prefix = /^(?:rb|r|b)?/.exec(text.slice(at, at + 2))?.[0] ?? "";
  const start = at + prefix.length;
  const sign = text[start] as string;
  const quotes = text.startsWith(sign.repeat(3), start) ? sign.repeat(3) : sign;
  const from = start + quotes.length;
  const to = endOfString(text, at, from, quotes);
  const raw = prefix.startsWith("r");
  const isBytes = prefix.endsWith("b");
  const body = text.slice(from, to).replace(/\r\n?/g, "\n");
  // In 2020, a string in three quotes was put together from its characters.
  const keeps = lax && quotes.length === 1;
  const value = raw || !body.includes("\\") ? encodeSource(body, keeps) : unescape(body, at, { lax, isBytes, keeps });
  return { kind: isBytes ? "bytes" : "string", value, end: to + quotes.length };
}

function endOfString(text: string, at: number, from: number, quotes: string): number {
  for (let end = from; end < text.length; end++) {
    const sign = text[end];
    if (text.startsWith(quotes, end)) return end;
    if (sign === "\\") {
      end += text[end + 1] === "\r" && text[end + 2] === "\n" ? 2 : 1;
    } else if (quotes.length === 1 && (sign === "\n" || sign === "\r")) {
      throw new SyntaxProblem(at, "the string does not end on its line", "Close the string, or use three quotes.");
    }
  }
  throw new SyntaxProblem(at, "the string does not end");
}

const SIMPLE = new Map([
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["\n", ""],
]);

const ESCAPE = /\\(?:([0-7]{1,3})|x([^]{0,2})|u([^]{0,4})|U([^]{0,8})|([^]))/g;
const LAX_ESCAPE = /\\(?:([0-7]{1,3})|x([^]{0,2})|(?!)()|(?!)()|([^]))/g;

interface EscapeRules {
  readonly lax: boolean;
  readonly isBytes: boolean;
  /** True if bytes that are not UTF-8 are kept. */
  readonly keeps: boolean;
}

/** Decodes escapes to bytes and encodes the text between them. */
function unescape(body: string, at: number, { lax, isBytes, keeps }: EscapeRules): string {
  let result = "";
  let done = 0;
  for (const match of body.matchAll(lax && !isBytes ? LAX_ESCAPE : ESCAPE)) {
    const [whole, octal, hex, short, long, other] = match;
    result += encodeSource(body.slice(done, match.index), keeps);
    done = match.index + whole.length;
    if (octal !== undefined) result += byte(Number.parseInt(octal, 8), whole, at, lax || isBytes);
    else if (hex !== undefined) result += byte(hexadecimal(hex, 2, whole, at), whole, at, lax || isBytes);
    else if (short !== undefined) result += character(hexadecimal(short, 4, whole, at), whole, at);
    else if (long !== undefined) result += character(hexadecimal(long, 8, whole, at), whole, at);
    else {
      const simple = SIMPLE.get(other ?? "");
      if (simple === undefined && !lax) {
        const hint = "Double the backslash, or write r before the string.";
        throw new SyntaxProblem(at, `invalid escape sequence ${whole}`, hint);
      }
      result += simple ?? encodeSource(whole, keeps);
    }
  }
  return result + encodeSource(body.slice(done), keeps);
}

function hexadecimal(digits: string, length: number, whole: string, at: number): number {
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    throw new SyntaxProblem(at, `invalid escape sequence ${whole}`, `Write ${length} hexadecimal digits.`);
  }
  return Number.parseInt(digits, 16);
}

function byte(value: number, whole: string, at: number, any: boolean): string {
  if (value > 255) throw new SyntaxProblem(at, `invalid escape sequence ${whole}: it is more than a byte`);
  if (value > 127 && !any) {
    const code = value.toString(16).toUpperCase().padStart(4, "0");
    throw new SyntaxProblem(at, `${whole} is not an ASCII character`, `Write \\u${code} for the character U+${code}.`);
  }
  return String.fromCharCode(value);
}

function character(code: number, whole: string, at: number): string {
  if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) {
    throw new SyntaxProblem(at, `${whole} is not a character`);
  }
  return encodeRune(code);
}
