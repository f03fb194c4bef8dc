/** What is asked about the changes of a review, and the answers. */
import type { BuildOptions } from "../../engine/index.ts";
import type { Trees } from "../../render/index.ts";
import type { FieldChange, ObjectName } from "../report.ts";

/** A field of a change, by a JSON Pointer at head, or at base for a removed one. */
export type AskedField = Pick<FieldChange, "path" | "op">;

/** One object that changed in one target. */
export interface CauseRequest {
  /** The id of the change. */
  readonly id: string;
  readonly target: string;
  /** The target that rendered it at base, if that is another one. */
  readonly from?: string | undefined;
  /** The real names, with their hashes. */
  readonly base?: ObjectName | undefined;
  readonly head?: ObjectName | undefined;
  readonly fields: readonly AskedField[];
}

export interface CausesInput {
  readonly trees: Trees;
  readonly options: { readonly base: BuildOptions; readonly head: BuildOptions };
  readonly requests: readonly CauseRequest[];
  /** The files that the change edits, as messages name them. */
  readonly changedFiles: ReadonlySet<string>;
  /** The edited files that a target depends on; undefined if that is not known. */
  readonly changedOf?: ((target: string) => readonly string[] | undefined) | undefined;
  /** When the search ends, in milliseconds as performance.now() counts. What has no cause then gets none. */
  readonly deadline?: { readonly at: number } | undefined;
  /** Called when the work on a target begins. */
  readonly onStart?: ((target: string) => void) | undefined;
  /** Called when a target is done. */
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
}
