/** Compares two revisions, target by target. This is the only way from renderings to a report. */

import { type MemoryPool, processPool } from "../budget/index.ts";
import { type Configuration, EMPTY_CONFIGURATION } from "../configuration/index.ts";
import { directoryTarget } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import type { KnownApis } from "../schemas/index.ts";
import type { Report, Side } from "./report.ts";
import { Reviewer } from "./reviewer.ts";

export { assembleReport } from "./assembly.ts";
export {
  Accepted,
  isRenderedElsewhere,
  SCHEMA_RULES,
  type Standing,
  type StandingFinding,
  standingFindings,
} from "./dangers/index.ts";
export { type DeploymentsByName, declaredBy, deploymentsByName, fedBy, releasesBySource } from "./declared.ts";
export { cutLines, perLabel } from "./differences/index.ts";
export { joinReviews, policySettings, prepareJoin } from "./join.ts";
export { KNOWN_RULES } from "./known-rules.ts";
export { OTHER_SOURCE } from "./missing-inputs.ts";
export { joinMessages, type PartialReview, parsePartial, type RunMessages } from "./partial/index.ts";
export { parseReport } from "./reading/index.ts";
export * from "./report.ts";
export { dependsOnRun } from "./run-causes.ts";
export { ChangeStore } from "./store.ts";
export {
  causesOfGroup,
  changedLines,
  consequenceOf,
  isMove,
  type OriginalName,
  OwnNames,
  splitImage,
  weightOf,
} from "./summary/index.ts";
export {
  type ComparedTarget,
  type ComparisonInput,
  comparePartially,
  compareTrees,
  type WorkStage,
} from "./tree-comparison.ts";

export interface ReviewInput {
  readonly base: Side;
  readonly head: Side;
  /** Every target, on both sides. */
  readonly renderings: readonly { readonly base: Rendering; readonly head: Rendering }[];
  /** The limit for the comparison of one target. Unlimited if absent. */
  readonly timeoutSeconds?: number | undefined;
  readonly pool?: MemoryPool;
  readonly configuration?: Configuration;
  /** The APIs that changed objects are held to; absent if they are not known. */
  readonly apis?: KnownApis | undefined;
}

/** Why a target is in the report if no plan says it. */
const WHY = "selected";

/**
 * Returns the report of renderings that are at hand, with targets in order. The report holds neither values of Secrets nor
 * digests of them; decision 0006 says what that covers. Takes time linear in the size of the renderings.
 */
export function review({
  renderings,
  pool = processPool(),
  timeoutSeconds,
  configuration = EMPTY_CONFIGURATION,
  apis,
  ...parts
}: ReviewInput): Report {
  const reviewer = new Reviewer(pool, timeoutSeconds, configuration, undefined, undefined, apis);
  for (const { base, head } of renderings) {
    const about = { ...directoryTarget(head.target), why: WHY };
    reviewer.compare(about, base, head, { seconds: timeoutSeconds, isLast: true });
  }
  // Objects of a single target are compared with each other.
  return reviewer.report(parts, { pool, pairing: () => 0 });
}
