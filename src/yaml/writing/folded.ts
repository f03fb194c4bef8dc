/**
 * The change that a folded (`>`) scalar undergoes when kustomize writes it and reads it again
 * (docs/specification/yaml-writing.md 2.3).
 */
import { GrowingText } from "../../budget/index.ts";
import { isBlank } from "../nodes/index.ts";

/** A line, or a run of line breaks. A text in a block contains no other breaks. */
const PARTS = /[^\n\u2028\u2029]+|[\n\u2028\u2029]+/g;
const IS_BREAK = /^[\n\u2028\u2029]/;

/**
 * The text after one round trip as a folded block scalar. The writer adds a break to each run of breaks after a line
 * that does not begin with a blank, if the run begins with LF. The reader removes such a break only between two such
 * lines.
 */
export function refold(text: string): string {
  const start = text.search(/[^\n\u2028\u2029]/);
  if (start < 0) return text;
  const isWidened = !isBlank(text.charCodeAt(start));
  const out = new GrowingText(text.slice(0, start));
  let isFirst = true;
  let previousBlank = true;
  let breaks = "";
  // One part after the other: an array of all of them can take more memory than there is.
  for (const [part] of text.slice(start).matchAll(PARTS)) {
    if (!IS_BREAK.test(part)) {
      const blank = isBlank(part.charCodeAt(0));
      out.add((isFirst ? "" : between(breaks, previousBlank || blank)) + part);
      isFirst = false;
      previousBlank = blank;
      breaks = "";
    } else breaks = part.startsWith("\n") && isWidened && !previousBlank ? `\n${part}` : part;
  }
  return /[\n\u2028\u2029]{2}$/.test(text) ? out.text + breaks : out.text + breaks.slice(0, 1);
}

/** The text between two lines. `literal`: one of them begins with a blank, so the breaks are not folded. */
function between(breaks: string, literal: boolean): string {
  if (literal || !breaks.startsWith("\n")) return breaks;
  return breaks.length === 1 ? " " : breaks.slice(1);
}
