/** The rules on all objects of a target. Of those that find the same removal, the first one tells it. */
import type { TargetRule } from "../rule.ts";
import { LIMIT_RANGE } from "./limit-range.ts";
import { LOST_ENDPOINTS } from "./lost-endpoints.ts";
import { LOST_HOST } from "./lost-hosts.ts";
import { LOST_KEY } from "./lost-keys.ts";
import { LOST_PORT } from "./lost-ports.ts";
import { LOST_REFERENCE, REMOVED_SECRET } from "./lost-references.ts";
import { MISSING_KEY } from "./missing-keys.ts";
import { MISSING_METRICS } from "./missing-metrics.ts";
import { MISSING_PODS } from "./missing-pods.ts";
import { MISSING_PORT } from "./missing-ports.ts";
import { MISSING_REFERENCE } from "./missing-references.ts";
import { MISSING_REQUEST } from "./missing-requests.ts";

export { SERVED_HOSTS } from "./lost-hosts.ts";
export { RELEASED_AGAIN } from "./new-releases.ts";
export { UNUSED_CERTIFICATES } from "./unused-certificates.ts";
export { UNUSED_POLICIES } from "./unused-policies.ts";

/** The rules that say of any object what they say of a new one. */
export const RELATION_RULES: readonly TargetRule[] = [
  LIMIT_RANGE,
  MISSING_KEY,
  MISSING_METRICS,
  MISSING_PODS,
  MISSING_PORT,
  MISSING_REFERENCE,
  MISSING_REQUEST,
];

export const TARGET_RULES: readonly TargetRule[] = [
  REMOVED_SECRET,
  LOST_ENDPOINTS,
  LOST_REFERENCE,
  LOST_PORT,
  LOST_KEY,
  LOST_HOST,
  ...RELATION_RULES,
];
