/** A mistake that is found before a program runs, at an offset into its text. */
export class SyntaxProblem extends Error {
  readonly at: number;
  readonly hint: string | undefined;

  constructor(at: number, message: string, hint?: string) {
    super(message);
    this.name = "SyntaxProblem";
    this.at = at;
    this.hint = hint;
  }
}

/** Lines and columns of offsets into a text, both from 1; columns in UTF-16 code units. */
export function placesIn(text: string): (at: number) => { line: number; column: number } {
  const starts = [0, ...Array.from(text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  return (at) => {
    let [line, above] = [0, starts.length];
    while (above - line > 1) {
      const middle = (line + above) >> 1;
      if ((starts[middle] ?? 0) <= at) line = middle;
      else above = middle;
    }
    return { line: line + 1, column: at - (starts[line] ?? 0) + 1 };
  };
}

/** So many problems are told at once. */
export const MOST_PROBLEMS = 20;

/** Up to a third of a name may be mistyped. */
const MISTYPED = 3;

/** Longer names are no slips of fingers, and comparing them takes long. */
const LONGEST = 40;

/** The name that is most likely meant by `name`; undefined where none is near. */
export function nearest(name: string, names: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  let best: string | undefined;
  let least = Math.floor(name.length / MISTYPED) + 1;
  for (const candidate of names) {
    if (candidate === name || Math.abs(candidate.length - name.length) >= least) continue;
    const distance = editDistance(name, candidate);
    if (distance < least) [best, least] = [candidate, distance];
  }
  return best;
}

/** How many letters must be added, removed or changed to get from one name to the other. */
function editDistance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length; i++) {
    const next = [i];
    for (let j = 1; j <= to.length; j++) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}

/** Several problems at once. */
export class SyntaxProblems extends Error {
  readonly problems: readonly SyntaxProblem[];
  constructor(problems: readonly SyntaxProblem[]) {
    super(problems[0]?.message ?? "");
    this.problems = problems;
  }
}
