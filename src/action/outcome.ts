/** The result of a mode of the action. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Inputs } from "./inputs/index.ts";
import type { Outputs } from "./outputs.ts";
import type { Ports } from "./ports.ts";

export interface Outcome {
  readonly outputs: Outputs;
  /** The diagnostics to annotate. One of severity `error` fails the step. */
  readonly diagnostics: readonly Diagnostic[];
}

/** The work of one mode. @throws KrmError where there is no result to present */
export type ModeWork = (inputs: Inputs, context: Context, ports: Ports) => Promise<Outcome>;
