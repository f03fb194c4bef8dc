/** Reads the action's inputs from the runner's variables, and reports all invalid ones at once. */
import type { Mode } from "../../configuration/index.ts";
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { type ComparisonInputs, readComparisonInputs } from "./comparison-inputs.ts";
import { type FunctionInputs, readFunctionInputs } from "./function-inputs.ts";
import { type Fallbacks, InputReader, movedInputs, type Variables } from "./input-reader.ts";
import { type MergeInputs, readMergeInputs } from "./merge-inputs.ts";
import { type PresentationInputs, readPresentationInputs } from "./presentation-inputs.ts";
import { type ReleaseInputs, readReleaseInputs } from "./release-inputs.ts";
import { type RenderingInputs, readRenderingInputs } from "./rendering-inputs.ts";
import { type ReviewInputs, readReviewInputs } from "./review-inputs.ts";

/** The inputs as `action.yml` documents them. Those that the mode does not read have their defaults. */
export interface Inputs extends ComparisonInputs, PresentationInputs, RenderingInputs, ReviewInputs, MergeInputs {
  readonly mode: Mode;
  readonly functions: FunctionInputs;
  readonly release: ReleaseInputs;
}

export interface ReadInputs {
  readonly inputs: Inputs;
  /** One `unknown-input` for each input that does not exist, and one `input-not-read` for each that the mode does not read. */
  readonly warnings: readonly Diagnostic[];
}

/**
 * Reads the inputs from variables named `INPUT_<NAME>`.
 * @param fallbacks what counts where there is no variable
 * @throws KrmError with one `invalid-input` for each input or setting that is invalid, one `input-moved` for each that is no longer one
 */
export function readInputs(variables: Variables, fallbacks?: Fallbacks): ReadInputs {
  const reader = new InputReader(variables, fallbacks);
  const inputs: Inputs = {
    mode: reader.mode,
    ...readComparisonInputs(reader),
    ...readPresentationInputs(reader),
    ...readRenderingInputs(reader),
    ...readReviewInputs(reader),
    ...readMergeInputs(reader),
    functions: readFunctionInputs(reader),
    release: readReleaseInputs(reader),
  };
  const problems = [...movedInputs(variables), ...reader.problems];
  if (problems.length > 0) throw new KrmError(problems);
  return { inputs, warnings: reader.warnings() };
}

/**
 * Reads the inputs that find a comment, also where others are invalid: who says that a run failed must find it too. Those that are
 * invalid themselves have some valid value, but the token.
 */
export function readCommentInputs(variables: Variables): PresentationInputs & Pick<Inputs, "mode" | "head"> {
  const reader = new InputReader(variables);
  return { mode: reader.mode, head: reader.optional("head"), ...readPresentationInputs(reader) };
}

/**
 * The inputs with what the configuration of the repository sets where the workflow sets nothing. All others stay as they are, also
 * those that were refused.
 */
export function withSettings(inputs: Inputs, variables: Variables, settings: Fallbacks): Inputs {
  if (settings.size === 0) return inputs;
  const { inputs: read } = readInputs(variables, settings);
  return {
    ...inputs,
    targets: read.targets,
    affectedOnly: read.affectedOnly,
    comment: read.comment,
    commentMaxBytes: read.commentMaxBytes,
    loadRestrictor: read.loadRestrictor,
    timeoutSeconds: read.timeoutSeconds,
    concurrency: read.concurrency,
    strict: read.strict,
    failOn: read.failOn,
    failOnDanger: read.failOnDanger,
    functions: {
      ...inputs.functions,
      requirePinned: read.functions.requirePinned,
      failOnUnavailable: read.functions.failOnUnavailable,
      timeoutSeconds: read.functions.timeoutSeconds,
      isolation: read.functions.isolation,
    },
    release: { ...inputs.release, withholdSecrets: read.release.withholdSecrets },
  };
}
