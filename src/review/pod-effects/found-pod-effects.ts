/** Keeps the effects on Pods of all targets, each once, until the report is made. */

import { getOrInsert } from "../../collections.ts";
import { compareIds } from "../../render/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { PodEffect } from "../report.ts";

/** An effect, before it is known which change and which targets have it. */
export type FoundPodEffect = Pick<PodEffect, "effect" | "workloads">;

interface Entry {
  readonly effect: FoundPodEffect;
  readonly targets: Set<string>;
}

export class FoundPodEffects {
  /** By the digests of changes, then by {@link podEffectKey}. */
  readonly #entries = new Map<string, Map<string, Entry>>();

  add(change: string, target: string, effects: readonly FoundPodEffect[]): void {
    for (const effect of effects) {
      const entries = getOrInsert(this.#entries, change, () => new Map<string, Entry>());
      getOrInsert(entries, podEffectKey(effect), () => ({ effect, targets: new Set<string>() })).targets.add(target);
    }
  }

  /** Leaves out the effects of a change that became a part of another one. */
  forget(change: string): void {
    this.#entries.delete(change);
  }

  /** Every effect with its change and targets, in no particular order. */
  *all(): Iterable<Entry & { readonly change: string }> {
    for (const [change, entries] of this.#entries) for (const entry of entries.values()) yield { change, ...entry };
  }

  /** The effects of the report, in any order. */
  list(idOf: (digest: string) => string): PodEffect[] {
    return Array.from(this.all(), ({ change, effect, targets }) => {
      return { change: idOf(change), ...effect, targets: [...targets].sort(compareIds) };
    });
  }
}

/** Equal for equal effects of a change. */
export function podEffectKey({ effect, workloads }: FoundPodEffect): string {
  return JSON.stringify([effect, workloads.map(({ kind, namespace, name, pods }) => [kind, namespace, name, pods])]);
}

/**
 * The order of a report: by change, then by what else tells them apart.
 * @param positionOf of a change
 */
export function comparePodEffects(positionOf: (change: string) => number): (a: PodEffect, b: PodEffect) => number {
  return (a, b) => positionOf(a.change) - positionOf(b.change) || compareBytewise(podEffectKey(a), podEffectKey(b));
}
