/** The rows of the page, with what filters ask of them. */

export interface Row {
  readonly element: HTMLDetailsElement;
  /** The numbers of the kinds of its objects, the most frequent first. */
  readonly kinds: ReadonlySet<string>;
  /** The levels of its dangers, the worst first. */
  readonly dangers: ReadonlySet<string>;
  /** The numbers of its owners. */
  readonly owners: ReadonlySet<string>;
  /** The number of its set of targets. */
  readonly set: string;
  /** The consequence. */
  readonly section: string;
}

/** Rows that the browser draws together. */
export interface Chunk {
  readonly element: HTMLElement;
  readonly rows: readonly Row[];
}

/** Rows under one heading. */
export interface Block {
  readonly element: HTMLElement;
  readonly rows: readonly Row[];
  /** The rows that its heading is true of too, and that stand under others. */
  readonly others: readonly Row[];
  readonly chunks: readonly Chunk[];
}

export function rowList(): Row[] {
  return [...document.querySelectorAll<HTMLDetailsElement>("details.r")].map((element) => {
    const { k, d, o, t = "" } = element.dataset;
    const section = element.closest("section")?.id ?? "";
    return { element, kinds: parts(k), dangers: parts(d), owners: parts(o), set: t, section };
  });
}

function parts(text = ""): ReadonlySet<string> {
  return new Set(text === "" ? [] : text.split(" "));
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

export function summaryOf({ element }: Row): HTMLElement {
  return element.firstElementChild as HTMLElement;
}

/** Tells whether the focus is in a row, or on what stands beside it. */
export function hasFocus({ element }: Row): boolean {
  const focused = document.activeElement;
  return element.contains(focused) || focused?.closest(".tick")?.previousElementSibling === element;
}

/** Characters of the name of a row. */
const MAX_NAME = 60;

/** The name of a row in short, for texts about it. */
export function nameOf(row: Row): string {
  const [name = ""] = (summaryOf(row).children[1]?.textContent ?? "").split(": ");
  return name.length > MAX_NAME ? `${name.slice(0, MAX_NAME)}…` : name;
}

/** Adds an element with a text. */
export function append<K extends keyof HTMLElementTagNameMap>(
  parent: Element,
  name: K,
  text = "",
): HTMLElementTagNameMap[K] {
  const element = document.createElement(name);
  if (text !== "") element.textContent = text;
  parent.append(element);
  return element;
}
