/** The order of the rows: by their consequences, as the page is written, or under other headings. A row stands in one place. */
import { getOrInsert, groupBy } from "../../../collections.ts";
import { append, type Block, byId, type Chunk, nameOf, type Row } from "./rows.ts";
import type { TargetSets } from "./target-sets.ts";

/** The value of the choice. Empty for the page as it is written. */
export type Order = "" | "target" | "danger" | "kind" | "owner";

/** So many rows are drawn together, as in the page as it is written. */
const CHUNK = 20;
/** Further rows of other headings are counted. */
const MAX_OTHERS = 8;
/** Rows of these stay where they are: the others are what there is to decide on. */
const LAST = ["references", "noise"];

/** Rows that belong together, before they have their place. */
interface Group {
  readonly key: string;
  readonly title: string;
  readonly rows: Row[];
  readonly others: Row[];
}

const LEVELS = ["high", "medium", "low", ""];
const FILTERS = { target: "ft", kind: "fk", owner: "fo" } as const;

export class Arrangement {
  readonly #sets: TargetSets;
  readonly #written: readonly Block[];
  #blocks: readonly Block[];
  #order: Order = "";

  constructor(rows: readonly Row[], sets: TargetSets) {
    this.#sets = sets;
    this.#written = Array.from(
      groupBy(rows, ({ element }) => element.closest("section") as HTMLElement),
      ([element, own]) => ({ element, rows: own, others: [], chunks: chunksOf(own) }),
    );
    this.#blocks = this.#written;
  }

  get blocks(): readonly Block[] {
    return this.#blocks;
  }

  /** Puts the rows in an order. Returns whether it is another one than before. @param filter shows the rows of one heading only */
  arrange(order: Order, filter: (select: string, value: string) => void): boolean {
    if (order === this.#order) return false;
    this.#order = order;
    const moved = this.#written.filter(({ element }) => !LAST.includes(element.id));
    for (const { element } of this.#blocks) if (!LAST.includes(element.id)) element.remove();
    if (order === "") {
      for (const { element, chunks } of moved) {
        for (const chunk of chunks) chunk.element.append(...chunk.rows.map((row) => row.element));
        this.#place(element);
      }
      this.#blocks = this.#written;
      return true;
    }
    const blocks = this.#groups(
      moved.flatMap(({ rows }) => rows),
      order,
    ).map((group) => blockOf(group, (value) => order !== "danger" && filter(FILTERS[order], value)));
    for (const { element } of blocks) this.#place(element);
    this.#blocks = [...blocks, ...this.#written.filter((block) => !moved.includes(block))];
    return true;
  }

  /** Puts a section after those that are there, and before those that stay. */
  #place(element: HTMLElement): void {
    const last = this.#written.find((block) => LAST.includes(block.element.id));
    byId("changes").insertBefore(element, last?.element ?? byId("none"));
  }

  #groups(rows: readonly Row[], order: Exclude<Order, "">): Group[] {
    const titles = order === "danger" ? dangerTitles() : optionTitles(FILTERS[order], order);
    const groups = new Map<string, Group>();
    for (const row of rows) {
      let isFirst = true;
      for (const key of this.#keysOf(row, order)) {
        const group = getOrInsert(groups, key, () => ({ key, title: titles(key), rows: [], others: [] }));
        (isFirst ? group.rows : group.others).push(row);
        isFirst = false;
      }
    }
    const found = [...groups.values()];
    if (order === "danger") return found.sort((a, b) => LEVELS.indexOf(a.key) - LEVELS.indexOf(b.key));
    if (order === "target") return found.sort((a, b) => Number(a.key) - Number(b.key));
    // What has no owner comes last.
    return found.sort((a, b) => Number(a.key === "") - Number(b.key === "") || a.title.localeCompare(b.title, "en"));
  }

  /** The headings of a row. It stands under the first one. */
  #keysOf({ set, kinds, owners, dangers }: Row, order: Exclude<Order, "">): Iterable<string> {
    if (order === "target") return Array.from(this.#sets.positions(set), String);
    const [first = ""] = dangers;
    const keys = order === "danger" ? [first] : order === "kind" ? kinds : owners;
    return order === "owner" && owners.size === 0 ? [""] : keys;
  }
}

function dangerTitles(): (key: string) => string {
  return (key) => (key === "" ? "No danger" : `${key.slice(0, 1).toUpperCase()}${key.slice(1)} danger`);
}

function optionTitles(id: string, order: string): (key: string) => string {
  const options = [...byId(id).querySelectorAll("option")];
  const names = new Map(options.map((option) => [option.value, option.text]));
  return (key) => (key === "" ? `No ${order}` : (names.get(key) ?? key));
}

function chunksOf(rows: readonly Row[]): Chunk[] {
  const chunks = groupBy(rows, ({ element }) => element.parentElement as HTMLElement);
  return Array.from(chunks, ([element, list]) => ({ element, rows: list }));
}

function blockOf({ key, title, rows, others }: Group, filter: (key: string) => void): Block {
  const element = document.createElement("section");
  element.className = "g";
  append(append(element, "h3", `${title} `), "span", String(rows.length + others.length)).className = "n";
  const chunks: Chunk[] = [];
  for (let at = 0; at < rows.length; at += CHUNK) {
    const chunk = append(element, "div");
    chunk.className = "k";
    const own = rows.slice(at, at + CHUNK);
    chunk.append(...own.map((row) => row.element));
    chunks.push({ element: chunk, rows: own });
  }
  if (others.length > 0) element.append(listOf(others, () => filter(key)));
  return { element, rows, others, chunks };
}

function listOf(others: readonly Row[], filter: () => void): HTMLElement {
  const list = document.createElement("p");
  list.className = "e";
  list.append(others.length === 1 ? "Also, under another heading: " : "Also, under other headings: ");
  for (const [index, row] of others.slice(0, MAX_OTHERS).entries()) {
    if (index > 0) list.append(", ");
    append(list, "a", nameOf(row)).href = `#${row.element.id}`;
  }
  if (others.length > MAX_OTHERS) {
    const more = append(list, "button", `Show these with all ${others.length - MAX_OTHERS} more`);
    more.type = "button";
    more.addEventListener("click", filter);
  }
  return list;
}
