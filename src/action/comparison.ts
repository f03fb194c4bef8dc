/** Compares the two commits: from the plan to the report, with the manifests of the head on the way. */
import { type Diagnostic, formatDiagnostic, formatLocation } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import {
  compareTrees,
  findDoubts,
  openConfiguration,
  type Report,
  type SettingsInForce,
  settingsInForce,
} from "../review/index.ts";
import { gitTree, type Repository, treeNotes } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { type Plan, planTargets, TARGET_FILE_NAMES } from "../targets/index.ts";
import { shorten } from "../text/index.ts";
import { type FunctionConsent, mayBeByStrangers } from "./consent.ts";
import { type FunctionRules, openActionFunctions } from "./functions.ts";
import { type Inputs, withSettings } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Locks, openLocks } from "./locks.ts";
import { openBuildPorts, type Ports, storeOf } from "./ports.ts";
import { type HeadManifests, openManifests } from "./report-files.ts";
import type { Sides } from "./sides.ts";
import { patienceOf } from "./supervision.ts";
import { TargetTimes } from "./target-times.ts";

export interface Comparison {
  readonly report: Report;
  readonly manifests: HeadManifests;
  /** Of the catalogs that were used. */
  readonly catalogDigests: () => ReadonlyMap<string, string>;
  readonly locks: Locks;
  readonly times: TargetTimes;
  /** Whether a target failed at the head. */
  readonly failed: boolean;
  /** With what the configuration of the repository sets. */
  readonly inputs: Inputs;
}

/** Seconds that the work after the targets has in any case. */
const MIN_SECONDS = 10;

export interface Work {
  readonly inputs: Inputs;
  readonly consent: FunctionConsent;
  readonly rules: FunctionRules;
  /** The output directory. */
  readonly directory: string;
  /** Gets what goes wrong beside the targets. */
  readonly problems: Diagnostic[];
}

