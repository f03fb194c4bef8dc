/** Pairs the objects of the base with those of the head, within one target. */
import { groupBy } from "../../../collections.ts";
import type { RenderedResource } from "../../../render/rendering.ts";

import { bestPairs } from "./best-pairs.ts";
import { companions } from "./companions.ts";
import { haveSameSource } from "./deployed-source.ts";
import type { Identity } from "./identity.ts";
import * as identities from "./identity.ts";
import { nameAffinity } from "./name-affinity.ts";
import { areAlike, equalPart, isTiny } from "./sketch.ts";
import { Sketches } from "./sketches.ts";

/** An object on both sides or on one. At least one side is defined. */
export interface Pair {
  readonly base: RenderedResource | undefined;
  readonly head: RenderedResource | undefined;
}

/**
 * Pairs objects by the strictest evidence that there is:
 *
 * 1. by identity: with the version of the API, then without it, then without the hash of a generated name;
 * 2. by the name, the namespace and the kind that the object had before prefixes, suffixes and namespaces were applied;
 * 3. by kind and name in another namespace, if nothing else has them;
 * 4. by name, if the kind or the group changed and the content is alike;
 * 5. by content, if it is alike and nothing else is as much so: at least 75 % of the lines;
 * 6. by what the pairs of steps 2 to 5 show: the objects of one application are renamed and moved together.
 *
 * An object that names what somebody else deploys, such as a chart or a directory, has another name only if it names the
 * same. Pairs of steps 2 and 3 have at least half of their lines in common, unless they hold next to nothing. Takes time that is
 * linear in the size of the objects without a partner, but for sorting.
 *
 * Pairs are in the order of the head. Objects that only the base has follow, in the order of the base.
 */
export function pairResources(base: readonly RenderedResource[], head: readonly RenderedResource[]): Pair[] {
  const matching = new Matching(base, head);
  for (const identity of [identities.exact, identities.versionless, identities.hashless]) matching.inOrder(identity);
  if (!matching.isComplete) {
    matching.byEvidence(identities.original, mayBeSame);
    matching.byEvidence(identities.originalName, mayBeSame);
    matching.byEvidence(identities.anyNamespace, mayBeSame);
    matching.byEvidence(identities.anyKind, changedKind);
    matching.byEvidence(identities.anyName, renamed);
    matching.companions();
  }
  return matching.pairs();
}

/** Tells whether two objects can be one, in view of their contents. */
type Evidence = (base: RenderedResource, head: RenderedResource, sketches: Sketches) => boolean;

/** The least part of equal lines for objects that have other evidence. */
const MIN_EQUAL_OF_NAMESAKES = 0.5;

/** For objects that have the same name, or had it. The same object of the same file is one, whatever became of it. */
const mayBeSame: Evidence = (base, head, sketches) => {
  const { file, line } = base.origin ?? {};
  if (file !== undefined && line !== undefined && file === head.origin?.file && line === head.origin.line) return true;
  const [before, after] = [sketches.of(base), sketches.of(head)];
  if (!(isTiny(before) && isTiny(after)) && equalPart(before, after) < MIN_EQUAL_OF_NAMESAKES) return false;
  return base.baseName === head.baseName || haveSameSource(base, head);
};

const alike: Evidence = (base, head, sketches) => areAlike(sketches.of(base), sketches.of(head));

/** For objects that have nothing but their contents in common. */
const renamed: Evidence = (base, head, sketches) =>
  !HOLDERS.has(base.kind) && alike(base, head, sketches) && haveSameSource(base, head);

/** For objects of which others show the new name. */
const renamedTogether: Evidence = (base, head, sketches) => {
  if (!mayBeSame(base, head, sketches)) return false;
  if (base.baseName === head.baseName || base.kind === "Namespace") return true;
  return !HOLDERS.has(base.kind) && haveSameSource(base, head);
};

