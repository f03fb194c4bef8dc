/** Reads the `%YAML` and `%TAG` lines in front of a document. */
import { Fault, isBlank, isBlankOrEnd, isBreak, isBreakOrEnd, isWord } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";
import { readHandle, readUri } from "./tags.ts";

/** Reads a `%YAML 1.1` line and returns the version. */
export function readVersionDirective(cursor: Cursor): string {
  const start = cursor.position;
  readName(cursor, "YAML");
  skipBlanks(cursor);
  const match = /^(\d{1,2})\.(\d{1,2})(?!\d)/.exec(cursor.text.slice(cursor.position, cursor.position + 6));
  if (match === null) throw new Fault(start, "did not find expected version number in a %YAML directive");
  cursor.position += match[0].length;
  endLine(cursor, start);
  return `${Number(match[1])}.${Number(match[2])}`;
}

/** Reads a `%TAG handle prefix` line and returns handle and prefix, separated by a space. */
export function readTagDirective(cursor: Cursor): string {
  const start = cursor.position;
  readName(cursor, "TAG");
  skipBlanks(cursor);
  const handle = readHandle(cursor, start);
  if (handle !== "!" && !handle.endsWith("!")) throw new Fault(start, "did not find expected '!' in a %TAG directive");
  if (!isBlank(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start, "did not find expected whitespace in a %TAG directive");
  }
  skipBlanks(cursor);
  const prefix = readUri(cursor, "", start);
  if (!isBlankOrEnd(cursor.text.charCodeAt(cursor.position))) {
    throw new Fault(start, "did not find expected whitespace or line break in a %TAG directive");
  }
  endLine(cursor, start);
  return `${handle} ${prefix}`;
}

function readName(cursor: Cursor, expected: string): void {
  const start = cursor.position;
  let end = start + 1;
  while (isWord(cursor.text.charCodeAt(end))) end++;
  if (cursor.text.slice(start + 1, end) !== expected || !isBlankOrEnd(cursor.text.charCodeAt(end))) {
    throw new Fault(start, "found unknown directive name", "Quote a text that begins with `%`.");
  }
  cursor.position = end;
}

function skipBlanks(cursor: Cursor): void {
  while (isBlank(cursor.text.charCodeAt(cursor.position))) cursor.position++;
}

function endLine(cursor: Cursor, start: number): void {
  skipBlanks(cursor);
  if (cursor.text.charCodeAt(cursor.position) === 35) cursor.position = cursor.lineEnd(cursor.position);
  const code = cursor.text.charCodeAt(cursor.position);
  if (!isBreakOrEnd(code)) throw new Fault(start, "did not find expected comment or line break after a directive");
  if (isBreak(code)) cursor.takeBreak();
}
