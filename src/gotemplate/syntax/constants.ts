import { toBytes } from "../../text/index.ts";
import { parseFloat64, parseInteger } from "../values/numbers.ts";
import type { NumberWord } from "./nodes.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  a: "\x07",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
  v: "\v",
  "\\": "\\",
};

const ESCAPE = /\\(?:([abfnrtv\\'"])|x([0-9a-fA-F]{2})|([0-7]{3})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8}))|[^\\]/suy;

/** The bytes of a text in double quotes, as Go reads it; undefined if it is malformed. */
export function unquote(text: string): string | undefined {
  return unescape(text.slice(1, -1), '"');
}

/** The bytes of a text in backquotes: Go drops carriage returns. */
export function unquoteRaw(text: string): string {
  return toBytes(text.slice(1, -1).replaceAll("\r", ""));
}

function unescape(text: string, quote: string): string | undefined {
  let bytes = "";
  for (let at = 0; at < text.length; ) {
    ESCAPE.lastIndex = at;
    const match = ESCAPE.exec(text);
    if (match === null) return undefined;
    at += match[0].length;
    const [whole, simple, byte, octal, short, long] = match;
    if (simple !== undefined) {
      // Each sort of quotes may only be escaped within its own sort.
      if (`'"`.includes(simple) && simple !== quote) return undefined;
      bytes += SIMPLE[simple] ?? simple;
    } else if (byte !== undefined) bytes += String.fromCharCode(Number.parseInt(byte, 16));
    else if (octal !== undefined) {
      const code = Number.parseInt(octal, 8);
      if (code > 255) return undefined;
      bytes += String.fromCharCode(code);
    } else if (short !== undefined || long !== undefined) {
      const code = Number.parseInt(short ?? (long as string), 16);
      if (code > 0x10ffff || (code >= 0xd800 && code < 0xe000)) return undefined;
      bytes += toBytes(String.fromCodePoint(code));
    } else bytes += toBytes(whole);
  }
  return bytes;
}

/** The number that a character in single quotes stands for; undefined if there is not exactly one. */
export function runeConstant(text: string): bigint | undefined {
  const inner = text.slice(1, -1);
  ESCAPE.lastIndex = 0;
  const match = ESCAPE.exec(inner);
  if (match === null || match[0].length !== inner.length || inner === "'") return undefined;
  const bytes = unescape(inner, "'");
  if (bytes === undefined) return undefined;
  const isByte = match[2] !== undefined || match[3] !== undefined;
  const code = isByte ? bytes.charCodeAt(0) : Buffer.from(bytes, "latin1").toString("utf8").codePointAt(0);
  return BigInt(code ?? 0);
}

/** The number that a word stands for; undefined if it is none. */
export function numberConstant(text: string, at: number): NumberWord | undefined {
  const looksFloat = /[.eEpP]/.test(text) && !/^0[xX][^pP]*$/.test(text);
  const whole = parseInteger(text, 0);
  if (whole !== undefined && whole <= 0x7fff_ffff_ffff_ffffn)
    return {
      kind: "number",
      at,
      text,
      whole,
      float: Number(whole),
      looksFloat: looksFloat && /^[-+]0[xX].*[eE]/.test(text),
    };
  // A number that fits into 64 bits only without a sign is a float where one is asked for, and else too large.
  if (whole !== undefined)
    return { kind: "number", at, text, whole: undefined, float: Number(whole), looksFloat: false };
  const float = parseFloat64(text);
  if (float === undefined || !/[.eEpP]/.test(text)) return undefined;
  const isWhole = Number.isInteger(float) && Math.abs(float) < 2 ** 63;
  return { kind: "number", at, text, whole: isWhole ? BigInt(float) : undefined, float, looksFloat };
}
