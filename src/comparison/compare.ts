/** Makes a planned comparison. */
import { chartInputs, chartSourceOf, fateOf, syncChanges } from "../deployments/index.ts";
import type { BuildOptions } from "../engine/index.ts";
import { directoryOfTarget } from "../render/index.ts";
import { type ComparisonInput, comparePartially, compareTrees, joinReviews } from "../review/index.ts";
import { apisOf } from "./known-apis.ts";
import { ownedPaths } from "./owned-paths.ts";
import type { PlannedComparison } from "./plan.ts";

/** The ports and callbacks of the host of a comparison. */
export interface ComparisonHost
  extends Pick<ComparisonInput, "earlier" | "trust" | "deadline" | "setbacks" | "onWork" | "onProgress" | "onHead"> {
  /** For both sides, but for the lock and strictness. */
  readonly build: BuildOptions;
}

export type Compared = Awaited<ReturnType<typeof compare>>;

/** Renders and compares the targets of a plan; see {@link compareTrees}. */
export async function compare(planned: PlannedComparison, host: ComparisonHost) {
  const { given, trees, noticed, configured, settings, plan, targets, shard, locks } = planned;
  const affected = new Set(planned.affected);
  const isKnown = settings.affectedOnly && plan.doubt === undefined;
  const { told, ifUnread } = planned.deployments.head.problemsOfChange(isKnown ? (id) => affected.has(id) : undefined);
  const input: ComparisonInput = {
    ...host,
    apis: await apisOf(configured.configuration, settings.kubernetesVersion),
    trees,
    noticed,
    targets,
    sides: { base: given.base.side, head: given.head.side },
    changedFiles: plan.changedFiles,
    changes: plan.changes,
    whyUnread: plan.whyUnread,
    inclusions: plan.inclusions,
    haveSameRules: planned.haveSameRules,
    configuration: configured.configuration,
    notes: [...configured.notes, ...planned.lockNotes, ...planned.ownerNotes, ...told],
    notesIfUnread: ifUnread,
    ruleChanges: planned.ruleChanges,
    // A base with mistakes can still be compared with.
    options: { base: { uses: locks.base, strict: false }, head: { uses: locks.head, strict: settings.strict } },
    concurrency: settings.concurrency,
    fateOf: (id) =>
      fateOf(
        id,
        (each) => planned.deployments.base.get(each),
        (each) => planned.deployments.head.get(each),
        (each) => planned.deployments.base.leavesOut(directoryOfTarget(each)),
      ),
    sourceOf: (id) => chartSourceOf(planned.deployments.head.get(id) ?? planned.deployments.base.get(id)),
    setOf: (id) => (planned.deployments.head.get(id) ?? planned.deployments.base.get(id))?.origin.set,
    owners: planned.owners && {
      codeOwners: planned.owners,
      pathsOf: (target) => ownedPaths(target, trees, planned.deployments),
    },
    inputsOf: (id) => {
      const [base, head] = [planned.deployments.base.get(id), planned.deployments.head.get(id)];
      return chartInputs(base, head, trees);
    },
    problemsOf: async (id, base, head) => [
      ...(await planned.deployments.head.appliedTwice(id, base, head)),
      ...syncChanges(planned.deployments.base.get(id), planned.deployments.head.get(id)),
    ],
    policiesBeside: (id) => planned.deployments.head.policiesBeside(id),
    deployments: {
      base: planned.deployments.base.builder({ ...host.build, uses: locks.base }),
      head: planned.deployments.head.builder({ ...host.build, uses: locks.head }),
    },
  };
  const partial = shard && (await comparePartially(input));
  return {
    report: partial === undefined ? await compareTrees(input) : joinReviews([partial]),
    /** Set if the report is that of one shard. */
    part: shard && partial && { partial, shard },
  };
}
