/** Reads the action's inputs from the runner's variables, and reports all invalid ones at once. */
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { type ComparisonInputs, readComparisonInputs } from "./comparison-inputs.ts";
import { type FunctionInputs, readFunctionInputs } from "./function-inputs.ts";
import { InputReader, unknownInputs, type Variables } from "./input-reader.ts";
import { type PresentationInputs, readPresentationInputs } from "./presentation-inputs.ts";
import { type RenderingInputs, readRenderingInputs } from "./rendering-inputs.ts";
import { type ReviewInputs, readReviewInputs } from "./review-inputs.ts";

/** The inputs as `action.yml` documents them. */
export interface Inputs extends ComparisonInputs, PresentationInputs, RenderingInputs, ReviewInputs {
  readonly functions: FunctionInputs;
}

export interface ReadInputs {
  readonly inputs: Inputs;
  /** One `unknown-input` for each input that does not exist. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the inputs from variables named `INPUT_<NAME>`.
 * @throws KrmError with one `invalid-input` diagnostic for each input that is invalid
 */
export function readInputs(variables: Variables): ReadInputs {
  const reader = new InputReader(variables);
  const inputs: Inputs = {
    ...readComparisonInputs(reader),
    ...readPresentationInputs(reader),
    ...readRenderingInputs(reader),
    ...readReviewInputs(reader),
    functions: readFunctionInputs(reader),
  };
  if (reader.problems.length > 0) throw new KrmError(reader.problems);
  return { inputs, warnings: unknownInputs(variables) };
}
