/** `krm-render diff`: what a change does to the rendered manifests. */
import { posix, resolve } from "node:path";
import type { Chunks } from "../../render/index.ts";
import { compareTrees, findDoubts, type Report, settingsInForce } from "../../review/index.ts";
import { treeNotes } from "../../sources/index.ts";
import { planTargets, TARGET_FILE_NAMES } from "../../targets/index.ts";
import type { Invocation, Task } from "../command.ts";
import { lockPath, openBaseLock, openTreeLock } from "../lock.ts";
import { openReviewConfiguration } from "../open-configuration.ts";
import { readBuildSettings } from "../options/build-settings.ts";
import { readConfigurationSettings } from "../options/configuration-settings.ts";
import { positiveInteger } from "../options/values.ts";
import { openBuild, openOwnRepository, openProgress, placeOf, withSession } from "../session.ts";
import { withSettings } from "../settings.ts";
import { targetPatterns } from "../target-patterns.ts";
import { distinct, pathLine, printDiagnostics, type Terminal, wantsColour } from "../terminal.ts";
import { failsOnDanger } from "./diff-gate.ts";
import { compareManifests, givenManifests } from "./diff-manifests.ts";
import { chooseSides } from "./diff-sides.ts";
import { writeOrReplace } from "./output-file.ts";

const OK = 0;
const FAILURE = 1;
const DIFFERENT = 3;

export async function diff(invocation: Invocation): Promise<Task> {
  // Wrong usage is told before anything is opened.
  positiveInteger(invocation, "concurrency");
  const asGiven = await readBuildSettings(invocation);
  const given = givenManifests(invocation);
  const chosen = readConfigurationSettings(invocation);
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
      await printDiagnostics(terminal, asGiven.warnings);
      const repository = await openOwnRepository(session);
      const progress = openProgress(session);
      const place = placeOf(repository, terminal);
      const { base, head } = await chooseSides(repository, invocation.value("base"), invocation.value("head"));
      const noticed = treeNotes(TARGET_FILE_NAMES);
      const trees = { base: noticed.observe(base.tree), head: noticed.observe(head.tree) };
      const configured = await openReviewConfiguration(chosen, terminal.cwd, trees);
      await printDiagnostics(terminal, configured.warnings);
      const inFile = settingsInForce(configured, false);
      const filled = withSettings(invocation, inFile);
      const settings = await readBuildSettings(filled);
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
          ? { targets: [], changedFiles: new Set<string>() }
          : await planTargets({ base: noticed.search(base.tree), head: noticed.search(head.tree) }, patterns ?? [], {
              affectedOnly: filled.value("affected-only") !== "false",
              loadRestrictor: settings.loadRestrictor,
              doubts,
              haveSameRules,
              programs: { executables: settings.functions.exec, plugins: settings.functions.alphaPlugins, catalogs },
            });
      const baseLock = await openBaseLock(invocation, place, base.tree, terminal);
      const headLock = await openTreeLock(invocation, place, head.tree, terminal);
      const report = await compareTrees({
        trees,
        configuration: configured.configuration,
        notes: configured.notes,
        sides: { base: base.side, head: head.side },
        targets: plan.targets,
        changedFiles: plan.changedFiles,
        haveSameRules,
        build,
        // Only the head must be strict: a base that fails could not be compared with.
        options: { base: { uses: baseLock?.uses, strict: false }, head: { uses: headLock?.uses } },
        concurrency: positiveInteger(filled, "concurrency"),
        onProgress: (done, total, target) => progress.update(done, total, target),
        onWork(event, stage, target) {
          if (event === "start" && stage === "causes") progress.follow("looking for causes", target);
        },
        trust: async () => [...configured.changes, ...(await build.functions.trustChanges(trees.base, trees.head))],
        noticed,
      });
      progress.finish();
      await print(report, invocation, terminal);
      const status = await conclude(report, filled, terminal);
      // The lock of a run in which a target failed would lack what that target uses.
      if (status !== FAILURE) await printDiagnostics(terminal, headLock?.finish() ?? []);
      return status;
    });
}

async function print(report: Report, invocation: Invocation, terminal: Terminal): Promise<void> {
  const output = invocation.value("output");
  const name = formatOf(invocation);
  const colour = output === undefined && wantsColour(terminal);
  const chunks = await format(report, name, colour);
  if (output !== undefined) return writeOrReplace(resolve(terminal.cwd, output), chunks);
  const pager = name === "text" && !invocation.has("no-pager") ? await terminal.openPager?.() : undefined;
  const sink = pager ?? terminal.stdout;
  for (const chunk of chunks()) await sink.write(chunk);
  await pager?.close();
}

/** Text for people, unless a format is named. */
function formatOf(invocation: Invocation): string {
  return invocation.value("format") ?? "text";
}

/** Loads only the writer of the format. */
async function format(report: Report, name: string, colour: boolean): Promise<Chunks> {
  switch (name) {
    case "markdown": {
      const { markdownReport } = await import("../../report/markdown.ts");
      return () => [markdownReport(report, { maxBytes: Number.MAX_SAFE_INTEGER }).text];
    }
    case "html": {
      const { htmlChunks } = await import("../../report/html/page.ts");
      return () => htmlChunks(report);
    }
    case "json": {
      const { jsonChunks } = await import("../../report/json.ts");
      return () => jsonChunks(report);
    }
    case "sarif": {
      const { sarifChunks } = await import("../../report/sarif.ts");
      return () => sarifChunks(report);
    }
    case "patch": {
      const { patchChunks } = await import("../../report/patch.ts");
      return () => patchChunks(report);
    }
    default: {
      const { terminalChunks } = await import("../../report/terminal.ts");
      return () => terminalChunks(report, { colour });
    }
  }
}

/** A target that fails at the head is not compared, so the command fails, also if the target failed at the base. */
async function conclude(report: Report, invocation: Invocation, terminal: Terminal): Promise<number> {
  const { targets, notes = [] } = report;
  // Problems of the base alone are solved at the head; the report says why such a target is not compared.
  const present = targets.filter(({ status }) => status !== "failed-at-base");
  const problems = present.flatMap(({ diagnostics }) => diagnostics);
  // On a terminal, the text above tells errors and new warnings.
  const isTold = terminal.stdout.isTTY && formatOf(invocation) === "text" && invocation.value("output") === undefined;
  const untold = isTold ? problems.filter(({ severity, isNew }) => severity !== "error" && !isNew) : problems;
  await printDiagnostics(terminal, distinct([...notes, ...untold]));
  const isDangerous = await failsOnDanger(report, invocation.value("fail-on-danger"), terminal);
  const failed = targets.filter(({ status }) => status === "failed");
  if (failed.length > 0) {
    await terminal.stderr.write(`not compared: ${failed.map(({ path }) => pathLine(path)).join(", ")}\n`);
    return FAILURE;
  }
  if (isDangerous || notes.some(({ severity }) => severity === "error")) return FAILURE;
  const different = targets.some(({ status }) => status !== "unchanged" && status !== "unaffected");
  return different && invocation.has("exit-code") ? DIFFERENT : OK;
}
