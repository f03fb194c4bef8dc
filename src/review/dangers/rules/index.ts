/** The rules that find dangers in one object. Each has a page in docs/dangers. */
import type { PairRule } from "../rule.ts";
import { blockedEviction } from "./blocked-eviction.ts";
import { chartMajor } from "./charts.ts";
import { removedCrdVersion } from "./crd-versions.ts";
import { applicationMoved, pruneEnabled, suspended } from "./deliveries.ts";
import { hostPort } from "./host-port.ts";
import { imageDowngrade, imageRegistry, imageUnpinned } from "./image-sources.ts";
import { imageLatest, imageMajor } from "./images.ts";
import { immutableField } from "./immutable-field.ts";
import { networkPolicyOpen } from "./open-policy.ts";
import { plainSecret } from "./plain-secret.ts";
import { cutCapacity, limitBelowRequest } from "./pod-limits.ts";
import { runsAsRoot } from "./pod-privileges.ts";
import { podSecurity } from "./pod-security.ts";
import { pvcShrink } from "./pvc-shrink.ts";
import { rbacWidened } from "./rbac.ts";
import { reclaimPolicy } from "./reclaim-policy.ts";
import { REMOVAL_RULES } from "./removals.ts";
import { serviceType } from "./service-type.ts";
import { webhookScope } from "./webhook-scope.ts";
import { removedLimits, removedProbe, replicasZero } from "./workload-health.ts";
import { addedCapability, hostNamespace, hostPath, privileged } from "./workload-security.ts";

export { isSameObject } from "./identity.ts";
export { imagesOf, movingImages } from "./images.ts";

export const PAIR_RULES: readonly PairRule[] = [
  immutableField,
  pvcShrink,
  reclaimPolicy,
  plainSecret,
  applicationMoved,
  ...REMOVAL_RULES,
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
