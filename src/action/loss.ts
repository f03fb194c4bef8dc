/** Reports a run whose processes all ended without a result, with the targets that were in work or finished. */
import { isReadIn } from "../configuration/index.ts";
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
import { type Lost, lossDiagnostic } from "../supervision/index.ts";
import { updateComment } from "./comment.ts";
import { failureText } from "./failure-text.ts";
import { type Fallbacks, readInputs, withSettings } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { withPullRequest } from "./pull-request-context.ts";

/** The most targets that are listed by name. */
const MAX_LISTED = 100;

/**
 * Writes the summary, the comment where the run was to write one, the outputs and an annotation, and fails the step.
 * @param settings those of the repository, if a process has read them
 */
export async function reportLoss(lost: Lost, settings: Fallbacks, environment: NodeJS.ProcessEnv): Promise<void> {
  const runner = await connectRunner();
  const text = lossText(lost);
  const markdown: MarkdownWriter = () => ({ text, truncated: false });
  const diagnostics: Diagnostic[] = [lossDiagnostic(lost, "renders and compares")];
  let outputs: Outputs = { failed: "true" };
  try {
    await keepGoing(diagnostics, () => writeSummary(environment.GITHUB_STEP_SUMMARY, markdown));
    const { inputs } = readInputs(environment);
    // The job that joins the shards writes the comment.
    if (inputs.shard !== undefined || !isReadIn("comment", inputs.mode)) return;
    const context = await withPullRequest(await readContext(environment), inputs, connectGitHub);
    const comment = await updateComment({
      inputs: withSettings(inputs, environment, settings),
      context,
      changed: false,
      failed: true,
      markdown,
      seen: undefined,
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
