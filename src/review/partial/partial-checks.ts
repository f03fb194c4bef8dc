/** Checks what the parts of a partial review say of each other. */

import { countBefore } from "../../collections.ts";
import { MAX_CAUSES } from "../causes/index.ts";
import { contentDigest } from "../differences/index.ts";
import { checkChange, checkPath, checkPodEffect, type Invalid } from "../reading/index.ts";
import type { NewChange } from "../report.ts";
import type { PartialChange, PartialReview } from "./types.ts";

/**
 * Checks that digests are those of the changes, that positions lead somewhere and are in order, that paths are normal, and that dangers
 * and causes are those of targets that have the change. Takes time linear in the review.
 *
 * @throws the error of `refuse`
 */
export function checkPartial(partial: PartialReview, refuse: Invalid): void {
  const { changes, dangers, podEffects } = partial;
  const targetsOf = checkTargets(partial, refuse);
  const digests = new Set<string>();
  changes.forEach((each, index) => {
    const place = `changes[${index}]`;
    if (digests.has(each.digest)) throw refuse(`${place}.digest is the digest of another change as well`);
    digests.add(each.digest);
    checkContent(each, place, refuse);
    checkCauses(each, { having: targetsOf[index] as readonly number[], place, refuse });
  });
  dangers.forEach(({ change, targets: own, danger }, index) => {
    const place = `dangers[${index}]`;
    const having = targetsOf[change];
    if (having === undefined) throw refuse(`${place}.change is the position of no change`);
    if (own.length === 0) throw refuse(`${place} has no targets`);
    checkSubset(own, having, `${place}.targets`, refuse);
    if (!danger.key.startsWith(`${danger.id}:`)) throw refuse(`${place}.danger.key is the key of another rule`);
  });
  podEffects.forEach(({ change, targets: own, ...effect }, index) => {
    const place = `podEffects[${index}]`;
    const having = targetsOf[change];
    if (having === undefined) throw refuse(`${place}.change is the position of no change`);
    if (own.length === 0) throw refuse(`${place} has no targets`);
    checkSubset(own, having, `${place}.targets`, refuse);
    checkPodEffect(effect, (changes[change] as PartialChange).change, place, refuse);
  });
}

/** Returns the targets that have each change, by their positions. */
function checkTargets({ targets, changes }: PartialReview, refuse: Invalid): readonly (readonly number[])[] {
  const targetsOf = changes.map((): number[] => []);
  let previous: string | undefined;
  let named = 0;
  targets.forEach(({ path, from, to, changes: own }, index) => {
    const place = `targets[${index}]`;
    checkPath(path, `${place}.path`, refuse);
    if (from !== undefined) checkPath(from, `${place}.from`, refuse);
    if (to !== undefined) checkPath(to, `${place}.to`, refuse);
    if (previous !== undefined && previous >= path) throw refuse(`${place}.path is not behind the one before it`);
    previous = path;
    own.forEach((position, at) => {
      const having = targetsOf[position];
      if (having === undefined) throw refuse(`${place}.changes[${at}] is the position of no change`);
      if (having.at(-1) === index) throw refuse(`${place}.changes[${at}] names a change twice`);
      // Their order is that in which the targets name them.
      if (having.length === 0 && position !== named++)
        throw refuse(`${place}.changes[${at}] is named before changes that are in front of it`);
      having.push(index);
    });
  });
  if (named < changes.length) throw refuse(`no target names changes[${named}]`);
  return targetsOf;
}

function checkContent({ change, digest, movable }: PartialChange, place: string, refuse: Invalid): void {
  checkChange(change, `${place}.change`, refuse);
  if (change.from?.targets !== undefined)
    throw refuse(`${place}.change.from.targets says what only all targets together can tell`);
  const { op } = change;
  if (op !== "changed" && !isWhole(change))
    throw refuse(`${place}.change.hunks are not those of an object that is ${op}`);
  if (movable !== undefined && (op === "changed" || change.redacted))
    throw refuse(`${place}.movable is that of no object that can be found elsewhere`);
  if (contentDigest(change) !== digest) throw refuse(`${place}.digest is not that of its change`);
}

/** Tells whether all lines of the hunks are of the one side that has the object. */
function isWhole({ op, hunks, from }: NewChange): boolean {
  const sign = op === "added" ? "+" : "-";
  return (
    from === undefined && hunks.length <= 1 && hunks.every(({ lines }) => lines.every((line) => line.startsWith(sign)))
  );
}

interface OfChange {
  /** The positions of the targets that have the change. */
  readonly having: readonly number[];
  readonly place: string;
  readonly refuse: Invalid;
}

function checkCauses({ origins, traces }: PartialChange, { having, place, refuse }: OfChange): void {
  if (origins.length > MAX_CAUSES) throw refuse(`${place}.origins has more than ${MAX_CAUSES} places`);
  origins.forEach(({ cause, targets }, at) => {
    if (cause.fields !== undefined || cause.targets !== undefined)
      throw refuse(`${place}.origins[${at}].cause has fields or targets of its own`);
    if (targets !== undefined) checkSubset(targets, having, `${place}.origins[${at}].targets`, refuse);
  });
  checkSubset(
    traces.map(({ target }) => target),
    having,
    `${place}.traces`,
    refuse,
  );
  traces.forEach(({ found }, at) => {
    if (found.length > MAX_CAUSES) throw refuse(`${place}.traces[${at}].found has more than ${MAX_CAUSES} causes`);
    if (found.some(({ cause }) => cause.fields !== undefined || cause.targets !== undefined))
      throw refuse(`${place}.traces[${at}].found has a cause with fields or targets of its own`);
  });
}

/** Checks that positions are ascending, and all among others, which are. */
function checkSubset(own: readonly number[], all: readonly number[], place: string, refuse: Invalid): void {
  own.forEach((position, at) => {
    if (at > 0 && (own[at - 1] as number) >= position) throw refuse(`${place}[${at}] is not behind the one before it`);
    if (all[countBefore(all, (one) => one < position)] !== position)
      throw refuse(`${place}[${at}] is no target that has the change`);
  });
}
