/** The rules on Pods and their containers. */
export { hostPort } from "./host-port.ts";
export { imageLatest, imagesOf, movingImages } from "./moving-images.ts";
export { cutCapacity, limitBelowRequest } from "./pod-limits.ts";
export { runsAsRoot } from "./pod-privileges.ts";
export { imageDowngrade, imageMajor, imageRegistry, imageUnpinned } from "./replaced-images.ts";
export { removedLimits, removedProbe, replicasZero } from "./workload-health.ts";
export { addedCapability, hostNamespace, hostPath, privileged } from "./workload-security.ts";
