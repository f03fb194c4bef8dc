/** Marks changed words and what was searched in the diffs that are in view. Marks are ranges: the document stays as it is. */

import { byId } from "./rows.ts";
import { RunText, rangesOf } from "./run-text.ts";
import { drawSides, removeSides } from "./sides.ts";
import { changedSpans, pairLines, type Span } from "./words.ts";

/** Diffs with more text are not marked. */
const MAX_LENGTH = 200_000;
/** Marks of one diff. */
const MAX_HITS = 500;

export class Marker {
  readonly #less = highlight("less");
  readonly #more = highlight("more");
  readonly #hits = highlight("hit");
  readonly #inView = new Set<Element>();
  #words: readonly string[] = [];
  #isSplit = false;
  #observer: IntersectionObserver | undefined;

  watch(diffs: Iterable<Element>): void {
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) this.#inView.add(target);
          else this.#inView.delete(target);
        }
        this.refresh();
      },
      { rootMargin: "300px" },
    );
    for (const diff of diffs) this.#observer.observe(diff);
  }

  search(words: readonly string[]): void {
    this.#words = words;
    this.refresh();
  }

  toggleSplit(): void {
    this.#isSplit = !this.#isSplit;
    byId("split").setAttribute("aria-pressed", String(this.#isSplit));
    if (!this.#isSplit) for (const diff of document.querySelectorAll(".o > pre")) removeSides(diff);
    this.refresh();
  }

  /** Marks what is in view, and nothing else. */
  refresh(): void {
    for (const marks of [this.#less, this.#more, this.#hits]) marks?.clear();
    for (const diff of this.#inView) {
      if (!diff.isConnected || (diff.textContent ?? "").length > MAX_LENGTH) continue;
      if (this.#isSplit) drawSides(diff);
      this.#markWords(diff);
      this.#markHits(diff);
    }
  }

  #markWords(diff: Element): void {
    for (const removed of diff.querySelectorAll("del")) {
      const added = removed.nextElementSibling;
      if (added?.tagName !== "INS" || removed.nextSibling !== added) continue;
      const [before, after] = [new RunText(removed), new RunText(added)];
      for (const pair of pairLines(before.lines, after.lines)) {
        const spans = changedSpans(before.lines[pair.removed] as string, after.lines[pair.added] as string);
        mark(this.#less, before.ranges(pair.removed, spans.removed));
        mark(this.#more, after.ranges(pair.added, spans.added));
      }
    }
  }

  #markHits(diff: Element): void {
    if (this.#words.length === 0) return;
    const spans: Span[] = [];
    const text = (diff.textContent ?? "").toLowerCase();
    for (const word of this.#words) {
      for (let at = text.indexOf(word); at >= 0 && spans.length < MAX_HITS; at = text.indexOf(word, at + word.length))
        spans.push([at, at + word.length]);
    }
    mark(this.#hits, rangesOf(diff, spans));
  }
}

function mark(marks: Highlight | undefined, ranges: readonly Range[]): void {
  for (const range of ranges) marks?.add(range);
}

/** Undefined in browsers that cannot mark ranges. */
function highlight(name: string): Highlight | undefined {
  if (typeof Highlight === "undefined") return undefined;
  const marks = new Highlight();
  CSS.highlights.set(name, marks);
  return marks;
}
