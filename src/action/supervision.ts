/** The messages between the process that the runner starts and the one that does the work. */
import type { Setback } from "../render/index.ts";
import type { WorkStage } from "../review/index.ts";
import type { Fallbacks } from "./inputs/index.ts";
import type { PhaseEvent, SaidEvent } from "./timing/index.ts";

/** The parts of the work on a target. */
export type Stage = WorkStage;

/** To the worker, once. */
export type Setbacks = Readonly<Record<Stage, Setback>>;

/** From the worker, in the order of the work. */
export type WorkerMessage =
  | { readonly event: "start" | "end"; readonly stage: Stage; readonly target: string }
  /** The worker begins something, or has printed something. */
  | PhaseEvent
  | SaidEvent
  /** The worker still answers. */
  | { readonly event: "alive" }
  /** The seconds that the worker may be silent while a target is in work; undefined for no limit. */
  | { readonly event: "patience"; readonly seconds: number | undefined }
  /** What the repository sets. A run that is lost is reported by it. */
  | { readonly event: "settings"; readonly settings: Fallbacks }
  /** The time for the whole run ends in so many seconds. */
  | { readonly event: "deadline"; readonly seconds: number }
  /** The result is written. The exit code says whether the step fails. */
  | { readonly event: "done" };

export type Progress = (message: WorkerMessage) => void;

/** How much longer than a target's time limit the worker may be silent, in seconds. */
const GRACE = 2;

/** Tells the supervisor how long to wait. */
export function patienceOf({ timeoutSeconds }: { readonly timeoutSeconds: number | undefined }): WorkerMessage {
  return { event: "patience", seconds: timeoutSeconds === undefined ? undefined : timeoutSeconds + GRACE };
}
