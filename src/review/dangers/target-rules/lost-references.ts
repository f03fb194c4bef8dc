/** References that led to an object of the target at base, and lead nowhere at head. */

import type { RenderedResource } from "../../../render/rendering.ts";
import { toPointer } from "../../../text/index.ts";
import type { DangerPair, DangerTarget, Finding, TargetRule } from "../rule.ts";
import {
  keyOfObject,
  Makers,
  mayRefer,
  newReferences,
  ObjectNames,
  type Reference,
  referencesOf,
  replacedReferences,
} from "./search/index.ts";

type TargetFinding = Finding & { readonly pair: DangerPair };

/** With more names, all objects that can refer to something are read. */
const MAX_LOOKED_FOR = 32;

export const REMOVED_SECRET: TargetRule = {
  id: "removed-secret",
  level: "high",
  summary: "a Secret is removed, and something still refers to it",
  check: (target) => goneObjects(target, (kind) => kind === "Secret"),
};

export const LOST_REFERENCE: TargetRule = {
  id: "lost-reference",
  level: "medium",
  summary: "something refers to an object that nothing in the target renders any more",
  touches: ({ base, head }) => base !== undefined && head !== undefined && newReferences(base, head).length > 0,
  *check(target, touched) {
    yield* goneObjects(target, (kind) => kind !== "Secret");
    yield* changedReferences(target, touched);
  },
};

/** Objects that are gone, and that something at head still refers to. */
function* goneObjects(target: DangerTarget, isMeant: (kind: string) => boolean): Iterable<TargetFinding> {
  const { head, pairs } = target;
  const leaving = pairs.filter(
    ({ base, head: after }) => base !== undefined && isMeant(base.kind) && hasLeft(base, after),
  );
  if (leaving.length === 0) return;
  const names = new ObjectNames(head);
  const gone = leaving.filter(({ base }) => names.find(keyOfObject(base as RenderedResource)) === undefined);
  if (gone.length === 0) return;
  const referrers = referrersOf(gone, head, names);
  const makers = new Makers(target);
  for (const pair of gone) {
    const found = referrers.get(pair);
    if (found === undefined || makers.mayMake((pair.base as RenderedResource).name)) continue;
    const { resource, reference } = found.first;
    const { loss, level } = reference.field;
    const others = found.count > 1 ? ` and ${found.count - 1} more` : "";
    const verb = found.count > 1 ? "refer" : "refers";
    const who = `${resource.kind} ${resource.baseName}${others}`;
    const message = `the ${pair.base?.kind} is removed, but ${who} still ${verb} to it: ${loss}`;
    yield { pair, message, ...(level === undefined ? {} : { level }) };
  }
}

function hasLeft(base: RenderedResource, head: RenderedResource | undefined): boolean {
  return head === undefined || head.name !== base.name || head.kind !== base.kind || head.namespace !== base.namespace;
}

interface Referrers {
  /** The one that loses most. */
  first: { readonly resource: RenderedResource; readonly reference: Reference };
  count: number;
}

function referrersOf(
  gone: readonly DangerPair[],
  head: readonly RenderedResource[],
  names: ObjectNames,
): Map<DangerPair, Referrers> {
  const bases = gone.map(({ base }) => base as RenderedResource);
  const pairOf = new Map(gone.map((pair) => [pair.base as RenderedResource, pair]));
  const goneNames = new ObjectNames(bases);
  const texts = new Set(bases.map(({ name }) => name));
  const mayName = ({ yaml }: RenderedResource): boolean =>
    texts.size > MAX_LOOKED_FOR || [...texts].some((name) => yaml.includes(name));
  const found = new Map<DangerPair, Referrers>();
  for (const resource of head) {
    if (!mayRefer(resource) || !mayName(resource)) continue;
    const counted = new Set<Referrers>();
    for (const reference of referencesOf(resource)) {
      const lost = goneNames.find(reference);
      const pair = lost && pairOf.get(lost);
      // Who does not say its namespace may be in that of another one.
      if (pair === undefined || names.find(reference) !== undefined) continue;
      let known = found.get(pair);
      if (known === undefined) found.set(pair, (known = { first: { resource, reference }, count: 0 }));
      else if (weightOf(reference) > weightOf(known.first.reference)) known.first = { resource, reference };
      if (!counted.has(known)) known.count++;
      counted.add(known);
    }
  }
  return found;
}

function weightOf({ field: { level } }: Reference): number {
  return level === "high" ? 2 : level === "low" ? 0 : 1;
}

/** Names that the change replaces by others, which nothing renders. */
function* changedReferences(target: DangerTarget, touched: readonly DangerPair[]): Iterable<TargetFinding> {
  let sides: { base: ObjectNames; head: ObjectNames; makers: Makers } | undefined;
  for (const pair of touched) {
    const { base, head } = pair;
    if (base === undefined || head === undefined) continue;
    sides ??= { base: new ObjectNames(target.base), head: new ObjectNames(target.head), makers: new Makers(target) };
    const { base: baseNames, head: headNames, makers } = sides;
    const lost = newReferences(base, head).filter((reference) => headNames.find(reference) === undefined);
    if (lost.length === 0) continue;
    const replaced = replacedReferences(base, head, baseNames);
    for (const reference of lost) {
      const previous = replaced.get(reference.slot);
      if (previous === undefined || makers.mayMake(reference.name)) continue;
      yield {
        pair,
        path: toPointer(reference.path),
        message: `the ${head.kind} refers to another ${reference.kind}, which nothing in the target renders: ${reference.field.loss}`,
        before: previous.name,
        after: reference.name,
        ...(reference.field.level === undefined ? {} : { level: reference.field.level }),
      };
    }
  }
}
