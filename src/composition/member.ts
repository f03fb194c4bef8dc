/** An entry during consolidation. */

import type { Base } from "./base.ts";
import type { Entry } from "./consolidated.ts";
import type { Identity } from "./identity.ts";

/** An entry in the list of one composition. */
export interface Member<Root> extends Entry<Root> {
  readonly identity: Identity;
  readonly isUnnamed: boolean;
  /** The composition that defines it. */
  readonly home: Base<Root>;
}
