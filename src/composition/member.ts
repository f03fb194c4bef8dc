/** An entry during consolidation. */

import type { Location } from "../diagnostics.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import type { Base } from "./base.ts";
import type { Identity } from "./identity.ts";

/** An entry in the list of one composition. */
export interface Member<Root> {
  readonly identity: Identity;
  /** The config as it is defined: overrides are merged into the members of the final list only. */
  readonly config: MapNode;
  readonly location: Location;
  readonly isUnnamed: boolean;
  /** The composition that defines it. */
  readonly home: Base<Root>;
  /** The directory in which its function runs, unless an override names another function. */
  readonly root: Root;
  /** The entries of `transformersFrom` through which it came, outermost first. */
  readonly imports: readonly Location[];
  /** In the order in which they are applied. */
  readonly overrides: readonly Override[];
}

export interface Override {
  readonly config: MapNode;
  readonly location: Location;
}
