/** The questions about the changes of a review, and the answers. */
import type { ReleaseInputs } from "../../deployments/index.ts";
import type { BuildOptions } from "../../engine/index.ts";
import type { SidesOptions, Trees } from "../../render/index.ts";
import type { Cause, FieldChange, ObjectName } from "../report.ts";

/** A field of a change, by a JSON Pointer at head, or at base for a removed one. */
export type AskedField = Pick<FieldChange, "path" | "op">;

/** One object that changed in one target. */
export interface CauseRequest {
  /** The id of the change. */
  readonly id: string;
  readonly target: string;
  /** The target that rendered it at base, if that is another one. */
  readonly from?: string | undefined;
  /** The directory that renders it at head, if that is another one. */
  readonly to?: string | undefined;
  /** The real names, with their hashes. */
  readonly base?: ObjectName | undefined;
  readonly head?: ObjectName | undefined;
  readonly fields: readonly (AskedField & Partial<Pick<FieldChange, "before" | "after">>)[];
  /** The files that its objects come from in the target. */
  readonly files?: readonly string[] | undefined;
}

/** A cause, and what it explains. */
export interface FoundCause {
  /** Without fields and targets. */
  readonly cause: Cause;
  /** The paths of the fields; absent for all that were asked about. */
  readonly fields?: readonly string[];
}

/** The causes of a change in one target. */
export interface ChangeTrace {
  readonly target: string;
  /** The number of fields that were asked about; 0 for the object as a whole. */
  readonly asked: number;
  /** At most {@link MAX_CAUSES}, in the order in which they were found. */
  readonly found: readonly FoundCause[];
}

/** The most causes of one change. Edits of the same kind in many targets each are a cause of their own. */
export const MAX_CAUSES = 20;

export interface CausesInput {
  readonly trees: Trees;
  readonly options: { readonly base: BuildOptions; readonly head: BuildOptions };
  /** Tells how the targets that are no directories are built. Nothing is known of these without it. */
  readonly deployments?: SidesOptions["deployments"];
  /** Returns what differs in the inputs of a target that is a release of a chart; undefined for others. */
  readonly inputsOf?: ((target: string) => ReleaseInputs | Promise<ReleaseInputs | undefined> | undefined) | undefined;
  /** See {@link firstOfClasses}. Those of one target follow each other. */
  readonly requests: readonly CauseRequest[];
  /** The files that the change edits, as messages name them. */
  readonly changedFiles: ReadonlySet<string>;
  /** When the search ends, in milliseconds as performance.now() counts. What has no cause then gets none. */
  readonly deadline?: { readonly at: number } | undefined;
  /** Called when the work on a target begins. */
  readonly onStart?: ((target: string) => void) | undefined;
  /** Called when a target is done. */
  readonly onProgress?: ((done: number, total: number, target: string) => void) | undefined;
}
