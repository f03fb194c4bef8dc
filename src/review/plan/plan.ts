/** Makes the plan of a change out of what the report says of its objects, dangers, Pods and targets. */
import { getOrInsert } from "../../collections.ts";
import { compareIds, deploymentOf } from "../../render/index.ts";
import { groupOf } from "../differences/index.ts";
import {
  type Change,
  type Danger,
  PLAN_ACTIONS,
  type PlanAction,
  type PlannedChange,
  type PodEffect,
  type Report,
  type TargetReport,
  WORKLOAD_KINDS,
} from "../report.ts";

/** The parts of a report that decide the plan. */
export type PlanSource = Pick<Report, "changes" | "targets" | "dangers" | "podEffects">;

/** The facts about a change in one target. */
interface Facts {
  outcome?: Danger["outcome"];
  effect?: PodEffect["effect"];
}

interface Whereabouts {
  /** The target had the object, and others get it. */
  readonly isLost: boolean;
  /** One of the others may be in the same cluster. */
  readonly isMove: boolean;
}

/**
 * Returns the plan, in the order of the changes. Objects of targets whose base is not known have none: whether the cluster has them is not
 * known either. Takes time linear in the targets of all changes.
 */
export function planOf({ changes, targets, dangers, podEffects }: PlanSource): PlannedChange[] {
  const facts = new Map<string, Map<string, Facts>>();
  const factsOf = (change: string, target: string): Facts =>
    getOrInsert(
      getOrInsert(facts, change, () => new Map<string, Facts>()),
      target,
      () => ({}),
    );
  for (const { change, targets: own, outcome } of dangers) {
    if (outcome === undefined) continue;
    for (const target of own) {
      const known = factsOf(change, target);
      if (known.outcome !== "refused") known.outcome = outcome;
    }
  }
  for (const { change, targets: own, effect } of podEffects)
    for (const target of own) factsOf(change, target).effect = effect;

  const byId = new Map(changes.map((change) => [change.id, change]));
  const losing = new Map(
    changes.flatMap(({ id, from }) => (from?.targets === undefined ? [] : [[id, new Set(from.targets)]])),
  );
  const gaining = gainingTargets(targets, losing);
  const mayHold = (sets: Iterable<readonly [string, Iterable<string>]>): Map<string, (id: string) => boolean> =>
    new Map(Array.from(sets, ([id, own]) => [id, clustersOf(own)]));
  const [mayLose, mayGain] = [mayHold(losing), mayHold(gaining)];
  const holders = new Map<string, number>();
  const planned = new Map<string, Map<PlanAction, string[]>>(changes.map(({ id }) => [id, new Map()]));
  for (const target of targets) {
    for (const id of target.changes) {
      holders.set(id, (holders.get(id) ?? 0) + 1);
      if (target.status === "failed-at-base" && target.comparedWith === undefined) continue;
      const change = byId.get(id);
      const isLost = losing.get(id)?.has(target.id) === true;
      const isMove = (isLost ? mayGain : mayLose).get(id)?.(target.id) === true;
      const action = change && actionOf(change, target, { ...facts.get(id)?.get(target.id), isLost, isMove });
      if (action === undefined) continue;
      getOrInsert(planned.get(id) as Map<PlanAction, string[]>, action, (): string[] => []).push(target.id);
    }
  }
  return changes.flatMap(({ id }) => {
    const actions = planned.get(id);
    return PLAN_ACTIONS.flatMap((action) => {
      const own = actions?.get(action);
      if (own === undefined) return [];
      return [{ change: id, ...(own.length < (holders.get(id) ?? 0) && { targets: own.sort(compareIds) }), action }];
    });
  });
}

/** The targets that get objects from others, by the ids of the changes. */
function gainingTargets(
  targets: Report["targets"],
  losing: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlyMap<string, readonly string[]> {
  const gaining = new Map<string, string[]>();
  if (losing.size === 0) return gaining;
  for (const { id: target, changes } of targets)
    for (const id of changes)
      if (losing.get(id)?.has(target) === false) getOrInsert(gaining, id, (): string[] => []).push(target);
  return gaining;
}

/** Undefined for an object that another target of the cluster applies from now on: that one tells it. */
function actionOf(change: Change, target: TargetReport, facts: Facts & Whereabouts): PlanAction | undefined {
  const { op, release, from } = change;
  const { outcome, effect, isLost, isMove } = facts;
  if (op === "removed") return removalOf(change, target);
  if (isLost) return isMove && !isRenamed(change) ? undefined : removalOf(change, target);
  if (release?.hook !== undefined) return "hook";
  if (isSkipped(change)) return "skip";
  if (outcome === "refused") return "refuse";
  if (op === "added") return "create";
  if (from?.targets !== undefined) return isMove && !isRenamed(change) ? "move" : "create";
  if (isRenamed(change)) return "rename";
  if (release?.isReplaced || outcome === "recreated" || (effect === "recreated" && isOwn(change))) return "recreate";
  if (isLeftAlone(change)) return "skip";
  return effect === "restarted" && isOwn(change) ? "restart" : "update";
}

/** Reasons why a controller applies nothing of an object. The others keep an object that is no longer rendered. */
const SKIPPING: ReadonlySet<string> = new Set([
  "not-updated",
  "not-created",
  "not-upgraded",
  "reconcile-disabled",
  "ssa-ignore",
  "ssa-if-not-present",
]);

/** Tells whether the controller of an object applies nothing of it. */
export function isSkipped({ release }: Pick<Change, "release">): boolean {
  return release?.fate !== undefined && SKIPPING.has(release.fate);
}

/** Says what becomes of an object that a target does not render any more. */
export function removalOf(
  { release }: Pick<Change, "release">,
  { id, fate }: Pick<TargetReport, "id" | "fate">,
): PlanAction {
  if (release?.hook !== undefined) return "hook";
  if (release?.fate !== undefined || fate?.keeps !== undefined) return "keep";
  return deploymentOf(id) === undefined || fate === undefined ? "drop" : "delete";
}

/** Tells whether the cluster gets another object: it has another name, namespace, kind or group. */
function isRenamed({ object, from }: Change): boolean {
  if (from?.name !== undefined || from?.kind !== undefined) return true;
  // An object without a namespace may be in any.
  if (from?.namespace !== undefined && from.namespace !== "" && object.namespace !== "") return true;
  // Some kinds have gone to another group, and stay the same objects.
  return from?.apiVersion !== undefined && groupOf({ ...object, ...from, kind: object.kind }) !== groupOf(object);
}

/** Returns a function that tells whether a target may be in a cluster of others: that of a directory is not known. */
function clustersOf(others: Iterable<string>): (id: string) => boolean {
  const clusters = new Set(Array.from(others, (id) => deploymentOf(id)?.cluster));
  return (id) => {
    const cluster = deploymentOf(id)?.cluster;
    return clusters.size > 0 && (cluster === undefined || clusters.has(undefined) || clusters.has(cluster));
  };
}

/** The Pods are those of the object itself, and not of what reads it. */
function isOwn({ object: { kind } }: Change): boolean {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}

/** Tells whether Argo CD keeps all of what changes as the cluster has it. */
function isLeftAlone({ fields, moreFields }: Change): boolean {
  return moreFields === undefined && fields.length > 0 && fields.every(({ noise }) => noise === "argocd-keeps");
}
