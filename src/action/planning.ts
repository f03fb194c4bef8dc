/** Plans a comparison: the trees, the settings of the repository, the lock, and the targets to render. */
import { failure } from "../diagnostics.ts";
import { lockChanges } from "../render/index.ts";
import {
  type ComparisonInput,
  findDoubts,
  type OpenedConfiguration,
  openConfiguration,
  type TrustChange,
} from "../review/index.ts";
import { type OwnShard, openShard, type PlannedSide, readCosts } from "../shards/index.ts";
import { gitTree, type Repository, type TreeNotes, treeNotes } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { type Plan, parseShardName, planTargets, SHARD_FORM, TARGET_FILE_NAMES } from "../targets/index.ts";
import { configuredInputs } from "./configured-inputs.ts";
import type { FunctionConsent } from "./consent.ts";
import type { Inputs } from "./inputs/index.ts";
import { type Locks, openLocks } from "./locks.ts";
import type { Ports } from "./ports.ts";
import type { Sides } from "./sides.ts";

export interface PlannedComparison
  extends Pick<ComparisonInput, "trees" | "targets">,
    Pick<OpenedConfiguration, "configuration" | "notes" | "warnings"> {
  /** What the change edits of the configuration and of the lock. */
  readonly changes: readonly TrustChange[];
  /** With what the configuration of the repository sets. */
  readonly inputs: Inputs;
  readonly noticed: TreeNotes;
  readonly haveSameRules: boolean;
  readonly locks: Locks;
  readonly plan: Plan;
  readonly shard: OwnShard | undefined;
  /** The tree whose catalogs are trusted by their paths; undefined for those of each side. */
  readonly baseline: Tree | undefined;
}

export interface Planning {
  readonly inputs: Inputs;
  readonly consent: FunctionConsent;
  readonly workspace: string;
}

/** Finds all of that, and logs it. @throws KrmError such as `no-targets`, `invalid-input` and `lock-absent` */
export async function planComparison(
  repository: Repository,
  sides: Sides,
  { inputs: given, consent, workspace }: Planning,
  ports: Pick<Ports, "runner" | "environment" | "progress">,
): Promise<PlannedComparison> {
  const { base, head } = sides;
  const { runner } = ports;
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
  const pins = await lockChanges(trees, locked);
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
    workspace,
  );
  const targets = shard === undefined ? plan.targets : plan.targets.filter(({ path }) => shard.targets.has(path));
  const redaction = [...configured.configuration.redaction, ...inputs.redaction];
  const baselineOf = async (side: FunctionConsent["trustedSide"]): Promise<Tree | undefined> => {
    if (side === "head") return undefined;
    return side === "base" ? baseTree : tipTree(repository, sides, baseTree);
  };
  return {
    inputs,
    trees,
    noticed,
    configuration: { ...configured.configuration, redaction },
    changes: [...configured.changes, ...pins.changes],
    notes: [...configured.notes, ...pins.notes],
    warnings: configured.warnings,
    locks,
    plan,
    haveSameRules,
    shard,
    targets,
    baseline: await baselineOf(consent.trustedSide),
  };
}

/** The shard that this run renders, in a plan that is made again. @throws KrmError `invalid-input`, and as `openShard` does */
async function ownShard(
  { shard, costs, targets, affectedOnly, loadRestrictor, lockOut }: Inputs,
  sides: { readonly base: PlannedSide; readonly head: PlannedSide },
  workspace: string,
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
