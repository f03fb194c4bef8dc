/** The process that does the work of the action: everything from the inputs to the outputs. */
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from "../diagnostics.ts";
import { annotate, connectGitHub, connectRunner, readContext, writeSummary } from "../github/index.ts";
import { fence } from "../report/index.ts";
import { outdateComment } from "./comment.ts";
import { failureText } from "./failure-text.ts";
import { readInputs } from "./inputs/index.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { run } from "./run.ts";
import type { Progress, Setbacks } from "./supervision.ts";

/** Milliseconds between two signs of life. */
const PULSE = 500;
/** How much longer than a target's time limit the worker may be silent, in seconds. */
const GRACE = 2;

/**
 * Takes the setbacks of earlier workers from the supervisor, and sets the outputs and the exit code in every case.
 * @param startedAt when the run began, in milliseconds as Date.now() counts
 */
export async function work(environment: NodeJS.ProcessEnv, startedAt: number): Promise<void> {
  const send: Progress = (message) => void process.send?.(message);
  const setbacks = await new Promise<Setbacks>((resolve) => process.once("message", resolve));
  process.channel?.unref();
  // Without the supervisor, nobody waits for the result. The handlers of the signal end programs and containers.
  process.once("disconnect", () => process.kill(process.pid, "SIGTERM"));
  const pulse = setInterval(() => send({ event: "alive" }), PULSE);

  const runner = await connectRunner();
  const summaryFile = environment.GITHUB_STEP_SUMMARY;
  const gitEnvironment = withoutTokens(environment);
  const diagnostics: Diagnostic[] = [];
  let outputs: Outputs = { failed: "true" };
  let outdate = async (): Promise<readonly Diagnostic[]> => [];
  try {
    const { inputs, warnings } = readInputs(environment);
    diagnostics.push(...warnings);
    if (inputs.timeoutSeconds !== undefined) send({ event: "patience", seconds: inputs.timeoutSeconds + GRACE });
    const context = await readContext(environment);
    outdate = () => outdateComment(inputs, context, connectGitHub);
    const ports = {
      runner,
      connectGitHub,
      summaryFile,
      environment,
      gitEnvironment,
      progress: send,
      setbacks,
      startedAt,
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
    diagnostics.push(...(await outdate()));
  } finally {
    setOutputs(runner, outputs);
    annotate(runner, diagnostics);
    // Not process.exit(), which may lose output that has not reached the runner yet.
    if (diagnostics.some(({ severity }) => severity === "error")) process.exitCode = 1;
    clearInterval(pulse);
    send({ event: "done" });
  }
}

/** Git and helm get neither the inputs, one of which is a token, nor the runner's own tokens. */
function withoutTokens(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:INPUT|ACTIONS)_/.test(name)));
}
