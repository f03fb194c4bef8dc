/** Groups the edits of objects that exist on both sides. */
import { createHash } from "node:crypto";
import { equalEnds, groupBy } from "../../../collections.ts";
import type { Consequence, GroupEdit } from "../../report.ts";
import { weightiest } from "./consequence.ts";
import { type Edit, editsOf } from "./edits.ts";
import type { Member, OpenGroup } from "./members.ts";
import type { OwnSteps } from "./own-steps.ts";
import { Unions } from "./unions.ts";

/** The most fields that are named one by one, where one place in the sources is used in them and their names end in another way. */
const MAX_FORMS = 2;

/** One edit with all objects that have it. */
interface SharedEdit {
  readonly first: Edit;
  readonly keys: string[];
  /** Each once, in order. */
  readonly members: Member[];
  count: number;
  /** The weightiest: the same label can be metadata of one object, and select pods in another. */
  consequence: Consequence;
  /** The common part of all of its forms. */
  form: string;
  /** The forms that it has, up to one more than are named. */
  readonly forms: Set<string>;
  /** True if all objects call it the same. */
  isNamedAlike: boolean;
  hasSameValues: boolean;
}

/**
 * Edits that are the same are one; those of one consequence that have the same members are one group. What one rule of noise folds
 * is one group.
 */
export function groupEdits(members: readonly Member[], own: OwnSteps): OpenGroup[] {
  const found = members.map((member) => ({ member, edits: editsOf(member, own) }));
  const unions = new Unions();
  for (const { edits } of found) {
    for (const edit of edits) for (const place of edit.causeKeys) unions.join(`${edit.class}${edit.key}`, place);
  }
  const shared = new Map<string, SharedEdit>();
  for (const { member, edits } of found) {
    for (const edit of edits) addTo(shared, unions.find(`${edit.class}${edit.key}`), edit, member);
  }
  return [...groupBy(shared.values(), signatureOf).values()].map(openGroup);
}

function signatureOf({ first, members, consequence }: SharedEdit): string {
  const signature = createHash("sha256").update(JSON.stringify([first.class, consequence, first.shown.noise ?? ""]));
  if (first.class !== "noise") for (const { index } of members) signature.update(`,${index}`);
  return signature.digest("hex");
}

function addTo(shared: Map<string, SharedEdit>, key: string, edit: Edit, member: Member): void {
  const known = shared.get(key);
  if (known === undefined) {
    shared.set(key, {
      first: edit,
      keys: [edit.key],
      members: [member],
      count: 1,
      consequence: edit.consequence,
      form: edit.form,
      forms: new Set([edit.form]),
      isNamedAlike: true,
      hasSameValues: true,
    });
    return;
  }
  known.count++;
  known.consequence = weightiest(known.consequence, edit.consequence);
  if (known.members.at(-1) !== member) known.members.push(member);
  if (known.keys.at(-1) !== edit.key) known.keys.push(edit.key);
  if (known.forms.size <= MAX_FORMS) known.forms.add(edit.form);
  if (edit.form !== known.form) known.form = commonForm(known.form, edit.form);
  known.isNamedAlike &&= edit.shown.label === known.first.shown.label;
  known.hasSameValues &&= sameValue(edit, known.first, "before") && sameValue(edit, known.first, "after");
}

/** `probes.….custom` for one place in the sources that is used in several fields. */
function commonForm(one: string, other: string): string {
  const [left, right] = [stepsOf(one), stepsOf(other)];
  const { start, end } = equalEnds(left, right);
  if (start + end === 0) return "several fields";
  const steps = [...left.slice(0, start), "…", ...left.slice(left.length - end)];
  return steps.map((step, index) => (index === 0 || step.startsWith("[") ? step : `.${step}`)).join("");
}

/** `annotations[example.com/{host,port}]` for two forms; `host, data.url` where they share nothing. */
function bracedForms(forms: readonly string[]): string {
  const [one = "", other = ""] = forms;
  const { start, end } = equalEnds(one, other);
  const first = one.slice(0, start).search(/[^./[]*$/);
  const last = one.length - one.slice(one.length - end).replace(/^[^.\]]*/, "").length;
  if (first === 0 && last === one.length) return forms.join(", ");
  const parts = forms.map((form) => form.slice(first, form.length - (one.length - last)));
  return `${one.slice(0, first)}{${parts.join(",")}}${one.slice(last)}`;
}

function stepsOf(form: string): readonly string[] {
  return form.match(/\[[^\]]*\]|[^.[]+/g) ?? [];
}

/** Tells whether both objects have the same value. Long values were compared by their forms already. */
function sameValue(a: Edit, b: Edit, side: "before" | "after"): boolean {
  return a[side] === b[side] && JSON.stringify(a.shown[side]) === JSON.stringify(b.shown[side]);
}

function openGroup(edits: readonly SharedEdit[]): OpenGroup {
  const { first, consequence } = edits[0] as SharedEdit;
  const keys = [...new Set(edits.flatMap((each) => each.keys))].sort();
  const key = createHash("sha256")
    .update(JSON.stringify([first.class, keys]))
    .digest("hex");
  const op = first.class === "moved" ? "moved" : "changed";
  const isReference = first.class === "references";
  const members = membersOf(edits);
  return { op, key, edits: edits.map(closedEdit), members, consequence, ...(isReference && { onlyReferences: true }) };
}

/** Each member once, in order. Only edits that are noise can have different ones. */
function membersOf(edits: readonly SharedEdit[]): readonly Member[] {
  const { first, members } = edits[0] as SharedEdit;
  if (first.class !== "noise" || edits.length === 1) return members;
  return [...new Set(edits.flatMap((each) => each.members))].sort((a, b) => a.index - b.index);
}

/** The edit as its first object has it; in the common form where the objects differ. */
function closedEdit({ first, form, forms, count, isNamedAlike, hasSameValues }: SharedEdit): GroupEdit {
  const { shown } = first;
  // What ends in dots does not say which field it is.
  const common = forms.size <= MAX_FORMS && /(?:…|^several fields)$/.test(form) ? bracedForms([...forms]) : form;
  const { before: _before, after: _after, bytes, label, op, ...others } = shown;
  // What a rule folds is one edit also where the values differ.
  const isOfMany = first.class === "noise" && !hasSameValues;
  const hasBytes = bytes !== undefined && (first.class !== "noise" || count === 1);
  const flags = { ...others, ...(hasBytes && { bytes }) };
  return {
    label: isNamedAlike ? label : common,
    op,
    ...flags,
    ...(!isOfMany && valuesOf(first, hasSameValues)),
    count,
  };
}

function valuesOf({ shown, before, after }: Edit, asShown: boolean): Pick<GroupEdit, "before" | "after"> {
  const { before: left, after: right } = asShown ? shown : { before: parsed(before), after: parsed(after) };
  return { ...(left === undefined ? {} : { before: left }), ...(right === undefined ? {} : { after: right }) };
}

function parsed(json: string | undefined): unknown {
  return json === undefined ? undefined : JSON.parse(json);
}
