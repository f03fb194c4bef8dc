/** Plans a comparison: which targets the change may affect, and why. In doubt, a target is affected. */
import { posix } from "node:path";
import type { LoadRestrictor } from "../engine/index.ts";
import { directoryOfTarget, isDeploymentId, type Trees } from "../render/index.ts";
import { type ChangedPath, changedPaths, IGNORE_FILE } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { Affected, type Effects, MAX_CHANGES } from "./affected.ts";
import type { Deployments, TreeDeployments } from "./deployments.ts";
import { Graph, type GraphNode, type ProgramRules } from "./graph.ts";
import { Inclusions } from "./inclusions.ts";
import { prefetchBuilds, prefetchKustomizations } from "./prefetch.ts";
import { hasTarget } from "./presence.ts";
import { RootFiles } from "./root-files.ts";
import { explainTargets, type SelectedTarget } from "./selection.ts";
import { type UnreadAnswer, UnreadReasons } from "./unread-reasons.ts";
import { weightOf } from "./weights.ts";

export interface PlannedTarget extends SelectedTarget {
  /** True if both sides are to be rendered. If not, they are the same. */
  readonly affected: boolean;
  /** Why it is affected, or is not, in a few words. */
  readonly why: string;
  /** The changed files that it depends on, as messages show them; up to 100. Undefined if that is not known. */
  readonly changed: readonly string[] | undefined;
  /** The changed files that declare it, if it is a deployment. */
  readonly declaring?: readonly string[];
  /** Why it may depend on more, in a few words. */
  readonly doubt?: string | undefined;
}

export interface Plan {
  /** All selected targets: directories by path, then deployments by id. */
  readonly targets: readonly PlannedTarget[];
  /** Why every target counts as affected; undefined if it is known which are. */
  readonly doubt?: string;
  /** Every file that differs between the trees, as messages show it. */
  readonly changedFiles: ReadonlySet<string>;
  /** All that differs between the trees; absent if that is not known. */
  readonly changes?: readonly ChangedPath[];
  /** Why no target reads a file, for those that none reads; undefined where that is not known. */
  readonly whyUnread?: (change: ChangedPath) => Promise<UnreadAnswer>;
  /** The directories that the directories among the targets include at the head. */
  readonly inclusions?: Inclusions;
  /** How much work each target is on both sides, by id and by what it reaches; only with {@link PlanOptions.weighed}, and if that is known. */
  readonly weights?: ReadonlyMap<string, number>;
}

export interface PlanOptions {
  /** True to find out which targets are affected; otherwise all are. Default true. */
  readonly affectedOnly?: boolean;
  /** The same as for builds. */
  readonly loadRestrictor?: LoadRestrictor | undefined;
  /** The programs that functions may be. Some may read anything, so fewer programs mean fewer targets that may depend on everything. */
  readonly programs?: ProgramRules;
  /** Reasons to render all targets, each in a few words. */
  readonly doubts?: readonly string[];
  /** True if nothing differs that all targets depend on, such as a lock. If not, none is left alone for certain. Default true. */
  readonly haveSameRules?: boolean;
  /** The deployments of both trees; none if absent. */
  readonly deployments?: Deployments | undefined;
  /** True to estimate the work of the targets. Default false. */
  readonly weighed?: boolean;
}

/**
 * Selects targets as `explainTargets` does, and finds those that depend on what differs between the trees: on either side, a
 * directory that the target reaches, or anything that these directories name. No target is left out whose rendering differs.
 * @throws KrmError as `explainTargets` does
 */
export async function planTargets(trees: Trees, patterns: readonly string[], options: PlanOptions = {}): Promise<Plan> {
  const both = [trees.base, trees.head];
  await prefetchKustomizations(both);
  const files = new RootFiles();
  const plan = await planWith(files, trees, patterns, options);
  const affected = plan.targets.filter((target) => target.affected);
  await prefetchBuilds(both, affected, files, options.programs);
  return plan;
}

