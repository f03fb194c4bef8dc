/** What a change amounts to, in a few words; from its fields, since the hunks are for reading on. */
import type { Change, ChangeGroup, FieldChange, ObjectName } from "../review/index.ts";

/** Words as they are, or text of the pull request, which a writer has to escape: as code, or as a word where it can be. */
export type Phrase = string | { readonly code: string } | { readonly word: string };

/** Beyond this many, the rest is counted. */
const MAX_PARTS = 4;

/** `Deployment shop/web`; a generated object goes by its name without the hash. */
export function objectName(object: ObjectName & { readonly baseName?: string }): string {
  const name = object.baseName ?? object.name;
  return object.namespace === "" ? name : `${object.namespace}/${name}`;
}

/** The same for a group; an object that is in several namespaces goes by its name, and the namespaces follow. */
export function groupName({ change, namespaces }: ChangeGroup): Phrase[] {
  if (namespaces.length <= 1) return [{ word: change.kind }, " ", { code: objectName(change) }];
  const phrases: Phrase[] = [{ word: change.kind }, " ", { code: change.baseName ?? change.name }, " in "];
  namespaces.slice(0, MAX_PARTS).forEach((namespace, index) => {
    phrases.push(index > 0 ? ", " : "", namespace === "" ? "no namespace" : { code: namespace });
  });
  if (namespaces.length > MAX_PARTS) phrases.push(` and ${namespaces.length - MAX_PARTS} more`);
  return phrases;
}

/** Such as: image `shop` `1.4.2 → 1.5.0`, replicas 3 → 5; restarts Deployment `web`. Empty for a whole object. */
export function summarise(change: Change): Phrase[] {
  if (change.op !== "changed") return [];
  const parts: Phrase[][] = [];
  const { from } = change;
  if (from?.apiVersion !== undefined) {
    parts.push(["apiVersion ", { code: from.apiVersion }, " → ", { code: change.apiVersion }]);
  }
  // What changes in all that refer to a new name is told where that name comes from.
  const fields = change.fields.filter((field) => !field.reference);
  const keys = fields.filter((field) => isDataKey(change, field));
  const others = fields.filter((field) => !isDataKey(change, field));
  if (keys.length > 0) parts.push(keyPhrase(keys));
  for (const field of others) parts.push(fieldPhrase(field));
  const all = parts.slice(0, MAX_PARTS);
  const rest = parts.length - all.length + (change.moreFields ?? 0);
  const phrases = all.flatMap((part, index) => (index === 0 ? part : [", ", ...part]));
  if (rest > 0) phrases.push(`, ${rest} more`);
  if (from?.name !== undefined && phrases.length === 0) phrases.push("new name");
  if (change.referrers !== undefined) phrases.push("; ", ...referrerPhrase(change.referrers));
  return phrases;
}

function isDataKey(change: Change, field: FieldChange): boolean {
  return (change.kind === "ConfigMap" || change.kind === "Secret") && /^\/(?:data|binaryData)\/[^/]+$/.test(field.path);
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

function fieldPhrase(field: FieldChange): Phrase[] {
  const image = imageChange(field);
  if (image !== undefined)
    return ["image ", { code: image.repository }, " ", { code: `${image.before} → ${image.after}` }];
  const name = field.path.split("/").slice(-1).map(unescapePointer).join("");
  const label = /^\d+$/.test(name) || name === "" ? dotted(field.path) : name;
  if (field.op !== "changed") return [{ word: label }, ` ${field.op}`];
  const before = shortText(field.before);
  const after = shortText(field.after);
  return before === undefined || after === undefined
    ? [{ word: label }]
    : [{ word: label }, " ", { code: `${before} → ${after}` }];
}

/** A scalar short enough to be told in passing. */
function shortText(value: unknown): string | undefined {
  if (typeof value === "string") return value !== "" && value.length <= 40 ? value : undefined;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

export interface ImageChange {
  readonly repository: string;
  /** Tag or digest. */
  readonly before: string;
  readonly after: string;
}

/** Set where a container's image changed its tag or digest and nothing else. */
export function imageChange(field: FieldChange): ImageChange | undefined {
  if (field.op !== "changed" || !/\/(?:initC|ephemeralC|c)ontainers\/\d+\/image$/.test(field.path)) return undefined;
  const before = splitImage(field.before);
  const after = splitImage(field.after);
  if (before === undefined || after === undefined || before.repository !== after.repository) return undefined;
  return { repository: before.repository, before: before.version, after: after.version };
}

function splitImage(image: unknown): { repository: string; version: string } | undefined {
  if (typeof image !== "string") return undefined;
  // A colon before the last slash belongs to a port, one behind the `@` to a digest.
  const [name = ""] = image.split("@", 1);
  const colon = name.indexOf(":", name.lastIndexOf("/") + 1);
  const at = colon >= 0 ? colon : name.length;
  return at === 0 || at === image.length ? undefined : { repository: image.slice(0, at), version: image.slice(at + 1) };
}

const RESTARTED = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

function referrerPhrase(referrers: readonly ObjectName[]): Phrase[] {
  const verb = referrers.every(({ kind }) => RESTARTED.has(kind)) ? "restarts " : "referred to by ";
  const phrases: Phrase[] = [verb];
  referrers.slice(0, MAX_PARTS).forEach((referrer, index) => {
    phrases.push(index > 0 ? ", " : "", { word: referrer.kind }, " ", { code: referrer.name });
  });
  if (referrers.length > MAX_PARTS) phrases.push(` and ${referrers.length - MAX_PARTS} more`);
  return phrases;
}

function dotted(path: string): string {
  return path.slice(1).split("/").map(unescapePointer).join(".");
}

function unescapePointer(text: string): string {
  return text.replaceAll("~1", "/").replaceAll("~0", "~");
}
