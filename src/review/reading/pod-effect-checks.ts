/** Checks what a report says of Pods. */
import { getOrInsert } from "../../collections.ts";
import { removalOf } from "../plan/index.ts";
import { comparePodEffects } from "../pod-effects/index.ts";
import { type Change, type PodEffect, type Report, WORKLOAD_KINDS } from "../report.ts";
import { type Invalid, invalid } from "./bounds.ts";
import { checkOwnTargets, type HoldersOf, positionsOf } from "./own-targets.ts";

/** Checks that each effect is one of its change, in targets that have the change, and that all are in their order. */
export function checkPodEffects(
  { changes, targets: all, podEffects }: Report,
  byId: ReadonlyMap<string, Change>,
  holdersOf: HoldersOf,
): void {
  const compare = comparePodEffects(positionsOf(changes));
  /** The targets in which the effect of a workload's own template is told: it is counted once. */
  const told = new Map<string, Set<string>>();
  const byTarget = new Map(all.map((target) => [target.id, target]));
  const isDeleted = (change: Change, id: string): boolean => {
    const target = byTarget.get(id);
    return target !== undefined && removalOf(change, target) === "delete" && !target.fate?.orphans;
  };
  let previous: PodEffect | undefined;
  podEffects.forEach((effect, index) => {
    const place = `podEffects[${index}]`;
    const change = byId.get(effect.change);
    if (change === undefined) throw invalid(`${place}.change is the id of no change`);
    checkPodEffect(effect, change, place);
    checkOwnTargets(effect, holdersOf(change.id), place);
    if (previous !== undefined && compare(previous, effect) >= 0)
      throw invalid(`${place} is not behind the effect before it`);
    previous = effect;
    const isEnd = effect.effect === "ended";
    if (isEnd && !effect.targets.every((id) => isDeleted(change, id)))
      throw invalid(`${place}.targets name a target that does not delete the workload`);
    if (!isOfWorkload(change) && !isEnd) return;
    const targets = getOrInsert(told, change.id, () => new Set<string>());
    for (const id of effect.targets) {
      if (targets.has(id)) throw invalid(`${place}.targets name a target of another effect of its change`);
      targets.add(id);
    }
  });
}

/**
 * Checks that an effect is one that its change can have.
 * @throws the error of `refuse`
 */
export function checkPodEffect(
  { effect, workloads }: Pick<PodEffect, "effect" | "workloads">,
  change: Pick<Change, "op" | "object">,
  place: string,
  refuse: Invalid = invalid,
): void {
  const { op, object } = change;
  const [first, ...others] = workloads;
  if (first === undefined) throw refuse(`${place} has no workloads`);
  const isOwn = first.kind === object.kind && first.namespace === object.namespace && first.name === object.name;
  if (effect === "ended") {
    if (op !== "removed" || !isOwn || others.length > 0)
      throw refuse(`${place} is not that of a workload that is removed`);
    return;
  }
  if (op !== "changed") throw refuse(`${place} is that of an object that is ${op}`);
  const isOfContent = effect === "old-values" || effect === "new-files" || effect === "reloaded";
  if (!isOfWorkload(change)) {
    if (isOfContent && object.kind !== "ConfigMap" && object.kind !== "Secret")
      throw refuse(`${place} is that of an object that no Pods read`);
    if (effect === "on-delete" || effect === "paused") throw refuse(`${place} is that of no workload`);
    return;
  }
  if (isOfContent || !isOwn || others.length > 0) throw refuse(`${place} is not that of its workload`);
}

function isOfWorkload({ object: { kind } }: Pick<Change, "object">): boolean {
  return (WORKLOAD_KINDS as readonly string[]).includes(kind);
}
