/** Groups the edits of objects that exist on both sides. */
import { createHash } from "node:crypto";
import type { GroupEdit } from "../report.ts";
import { type Edit, editsOf } from "./edits.ts";
import type { Member, OpenGroup } from "./members.ts";
import { Unions } from "./unions.ts";

/** One edit with all objects that have it. */
interface SharedEdit {
  readonly first: Edit;
  readonly keys: string[];
  /** Each once, in order. */
  readonly members: Member[];
  count: number;
  /** Whether all objects call it the same, and have the same values. */
  isNamedAlike: boolean;
  hasSameValues: boolean;
}

/** Edits that are the same are one; those that have the same members are one group. */
export function groupEdits(members: readonly Member[]): OpenGroup[] {
  const found = members.map((member) => ({
    member,
    edits: editsOf(member.change, member.targets, member.original),
  }));
  const unions = new Unions();
  for (const { edits } of found) {
    for (const edit of edits) for (const place of edit.causeKeys) unions.join(`${edit.class}${edit.key}`, place);
  }
  const shared = new Map<string, SharedEdit>();
  for (const { member, edits } of found) {
    for (const edit of edits) addTo(shared, unions.find(`${edit.class}${edit.key}`), edit, member);
  }
  const groups = new Map<string, SharedEdit[]>();
  for (const each of shared.values()) {
    const signature = createHash("sha256").update(each.first.class);
    for (const { index } of each.members) signature.update(`,${index}`);
    const key = signature.digest("hex");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [each]);
    else group.push(each);
  }
  return [...groups.values()].map(openGroup);
}

function addTo(shared: Map<string, SharedEdit>, key: string, edit: Edit, member: Member): void {
  const known = shared.get(key);
  if (known === undefined) {
    shared.set(key, {
      first: edit,
      keys: [edit.key],
      members: [member],
      count: 1,
      isNamedAlike: true,
      hasSameValues: true,
    });
    return;
  }
  known.count++;
  if (known.members.at(-1) !== member) known.members.push(member);
  if (known.keys.at(-1) !== edit.key) known.keys.push(edit.key);
  known.isNamedAlike &&= edit.shown.label === known.first.shown.label;
  known.hasSameValues &&= sameValue(edit, known.first, "before") && sameValue(edit, known.first, "after");
}

/** Whether both objects have the same value. Long values were compared by their forms already. */
function sameValue(a: Edit, b: Edit, side: "before" | "after"): boolean {
  return a[side] === b[side] && JSON.stringify(a.shown[side]) === JSON.stringify(b.shown[side]);
}

function openGroup(edits: readonly SharedEdit[]): OpenGroup {
  const { first, members } = edits[0] as SharedEdit;
  const keys = [...new Set(edits.flatMap((each) => each.keys))].sort();
  const key = createHash("sha256")
    .update(JSON.stringify([first.class, keys]))
    .digest("hex");
  const op = first.class === "moved" ? "moved" : "changed";
  const isReference = first.class === "references";
  return { op, key, edits: edits.map(closedEdit), members, ...(isReference ? { onlyReferences: true } : {}) };
}

/** The edit as its first object has it; in the common form where the objects differ. */
function closedEdit({ first, count, isNamedAlike, hasSameValues }: SharedEdit): GroupEdit {
  const { shown, form } = first;
  const { before: _before, after: _after, label, op, ...flags } = shown;
  return { label: isNamedAlike ? label : form, op, ...flags, ...valuesOf(first, hasSameValues), count };
}

function valuesOf({ shown, before, after }: Edit, asShown: boolean): Pick<GroupEdit, "before" | "after"> {
  const { before: left, after: right } = asShown ? shown : { before: parsed(before), after: parsed(after) };
  return { ...(left === undefined ? {} : { before: left }), ...(right === undefined ? {} : { after: right }) };
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
