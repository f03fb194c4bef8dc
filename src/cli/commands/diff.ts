/** `krm-render diff`: what a change does to the rendered manifests. */
import { posix, resolve } from "node:path";
import type { Diagnostic } from "../../diagnostics.ts";
import { lockChanges } from "../../render/index.ts";
import {
  type ComparisonInput,
  comparePartially,
  compareTrees,
  findDoubts,
  settingsInForce,
} from "../../review/index.ts";
import { openShard, readCosts } from "../../shards/index.ts";
import { treeNotes } from "../../sources/index.ts";
import { hasLost, patienceOf } from "../../supervision/index.ts";
import { type Plan, planTargets, TARGET_FILE_NAMES } from "../../targets/index.ts";
import { type Invocation, type Task, UsageError } from "../command.ts";
import { openOutputDirectory } from "../comparison/output-directory.ts";
import { conclude, FAILURE, print } from "../comparison/report-output.ts";
import { readShardName } from "../comparison/shard-option.ts";
import { lockPath, openBaseLock, openTreeLock } from "../lock.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { readConfigurationSettings } from "../options/configuration-settings.ts";
import { positiveInteger } from "../options/values.ts";
import { openBuild, openOwnRepository, openProgress, placeOf, withSession } from "../session.ts";
import { withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { printDiagnostics } from "../terminal.ts";
import { compareManifests, givenManifests } from "./diff-manifests.ts";
import { chooseSides } from "./diff-sides.ts";

export async function diff(invocation: Invocation): Promise<Task> {
  // Wrong usage is told before anything is opened.
  positiveInteger(invocation, "concurrency");
  const asGiven = await readBuildSettings(invocation);
  const given = givenManifests(invocation);
  const chosen = readConfigurationSettings(invocation);
  const shard = readShardName(invocation);
  const output = invocation.value("output-dir");
  if (given !== undefined && output !== undefined)
    throw new UsageError("--output-dir does not go with --from and --to", "It gets what other jobs read, of commits.");
  if (shard === undefined && invocation.value("costs") !== undefined) throw new UsageError("--costs needs --shard");
  if (shard !== undefined) {
    if (output === undefined) throw new UsageError("--shard needs --output-dir OUT");
    if (invocation.value("lock-out") !== undefined)
      throw new UsageError("--lock-out does not go with --shard", "A lock has what all targets use.");
  }
  if (given !== undefined) {
    return async (terminal) => {
      const configured = await openReviewConfiguration(chosen, terminal.cwd, undefined);
      await printDiagnostics(terminal, configured.warnings);
      const filled = withSettings(invocation, settingsInForce(configured, false));
      const settings = await readBuildSettings(filled);
      const { configuration } = configured;
      const report = await compareManifests(given, terminal, { ...settings, configuration });
      await print(report, invocation, terminal);
      return conclude(report, filled, terminal);
    };
  }

  return (terminal) =>
    withSession(terminal, async (session) => {
      const told: Diagnostic[] = [];
      const say = (diagnostics: readonly Diagnostic[]) => {
        told.push(...diagnostics);
        return printDiagnostics(terminal, diagnostics);
      };
      await say(asGiven.warnings);
      const repository = await openOwnRepository(session);
      const progress = openProgress(session);
      const place = placeOf(repository, terminal);
      const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
      const noticed = treeNotes(TARGET_FILE_NAMES);
      const trees = { base: noticed.observe(base.tree), head: noticed.observe(head.tree) };
      const configured = await openReviewConfiguration(chosen, terminal.cwd, trees);
      await say(configured.warnings);
      const inFile = settingsInForce(configured, false);
      const filled = withSettings(invocation, inFile);
      const settings = await readBuildSettings(filled);
      const { supervisor } = terminal;
      supervisor?.tell(patienceOf(settings));
      const build = openBuild(session, settings, "others", place);
      const patterns = targetPatterns(invocation, place) ?? inFile.get("targets")?.values;
      const { doubts, haveSameRules, catalogs } = await findDoubts(trees, {
        lock: lockPath(invocation, place),
        writesLock: invocation.value("lock-out") !== undefined,
        trustLines: settings.functions.catalogs.trustLines,
        pathOf: (name) => posix.relative(place.top, resolve(place.cwd, name)),
      });
      const plan =
        patterns?.length === 0
          ? ({ targets: [], changedFiles: new Set<string>() } satisfies Plan as Plan)
          : await planTargets({ base: noticed.search(base.tree), head: noticed.search(head.tree) }, patterns ?? [], {
              affectedOnly: filled.value("affected-only") !== "false",
              loadRestrictor: settings.loadRestrictor,
              doubts,
              haveSameRules,
              programs: { executables: settings.functions.exec, plugins: settings.functions.alphaPlugins, catalogs },
            });
      const own =
        shard &&
        (await openShard(
          shard,
          { base, head },
          {
            patterns: patterns ?? [],
            hasNone: patterns?.length === 0,
            affectedOnly: filled.value("affected-only") !== "false",
            loadRestrictor: settings.loadRestrictor ?? "root-only",
            costs: readCosts(invocation.value("costs"), terminal.cwd),
          },
        ));
      const baseLock = await openBaseLock(invocation, place, base.tree, say);
      const headLock = await openTreeLock(invocation, place, head.tree, terminal);
      const pins = await lockChanges(trees, lockPath(invocation, place));
      const affected = plan.targets.filter((target) => target.affected).map(({ path }) => path);
      const directory =
        output === undefined
          ? undefined
          : openOutputDirectory(resolve(terminal.cwd, output), {
              targets: affected,
              redaction: configured.configuration.redaction,
              // A shard has never too many.
              most: own === undefined ? affected.length : 0,
              isOurs: supervisor !== undefined && hasLost(supervisor.setbacks),
            });
      const comparison: ComparisonInput = {
        trees,
        configuration: configured.configuration,
        notes: [...configured.notes, ...pins.notes],
        sides: { base: base.side, head: head.side },
        targets: own === undefined ? plan.targets : plan.targets.filter(({ path }) => own.targets.has(path)),
        changedFiles: plan.changedFiles,
        changes: plan.changes,
        whyUnread: plan.whyUnread,
        haveSameRules,
        build,
        // Only the head must be strict: a base that fails could not be compared with.
        options: { base: { uses: baseLock?.uses, strict: false }, head: { uses: headLock?.uses } },
        concurrency: positiveInteger(filled, "concurrency"),
        setbacks: supervisor?.setbacks,
        onProgress: (done, total, target) => progress.update(done, total, target),
        onHead: directory?.write,
        onWork(event, stage, target) {
          supervisor?.tell({ event, stage, target });
          directory?.times.onWork(event, stage, target);
          if (event === "start" && stage === "causes") progress.follow("looking for causes", target);
        },
        ruleChanges: [...configured.changes, ...pins.changes],
        trust: () => build.functions.trustFacts(trees.base, trees.head),
        noticed,
      };
      if (shard !== undefined && own !== undefined && directory !== undefined) {
        const partial = {
          ...(await comparePartially(comparison)),
          told: { logged: [], before: told, after: [], catalogs: [] },
        };
        progress.finish();
        await printDiagnostics(terminal, directory.problems);
        await directory.finishShard(partial, own, terminal.env);
        await terminal.stdout.write(`shard ${shard.index} of ${shard.count} is in ${output}\n`);
        return directory.problems.length === 0 ? 0 : FAILURE;
      }
      const report = await compareTrees(comparison);
      progress.finish();
      await directory?.finishReview(report, terminal.env);
      await printDiagnostics(terminal, directory?.problems ?? []);
      await print(report, invocation, terminal);
      const concluded = await conclude(report, filled, terminal);
      const status = (directory?.problems ?? []).some(({ severity }) => severity === "error") ? FAILURE : concluded;
      // The lock of a run in which a target failed would lack what that target uses.
      if (status !== FAILURE) await printDiagnostics(terminal, headLock?.finish() ?? []);
      return status;
    });
}
