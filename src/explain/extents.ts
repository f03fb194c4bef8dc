/** How far what begins at a place reaches. Only indentation counts, so this also holds for texts that are not read as YAML. */
import type { Location } from "../diagnostics.ts";

/** The start of a line up to its first word: indentation and the marks of list elements. */
const LEAD = /^(?:\s|-(?:\s+|$))*/;
/** A key of a block map. */
const KEY = /^(?:"[^"]*"|'[^']*'|[^\s"'{}[\],#&*!|>%@`][^#:]*(?::[^\s#:][^#:]*)*):(?:\s|$)/;

/** The last line of the map, list or scalar at a place. */
export function lastLine(
  lines: readonly string[],
  { line = 1, column = 1 }: Pick<Location, "line" | "column">,
): number {
  const first = lines[line - 1] ?? "";
  const at = column - 1;
  const rest = first.slice(at);
  const isList = /^-(?:\s|$)/.test(rest);
  const isMap = !isList && KEY.test(rest);
  const lead = LEAD.exec(first)?.[0] ?? "";
  // The parent of a scalar is its key, or the list that it is an element of.
  const parent = at > lead.length ? lead.length : Math.max(0, lead.lastIndexOf("-"));
  const least = isList || isMap ? at : parent + 1;
  let last = line;
  for (let index = line; index < lines.length; index++) {
    const text = lines[index] as string;
    if (text.trim() === "") continue;
    const indent = text.length - text.trimStart().length;
    const isInside = indent > at ? indent >= least : indent >= least && (!isList || text[indent] === "-");
    if (!isInside || /^(?:---|\.\.\.)(?:\s|$)/.test(text)) break;
    last = index + 1;
  }
  return last;
}
