/** `mode: review`: from two commits to files, a summary, a comment and outputs. */
import { resolve } from "node:path";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Runner } from "../../github/index.ts";
import { printLock } from "../../lock/index.ts";
import { writeFileAtomically } from "../../render/index.ts";
import { openRepository } from "../../sources/index.ts";
import { type Comparison, compareCommits } from "../comparison.ts";
import { functionConsent, refuseUntrusted } from "../consent.ts";
import { readFunctionRules } from "../functions.ts";
import type { ModeWork } from "../outcome.ts";
import { prepareOutputDirectory, prepareOutputFile } from "../output-directory.ts";
import { digestsText } from "../outputs.ts";
import { presentReport } from "../presentation.ts";
import { finishShard } from "../shard.ts";
import { findSides, type Sides } from "../sides.ts";

/** Seconds that there are to fetch the commits in any case. */
const MIN_FETCH_SECONDS = 10;

/**
 * Renders both sides, and writes the report, the manifests, the summary and the comment. Each of these is written even
 * if another one fails; the failure is among the diagnostics.
 * @throws KrmError when there is nothing to report on: a revision does not exist, a pattern matches no target, or the output
 *   directory is unusable
 */
export const review: ModeWork = async (given, context, ports) => {
  const { inputs, diagnostics: refusals } = refuseUntrusted(given, context);
  const { comparison } = context;
  const { runner, steps, time } = ports;
  if (comparison.kind === "nothing") return { outputs: {}, diagnostics: comparison.notes };
  const rules = await readFunctionRules(inputs);
  const directory = prepareOutputDirectory(context.workspace, inputs.outputDirectory);
  steps.begin("fetching", "fetching the commits that are missing");
  const repository = await time.within("opening the repository", MIN_FETCH_SECONDS, () =>
    openRepository(resolve(context.workspace, inputs.workingDirectory), {
      env: ports.gitEnvironment,
      log: (line) => runner.log(line),
    }),
  );
  try {
    const sides = await time.within("fetching the commits", MIN_FETCH_SECONDS, () =>
      findSides(repository, comparison, inputs),
    );
    runner.log(`base ${describe(sides.base)}\nhead ${describe(sides.head)}`);
    if (sides.base.sha === sides.head.sha) runner.log(sameCommit(inputs.base));
    steps.begin("planning", "planning which targets to render");
    const consent = functionConsent(inputs, context);
    const lockFile = inputs.lockOut && prepareOutputFile(context.workspace, directory, inputs.lockOut);
    const problems: Diagnostic[] = [];
    const work = { inputs, consent, rules, directory, problems };
    const compared = await compareCommits(repository, sides, work, context, ports);
    const { report, part, catalogDigests, locks, files, inputs: settled } = compared;
    const diagnosticsBefore = [...refusals, ...consent.diagnostics, ...locks.diagnostics];
    const catalogs = catalogDigests();
    if (part !== undefined) {
      const told = {
        logged: compared.logged,
        before: diagnosticsBefore,
        after: [...problems],
        catalogs: [...catalogs],
      };
      return await finishShard({ part, report, files, directory, told, problems }, context, ports);
    }
    const finish = () => {
      problems.push(...finishLock(lockFile, compared, runner));
      return lockFile === undefined ? [] : [lockFile];
    };
    const before = [...comparison.notes, ...diagnosticsBefore];
    const presentation = { report, directory, inputs: settled, before, problems, files, finish };
    const { outputs, diagnostics } = await presentReport(presentation, context, ports);
    return { outputs: { ...outputs, "catalog-digests": digestsText(catalogs) }, diagnostics };
  } finally {
    repository.close();
  }
};

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
  const { lock, diagnostics } = locks.finish();
  if (file !== undefined) writeFileAtomically(file, printLock(lock));
  return diagnostics;
}

/** @param base the input */
function sameCommit(base: string | undefined): string {
  const what = "they are the same commit: there is nothing to compare";
  return base === undefined ? `${what}; the inputs base and head choose other commits` : what;
}

function describe({ sha, label, reason }: Sides["base"]): string {
  return `${sha} (${reason}, ${label})`;
}
