/**
 * The text of a program. Bytes that are not UTF-8 stay known in it: starlark-go of 2020 leaves them in strings as they are,
 * and today's replaces each by U+FFFD. Each is a lone surrogate, which no text in UTF-8 has.
 */
import { encode, runeAt } from "../values/text.ts";

const FIRST = 0xdc00;

/** Decodes the file of a program. */
export function decodeSource(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return withSurrogates(Buffer.from(bytes).toString("latin1"));
  }
}

function withSurrogates(bytes: string): string {
  const parts: string[] = [];
  let from = 0;
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = runeAt(bytes, at);
    if (code === 0xfffd && size === 1) {
      parts.push(decoded(bytes.slice(from, at)), String.fromCharCode(FIRST + bytes.charCodeAt(at)));
      from = at + 1;
    }
    at += size;
  }
  return [...parts, decoded(bytes.slice(from))].join("");
}

function decoded(bytes: string): string {
  return Buffer.from(bytes, "latin1").toString("utf8");
}

/**
 * Encodes a part of a program.
 * @param keeps true to keep invalid bytes; otherwise each becomes U+FFFD
 */
export function encodeSource(text: string, keeps: boolean): string {
  if (!keeps) return encode(text);
  return text
    .split(/([\udc80-\udcff])/u)
    .map((part, index) => (index % 2 === 0 ? encode(part) : String.fromCharCode(part.charCodeAt(0) - FIRST)))
    .join("");
}
