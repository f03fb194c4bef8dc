/** Reads reports that another run wrote, and what other documents of reviews have in common with them. */
export { type Bounds, type Invalid, parseData } from "./bounds.ts";
export { checkPodEffect } from "./pod-effect-checks.ts";
export { checkChange } from "./report-checks.ts";
export { parseReport } from "./report-reader.ts";
export { shapeProblem } from "./shape.ts";
export { checkTargetNames, withIds } from "./target-checks.ts";
export { validatePartial } from "./validators.ts";
