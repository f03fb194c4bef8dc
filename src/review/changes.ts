/** Finds the changes between the objects of two renderings. */

import type { PoliciesBeside } from "../policies/index.ts";
import type { RenderedResource } from "../render/rendering.ts";
import { type Checked, type EarlierMistake, type FoundDanger, SilenceRules, withoutExcused } from "./dangers/index.ts";
import { type Pair, pairResources } from "./differences/index.ts";
import { comparePair, redactorOf, type Shared } from "./pair-comparison.ts";
import type { Movable } from "./partial/index.ts";
import { isSkipped, removalOf } from "./plan/index.ts";
import { endedPods, type FoundPodEffect, type PodFacts, podEffectsOf } from "./pod-effects/index.ts";
import { Referrers } from "./referrers.ts";
import type { Cause, NewChange, TargetDiagnostic, TargetReport } from "./report.ts";
import type { TargetNames } from "./target-names.ts";

/** A change, and the objects as they were rendered, with all of their values. */
export interface FoundChange extends Pair {
  readonly change: NewChange;
  readonly dangers: readonly FoundDanger[];
  /** The rules on targets that have to look at it. */
  readonly touches: Checked["touches"];
  readonly podFacts?: PodFacts | undefined;
  readonly podEffects?: readonly FoundPodEffect[] | undefined;
  /** The file that the object comes from. */
  readonly cause?: Cause;
  /** See {@link Compared.movable}. */
  readonly movable?: Movable | undefined;
}

export interface Comparison {
  readonly changes: FoundChange[];
  /** The number of objects whose text changed, but not their content. */
  readonly layoutOnly: number;
  /** The number of changed objects with mistakes that they had before, and that nobody accepts. */
  readonly mistakesBefore: number;
  /** Rules of dangers that failed, and annotations that silence nothing. */
  readonly problems: readonly TargetDiagnostic[];
}

/**
 * Compares two renderings of a target. Removed objects come first, then changed, added, and those that differ in references
 * only. Secret values and the hashes of Secrets are withheld from the changes.
 */
