/** The texts of rows, for search. Built when the browser has nothing else to do. */
import { getOrInsert } from "../../../collections.ts";
import type { Row } from "./rows.ts";

interface Text {
  readonly text: string;
  /** The parts that it leads to, because they say the same. */
  readonly parts: readonly string[];
}

/** The longest time that one slice of work takes, in milliseconds. */
const SLICE = 8;

export class SearchIndex {
  readonly #rows: readonly Row[];
  readonly #texts = new Map<Row, Text>();
  readonly #parts = new Map<string, Text>();

  constructor(rows: readonly Row[]) {
    this.#rows = rows;
  }

  /** Reads the rows in idle time. */
  prepare(from = 0): void {
    const idle = globalThis.requestIdleCallback ?? ((work: () => void) => setTimeout(work, 50));
    idle(() => {
      const end = performance.now() + SLICE;
      let at = from;
      for (; at < this.#rows.length && performance.now() < end; at++) this.#textOf(this.#rows[at] as Row);
      if (at < this.#rows.length) this.prepare(at);
    });
  }

  /** The rows that hold all words. Gives up when `isStale` says so. Never works longer than a slice without a pause. */
  async find(words: readonly string[], isStale: () => boolean): Promise<ReadonlySet<Row> | undefined> {
    const found = new Set<Row>();
    const known = words.map(() => new Map<string, boolean>());
    let end = performance.now() + SLICE;
    for (const row of this.#rows) {
      if (words.every((word, index) => this.#holds(this.#textOf(row), word, known[index] as Map<string, boolean>)))
        found.add(row);
      if (performance.now() < end) continue;
      await new Promise((done) => setTimeout(done));
      if (isStale()) return undefined;
      end = performance.now() + SLICE;
    }
    return found;
  }

  #holds({ text, parts }: Text, word: string, known: Map<string, boolean>): boolean {
    return text.includes(word) || parts.some((part) => this.#partHolds(part, word, known));
  }

  #partHolds(part: string, word: string, known: Map<string, boolean>): boolean {
    const before = known.get(part);
    if (before !== undefined) return before;
    known.set(part, false);
    const text = getOrInsert(this.#parts, part, () => read(document.getElementById(part)));
    const holds = this.#holds(text, word, known);
    known.set(part, holds);
    return holds;
  }

  #textOf(row: Row): Text {
    return getOrInsert(this.#texts, row, () => read(row.element));
  }
}

function read(element: Element | null): Text {
  const links = element === null ? [] : [...element.querySelectorAll<HTMLAnchorElement>("pre a, i a")];
  return { text: (element?.textContent ?? "").toLowerCase(), parts: links.map(({ hash }) => hash.slice(1)) };
}
