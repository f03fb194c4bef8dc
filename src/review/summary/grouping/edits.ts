/** Takes a change apart into the edits that people would name. */
import { createHash } from "node:crypto";
import { charge, chargeText, checkTime } from "../../../budget/index.ts";
import { getOrInsert } from "../../../collections.ts";
import { withoutHash } from "../../../manifests/index.ts";
import { stableJson } from "../../../text/index.ts";
import { isDescription, perLabel } from "../../differences/index.ts";
import type { Change, Consequence, FieldChange, GroupEdit } from "../../report.ts";
import { consequenceOf, consequenceOfChange, isOfReferences } from "./consequence.ts";
import type { Member } from "./members.ts";
import { isMove } from "./moves.ts";
import { type OriginalName, OwnNames, pathForm } from "./normal-form.ts";
import type { OwnSteps } from "./own-steps.ts";

/** An edit of one object. Edits with equal keys are the same edit, whatever the objects. */
export interface Edit {
  /** Moves, edits of fields, references to new names, and what a rule of noise folds never share a group. */
  readonly class: "moved" | "changed" | "references" | "noise";
  readonly consequence: Consequence;
  readonly key: string;
  /** The name of the edit where the objects call it differently. */
  readonly form: string;
  /** The edit as the object has it. */
  readonly shown: Omit<GroupEdit, "count">;
  /** The values with marks in place of the object's own names, as JSON. */
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The place of the edit in the sources together with its values; undefined where it does not identify the edit. */
  readonly causeKeys: readonly string[];
}

/** The memory that an edit takes, besides its values. */
const EDIT_BYTES = 1_000;

/** The edits of an object that exists on both sides. References count only where nothing else changes, beside noise. */
export function editsOf({ change, targets, original, steps }: Member, own: OwnSteps): Edit[] {
  const names = new OwnNames(change, original, steps);
  const places = placesOf(change);
  checkTime();
  charge(change.fields.length * EDIT_BYTES);
  const edits = [...moveEdits(change, targets, own), ...versionEdits(change)];
  const showsReferences = isOfReferences(change);
  const ofVersions: Edit[] = [];
  for (const field of change.fields.flatMap(perLabel)) {
    const { path, namedPath: _named, image: _image, ...shown } = field;
    if (field.noise !== undefined) edits.push(noiseEdit(field, field.noise, names, change.object.kind));
    else if (field.reference) edits.push(...(showsReferences ? [referenceEdit(shown, names)] : []));
    else if (isDescription(field, change.object.kind)) edits.push(descriptionEdit());
    else {
      const edit = fieldEdit(pathForm(field), shown, consequenceOf(field, change.object), places.get(path) ?? []);
      (isOfVersions(field, change.object.kind) ? ofVersions : edits).push(edit);
    }
  }
  const isDefinitionEdit = ofVersions.length > 0 && change.moreFields !== undefined;
  edits.unshift(...definitionEdits(ofVersions, isDefinitionEdit ? changedLines(change, names) : undefined));
  const isFolded = edits.every((edit) => edit.class === "noise");
  const hasMore = change.moreFields !== undefined && !isDefinitionEdit;
  if (hasMore || (isFolded && consequenceOfChange(change) !== "noise")) edits.push(restEdit());
  return edits;

  function fieldEdit(form: string, shown: Edit["shown"], consequence: Consequence, at: readonly string[]): Edit {
    const before = names.valueForm(shown.before);
    const after = names.valueForm(shown.after);
    const isKnown = before !== undefined || after !== undefined;
    // Without values, only the object or the lines tell one edit from another.
    const isOpaque = shown.redacted || shown.encrypted || shown.bytes !== undefined;
    const content = isOpaque ? objectKey(change, original) : shown.oversized ? changedLines(change, names) : "";
    const values = [names.valueKey(shown.before), names.valueKey(shown.after)];
    for (const text of values) chargeText(text);
    const key = stableJson([names.keyOf(form), shown.op, ...values, content]);
    // One place can make edits of several sorts, of which none may stand in a row of another sort.
    const causeKeys = isKnown ? at.map((place) => stableJson([place, shown.op, consequence, ...values])) : [];
    const [of, about] = change.onlyReferences
      ? (["references", "behaviour"] as const)
      : (["changed", consequence] as const);
    return { class: of, consequence: about, key, form: names.remove(form), shown, before, after, causeKeys };
  }

  /** The fields that are not listed. */
  function restEdit(): Edit {
    const { moreFields = 0 } = change;
    const label = moreFields === 0 ? "content" : `${moreFields} more ${moreFields === 1 ? "field" : "fields"}`;
    return fieldEdit(label, { label, op: "changed", oversized: true }, "behaviour", []);
  }
}

