/** Plans a comparison: the targets to render, the locks, and the edits of rules for all targets. */
import { findBothDeployments, type SearchBuild } from "../deployments/index.ts";
import { readCodeOwners } from "../owners/index.ts";
import { lockChanges } from "../render/index.ts";
import type { Side, TrustChange } from "../review/index.ts";
import { openShard } from "../shards/index.ts";
import { treeNotes } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import {
  type Costs,
  compareSharedRules,
  type Plan,
  planTargets,
  type ShardName,
  type SharedRules,
  TARGET_FILE_NAMES,
} from "../targets/index.ts";
import type { OpenedConfiguration } from "./configuration.ts";
import { dividedSearch } from "./divided-search.ts";
import { type LockRequest, openLocks } from "./locks.ts";

/** A revision or the working tree, as the report names it, and its files. */
export interface ComparedSide {
  readonly side: Side;
  readonly tree: Tree;
}

/** Both sides of a comparison, whose trees are observed. */
export type OpenedSides = ReturnType<typeof openSides>;

/** @param base may have the tree of the head, if both are one commit */
export function openSides(base: ComparedSide, head: ComparedSide) {
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const headTree = noticed.observe(head.tree);
  const baseTree = base.tree === head.tree ? headTree : noticed.observe(base.tree);
  return {
    given: { base, head },
    /** The trees that builds read. */
    trees: { base: baseTree, head: headTree },
    /** Collects the entries of the trees that builds met and cannot read. */
    noticed,
  };
}

/** The settings that decide what is rendered. */
export interface ComparisonSettings
  extends Pick<LockRequest, "locked" | "isWritten" | "isPrivileged" | "option">,
    Pick<SharedRules, "trustLines" | "pathOf"> {
  /** Paths and globs. Undefined for all targets that are found, empty for none. */
  readonly patterns: readonly string[] | undefined;
  /** True if targets that the change cannot affect are left out. */
  readonly affectedOnly: boolean;
  readonly loadRestrictor: "root-only" | "none";
  /** True if the head fails for mistakes that kustomize ignores. */
  readonly strict: boolean;
  readonly concurrency: number | undefined;
  /** The version of the cluster; undefined for the newest that is known. */
  readonly kubernetesVersion?: string | undefined;
  /** True for programs that kustomizations may start: executables of the repository, and installed plugins. */
  readonly programs: { readonly executables: boolean; readonly plugins: boolean };
  /** An address of the repository, or OWNER/NAME; undefined where it is not known. */
  readonly repository: string | undefined;
  /** The tree whose CODEOWNERS file counts; that of the base if undefined. */
  readonly ownersOf: Tree | undefined;
  /** For the search for deployments. */
  readonly search: SearchBuild;
  /** The part of the targets to render; undefined for all. */
  readonly shard: { readonly name: ShardName; readonly costs: Costs | undefined } | undefined;
}

export type PlannedComparison = Awaited<ReturnType<typeof planComparison>>;

/** @throws KrmError such as `no-targets`, `lock-absent`, `lock-invalid` and `shard-plan-differs` */
export async function planComparison(
  opened: OpenedSides,
  configured: OpenedConfiguration,
  settings: ComparisonSettings,
) {
  const { given, trees, noticed } = opened;
  const { patterns, affectedOnly, loadRestrictor, locked, isWritten, trustLines, pathOf } = settings;
  const locks = await openLocks({ ...settings, ...trees });
  const pins = await lockChanges(trees, locked);
  const rules = { lock: locked, writesLock: isWritten, trustLines, pathOf };
  const { doubts, haveSameRules, catalogs } = await compareSharedRules(trees, rules);
  const searched = { base: noticed.search(given.base.tree), head: noticed.search(given.head.tree) };
  const deployments = await findBothDeployments(trees, {
    settings: configured.configuration.deployments,
    own: settings.repository,
    branches: [given.base.side.label, given.head.side.label],
    build: settings.shard === undefined ? settings.search : dividedSearch(settings.search),
    uses: { base: locks.base, head: locks.head },
  });
  const plan: Plan =
    patterns?.length === 0
      ? { targets: [], changedFiles: new Set() }
      : await planTargets(searched, patterns ?? [], {
          affectedOnly,
          loadRestrictor,
          doubts,
          haveSameRules,
          programs: { ...settings.programs, catalogs },
          deployments,
        });
  const shard =
    settings.shard &&
    (await openShard(settings.shard.name, given, {
      patterns: patterns ?? [],
      hasNone: patterns?.length === 0,
      affectedOnly,
      loadRestrictor,
      costs: settings.shard.costs,
      deployments,
    }));
  const { owners, note } = await readCodeOwners(settings.ownersOf ?? trees.base);
  const ruleChanges: readonly TrustChange[] = [...configured.changes, ...pins.changes];
  return {
    ...opened,
    configured,
    settings,
    plan,
    deployments,
    /** The targets of the plan, or of the shard. */
    targets: shard === undefined ? plan.targets : plan.targets.filter(({ id }) => shard.targets.has(id)),
    /** The ids of all targets that are rendered, by this run or by those of other shards. */
    affected: plan.targets.filter((target) => target.affected).map(({ id }) => id),
    shard,
    locks,
    owners,
    /** A note on what is wrong with the CODEOWNERS file. */
    ownerNotes: note === undefined ? [] : [note],
    /** True if both sides are held to the same lock, and trust the same catalogs. */
    haveSameRules,
    /** The edits of the configuration and of the lock. */
    ruleChanges,
    /** Warnings about locks that cannot be read. */
    lockNotes: pins.notes,
  };
}
