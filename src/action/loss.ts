/** Reports a run whose processes all ended without a result: what was in work, and what was finished before. */
import type { Diagnostic } from "../diagnostics.ts";
import {
  annotate,
  connectGitHub,
  connectRunner,
  type MarkdownWriter,
  readContext,
  writeSummary,
} from "../github/index.ts";
import { fence } from "../report/index.ts";
import { updateComment } from "./comment.ts";
import { failureText } from "./failure-text.ts";
import { INPUT_MODES, readInputs, withSettings } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { withPullRequest } from "./pull-request-context.ts";
import type { Lost } from "./supervisor.ts";

/** The most targets that are listed by name. */
const MAX_LISTED = 100;

/** Writes the summary, the comment where the run was to write one, the outputs and an annotation, and fails the step. */
export async function reportLoss(lost: Lost, environment: NodeJS.ProcessEnv): Promise<void> {
  const runner = await connectRunner();
  const text = lossText(lost);
  const markdown: MarkdownWriter = () => ({ text, truncated: false });
  const diagnostics: Diagnostic[] = [lossDiagnostic(lost)];
  let outputs: Outputs = { failed: "true" };
  try {
    await keepGoing(diagnostics, () => writeSummary(environment.GITHUB_STEP_SUMMARY, markdown));
    const { inputs } = readInputs(environment);
    // The job that joins the shards writes the comment.
    if (inputs.shard !== undefined || !INPUT_MODES.comment.includes(inputs.mode)) return;
    const context = await withPullRequest(await readContext(environment), inputs, connectGitHub);
    const comment = await updateComment({
      inputs: withSettings(inputs, environment, lost.settings),
      context,
      changed: false,
      failed: true,
      markdown,
      connect: connectGitHub,
    });
    diagnostics.push(...comment.diagnostics);
    outputs = { ...outputs, ...comment.outputs };
    runner.log(comment.logLine);
  } catch {
    // The loss is the problem to report.
  } finally {
    await keepGoing(diagnostics, () => setOutputs(runner, outputs));
    annotate(runner, diagnostics);
    process.exitCode = 1;
  }
}

/** The text of the summary and of the comment, in Markdown. */
function lossText({ reason, inWork, finished }: Lost): string {
  return failureText(
    `The process that renders and compares ${reason}. Nothing is known about the changes of this pull request.`,
    inWork.length === 0 ? "No target was in work." : `In work:\n\n${list(inWork)}`,
    finished.length === 0 ? "Nothing was finished before." : `Finished before:\n\n${list(finished)}`,
  );
}

function list(names: readonly string[]): string {
  const more = names.length > MAX_LISTED ? [`and ${names.length - MAX_LISTED} more`] : [];
  return fence([...names.slice(0, MAX_LISTED), ...more]);
}

function lossDiagnostic({ reason, inWork }: Lost): Diagnostic {
  const targets = inWork.length === 0 ? "" : `; in work: ${inWork.slice(0, MAX_LISTED).join(", ")}`;
  return {
    code: "process-lost",
    severity: "error",
    message: `the process that renders and compares ${reason}${targets}`,
    hint: "Look for content that multiplies itself or for very large files. If the content is right, use a runner with more memory.",
  };
}
