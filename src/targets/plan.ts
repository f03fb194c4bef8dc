/** Plans a comparison: which targets the change may affect, and why. In doubt, a target is affected. */
import type { LoadRestrictor } from "../engine/index.ts";
import { directoryOfTarget, holdsKustomization } from "../render/index.ts";
import { type ChangedPath, changedPaths } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { Affected, type Effects, MAX_TOLD } from "./affected.ts";
import { Graph } from "./graph.ts";
import { RootFiles } from "./root-files.ts";
import { explainTargets, type SelectedTarget } from "./selection.ts";

export interface PlannedTarget extends SelectedTarget {
  /** Whether both sides are to be rendered. If not, they are the same. */
  readonly affected: boolean;
  /** Why it is affected, or is not, in a few words. */
  readonly why: string;
  /** The changed files that it depends on, as messages show them; up to 100. */
  readonly changed: readonly string[];
}

export interface Plan {
  /** All selected targets, by path. */
  readonly targets: readonly PlannedTarget[];
  /** Why every target counts as affected; undefined if they were told apart. */
  readonly doubt?: string;
  /** Every file that differs between the trees, as messages show it. */
  readonly changedFiles: ReadonlySet<string>;
}

export interface PlanOptions {
  /** Whether targets are told apart; otherwise all are affected. Default true. */
  readonly affectedOnly?: boolean;
  /** As for builds. */
  readonly loadRestrictor?: LoadRestrictor | undefined;
  /** Whether builds may run functions and plugins, of which some may read anything. Default true. */
  readonly runsFunctions?: boolean;
  /** Reasons to render all targets, each in a few words. */
  readonly doubts?: readonly string[];
}

/**
 * Selects targets as `explainTargets` does, and finds those that depend on what differs between the trees: on either side, a
 * directory that the target reaches, or anything that these directories name. No target is left out whose rendering differs.
 * @throws KrmError as `explainTargets` does
 */
export async function planTargets(
  trees: { readonly base: Tree; readonly head: Tree },
  patterns: readonly string[],
  options: PlanOptions = {},
): Promise<Plan> {
  const files = new RootFiles(options.runsFunctions === false ? { programs: false } : {});
  const selected = await explainTargets(trees, patterns, files);
  const changes = await changedPaths(trees.base, trees.head);
  const changedFiles = new Set((changes ?? []).map((change) => displayed(change, trees)));
  const all = (why: string, doubt?: string): Plan => ({
    targets: selected.map((target) => ({ ...target, affected: true, why, changed: [] })),
    ...(doubt !== undefined && { doubt }),
    changedFiles,
  });
  if (options.affectedOnly === false) return all("all targets are rendered");
  const doubt = doubtOf(options, changes);
  if (doubt !== undefined || changes === undefined) return all(doubt ?? "", doubt);
  const sides = await affectedSides(trees, changes, selected, files);
  const tooLarge = sides.base.graph.doubt ?? sides.head.graph.doubt;
  if (tooLarge !== undefined) return all(tooLarge, tooLarge);

  const targets: PlannedTarget[] = [];
  for (const target of selected) targets.push(await planned(target, trees, sides));
  return { targets, changedFiles };
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
  readonly affected: Affected;
}

async function affectedSides(
  trees: { readonly base: Tree; readonly head: Tree },
  changes: readonly ChangedPath[],
  selected: readonly SelectedTarget[],
  files: RootFiles,
): Promise<{ readonly base: AffectedSide; readonly head: AffectedSide }> {
  const withoutLinks = new Set<string>();
  const sideOf = async (tree: Tree, other: Tree): Promise<AffectedSide> => {
    const graph = new Graph(tree, files, withoutLinks);
    for (const { path } of selected) await graph.add(directoryOfTarget(path));
    return { graph, affected: await Affected.in(graph, changes, other) };
  };
  return { head: await sideOf(trees.head, trees.base), base: await sideOf(trees.base, trees.head) };
}

async function planned(
  target: SelectedTarget,
  trees: { readonly base: Tree; readonly head: Tree },
  sides: { readonly base: AffectedSide; readonly head: AffectedSide },
): Promise<PlannedTarget> {
  const directory = directoryOfTarget(target.path);
  const effects: Effects[] = [];
  for (const { graph, affected } of [sides.head, sides.base]) {
    const found = await affected.effectsOn(await graph.add(directory));
    if (found !== undefined) effects.push(found);
  }
  if (effects.length === 0)
    return { ...target, affected: false, why: "nothing that it depends on changed", changed: [] };
  const changes = [...new Set(effects.flatMap((each) => each.changes))].slice(0, MAX_TOLD);
  const changed = changes.map((change) => displayed(change, trees));
  const isHere = await Promise.all([trees.base, trees.head].map((tree) => holdsKustomization(tree, directory)));
  const why = whyAffected(isHere, effects, changes, changed, trees);
  return { ...target, affected: true, why, changed };
}

const SAID = { added: "is new", removed: "is gone", changed: "changed" };

function whyAffected(
  [isInBase, isInHead]: readonly boolean[],
  effects: readonly Effects[],
  changes: readonly ChangedPath[],
  changed: readonly string[],
  { base }: { readonly base: Tree },
): string {
  if (!isInBase && isInHead) return "new target";
  if (isInBase && !isInHead) return "the target is gone";
  const gone = effects.at(-1)?.missing[0];
  const [first] = changes;
  const doubt = effects.find((each) => each.doubt !== undefined)?.doubt;
  if (first === undefined) return doubt ?? "";
  const more = changed.length - 1;
  const rest = more <= 0 ? "" : more >= MAX_TOLD - 1 ? ", and many more" : `, and ${more} more`;
  if (gone !== undefined && changes.some(({ op }) => op === "removed")) return `${base.display(gone)} is gone`;
  return `${changed[0]} ${SAID[first.op]}${rest}`;
}

function displayed({ path, op }: ChangedPath, { base, head }: { readonly base: Tree; readonly head: Tree }): string {
  return (op === "removed" ? base : head).display(path);
}
