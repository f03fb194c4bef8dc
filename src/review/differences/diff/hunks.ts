/** Computes the unified diff of two texts, as data. */
import { reserve } from "../../../budget/index.ts";
import type { Hunk } from "../../report.ts";
import { type Edit, findEdits } from "./edits.ts";
import { enclosingFields } from "./enclosing-fields.ts";
import { printPath, type Step } from "./field-path.ts";
import { settleEdits } from "./natural-borders.ts";
import { withSurroundings } from "./surroundings.ts";

const CONTEXT = 3;
/** The memory that a line takes in a list, and in a hunk. */
const LINE_BYTES = 40;
const HUNK_LINE_BYTES = 64;
/** Edits of a hunk that are in more fields are named by fewer, higher ones. */
const MAX_FIELDS = 8;

/**
 * The hunks that turn one text into the other, with what is around them: few lines, in time that grows with the length of the texts ({@link findEdits}).
 * Either text may be empty; every line ends in a newline.
 */
export function diffTexts(before: string, after: string): Hunk[] {
  const left = linesOf(before);
  const right = linesOf(after);
  const edits = settleEdits(findEdits(left, right), left, right);
  const fields = left.length === 0 || right.length === 0 ? edits.map(() => []) : fieldsOf(edits, left, right);
  const hunks: Hunk[] = [];
  for (let first = 0; first < edits.length; ) {
    let end = first + 1;
    while (end < edits.length && gapBefore(edits, end) <= 2 * CONTEXT) end++;
    hunks.push(hunkOf(edits.slice(first, end), left, right, labelsOf(fields.slice(first, end))));
    first = end;
  }
  return withSurroundings(hunks, left);
}

/** The number of equal lines between an edit and the one before. */
function gapBefore(edits: readonly Edit[], index: number): number {
  const previous = edits[index - 1] as Edit;
  return (edits[index] as Edit).left - previous.left - previous.removed;
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  reserve(lines * LINE_BYTES);
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** The path of the field that each edit is in; empty at the top. */
function fieldsOf(edits: readonly Edit[], left: readonly string[], right: readonly string[]): Step[][] {
  const removals = edits.filter(({ removed }) => removed > 0);
  const additions = edits.filter(({ added }) => added > 0);
  const inLeft = enclosingFields(
    left,
    removals.map((edit) => ({ start: edit.left, end: edit.left + edit.removed })),
  );
  const inRight = enclosingFields(
    right,
    additions.map((edit) => ({ start: edit.right, end: edit.right + edit.added })),
  );
  let [leftAt, rightAt] = [0, 0];
  return edits.map(({ removed, added }) => {
    const old = removed > 0 ? inLeft[leftAt++] : undefined;
    const now = added > 0 ? inRight[rightAt++] : undefined;
    // A name may differ; the field that holds all lines of both sides is as deep as the higher one.
    return (now ?? old ?? []).slice(0, old?.length);
  });
}

/** The fields of a hunk, each once, in order: the deepest ones that are few enough. */
function labelsOf(fields: readonly (readonly Step[])[]): string[] {
  const named = fields.filter(({ length }) => length > 0);
  const depth = depthOfFew(named);
  const differing = named.filter((steps, index) => index === 0 || partingDepth(named[index - 1], steps) < depth);
  return [...new Set(differing.map((steps) => printPath(steps.slice(0, depth))))];
}

/** The depth to which paths can be shown so that at most {@link MAX_FIELDS} differ from the one before. At least 1. */
function depthOfFew(fields: readonly (readonly Step[])[]): number {
  const depths = fields.map((steps, index) => partingDepth(fields[index - 1], steps)).slice(1);
  const limit = depths.sort((a, b) => a - b)[MAX_FIELDS - 1];
  return limit === undefined ? Number.POSITIVE_INFINITY : Math.max(1, limit);
}

/** To which depth two paths are the same; infinite for equal paths. */
function partingDepth(a: readonly Step[] | undefined, b: readonly Step[]): number {
  const shorter = Math.min(a?.length ?? 0, b.length);
  let depth = 0;
  while (depth < shorter && a?.[depth]?.text === b[depth]?.text && a?.[depth]?.isElement === b[depth]?.isElement)
    depth++;
  return depth === a?.length && depth === b.length ? Number.POSITIVE_INFINITY : depth;
}

function hunkOf(
  edits: readonly Edit[],
  left: readonly string[],
  right: readonly string[],
  fields: readonly string[],
): Hunk {
  const first = edits[0] as Edit;
  const last = edits.at(-1) as Edit;
  const lead = Math.min(CONTEXT, first.left);
  const oldStart = first.left - lead;
  const newStart = first.right - lead;
  const oldEnd = Math.min(left.length, last.left + last.removed + CONTEXT);
  const newEnd = Math.min(right.length, last.right + last.added + CONTEXT);

  reserve((last.left - first.left + last.removed + last.right - first.right + last.added) * HUNK_LINE_BYTES);
  const lines: string[] = [];
  let at = oldStart;
  for (const edit of edits) {
    for (; at < edit.left; at++) lines.push(` ${left[at]}`);
    for (let i = 0; i < edit.removed; i++) lines.push(`-${left[edit.left + i]}`);
    for (let i = 0; i < edit.added; i++) lines.push(`+${right[edit.right + i]}`);
    at = edit.left + edit.removed;
  }
  for (; at < oldEnd; at++) lines.push(` ${left[at]}`);
  // By the rules of unified diffs, a side without lines starts at 0.
  return {
    oldStart: oldEnd === oldStart ? oldStart : oldStart + 1,
    oldLines: oldEnd - oldStart,
    newStart: newEnd === newStart ? newStart : newStart + 1,
    newLines: newEnd - newStart,
    fields,
    lines,
  };
}
