/** The messages from the worker of the action. */
import type { WorkMessage } from "../supervision/index.ts";
import type { Fallbacks } from "./inputs/index.ts";
import type { PhaseEvent, PrintedEvent, TargetEvent } from "./timing/index.ts";

export type WorkerMessage =
  | TargetEvent
  | Extract<WorkMessage, { readonly event: "patience" | "deadline" | "done" }>
  | { readonly event: "alive" }
  /** The worker begins something, or has printed something. */
  | PhaseEvent
  | PrintedEvent
  /** The settings of the repository, by which a lost run is reported. */
  | { readonly event: "settings"; readonly settings: Fallbacks };

export type Progress = (message: WorkerMessage) => void;
