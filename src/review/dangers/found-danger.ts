/** A finding of a rule, before it is known which targets have it. */
import type { Danger } from "../report.ts";
import type { LackedObject } from "./rule.ts";

/** A danger of one object, whatever targets have it. Its texts may be shown. */
export interface FoundDanger extends Omit<Danger, "change" | "targets"> {
  /** The path with names of elements in place of their positions, as far as these may be shown. */
  readonly namedPath?: string;
  /**
   * Set for an object that goes. The danger with the lowest order explains the others, so that one removal is one danger. 0 and
   * {@link LAST_ORDER} for rules on the object itself, others for rules on its target.
   */
  readonly order?: number;
  /** See {@link Finding.lacks}. */
  readonly lacks?: LackedObject;
}

/** The order of what only counts if no rule on the target finds anything. */
export const LAST_ORDER = 1000;

/** The levels below others. */
export const LESS = { high: "medium", medium: "low", low: "low" } as const;
