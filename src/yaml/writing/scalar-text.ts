/** Writes strings as go-yaml's emitters do: folding and escapes (docs/specification/yaml-writing.md 7). */
import { GrowingText } from "../../budget/index.ts";
import { isBreak } from "../nodes/index.ts";
import { analyze, isPrintable, styleOf } from "./scalar-style.ts";

/** Lines are folded at the first space after this column. */
export const WIDTH = 80;

/**
 * Writes a text as a scalar. `column` is where it begins; continued lines are indented by `indent`. Keys are never
 * folded.
 */
export function writeString(text: string, asKey: boolean, column: number, indent: number): string {
  const analysis = analyze(text);
  const style = styleOf(text, analysis, asKey);
  if (style === "plain") return !asKey && column + text.length > WIDTH ? foldPlain(text, column, indent) : text;
  if (style === "literal") return writeLiteral(text, indent);
  // A quote takes two columns.
  if (style === "single") return writeSingle(text, column, indent, !asKey && column + 2 * text.length > WIDTH);
  return writeDouble(text, column, indent, !asKey);
}

/** Folds a plain scalar that begins at column `start`. */
export function foldPlain(text: string, start: number, indent: number): string {
  const pad = `\n${" ".repeat(indent)}`;
  const out = new GrowingText("");
  let begin = 0;
  // Only spaces beyond the width can fold a line.
  for (let at = text.indexOf(" ", WIDTH + 1 - start); at >= 0; ) {
    if (text.charCodeAt(at - 1) === 32 || text.charCodeAt(at + 1) === 32) at = text.indexOf(" ", at + 1);
    else {
      out.add(text.slice(begin, at) + pad);
      begin = at + 1;
      at = text.indexOf(" ", begin + Math.max(WIDTH + 1 - indent, 0));
    }
  }
  return begin === 0 ? text : out.text + text.slice(begin);
}

/** Writes a text in single quotes. `folds` says whether long lines are folded. */
export function writeSingle(text: string, start: number, indent: number, folds: boolean): string {
  if (!folds && !/[\n\u2028\u2029]/.test(text))
    return text.includes("'") ? `'${text.replaceAll("'", "''")}'` : `'${text}'`;
  const pad = " ".repeat(indent);
  const out = new GrowingText("'");
  let column = start + 1;
  let spaces = false;
  let breaks = false;
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 32) {
      const inside = at > 0 && at < text.length - 1 && text.charCodeAt(at + 1) !== 32;
      if (folds && !spaces && column > WIDTH && inside) {
        out.add(`${text.slice(begin, at)}\n${pad}`);
        begin = at + 1;
        column = indent;
      } else column++;
      spaces = true;
    } else if (isBreak(code)) {
      if (!breaks && code === 10) {
        out.add(`${text.slice(begin, at)}\n`);
        begin = at;
      }
      column = 0;
      breaks = true;
    } else {
      if (breaks) {
        out.add(text.slice(begin, at) + pad);
        begin = at;
        column = indent;
      }
      if (code === 39) {
        out.add(`${text.slice(begin, at)}'`);
        begin = at;
      }
      column += code === 39 ? 2 : 1;
      spaces = false;
      breaks = false;
    }
  }
  return `${out.text + text.slice(begin)}'`;
}

/** Line breaks other than LF. */
const OTHER_BREAKS = /[\r\x85\u2028\u2029]/;

/** Writes a text as a `|` block scalar whose lines are indented by `indent`. */
export function writeLiteral(text: string, indent: number): string {
  const pad = " ".repeat(indent);
  const first = text.charCodeAt(0);
  let header = first === 32 || isBreak(first) ? "|2" : "|";
  const last = text.charCodeAt(text.length - 1);
  if (!isBreak(last)) header += "-";
  else if (text.length === 1 || isBreak(text.charCodeAt(text.length - 2))) header += "+";
  const out = new GrowingText(`${header}\n`);
  let begin = 0;
  const hasOtherBreaks = OTHER_BREAKS.test(text);
  while (begin < text.length) {
    let end = hasOtherBreaks ? begin : text.indexOf("\n", begin);
    if (end < 0) end = text.length;
    while (hasOtherBreaks && end < text.length && !isBreak(text.charCodeAt(end))) end++;
    out.add((end > begin ? pad : "") + text.slice(begin, end + 1));
    begin = end + 1;
  }
  return out.text;
}

const SHORT: Readonly<Record<number, string>> = {
  0: "\\0",
  7: "\\a",
  8: "\\b",
  9: "\\t",
  10: "\\n",
  11: "\\v",
  12: "\\f",
  13: "\\r",
  27: "\\e",
  34: '\\"',
  92: "\\\\",
  0x85: "\\N",
  0xa0: "\\_",
  0x2028: "\\L",
  0x2029: "\\P",
};

/** Writes a text in double quotes. `folds` says whether long lines are folded. */
export function writeDouble(text: string, start: number, indent: number, folds: boolean): string {
  const pad = `\n${" ".repeat(indent)}`;
  // The emitter escapes everything after a leading byte order mark.
  const everything = text.charCodeAt(0) === 0xfeff;
  const out = new GrowingText('"');
  let column = start + 1;
  let spaces = false;
  // Characters without escapes are copied in one piece.
  let begin = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.codePointAt(at) as number;
    if (code === 32 && !everything) {
      const inside = at > 0 && at < text.length - 1;
      if (folds && !spaces && column > WIDTH && inside) {
        const isDouble = text.charCodeAt(at + 1) === 32;
        out.add(text.slice(begin, at) + pad + (isDouble ? "\\" : ""));
        begin = at + 1;
        column = isDouble ? indent + 1 : indent;
      } else column++;
      spaces = true;
      continue;
    }
    spaces = false;
    const end = code > 0xffff ? at + 2 : at + 1;
    if (everything || mustEscape(code)) {
      const written = escape(code);
      out.add(text.slice(begin, at) + written);
      begin = end;
      column += written.length;
    } else column += end - at;
    at = end - 1;
  }
  return `${out.text + text.slice(begin)}"`;
}

function mustEscape(code: number): boolean {
  if (code < 127) return code < 32 || code === 34 || code === 92;
  return code > 0xffff || code === 0x2028 || code === 0x2029 || !isPrintable(code);
}

function escape(code: number): string {
  const short = SHORT[code];
  if (short !== undefined) return short;
  const hex = code.toString(16).toUpperCase();
  if (code <= 0xff) return `\\x${hex.padStart(2, "0")}`;
  return code <= 0xffff ? `\\u${hex.padStart(4, "0")}` : `\\U${hex.padStart(8, "0")}`;
}
