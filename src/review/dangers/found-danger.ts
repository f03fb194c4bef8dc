/** What a rule found, before it is known which targets have it. */
import type { Danger } from "../report.ts";

/** A danger of one object, whatever targets have it. */
export interface FoundDanger extends Omit<Danger, "change" | "targets"> {
  readonly object: {
    readonly kind: string;
    readonly namespace: string;
    readonly name: string;
    readonly baseName: string;
  };
  readonly namedPath?: string;
  /**
   * Of an object that goes: what comes first explains what follows, so that one removal is one danger. 0 for rules on the object
   * itself, others for rules on its target.
   */
  readonly order?: number;
  /** Equal for equal dangers. */
  readonly identity: string;
}
