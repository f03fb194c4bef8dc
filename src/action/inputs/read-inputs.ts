/** Reads the action's inputs from the runner's variables, and reports all invalid ones at once. */
import { FILE_SETTINGS, parseRedactionLines, type Variables } from "../../configuration/index.ts";
import { type Diagnostic, KrmError } from "../../diagnostics.ts";
import { readFunctionInputs } from "./function-inputs.ts";
import { type Fallbacks, InputReader, movedInputs } from "./input-reader.ts";
import { lines } from "./input-texts.ts";
import { type PresentationInputs, readPresentationInputs } from "./presentation-inputs.ts";
import { readRenderingInputs } from "./rendering-inputs.ts";

/** The inputs as `action.yml` documents them. Inputs that the mode does not read have their defaults. */
export type Inputs = ReturnType<typeof readAll>;

function readAll(reader: InputReader) {
  return {
    mode: reader.mode,
    /** Paths and globs; empty for all discovered targets. */
    targets: reader.patterns("targets"),
    /** If undefined, the event decides, also for `head`. */
    base: reader.optional("base"),
    head: reader.optional("head"),
    workingDirectory: reader.text("working-directory"),
    /** True if targets that the change cannot affect are left out. */
    affectedOnly: reader.flag("affected-only"),
    ...readPresentationInputs(reader),
    ...readRenderingInputs(reader),
    failOn: reader.choice("fail-on", FILE_SETTINGS["fail-on"].form.choices),
    /** The lowest level of dangers that fail the step. */
    failOnDanger: reader.choice("fail-on-danger", FILE_SETTINGS["fail-on-danger"].form.choices),
    /** Values to withhold, in addition to those of the configuration. Read line by line, to report each wrong line. */
    redaction: lines(reader.text("redact")).flatMap(
      (line) => reader.parsed("redact", () => parseRedactionLines([line])) ?? [],
    ),
    /** The part of the plan that this run renders, as the matrix names it; undefined for all of it. */
    shard: reader.optional("shard"),
    /** Directories, or globs of directories, with reports, relative to the workspace. */
    reports: reportsOf(reader),
    functions: readFunctionInputs(reader),
    release: {
      /** Undefined for the name of the repository. */
      name: reader.optional("release-name"),
      /** Undefined for the tag of the event, or the commit. */
      version: reader.optional("release-version"),
      /** True if Secrets are left out. */
      withholdSecrets: reader.flag("withhold-secrets"),
      /** The registry, name and tag to push the archive to. */
      oci: reader.optional("oci"),
    },
  };
}

function reportsOf(reader: InputReader): readonly string[] {
  return lines(reader.text("reports"));
}

/**
 * Reads the inputs from variables named `INPUT_<NAME>`.
 * @param fallbacks texts that count where there is no variable
 * @returns also one `unknown-input` for each input that does not exist, and one `input-not-read` for each that the mode does not read
 * @throws KrmError with one `invalid-input` for each input or setting that is invalid, one `input-moved` for each that is no longer one
 */
export function readInputs(
  variables: Variables,
  fallbacks?: Fallbacks,
): { readonly inputs: Inputs; readonly warnings: readonly Diagnostic[] } {
  const reader = new InputReader(variables, fallbacks);
  const inputs = readAll(reader);
  const problems = [...movedInputs(variables), ...reader.problems];
  if (problems.length > 0) throw new KrmError(problems);
  return { inputs, warnings: reader.warnings() };
}

/**
 * Reads the inputs that find a comment, also where others are invalid: a run that fails must find its comment too. Invalid ones
 * among them have some valid value, except for the token.
 */
export function readCommentInputs(
  variables: Variables,
): PresentationInputs & Pick<Inputs, "mode" | "head" | "reports"> {
  const reader = new InputReader(variables);
  const { mode } = reader;
  return { mode, head: reader.optional("head"), reports: reportsOf(reader), ...readPresentationInputs(reader) };
}

/**
 * Fills in the settings of the repository where the workflow sets nothing. All other inputs stay as they are, also those that were
 * refused.
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
    kubernetesVersion: read.kubernetesVersion,
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
