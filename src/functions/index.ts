/** KRM functions: programs that generate, transform or validate objects. */
export type { Containers } from "./containers.ts";
export type { FailOn } from "./reports.ts";
export { createFunctions, type FunctionsOptions } from "./runner.ts";
export type { FunctionRequest, FunctionStep, Functions } from "./step.ts";
