/** Shows unchanged lines around the hunks of a diff where somebody asks for them. */
import { columnOf, expandFold, shifted } from "./folds.ts";
import { placeOf, setPlace } from "./hunk-place.ts";
import { removeNumbers } from "./line-numbers.ts";
import { hasSurroundings, surroundingsOf } from "./surroundings.ts";

/** Puts buttons into the titles of a diff, and into the line that the page has below its last hunk. @param changed called when the diff has more lines */
export function offerLines(diff: Element, changed: () => void): void {
  if (!hasSurroundings() || diff.querySelector("button") !== null) return;
  const titles = titlesOf(diff);
  titles.forEach((title, index) => {
    const { gap = 0 } = placeOf(title) ?? {};
    if (gap > 0) title.prepend(button("↑", gap, "above", () => unfoldAbove(diff, index, changed)));
  });
  const last = titles.at(-1);
  const bar = diff.lastElementChild;
  const rest = last === undefined ? 0 : (placeOf(last)?.rest ?? 0);
  if (rest === 0 || bar === null) return;
  bar.append(button("↓", rest, "below", () => unfoldBelow(diff, bar as HTMLElement, changed)));
}

function titlesOf(diff: Element): HTMLElement[] {
  return [...diff.querySelectorAll<HTMLElement>(":scope > b")].filter((each) => placeOf(each) !== undefined);
}

function button(arrow: string, count: number, where: string, act: () => Promise<void>): HTMLElement {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "more";
  // The style has its words: nobody searches or copies them.
  made.dataset["t"] = `${arrow} ${count}`;
  made.setAttribute("aria-label", `Show ${count} unchanged ${count === 1 ? "line" : "lines"} ${where}`);
  made.addEventListener("click", () => void act(), { once: true });
  return made;
}

/** Shows the lines between a hunk and the one before, as far as the page holds them. */
async function unfoldAbove(diff: Element, index: number, changed: () => void): Promise<void> {
  const around = await surroundingsOf(idOf(diff));
  removeNumbers(diff);
  const title = titlesOf(diff)[index] as HTMLElement;
  const place = placeOf(title);
  if (place === undefined) return;
  const below = linesOf(around[index - 1]?.[1]);
  const above = linesOf(around[index]?.[0]);
  const missing = place.gap - below.length - above.length;
  indent(title);
  if (index > 0 && below.length > 0) indent(titlesOf(diff)[index - 1] as HTMLElement);
  title.querySelector("button")?.remove();
  if (missing > 0) {
    title.before(textOf(below));
    title.dataset["t"] = `${missing} more ${missing === 1 ? "is" : "are"} not on this page`;
  }
  const own = missing > 0 ? above : [...below, ...above];
  title.after(textOf(own));
  const [base, head] = [place.base - own.length, place.head - own.length];
  setPlace(title, { ...place, base, head, gap: 0, margin: undefined });
  changed();
  focus(title);
}

/** Shows the lines below the last hunk. */
async function unfoldBelow(diff: Element, bar: HTMLElement, changed: () => void): Promise<void> {
  const around = await surroundingsOf(idOf(diff));
  removeNumbers(diff);
  const title = titlesOf(diff).at(-1) as HTMLElement;
  const place = placeOf(title);
  if (place === undefined) return;
  indent(title);
  bar.before(textOf(linesOf(around.at(-1)?.[1])));
  bar.replaceChildren();
  if (place.isCut) bar.dataset["t"] = "More are not on this page";
  else bar.remove();
  setPlace(title, { ...place, margin: undefined, rest: 0 });
  changed();
  focus(place.isCut ? bar : title);
}

function idOf(diff: Element): string {
  return diff.parentElement?.id ?? "";
}

/** The button that had the focus is gone. */
function focus(element: HTMLElement): void {
  element.tabIndex = -1;
  element.focus({ preventScroll: true });
}

function linesOf(text = ""): string[] {
  return text.split("\n").slice(0, -1);
}

/** Lines without a sign, with their own tabs marked. */
function textOf(lines: readonly string[]): DocumentFragment {
  const fragment = document.createDocumentFragment();
  lines
    .map((line) => ` ${line}\n`)
    .join("")
    .split("\t")
    .forEach((part, index) => {
      if (index > 0) {
        const tab = document.createElement("u");
        tab.textContent = "\t";
        fragment.append(tab);
      }
      fragment.append(part);
    });
  return fragment;
}

/** Gives the lines of a hunk the indentation that they have in their object. */
function indent(title: HTMLElement): void {
  const place = placeOf(title);
  if (place?.margin === undefined) return;
  const link = title.nextElementSibling;
  if (link instanceof HTMLAnchorElement && title.nextSibling === link) expandFold(link);
  const starts = lineStarts(title);
  const margin = Math.min(...starts.map(({ part }) => columnOf(part) - 1));
  // From the end, because each one moves what is after it.
  for (const { node, from, part } of starts.reverse())
    node.replaceData(from, part.length, shifted(part, place.margin - margin));
  setPlace(title, { ...place, margin: undefined });
}

/** A line that is not empty, or its beginning where an element follows. */
interface LineStart {
  readonly node: Text;
  readonly from: number;
  readonly part: string;
}

function lineStarts(title: HTMLElement): LineStart[] {
  const starts: LineStart[] = [];
  let isLineStart = true;
  const walk = (node: Node): void => {
    if (!(node instanceof Text)) return node.childNodes.forEach(walk);
    let from = 0;
    // An empty text has one part too.
    for (const line of node.data === "" ? [] : node.data.split(/(?<=\n)/)) {
      if (isLineStart && !/^[-+ ]?\s*\n$/.test(line)) starts.push({ node, from, part: line.replace(/\n$/, "") });
      isLineStart = line.endsWith("\n");
      from += line.length;
    }
  };
  for (let at = title.nextSibling; at !== null && at.nodeName !== "B"; at = at.nextSibling) walk(at);
  return starts;
}
