/** The colours of a diff, as ranges of the document. */
import { type Colour, colouredSpans } from "./colours.ts";

/** The ranges of a diff, with the names of their marks. Titles and links are no YAML, and a text after one does not begin a line. */
export function* colouredRanges(diff: Element): Generator<{ readonly name: Colour; readonly range: Range }, void> {
  const walker = document.createTreeWalker(diff, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node.parentElement?.closest("b, a, u")) continue;
    const before = (node.previousSibling as Element | null)?.localName;
    const text = node.textContent ?? "";
    const start = before === "a" || before === "u" ? text.indexOf("\n") + 1 : 0;
    if (start === 0 && (before === "a" || before === "u")) continue;
    for (const { colour, from, to } of colouredSpans(text.slice(start))) {
      const range = document.createRange();
      range.setStart(node, start + from);
      range.setEnd(node, start + to);
      yield { name: colour, range };
    }
  }
}
