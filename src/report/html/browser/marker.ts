/** Marks changed words, what was searched, and the parts of YAML in the diffs that are in view. Marks are ranges: the document stays as it is. */

import { changedSpans, pairLines, type Span } from "../../words/changed-words.ts";
import { colouredRanges } from "./coloured-ranges.ts";
import { COLOURS } from "./colours.ts";
import { numberLines } from "./line-numbers.ts";
import { copyLink } from "./link-copies.ts";
import { whenAtRest } from "./rest.ts";
import { RunText, rangesOf } from "./run-text.ts";
import { offerLines } from "./unfolding.ts";

/** Diffs with more text are neither marked nor numbered. */
const MAX_LENGTH = 200_000;
/** Diffs so far out of view are marked as well. */
const MARGIN = "300px";
/** Marks of one diff. */
const MAX_HITS = 500;

/** Diffs with more text have no colours: each line has several marks. */
const MAX_COLOURED = 30_000;

const MARKS = [...COLOURS, "less", "more"] as const;
type Mark = (typeof MARKS)[number];

/** The marks of a diff, without those of a search. */
type Marks = readonly { readonly name: Mark; readonly range: Range }[];

export class Marker {
  readonly #marks = new Map<Mark, Highlight | undefined>(MARKS.map((name) => [name, highlight(name)]));
  readonly #hits = highlight("hit");
  /** Known of diffs that were in view. */
  readonly #known = new WeakMap<Element, Marks>();
  readonly #inView = new Set<Element>();
  /** Diffs without colours so far. */
  readonly #plain = new Set<Element>();
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
    for (const diff of this.#inView) this.#clear(diff);
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
    this.#clear(diff);
    this.#known.delete(diff);
    if (this.#inView.has(diff)) {
      numberLines(diff);
      this.#show(diff);
    }
    this.#markHits();
  }

  search(words: readonly string[]): void {
    this.#words = words;
    this.#markHits();
  }

  #moved(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (!isIntersecting) this.#hide(target);
      else if (!this.#inView.has(target)) {
        this.#inView.add(target);
        offerLink(target.parentElement as HTMLElement);
        this.#show(target);
      }
    }
    this.#markHits();
  }

  #leave(diff: Element): void {
    this.#diffs.unobserve(diff);
    this.#hide(diff);
  }

  #hide(diff: Element): void {
    if (this.#inView.delete(diff)) this.#clear(diff);
  }

  #show(diff: Element): void {
    const known = this.#known.get(diff);
    if (known === undefined) {
      this.#plain.add(diff);
      whenAtRest("colours", () => this.#complete());
    }
    this.#add(diff, known ?? wordsOf(diff));
  }

  #add(diff: Element, marks: Marks): void {
    this.#known.set(diff, marks);
    for (const { name, range } of marks) this.#marks.get(name)?.add(range);
  }

  /** Numbers and colours what is in view. What has left it has its turn when it comes back. */
  #complete(): void {
    for (const diff of this.#plain) {
      if (!this.#inView.has(diff)) {
        this.#known.delete(diff);
        continue;
      }
      this.#clear(diff);
      offerLines(diff, () => this.forget(diff));
      if (lengthOf(diff) <= MAX_LENGTH) numberLines(diff);
      const colours = lengthOf(diff) <= MAX_COLOURED ? colouredRanges(diff) : [];
      this.#add(diff, [...wordsOf(diff), ...colours]);
    }
    this.#plain.clear();
    this.#markHits();
  }

  #clear(diff: Element): void {
    for (const { name, range } of this.#known.get(diff) ?? []) this.#marks.get(name)?.delete(range);
  }

  /** Marks what was searched in what is in view, and nothing else. */
  #markHits(): void {
    this.#hits?.clear();
    if (this.#words.length === 0) return;
    for (const diff of this.#inView) {
      const text = (diff.textContent ?? "").toLowerCase();
      if (text.length > MAX_LENGTH) continue;
      const spans: Span[] = [];
      for (const word of this.#words) {
        for (let at = text.indexOf(word); at >= 0 && spans.length < MAX_HITS; at = text.indexOf(word, at + word.length))
          spans.push([at, at + word.length]);
      }
      for (const range of rangesOf(diff, spans)) this.#hits?.add(range);
    }
  }
}

function lengthOf(diff: Element): number {
  return (diff.textContent ?? "").length;
}

function wordsOf(diff: Element): Marks {
  return lengthOf(diff) > MAX_LENGTH ? [] : [...changedWords(diff)];
}

function* changedWords(diff: Element): Generator<Marks[number], void> {
  for (const removed of diff.querySelectorAll("del")) {
    const added = removed.nextElementSibling;
    if (added?.tagName !== "INS" || removed.nextSibling !== added) continue;
    const [before, after] = [new RunText(removed), new RunText(added)];
    for (const pair of pairLines(before.lines, after.lines)) {
      const spans = changedSpans(before.lines[pair.removed] as string, after.lines[pair.added] as string);
      for (const range of before.ranges(pair.removed, spans.removed)) yield { name: "less", range };
      for (const range of after.ranges(pair.added, spans.added)) yield { name: "more", range };
    }
  }
}

/** Puts a button beside a diff that copies its address. That of a row is enough for its only diff. */
function offerLink(object: HTMLElement): void {
  const diffs = object.closest(".r")?.querySelectorAll(".o").length ?? 0;
  if (diffs < 2 || object.querySelector(".copy") !== null) return;
  const button = document.createElement("button");
  button.className = "copy";
  button.type = "button";
  // The style has its words: the document and what is found in it stay as they are.
  button.setAttribute("aria-label", "Copy link to this change");
  button.addEventListener("click", () => copyLink(object.id, button));
  object.prepend(button);
}

/** Undefined in browsers that cannot mark ranges. */
function highlight(name: string): Highlight | undefined {
  if (typeof Highlight === "undefined") return undefined;
  const marks = new Highlight();
  CSS.highlights.set(name, marks);
  return marks;
}
