/** Reads edit scripts, for tests. */
import type { Edit } from "../../../../src/review/differences/diff/index.ts";

/** The sequence that a script makes of the left one, with elements of the right one where it adds some. */
export function applyEdits<T>(edits: readonly Edit[], left: readonly T[], right: readonly T[]): T[] {
  const result: T[] = [];
  let at = 0;
  for (const edit of edits) {
    result.push(...left.slice(at, edit.left), ...right.slice(edit.right, edit.right + edit.added));
    at = edit.left + edit.removed;
  }
  return [...result, ...left.slice(at)];
}

/** The number of removed and added elements. */
export function lengthOf(edits: readonly Edit[]): number {
  return edits.reduce((sum, { removed, added }) => sum + removed + added, 0);
}
