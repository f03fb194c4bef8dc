/** The contents beside the page: the rows under the headings that they have, and the place where the reader is. */
import { append, type Block, byId, nameOf, type Row } from "./rows.ts";

/** Lists of rows are open from the start if there are not more rows. */
const MAX_OPEN = 40;

/** A list of the rows of a block. */
interface List {
  readonly element: HTMLElement;
  readonly items: readonly HTMLElement[];
}

export class Outline {
  readonly #nav = document.querySelector("nav") as HTMLElement;
  /** By the ids of rows. */
  readonly #items = new Map<string, HTMLElement>();
  readonly #listed: readonly (readonly [Row, HTMLElement])[];
  readonly #written = new Map<Block, List>();
  /** The element after the lists. */
  readonly #after: Element | null;
  readonly #sections: readonly HTMLElement[];
  #lists: readonly HTMLElement[];
  #current: Element | null = null;

  /** @param blocks those of the page as it is written: each has its list */
  constructor(blocks: readonly Block[]) {
    this.#lists = [...this.#nav.querySelectorAll<HTMLElement>(".l")];
    for (const [index, element] of this.#lists.entries()) {
      const items = [...element.querySelectorAll("li")];
      this.#written.set(blocks[index] as Block, { element, items });
      for (const item of items) {
        const link = item.querySelector("a");
        if (link !== null) this.#items.set(link.hash.slice(1), item);
      }
    }
    this.#listed = blocks.flatMap(({ rows }) =>
      rows.flatMap((row) => {
        const item = this.#items.get(row.element.id);
        return item === undefined ? [] : [[row, item] as const];
      }),
    );
    this.#after = this.#lists.at(-1)?.nextElementSibling ?? null;
    const sections = document.querySelectorAll<HTMLElement>("main > section");
    this.#sections = [...sections].filter(({ id }) => id === "changes" || this.#linkTo(id) !== null);
  }

  /** Lists the rows of blocks. */
  arrange(blocks: readonly Block[]): void {
    for (const list of this.#lists) list.remove();
    const count = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
    this.#lists = blocks.map((block) => {
      const written = this.#written.get(block);
      if (written === undefined) return this.#listOf(block, count <= MAX_OPEN);
      written.element.querySelector("ul")?.append(...written.items);
      return written.element;
    });
    this.#after?.before(...this.#lists);
  }

  #listOf({ element, rows, others }: Block, isOpen: boolean): HTMLElement {
    const item = document.createElement("li");
    item.className = "l";
    const details = append(item, "details");
    details.open = isOpen;
    append(details, "summary").append(...(element.querySelector("h3")?.cloneNode(true).childNodes ?? []));
    const list = append(details, "ul");
    const items = rows.flatMap((row) => this.#items.get(row.element.id) ?? []);
    list.append(...items);
    const more = rows.length + others.length - items.length;
    if (more > 0) append(list, "li", items.length === 0 ? `${more} under other headings` : `and ${more} more`);
    return item;
  }

  /** Lists these rows, and no others. */
  show(rows: ReadonlySet<Row>): void {
    for (const [row, item] of this.#listed) if (item.hidden === rows.has(row)) item.hidden = !rows.has(row);
    for (const list of this.#lists) list.hidden = list.querySelector("li:not([hidden])") === null;
  }

  /** Marks a row that was seen. */
  tick({ element }: Row, isSeen: boolean): void {
    this.#items.get(element.id)?.classList.toggle("seen", isSeen);
  }

  /** Marks the section at the top of the window, or the row there. Asks only for places that the browser knows. */
  mark(row: Row | undefined, top: number): void {
    const above = this.#sections.filter((section) => section.getBoundingClientRect().top <= top);
    const section = above.at(-1);
    const id = section?.id;
    byId("here").textContent = placeOf(section, row);
    const found = id === "changes" ? this.#items.get(row?.element.id ?? "")?.querySelector("a") : this.#linkTo(id);
    const link = found ?? null;
    if (link === this.#current) return;
    this.#current?.removeAttribute("aria-current");
    link?.setAttribute("aria-current", "location");
    this.#current = link;
    this.#follow(link);
  }

  #linkTo(id: string | undefined): HTMLAnchorElement | null {
    return id === undefined ? null : this.#nav.querySelector(`a[href="#${id}"]`);
  }

  /** Scrolls the contents, and nothing else. */
  #follow(link: Element | null): void {
    if (link === null || !link.checkVisibility()) return;
    const [own, all] = [link.getBoundingClientRect(), this.#nav.getBoundingClientRect()];
    if (own.top < all.top) this.#nav.scrollTop -= all.top - own.top + all.height / 3;
    else if (own.bottom > all.bottom) this.#nav.scrollTop += own.bottom - all.bottom + all.height / 3;
  }

  /** Closes the menu of a narrow window. Returns whether it was open. */
  close(): boolean {
    const menu = byId("toc") as HTMLDetailsElement;
    const wasOpen = menu.open;
    menu.open = false;
    return wasOpen;
  }
}

/** The name of the row or of the section where the reader is. */
function placeOf(section: HTMLElement | undefined, row: Row | undefined): string {
  if (section?.id === "changes" && row !== undefined) return nameOf(row);
  return section?.querySelector("h2")?.firstChild?.textContent?.trim() ?? "";
}
