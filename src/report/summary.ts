/** Summarises rows and changes in a few words. */
import { withoutHash } from "../manifests/index.ts";
import { type Change, consequenceOf, isMove, type ObjectName, weightOf } from "../review/index.ts";
import { crdPhrases, sharedCrdPhrases } from "./crd-phrases.ts";
import { editPhrases, joinPhrases, type Phrase, type ShownEdit } from "./edit-phrases.ts";
import { countFolded } from "./folded-fields.ts";
import type { Row } from "./overview.ts";
import { plural } from "./text.ts";
import { declarationWords } from "./words/declaration-words.ts";
import { keptPhrases, waitingPhrases } from "./words/fate-words.ts";
import { movePhrases } from "./words/move-words.ts";
import { kindPhrases, objectName, pluralOf } from "./words/object-names.ts";
import { endedPhrases, podPhrases } from "./words/pod-words.ts";
import { releasePhrases, stayingPhrases } from "./words/release-words.ts";
import { syncPhrase } from "./words/sync-words.ts";
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
export function rowName({ group, changes, names: targets }: Row): Phrase[] {
  if (group.whole !== undefined) return wholeName(group, targets);
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
  const more = rest === 0 ? [] : [` and ${plural(rest, "more object")}`];
  const named = changes.find((change) => change.object.kind === first.kind) ?? changes[0];
  return [...kinds, ...more, " (", { code: objectName(named.object) }, ", …)"];
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
  const named = namespaces.filter((each) => each !== "");
  const shown = named.slice(0, MAX_PARTS).map((each) => [{ code: each }]);
  const more = named.length > MAX_PARTS ? [` and ${named.length - MAX_PARTS} more`] : [];
  const none = named.length < namespaces.length ? [", and without a namespace"] : [];
  return [{ word: kind }, " ", { code: name }, " in ", ...joinPhrases(shown), ...more, ...none];
}

/** Describes the edits of a row, such as: image `shop` `1.4.2 → 1.5.0`; restarts its 2 Pods. Empty for whole objects. */
export function rowWords(row: Row): Phrase[] {
  const { group, changes } = row;
  const kept = row.kept === undefined ? [] : keptPhrases(row.kept, changes.length === 1, group.targets);
  const goes = [endedPhrases(row), waitingPhrases(row.waiting, changes.length)];
  if (group.whole !== undefined) {
    const words = wholeWords({ ...group, whole: group.whole, changes });
    const staying = kept.length === 0 && group.op === "removed" ? stayingPhrases(changes) : kept;
    return joinParts([words, staying, ...goes]);
  }
  const released = releasePhrases(changes);
  if (group.edits.length === 0) return joinParts([kept.length === 0 ? released : kept, ...goes]);
  return joinParts([editWords(row), released, ...podPhrases(row), referrerPhrases(row), stillPhrases(row)]);
}

function joinParts(parts: readonly (readonly Phrase[])[]): Phrase[] {
  return joinPhrases(
    parts.filter(({ length }) => length > 0),
    "; ",
  );
}

/** Kustomizations of Flux whose edits could change their objects, and do not. */
function stillPhrases({ isStill, changes }: Row): Phrase[] {
  if (!isStill) return [];
  return [changes.length === 1 ? "its objects stay as they are" : "their objects stay as they are"];
}

/** The objects that refer to those of the row by a new name, but for those that restart. */
function referrerPhrases({ changes, effects }: Row): Phrase[] {
  const keyOf = ({ kind, name }: Pick<ObjectName, "kind" | "name">): string => `${kind}\0${name}`;
  const others = new Map(changes.flatMap(({ referrers = [] }) => referrers).map((one) => [keyOf(one), one]));
  for (const { workloads } of effects) for (const one of workloads) others.delete(keyOf(one));
  return others.size === 0 ? [] : ["referred to by ", ...kindPhrases([...others.values()])];
}

function editWords({ group, changes, names }: Pick<Row, "group" | "changes" | "names">): Phrase[] {
  if (group.op === "moved") return joinPhrases(movePhrases(withFullNames(group.edits, changes), names));
  const words = group.consequence === "behaviour" ? rowDefinitionWords({ group, changes }) : undefined;
  if (words !== undefined) return words;
  // In a group, each object has the edit. More than that is news.
  const edits = group.edits.map((edit) => ({ ...edit, count: edit.count > changes.length ? edit.count : 1 }));
  return wordsOf(edits, 0, declarationWords(changes));
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

/** Describes all edits of one object: the weightiest first. Folded fields are only counted. */
export function summarise(change: Change): Phrase[] {
  if (change.op !== "changed") return [];
  const words = definitionWords(change) ?? ownWords(change);
  const folded = countFolded(change.fields);
  if (folded.fields > 0) words.push(`${words.length > 0 ? ", " : ""}${plural(folded.fields, folded.what)} folded`);
  return words;
}

function ownWords(change: Change): Phrase[] {
  const { from, object, fields, moreFields = 0 } = change;
  const edits: ShownEdit[] = [];
  const add = (label: string, before: string, after: string): unknown =>
    edits.push(
      before === ""
        ? { label, op: "added", after }
        : after === ""
          ? { label, op: "removed", before }
          : { label, op: "changed", before, after },
    );
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
  const words = wordsOf(edits, moreFields, declarationWords([change]));
  return from?.name !== undefined && words.length === 0 ? ["new name"] : words;
}

/** The change of one definition, or of several that share the edit of their versions. */
function rowDefinitionWords({ group, changes }: Pick<Row, "group" | "changes">): Phrase[] | undefined {
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
function isOnlyOfSchemas({ group, changes }: Pick<Row, "group" | "changes">): boolean {
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

function wordsOf(
  edits: readonly ShownEdit[],
  more: number,
  describe?: (edit: ShownEdit) => Phrase[] | undefined,
): Phrase[] {
  const { phrases, described } = editPhrases(edits, MAX_PARTS, (edit) => describe?.(edit) ?? syncPhrase(edit));
  const rest = edits.length - described + more;
  if (rest <= 0) return joinPhrases(phrases);
  return phrases.length === 0 ? [plural(rest, "field")] : [...joinPhrases(phrases), `, ${rest} more`];
}
