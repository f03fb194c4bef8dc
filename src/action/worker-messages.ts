/** The messages from the worker of the action. */
import type { WorkMessage } from "../supervision/index.ts";
import type { Fallbacks } from "./inputs/index.ts";
import type { PhaseEvent, SaidEvent, TargetEvent } from "./timing/index.ts";

export type WorkerMessage =
  | TargetEvent
  | Extract<WorkMessage, { readonly event: "patience" | "deadline" | "done" }>
  | { readonly event: "alive" }
  /** The worker begins something, or has printed something. */
  | PhaseEvent
  | SaidEvent
  /** What the repository sets. A run that is lost is reported by it. */
  | { readonly event: "settings"; readonly settings: Fallbacks };

export type Progress = (message: WorkerMessage) => void;
