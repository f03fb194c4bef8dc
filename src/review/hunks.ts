/** Computes the unified diff of two texts, as data. */
import { diffArrays } from "diff";
import { reserve } from "../budget/index.ts";
import type { Hunk } from "./report.ts";
import { sectionsOf } from "./sections.ts";

const CONTEXT = 3;
/** The memory that a line takes in a list, and in a hunk. */
const LINE_BYTES = 40;
const HUNK_LINE_BYTES = 64;
/** Texts with more differing lines are replaced from the first to the last one, because the search is quadratic. */
const MAX_EDITS = 500;

/** A change of lines: its start on both sides (counted from 0), and the numbers of removed and added lines. */
interface Edit {
  readonly left: number;
  readonly right: number;
  readonly removed: number;
  readonly added: number;
}

/** The hunks that turn one text into the other. Either text may be empty; every line ends in a newline. */
export function diffTexts(before: string, after: string): Hunk[] {
  const left = linesOf(before);
  const right = linesOf(after);
  const groups = groupEdits(findEdits(left, right));
  // The section of a hunk is that of its first changed line; an added line takes precedence.
  const places = groups.map(([first]) => {
    const edit = first as Edit;
    return edit.added > 0 ? { side: right, line: edit.right } : { side: left, line: edit.left };
  });
  const oldSections = sectionsOf(
    left,
    places.filter((place) => place.side === left).map((place) => place.line),
  );
  const newSections = sectionsOf(
    right,
    places.filter((place) => place.side === right).map((place) => place.line),
  );
  return groups.map((edits, index) => {
    const place = places[index] as (typeof places)[number];
    const section = (place.side === left ? oldSections : newSections).get(place.line) ?? "";
    return hunkOf(edits, left, right, section);
  });
}

function linesOf(text: string): string[] {
  if (text === "") return [];
  let lines = 1;
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) lines++;
  reserve(lines * LINE_BYTES);
  return (text.endsWith("\n") ? text.slice(0, -1) : text).split("\n");
}

/** The edits in order, without overlaps. Skips the common start and end first, so that only the middle is searched. */
function findEdits(left: readonly string[], right: readonly string[]): Edit[] {
  const shorter = Math.min(left.length, right.length);
  let start = 0;
  while (start < shorter && left[start] === right[start]) start++;
  let end = 0;
  while (end < shorter - start && left[left.length - 1 - end] === right[right.length - 1 - end]) end++;
  const oldMiddle = left.slice(start, left.length - end);
  const newMiddle = right.slice(start, right.length - end);
  if (oldMiddle.length === 0 && newMiddle.length === 0) return [];

  const whole = { left: start, right: start, removed: oldMiddle.length, added: newMiddle.length };
  if (oldMiddle.length === 0 || newMiddle.length === 0) return [whole];
  const parts = diffArrays(oldMiddle, newMiddle, { maxEditLength: MAX_EDITS });
  if (parts === undefined) return [whole];

  const edits: Edit[] = [];
  let oldLine = start;
  let newLine = start;
  let open: { left: number; right: number; removed: number; added: number } | undefined;
  for (const part of parts) {
    const size = part.value.length;
    if (!part.removed && !part.added) {
      if (open !== undefined) edits.push(open);
      open = undefined;
      oldLine += size;
      newLine += size;
      continue;
    }
    open ??= { left: oldLine, right: newLine, removed: 0, added: 0 };
    if (part.removed) {
      open.removed += size;
      oldLine += size;
    } else {
      open.added += size;
      newLine += size;
    }
  }
  if (open !== undefined) edits.push(open);
  return edits;
}

/** Puts edits whose contexts touch into one hunk. */
function groupEdits(edits: readonly Edit[]): Edit[][] {
  const groups: Edit[][] = [];
  let previousEnd = Number.NEGATIVE_INFINITY;
  for (const edit of edits) {
    if (edit.left - previousEnd <= 2 * CONTEXT) (groups.at(-1) as Edit[]).push(edit);
    else groups.push([edit]);
    previousEnd = edit.left + edit.removed;
  }
  return groups;
}

function hunkOf(edits: readonly Edit[], left: readonly string[], right: readonly string[], section: string): Hunk {
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
    fields: section === "" ? [] : [section],
    lines,
  };
}
