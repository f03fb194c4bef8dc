/** Compares the two commits: from the plan to the report, with the manifests of the head on the way. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import {
  type ComparisonInput,
  comparePartially,
  compareTrees,
  joinReviews,
  type PartialReview,
  type Report,
} from "../review/index.ts";
import { type OwnShard, placeManifests, TargetTimes } from "../shards/index.ts";
import type { Repository } from "../sources/index.ts";
import type { FunctionConsent } from "./consent.ts";
import { type FunctionRules, openActionFunctions } from "./functions.ts";
import type { Inputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import type { Locks } from "./locks.ts";
import { planComparison } from "./planning.ts";
import { openBuildPorts, type Ports, temporaryOf } from "./ports.ts";
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

/** Seconds that the work before the targets and after them has in any case. */
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
  const { steps, time } = ports;
  const planning = { inputs: given, consent, workspace: context.workspace };
  const planned = await time.within("planning which targets to render", MIN_SECONDS, () =>
    planComparison(repository, sides, planning, ports),
  );
  const { trees, noticed, inputs, configuration, locks, plan, haveSameRules, shard, targets } = planned;
  const opened = openBuildPorts(inputs, ports, context);
  // Both sides share the functions: equal calls run once.
  const functions = openActionFunctions({
    inputs,
    consent,
    rules,
    baseline: planned.baseline,
    report: (diagnostic) => void problems.push(diagnostic),
    context,
    ports,
  });
  try {
    const { concurrency, loadRestrictor, timeoutSeconds, strict } = inputs;
    const compareTrust = async () => (base.sha === head.sha ? undefined : functions.trustFacts(trees.base, trees.head));
    const affected = plan.targets.filter((target) => target.affected).map(({ path }) => path);
    // A shard has never too many.
    const count = shard === undefined ? affected.length : 0;
    const place = () => placeManifests(directory, count, temporaryOf(ports));
    const manifests = openManifests(place, affected, configuration.redaction, problems);
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
      changes: plan.changes,
      whyUnread: plan.whyUnread,
      haveSameRules,
      configuration,
      notes: planned.notes,
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
      ruleChanges: planned.changes,
      trust: () => keepGoing(problems, () => time.within("comparing the trusted catalogs", MIN_SECONDS, compareTrust)),
      noticed,
    };
    const partial = shard && (await comparePartially(comparison));
    const report = partial === undefined ? await compareTrees(comparison) : joinReviews([partial]);
    const part = shard && partial && { partial, shard };
    return {
      report,
      part,
      logged: planned.warnings,
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