export function compareResources(
  base: readonly RenderedResource[],
  head: readonly RenderedResource[],
  names: TargetNames,
  shared: Shared,
  about?: Pick<TargetReport, "id" | "path" | "fate" | "deployment">,
  beside?: PoliciesBeside,
): Comparison {
  const { fate: { keeps, forces } = {}, deployment } = about ?? {};
  // Fast path: most reviews leave most targets unchanged.
  if (base.length === head.length && base.every((resource, index) => isSame(resource, head[index]))) {
    return { changes: [], layoutOnly: 0, mistakesBefore: 0, problems: [] };
  }
  const found: FoundChange[] = [];
  const referrers = new Referrers();
  const problems: TargetDiagnostic[] = [];
  const earlier = new Map<FoundChange, readonly EarlierMistake[]>();
  let layoutOnly = 0;
  const silences = new SilenceRules(shared.configuration.dangers.silences, (id) => about?.path ?? id);
  const pairs = pairResources(base, head);
  names.noteRenames(pairs);
  // Here the values of all pairs, withheld ones included, pass by.
  for (const pair of pairs) {
    if (pair.base !== undefined && isSame(pair.base, pair.head)) continue;
    const compared = comparePair(pair, names, shared, undefined, false, {
      isForced: forces,
      isNew: base.length === 0,
      isGone: head.length === 0,
      isOfFlux: deployment?.system === "flux",
    });
    if (compared === undefined) {
      layoutOnly++;
      continue;
    }
    const { change, checked, movable, podFacts } = compared;
    const one = { ...foundChange(pair, change, checked), movable, podFacts };
    found.push(one);
    earlier.set(one, checked.earlier);
    problems.push(...checked.problems);
    if (pair.head !== undefined) referrers.note(pair.head, compared.references, names);
  }
  const target = { base, head, pairs: found, about, beside };
  const ofTarget = shared.rules.checkTarget(
    target,
    (pair) => redactorOf(pair, names, shared.configuration),
    ({ touches }) => touches,
  );
  // The rules on the target know the pairs as they are: what is excused is taken out last.
  const changes = withoutExcused(target, found.map(withDangers), shared.configuration.dangers.levels)
    .map(withReferrers)
    .map(withoutKept)
    .sort((a, b) => rankOf(a.change) - rankOf(b.change));
  const effects = podEffectsOf(changes, head, names.masks.head);
  const ended = endedPods(changes.filter(isDeleted), base, names.masks.base);
  return {
    changes: changes.map((one) => ({ ...one, podEffects: effects.get(one) ?? ended.get(one) })),
    layoutOnly,
    mistakesBefore: found.filter(hadMistakes).length,
    problems: [...problems, ...ofTarget.problems],
  };

  function hadMistakes(one: FoundChange): boolean {
    const mistakes = [...(earlier.get(one) ?? []), ...(ofTarget.earlier.get(one) ?? [])];
    return mistakes.some((danger) => silences.of({ danger, object: one.change.object }, about?.id ?? "") === undefined);
  }

  function withDangers(one: FoundChange): FoundChange {
    const more = ofTarget.dangers.get(one);
    return more === undefined ? one : { ...one, dangers: [...one.dangers, ...more] };
  }

  /** An object that stays in the cluster takes nothing with it, and helm creates hooks anew. */
  function withoutKept(one: FoundChange): FoundChange {
    const { fate, hook } = one.change.release ?? {};
    if (one.dangers.length === 0) return one;
    if (isSkipped(one.change)) return { ...one, dangers: [] };
    if (hook !== undefined)
      return {
        ...one,
        dangers: one.dangers.filter(({ id, order }) => order === undefined && id !== "immutable-field"),
      };
    if (keeps === undefined && fate === undefined) return one;
    return { ...one, dangers: one.dangers.filter(({ order }) => order === undefined) };
  }

  function isDeleted(one: FoundChange): boolean {
    if (about === undefined || one.head !== undefined || about.fate?.orphans) return false;
    return removalOf(one.change, about) === "delete";
  }

  function withReferrers(one: FoundChange): FoundChange {
    const { change } = one;
    const referring = change.from?.name === undefined ? undefined : referrers.of(change.object);
    return referring === undefined ? one : { ...one, change: { ...change, referrers: referring } };
  }
}

/**
 * The objects of a target that bring dangers, as if all of its objects were new: a target that builds again after it was broken has
 * nothing to compare them with.
 */
export function newDangers(
  head: readonly RenderedResource[],
  names: TargetNames,
  shared: Shared,
): Pick<Comparison, "changes" | "problems"> {
  const changes: FoundChange[] = [];
  const problems: TargetDiagnostic[] = [];
  for (const resource of head) {
    const compared = comparePair({ base: undefined, head: resource }, names, shared);
    if (compared === undefined) continue;
    const { change, checked } = compared;
    problems.push(...checked.problems);
    if (checked.dangers.length > 0) changes.push(foundChange({ base: undefined, head: resource }, change, checked));
  }
  return { changes, problems };
}

/** The place of a change among those of its target. */
export function rankOf({ op, onlyReferences }: Pick<NewChange, "op" | "onlyReferences">): number {
  return onlyReferences ? 3 : { removed: 0, changed: 1, added: 2 }[op];
}

function isSame(base: RenderedResource, head: RenderedResource | undefined): boolean {
  return base.yaml === head?.yaml && base.name === head.name;
}

function foundChange(pair: Pair, change: NewChange, { dangers, touches }: Checked): FoundChange {
  const origin = (pair.head ?? pair.base)?.origin;
  if (origin === undefined) return { ...pair, change, dangers, touches };
  const { file, line } = origin;
  const side = pair.head === undefined ? "base" : "head";
  const cause = { side, file, ...(line !== undefined && { line }), step: "resources" } as const;
  return { ...pair, change, dangers, touches, cause };
}
