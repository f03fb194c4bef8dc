/** Moves edits to where people expect them: an inserted list element begins at its own dash, an entry at its key. */
import { checkTime } from "../../../budget/index.ts";
import type { Edit } from "./edits.ts";

/** How far an edit is moved, in lines. */
const MAX_SLIDE = 1_000;

/** A run of lines that one side has in addition, so that it can slide over equal lines. */
interface Run {
  left: number;
  right: number;
  length: number;
}

/**
 * Equal scripts in which insertions and removals are whole blocks. Lines that are added after `a, b` in `a, b, a, b` may be the
 * first pair, the second, or `b, a`: the script is the same. Of these, the one that begins with the least indentation is chosen,
 * then one that ends where its block does, then the last. Edits that can be moved together become one.
 */
export function settleEdits(edits: readonly Edit[], left: readonly string[], right: readonly string[]): Edit[] {
  const settled: Edit[] = [];
  for (let index = 0; index < edits.length; index++) {
    checkTime();
    const edit = edits[index] as Edit;
    if (edit.removed > 0 && edit.added > 0) {
      append(settled, edit);
      continue;
    }
    const isAdded = edit.added > 0;
    const lines = isAdded ? right : left;
    const run: Run = { left: edit.left, right: edit.right, length: edit.removed + edit.added };
    const start = (): number => (isAdded ? run.right : run.left);
    for (;;) {
      const previous = settled.at(-1);
      const room = run.left - (previous === undefined ? 0 : previous.left + previous.removed);
      const up = slide(lines, start() - 1, run.length, room, -1);
      if (previous !== undefined && up === room && isSameKind(previous, isAdded)) {
        settled.pop();
        run.left = previous.left;
        run.right = previous.right;
        run.length += previous.removed + previous.added;
        continue;
      }
      const next = edits[index + 1];
      const oldEnd = run.left + (isAdded ? 0 : run.length);
      const roomBelow = (next === undefined ? left.length : next.left) - oldEnd;
      const down = slide(lines, start(), run.length, roomBelow, 1);
      if (next !== undefined && down === roomBelow && isSameKind(next, isAdded)) {
        index++;
        run.left += down;
        run.right += down;
        run.length += next.removed + next.added;
        continue;
      }
      const shift = bestShift(lines, start(), run.length, up, down);
      run.left += shift;
      run.right += shift;
      break;
    }
    append(settled, {
      left: run.left,
      right: run.right,
      removed: isAdded ? 0 : run.length,
      added: isAdded ? run.length : 0,
    });
  }
  return settled;
}

function isSameKind(edit: Edit, isAdded: boolean): boolean {
  return isAdded ? edit.removed === 0 : edit.added === 0;
}

/** Adds an edit, as part of the last one if they touch. */
function append(settled: Edit[], edit: Edit): void {
  const last = settled.at(-1);
  if (last === undefined || last.left + last.removed < edit.left) {
    settled.push(edit);
    return;
  }
  const { left, right } = last;
  settled[settled.length - 1] = {
    left,
    right,
    removed: last.removed + edit.removed,
    added: last.added + edit.added,
  };
}

/** The number of lines by which a run can slide up or down. @param first the line that it would take in, or leave, first */
function slide(lines: readonly string[], first: number, length: number, room: number, step: 1 | -1): number {
  const most = Math.min(room, MAX_SLIDE);
  let by = 0;
  while (by < most && lines[first + by * step] === lines[first + length + by * step]) by++;
  return by;
}

function bestShift(lines: readonly string[], start: number, length: number, up: number, down: number): number {
  let best = down;
  let bestLevel = levelOf(lines[start + down]);
  let bestIsWhole = levelOf(lines[start + down + length]) <= bestLevel;
  for (let shift = down - 1; shift >= -up; shift--) {
    const level = levelOf(lines[start + shift]);
    if (level > bestLevel) continue;
    const isWhole = levelOf(lines[start + shift + length]) <= level;
    if (level === bestLevel && (bestIsWhole || !isWhole)) continue;
    best = shift;
    bestLevel = level;
    bestIsWhole = isWhole;
  }
  return best;
}

/** How deep a line lies. An element of a list is inside of a key with the same indentation. The end of the text lies highest. */
function levelOf(line: string | undefined): number {
  if (line === undefined) return -1;
  const indent = line.search(/[^ ]/);
  if (indent < 0) return Number.POSITIVE_INFINITY;
  const isElement = line[indent] === "-" && (line[indent + 1] === " " || line.length === indent + 1);
  return 2 * indent + (isElement ? 1 : 0);
}
