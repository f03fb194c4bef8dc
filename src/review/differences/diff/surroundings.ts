/** The unchanged lines around hunks: a reader can unfold them. They are no part of what changed. */
import { reserve } from "../../../budget/index.ts";
import type { Hunk } from "../../change.ts";

/** Lines on each side of a hunk. */
const MAX_LINES = 60;
/** Lines around all hunks of an object. */
const MAX_ALL_LINES = 600;

/** The hunks with the unchanged lines around them: the nearest ones, where there are many. @param lines those of the base */
export function withSurroundings(hunks: readonly Hunk[], lines: readonly string[]): Hunk[] {
  const most = Math.min(MAX_LINES, Math.floor(MAX_ALL_LINES / 2 / Math.max(1, hunks.length)));
  let shown = 0;
  return hunks.map((hunk, index) => {
    const start = startOf(hunk);
    const end = start + hunk.oldLines;
    const next = hunks[index + 1];
    const limit = next === undefined ? lines.length : startOf(next);
    const above = part(lines, Math.max(shown, start - most), start);
    // The rest of the lines up to the next hunk are above that one.
    shown = Math.min(limit, end + most);
    const below = part(lines, end, shown);
    return { ...hunk, ...around(above, below, next === undefined && shown < limit) };
  });
}

/** The number of lines before it. */
function startOf({ oldStart, oldLines }: Hunk): number {
  return oldLines === 0 ? oldStart : oldStart - 1;
}

function around(above: string, below: string, isCut: boolean): Pick<Hunk, "above" | "below" | "isCut"> {
  return {
    ...(above !== "" && { above }),
    ...(below !== "" && { below }),
    ...(isCut && { isCut }),
  };
}

/** Hunks with the surroundings that both have: those of one target may differ from those of another. @param b with equal lines */
export function withSharedSurroundings(a: readonly Hunk[], b: readonly Hunk[]): readonly Hunk[] {
  if (a === b || a.every((hunk, index) => isAlike(hunk, b[index] as Hunk))) return a;
  return a.map((hunk, index) => {
    const other = b[index] as Hunk;
    const { above: ownAbove = "", below: ownBelow = "", isCut: ownCut, ...rest } = hunk;
    const { above: otherAbove = "", below: otherBelow = "", isCut: otherCut } = other;
    const above = sharedEnd(ownAbove, otherAbove);
    const below = sharedStart(ownBelow, otherBelow);
    const isShort = ownCut || otherCut || below !== ownBelow || below !== otherBelow;
    return { ...rest, ...around(above, below, isShort && index === a.length - 1) };
  });
}

function isAlike(a: Hunk, b: Hunk): boolean {
  return a.above === b.above && a.below === b.below && a.isCut === b.isCut;
}

/** A part of the lines as one text, which takes less memory. */
function part(lines: readonly string[], start: number, end: number): string {
  if (start >= end) return "";
  const text = `${lines.slice(start, end).join("\n")}\n`;
  reserve(text.length);
  return text;
}

/** The whole lines with which both begin. */
function sharedStart(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return a.slice(0, a.lastIndexOf("\n", at - 1) + 1);
}

/** The whole lines with which both end. */
function sharedEnd(a: string, b: string): string {
  let length = 0;
  while (length < a.length && a[a.length - 1 - length] === b[b.length - 1 - length]) length++;
  if (length === a.length && length === b.length) return a;
  const end = a.slice(a.length - length);
  // Its first line may be a part of one, unless a line ends before it on both sides.
  const isWhole = [a, b].every((text) => text.length === length || text[text.length - 1 - length] === "\n");
  return isWhole ? end : end.slice(end.indexOf("\n") + 1);
}
