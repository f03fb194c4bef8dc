/** Summarises rows and changes in a few words. */
import { withoutHash } from "../manifests/index.ts";
import { type Change, consequenceOf, isMove, type ObjectName, weightOf } from "../review/index.ts";
import { crdPhrases, sharedCrdPhrases } from "./crd-phrases.ts";
import { editPhrases, joinPhrases, movePhrases, type Phrase, type ShownEdit } from "./edit-phrases.ts";
import { countFolded } from "./folded-fields.ts";
import type { Row } from "./overview.ts";
import { plural } from "./text.ts";
import { kindPhrases, objectName, pluralOf } from "./words/object-names.ts";
import { wholeName, wholeWords } from "./words/whole-words.ts";

/** Further parts are only counted. */
const MAX_PARTS = 4;
/** The objects of a row are named if there are not more of them. */
const MAX_NAMED = 3;

/** The names at base and at head where they differ by more than a hash: `shop/old → shop/new`. Otherwise the one name. */
export function bothNames({ from, object }: Change): string {
  const now = objectName(object);
  if (from?.name === undefined && from?.namespace === undefined) return now;
  const name = from.name === undefined ? (object.baseName ?? object.name) : withoutHash(from.name);
  const before = objectName({ kind: object.kind, namespace: from.namespace ?? object.namespace, name });
  return before === now ? now : `${before} → ${now}`;
}

/**
 * `Deployment shop/web` for a row. If the object is in several namespaces, they follow the name. Many different objects are
 * counted by kind.
 */
export function rowName({ group, changes }: Row): Phrase[] {
  if (group.whole !== undefined) return wholeName(group);
  const [{ object }] = changes;
  const names = new Set(changes.map((change) => JSON.stringify([change.object.kind, nameOf(change)])));
  if (names.size === 1) return objectPhrase(object.kind, nameOf(changes[0]), namespacesOf(changes));
  const objects = new Map(
    changes.map((change) => {
      const { kind, name } = { kind: change.object.kind, name: objectName(change.object) };
      return [`${kind} ${name}`, { kind, name }];
    }),
  );
  if (objects.size <= MAX_NAMED) return kindPhrases([...objects.values()]);
  const [first = { kind: "", count: 0 }, ...otherKinds] = group.kinds;
  const common = otherKinds.length === 0 ? commonName(changes.map(nameOf)) : undefined;
  if (common !== undefined) return [`${first.count} `, { word: pluralOf(first.kind) }, " ", { code: common }];
  const kinds = group.kinds.slice(0, MAX_PARTS).flatMap(({ kind, count }, index): Phrase[] => {
    return [index === 0 ? `${count} ` : `, ${count} `, { word: count === 1 ? kind : pluralOf(kind) }];
  });
  const rest = group.kinds.slice(MAX_PARTS).reduce((sum, { count }) => sum + count, 0);
  return rest === 0 ? kinds : [...kinds, ` and ${rest} more objects`];
}

/** `…-web` for names that end in the same words, `web-…` for names that begin with the same words. */
function commonName(names: readonly string[]): string | undefined {
  const all = names.map((name) => name.split("-"));
  const [first = []] = all;
  const shared = (at: (words: readonly string[], index: number) => string | undefined): number => {
    let length = 0;
    while (length < first.length - 1 && all.every((words) => at(words, length) === at(first, length))) length++;
    return length;
  };
  const end = shared((words, index) => words.at(-1 - index));
  if (end > 0) return `…-${first.slice(-end).join("-")}`;
  const start = shared((words, index) => words[index]);
  return start > 0 ? `${first.slice(0, start).join("-")}-…` : undefined;
}

function nameOf({ object }: Change): string {
  return object.baseName ?? object.name;
}

function namespacesOf(changes: readonly Change[]): string[] {
  return [...new Set(changes.map(({ object }) => object.namespace))];
}

function objectPhrase(kind: string, name: string, namespaces: readonly string[]): Phrase[] {
  const [namespace = ""] = namespaces;
  if (namespaces.length <= 1) return [{ word: kind }, " ", { code: namespace === "" ? name : `${namespace}/${name}` }];
  // Targets often have the names of namespaces: `web in eu, us, in eu, us` says too little.
  if (namespaces.length <= MAX_PARTS && namespaces.every((each) => /^[a-z0-9-]+$/.test(each)))
    return [{ word: kind }, " ", { code: `{${namespaces.join()}}/${name}` }];
  const named = namespaces.slice(0, MAX_PARTS).map((each) => [each === "" ? "no namespace" : { code: each }]);
  const more = namespaces.length > MAX_PARTS ? [` and ${namespaces.length - MAX_PARTS} more`] : [];
  return [{ word: kind }, " ", { code: name }, " in ", ...joinPhrases(named), ...more];
}

/** Describes the edits of a row, such as: image `shop` `1.4.2 → 1.5.0`; restarts Deployment `web`. Empty for whole objects. */
export function rowWords({ group, changes }: Row): Phrase[] {
  if (group.whole !== undefined) return wholeWords({ ...group, whole: group.whole, changes });
  if (group.edits.length === 0) return [];
  const all = changes.flatMap(({ referrers = [] }) => referrers);
  const distinct = new Map(all.map((one) => [`${one.kind}\0${one.name}`, one]));
  return withReferrers(editWords({ group, changes }), [...distinct.values()]);
}

function editWords({ group, changes }: Row): Phrase[] {
  if (group.op === "moved") return joinPhrases(movePhrases(withFullNames(group.edits, changes)));
  const words = group.consequence === "behaviour" ? rowDefinitionWords({ group, changes }) : undefined;
  if (words !== undefined) return words;
  // In a group, each object has the edit. More than that is news.
  const edits = group.edits.map((edit) => ({ ...edit, count: edit.count > changes.length ? edit.count : 1 }));
  return wordsOf(edits, 0);
}