/** The places of the causes that explain single fields, by the paths of these. */
function placesOf({ causes }: Change): ReadonlyMap<string, readonly string[]> {
  const places = new Map<string, string[]>();
  for (const { side, file, line, column, fields = [] } of causes) {
    if (line === undefined) continue;
    for (const path of fields)
      getOrInsert(places, path, (): string[] => []).push(stableJson([side, file, line, column ?? 0]));
  }
  return places;
}

function plainEdit(of: Edit["class"], label: string, before: string, after: string): Edit {
  const values = { before: JSON.stringify(before), after: JSON.stringify(after) };
  const shown = { label, op: "changed" as const, before, after };
  const key = stableJson([of, label, before, after]);
  return { class: of, consequence: "behaviour", key, form: label, shown, ...values, causeKeys: [] };
}

function moveEdits(change: Change, targets: readonly string[], own: OwnSteps): Edit[] {
  const { from = {}, object } = change;
  const edits: Edit[] = [];
  const add = (label: string, before: string, after: string): unknown =>
    edits.push(plainEdit("moved", label, before, after));
  if (from.kind !== undefined) add("kind", from.kind, object.kind);
  if (from.namespace !== undefined) add("metadata.namespace", from.namespace, object.namespace);
  if (from.name !== undefined && isMove({ from: { name: from.name }, object })) {
    const [before, after] = differenceOf(withoutHash(from.name), object.baseName ?? withoutHash(object.name));
    add("metadata.name", before, after);
  }
  if (from.targets !== undefined) {
    const old = new Set(from.targets);
    const [now, ...others] = targets.filter((target) => !old.has(target));
    const [first, ...more] = from.targets;
    if (first === undefined || now === undefined || others.length + more.length > 0)
      add("target", from.targets.join(", "), [...(now === undefined ? [] : [now]), ...others].join(", "));
    else edits.push(targetEdit(first, now, own));
  }
  return edits;
}

/** Moves of one sort between targets are one edit: their values have `*` in place of what differs. */
function targetEdit(before: string, after: string, own: OwnSteps): Edit {
  const [left, right] = own.moved(before, after, () => "*");
  const key = stableJson(["moved", "target", ...own.moved(before, after, (number) => `<${number}>`)]);
  const shown = { label: "target", op: "changed" as const, before, after };
  const values = { before: JSON.stringify(left), after: JSON.stringify(right) };
  return { class: "moved", consequence: "behaviour", key, form: "target", shown, ...values, causeKeys: [] };
}

/** Both names, with `…` in place of the words at their start or end that they share. So a new prefix is one edit. */
function differenceOf(before: string, after: string): readonly [string, string] {
  if (after.endsWith(before)) return ["…", `${after.slice(0, after.length - before.length)}…`];
  if (before.endsWith(after)) return [`${before.slice(0, before.length - after.length)}…`, "…"];
  if (after.startsWith(before)) return ["…", `…${after.slice(before.length)}`];
  if (before.startsWith(after)) return [`…${before.slice(after.length)}`, "…"];
  const [left, right] = [before.split("-"), after.split("-")];
  let shared = 0;
  while (shared < Math.min(left.length, right.length) - 1 && left.at(-1 - shared) === right.at(-1 - shared)) shared++;
  if (shared === 0) return [before, after];
  return [left, right].map((words) => `${words.slice(0, words.length - shared).join("-")}-…`) as [string, string];
}