/** Kinds of objects that hold data or other objects: a new one with another name starts empty, and the old one is lost. */
const HOLDERS = new Set(["CustomResourceDefinition", "Namespace", "PersistentVolume", "PersistentVolumeClaim"]);

/** Such as a Deployment that became a StatefulSet, or a Role that became a ClusterRole. */
const changedKind: Evidence = (base, head, sketches) => {
  const [before, after] = [identities.namespaceOf(base), identities.namespaceOf(head)];
  const isSamePlace = before === after || base.namespace === "" || head.namespace === "";
  return isSamePlace && base.kind !== "Secret" && head.kind !== "Secret" && alike(base, head, sketches);
};

/** The pairs that were found, and what is left over. */
class Matching {
  readonly #head: readonly RenderedResource[];
  readonly #partners = new Map<RenderedResource, RenderedResource>();
  readonly #sketches = new Sketches();
  /** The pairs that show a move or a new name. */
  readonly #moved: [RenderedResource, RenderedResource][] = [];
  #restOfBase: readonly RenderedResource[];
  #restOfHead: readonly RenderedResource[];

  constructor(base: readonly RenderedResource[], head: readonly RenderedResource[]) {
    this.#head = head;
    this.#restOfBase = base;
    this.#restOfHead = head;
  }

  get isComplete(): boolean {
    return this.#restOfBase.length === 0 || this.#restOfHead.length === 0;
  }

  /** Pairs all objects that have a key in common, in order of appearance. */
  inOrder(identity: Identity): void {
    if (this.isComplete) return;
    const waiting = groupBy<string, RenderedResource>(this.#restOfBase.toReversed(), identity);
    const pairs: [RenderedResource, RenderedResource][] = [];
    for (const resource of this.#restOfHead) {
      const partner = waiting.get(identity(resource))?.pop();
      if (partner !== undefined) pairs.push([partner, resource]);
    }
    this.#keep(pairs);
  }

  /** Pairs objects that have a key in common if the evidence allows it. Among several, the best ones are paired. */
  byEvidence(identity: Identity, evidence: Evidence): void {
    if (this.isComplete) return;
    const candidates = groupBy(this.#restOfHead, identity);
    const pairs: [RenderedResource, RenderedResource][] = [];
    for (const [key, base] of groupBy(this.#restOfBase, identity)) {
      const head = candidates.get(key) ?? [];
      pairs.push(...this.#best(base, head, evidence));
    }
    this.#moved.push(...pairs);
    this.#keep(pairs);
  }

  #best(
    base: RenderedResource[],
    head: RenderedResource[],
    evidence: Evidence,
  ): [RenderedResource, RenderedResource][] {
    const sketches = this.#sketches;
    const rank = (before: RenderedResource, after: RenderedResource): number => {
      if (!evidence(before, after, sketches)) return 0;
      return 1 + equalPart(sketches.of(before), sketches.of(after)) + nameAffinity(before, after);
    };
    return bestPairs(base, head, { rank, tokensOf: (resource) => sketches.tokensOf(resource) });
  }

  companions(): void {
    if (this.isComplete) return;
    const evidence = (base: RenderedResource, head: RenderedResource) => renamedTogether(base, head, this.#sketches);
    this.#keep(companions(this.#moved, this.#restOfBase, this.#restOfHead, evidence));
  }

  #keep(pairs: readonly (readonly [base: RenderedResource, head: RenderedResource])[]): void {
    if (pairs.length === 0) return;
    const taken = new Set<RenderedResource>();
    for (const [base, head] of pairs) {
      this.#partners.set(head, base);
      taken.add(base);
    }
    this.#restOfBase = this.#restOfBase.filter((resource) => !taken.has(resource));
    this.#restOfHead = this.#restOfHead.filter((resource) => !this.#partners.has(resource));
  }

  pairs(): Pair[] {
    const pairs: Pair[] = this.#head.map((resource) => ({ base: this.#partners.get(resource), head: resource }));
    for (const resource of this.#restOfBase) pairs.push({ base: resource, head: undefined });
    return pairs;
  }
}
