/** The rules that find dangers in one object. Each has a page in docs/dangers. */
import type { PairRule } from "../rule.ts";
import { chartMajor } from "./charts.ts";
import { removedCrdVersion } from "./crd-versions.ts";
import { imageLatest, imageMajor } from "./images.ts";
import { immutableField } from "./immutable-field.ts";
import { podSecurity } from "./pod-security.ts";
import { pvcShrink } from "./pvc-shrink.ts";
import { rbacWidened } from "./rbac.ts";
import { REMOVAL_RULES } from "./removals.ts";
import { removedLimits, removedProbe, replicasZero } from "./workload-health.ts";
import { addedCapability, hostNamespace, hostPath, privileged } from "./workload-security.ts";

export { isSameObject } from "./identity.ts";
export { imagesOf, movingImages } from "./images.ts";

export const PAIR_RULES: readonly PairRule[] = [
  immutableField,
  pvcShrink,
  ...REMOVAL_RULES,
  removedCrdVersion,
  removedLimits,
  removedProbe,
  replicasZero,
  privileged,
  hostNamespace,
  hostPath,
  addedCapability,
  podSecurity,
  rbacWidened,
  imageLatest,
  imageMajor,
  chartMajor,
];
