/** Reads tags (`!!str`, `!local`, `!<tag:…>`, `!handle!suffix`) and anchors. */
import { GrowingText } from "../../budget/index.ts";
import { Fault, isBlankOrEnd, isHex, isWord } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";

const LONG_PREFIX = "tag:yaml.org,2002:";

/** Reads `&name` or `*name` and returns the name. */
export function readAnchor(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.position;
  let end = start + 1;
  while (isWord(text.charCodeAt(end))) end++;
  if (end === start + 1 || !(isBlankOrEnd(text.charCodeAt(end)) || "?:,]}%@`".includes(text.charAt(end)))) {
    const mark = text.charAt(start);
    throw new Fault(
      start,
      `did not find expected alphabetic or numeric character after \`${mark}\``,
      `Quote a text that begins with \`${mark}\`.`,
    );
  }
  cursor.position = end;
  return text.slice(start + 1, end);
}

/** Reads a tag and returns its handle and suffix, separated by a space. The handle of a verbatim tag is empty. */
export function readTag(cursor: Cursor): string {
  const { text } = cursor;
  const start = cursor.position;
  let handle = "";
  let suffix = "";
  if (text.charCodeAt(start + 1) === 60) {
    cursor.position += 2;
    suffix = readUri(cursor, "", start);
    if (text.charCodeAt(cursor.position) !== 62) throw new Fault(start, "did not find the expected '>' of a tag");
    cursor.position++;
  } else {
    handle = readHandle(cursor, start);
    if (handle.length > 1 && handle.endsWith("!")) suffix = readUri(cursor, "", start);
    else {
      suffix = readUri(cursor, handle, start);
      handle = "!";
      if (suffix === "") [handle, suffix] = ["", "!"];
    }
  }
  if (!isBlankOrEnd(text.charCodeAt(cursor.position))) {
    throw new Fault(
      start,
      "did not find expected whitespace or line break after a tag",
      "Quote a text that begins with `!`.",
    );
  }
  return `${handle} ${suffix}`;
}

/** Reads `!`, `!!` or `!name!`. Without a closing `!`, the result is the start of a local tag. */
export function readHandle(cursor: Cursor, start: number): string {
  const { text } = cursor;
  const begin = cursor.position;
  if (text.charCodeAt(begin) !== 33) throw new Fault(start, "did not find expected '!'");
  let end = begin + 1;
  while (isWord(text.charCodeAt(end))) end++;
  if (text.charCodeAt(end) === 33) end++;
  cursor.position = end;
  return text.slice(begin, end);
}

const URI_MARKS = ";/?:@&=+$,.!~*'()[]";

/** Reads the rest of a tag. `head` is the part that was read as its handle. */
export function readUri(cursor: Cursor, head: string, start: number): string {
  const { text } = cursor;
  const uri = new GrowingText(head.slice(1));
  const begin = cursor.position;
  let from = begin;
  while (true) {
    const code = text.charCodeAt(cursor.position);
    if (isWord(code) || (code !== 0 && URI_MARKS.includes(String.fromCharCode(code)))) cursor.position++;
    else if (code === 37) {
      uri.add(text.slice(from, cursor.position) + readEscapes(cursor, start));
      from = cursor.position;
    } else break;
  }
  if (head === "" && cursor.position === begin) throw new Fault(start, "did not find expected tag URI");
  return uri.text + text.slice(from, cursor.position);
}

function readEscapes(cursor: Cursor, start: number): string {
  const { text } = cursor;
  const begin = cursor.position;
  while (text.charCodeAt(cursor.position) === 37) {
    if (!isHex(text.charCodeAt(cursor.position + 1)) || !isHex(text.charCodeAt(cursor.position + 2))) {
      throw new Fault(start, "did not find URI escaped octet in a tag");
    }
    cursor.position += 3;
  }
  try {
    return decodeURIComponent(text.slice(begin, cursor.position));
  } catch {
    throw new Fault(start, "found an incorrect UTF-8 octet in a tag");
  }
}

/** Expands a tag from {@link readTag} and returns its short form. Undefined if its handle is not declared. */
export function expandTag(written: string, handles: ReadonlyMap<string, string>): string | undefined {
  const gap = written.indexOf(" ");
  const handle = written.slice(0, gap);
  const suffix = written.slice(gap + 1);
  if (handle === "") return shortTag(suffix);
  const prefix = handles.get(handle);
  return prefix === undefined ? undefined : shortTag(prefix + suffix);
}

/** Shortens `tag:yaml.org,2002:str` to `!!str`. Other tags stay as they are. */
function shortTag(tag: string): string {
  return tag.startsWith(LONG_PREFIX) ? `!!${tag.slice(LONG_PREFIX.length)}` : tag;
}

/** The handles that are declared in every document. */
export const DEFAULT_HANDLES: ReadonlyMap<string, string> = new Map([
  ["!", "!"],
  ["!!", LONG_PREFIX],
]);
