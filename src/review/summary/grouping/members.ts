/** The types that the parts of grouping share. */
import type { Change, ChangeGroup, Consequence, GroupEdit } from "../../report.ts";
import type { OriginalName } from "./normal-form.ts";

/** A change with what grouping needs to know of it. */
export interface Member {
  readonly change: Change;
  /** Its place among the changes of the report. */
  readonly index: number;
  /** The ids of the targets that name it, in order. */
  readonly targets: readonly string[];
  readonly original: OriginalName | undefined;
  /** The directories that tell its target from others; none if several targets name it. */
  readonly steps: readonly string[];
}

/** A group before it gets its id. */
export interface OpenGroup {
  readonly op: ChangeGroup["op"];
  /** The same text for the same group in all runs. */
  readonly key: string;
  readonly edits: readonly GroupEdit[];
  readonly members: readonly Member[];
  /** The ids, in order; those of the members if absent. */
  readonly targets?: readonly string[];
  readonly onlyReferences?: true;
  readonly whole?: ChangeGroup["whole"];
  readonly consequence: Consequence;
}
