/** Says what becomes of each changed object when the change is applied. */
export { isSkipped, planOf } from "./plan.ts";
