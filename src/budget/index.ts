/** Limits the time and the memory of builds. */
export {
  type Budget,
  type BudgetOptions,
  charge,
  chargeText,
  checkRoom,
  checkTime,
  GrowingText,
  type MemoryShare,
  openBudget,
  reserve,
  within,
} from "./budget.ts";
export { parseJson } from "./json.ts";
export { type Memory, MemoryPool, processPool, type Releasable } from "./memory.ts";
