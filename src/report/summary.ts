/** Summarises a change in a few words, from its fields. */
import type { Change, FieldChange, ObjectName } from "../review/index.ts";
import { fieldPhrases, type Phrase, unescapePointer } from "./field-phrases.ts";
import type { Row } from "./figures.ts";

/** Further parts are only counted. */
const MAX_PARTS = 4;

/** `shop/web`: the namespace and the name. A generated object has its name without the hash. */
export function objectName(object: Omit<ObjectName, "apiVersion"> & { readonly baseName?: string }): string {
  const name = object.baseName ?? object.name;
  return object.namespace === "" ? name : `${object.namespace}/${name}`;
}

/** `Deployment shop/web` for a row. If the object is in several namespaces, they follow the name. */
export function rowName({ change: { object }, namespaces }: Row): Phrase[] {
  if (namespaces.length <= 1) return [{ word: object.kind }, " ", { code: objectName(object) }];
  const phrases: Phrase[] = [{ word: object.kind }, " ", { code: object.baseName ?? object.name }, " in "];
  namespaces.slice(0, MAX_PARTS).forEach((namespace, index) => {
    phrases.push(index > 0 ? ", " : "", namespace === "" ? "no namespace" : { code: namespace });
  });
  if (namespaces.length > MAX_PARTS) phrases.push(` and ${namespaces.length - MAX_PARTS} more`);
  return phrases;
}

/** For example: image `shop` `1.4.2 → 1.5.0`, replicas 3 → 5; restarts Deployment `web`. Empty for a whole object. */
export function summarise(change: Change): Phrase[] {
  if (change.op !== "changed") return [];
  const parts: Phrase[][] = [];
  const { from } = change;
  if (from?.apiVersion !== undefined) {
    parts.push(["apiVersion ", { code: from.apiVersion }, " → ", { code: change.object.apiVersion }]);
  }
  // References to new names are left out here: the object with the new name lists its referrers.
  const fields = change.fields.filter((field) => !field.reference);
  const keys = fields.filter((field) => isDataKey(change, field));
  const others = fields.filter((field) => !isDataKey(change, field));
  if (keys.length > 0) parts.push(keyPhrase(keys));
  const described = fieldPhrases(others, MAX_PARTS - parts.length);
  parts.push(...described.phrases);
  const rest = others.length - described.count + (change.moreFields ?? 0);
  const phrases = parts.flatMap((part, index) => (index === 0 ? part : [", ", ...part]));
  if (rest > 0) phrases.push(`, ${rest} more`);
  if (from?.name !== undefined && phrases.length === 0) phrases.push("new name");
  if (change.referrers !== undefined) phrases.push("; ", ...referrerPhrase(change.referrers));
  return phrases;
}

function isDataKey(change: Change, field: FieldChange): boolean {
  return (
    (change.object.kind === "ConfigMap" || change.object.kind === "Secret") &&
    /^\/(?:data|binaryData)\/[^/]+$/.test(field.path)
  );
}

function keyPhrase(fields: readonly FieldChange[]): Phrase[] {
  const shown = fields.slice(0, MAX_PARTS);
  const phrases: Phrase[] = [fields.length === 1 ? "key " : "keys "];
  shown.forEach((field, index) => {
    if (index > 0) phrases.push(", ");
    phrases.push({ code: unescapePointer(field.path.slice(field.path.indexOf("/", 1) + 1)) });
    if (field.op !== "changed") phrases.push(` ${field.op}`);
  });
  if (fields.length > shown.length) phrases.push(` and ${fields.length - shown.length} more`);
  return phrases;
}

const RESTARTED = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

function referrerPhrase(referrers: readonly ObjectName[]): Phrase[] {
  const verb = referrers.every(({ kind }) => RESTARTED.has(kind)) ? "restarts " : "referred to by ";
  const phrases: Phrase[] = [verb];
  const kinds = new Map<string, string[]>();
  for (const { kind, name } of referrers.slice(0, MAX_PARTS)) kinds.set(kind, [...(kinds.get(kind) ?? []), name]);
  for (const [kind, names] of kinds) {
    phrases.push(phrases.length > 1 ? ", " : "", { word: names.length === 1 ? kind : pluralOf(kind) }, " ");
    names.forEach((name, index) => phrases.push(index > 0 ? ", " : "", { code: name }));
  }
  if (referrers.length > MAX_PARTS) phrases.push(` and ${referrers.length - MAX_PARTS} more`);
  return phrases;
}

function pluralOf(kind: string): string {
  if (/(?:s|x|ch|sh)$/.test(kind)) return `${kind}es`;
  return /[^aeiou]y$/.test(kind) ? `${kind.slice(0, -1)}ies` : `${kind}s`;
}
