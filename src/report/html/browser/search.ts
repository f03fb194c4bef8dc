/** Search, filters, and the way from one change to the next. */
import { countBefore } from "../../../collections.ts";
import { isHiding, valueOf } from "./choices.ts";
import { Fields } from "./fields.ts";
import type { Marker } from "./marker.ts";
import { parseQuery } from "./query.ts";
import { type Block, byId, type Chunk, hasFocus, type Row, summaryOf } from "./rows.ts";
import { SearchIndex } from "./search-index.ts";
import type { TargetSets } from "./target-sets.ts";

/** So few matches are opened at once. */
const MAX_OPENED = 10;
/** So few rows are drawn at once, wherever they are. */
const MAX_DRAWN = 300;
/** The longest time that one slice of work takes, in milliseconds. */
const SLICE = 8;

/** The parts of the page that decide about rows as well, or follow the place of the reader. */
export interface Around {
  readonly marker: Marker;
  readonly sets: TargetSets;
  isSeen(row: Row): boolean;
  /** The filters let these rows through. */
  filtered(rows: ReadonlySet<Row>): void;
  /** @param top the height of what covers the top of the window */
  placed(row: Row | undefined, top: number): void;
}

export class Search {
  readonly #around: Around;
  readonly #fields: Fields;
  readonly #index: SearchIndex;
  #blocks: readonly Block[] = [];
  #rows: readonly Row[] = [];
  #chunks: readonly Chunk[] = [];
  #shown: readonly Row[] = [];
  /** The chunks of what is shown. */
  #drawn: readonly Chunk[] = [];
  #positions = new Map<Row, number>();
  #run = 0;
  #toggles = 0;

  constructor(rows: readonly Row[], around: Around) {
    this.#around = around;
    this.#fields = new Fields(around.sets);
    this.#index = new SearchIndex(rows);
  }

