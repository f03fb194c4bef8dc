/** The inputs that choose what is compared. */
import type { InputReader } from "./input-reader.ts";

/** `base` and `head` are undefined where the event decides. */
export interface ComparisonInputs {
  /** Paths and globs; empty for all discovered targets. */
  readonly targets: readonly string[];
  readonly base: string | undefined;
  readonly head: string | undefined;
  readonly workingDirectory: string;
  /** Whether targets that the change cannot affect are left out. */
  readonly affectedOnly: boolean;
}

export function readComparisonInputs(reader: InputReader): ComparisonInputs {
  return {
    targets: reader.patterns("targets"),
    base: reader.optional("base"),
    head: reader.optional("head"),
    workingDirectory: reader.text("working-directory"),
    affectedOnly: reader.flag("affected-only"),
  };
}
