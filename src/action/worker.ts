/** The process that does the work of the action: everything from the inputs to the outputs. */
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from "../diagnostics.ts";
import { annotate, type Context, connectGitHub, connectRunner, readContext, writeSummary } from "../github/index.ts";
import { fence } from "../report/index.ts";
import { hasLost, joinSupervisor, patienceOf } from "../supervision/index.ts";
import { outdateComment } from "./comment.ts";
import { failureText } from "./failure-text.ts";
import { readCommentInputs, readInputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { attemptUrl } from "./links.ts";
import { gatherUnwritable } from "./output-directory.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { withPullRequest } from "./pull-request-context.ts";
import { run } from "./run.ts";
import { StepLog, TimeLimit } from "./timing/index.ts";
import type { Progress, WorkerMessage } from "./worker-messages.ts";

/** Milliseconds between two messages about printed lines. */
const PRINTED_EVERY = 500;
/** Milliseconds after which abandoned work is ended. */
const PATIENCE = 2000;
/** Seconds that there are in any case to mark the comment as outdated. */
const MIN_POST_SECONDS = 60;

/**
 * Takes the setbacks of earlier workers from the supervisor, and sets the outputs and the exit code in every case.
 * @param startedAt when the run began, in milliseconds as Date.now() counts
 */
export async function work(environment: NodeJS.ProcessEnv, startedAt: number): Promise<void> {
  const send: Progress = (message) => void process.send?.(message);
  const setbacks = await joinSupervisor();

  const connected = await connectRunner();
  let printedAt = 0;
  const log = (text: string): void => {
    connected.log(text);
    // A message for each line would cost too much.
    if (Date.now() - printedAt < PRINTED_EVERY) return;
    printedAt = Date.now();
    send({ event: "printed" });
  };
  const runner = { ...connected, log };
  const now = (): number => performance.now();
  const steps = new StepLog({
    runner,
    now,
    startedAt: now() - (Date.now() - startedAt),
    onPhase: send,
    first: hasLost(setbacks) ? "processes that were lost" : "starting",
  });
  let time = new TimeLimit(undefined);
  const summaryFile = environment.GITHUB_STEP_SUMMARY;
  const gitEnvironment = withoutTokens(environment);
  const diagnostics: Diagnostic[] = [];
  let outputs: Outputs = { failed: "true" };
  let context: Context | undefined;
  try {
    const { inputs, warnings } = readInputs(environment);
    diagnostics.push(...warnings);
    if (inputs.timeoutSeconds !== undefined) send(patienceOf(inputs));
    time = new TimeLimit(inputs.totalTimeoutSeconds, startedAt);
    const { deadline } = time;
    if (deadline !== undefined) send({ event: "deadline", seconds: (deadline.at - performance.now()) / 1000 });
    const event = await readContext(environment);
    const connect: typeof connectGitHub = (options) => {
      steps.begin("fetching", "asking GitHub for the pull request");
      return connectGitHub(options);
    };
    context = await time.within("asking for the pull request", MIN_POST_SECONDS, () =>
      withPullRequest(event, inputs, connect),
    );
    const ports = {
      runner,
      connectGitHub,
      summaryFile,
      environment,
      gitEnvironment,
      progress(message: WorkerMessage) {
        if (message.event === "start" || message.event === "end") steps.observe(message);
        send(message);
      },
      setbacks,
      steps,
      time,
    };
    const outcome = await run(inputs, context, ports);
    diagnostics.push(...outcome.diagnostics);
    outputs = outcome.outputs;
  } catch (thrown) {
    const problems = diagnosticsOf(thrown);
    diagnostics.push(...problems);
    const lines = problems.flatMap((problem) => formatDiagnostic(problem).split("\n"));
    const text = failureText(fence(lines.slice(0, 200)));
    await writeSummary(summaryFile, () => ({ text, truncated: false })).catch(() => undefined);
    steps.begin("posting");
    diagnostics.push(
      ...(await time
        .within("posting the comment", MIN_POST_SECONDS, () => outdate(environment, context))
        .catch(diagnosticsOf)),
    );
  } finally {
    steps.begin("finishing");
    await keepGoing(diagnostics, () => setOutputs(runner, outputs));
    annotate(runner, gatherUnwritable(diagnostics));
    // Not process.exit(), which may lose output that has not reached the runner yet.
    if (diagnostics.some(({ severity }) => severity === "error")) process.exitCode = 1;
    steps.finish();
    send({ event: "done" });
    // Abandoned work may never end.
    // oxlint-disable-next-line no-restricted-properties
    if (time.isOverdue) setTimeout(() => process.exit(), PATIENCE).unref();
  }
}

/**
 * Also where an input is invalid. Where the event cannot be read, there is nothing to find.
 * @param known the context of the pull request; undefined if the run did not get as far
 */
async function outdate(environment: NodeJS.ProcessEnv, known: Context | undefined): Promise<readonly Diagnostic[]> {
  const inputs = readCommentInputs(environment);
  try {
    const event = await readContext(environment);
    const context = known ?? (await withPullRequest(event, inputs, connectGitHub));
    return await outdateComment(inputs, context, attemptUrl(event), connectGitHub);
  } catch {
    // The first problem is reported already.
    return [];
  }
}

/** Git and helm get neither the inputs, one of which is a token, nor the runner's own tokens. */
function withoutTokens(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:INPUT|ACTIONS)_/.test(name)));
}
