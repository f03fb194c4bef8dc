/**
 * Marks the rows that the reader has seen: a box beside each row, which is there when the row comes near the window. It stands in the
 * same cell of the grid of the chunk, because a summary must not hold a box: people who need aids could not reach it.
 */
import { whenAtRest } from "./rest.ts";
import { append, byId, type Chunk, nameOf, type Row } from "./rows.ts";
import type { SeenStore } from "./seen-store.ts";

/** Rows so far out of view have their boxes as well. */
const MARGIN = "600px";

export class Ticks {
  readonly #rows: readonly Row[];
  readonly #store: SeenStore;
  readonly #changed: (row: Row) => void;
  readonly #chunks: IntersectionObserver;
  readonly #known = new Map<Element, readonly Row[]>();
  readonly #boxes = new Map<Row, { readonly box: HTMLInputElement; readonly beside: HTMLElement }>();
  readonly #near = new Set<Element>();
  #count = 0;

  /** @param changed called when the reader ticks a row, or takes the tick away */
  constructor(rows: readonly Row[], store: SeenStore, changed: (row: Row) => void) {
    this.#rows = rows;
    this.#store = store;
    this.#changed = changed;
    this.#chunks = new IntersectionObserver((entries) => this.#met(entries), { rootMargin: MARGIN });
    for (const row of rows) {
      if (!this.isSeen(row)) continue;
      row.element.classList.add("seen");
      row.element.open = false;
      this.#count++;
    }
    this.#tell();
  }

  isSeen({ element }: Row): boolean {
    return this.#store.has(element.id);
  }

  /** Makes boxes for the rows of chunks that come near the window, and of no others. */
  watch(chunks: readonly Chunk[]): void {
    this.#chunks.disconnect();
    this.#known.clear();
    this.#near.clear();
    for (const [{ element }, { beside }] of this.#boxes) {
      beside.remove();
      element.style.gridRow = "";
    }
    this.#boxes.clear();
    for (const { element, rows } of chunks) {
      this.#known.set(element, rows);
      this.#chunks.observe(element);
    }
  }

  toggle(row: Row): void {
    const { element } = row;
    const isSeen = !this.isSeen(row);
    this.#store.set(element.id, isSeen);
    this.#count += isSeen ? 1 : -1;
    element.classList.toggle("seen", isSeen);
    const { box } = this.#boxes.get(row) ?? {};
    if (box !== undefined) box.checked = isSeen;
    if (isSeen && element.open) {
      const isAbove = element.getBoundingClientRect().top < 0;
      element.open = false;
      if (isAbove) element.scrollIntoView({ block: "start" });
    }
    this.#tell();
    this.#changed(row);
  }

  #met(entries: readonly IntersectionObserverEntry[]): void {
    for (const { target, isIntersecting } of entries) {
      if (isIntersecting) this.#near.add(target);
      else this.#near.delete(target);
    }
    if (this.#near.size > 0) whenAtRest("ticks", () => this.#offerNear());
  }

  #offerNear(): void {
    for (const chunk of this.#near) {
      this.#chunks.unobserve(chunk);
      for (const [index, row] of (this.#known.get(chunk) ?? []).entries()) this.#offer(row, String(index + 1));
    }
    this.#near.clear();
  }

  /** The style has the words: the text of the page stays as it is. */
  #offer(row: Row, place: string): void {
    const name = nameOf(row);
    const beside = document.createElement("div");
    beside.className = "tick";
    beside.style.gridRow = place;
    row.element.style.gridRow = place;
    const box = append(append(beside, "label"), "input");
    box.type = "checkbox";
    box.ariaLabel = `Seen: ${name}`;
    box.checked = this.isSeen(row);
    box.addEventListener("change", () => this.toggle(row));
    const link = append(beside, "a");
    link.href = `#${row.element.id}`;
    link.ariaLabel = `Copy link to ${name}`;
    link.title = "Copy link";
    row.element.after(beside);
    this.#boxes.set(row, { box, beside });
  }

  #tell(): void {
    byId("seen").textContent = this.#count === 0 ? "" : `${this.#count} of ${this.#rows.length} seen`;
    (byId("hide") as HTMLButtonElement).disabled = this.#count === 0;
  }
}