function versionEdits({ from, object }: Change): Edit[] {
  return from?.apiVersion === undefined ? [] : [plainEdit("changed", "apiVersion", from.apiVersion, object.apiVersion)];
}

/** References to one generated object are one edit: their hashes differ where overlays add to its content. */
function referenceEdit(shown: Edit["shown"], names: OwnNames): Edit {
  const [before, after] = [shown.before, shown.after].map((name) => JSON.stringify(withoutHash(String(name))));
  const key = stableJson(["references", names.keyOf(after ?? "")]);
  const of = { class: "references", consequence: "behaviour", form: "references" } as const;
  return { ...of, key, shown, before, after, causeKeys: [] };
}

/** Tells whether the field is a part of the versions of a CustomResourceDefinition. */
function isOfVersions({ path }: Pick<FieldChange, "path">, kind: string): boolean {
  return kind === "CustomResourceDefinition" && /^\/spec\/(?:versions|validation)(?:\/|$)/.test(path);
}

/**
 * Several edits of the versions of a definition are one, because their rows would say less than its {@link Change.crd}. Definitions
 * with the same edits share it.
 * @param more what tells the edits that are not listed from others
 */
function definitionEdits(edits: readonly Edit[], more: string | undefined): readonly Edit[] {
  const keys = [...new Set(edits.map(({ key }) => key))].sort();
  if (keys.length < 2 && more === undefined) return edits;
  const key = stableJson(["versions", keys, more ?? ""]);
  const shown = { label: "versions", op: "changed" as const, ...(more !== undefined && { oversized: true as const }) };
  const of = { class: "changed", consequence: "behaviour", form: "versions" } as const;
  // Each counts.
  return edits.map(() => ({ ...of, key, shown, before: undefined, after: undefined, causeKeys: [] }));
}

/** All descriptions are one edit. Their texts are long, and say nothing in a row. */
function descriptionEdit(noise?: string): Edit {
  const shown = { label: "descriptions", op: "changed" as const, ...(noise !== undefined && { noise }) };
  const key = stableJson(["descriptions", noise ?? ""]);
  const of =
    noise === undefined
      ? ({ class: "changed", consequence: "metadata" } as const)
      : ({ class: "noise", consequence: "noise" } as const);
  return { ...of, key, form: "descriptions", shown, before: undefined, after: undefined, causeKeys: [] };
}

/** Makes one edit of all fields that a rule folds at one place, whatever the values: checksums are all different. */
function noiseEdit(field: Change["fields"][number], rule: string, names: OwnNames, kind: string): Edit {
  if (isDescription(field, kind)) return descriptionEdit(rule);
  const { path: _path, namedPath: _named, ...shown } = field;
  const form = pathForm(field);
  const key = stableJson([rule, names.keyOf(form), shown.op]);
  const [before, after] = [names.valueForm(shown.before), names.valueForm(shown.after)];
  return { class: "noise", consequence: "noise", key, form: names.remove(form), shown, before, after, causeKeys: [] };
}

/** The kind and the original name of an object. */
export function objectKey({ object }: Pick<Change, "object">, original: OriginalName | undefined): string {
  const slash = object.apiVersion.indexOf("/");
  const group = slash < 0 ? "" : object.apiVersion.slice(0, slash);
  return stableJson([group, object.kind, original?.name ?? object.baseName ?? object.name]);
}

/** A digest of the changed lines, without the object's own names. */
export function changedLines({ hunks }: Change, names: OwnNames): string {
  const hash = createHash("sha256");
  for (const { lines } of hunks) {
    for (const line of lines) if (!line.startsWith(" ")) hash.update(`${names.keyOf(line)}\n`);
  }
  return hash.digest("hex");
}
