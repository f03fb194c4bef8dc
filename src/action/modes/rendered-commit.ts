/** Renders the targets of one commit, for a release. */
import { openConfiguration, openLocks } from "../../comparison/index.ts";
import { findDeployments } from "../../deployments/index.ts";
import { type Diagnostic, distinct, KrmError } from "../../diagnostics.ts";
import type { Context } from "../../github/index.ts";
import { directoryOfTarget, renderTargets } from "../../render/index.ts";
import { gitTree, type OpenRemotes, ownAddress, type Repository, treeNotes } from "../../sources/index.ts";
import { explainTargets, TARGET_FILE_NAMES } from "../../targets/index.ts";
import { type ActionBuild, withBuild, withRemotes, withSearch } from "../build.ts";
import { configuredInputs } from "../configured-inputs.ts";
import { readFunctionRules } from "../functions.ts";
import type { Inputs } from "../inputs/index.ts";
import type { Ports } from "../ports.ts";

/** Seconds that the work before the targets has in any case. */
const MIN_SECONDS = 10;

export type RenderedCommit = Awaited<ReturnType<typeof renderCommit>>;

interface ReleasedCommit {
  readonly commit: string;
  readonly label: string;
}

/**
 * @param problems gets problems that are not about a target
 * @throws KrmError for inputs that are invalid, a configuration with mistakes, a lock that is not there, a pattern that matches no target
 */
export async function renderCommit(
  repository: Repository,
  released: ReleasedCommit,
  given: Inputs,
  problems: Diagnostic[],
  context: Context,
  ports: Ports,
) {
  const { steps, time } = ports;
  const rules = await readFunctionRules(given);
  const planning = <T>(work: () => Promise<T>) => time.within("planning which targets to render", MIN_SECONDS, work);
  const opened = await planning(() => openCommit(repository, released, given, context, ports));
  const { tree, baseline, configured, noticed, inputs, locks } = opened;
  const settings = configured.configuration.deployments;
  return withRemotes({ inputs, problems, repository, deployments: settings }, context, ports, async (remotes) => {
    const planned = await planning(() => planCommit(repository, opened, remotes, context, ports));
    return withBuild({ inputs, rules, baseline, problems, remotes }, context, ports, (build) =>
      renderWith(build, planned),
    );
  });

  async function renderWith(build: ActionBuild, { targets, deployments }: PlannedCommit) {
    const { concurrency, strict } = inputs;
    const count = targets.length === 1 ? "1 target" : `${targets.length} targets`;
    steps.begin("rendering", `rendering ${count}`, targets.length);
    const renderings = await renderTargets(
      tree,
      targets.map(({ id }) => id),
      {
        ...build,
        strict,
        uses: locks.head,
        deployments: deployments.builder({ ...build, strict, uses: locks.head }),
        concurrency,
        deadline: time.deadline,
        ...ports.setbacks?.head,
        onWork: (event, target) => ports.progress?.({ event, stage: "head", target }),
      },
    );
    const { lock, diagnostics } = locks.finish();
    const warnings = renderings.flatMap((rendering) => (rendering.status === "rendered" ? rendering.diagnostics : []));
    const notes = await noticed.diagnostics(targets.map(({ path }) => directoryOfTarget(path)));
    return {
      targets,
      renderings,
      /** Usable only if all targets were rendered. */
      lock,
      /** The inputs with the settings of `.krm-render.yaml`. */
      inputs,
      /** Values to withhold besides Secrets. */
      redaction: [...configured.configuration.redaction, ...inputs.redaction],
      diagnostics: distinct([
        ...configured.notes,
        ...deployments.problems,
        ...notes,
        ...warnings,
        ...locks.diagnostics,
        ...diagnostics,
      ]),
    };
  }
}

type OpenedCommit = Awaited<ReturnType<typeof openCommit>>;
type PlannedCommit = Awaited<ReturnType<typeof planCommit>>;

/** The tree, the settings of the repository, and the lock. */
async function openCommit(
  repository: Repository,
  released: ReleasedCommit,
  given: Inputs,
  context: Context,
  ports: Ports,
) {
  const { comparison } = context;
  const { commit, label } = released;
  const noticed = treeNotes(TARGET_FILE_NAMES);
  const whole = await gitTree(repository, commit, `${label} (${commit.slice(0, 7)})`);
  const tree = noticed.observe(whole);
  // An edit in a pull request is not trusted yet.
  const base =
    comparison.kind === "pull-request" && comparison.base.rule !== "merge-base-with-branch"
      ? comparison.base
      : undefined;
  const baseline = base && (await gitTree(repository, (await repository.ensureCommit(base.sha)).sha, base.label));
  // As in the review of the same change, the base decides how strict the rendering is; without one, the commit of the event.
  const event =
    comparison.kind === "nothing" ? released : { commit: comparison.head.sha, label: comparison.head.label };
  const treeOfEvent = async () =>
    event.commit === commit
      ? tree
      : gitTree(repository, (await repository.ensureCommit(event.commit)).sha, event.label);
  const configured = await openConfiguration({ base: baseline ?? (await treeOfEvent()), head: tree });
  if (configured.notes.some(({ severity }) => severity === "error")) throw new KrmError(configured.notes);
  const inputs = configuredInputs(given, configured, false, ports);
  const { locked } = inputs;
  const option = "the input locked";
  const locks = await openLocks({ base: tree, head: tree, locked, isWritten: true, isPrivileged: false, option });
  return { whole, tree, baseline, configured, noticed, inputs, locks };
}

/** The targets. */
async function planCommit(
  repository: Repository,
  { whole, tree, configured, noticed, inputs, locks }: OpenedCommit,
  remotes: OpenRemotes | undefined,
  context: Context,
  ports: Ports,
) {
  const settings = configured.configuration.deployments;
  const own = ownAddress(await repository.originAddress(), ports.environment);
  const deployments = await withSearch({ inputs, repository, remotes }, context, ports, (build) =>
    findDeployments(tree, { settings, own, build, uses: locks }),
  );
  const trees = { head: noticed.search(whole) };
  const targets = await explainTargets(trees, inputs.targets, undefined, { head: deployments });
  return { targets, deployments };
}
