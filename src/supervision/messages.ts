/** The messages between the process that the user starts and the one that does the work. */
import type { Setback } from "../render/index.ts";
import type { WorkStage } from "../review/index.ts";

/** The parts of the work on a target: those of a comparison, or its only one. */
export type Stage = WorkStage | "render";

/** To the worker, once. */
export type Setbacks = Readonly<Record<Stage, Setback>>;

/** From the worker, in the order of the work. Every message shows that the worker answers. */
export type WorkMessage =
  | { readonly event: "start" | "end"; readonly stage: Stage; readonly target: string }
  /** The seconds that the worker may be silent while a target is in work; undefined for no limit. */
  | { readonly event: "patience"; readonly seconds: number | undefined }
  /** The time for the whole run ends in so many seconds. */
  | { readonly event: "deadline"; readonly seconds: number }
  /** The result is written. The exit code says whether the run fails. */
  | { readonly event: "done" }
  /** For the display of progress. */
  | { readonly event: "alive" | "phase" | "printed" | "settings" };

/** How much longer than a target's time limit the worker may be silent, in seconds. */
const GRACE = 2;

/** Tells the supervisor how long to wait. */
export function patienceOf(limits: { timeoutSeconds?: number | undefined }): WorkMessage & { event: "patience" } {
  const { timeoutSeconds } = limits;
  return { event: "patience", seconds: timeoutSeconds === undefined ? undefined : timeoutSeconds + GRACE };
}

/** Tells whether an earlier worker was lost. */
export function hasLost(setbacks: Setbacks): boolean {
  return Object.values(setbacks).some(({ lost, first }) => lost.size + first.size > 0);
}
