/** The limits of one build of a deployment. */
import type { TreeRecord } from "../../sources/tree.ts";

export interface ApplyOptions {
  readonly builds?: number;
  readonly timeoutSeconds?: number | undefined;
  /** Gets what the build asks. */
  readonly record?: TreeRecord | undefined;
  /** The id of the deployment, for a lock. */
  readonly usedBy?: string | undefined;
}
