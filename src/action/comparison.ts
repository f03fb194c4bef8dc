/** Compares the two commits: plans with the settings of the repository, opens the ports of builds, and writes the manifests. */
import {
  compare,
  earlierTrees,
  manifestRules,
  openReportDirectory,
  type PlannedComparison,
} from "../comparison/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Repository } from "../sources/index.ts";
import { type ActionBuild, withBuild, withRemotes } from "./build.ts";
import type { FunctionConsent } from "./consent.ts";
import type { FunctionRules } from "./functions.ts";
import type { Inputs } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { openCommits, planCommits } from "./planning.ts";
import { type Ports, temporaryOf } from "./ports.ts";
import type { Sides } from "./sides.ts";

export type Comparison = Awaited<ReturnType<typeof compareCommits>>;

/** Seconds that the work before the targets and after them has in any case. */
const MIN_SECONDS = 10;

interface Work {
  readonly inputs: Inputs;
  readonly consent: FunctionConsent;
  readonly rules: FunctionRules;
  /** The output directory. */
  readonly directory: string;
  /** Gets problems that are not about a target. */
  readonly problems: Diagnostic[];
}

/** Plans, renders and compares; see `compareTrees`. Writes the manifests of the head. */
export async function compareCommits(
  repository: Repository,
  sides: Sides,
  { inputs: given, consent, rules, directory, problems }: Work,
  context: Context,
  ports: Ports,
) {
  const { base, head } = sides;
  const { steps, time } = ports;
  const planning = <T>(work: () => Promise<T>) => time.within("planning which targets to render", MIN_SECONDS, work);
  const commits = await planning(() => openCommits(repository, sides, given, consent, ports));
  const { inputs, baseline } = commits;
  const { deployments } = commits.configured.configuration;
  return withRemotes({ inputs, problems, repository, deployments }, context, ports, async (remotes) => {
    const planned = await planning(() => planCommits(repository, commits, remotes, context, ports));
    const options = { inputs, rules, baseline, problems, remotes };
    return withBuild(options, context, ports, (build) => compareWith(build, planned));
  });

  async function compareWith(build: ActionBuild, planned: PlannedComparison) {
    const { trees, configured, targets, locks } = planned;
    const { functions } = build;
    const compareTrust = async () => (base.sha === head.sha ? undefined : functions.trustFacts(trees.base, trees.head));
    const manifests = { ...manifestRules(planned), temporary: temporaryOf(ports) };
    const files = openReportDirectory(directory, manifests, problems);
    let failed = false;
    const rendered = targets.filter((target) => target.affected).length;
    const count = rendered === 1 ? "1 target" : `${rendered} targets`;
    steps.begin("rendering", `rendering and comparing ${count}`, rendered);
    const compared = await compare(planned, {
      build,
      earlier: earlierTrees(repository, base.sha),
      deadline: time.deadline,
      setbacks: ports.setbacks,
      onWork(event, stage, target) {
        files.times.onWork(event, stage, target);
        ports.progress?.({ event, stage, target });
      },
      onHead(rendering, former) {
        failed ||= rendering.status === "failed";
        steps.during("writing", () => files.writeManifest(rendering, former));
      },
      trust: () => keepGoing(problems, () => time.within("comparing the trusted catalogs", MIN_SECONDS, compareTrust)),
    });
    return {
      ...compared,
      /** Warnings for the log only. */
      logged: configured.warnings,
      files,
      /** Returns the digests of the catalogs that were used, after the functions are closed. */
      catalogDigests: () => functions.catalogDigests(),
      locks,
      /** True if a target failed at the head. */
      failed,
      /** The inputs with the settings of the repository. */
      inputs,
    };
  }
}
