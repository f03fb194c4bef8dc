/** Runs the action: from two commits to files, a summary, a comment and outputs. */
import { resolve } from "node:path";
import type { Diagnostic } from "../diagnostics.ts";
import { type Context, type Runner, writeSummary } from "../github/index.ts";
import { writeFileAtomically } from "../render/index.ts";
import { dangerGate } from "../report/index.ts";
import { openRepository } from "../sources/index.ts";
import { updateComment } from "./comment.ts";
import { type Comparison, compare } from "./comparison.ts";
import { functionConsent, refuseUntrusted } from "./consent.ts";
import { readFunctionRules } from "./functions.ts";
import type { Inputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { linksOf, markdownWriter, reachOf } from "./links.ts";
import { prepareOutputDirectory, prepareOutputFile } from "./output-directory.ts";
import { countsOf, type Outputs } from "./outputs.ts";
import type { Ports } from "./ports.ts";
import { writeReportFiles } from "./report-files.ts";
import { findSides, type Sides } from "./sides.ts";
import { verdictOf } from "./verdict.ts";

export interface Outcome {
  readonly outputs: Outputs;
  /** The diagnostics to annotate. One of severity `error` fails the step. */
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Renders both sides, and writes the report, the manifests, the summary and the comment. Each of these is written even
 * if another one fails; the failure is among the diagnostics.
 * @throws KrmError when there is nothing to report on: a revision does not exist, a pattern matches no target, or the output
 *   directory is unusable
 */
export async function run(given: Inputs, context: Context, ports: Ports): Promise<Outcome> {
  const { inputs, diagnostics: refusals } = refuseUntrusted(given, context);
  const { comparison } = context;
  const { runner } = ports;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const rules = await readFunctionRules(inputs);
  const directory = prepareOutputDirectory(context.workspace, inputs.outputDirectory);
  const repository = await openRepository(resolve(context.workspace, inputs.workingDirectory), {
    env: ports.gitEnvironment,
    log: (line) => runner.log(line),
  });
  try {
    const sides = await findSides(repository, comparison, inputs);
    runner.log(`base ${describe(sides.base)}\nhead ${describe(sides.head)}`);
    if (sides.base.sha === sides.head.sha) runner.log("they are the same commit: there is nothing to compare");
    const consent = functionConsent(inputs, context);
    const lockFile = inputs.lockOut && prepareOutputFile(context.workspace, directory, inputs.lockOut);
    const problems: Diagnostic[] = [];
    const compared = await compare(repository, sides, { inputs, consent, rules, directory, problems }, context, ports);
    const { report, catalogDigests, locks, manifests } = compared;
    const { artifactName, failOnDanger } = inputs;
    // Of the summary itself, only the artifact holds more.
    const markdown = markdownWriter(report, context, reachOf(context, artifactName));
    const counts = countsOf(report);
    const files = await keepGoing(problems, () =>
      writeReportFiles(directory, report, markdown(Number.MAX_SAFE_INTEGER).text, linksOf(context), problems),
    );
    problems.push(...((await keepGoing(problems, () => finishLock(lockFile, compared, runner))) ?? []));
    const summary = await keepGoing(problems, () => writeSummary(ports.summaryFile, markdown));
    const notes = limitSeverity(report.notes ?? [], inputs);
    // Whoever approves a change of what may run, or of what reviews accept, must see it, also where no manifest changes.
    const changed = counts.changed === "true" || report.trust !== undefined;
    const failed = counts.failed === "true" || (report.notes ?? []).some(({ severity }) => severity === "error");
    const comment = await updateComment({
      inputs,
      context,
      changed,
      failed,
      markdown: markdownWriter(report, context, reachOf(context, artifactName, summary)),
      connect: ports.connectGitHub,
    });
    const gate = dangerGate(report, failOnDanger);
    const verdict = verdictOf(report, inputs.failOn);
    for (const line of verdict.logLines) runner.log(line);
    runner.log(`report in ${directory}\n${comment.logLine}`);
    return {
      outputs: {
        ...counts,
        ...files,
        ...manifests.outputs,
        "catalog-digests": JSON.stringify(Object.fromEntries(catalogDigests())),
        truncated: String(summary?.truncated ?? false),
        ...comment.outputs,
      },
      diagnostics: [
        ...comparison.notes,
        ...refusals,
        ...consent.diagnostics,
        ...locks.diagnostics,
        ...(gate === undefined ? [] : [gate]),
        ...notes,
        ...verdict.diagnostics,
        ...problems,
        ...limitSeverity(comment.diagnostics, inputs),
      ],
    };
  } finally {
    repository.close();
  }
}

/** Writes the lock of the head where one is wanted. @returns notices about the lock that it was held to */
function finishLock(
  file: string | undefined,
  { locks, failed }: Comparison,
  { log }: Pick<Runner, "log">,
): readonly Diagnostic[] {
  if (failed) {
    if (file !== undefined) log("the lock is not written, because a target fails");
    return [];
  }
  const { text, diagnostics } = locks.finish();
  if (file !== undefined) writeFileAtomically(file, text);
  return diagnostics;
}

function describe({ sha, label, reason }: Sides["base"]): string {
  return `${sha} (${reason}, ${label})`;
}

/** Turns errors into warnings where the input `fail-on` is `never`. */
function limitSeverity(diagnostics: readonly Diagnostic[], { failOn }: Inputs): readonly Diagnostic[] {
  if (failOn !== "never") return diagnostics;
  return diagnostics.map((diagnostic) =>
    diagnostic.severity === "error" ? { ...diagnostic, severity: "warning" } : diagnostic,
  );
}
