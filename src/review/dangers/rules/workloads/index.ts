/** The rules on Pods and their containers. */
export { hostPort } from "./host-port.ts";
export { imageDowngrade, imageRegistry, imageUnpinned } from "./image-sources.ts";
export { imageLatest, imageMajor, imagesOf, movingImages } from "./images.ts";
export { cutCapacity, limitBelowRequest } from "./pod-limits.ts";
export { runsAsRoot } from "./pod-privileges.ts";
export { removedLimits, removedProbe, replicasZero } from "./workload-health.ts";
export { addedCapability, hostNamespace, hostPath, privileged } from "./workload-security.ts";
