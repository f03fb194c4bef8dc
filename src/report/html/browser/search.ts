/** Search, filters, and the way from one change to the next. */
import { countBefore, groupBy } from "../../../collections.ts";
import type { Marker } from "./marker.ts";
import { byId, type Row, setsWith } from "./rows.ts";
import { SearchIndex } from "./search-index.ts";

/** So few matches are opened at once. */
const MAX_OPENED = 10;

/** So few rows are drawn at once, wherever they are. */
const MAX_DRAWN = 300;
/** The longest time that one slice of work takes, in milliseconds. */
const SLICE = 8;

/** Rows that the browser draws together. */
interface Chunk {
  readonly element: HTMLElement;
  readonly rows: readonly Row[];
}

export class Search {
  readonly #rows: readonly Row[];
  readonly #marker: Marker;
  readonly #index: SearchIndex;
  readonly #box = byId("q") as HTMLInputElement;
  readonly #chunks: readonly Chunk[];
  #shown: readonly Row[] = [];
  /** The chunks of what is shown. */
  #drawn: readonly Chunk[] = [];
  #positions = new Map<Row, number>();
  #run = 0;
  #toggles = 0;

  constructor(rows: readonly Row[], marker: Marker) {
    this.#rows = rows;
    this.#marker = marker;
    this.#chunks = chunksOf(rows);
    this.#set(rows, this.#chunks);
    this.#index = new SearchIndex(rows);
  }

  start(): void {
    this.#index.prepare();
    this.#box.addEventListener("input", () => void this.apply());
    for (const id of FILTERS) byId(id).addEventListener("change", () => void this.apply());
    addEventListener("scroll", () => requestAnimationFrame(() => this.#tellPlace()), { passive: true });
    this.#tellPlace();
    // A browser keeps what was typed when it loads a page again.
    if (this.#box.value !== "" || FILTERS.some((id) => valueOf(id) !== "")) void this.apply();
  }

  /** Shows the rows that the filters and the words let through. */
  async apply(): Promise<void> {
    const run = ++this.#run;
    const words = this.#box.value
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== "");
    const found = words.length === 0 ? undefined : await this.#index.find(words, () => run !== this.#run);
    if (run !== this.#run) return;
    const accepts = filter();
    const shown = this.#rows.filter((row) => accepts(row) && (words.length === 0 || found?.has(row)));
    const kept = new Set(shown);
    const sections = new Set(shown.map(({ section }) => section));
    for (const section of document.querySelectorAll<HTMLElement>("section.g"))
      section.hidden = !sections.has(section.id);
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
    if (words.length > 0 && shown.length <= MAX_OPENED) for (const { element } of shown) element.open = true;
    this.#marker.search(words);
    this.#tellPlace();
  }

  #set(shown: readonly Row[], drawn: readonly Chunk[]): void {
    this.#shown = shown;
    this.#drawn = drawn;
    this.#positions = new Map(shown.map((row, index) => [row, index]));
  }

  focus(): void {
    this.#box.focus();
    this.#box.select();
  }

  clear(): void {
    this.#box.value = "";
    for (const id of FILTERS) (byId(id) as HTMLSelectElement).value = "";
    void this.apply();
    this.#box.blur();
  }

  /** Makes sure that no filter hides what a link leads to. */
  show(hash: string): void {
    const row = document.getElementById(hash.slice(1))?.closest(".r");
    if (row?.closest("[hidden]")) this.clear();
  }

  /** Goes on by some changes. */
  go(step: number): void {
    if (this.#shown.length === 0) return;
    const focused = this.#shown.findIndex(({ element }) => element.contains(document.activeElement));
    const from = focused >= 0 ? focused : this.#place() - (step > 0 ? 1 : 0);
    const next = Math.min(Math.max(from + step, 0), this.#shown.length - 1);
    const { element } = this.#shown[next] as Row;
    const summary = element.querySelector("summary") as HTMLElement;
    summary.focus({ preventScroll: true });
    element.scrollIntoView({ block: "start" });
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
    const top = Number.parseFloat(document.documentElement.style.getPropertyValue("--bar") || "60") + 60;
    const above = countBefore(this.#drawn, ({ element }) => element.getBoundingClientRect().bottom < top);
    const first = this.#drawn[above];
    if (first === undefined) return Math.max(0, this.#shown.length - 1);
    const row = first.rows.find(({ element }) => !element.hidden && element.getBoundingClientRect().bottom >= top);
    return this.#positions.get(row ?? (first.rows[0] as Row)) ?? 0;
  }

  #tellPlace(): void {
    const count = this.#shown.length;
    const all = count === this.#rows.length ? "" : ` (${this.#rows.length})`;
    byId("at").textContent = count === 0 ? `0${all}` : `${this.#place() + 1} / ${count}${all}`;
  }
}

function chunksOf(rows: readonly Row[]): Chunk[] {
  const chunks = groupBy(rows, ({ element }) => element.parentElement as HTMLElement);
  return Array.from(chunks, ([element, list]) => ({ element, rows: list }));
}

const FILTERS = ["ft", "fk", "fd", "fc"];

function valueOf(id: string): string {
  return (byId(id) as HTMLSelectElement).value;
}

function filter(): (row: Row) => boolean {
  const [target = "", kind = "", danger = "", section = ""] = FILTERS.map(valueOf);
  const sets = target === "" ? undefined : setsWith(target);
  return (row) =>
    (sets === undefined || sets.has(row.set)) &&
    (kind === "" || row.kinds.has(kind)) &&
    (danger === "" || (danger === "any" ? row.dangers.size > 0 : row.dangers.has(danger))) &&
    (section === "" || row.section === section);
}
