/** The inputs about what reviews withhold, and what fails the step. */
import { FILE_SETTINGS, parseRedactionLines, type RedactionRule } from "../../configuration/index.ts";
import type { InputReader } from "./input-reader.ts";
import { lines } from "./input-texts.ts";

const FAIL_ON = FILE_SETTINGS["fail-on"].form.choices;
export type FailOn = (typeof FAIL_ON)[number];

const FAIL_ON_DANGER = FILE_SETTINGS["fail-on-danger"].form.choices;
type FailOnDanger = (typeof FAIL_ON_DANGER)[number];

export interface ReviewInputs {
  readonly failOn: FailOn;
  /** The lowest level of dangers that fail the step. */
  readonly failOnDanger: FailOnDanger;
  /** Values to withhold, in addition to those of the configuration. */
  readonly redaction: readonly RedactionRule[];
}

export function readReviewInputs(reader: InputReader): ReviewInputs {
  return {
    failOn: reader.choice("fail-on", FAIL_ON),
    failOnDanger: reader.choice("fail-on-danger", FAIL_ON_DANGER),
    // Line by line, so that one run tells all that are wrong.
    redaction: lines(reader.text("redact")).flatMap(
      (line) => reader.parsed("redact", () => parseRedactionLines([line])) ?? [],
    ),
  };
}
