/** Search, filters, and the way from one change to the next. */
import type { Marker } from "./marker.ts";
import { byId, type Row, setsWith } from "./rows.ts";
import { SearchIndex } from "./search-index.ts";

/** So few matches are opened at once. */
const MAX_OPENED = 10;

export class Search {
  readonly #rows: readonly Row[];
  readonly #marker: Marker;
  readonly #index: SearchIndex;
  readonly #box = byId("q") as HTMLInputElement;
  #shown: readonly Row[];
  #run = 0;

  constructor(rows: readonly Row[], marker: Marker) {
    this.#rows = rows;
    this.#shown = rows;
    this.#marker = marker;
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
    for (const row of this.#rows) row.element.hidden = !kept.has(row);
    for (const section of document.querySelectorAll<HTMLElement>("section.g"))
      section.hidden = !shown.some((row) => row.section === section.id);
    byId("none").hidden = shown.length > 0;
    this.#shown = shown;
    if (words.length > 0 && shown.length <= MAX_OPENED) for (const { element } of shown) element.open = true;
    this.#marker.search(words);
    this.#tellPlace();
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
    const row = document.getElementById(hash.slice(1))?.closest<HTMLElement>(".r");
    if (row?.hidden) this.clear();
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

  toggleAll(): void {
    const isOpen = this.#shown.some(({ element }) => !element.open);
    for (const { element } of this.#shown) element.open = isOpen;
    byId("open").textContent = isOpen ? "Close all" : "Open all";
  }

  /** Puts a button into an open row that copies the address of its first change. */
  offerLink(row: HTMLElement): void {
    if (!row.matches?.(".r[open]") || row.querySelector(".copy") !== null) return;
    for (const each of row.querySelectorAll<HTMLElement>(".o")) {
      const button = document.createElement("button");
      button.className = "copy";
      button.type = "button";
      button.textContent = "Copy link";
      button.addEventListener("click", () => {
        history.replaceState(null, "", `#${each.id}`);
        void navigator.clipboard?.writeText(location.href).then(() => {
          button.textContent = "Copied";
        });
      });
      each.prepend(button);
    }
  }

  /** The number of the row at the top of the window. */
  #place(): number {
    const top = Number.parseFloat(getComputedStyle(document.documentElement).getPropertyValue("--bar")) + 60;
    let [low, high] = [0, this.#shown.length];
    // The rows are in the order of the page.
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#shown[middle] as Row).element.getBoundingClientRect().bottom < top) low = middle + 1;
      else high = middle;
    }
    return Math.min(low, Math.max(0, this.#shown.length - 1));
  }

  #tellPlace(): void {
    const count = this.#shown.length;
    const all = count === this.#rows.length ? "" : ` (${this.#rows.length})`;
    byId("at").textContent = count === 0 ? `0${all}` : `${this.#place() + 1} / ${count}${all}`;
  }
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
