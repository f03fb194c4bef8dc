/** The types of the rules of noise. */
import type { Value } from "../../../render/rendering.ts";
import type { Change, FieldChange } from "../../report.ts";

/** A changed object, without the values that are withheld. */
export interface NoisyObject {
  readonly object: Change["object"];
  readonly base: Value | undefined;
  readonly head: Value | undefined;
  /** The changed fields whose differences an Application ignores. */
  readonly ignored?: { readonly fields: ReadonlySet<string>; readonly isKept: boolean } | undefined;
}

/** A changed field. A map of labels that is new or gone is asked about label by label. */
export interface NoisyField extends Omit<FieldChange, "label"> {
  /** The unescaped steps of the path. */
  readonly steps: readonly string[];
}

/** Folds changes of fields that are of no consequence. It is never asked about whole objects and about protected fields. */
export interface BuiltInRule {
  /** Kebab-case. */
  readonly id: string;
  /** Says in one sentence which fields the rule folds. The generated table of docs/guide/noise.md shows it. */
  readonly summary: string;
  /** Absent for a rule that needs to see all changes. Takes time linear in the object at most. */
  folds?(field: NoisyField, of: NoisyObject): boolean;
}
