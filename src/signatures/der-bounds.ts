/**
 * Bounds DER before the packages read it. They look for elements inside of texts of bytes, past the end of these and again in
 * each part: 100 bytes can take them hours, and deep nesting a time that grows with its square.
 */
import { Rejected } from "./rejected.ts";

/** The number of elements, counted as often as the packages read them. Certificates and timestamps have some hundreds. */
const MAX_ELEMENTS = 10_000;

/** The depth of elements. Where text is mistaken for elements, certificates of Fulcio have one of about 60. */
const MAX_DEPTH = 256;

/** The longest length of an element that the packages read, in bytes of the length itself. */
const MAX_LENGTH_BYTES = 6;

const OCTET_STRING = 0x04;
const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;

/** The bytes are no DER. Inside of a text of bytes that only means that it contains no elements. */
class Malformed extends Error {}

/**
 * Reads DER the way the packages do, and counts (docs/specification/signatures.md 5.2). Malformed DER passes: the packages
 * report it.
 *
 * @throws Rejected if reading it would take long
 */
export function boundDer(der: Uint8Array): void {
  let elements = 0;

  /** Reads the element at a position, and returns where it ends. */
  function element(at: number, depth: number): number {
    elements++;
    if (elements > MAX_ELEMENTS || depth > MAX_DEPTH) throw new Rejected("it contains DER with too many elements");
    const tag = byteAt(der, at);
    if ((tag & LONG_TAG) === LONG_TAG || tag === 0) throw new Malformed();
    const [start, length] = contentAt(der, at + 1);
    if (start + length > der.length) throw new Malformed();
    if ((tag & CONSTRUCTED) !== 0) children(start, length, depth);
    else if (tag === OCTET_STRING) {
      try {
        children(start, length, depth);
      } catch (thrown) {
        if (!(thrown instanceof Malformed)) throw thrown;
      }
    }
    return start + length;
  }

  function children(start: number, length: number, depth: number): void {
    let at = start;
    while (at < start + length) at = element(at, depth + 1);
    if (at !== start + length) throw new Malformed();
  }

  try {
    element(0, 0);
  } catch (thrown) {
    if (!(thrown instanceof Malformed)) throw thrown;
  }
}

function byteAt(der: Uint8Array, at: number): number {
  const byte = der[at];
  if (byte === undefined) throw new Malformed();
  return byte;
}

/** The start and the length of the content of an element, whose length begins at a position. */
function contentAt(der: Uint8Array, at: number): readonly [start: number, length: number] {
  const first = byteAt(der, at);
  if (first < 0x80) return [at + 1, first];
  const count = first - 0x80;
  if (count > MAX_LENGTH_BYTES) throw new Malformed();
  let length = 0;
  for (let index = 1; index <= count; index++) length = length * 256 + byteAt(der, at + index);
  if (length === 0) throw new Malformed();
  return [at + 1 + count, length];
}