async function planWith(
  files: RootFiles,
  trees: Trees,
  patterns: readonly string[],
  options: PlanOptions,
): Promise<Plan> {
  const selected = await explainTargets(trees, patterns, files, options.deployments);
  const changes = await changedPaths(trees.base, trees.head);
  const changedFiles = new Set((changes ?? []).map((change) => displayed(change, trees)));
  const isUseful = changes !== undefined && (changes.length > 0 || options.weighed === true);
  const graphs = isUseful ? await findEffects(trees, changes, selected, files, options) : undefined;
  const sides = changes?.length === 0 ? undefined : graphs;
  const tooLarge = sides?.base.graph.doubt ?? sides?.head.graph.doubt;
  const isWhole = options.affectedOnly === false;
  const doubt = isWhole ? undefined : (doubtOf(options, changes) ?? tooLarge);
  const isCertain = options.haveSameRules !== false && options.loadRestrictor !== "none" && tooLarge === undefined;
  // What is ignored in one directory decides for the whole artifact which rules hold.
  const ignoreRules = [...changedFiles].find((file) => posix.basename(file) === IGNORE_FILE);
  const targets: PlannedTarget[] = [];
  for (const target of selected) {
    const own = changes && (await plannedTarget(target, sides, trees, isCertain, options.deployments, changedFiles));
    const hidden = isDeploymentId(target.id) && ignoreRules !== undefined ? `${ignoreRules} changed` : undefined;
    const why = isWhole ? "all targets are rendered" : (doubt ?? hidden);
    if (own !== undefined && why === undefined) targets.push(own);
    else targets.push({ ...target, affected: true, why: why ?? "", changed: own?.changed, doubt: own?.doubt });
  }
  const weights = options.weighed === true && graphs !== undefined ? weightsOf(selected, graphs) : undefined;
  const reasons = new UnreadReasons(trees, files, reachedBy(graphs), options.deployments);
  return {
    targets,
    ...(doubt !== undefined && { doubt }),
    changedFiles,
    inclusions: new Inclusions(
      trees.head,
      files,
      selected.flatMap(({ id }) => (isDeploymentId(id) ? [] : [id])),
    ),
    ...(changes !== undefined && { changes, whyUnread: (change: ChangedPath) => reasons.of(change) }),
    ...(weights !== undefined && { weights }),
  };
}

/** The directories that the targets reach on either side. */
function reachedBy(graphs: Readonly<Record<keyof Trees, AffectedSide>> | undefined): ReadonlySet<string> {
  const nodes = graphs === undefined ? [] : [...graphs.base.graph.nodes, ...graphs.head.graph.nodes];
  return new Set(nodes.flatMap(({ path, isLink }) => (isLink ? [] : [path])));
}

function weightsOf(
  selected: readonly SelectedTarget[],
  { base, head }: Readonly<Record<keyof Trees, AffectedSide>>,
): ReadonlyMap<string, number> {
  return new Map(
    selected.map((target) => {
      const nodes = [base.nodes.get(target), head.nodes.get(target)];
      return [target.id, nodes.reduce((sum, node) => sum + (node === undefined ? 0 : weightOf(node)), 0)];
    }),
  );
}

/**
 * Finds out whether a target depends on what differs between the trees.
 * @param sides undefined if nothing differs
 * @param isCertain whether a target on whose files nothing has an effect is left alone
 */
async function plannedTarget(
  target: SelectedTarget,
  sides: Readonly<Record<keyof Trees, AffectedSide>> | undefined,
  trees: Trees,
  isCertain: boolean,
  deployments: Deployments | undefined,
  changedFiles: ReadonlySet<string>,
): Promise<PlannedTarget> {
  const effectsAt = async (side: keyof Trees): Promise<Effects | undefined> => {
    const node = sides?.[side].nodes.get(target);
    return node && sides?.[side].affected.effectsOn(node);
  };
  const effects = { base: await effectsAt("base"), head: await effectsAt("head") };
  const isOther = isDeploymentId(target.id) && deploymentDiffers(target.id, deployments);
  if (effects.base !== undefined || effects.head !== undefined || isOther)
    return affectedTarget(target, effects, trees, deployments, changedFiles);
  if (sides === undefined) return { ...target, affected: false, why: "nothing changed", changed: [] };
  const changed = isCertain ? [] : undefined;
  return { ...target, affected: false, why: "nothing that it depends on changed", changed };
}

/** Tells whether a deployment is another one on the other side: by its recipe, or because only one side has it. */
function deploymentDiffers(id: string, deployments: Deployments | undefined): boolean {
  return deployments?.base?.recipeKey(id) !== deployments?.head?.recipeKey(id);
}

