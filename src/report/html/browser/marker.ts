/** Marks changed words and what was searched in the diffs that are in view. Marks are ranges: the document stays as it is. */

import { changedSpans, pairLines, type Span } from "../../words/changed-words.ts";
import { formatAddress } from "./address.ts";
import { readChoices } from "./choices.ts";
import { RunText, rangesOf } from "./run-text.ts";

/** Diffs with more text are not marked. */
const MAX_LENGTH = 200_000;
/** Diffs so far out of view are marked as well. */
const MARGIN = "300px";
/** Marks of one diff. */
const MAX_HITS = 500;

/** Marks of words that differ. */
interface Words {
  readonly less: readonly Range[];
  readonly more: readonly Range[];
}

export class Marker {
  readonly #less = highlight("less");
  readonly #more = highlight("more");
  readonly #hits = highlight("hit");
  /** Known of diffs that were in view. */
  readonly #known = new WeakMap<Element, Words>();
  readonly #inView = new Set<Element>();
  readonly #chunks: IntersectionObserver;
  readonly #diffs: IntersectionObserver;
  #words: readonly string[] = [];

  constructor() {
    this.#diffs = new IntersectionObserver((entries) => this.#moved(entries), { rootMargin: MARGIN });
    // Watching all diffs of a large page would slow each frame down.
    this.#chunks = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          for (const diff of target.querySelectorAll(".r[open] .o > pre")) {
            if (isIntersecting) this.#diffs.observe(diff);
            else this.#leave(diff);
          }
        }
      },
      { rootMargin: MARGIN },
    );
  }

  /** Watches these chunks, and no others. */
  watch(chunks: Iterable<Element>): void {
    this.#chunks.disconnect();
    this.#diffs.disconnect();
    this.#inView.clear();
    for (const chunk of chunks) this.#chunks.observe(chunk);
  }

  /** A row, or a part of one, was opened or closed. */
  toggled(details: HTMLElement): void {
    if (details.closest(".k") === null) return;
    // Far away, the browser has not drawn it, and the chunk tells when it comes into view.
    if (!details.checkVisibility({ contentVisibilityAuto: true })) return;
    for (const diff of details.querySelectorAll(".o > pre")) {
      if ((details as HTMLDetailsElement).open) this.#diffs.observe(diff);
      else this.#leave(diff);
    }
  }

  /** The diff has become another one. */
  forget(diff: Element): void {
    this.#known.delete(diff);
    this.refresh();
  }

  search(words: readonly string[]): void {
    this.#words = words;
    this.refresh();
  }

  /** Marks what is in view, and nothing else. */
  refresh(): void {
    for (const marks of [this.#less, this.#more, this.#hits]) marks?.clear();
    for (const diff of this.#inView) {
      if ((diff.textContent ?? "").length > MAX_LENGTH) continue;
      const words = this.#known.get(diff) ?? wordsOf(diff);
      this.#known.set(diff, words);
      mark(this.#less, words.less);
      mark(this.#more, words.more);
      this.#markHits(diff);
    }
  }

  #moved(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) {
        this.#inView.add(target);
        offerLink(target.parentElement as HTMLElement);
      } else this.#inView.delete(target);
    }
    this.refresh();
  }

  #leave(diff: Element): void {
    this.#diffs.unobserve(diff);
    this.#inView.delete(diff);
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

function wordsOf(diff: Element): Words {
  const words = { less: [] as Range[], more: [] as Range[] };
  for (const removed of diff.querySelectorAll("del")) {
    const added = removed.nextElementSibling;
    if (added?.tagName !== "INS" || removed.nextSibling !== added) continue;
    const [before, after] = [new RunText(removed), new RunText(added)];
    for (const pair of pairLines(before.lines, after.lines)) {
      const spans = changedSpans(before.lines[pair.removed] as string, after.lines[pair.added] as string);
      words.less.push(...before.ranges(pair.removed, spans.removed));
      words.more.push(...after.ranges(pair.added, spans.added));
    }
  }
  return words;
}

/** Puts a button beside a diff that copies its address. */
function offerLink(object: HTMLElement): void {
  if (object.querySelector(".copy") !== null) return;
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  // The style has its words: the document and what is found in it stay as they are.
  button.setAttribute("aria-label", "Copy link to this change");
  button.addEventListener("click", () => {
    history.replaceState(null, "", formatAddress({ anchor: object.id, choices: readChoices() }));
    // Other readers have their own choices.
    const address = `${location.href.split("#")[0]}#${object.id}`;
    void navigator.clipboard?.writeText(address).then(() => {
      button.classList.add("done");
    });
  });
  object.prepend(button);
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