  start(): void {
    this.#index.prepare();
    addEventListener("scroll", () => requestAnimationFrame(() => this.#tellPlace()), { passive: true });
  }

  /** The rows stand in these blocks from now on. */
  arrange(blocks: readonly Block[]): void {
    this.#blocks = blocks;
    this.#rows = blocks.flatMap(({ rows }) => rows);
    this.#chunks = blocks.flatMap(({ chunks }) => chunks);
    this.#set(this.#rows, this.#chunks);
    this.#tellPlace();
  }

  /** Shows the rows that the filters and the search let through. */
  async apply(): Promise<void> {
    const run = ++this.#run;
    const { words, terms } = parseQuery(valueOf("q"));
    const found = words.length === 0 ? undefined : await this.#index.find(words, () => run !== this.#run);
    if (run !== this.#run) return;
    const accepts = this.#filter();
    const holds = this.#fields.accepts(terms);
    const shown = this.#rows.filter((row) => accepts(row) && (found?.has(row) ?? words.length === 0) && holds(row));
    const kept = new Set(shown);
    for (const { element, rows, others } of this.#blocks)
      element.hidden = ![rows, others].some((list) => list.some((row) => kept.has(row)));
    const isFew = shown.length <= MAX_DRAWN;
    for (const { element, rows } of this.#chunks) {
      element.hidden = !rows.some((row) => kept.has(row));
      // The rows of a hidden chunk can stay as they are.
      if (element.hidden) continue;
      // A browser cannot guess the height of what is left of a chunk.
      element.classList.toggle("few", isFew);
      for (const row of rows) if (row.element.hidden === kept.has(row)) row.element.hidden = !kept.has(row);
    }
    byId("none").hidden = shown.length > 0;
    this.#set(
      shown,
      this.#chunks.filter(({ element }) => !element.hidden),
    );
    if (words.length + terms.length > 0 && shown.length <= MAX_OPENED)
      for (const { element } of shown) element.open = true;
    this.#around.filtered(kept);
    this.#around.marker.search(words);
    this.#tellPlace();
  }

  #set(shown: readonly Row[], drawn: readonly Chunk[]): void {
    this.#shown = shown;
    this.#drawn = drawn;
    this.#positions = new Map(shown.map((row, index) => [row, index]));
  }

  #filter(): (row: Row) => boolean {
    const [target, kind, danger, section, owner] = (["ft", "fk", "fd", "fc", "fo"] as const).map(valueOf);
    const sets = target === "" ? undefined : this.#around.sets.having(new Set([Number(target)]));
    const isHidingSeen = isHiding();
    return (row) =>
      (sets === undefined || sets.has(row.set)) &&
      (kind === "" || row.kinds.has(kind ?? "")) &&
      (danger === "" || (danger === "any" ? row.dangers.size > 0 : row.dangers.has(danger ?? ""))) &&
      (section === "" || row.section === section) &&
      (owner === "" || row.owners.has(owner ?? "")) &&
      (!isHidingSeen || !this.#around.isSeen(row));
  }

  focus(): void {
    const box = byId("q") as HTMLInputElement;
    box.focus();
    box.select();
  }

  /** Tells whether a filter hides an element. */
  isHidden(id: string): boolean {
    const row = document.getElementById(id)?.closest(".r");
    return Boolean(row?.closest("[hidden]"));
  }

  /** The row that has the focus, or else the one at the top of the window. */
  current(): Row | undefined {
    const focused = this.#shown.find(hasFocus);
    return focused ?? this.#shown[this.#place()];
  }

  /** Goes on by some changes. @param start the row to go from, where it is not the current one */
  go(step: number, start?: Row): void {
    if (this.#shown.length === 0) return;
    const focused = this.#shown.findIndex((row) => row === start || hasFocus(row));
    const from = focused >= 0 ? focused : this.#place() - (step > 0 && this.#isBelow(this.#place()) ? 1 : 0);
    const next = Math.min(Math.max(from + step, 0), this.#shown.length - 1);
    const row = this.#shown[next] as Row;
    summaryOf(row).focus({ preventScroll: true });
    row.element.scrollIntoView({ block: "start" });
  }

  /** Opens or closes what is shown, in slices. */
  async toggleAll(): Promise<void> {
    const isOpen = this.#shown.some(({ element }) => !element.open);
    byId("open").textContent = isOpen ? "Close all" : "Open all";
    const run = ++this.#toggles;
    let end = performance.now() + SLICE;
    for (const { element } of this.#shown) {
      element.open = isOpen;
      if (performance.now() < end) continue;
      await new Promise((done) => setTimeout(done));
      if (run !== this.#toggles) return;
      end = performance.now() + SLICE;
    }
  }

  /** The number of the row at the top of the window. Asks only for places that the browser knows. */
  #place(): number {
    const top = topOfView();
    const above = countBefore(this.#drawn, ({ element }) => element.getBoundingClientRect().bottom < top);
    const first = this.#drawn[above];
    if (first === undefined) return Math.max(0, this.#shown.length - 1);
    const row = first.rows.find(({ element }) => !element.hidden && element.getBoundingClientRect().bottom >= top);
    return this.#positions.get(row ?? (first.rows[0] as Row)) ?? 0;
  }

  /** Tells whether a row begins in view, and not above it. */
  #isBelow(place: number): boolean {
    return (this.#shown[place]?.element.getBoundingClientRect().top ?? 0) > topOfView();
  }

  #tellPlace(): void {
    const count = this.#shown.length;
    const all = count === this.#rows.length ? "" : ` (${this.#rows.length} in all)`;
    const place = this.#place();
    byId("at").textContent = count === 0 ? `no row${all}` : `row ${place + 1} of ${count}${all}`;
    this.#around.placed(this.#shown[place], topOfView());
  }
}

/** The height of the bar, and of the summary of an open row below it. */
function topOfView(): number {
  return Number.parseFloat(document.documentElement.style.getPropertyValue("--bar") || "60") + 60;
}
