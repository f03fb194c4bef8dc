/**
 * The change that a folded (`>`) scalar undergoes when kustomize writes it and reads it again
 * (docs/specification/yaml-writing.md 2.3).
 */
import { isBlank } from "../nodes/index.ts";

/**
 * The text after one round trip as a folded block scalar. The writer adds a break to each run of breaks behind a line
 * that does not begin with a blank. The reader removes it only between two such lines.
 */
export function refold(text: string): string {
  const start = text.search(/[^\n]/);
  if (start < 0) return text;
  const isWidened = !isBlank(text.charCodeAt(start));
  const lines: string[] = [];
  let out = text.slice(0, start);
  let previousBlank = true;
  let breaks = 0;
  for (const part of text.slice(start).split(/(\n+)/)) {
    if (part === "") continue;
    if (part.charCodeAt(0) !== 10) {
      const blank = isBlank(part.charCodeAt(0));
      if (lines.length > 0) out += between(breaks, previousBlank || blank);
      out += part;
      lines.push(part);
      previousBlank = blank;
      breaks = 0;
    } else breaks = part.length + (isWidened && !previousBlank ? 1 : 0);
  }
  if (!text.endsWith("\n")) return out;
  return text.endsWith("\n\n") ? out + "\n".repeat(breaks) : `${out}\n`;
}

/** The text between two lines. `literal`: one of them begins with a blank, so the breaks are not folded. */
function between(breaks: number, literal: boolean): string {
  if (literal) return "\n".repeat(breaks);
  return breaks === 1 ? " " : "\n".repeat(breaks - 1);
}
