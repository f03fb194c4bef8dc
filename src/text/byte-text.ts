/** Texts as Go has them: each character stands for one byte of the UTF-8 form, so that lengths, positions and slices count bytes. */

const ASCII = /^[\0-\x7f]*$/;

/** The bytes of a text, each as a character. */
export function toBytes(text: string): string {
  return ASCII.test(text) ? text : Buffer.from(text, "utf8").toString("latin1");
}

/** The inverse of {@link toBytes}; undefined for bytes that are no UTF-8, such as half a character. */
export function fromBytes(bytes: string): string | undefined {
  if (ASCII.test(bytes)) return bytes;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(bytes, "latin1"));
  } catch {
    return undefined;
  }
}

/** A character of a byte text, with the number of its bytes. */
export interface Rune {
  readonly text: string;
  readonly width: number;
}

/** The least character that takes so many bytes. A lesser one in as many is none. */
const LEAST = [0, 0, 0x80, 0x800, 0x10000];

const INVALID: Rune = { text: "\ufffd", width: 1 };

/** The character that begins at a byte. A byte that begins none counts as U+FFFD, as in Go. */
export function runeAt(bytes: string, at: number): Rune {
  const first = bytes.charCodeAt(at);
  if (first < 0x80) return { text: bytes[at] as string, width: 1 };
  const width = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc0 ? 2 : 0;
  if (width === 0) return INVALID;
  let code = first & (0xff >> (width + 1));
  for (let next = at + 1; next < at + width; next++) {
    // charCodeAt() is NaN beyond the end of a string, and so continues nothing.
    const byte = bytes.charCodeAt(next);
    if ((byte & 0xc0) !== 0x80) return INVALID;
    code = (code << 6) | (byte & 0x3f);
  }
  const isCharacter = code >= (LEAST[width] as number) && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return isCharacter ? { text: String.fromCodePoint(code), width } : INVALID;
}

/** The characters of a byte text, in order. */
export function runesOf(bytes: string): string[] {
  if (ASCII.test(bytes)) return bytes.split("");
  const runes: string[] = [];
  for (let at = 0; at < bytes.length; ) {
    const { text, width } = runeAt(bytes, at);
    runes.push(text);
    at += width;
  }
  return runes;
}
