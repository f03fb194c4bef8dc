/** Reads block scalars, `|` and `>`. */
import { Fault, isBlank, isBreak, isBreakOrEnd } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";
import { TABS } from "./scalars.ts";

/**
 * Reads the block scalar at the cursor and moves the cursor after it. `parentIndent` is the column of the enclosing
 * block collection, or -1 at the top level. Throws a {@link Fault}.
 */
export function readBlock(cursor: Cursor, parentIndent: number, onComment: (text: string) => void): string {
  const literal = cursor.text.charCodeAt(cursor.position) === 124;
  const { text } = cursor;
  const header = readHeader(cursor, onComment);
  block.indent = header.increment === 0 ? 0 : Math.max(parentIndent, 0) + header.increment;
  skipEmptyLines(cursor, parentIndent);
  const { indent } = block;
  let value = "";
  let lineBreak = "";
  let afterBlank = false;
  // A line is added when the next one is known, because that decides how the break between them is folded.
  let begin = cursor.position;
  let end = begin;
  while (cursor.position - cursor.lineStart === indent && text.charCodeAt(cursor.position) !== 0) {
    const blank = isBlank(text.charCodeAt(cursor.position));
    if (lineBreak === "") value = block.empty;
    else {
      const folds = !literal && !afterBlank && !blank && lineBreak === "\n";
      if (folds) value += text.slice(begin, end) + (block.empty || " ");
      else if (lineBreak === "\n" && text.charCodeAt(end) === 10) value += text.slice(begin, end + 1) + block.empty;
      else value += text.slice(begin, end) + lineBreak + block.empty;
    }
    begin = cursor.position;
    end = cursor.lineEnd(begin);
    afterBlank = blank;
    cursor.position = end;
    lineBreak = text.charCodeAt(end) === 0 ? "" : cursor.takeBreak();
    skipEmptyLines(cursor, parentIndent);
  }
  value += text.slice(begin, end);
  if (header.chomping >= 0) value += lineBreak;
  return header.chomping > 0 ? value + block.empty : value;
}

/**
 * Results of {@link skipEmptyLines}: the column of the text, or 0 if not known yet, and the breaks of the empty lines.
 * One object for all scalars, to save an allocation.
 */
const block = { indent: 0, empty: "" };

/** Moves the cursor to the next non-empty line of a block scalar, or to the end of the scalar. */
function skipEmptyLines(cursor: Cursor, parentIndent: number): void {
  const { text } = cursor;
  const { indent } = block;
  let { position } = cursor;
  let deepest = 0;
  let empty = "";
  while (true) {
    const limit = indent === 0 ? text.length : cursor.lineStart + indent;
    let code = text.charCodeAt(position);
    while (code === 32 && position < limit) code = text.charCodeAt(++position);
    const column = position - cursor.lineStart;
    if (column > deepest) deepest = column;
    if (code === 9 && position < limit) {
      throw new Fault(position, "found a tab character where an indentation space is expected", TABS);
    }
    cursor.position = position;
    if (!isBreak(code)) break;
    empty += cursor.takeBreak();
    position = cursor.position;
  }
  block.empty = empty;
  if (indent === 0) block.indent = Math.max(deepest, parentIndent + 1, 1);
}

function readHeader(cursor: Cursor, onComment: (text: string) => void): { chomping: number; increment: number } {
  const { text } = cursor;
  const start = cursor.position;
  let chomping = 0;
  let increment = 0;
  let seen = 0;
  cursor.position++;
  for (let part = 0; part < 2; part++) {
    const code = text.charCodeAt(cursor.position);
    if ((code === 43 || code === 45) && seen !== 1) {
      chomping = code === 43 ? 1 : -1;
      seen = 1;
    } else if (code >= 48 && code <= 57 && seen !== 2) {
      if (code === 48) throw new Fault(start, "found an indentation indicator equal to 0 in a block scalar");
      increment = code - 48;
      seen = 2;
    } else break;
    cursor.position++;
  }
  while (isBlank(text.charCodeAt(cursor.position))) cursor.position++;
  if (text.charCodeAt(cursor.position) === 35) {
    const end = cursor.lineEnd(cursor.position);
    onComment(text.slice(cursor.position, end));
    cursor.position = end;
  }
  if (!isBreakOrEnd(text.charCodeAt(cursor.position))) {
    throw new Fault(
      cursor.position,
      "did not find expected comment or line break after `|` or `>`",
      "Begin the text on the next line, indented, or quote it.",
    );
  }
  if (isBreak(text.charCodeAt(cursor.position))) cursor.takeBreak();
  return { chomping, increment };
}
