/** Decodes `!!binary` scalars. */
import { isUtf8 } from "node:buffer";
import { failureAt } from "./failures.ts";
import type { ScalarNode } from "./node.ts";

/**
 * Valid base64, if the length is also a multiple of four. It has no groups, so that it works on texts of any length.
 */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/**
 * Decodes a `!!binary` scalar to text. Each byte that is not UTF-8 becomes one U+FFFD, as in Go's JSON.
 * Throws a KrmError `not-representable` if the value is not base64.
 */
export function decodeBinary(node: ScalarNode): string {
  const digits = node.value.replace(/[\r\n]/g, "");
  if (digits.length % 4 !== 0 || !BASE64.test(digits)) {
    throw failureAt(node, "not-representable", "!!binary value contains invalid base64 data");
  }
  return decodeBytes(Buffer.from(digits, "base64"));
}

function decodeBytes(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  let text = "";
  let at = 0;
  while (at < bytes.length) {
    const length = sequenceLength(bytes, at);
    text += length === 0 ? "\ufffd" : bytes.toString("utf8", at, at + length);
    at += Math.max(length, 1);
  }
  return text;
}

/** The length in bytes of the UTF-8 sequence at `at`, or 0 if it is malformed. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0 || at + length > bytes.length) return 0;
  return bytes.toString("utf8", at, at + length).includes("\ufffd") && !isReplacement(bytes, at) ? 0 : length;
}

/** Tells whether the bytes at `at` spell U+FFFD itself. */
function isReplacement(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
