/** `krm-render diff`: shows the effect of a change on the rendered manifests. */
import { posix, resolve } from "node:path";
import {
  type ComparisonSettings,
  compare,
  earlierTrees,
  manifestRules,
  openReportDirectory,
  openSides,
  planComparison,
  settingsInForce,
} from "../../comparison/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { printLock } from "../../lock/index.ts";
import { readCosts } from "../../shards/index.ts";
import { ownAddress, repositoryHistory } from "../../sources/index.ts";
import { hasLost, patienceOf } from "../../supervision/index.ts";
import { parseShard, SHARD_FORM } from "../../targets/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { aboutOf, emptyOutputDirectory } from "../comparison/output-directory.ts";
import { outputPaths, withoutOutputs } from "../comparison/own-outputs.ts";
import { conclude, FAILURE, print } from "../comparison/report-output.ts";
import { lockPath } from "../lock.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import { type BuildSettings, readBuildSettings } from "../options/build-settings.ts";
import { readConfigurationSettings } from "../options/configuration-settings.ts";
import { illegal, positiveInteger } from "../options/option-values.ts";
import { printFirst } from "../print-first.ts";
import { openBuild, openOwnRepository, openProgress, type Place, placeOf, withSession } from "../session.ts";
import { withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { printDiagnostics } from "../terminal.ts";
import { compareManifests, givenManifests } from "./diff-manifests.ts";
import { chooseSides } from "./diff-sides.ts";
import { writeOrReplace } from "./output-file.ts";

export async function diff(invocation: Invocation): Promise<Task> {
  // Wrong usage is an error before anything is opened.
  positiveInteger(invocation, "concurrency");
  const asGiven = await readBuildSettings(invocation);
  const given = givenManifests(invocation);
  const chosen = readConfigurationSettings(invocation);
  const shardText = invocation.value("shard");
  const shard = shardText === undefined ? undefined : parseShard(shardText);
  const output = invocation.value("output-dir");
  if (given !== undefined && output !== undefined)
    throw new UsageError("--output-dir does not go with --from and --to", "It gets what other jobs read, of commits.");
  if (shardText !== undefined) {
    if (shard === undefined) throw illegal(shardText, "shard", `expected ${SHARD_FORM}`);
    if (output === undefined) throw new UsageError("--shard needs --output-dir OUT");
    if (invocation.value("lock-out") !== undefined)
      throw new UsageError("--lock-out does not go with --shard", "A lock has what all targets use.");
  }
  if (given !== undefined) {
    return async (terminal) => {
      const configured = await openReviewConfiguration(chosen, terminal.cwd, undefined);
      const filled = withSettings(invocation, settingsInForce(configured, false));
      const { timeoutSeconds, warnings } = await readBuildSettings(filled);
      await printDiagnostics(terminal, [...configured.warnings, ...warnings]);
      const report = await compareManifests(
        given,
        terminal.cwd,
        configured.configuration,
        timeoutSeconds,
        filled.value("kubernetes-version"),
      );
      await print(report, invocation, terminal);
      return conclude(report, filled, terminal);
    };
  }

  return (terminal) =>
    withSession(terminal, async (session) => {
      const before: Diagnostic[] = [];
      const printBefore = (diagnostics: readonly Diagnostic[]) => {
        before.push(...diagnostics);
        return printFirst(terminal, diagnostics);
      };
      await printBefore(asGiven.warnings);
      const repository = await openOwnRepository(session);
      const progress = openProgress(session);
      const place = placeOf(repository, terminal);
      const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
      const opened = openSides(base, head);
      const configured = await openReviewConfiguration(chosen, terminal.cwd, opened.trees);
      await printBefore(configured.warnings);
      const filled = withSettings(invocation, settingsInForce(configured, false));
      const settings = await readBuildSettings(filled);
      const { supervisor } = terminal;
      supervisor?.tell(patienceOf(settings));
      const build = openBuild(session, settings, "others", place);
      const { timeoutSeconds, deploymentHelm, jsonnet, keptRenderings, remotes } = build;
      const planned = await planComparison(opened, configured, {
        ...comparisonSettings(invocation, filled, settings, place),
        repository: ownAddress(await repository.originAddress(), terminal.env),
        ownersOf: undefined,
        search: {
          timeoutSeconds,
          deploymentHelm,
          jsonnet,
          keptRenderings,
          remotes,
          history: repositoryHistory(async () => repository),
        },
        patterns: targetPatterns(filled, place),
        shard: shard && { name: shard.name, costs: readCosts(shard.costs, terminal.cwd) },
      });
      const { locks } = planned;
      await printBefore(locks.diagnostics);
      const problems: Diagnostic[] = [];
      const directory = output === undefined ? undefined : resolve(terminal.cwd, output);
      if (directory !== undefined)
        emptyOutputDirectory(directory, supervisor !== undefined && hasLost(supervisor.setbacks));
      const files =
        directory === undefined ? undefined : openReportDirectory(directory, manifestRules(planned), problems);
      const plan =
        head.side.sha === null
          ? withoutOutputs(planned.plan, opened.trees, outputPaths(invocation, place))
          : planned.plan;
      const { report, part } = await compare(
        { ...planned, plan },
        {
          build,
          earlier: earlierTrees(repository, base.side.sha),
          setbacks: supervisor?.setbacks,
          onProgress: progress.update,
          onHead: files?.writeManifest,
          onWork(event, stage, target) {
            supervisor?.tell({ event, stage, target });
            files?.times.onWork(event, stage, target);
            if (event === "start" && stage === "causes") progress.follow("looking for causes", target);
          },
          trust: () => build.functions.trustFacts(opened.trees.base, opened.trees.head),
        },
      );
      progress.finish();
      const about = aboutOf(report, terminal.env);
      if (part !== undefined && files !== undefined) {
        const told = { logged: [], before, after: [...problems], catalogs: [] };
        await files.finishShard({ ...part, partial: { ...part.partial, told } }, report, { about });
        await printDiagnostics(terminal, problems);
        const { index, count } = part.shard.name;
        await terminal.stdout.write(`shard ${index} of ${count} is in ${output}\n`);
        return problems.length === 0 ? 0 : FAILURE;
      }
      await files?.finishReview(report, { about });
      await printDiagnostics(terminal, problems);
      await print(report, invocation, terminal);
      const concluded = await conclude(report, filled, terminal);
      const status = problems.some(({ severity }) => severity === "error") ? FAILURE : concluded;
      // The lock of a run in which a target failed would lack what that target uses.
      if (status !== FAILURE) {
        const { lock, diagnostics } = locks.finish();
        const file = invocation.value("lock-out");
        if (file !== undefined) writeOrReplace(resolve(terminal.cwd, file), printLock(lock));
        await printDiagnostics(terminal, diagnostics);
      }
      return status;
    });
}

/** @param filled the invocation with the settings of the repository */
function comparisonSettings(
  invocation: Invocation,
  filled: Invocation,
  { loadRestrictor, strict, functions }: BuildSettings,
  place: Place,
): Omit<ComparisonSettings, "patterns" | "shard" | "repository" | "search" | "ownersOf"> {
  return {
    affectedOnly: filled.value("affected-only") !== "false",
    loadRestrictor,
    strict,
    concurrency: positiveInteger(filled, "concurrency"),
    kubernetesVersion: filled.value("kubernetes-version"),
    locked: lockPath(invocation, place),
    isWritten: invocation.value("lock-out") !== undefined,
    isPrivileged: false,
    option: "--locked",
    trustLines: functions.catalogs.trustLines,
    pathOf: (name) => posix.relative(place.top, resolve(place.cwd, name)),
    programs: { executables: functions.exec, plugins: functions.alphaPlugins },
  };
}
