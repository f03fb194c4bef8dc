/** Pairs objects that went from one target to another. */
import { groupBy } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";
import { bestPairs } from "./best-pairs.ts";
import { haveSameSource } from "./deployed-source.ts";
import type { Identity } from "./identity.ts";
import * as identities from "./identity.ts";
import { nameAffinity, pathAffinity } from "./name-affinity.ts";
import { areAlike, equalPart, MIN_EQUAL } from "./sketch.ts";
import { Sketches } from "./sketches.ts";

/** An object without a partner in the targets that have it. */
export interface LooseObject {
  readonly resource: RenderedResource;
  /** Every target that has it, in path order. */
  readonly targets: readonly string[];
  /** Equal for objects with equal texts. */
  readonly text: string;
}

/**
 * Pairs what some targets lost with what others gained: objects with the same identity, original name, or name in another
 * namespace, and with equal texts or at least 75 % equal lines. The best pair counts; among equal ones, that of the nearest
 * targets. Objects whose place is in doubt have no pair. Takes time that is linear in the size of the objects, but for sorting.
 *
 * @param removed each distinct object once, in an order that does not differ from run to run
 */
export function pairAcrossTargets<T extends LooseObject>(
  removed: readonly T[],
  added: readonly T[],
): { readonly base: T; readonly head: T }[] {
  const sketches = new Sketches();
  const pairs: { base: T; head: T }[] = [];
  let restOfBase = removed;
  let restOfHead = added;
  for (const { identity, isCertain } of STEPS) {
    const keyOf = ({ resource }: T): string => identity(resource);
    const candidates = groupBy(restOfHead, keyOf);
    const taken = new Set<T>();
    for (const [key, own] of groupBy(restOfBase, keyOf)) {
      const rank = (before: T, after: T) => fitOf(before, after, isCertain, sketches);
      const tokensOf = ({ resource }: T) => sketches.tokensOf(resource);
      for (const [base, head] of bestPairs(own, candidates.get(key) ?? [], { rank, tokensOf })) {
        taken.add(base).add(head);
        pairs.push({ base, head });
      }
    }
    restOfBase = restOfBase.filter((each) => !taken.has(each));
    restOfHead = restOfHead.filter((each) => !taken.has(each));
  }
  return pairs;
}

/** `isCertain` says that the identity alone proves enough for objects that hold next to nothing. */
const STEPS: readonly { readonly identity: Identity; readonly isCertain: boolean }[] = [
  { identity: identities.versionless, isCertain: true },
  { identity: identities.hashless, isCertain: true },
  { identity: identities.original, isCertain: false },
  { identity: identities.anyNamespace, isCertain: false },
];

function fitOf(before: LooseObject, after: LooseObject, isCertain: boolean, sketches: Sketches): number {
  const [base, head] = [before.resource, after.resource];
  const isSame = before.text === after.text;
  if (!isSame || !isCertain) {
    const [left, right] = [sketches.of(base), sketches.of(head)];
    if (isCertain ? equalPart(left, right) < MIN_EQUAL : !areAlike(left, right)) return 0;
  }
  if (base.baseName !== head.baseName && !haveSameSource(base, head)) return 0;
  const part = isSame ? 2 : equalPart(sketches.of(base), sketches.of(head));
  const places = pathAffinity(before.targets[0] ?? "", after.targets[0] ?? "");
  return 1 + part + nameAffinity(base, head) + places * PLACE_WEIGHT;
}

/** Less than what one line of the largest object counts. */
const PLACE_WEIGHT = 1e-5;
