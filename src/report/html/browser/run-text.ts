/** The text of a run of lines, whose positions become ranges of the document. */
import { countBefore } from "../../../collections.ts";
import type { Span } from "../../words/changed-words.ts";

export class RunText {
  readonly lines: readonly string[];
  readonly #element: Element;
  readonly #starts: number[] = [];

  constructor(element: Element) {
    this.#element = element;
    const text = element.textContent ?? "";
    this.lines = (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
    let at = 0;
    for (const line of this.lines) {
      this.#starts.push(at);
      at += line.length + 1;
    }
  }

  /** The ranges of spans of one line. */
  ranges(line: number, spans: readonly Span[]): Range[] {
    const start = this.#starts[line] ?? 0;
    return rangesOf(
      this.#element,
      spans.map(([from, to]) => [start + from, start + to]),
    );
  }
}

/** Ranges of the text of an element. */
export function rangesOf(element: Element, spans: readonly Span[]): Range[] {
  if (spans.length === 0) return [];
  const nodes: { readonly node: Text; readonly start: number; readonly end: number }[] = [];
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let at = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const end = at + (node as Text).length;
    nodes.push({ node: node as Text, start: at, end });
    at = end;
  }
  const find = (position: number) => nodes[countBefore(nodes, ({ end }) => end <= position)];
  return spans.flatMap(([from, to]) => {
    const [first, last] = [find(from), find(to - 1)];
    if (first === undefined || last === undefined) return [];
    const range = document.createRange();
    range.setStart(first.node, from - first.start);
    range.setEnd(last.node, to - last.start);
    return [range];
  });
}
