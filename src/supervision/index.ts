/** Does work in a process that can be lost: the supervisor, the worker, and what they tell each other. */
export { lossDiagnostic } from "./loss.ts";
export { hasLost, patienceOf, type Setbacks, type Stage, type WorkMessage } from "./messages.ts";
export { superviseProgram } from "./program.ts";
export type { Lost } from "./supervisor.ts";
export { isSupervised, joinSupervisor } from "./worker.ts";
