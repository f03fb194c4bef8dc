/**
 * Reads plain and quoted scalars. Each reader starts at the scalar's first character and moves the cursor after it.
 */
import { GrowingText } from "../../budget/index.ts";
import { Fault, isBlank, isBlankOrEnd, isBreak, isHex } from "../nodes/index.ts";
import { type Cursor, fold } from "./cursor.ts";

/** The hint for tabs in indentation. */
export const TABS = "Indent with spaces; YAML does not allow tabs for it.";

/** A plain scalar that was read. */
export interface Plain {
  value: string;
  /** Start of the line on which the scalar ends. A comment on that line belongs to the scalar. */
  endLine: number;
  /** True if the reader stepped over line breaks after the scalar. */
  broken: boolean;
}

/** The result of {@link readPlain}, reused: nearly every token is a plain scalar. */
const plain: Plain = { value: "", endLine: 0, broken: false };

/**
 * Reads a plain scalar. `indent` is the smallest column of a continuation line in block context. The result is valid
 * until the next call. Throws a {@link Fault}.
 */
export function readPlain(cursor: Cursor, indent: number, inFlow: boolean): Plain {
  const { text } = cursor;
  const start = cursor.position;
  let position = start;
  let head = "";
  let lineBegin = start;
  let end = start;
  let endLine = cursor.lineStart;
  let first = "";
  let others = "";
  let broken = false;
  let code = text.charCodeAt(position);
  while (true) {
    if (position === cursor.lineStart) {
      cursor.position = position;
      if (cursor.atDocumentIndicator()) break;
    }
    if (code === 35) break;
    const begin = position;
    while (!isBlankOrEnd(code)) {
      if (code === 58 && isBlankOrEnd(text.charCodeAt(position + 1))) break;
      if (inFlow && endsPlainInFlow(code)) break;
      code = text.charCodeAt(++position);
    }
    if (position > begin) {
      if (broken) {
        head += text.slice(lineBegin, end) + fold(first, others);
        lineBegin = begin;
        broken = false;
        others = "";
      }
      end = position;
      endLine = cursor.lineStart;
    }
    if (!isBlank(code) && !isBreak(code)) break;
    while (true) {
      if (isBlank(code)) {
        if (broken && code === 9 && position - cursor.lineStart < indent) {
          throw new Fault(position, "found a tab character that violates indentation", TABS);
        }
        position++;
      } else if (isBreak(code)) {
        cursor.position = position;
        const taken = cursor.takeBreak();
        position = cursor.position;
        if (broken) others += taken;
        else first = taken;
        broken = true;
      } else break;
      code = text.charCodeAt(position);
    }
    if (!inFlow && position - cursor.lineStart < indent) break;
  }
  cursor.position = position;
  const tail = text.slice(lineBegin, end);
  plain.value = head === "" ? tail : head + tail;
  plain.endLine = endLine;
  plain.broken = broken;
  return plain;
}

function endsPlainInFlow(code: number): boolean {
  return code === 44 || code === 63 || code === 91 || code === 93 || code === 123 || code === 125;
}

