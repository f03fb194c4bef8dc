/** The tree of a parsed pattern, and the error for an invalid one. */
import { failure, type KrmError } from "../../diagnostics.ts";

/** Tells whether a code point is in a set of characters. */
export type CharTest = (codePoint: number) => boolean;

/** A condition on a position between characters. */
export type Assertion = "text-start" | "text-end" | "line-start" | "line-end" | "word-boundary" | "no-word-boundary";

export type Expression =
  | { readonly op: "literal"; readonly char: string }
  | { readonly op: "class"; readonly test: CharTest }
  | { readonly op: "assertion"; readonly assertion: Assertion }
  | { readonly op: "sequence"; readonly parts: readonly Expression[] }
  | { readonly op: "choice"; readonly options: readonly Expression[] }
  /** `max` is Infinity if there is no upper limit. */
  | { readonly op: "repeat"; readonly body: Expression; readonly min: number; readonly max: number };

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesNewline: boolean;
}

/** An `invalid-regex` error with Go's message, which people search for. `part` is the invalid part of the pattern. */
export function invalidPattern(problem: string, part: string): KrmError {
  return failure("invalid-regex", `error parsing regexp: ${problem}: \`${part}\``, {
    hint: "Use RE2 syntax, as in Go, which has no lookaround and no backreferences.",
  });
}
