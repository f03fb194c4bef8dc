/** The rows of the page, with what filters ask of them. */

export interface Row {
  readonly element: HTMLDetailsElement;
  readonly kinds: ReadonlySet<string>;
  readonly dangers: ReadonlySet<string>;
  /** The number of its set of targets. */
  readonly set: string;
  readonly section: string;
}

export function rowList(): Row[] {
  return [...document.querySelectorAll<HTMLDetailsElement>("details.r")].map((element) => {
    const { k = "", d = "", t = "" } = element.dataset;
    const section = element.closest("section")?.id ?? "";
    return { element, kinds: new Set(k.split(" ")), dangers: new Set(d === "" ? [] : d.split(" ")), set: t, section };
  });
}

export function byId(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}

/** The sets of targets that hold a target. */
export function setsWith(target: string): ReadonlySet<string> {
  const wanted = Number(target);
  const found = new Set<string>();
  for (const item of document.querySelectorAll<HTMLElement>(".s > li")) {
    const holds = (item.dataset["p"] ?? "").split(" ").some((part) => {
      const [first, last = first] = part.split("-").map(Number);
      return part !== "" && (first as number) <= wanted && wanted <= (last as number);
    });
    if (holds) found.add(item.id.slice(1));
  }
  return found;
}