/** Reads a `'…'` or `"…"` scalar. The cursor is at the opening quote. Throws a {@link Fault}. */
export function readQuoted(cursor: Cursor, single: boolean): string {
  const { text } = cursor;
  const quote = single ? 39 : 34;
  const start = cursor.position;
  const close = cursor.hasOtherBreaks ? -1 : closingQuote(text, start, quote);
  if (close > 0) {
    cursor.position = close + 1;
    return text.slice(start + 1, close);
  }
  cursor.position++;
  const value = new GrowingText("");
  while (true) {
    if (cursor.atDocumentIndicator()) {
      throw new Fault(
        start,
        "found a document separator inside a quoted text",
        "Close the quotes, or indent the line.",
      );
    }
    let position = cursor.position;
    let begin = position;
    let code = text.charCodeAt(position);
    let broken = false;
    while (!isBlankOrEnd(code)) {
      if (code === quote) {
        if (!single || text.charCodeAt(position + 1) !== 39) break;
        value.add(text.slice(begin, position + 1));
        position += 2;
        begin = position;
      } else if (code === 92 && !single) {
        value.add(text.slice(begin, position));
        if (isBreak(text.charCodeAt(position + 1))) {
          cursor.position = position + 1;
          cursor.takeBreak();
          position = begin = cursor.position;
          broken = true;
          break;
        }
        value.add(unescape(text, position));
        position += escapeLength(text.charCodeAt(position + 1));
        begin = position;
      } else position++;
      code = text.charCodeAt(position);
    }
    value.add(text.slice(begin, position));
    code = text.charCodeAt(position);
    if (code === quote) {
      cursor.position = position + 1;
      return value.text;
    }
    if (code === 0) {
      throw new Fault(start, "found unexpected end of stream in a quoted text", "Add the closing quote.");
    }
    cursor.position = position;
    value.add(readGap(cursor, broken));
  }
}

/**
 * The offset of the closing quote if it is on the same line and there are no escapes, as nearly always; otherwise -1.
 */
function closingQuote(text: string, start: number, quote: number): number {
  let at = start + 1;
  let code = text.charCodeAt(at);
  while (code !== quote && code !== 10 && code !== 92 && code !== 0) code = text.charCodeAt(++at);
  return code === quote && (quote === 34 || text.charCodeAt(at + 1) !== quote) ? at : -1;
}

/** Reads the blanks and breaks between two words of a quoted scalar. Returns the text they are folded into. */
function readGap(cursor: Cursor, escapedBreak: boolean): string {
  const { text } = cursor;
  const begin = cursor.position;
  let broken = escapedBreak;
  let first = "";
  let others = "";
  let code = text.charCodeAt(begin);
  while (true) {
    if (isBlank(code)) cursor.position++;
    else if (isBreak(code)) {
      const taken = cursor.takeBreak();
      if (broken) others += taken;
      else first = taken;
      broken = true;
    } else break;
    code = text.charCodeAt(cursor.position);
  }
  if (!broken) return text.slice(begin, cursor.position);
  return first === "" ? others : fold(first, others);
}

const ESCAPES: Readonly<Record<number, string>> = {
  48: "\0",
  97: "\x07",
  98: "\b",
  116: "\t",
  9: "\t",
  110: "\n",
  118: "\v",
  102: "\f",
  114: "\r",
  101: "\x1B",
  32: " ",
  34: '"',
  39: "'",
  92: "\\",
  78: "\x85",
  95: "\xA0",
  76: "\u2028",
  80: "\u2029",
};

/** The number of digits of a numeric escape, by its letter; 0 for any other escape. */
function hexDigits(code: number): number {
  if (code === 120) return 2;
  if (code === 117) return 4;
  return code === 85 ? 8 : 0;
}

function escapeLength(code: number): number {
  return 2 + hexDigits(code);
}

/** Decodes the escape sequence at `position`. */
function unescape(text: string, position: number): string {
  const code = text.charCodeAt(position + 1);
  const simple = ESCAPES[code];
  if (simple !== undefined) return simple;
  const digits = hexDigits(code);
  if (digits === 0) {
    throw new Fault(
      position,
      "found unknown escape character in a double-quoted text",
      code === 47
        ? "YAML as kustomize reads it has no `\\/`; write `/`."
        : "Use single quotes, or double the backslash.",
    );
  }
  const hex = text.slice(position + 2, position + 2 + digits);
  for (let at = 0; at < digits; at++) {
    if (!isHex(hex.charCodeAt(at))) throw new Fault(position, `did not find expected ${digits} hexadecimal digits`);
  }
  const point = Number.parseInt(hex, 16);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) {
    throw new Fault(
      position,
      "found invalid Unicode character escape code",
      "Write the character itself, or one \\U with eight digits. Surrogate pairs are not supported.",
    );
  }
  return String.fromCodePoint(point);
}
