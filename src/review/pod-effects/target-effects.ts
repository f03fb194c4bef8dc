/** Finds the effects on Pods in one target: they depend on its other objects. */
import { getOrInsert, groupBy } from "../../collections.ts";
import { type HashMask, textAt, valueAt } from "../../manifests/index.ts";
import type { RenderedResource } from "../../render/rendering.ts";
import type { NewChange, ObjectName, PodEffect, Workload, WorkloadKind } from "../report.ts";
import type { FoundPodEffect } from "./found-pod-effects.ts";
import type { PodFacts } from "./pod-facts.ts";
import { readsOf } from "./reads.ts";
import { reloadOf } from "./reloaders.ts";
import { isWorkload, replicasOf } from "./workloads.ts";

/** A change of a target, with what is known of its object. */
export interface FactsOfPair {
  readonly change: Pick<NewChange, "referrers">;
  readonly head: RenderedResource | undefined;
  readonly podFacts?: PodFacts | undefined;
}

/**
 * Returns the effects of each change of a target that has any. A workload whose own template changes has one. So has a generated object
 * of a new name whose referrers restart, and a ConfigMap or a Secret that Pods go on reading. Takes time linear in the target.
 * @param mask for the names of objects
 */
export function podEffectsOf<P extends FactsOfPair>(
  pairs: readonly P[],
  head: readonly RenderedResource[],
  mask: HashMask,
): ReadonlyMap<P, readonly FoundPodEffect[]> {
  const found = new Map<P, FoundPodEffect[]>();
  const add = (pair: P, effect: PodEffect["effect"], workloads: readonly Workload[]): void => {
    if (workloads.length > 0) getOrInsert(found, pair, (): FoundPodEffect[] => []).push({ effect, workloads });
  };
  const isScaled = scaledIn(head);
  const own = new Map<string, { readonly effect: PodEffect["effect"]; readonly workload: Workload }>();
  for (const pair of pairs) {
    const rollout = pair.podFacts?.of === "workload" ? pair.podFacts.rollout : undefined;
    if (pair.head === undefined || rollout === undefined) continue;
    const workload = workloadOf(pair.head, isScaled(pair.head) ? null : rollout.pods, mask);
    if (workload.pods === 0) continue;
    add(pair, rollout.effect, [workload]);
    own.set(keyOf(workload), { effect: rollout.effect, workload });
  }
  for (const pair of pairs) {
    const restarting = (pair.change.referrers ?? []).flatMap((referrer) => own.get(keyOf(referrer)) ?? []);
    for (const [effect, list] of groupBy(restarting, (each) => each.effect)) {
      const isRestart = effect === "restarted" || effect === "recreated";
      if (isRestart)
        add(
          pair,
          effect,
          list.map(({ workload }) => workload),
        );
    }
  }
  const readers = readersOf(pairs, head);
  for (const [pair, effects] of readers) {
    for (const [effect, list] of effects) {
      const workloads = list.map((each) => {
        const pods = isScaled(each) ? null : replicasOf(each.kind, each.value());
        return workloadOf(each, pods, mask);
      });
      add(
        pair,
        effect,
        workloads.filter(({ pods }) => pods !== 0),
      );
    }
  }
  return found;
}

/** Returns the workloads whose Pods go on although they read what changes, by the changes and by what becomes of them. */
function readersOf<P extends FactsOfPair>(
  pairs: readonly P[],
  head: readonly RenderedResource[],
): ReadonlyMap<P, ReadonlyMap<PodEffect["effect"], readonly RenderedResource[]>> {
  const readers = new Map<P, Map<PodEffect["effect"], RenderedResource[]>>();
  const contents = new Map(
    pairs.flatMap((pair) =>
      pair.podFacts?.of === "content" && pair.head !== undefined ? [[keyOf(pair.head), pair]] : [],
    ),
  );
  if (contents.size === 0) return readers;
  // Their Pods start with the new values.
  const started = new Set(pairs.flatMap(({ podFacts, head: one }) => (podFacts?.of === "workload" ? (one ?? []) : [])));
  for (const resource of head) {
    if (!isWorkload(resource) || started.has(resource)) continue;
    const effects = new Map<P, PodEffect["effect"]>();
    for (const read of readsOf(valueAt(resource.value(), "spec", "template"))) {
      const pair = contents.get(keyOf({ ...read, namespace: resource.namespace }));
      if (pair?.podFacts?.of !== "content" || effects.get(pair) === "old-values") continue;
      const { keys } = pair.podFacts;
      if (read.keys !== undefined && !read.keys.some((key) => keys.has(key))) continue;
      effects.set(pair, read.reading === "value" ? "old-values" : "new-files");
    }
    for (const [pair, effect] of effects) {
      const reload = reloadOf(resource, pair.head as RenderedResource);
      if (reload === "unknown") continue;
      const lists = getOrInsert(readers, pair, () => new Map<PodEffect["effect"], RenderedResource[]>());
      getOrInsert(lists, reload === undefined ? effect : "reloaded", (): RenderedResource[] => []).push(resource);
    }
  }
  return readers;
}

/** Returns a function that tells which workloads an autoscaler of the target scales, so that nobody knows the number of their Pods. */
export function scaledIn(head: readonly RenderedResource[]): (resource: RenderedResource) => boolean {
  let scaled: Set<string> | undefined;
  return (resource) => {
    scaled ??= new Set(head.filter(({ kind }) => SCALERS.has(kind)).map(scaledKey));
    return scaled.has(keyOf(resource));
  };
}

const SCALERS = new Set(["HorizontalPodAutoscaler", "ScaledObject"]);

function scaledKey(scaler: RenderedResource): string {
  const target = valueAt(scaler.value(), "spec", "scaleTargetRef");
  const [kind = "Deployment", name = ""] = [textAt(target, "kind"), textAt(target, "name")];
  return keyOf({ kind, namespace: scaler.namespace, name });
}

function keyOf({ kind, namespace, name }: Pick<ObjectName, "kind" | "namespace" | "name">): string {
  return `${kind}\0${namespace}\0${name}`;
}

export function workloadOf({ kind, namespace, name }: RenderedResource, pods: number | null, mask: HashMask): Workload {
  return { kind: kind as WorkloadKind, namespace, name: mask(name), pods };
}
