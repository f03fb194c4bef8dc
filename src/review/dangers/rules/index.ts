/** The rules that find dangers in one object. Each has a page in docs/dangers. */
import type { PairRule } from "../rule.ts";
import { blockedEviction } from "./blocked-eviction.ts";
import { chartMajor } from "./charts.ts";
import { removedCrdVersion } from "./crd-versions.ts";
import { applicationMoved, pruneEnabled, suspended } from "./deliveries.ts";
import { immutableField } from "./immutable-field.ts";
import { networkPolicyOpen } from "./open-policy.ts";
import { plainSecret } from "./plain-secret.ts";
import { podSecurity } from "./pod-security.ts";
import { pvcShrink } from "./pvc-shrink.ts";
import { rbacWidened } from "./rbac.ts";
import { reclaimPolicy } from "./reclaim-policy.ts";
import { refusedWorkload } from "./refused-workload.ts";
import { REMOVAL_RULES } from "./removals.ts";
import { removedElement } from "./removed-element.ts";
import { serviceType } from "./service-type.ts";
import { webhookScope } from "./webhook-scope.ts";
import {
  addedCapability,
  cutCapacity,
  hostNamespace,
  hostPath,
  hostPort,
  imageDowngrade,
  imageLatest,
  imageMajor,
  imageRegistry,
  imageUnpinned,
  limitBelowRequest,
  privileged,
  removedLimits,
  removedProbe,
  replicasZero,
  runsAsRoot,
} from "./workloads/index.ts";

export { boundRole, grantedBy } from "./bindings.ts";
export { UNSEEN } from "./charts.ts";
export { differenceOf } from "./equality.ts";
export { contentOf, isRefused } from "./immutable-field.ts";
export {
  amountOf,
  annotation,
  type Container,
  containersOf,
  containerText,
  fieldText,
  isSameObject,
  listed,
  oneLine,
  type Path,
  podSpecOf,
  shownValues,
} from "./objects/index.ts";
export { isBinding, isOrdinary, roleKey } from "./rbac.ts";
export { UNOWNED } from "./removal-table.ts";
export { imagesOf, movingImages } from "./workloads/index.ts";

/** The rules that say of any object what they say of a new one, and that join several of its fields. */
export const JOINT_RULES: readonly PairRule[] = [refusedWorkload, limitBelowRequest];

export const PAIR_RULES: readonly PairRule[] = [
  immutableField,
  pvcShrink,
  reclaimPolicy,
  plainSecret,
  refusedWorkload,
  applicationMoved,
  ...REMOVAL_RULES,
  removedElement,
  removedCrdVersion,
  limitBelowRequest,
  removedLimits,
  removedProbe,
  replicasZero,
  cutCapacity,
  suspended,
  pruneEnabled,
  blockedEviction,
  serviceType,
  privileged,
  hostNamespace,
  hostPath,
  addedCapability,
  runsAsRoot,
  hostPort,
  networkPolicyOpen,
  webhookScope,
  podSecurity,
  rbacWidened,
  imageLatest,
  imageMajor,
  imageDowngrade,
  imageRegistry,
  imageUnpinned,
  chartMajor,
];
