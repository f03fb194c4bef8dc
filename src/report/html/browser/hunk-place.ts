/** The place of a hunk, as the attributes of its title say it. */

export interface HunkPlace {
  /** The first line on each side. */
  base: number;
  head: number;
  /** The unchanged lines above it that are not shown. */
  gap: number;
  /** The indentation that it has in its object; undefined if it is shown with it. */
  margin: number | undefined;
  /** The lines that can be unfolded below it. */
  rest: number;
  /** More lines follow after those. */
  isCut: boolean;
}

/** Undefined for an element that is not the title of a hunk. */
export function placeOf(title: HTMLElement): HunkPlace | undefined {
  const { n = /^line (\d+)/.exec(title.textContent ?? "")?.[1], l = "" } = title.dataset;
  if (n === undefined) return undefined;
  const [base = "", gap = "", margin = "", rest = ""] = l.split(":");
  return {
    base: Number(base === "" ? n : base),
    head: Number(n),
    gap: Number(gap),
    margin: margin === "" ? undefined : Number(margin),
    rest: Number.parseInt(rest, 10) || 0,
    isCut: rest.endsWith("+"),
  };
}

export function setPlace(title: HTMLElement, { base, head, gap, margin, rest, isCut }: HunkPlace): void {
  title.dataset["n"] = String(head);
  title.dataset["l"] = [base, gap, margin ?? "", `${rest}${isCut ? "+" : ""}`].join(":");
}