/** Plans, renders and compares; see `compareTrees`. Writes the manifests of the head. */
export async function compare(
  repository: Repository,
  sides: Sides,
  { inputs: given, consent, rules, directory, problems }: Work,
  context: Context,
  ports: Ports,
): Promise<Comparison> {
  const { base, head } = sides;
  const { runner, steps, time } = ports;
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const treeOf = (side: Sides["base"]) => gitTree(repository, side.sha, labelled(side));
  const atHead = await treeOf(head);
  const atBase = base.sha === head.sha ? atHead : await treeOf(base);
  const headTree = noticed.observe(atHead);
  const baseTree = atBase === atHead ? headTree : noticed.observe(atBase);
  const trees = { base: baseTree, head: headTree };
  const { isPrivileged } = consent;
  // A stranger chooses by the start of a branch which former commit is the base.
  const configured = await openConfiguration(trees, await tipTree(repository, sides, baseTree));
  for (const warning of configured.warnings) runner.log(formatDiagnostic(warning));
  const settings = settingsInForce(configured, isPrivileged);
  for (const line of settingLines(settings)) runner.log(line);
  const inputs = withSettings(given, ports.environment, settings);
  if (inputs.timeoutSeconds !== given.timeoutSeconds) ports.progress?.(patienceOf(inputs));
  const { locked, lockOut } = inputs;
  const isWritten = lockOut !== undefined;
  const locks = await openLocks({ ...trees, locked, isWritten, isPrivileged });
  const { doubts, haveSameRules, catalogs } = await findDoubts(trees, {
    lock: locked,
    writesLock: isWritten,
    trustLines: [...inputs.functions.trustedCatalogs, ...inputs.functions.defaultCatalogs],
    pathOf: (name) => name,
  });
  const { affectedOnly, loadRestrictor } = inputs;
  // No plugins are installed for the action.
  const programs = { executables: inputs.functions.exec, plugins: false, catalogs };
  const searched = { base: noticed.search(atBase), head: noticed.search(atHead) };
  const plan = await planTargets(searched, inputs.targets, {
    affectedOnly,
    loadRestrictor,
    doubts,
    haveSameRules,
    programs,
  });
  runner.log(describePlan(plan));
  const redaction = [...configured.configuration.redaction, ...inputs.redaction];
  const configuration = { ...configured.configuration, redaction };
  const opened = openBuildPorts(inputs, ports, context);
  const baselineOf = async (side: FunctionConsent["trustedSide"]): Promise<Tree | undefined> => {
    if (side === "head") return undefined;
    return side === "base" ? baseTree : tipTree(repository, sides, baseTree);
  };
  // Both sides share the functions: equal calls run once.
  const functions = openActionFunctions({
    inputs,
    consent,
    rules,
    baseline: await baselineOf(consent.trustedSide),
    workspace: context.workspace,
    store: storeOf(ports, context),
    environment: ports.gitEnvironment,
    runner,
    caching: {
      environment: ports.environment,
      save: inputs.functions.cacheSave,
      isUntrusted: mayBeByStrangers(context),
    },
  });
  try {
    const { concurrency, timeoutSeconds, strict } = inputs;
    const compareTrust = async () => (base.sha === head.sha ? [] : functions.trustChanges(baseTree, headTree));
    const affected = plan.targets.filter((target) => target.affected).map(({ path }) => path);
    const manifests = openManifests(directory, affected, configuration.redaction, problems);
    const times = new TargetTimes();
    let failed = false;
    const count = affected.length === 1 ? "1 target" : `${affected.length} targets`;
    steps.begin("rendering", `rendering and comparing ${count}`, affected.length);
    const report = await compareTrees({
      trees,
      sides: { base, head },
      targets: plan.targets,
      changedFiles: plan.changedFiles,
      haveSameRules,
      configuration,
      notes: configured.notes,
      build: { loadRestrictor, timeoutSeconds, helm: opened.helm, remotes: opened.remotes, functions },
      // Strict at the head only: a base with mistakes can still be compared with.
      options: { head: { strict, uses: locks.head }, base: { uses: locks.base } },
      concurrency,
      deadline: time.deadline,
      setbacks: ports.setbacks,
      onWork(event, stage, target) {
        times.onWork(event, stage, target);
        ports.progress?.({ event, stage, target });
      },
      onHead(rendering, former) {
        failed ||= rendering.status === "failed";
        steps.during("writing", () => manifests.write(rendering, former));
      },
      trust: async () => {
        const work = () => time.within("comparing the trusted catalogs", MIN_SECONDS, compareTrust);
        return [...configured.changes, ...((await keepGoing(problems, work)) ?? [])];
      },
      noticed,
    });
    return { report, manifests, catalogDigests: () => functions.catalogDigests(), locks, times, failed, inputs };
  } finally {
    // What was compared is presented also if something stays behind.
    steps.begin("closing");
    await keepGoing(problems, () => time.within("saving what functions need", MIN_SECONDS, () => functions.close()));
    await keepGoing(problems, () => time.within("closing what was fetched", MIN_SECONDS, () => opened.close()));
  }
}

/** What the log says of settings that may not be those of the workflow. */
function settingLines(settings: SettingsInForce): readonly string[] {
  return [...settings].map(([name, { values, place, revision }]) => {
    return `${formatLocation(place)} of ${revision}: ${name} ${shorten(values.join(", "))}, unless the workflow sets it`;
  });
}

/** The tree at the tip of the branch that the base is on. */
async function tipTree(repository: Repository, { base, tip }: Sides, baseTree: Tree): Promise<Tree> {
  return tip === base.sha ? baseTree : gitTree(repository, tip, "the base branch");
}

/** A line for the log. */
function describePlan({ targets, doubt }: Plan): string {
  const affected = targets.filter((target) => target.affected).length;
  const total = targets.length;
  const all = `${total} ${total === 1 ? "target" : "targets"}`;
  if (affected < total) return `${affected} of ${all} ${affected === 1 ? "is" : "are"} affected`;
  return doubt === undefined ? all : `${all}, all to be rendered: ${doubt}`;
}

function labelled({ sha, label }: Sides["base"]): string {
  return `${label} (${sha.slice(0, 7)})`;
}
