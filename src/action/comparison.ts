/** Compares the two commits: from the plan to the report, with the manifests of the head on the way. */
import { type Diagnostic, failure } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import {
  type ComparisonInput,
  comparePartially,
  compareTrees,
  findDoubts,
  joinReviews,
  openConfiguration,
  type PartialReview,
  type Report,
} from "../review/index.ts";
import { type OwnShard, openShard, type PlannedSide, readCosts, TargetTimes } from "../shards/index.ts";
import { gitTree, type Repository, treeNotes } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { type Plan, parseShardName, planTargets, SHARD_FORM, TARGET_FILE_NAMES } from "../targets/index.ts";
import { configuredInputs } from "./configured-inputs.ts";
import { type FunctionConsent, mayBeByStrangers } from "./consent.ts";
import { type FunctionRules, openActionFunctions } from "./functions.ts";
import type { Inputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Locks, openLocks } from "./locks.ts";
import { openBuildPorts, type Ports, storeOf } from "./ports.ts";
import { type HeadManifests, openManifests } from "./report-files.ts";
import type { Sides } from "./sides.ts";

export interface Comparison {
  readonly report: Report;
  /** Set if this is a part of the report. */
  readonly part: { readonly partial: PartialReview; readonly shard: OwnShard } | undefined;
  /** What was only logged. */
  readonly logged: readonly Diagnostic[];
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
  const inputs = configuredInputs(given, configured, isPrivileged, ports);
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
  const shard = await ownShard(
    inputs,
    { base: { side: base, tree: atBase }, head: { side: head, tree: atHead } },
    context,
  );
  const targets = shard === undefined ? plan.targets : plan.targets.filter(({ path }) => shard.targets.has(path));
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
    report: (diagnostic) => void problems.push(diagnostic),
    caching: {
      environment: ports.environment,
      save: inputs.functions.cacheSave,
      isUntrusted: mayBeByStrangers(context),
    },
  });
  try {
    const { concurrency, timeoutSeconds, strict } = inputs;
    const compareTrust = async () => (base.sha === head.sha ? undefined : functions.trustFacts(baseTree, headTree));
    const affected = plan.targets.filter((target) => target.affected).map(({ path }) => path);
    const manifests = openManifests(directory, affected, configuration.redaction, problems);
    const times = new TargetTimes();
    let failed = false;
    const rendered = targets.filter((target) => target.affected).length;
    steps.begin(
      "rendering",
      `rendering and comparing ${rendered === 1 ? "1 target" : `${rendered} targets`}`,
      rendered,
    );
    const comparison: ComparisonInput = {
      trees,
      sides: { base, head },
      targets,
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
      configurationChanges: configured.changes,
      trust: () => keepGoing(problems, () => time.within("comparing the trusted catalogs", MIN_SECONDS, compareTrust)),
      noticed,
    };
    const partial = shard && (await comparePartially(comparison));
    const report = partial === undefined ? await compareTrees(comparison) : joinReviews([partial]);
    const part = shard && partial && { partial, shard };
    return {
      report,
      part,
      logged: configured.warnings,
      manifests,
      catalogDigests: () => functions.catalogDigests(),
      locks,
      times,
      failed,
      inputs,
    };
  } finally {
    // What was compared is presented also if something stays behind.
    steps.begin("closing");
    await keepGoing(problems, () => time.within("saving what functions need", MIN_SECONDS, () => functions.close()));
    await keepGoing(problems, () => time.within("closing what was fetched", MIN_SECONDS, () => opened.close()));
  }
}

/** The shard that this run renders, in a plan that is made again. @throws KrmError `invalid-input`, and as `openShard` does */
async function ownShard(
  { shard, costs, targets, affectedOnly, loadRestrictor, lockOut }: Inputs,
  sides: { readonly base: PlannedSide; readonly head: PlannedSide },
  { workspace }: Context,
): Promise<OwnShard | undefined> {
  if (shard === undefined) return undefined;
  const name = parseShardName(shard);
  if (name === undefined) throw failure("invalid-input", `input shard: ${JSON.stringify(shard)} is not ${SHARD_FORM}`);
  if (lockOut !== undefined)
    throw failure("invalid-input", "input lock-out: a shard has no lock, because a lock has what all targets use");
  return openShard(name, sides, {
    patterns: targets,
    affectedOnly,
    loadRestrictor,
    costs: readCosts(costs, workspace),
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
