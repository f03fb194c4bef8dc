/** Prints values as Go's package fmt does. docs/specification/go-templates.md 4 */
import type { TemplateEffort } from "../effort.ts";
import type { GoValue } from "../values/values.ts";
import { Printer } from "./printer.ts";
import { readVerb, spelled } from "./verbs.ts";

/** The text that an action writes. No value at all is `<no value>`. */
export function printOne(value: GoValue, effort: TemplateEffort): string {
  if (value === undefined || value === null) return "<no value>";
  return typeof value === "string" ? value : sprint([value], effort);
}

/** The values one after the other, with a space between two of which none is a text. */
export function sprint(values: readonly GoValue[], effort: TemplateEffort): string {
  const printer = new Printer(effort);
  let wasText = false;
  for (const [index, value] of values.entries()) {
    const isText = typeof value === "string";
    if (index > 0 && !isText && !wasText) printer.write(" ");
    printer.print(value, "v");
    wasText = isText;
  }
  return printer.text;
}

/** The values with spaces between them, and the end of a line. */
export function sprintln(values: readonly GoValue[], effort: TemplateEffort): string {
  const printer = new Printer(effort);
  for (const [index, value] of values.entries()) {
    if (index > 0) printer.write(" ");
    printer.print(value, "v");
  }
  return `${printer.text}\n`;
}

/** A format with the values in the places of its verbs. */
export function sprintf(format: string, values: readonly GoValue[], effort: TemplateEffort): string {
  const printer = new Printer(effort);
  let next = 0;
  let isReordered = false;
  for (let at = 0; at < format.length; ) {
    const percent = format.indexOf("%", at);
    printer.write(format.slice(at, percent < 0 ? undefined : percent));
    if (percent < 0) break;
    const verb = readVerb(format, percent + 1, values, next);
    next = verb.next;
    isReordered ||= verb.isReordered;
    at = verb.end;
    printer.write(verb.complaint);
    if (verb.letter === undefined) {
      printer.write("%!(NOVERB)");
      break;
    }
    if (verb.letter === "%") printer.write("%");
    else if (!verb.isGoodIndex) printer.write(`%!${verb.letter}(BADINDEX)`);
    else if (next >= values.length) printer.write(`%!${verb.letter}(MISSING)`);
    else {
      printer.flags = verb.flags;
      printer.print(values[next], spelled(verb.letter));
      next++;
    }
  }
  if (!isReordered && next < values.length) printer.writeExtra(values.slice(next));
  return printer.text;
}
