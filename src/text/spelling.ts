/** Finds the intended name of a misspelt one. */

/** Longer names are not compared, so that a hostile file cannot make this slow. */
const MAX_NAME_LENGTH = 40;

/**
 * The known name with the fewest edits to `name`. Undefined if none is close enough to be a likely typing error.
 * @param most the number of edits that are close enough at most, also in long names
 */
export function nearest(name: string, known: Iterable<string>, most = MAX_NAME_LENGTH): string | undefined {
  if (name.length < 2 || name.length > MAX_NAME_LENGTH) return undefined;
  const wanted = name.toLowerCase();
  let best: string | undefined;
  let fewest = Math.min(most, Math.max(1, Math.floor(wanted.length / 3))) + 1;
  for (const candidate of known) {
    // The difference in length is the least number of edits. It also excludes very long candidates.
    if (Math.abs(candidate.length - wanted.length) >= fewest) continue;
    const edits = editDistance(wanted, candidate.toLowerCase());
    if (edits >= fewest) continue;
    fewest = edits;
    best = candidate;
  }
  return best;
}

/** The number of letters to insert, remove, replace or swap with their neighbour (optimal string alignment). */
function editDistance(from: string, to: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let row = 1; row <= from.length; row++) {
    const current = [row];
    for (let column = 1; column <= to.length; column++) {
      const same = from[row - 1] === to[column - 1];
      let cost = Math.min(at(last, column) + 1, at(current, column - 1) + 1, at(last, column - 1) + (same ? 0 : 1));
      const swapped = row > 1 && column > 1 && from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1];
      if (swapped) cost = Math.min(cost, at(beforeLast, column - 2) + 1);
      current.push(cost);
    }
    beforeLast = last;
    last = current;
  }
  return at(last, to.length);
}

function at(row: readonly number[], column: number): number {
  return row[column] ?? 0;
}
