/** An error that is found before a program runs, at an offset into its text. */
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

/** Returns a function from offsets to lines and columns. Both count from 1; columns are in UTF-16 code units. */
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

/** The most problems that are reported at once. */
export const MAX_PROBLEMS = 20;

/** Several problems at once. */
export class SyntaxProblems extends Error {
  readonly problems: readonly SyntaxProblem[];
  constructor(problems: readonly SyntaxProblem[]) {
    super(problems[0]?.message ?? "");
    this.problems = problems;
  }
}
