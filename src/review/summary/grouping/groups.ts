/** Groups changes into the rows that people read: one for each edit, wherever it was made. */

import { createHash } from "node:crypto";
import { charge } from "../../../budget/index.ts";
import { getOrInsert, groupBy } from "../../../collections.ts";
import { compareIds } from "../../../render/index.ts";
import { stableJson } from "../../../text/index.ts";
import type { Change, ChangeGroup, KindCount, TargetReport } from "../../report.ts";
import { groupEdits } from "./edit-groups.ts";
import { loneGroup } from "./lone-groups.ts";
import type { Member, OpenGroup } from "./members.ts";
import type { OriginalName } from "./normal-form.ts";
import { groupObjects } from "./object-groups.ts";
import { OwnSteps } from "./own-steps.ts";
import { groupTargets } from "./whole-targets.ts";

/**
 * Groups the changes. One edit is one group, whatever the names, prefixes, namespaces, targets and kinds of the objects; edits
 * that always occur together are one group; a target that comes or goes is one group, and so is an object that is added or removed in many
 * other targets. A change with several edits can be in several groups, and an object that is new in targets of both sorts as well. No group has edits of different consequences; an edit that has another one in some of
 * the objects counts as the weightiest.
 *
 * The order is that in which a reviewer should read: removed objects, then edits that change behaviour, moves, added objects,
 * images, metadata, references to new names, and noise last; within these, the order of the changes. Takes time linear in the
 * changes and in the targets that name them.
 *
 * @param originals the names of the objects before prefixes, suffixes and namespaces, by the ids of the changes
 */
export function groupChanges(
  changes: readonly Change[],
  targets: readonly TargetReport[],
  originals: ReadonlyMap<string, OriginalName> = new Map(),
): ChangeGroup[] {
  const own = new OwnSteps(targets.filter((target) => target.changes.length > 0).map(({ id }) => id));
  const members = membersOf(changes, targets, originals, own);
  const whole = groupTargets(members, targets);
  return ordered([
    ...groupEdits(
      whole.rest.filter(({ change }) => change.op === "changed"),
      own,
    ),
    ...whole.groups,
    ...groupObjects(whole.rest.filter(({ change }) => change.op !== "changed")),
  ]);
}

/** Makes each change a group, where {@link groupChanges} takes too much time or memory. No change is lost. */
export function ungrouped(changes: readonly Change[], targets: readonly TargetReport[]): ChangeGroup[] {
  return ordered(membersOf(changes, targets, new Map(), new OwnSteps([])).map(loneGroup));
}

function membersOf(
  changes: readonly Change[],
  targets: readonly TargetReport[],
  originals: ReadonlyMap<string, OriginalName>,
  own: OwnSteps,
): Member[] {
  const holders = new Map<string, string[]>(changes.map(({ id }) => [id, []]));
  for (const target of targets) for (const id of target.changes) holders.get(id)?.push(target.id);
  return changes.map((change, index) => {
    const having = holders.get(change.id) ?? [];
    const [target, ...others] = having;
    const steps = target === undefined || others.length > 0 ? [] : own.of(target);
    return { change, index, targets: having, original: originals.get(change.id), steps };
  });
}

function ordered(groups: OpenGroup[]): ChangeGroup[] {
  groups.sort((a, b) => rankOf(a) - rankOf(b) || firstOf(a) - firstOf(b));
  const shared = new SharedPaths();
  return groups.map((group) => closed(group, shared));
}

const OPS: readonly ChangeGroup["op"][] = ["removed", "changed", "moved", "added"];
/** Behind all of {@link OPS}. */
const IMAGE = OPS.length;
const METADATA = IMAGE + 1;
const REFERENCES = METADATA + 1;
const NOISE = REFERENCES + 1;

function rankOf({ op, consequence, onlyReferences }: OpenGroup): number {
  if (onlyReferences) return REFERENCES;
  return { behaviour: OPS.indexOf(op), image: IMAGE, metadata: METADATA, noise: NOISE }[consequence];
}

function firstOf({ members }: OpenGroup): number {
  return (members[0] as Member).index;
}

function closed(group: OpenGroup, shared: SharedPaths): ChangeGroup {
  const { op, key, edits, members, targets, onlyReferences, whole, consequence } = group;
  return {
    id: createHash("sha256")
      .update(stableJson([op, key]))
      .digest("hex")
      .slice(0, 16),
    op,
    edits,
    kinds: kindsOf(members),
    changes: members.map(({ change }) => change.id),
    targets: targets ?? shared.of(members),
    ...(onlyReferences ? { onlyReferences } : {}),
    ...(whole === undefined ? {} : { whole }),
    consequence,
  };
}

function kindsOf(members: readonly Member[]): KindCount[] {
  const kinds = groupBy(members, ({ change }) => change.object.kind);
  return Array.from(kinds, ([kind, { length }]) => ({ kind, count: length })).sort((a, b) => b.count - a.count);
}

/** The memory that a target takes in a list. */
const PATH_BYTES = 32;

/** Lists of targets, each kept once: most groups of a large report concern the same ones. */
class SharedPaths {
  readonly #lists = new Map<string, readonly string[]>();

  of(members: readonly Member[]): readonly string[] {
    const [first] = members;
    const all = members.length === 1 && first !== undefined ? first.targets : this.#union(members);
    return getOrInsert(this.#lists, createHash("sha256").update(all.join("\0")).digest("hex"), () => all);
  }

  #union(members: readonly Member[]): readonly string[] {
    const ids = new Set<string>();
    for (const { targets } of members) {
      charge(targets.length * PATH_BYTES);
      for (const target of targets) ids.add(target);
    }
    return [...ids].sort(compareIds);
  }
}
