/** The inputs of reviews that several machines share. */
import type { InputReader } from "./input-reader.ts";
import { lines } from "./input-texts.ts";

export interface MergeInputs {
  /** The part of the plan that this run renders, as the matrix names it; undefined for all of it. */
  readonly shard: string | undefined;
  /** Directories, or globs of directories, with the reports of shards, relative to the workspace. */
  readonly reports: readonly string[];
}

export function readMergeInputs(reader: InputReader): MergeInputs {
  return {
    shard: reader.optional("shard"),
    reports: lines(reader.text("reports")),
  };
}
