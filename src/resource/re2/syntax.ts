/** What a pattern means, as a tree, and how a fault in one is told. */
import { failure, type KrmError } from "../../diagnostics.ts";

/** Whether a character, given as its code point, is one of a set. */
export type CharTest = (codePoint: number) => boolean;

/** A condition on a place between characters. */
export type Assertion = "text-start" | "text-end" | "line-start" | "line-end" | "word-boundary" | "no-word-boundary";

export type Expression =
  | { readonly op: "literal"; readonly char: string }
  | { readonly op: "class"; readonly test: CharTest }
  | { readonly op: "assertion"; readonly assertion: Assertion }
  | { readonly op: "sequence"; readonly parts: readonly Expression[] }
  | { readonly op: "choice"; readonly options: readonly Expression[] }
  /** `max` is Infinity for an open end. */
  | { readonly op: "repeat"; readonly body: Expression; readonly min: number; readonly max: number };

export interface Flags {
  readonly ignoreCase: boolean;
  readonly multiLine: boolean;
  readonly dotMatchesNewline: boolean;
}

/** A fault in the words of RE2, which people search for. `part` is what it found wrong. */
export function invalidPattern(problem: string, part: string): KrmError {
  return failure("invalid-regex", `error parsing regexp: ${problem}: \`${part}\``, {
    hint: "Patterns are RE2, as in Go: no lookaround and no backreferences.",
  });
}