function doubtOf(
  { doubts = [], loadRestrictor }: PlanOptions,
  changes: readonly ChangedPath[] | undefined,
): string | undefined {
  if (doubts[0] !== undefined) return doubts[0];
  if (loadRestrictor === "none") return "load restrictions are lifted";
  return changes === undefined ? "it is not known which files changed" : undefined;
}

interface AffectedSide {
  readonly graph: Graph;
  readonly nodes: ReadonlyMap<SelectedTarget, GraphNode>;
  readonly affected: Affected;
}

async function findEffects(
  trees: Trees,
  changes: readonly ChangedPath[],
  selected: readonly SelectedTarget[],
  files: RootFiles,
  options: PlanOptions,
): Promise<Readonly<Record<keyof Trees, AffectedSide>>> {
  const withoutLinks = new Set<string>();
  const sideOf = async (tree: Tree, other: Tree, deployments: TreeDeployments | undefined): Promise<AffectedSide> => {
    const graph = new Graph(tree, files, withoutLinks, options.programs);
    const nodes = new Map<SelectedTarget, GraphNode>();
    for (const target of selected) {
      const { id, path } = target;
      const paths = isDeploymentId(id) ? (deployments?.pathsOf(id) ?? []) : undefined;
      const added = paths && graph.addTogether(id, paths);
      nodes.set(target, await (added ?? graph.add(directoryOfTarget(path))));
    }
    return { graph, nodes, affected: await Affected.in(graph, changes, other) };
  };
  return {
    head: await sideOf(trees.head, trees.base, options.deployments?.head),
    base: await sideOf(trees.base, trees.head, options.deployments?.base),
  };
}

const HOW_CHANGED = {
  flux: "how Flux applies it, or what it waits for, changed",
  argocd: "how Argo CD applies it, or what its project permits, changed",
  helm: "how helm installs it changed",
};

type BothEffects = Readonly<Record<keyof Trees, Effects | undefined>>;

async function affectedTarget(
  target: SelectedTarget,
  effects: BothEffects,
  trees: Trees,
  deployments: Deployments | undefined,
  changedFiles: ReadonlySet<string>,
): Promise<PlannedTarget> {
  const all = new Set([...(effects.head?.changes ?? []), ...(effects.base?.changes ?? [])]);
  const changes = [...all].slice(0, MAX_CHANGES);
  const changed = changes.map((change) => displayed(change, trees));
  const isInHead = await hasTarget("head", target.id, trees, deployments);
  const isInBase = await hasTarget("base", target.id, trees, deployments);
  const files = [deployments?.head, deployments?.base].flatMap((side) => side?.filesOf(target.id) ?? []);
  const declaring = [...new Set(files)].filter((file) => changedFiles.has(file));
  for (const file of declaring) if (!changed.includes(file)) changed.push(file);
  let why = whyAffected(effects, changes, trees) || HOW_CHANGED[target.deployment?.system ?? "flux"];
  if (isInHead && !isInBase) why = "new target";
  if (isInBase && !isInHead) why = "the target is gone";
  // What runs a program may read anything.
  const doubt = effects.head?.doubt ?? effects.base?.doubt;
  return {
    ...target,
    affected: true,
    why,
    changed: changed.length > 0 ? changed : undefined,
    ...(declaring.length > 0 && { declaring }),
    doubt,
  };
}

const VERBS = { added: "is new", removed: "is gone", changed: "changed" };

function whyAffected({ base, head }: BothEffects, changes: readonly ChangedPath[], trees: Trees): string {
  const [first] = changes;
  if (first === undefined) return head?.doubt ?? base?.doubt ?? "";
  const [gone] = base?.missing ?? [];
  const what = gone === undefined ? displayed(first, trees) : trees.base.display(gone);
  const more = changes.length - 1;
  const rest =
    more === 0 || gone !== undefined ? "" : more < MAX_CHANGES - 1 ? `, and ${more} more` : ", and many more";
  return `${what} ${gone === undefined ? VERBS[first.op] : VERBS.removed}${rest}`;
}

function displayed({ path, op }: ChangedPath, { base, head }: Trees): string {
  return (op === "removed" ? base : head).display(path);
}
