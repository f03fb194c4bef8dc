/** `!!binary` scalars. */
import { isUtf8 } from "node:buffer";
import { failureAt } from "./failures.ts";
import type { ScalarNode } from "./node.ts";

/** Together with a length that is a multiple of four. Without groups, so that no text is too long for it. */
const BASE64 = /^[A-Za-z0-9+/]*={0,2}$/;

/** The decoded text; bytes that are not UTF-8 become U+FFFD one by one, as in the reference's JSON. */
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

/** Length of the well-formed UTF-8 sequence at `at`, 0 when there is none. */
function sequenceLength(bytes: Buffer, at: number): number {
  const lead = bytes[at] as number;
  if (lead < 0x80) return 1;
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  if (length === 0 || at + length > bytes.length) return 0;
  return bytes.toString("utf8", at, at + length).includes("\ufffd") && !isReplacement(bytes, at) ? 0 : length;
}

/** Whether U+FFFD itself is written here. */
function isReplacement(bytes: Buffer, at: number): boolean {
  return bytes[at] === 0xef && bytes[at + 1] === 0xbf && bytes[at + 2] === 0xbd;
}
