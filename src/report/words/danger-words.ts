/** Says in words what a group of dangers is about: its objects, its values and its causes. */
import type { Cause, Change } from "../../review/index.ts";
import { type CauseList, listCauses } from "../causes.ts";
import type { DangerGroup } from "../danger-groups.ts";
import type { Phrase } from "../edit-phrases.ts";
import { bothNames, pluralOf } from "../summary.ts";
import { prosePhrases } from "./prose.ts";

/** Objects that are named. Further ones are counted. */
const MAX_NAMED = 3;
/** Pairs of values that are shown. */
const MAX_VALUES = 3;

/** `StatefulSet shop/a`, or `StatefulSets shop/a, shop/b and 3 more`. */
export function objectPhrases({ members }: DangerGroup): Phrase[] {
  const objects = new Map<string, { kind: string; name: string }>();
  for (const { change } of members) {
    if (change === undefined) continue;
    const { kind } = change.object;
    const name = bothNames(change);
    objects.set(JSON.stringify([kind, name]), { kind, name });
  }
  const all = [...objects.values()].sort((a, b) => (a.kind < b.kind ? -1 : a.kind > b.kind ? 1 : 0));
  const phrases: Phrase[] = [];
  let kind: string | undefined;
  for (const [index, object] of all.slice(0, MAX_NAMED).entries()) {
    const isLast = index === all.length - 1;
    phrases.push(index === 0 ? "" : isLast ? " and " : ", ");
    if (object.kind !== kind) {
      const count = all.filter((other) => other.kind === object.kind).length;
      phrases.push({ word: count === 1 ? object.kind : pluralOf(object.kind) }, " ");
    }
    kind = object.kind;
    phrases.push({ code: object.name });
  }
  if (all.length > MAX_NAMED) phrases.push(` and ${all.length - MAX_NAMED} more`);
  return phrases.length === 0 ? ["an object"] : phrases;
}

/** What is wrong, and the values where they are known: `1 → 0`. */
export function messagePhrases(group: DangerGroup): Phrase[] {
  const values = new Map<string, Phrase[]>();
  for (const { danger } of group.members) {
    const { before, after } = danger;
    if (before !== undefined || after !== undefined)
      values.set(JSON.stringify([before, after]), valuePhrases(before, after));
  }
  const shown = [...values.values()].slice(0, MAX_VALUES);
  const list = shown.flatMap((phrases, index) => (index === 0 ? phrases : [", ", ...phrases]));
  const more = values.size > shown.length ? [` and ${values.size - shown.length} more`] : [];
  return [...prosePhrases(group.message), ...(list.length === 0 ? [] : [" (", ...list, ...more, ")"])];
}

function valuePhrases(before: string | undefined, after: string | undefined): Phrase[] {
  if (before === undefined) return ["now ", { code: after ?? "" }];
  return after === undefined ? ["was ", { code: before }] : [{ code: before }, " → ", { code: after }];
}

/** What somebody says of the danger: the reason, and who says it. Empty for a danger of which nobody says anything. */
export function silencePhrases({ silenced }: DangerGroup): Phrase[] {
  if (silenced === undefined) return [];
  const reason = prosePhrases(silenced.reason);
  switch (silenced.by) {
    case "configuration":
      return ["silenced by ", { code: ".krm-render.yaml" }, ": ", ...reason];
    case "annotation":
      return ["silenced by an annotation of the object: ", ...reason];
    case "this-change":
      return ["silenced in this change, which counts once it is merged: ", ...reason];
  }
}

/** The places that made the changes, those of the fields in danger where they are known. */
export function causesOfDangers({ members }: DangerGroup): CauseList {
  return listCauses(
    members.flatMap(({ danger, change }) => {
      const causes = change === undefined ? [] : causesIn(change, danger.targets);
      const own = causes.filter((cause) => isAbout(cause, danger.path));
      return own.length > 0 ? own : causes;
    }),
  );
}

/** The causes of a change as these targets have it: what lost an object that others gained knows nothing of their files. */
function causesIn({ causes, from }: Change, targets: readonly string[]): readonly Cause[] {
  const old = new Set(from?.targets);
  const lost = targets.every((target) => old.has(target)) ? causes.filter(({ side }) => side === "base") : [];
  return lost.length > 0 ? lost : causes;
}

/** Whether the cause explains the field, something in it, or what it is in. */
function isAbout({ fields }: Cause, path: string | undefined): boolean {
  if (fields === undefined || path === undefined) return true;
  return fields.some((field) => field === path || field.startsWith(`${path}/`) || path.startsWith(`${field}/`));
}
