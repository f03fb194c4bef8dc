/** The entry point of the action: `dist/index.js`, which the runner starts. */
import { type Diagnostic, diagnosticsOf, formatDiagnostic } from "../diagnostics.ts";
import { annotate, connectGitHub, connectRunner, readContext, writeSummary } from "../github/index.ts";
import { fence } from "../report/index.ts";
import { readInputs } from "./inputs.ts";
import { type Outputs, setOutputs } from "./outputs.ts";
import { run } from "./run.ts";

/** Sets the outputs and the exit code in every case. */
async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  const runner = await connectRunner();
  const summaryFile = environment.GITHUB_STEP_SUMMARY;
  const gitEnvironment = withoutTokens(environment);
  const diagnostics: Diagnostic[] = [];
  let outputs: Outputs = { failed: "true" };
  try {
    const { inputs, warnings } = readInputs(environment);
    diagnostics.push(...warnings);
    const context = await readContext(environment);
    const outcome = await run(inputs, context, { runner, connectGitHub, summaryFile, gitEnvironment });
    diagnostics.push(...outcome.diagnostics);
    outputs = outcome.outputs;
  } catch (thrown) {
    const problems = diagnosticsOf(thrown);
    diagnostics.push(...problems);
    await writeSummary(summaryFile, () => ({ text: failureSummary(problems), truncated: false })).catch(
      () => undefined,
    );
  } finally {
    setOutputs(runner, outputs);
    annotate(runner, diagnostics);
    // Not process.exit(), which may lose output that has not reached the runner yet.
    if (diagnostics.some(({ severity }) => severity === "error")) process.exitCode = 1;
  }
}

/** Git and helm get neither the inputs, one of which is a token, nor the runner's own tokens. */
function withoutTokens(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => !/^(?:INPUT|ACTIONS)_/.test(name)));
}

function failureSummary(problems: readonly Diagnostic[]): string {
  const lines = problems.flatMap((problem) => formatDiagnostic(problem).split("\n"));
  return `### krm-render could not compare\n\n${fence(lines.slice(0, 200))}`;
}

void main(process.env);
