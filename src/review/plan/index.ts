/** Says what becomes of each changed object when the change is applied. */
export { finalizersOf } from "./finalizers.ts";
export { isSkipped, planOf, removalOf } from "./plan.ts";
