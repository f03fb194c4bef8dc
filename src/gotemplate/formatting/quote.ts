import { fromBytes, runeAt, toBytes } from "../../text/index.ts";
import { isPrintable } from "../values/characters.ts";

const ESCAPES: Readonly<Record<string, string>> = {
  "\x07": "\\a",
  "\b": "\\b",
  "\f": "\\f",
  "\n": "\\n",
  "\r": "\\r",
  "\t": "\\t",
  "\v": "\\v",
  "\\": "\\\\",
};

/** Writes a byte text as a constant of Go. @param isAscii writes all that is not ASCII as escapes */
export function quote(bytes: string, mark: '"' | "'" = '"', isAscii = false): string {
  const parts: string[] = [];
  const text = fromBytes(bytes);
  if (text !== undefined) for (const character of text) parts.push(quotedCharacter(character, mark, isAscii));
  else {
    for (let at = 0; at < bytes.length; ) {
      const { text: character, width } = runeAt(bytes, at);
      const isBroken = width === 1 && character === "\ufffd";
      parts.push(isBroken ? `\\x${hex(bytes.charCodeAt(at), 2)}` : quotedCharacter(character, mark, isAscii));
      at += width;
    }
  }
  return mark + parts.join("") + mark;
}

function quotedCharacter(character: string, mark: string, isAscii: boolean): string {
  if (character === mark) return `\\${mark}`;
  const escape = Object.hasOwn(ESCAPES, character) ? ESCAPES[character] : undefined;
  if (escape !== undefined) return escape;
  const code = character.codePointAt(0) as number;
  if (isPrintable(character) && (!isAscii || code < 0x80)) return toBytes(character);
  if (code < 0x20 || code === 0x7f) return `\\x${hex(code, 2)}`;
  return code < 0x10000 ? `\\u${hex(code, 4)}` : `\\U${hex(code, 8)}`;
}

function hex(code: number, width: number): string {
  return code.toString(16).padStart(width, "0");
}