/** Objects of several names are described by what changes in these. Where all have one name, it is shown whole, without a hash. */
function withFullNames(edits: readonly ShownEdit[], changes: Row["changes"]): readonly ShownEdit[] {
  const [first] = changes;
  const old = first.from?.name;
  const name = nameOf(first);
  if (old === undefined || !changes.every((change) => change.from?.name === old && nameOf(change) === name))
    return edits;
  return edits.map((edit) => {
    if (edit.label !== "metadata.name") return edit;
    const [before, after] = [String(edit.before), String(edit.after)];
    const rest = after.startsWith("…") ? name.slice(0, name.length + 1 - after.length) : name.slice(after.length - 1);
    const whole = before.replace("…", () => rest);
    return old === whole || old.startsWith(`${whole}-`) ? { ...edit, before: whole, after: name } : edit;
  });
}

/** Describes all edits of one object as {@link rowWords} does: the weightiest first. Folded fields are only counted. */
export function summarise(change: Change): Phrase[] {
  if (change.op !== "changed") return [];
  const words = definitionWords(change) ?? ownWords(change);
  const folded = countFolded(change.fields);
  if (folded.fields > 0) words.push(`${words.length > 0 ? ", " : ""}${plural(folded.fields, folded.what)} folded`);
  return withReferrers(words, change.referrers ?? []);
}

function ownWords(change: Change): Phrase[] {
  const { from, object, fields, moreFields = 0 } = change;
  const edits: ShownEdit[] = [];
  const add = (label: string, before: string, after: string): unknown =>
    edits.push({ label, op: "changed", before, after });
  if (from?.apiVersion !== undefined) add("apiVersion", from.apiVersion, object.apiVersion);
  if (isMove(change)) {
    if (from?.kind !== undefined) add("kind", from.kind, object.kind);
    if (from?.namespace !== undefined) add("namespace", from.namespace, object.namespace);
    if (from?.name !== undefined) add("name", from.name, object.name);
  }
  // References to new names are left out here: the object with the new name lists its referrers.
  const own = fields.filter(({ reference, noise }) => !reference && noise === undefined);
  const weighed = own.map((field) => ({ field, weight: weightOf(consequenceOf(field, object)) }));
  // One by one: a report of others may have more of them than a call takes arguments.
  for (const { field } of weighed.sort((a, b) => a.weight - b.weight)) edits.push(field);
  const words = wordsOf(edits, moreFields);
  return from?.name !== undefined && words.length === 0 ? ["new name"] : words;
}

/** The change of one definition, or of several that share the edit of their versions. */
function rowDefinitionWords({ group, changes }: Row): Phrase[] | undefined {
  if (changes.length === 1) return definitionWords(changes[0]);
  const crds = changes.flatMap(({ crd }) => crd ?? []);
  if (crds.length < changes.length) return undefined;
  const [edit, ...others] = group.edits;
  const isOfVersions = edit?.label === "versions" && others.length === 0;
  if (!isOfVersions && !isOnlyOfSchemas({ group, changes })) return undefined;
  const words = sharedCrdPhrases(crds);
  return words.length === 0 ? undefined : words;
}

/** Tells whether the row has all edits of its changes, and these are nothing but changes of versions. */
function isOnlyOfSchemas({ group, changes }: Row): boolean {
  const fields = changes.flatMap((change) => change.fields.filter(({ noise }) => noise === undefined));
  const edits = group.edits.reduce((sum, { count }) => sum + count, 0);
  const isWhole = changes.every(({ from, moreFields }) => from === undefined && moreFields === undefined);
  return isWhole && fields.length === edits && fields.every(({ path }) => SCHEMA_FIELD.test(path));
}

/** The fields whose changes the phrases about versions and their properties describe. */
const SCHEMA_FIELD =
  /^\/spec\/(?:versions(?:\/\d+(?:\/(?:schema|served|storage|deprecated|name)(?:\/|$)|$)|$)|validation(?:\/|$)|version$)/;

/** The change of a CustomResourceDefinition by its versions and properties, and then its other fields. */
function definitionWords({ crd, from, fields, moreFields = 0 }: Change): Phrase[] | undefined {
  if (crd === undefined || from !== undefined) return undefined;
  const words = crdPhrases(crd);
  if (words.length === 0) return undefined;
  const others = fields.filter(
    ({ path, noise }) => noise === undefined && path.startsWith("/spec/") && !SCHEMA_FIELD.test(path),
  );
  return others.length + moreFields === 0 ? words : [...words, "; ", ...wordsOf(others, moreFields)];
}

function wordsOf(edits: readonly ShownEdit[], more: number): Phrase[] {
  const { phrases, described } = editPhrases(edits, MAX_PARTS);
  const rest = edits.length - described + more;
  if (rest <= 0) return joinPhrases(phrases);
  return phrases.length === 0 ? [plural(rest, "field")] : [...joinPhrases(phrases), `, ${rest} more`];
}

function withReferrers(phrases: Phrase[], referrers: readonly ObjectName[]): Phrase[] {
  return referrers.length === 0 ? phrases : [...phrases, "; ", ...referrerPhrase(referrers)];
}

const RESTARTED = new Set(["Deployment", "StatefulSet", "DaemonSet"]);

function referrerPhrase(referrers: readonly ObjectName[]): Phrase[] {
  const verb = referrers.every(({ kind }) => RESTARTED.has(kind)) ? "restarts " : "referred to by ";
  const more = referrers.length - MAX_PARTS;
  return [verb, ...kindPhrases(referrers.slice(0, MAX_PARTS)), ...(more > 0 ? [` and ${more} more`] : [])];
}
