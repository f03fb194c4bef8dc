/** The numbers of lines beside a diff: elements without text, so that nobody copies, searches or hears them. */
import { type HunkPlace, placeOf } from "./hunk-place.ts";

interface At {
  base: number;
  head: number;
  isLineStart: boolean;
}

/** Numbers all lines of a diff. An object that is new or gone has no titles: its lines count from 1. */
export function numberLines(diff: Element): void {
  removeNumbers(diff);
  numberBelow(diff, " ", { base: 1, head: 1, isLineStart: true });
}

/** Leaves the text of the diff as the page was written. */
export function removeNumbers(diff: Element): void {
  const numbers = diff.querySelectorAll("span");
  for (const each of numbers) each.remove();
  if (numbers.length > 0) diff.normalize();
}

function numberBelow(parent: Element, sign: string, at: At): void {
  for (const child of Array.from(parent.childNodes)) {
    if (child instanceof Text) numberText(child, sign, at);
    else if (child instanceof HTMLElement) numberElement(child, sign, at);
  }
}

function numberElement(element: HTMLElement, sign: string, at: At): void {
  switch (element.localName) {
    case "b": {
      const place: HunkPlace | undefined = placeOf(element);
      if (place !== undefined) [at.base, at.head] = [place.base, place.head];
      at.isLineStart = true;
      break;
    }
    case "a":
      // It stands for several lines, the first of which begins in front of it. A whole hunk has no such beginning.
      if (!at.isLineStart) advance(sign, at, Number(/\d+/.exec(element.textContent ?? "")?.[0] ?? 1) - 1);
      at.isLineStart = false;
      break;
    case "del":
      numberBelow(element, "-", at);
      break;
    case "ins":
      numberBelow(element, "+", at);
      break;
    default:
      numberBelow(element, sign, at);
  }
}

function numberText(node: Text, sign: string, at: At): void {
  if (node.data === "") return;
  const parts: Node[] = [];
  // Each part is a line with its newline, but for the last one.
  for (const line of node.data.split(/(?<=\n)/)) {
    if (at.isLineStart) parts.push(numberOf(sign, at));
    parts.push(document.createTextNode(line));
    at.isLineStart = line.endsWith("\n");
  }
  node.replaceWith(...parts);
}

function numberOf(sign: string, at: At): HTMLElement {
  const number = document.createElement("span");
  number.ariaHidden = "true";
  if (sign !== "+") number.dataset["b"] = String(at.base);
  if (sign !== "-") number.dataset["h"] = String(at.head);
  advance(sign, at, 1);
  return number;
}

function advance(sign: string, at: At, lines: number): void {
  if (sign !== "+") at.base += lines;
  if (sign !== "-") at.head += lines;
}
