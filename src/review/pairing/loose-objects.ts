/** Pairs objects that went from one target to another. */
import type { RenderedResource } from "../../render/rendering.ts";
import { bestPairs } from "./best-pairs.ts";
import type { Identity } from "./identity.ts";
import * as identities from "./identity.ts";
import { nameAffinity, pathAffinity } from "./name-affinity.ts";
import { areAlike, equalPart, MIN_EQUAL } from "./sketch.ts";
import { Sketches } from "./sketches.ts";

/** An object without a partner in its own target. */
export interface LooseObject {
  readonly target: string;
  readonly resource: RenderedResource;
}

/** An object that some targets lost and others gained. */
export interface CrossPair {
  readonly base: RenderedResource;
  readonly head: RenderedResource;
  /** The targets that rendered it at base, in the order of the input. */
  readonly from: readonly string[];
  /** The targets that render it at head. */
  readonly to: readonly string[];
}

/** Objects of many targets. Those with the same identity and text are kept once. */
export class LooseObjects {
  readonly #known = new Map<string, Map<string, Group>>();
  readonly #groups: Group[] = [];

  add({ target, resource }: LooseObject): void {
    const identity = identities.exact(resource);
    let texts = this.#known.get(identity);
    if (texts === undefined) this.#known.set(identity, (texts = new Map()));
    const known = texts.get(resource.yaml);
    if (known !== undefined) {
      known.targets.push(target);
      return;
    }
    const group = { resource, targets: [target] };
    texts.set(resource.yaml, group);
    this.#groups.push(group);
  }

  /** Each distinct object, with its targets, in order of appearance. */
  get groups(): readonly Group[] {
    return this.#groups;
  }
}

interface Group {
  readonly resource: RenderedResource;
  readonly targets: string[];
}

/**
 * Pairs what some targets lost with what others gained: objects with the same identity, original name, or name in another
 * namespace, and with equal texts or at least 75 % equal lines. The best pair counts; among equal ones, that of the nearest
 * targets. Objects whose place is in doubt have no pair. Takes time that is linear in the size of the distinct objects, but
 * for sorting.
 */
export function pairAcrossTargets(removed: LooseObjects, added: LooseObjects): CrossPair[] {
  const sketches = new Sketches();
  const pairs: CrossPair[] = [];
  let restOfBase = removed.groups;
  let restOfHead = added.groups;
  for (const { identity, isCertain } of STEPS) {
    const candidates = byIdentity(restOfHead, identity);
    const taken = new Set<Group>();
    for (const [key, base] of byIdentity(restOfBase, identity)) {
      const rank = (before: Group, after: Group) => fitOf(before, after, isCertain, sketches);
      const tokensOf = ({ resource }: Group) => sketches.tokensOf(resource);
      for (const [before, after] of bestPairs(base, candidates.get(key) ?? [], { rank, tokensOf })) {
        taken.add(before).add(after);
        pairs.push({ base: before.resource, head: after.resource, from: before.targets, to: after.targets });
      }
    }
    restOfBase = restOfBase.filter((group) => !taken.has(group));
    restOfHead = restOfHead.filter((group) => !taken.has(group));
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

function fitOf(before: Group, after: Group, isCertain: boolean, sketches: Sketches): number {
  const [base, head] = [before.resource, after.resource];
  const isSame = base.yaml === head.yaml;
  if (!isSame || !isCertain) {
    const [left, right] = [sketches.of(base), sketches.of(head)];
    if (isCertain ? equalPart(left, right) < MIN_EQUAL : !areAlike(left, right)) return 0;
  }
  const part = isSame ? 2 : equalPart(sketches.of(base), sketches.of(head));
  const places = pathAffinity(before.targets[0] ?? "", after.targets[0] ?? "");
  return 1 + part + nameAffinity(base, head) + places * PLACE_WEIGHT;
}

/** Less than what one line of the largest object counts. */
const PLACE_WEIGHT = 1e-5;

function byIdentity(groups: readonly Group[], identity: Identity): Map<string, Group[]> {
  const result = new Map<string, Group[]>();
  for (const group of groups) {
    const key = identity(group.resource);
    const list = result.get(key);
    if (list === undefined) result.set(key, [group]);
    else list.push(group);
  }
  return result;
}
