/** Opens the two commits with the settings of the repository, and plans their comparison. */
import {
  type ComparisonSettings,
  openConfiguration,
  openSides,
  type PlannedComparison,
  planComparison,
  withRedaction,
} from "../comparison/index.ts";
import { failure } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import { readCosts } from "../shards/index.ts";
import { gitTree, type OpenRemotes, ownAddress, type Repository } from "../sources/index.ts";
import { type Plan, parseShard, SHARD_FORM } from "../targets/index.ts";
import { withSearch } from "./build.ts";
import { configuredInputs } from "./configured-inputs.ts";
import type { FunctionConsent } from "./consent.ts";
import type { Inputs } from "./inputs/index.ts";
import type { Ports } from "./ports.ts";
import type { Sides } from "./sides.ts";

export type OpenedCommits = Awaited<ReturnType<typeof openCommits>>;

/**
 * @returns also the inputs with the settings of the repository, and the tree whose catalogs are trusted by their paths: undefined for that of
 * each side
 * @throws KrmError such as `invalid-input`
 */
export async function openCommits(
  repository: Repository,
  sides: Sides,
  given: Inputs,
  { isPrivileged, trustedSide }: FunctionConsent,
  ports: Ports,
) {
  const { base, head, tip } = sides;
  const treeOf = (side: Sides["base"]) => gitTree(repository, side.sha, `${side.label} (${side.sha.slice(0, 7)})`);
  const headTree = await treeOf(head);
  const baseTree = base.sha === head.sha ? headTree : await treeOf(base);
  const opened = openSides({ side: base, tree: baseTree }, { side: head, tree: headTree });
  const { trees } = opened;
  // A stranger chooses by the start of a branch which former commit is the base.
  const tipTree = tip === base.sha ? trees.base : await gitTree(repository, tip, "the base branch");
  const configured = await openConfiguration(trees, tipTree);
  const inputs = configuredInputs(given, configured, isPrivileged, ports);
  const baselines = { base: trees.base, head: undefined, tip: tipTree };
  return { opened, configured, inputs, isPrivileged, tipTree, baseline: baselines[trustedSide] };
}

/** Plans, and logs the plan. @throws KrmError such as `no-targets`, `invalid-input` and `lock-absent` */
export async function planCommits(
  repository: Repository,
  { opened, configured, inputs, isPrivileged, tipTree }: OpenedCommits,
  remotes: OpenRemotes | undefined,
  context: Context,
  ports: Ports,
): Promise<PlannedComparison> {
  const repositoryAddress = ownAddress(await repository.originAddress(), ports.environment);
  const planned = await withSearch({ inputs, repository, remotes }, context, ports, (search) => {
    const settings = {
      ...settingsOf(inputs, isPrivileged, context.workspace),
      search,
      repository: repositoryAddress,
      ownersOf: tipTree,
    };
    return planComparison(opened, withRedaction(configured, inputs.redaction), settings);
  });
  ports.runner.log(describePlan(planned.plan));
  return planned;
}

/** @throws KrmError `invalid-input` */
function settingsOf(
  inputs: Inputs,
  isPrivileged: boolean,
  workspace: string,
): Omit<ComparisonSettings, "repository" | "search" | "ownersOf"> {
  const { targets, affectedOnly, loadRestrictor, strict, concurrency, functions } = inputs;
  return {
    patterns: targets.length === 0 ? undefined : targets,
    affectedOnly,
    loadRestrictor,
    strict,
    concurrency,
    kubernetesVersion: inputs.kubernetesVersion,
    locked: inputs.locked,
    isWritten: inputs.lockOut !== undefined,
    isPrivileged,
    option: "the input locked",
    trustLines: [...functions.trustedCatalogs, ...functions.defaultCatalogs],
    pathOf: (name) => name,
    // No plugins are installed for the action.
    programs: { executables: functions.plugins.exec, plugins: false },
    shard: shardOf(inputs, workspace),
  };
}

function shardOf({ shard, lockOut }: Inputs, workspace: string): ComparisonSettings["shard"] {
  if (shard === undefined) return undefined;
  const wanted = parseShard(shard);
  if (wanted === undefined)
    throw failure("invalid-input", `input shard: ${JSON.stringify(shard)} is not ${SHARD_FORM}`);
  if (lockOut !== undefined)
    throw failure("invalid-input", "input lock-out: a shard has no lock, because a lock has what all targets use");
  return { name: wanted.name, costs: readCosts(wanted.costs, workspace) };
}

/** A line for the log. */
function describePlan({ targets, doubt }: Plan): string {
  const affected = targets.filter((target) => target.affected).length;
  const total = targets.length;
  const all = `${total} ${total === 1 ? "target" : "targets"}`;
  if (affected < total) return `${affected} of ${all} ${affected === 1 ? "is" : "are"} affected`;
  return doubt === undefined ? all : `${all}, all to be rendered: ${doubt}`;
}
