/** Strategic merge patches, as the reference applies them, quirks included; docs/specification/strategic-merge.md. */
import {
  clone,
  type Entry,
  get,
  isNull,
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
} from "../yaml/nodes/node.ts";
import type { Schema, SchemaSource } from "./merge-schema.ts";
import { emptyKey, replaceValue, setField } from "./set-field.ts";
import { keepsItsElements, mergeAssociativeList } from "./strategic-merge/associative-list.ts";
import { commentSchema } from "./strategic-merge/comment-schema.ts";
import { takeListDirective, takeMapDirective, takeValidMapDirective } from "./strategic-merge/directive.ts";
import { present, textOf, wrongKind } from "./strategic-merge/node-text.ts";

/**
 * Merges a patch into an object, in place. The patch itself stays as it is, so that it can be applied to many.
 * Everything in the object is visited, also what the patch does not mention: blank nulls go, and lists with merge keys
 * lose duplicates. Kind, name and namespace are merged like any field; callers that keep them restore them.
 * @returns the object, or undefined when the patch deletes it
 * @throws KrmError `patch-kind` where one side has a map and the other a list or a scalar,
 *   `unknown-patch-directive` for a `$patch` of another word, `empty-key` for a key without text
 */
export function strategicMerge(dest: MapNode, patch: MapNode, schemas: SchemaSource): MapNode | undefined {
  // Directives are removed as they act, and what is new moves into the object: hence a copy.
  const merged = merge(dest, clone(patch), undefined, schemas);
  return merged === undefined ? undefined : dest;
}

/**
 * What is to stand where `dest` stands: `dest` changed in place, the patch's node, or nothing. Either may be missing.
 * Both may be one node: what is new is walked against itself, which rids it of its own nulls and directives.
 */
function merge(
  dest: Node | undefined,
  patch: Node | undefined,
  inherited: Schema | undefined,
  schemas: SchemaSource,
): Node | undefined {
  if (patch === undefined && dest !== undefined && !isNull(dest)) return settle(dest, inherited, schemas);
  const one = present(dest);
  const two = present(patch);
  const kind = (one ?? two)?.kind;
  if (two !== undefined && two.kind !== kind) throw wrongKind(kind as Node["kind"], two);
  if (kind === "scalar") return patch ?? dest;
  const schema =
    commentSchema(one) ??
    commentSchema(two) ??
    inherited ??
    embeddedSchema(one, schemas) ??
    embeddedSchema(two, schemas);
  if (kind !== "seq") return mergeMaps(dest, patch, schema, schemas);
  if (schema?.mergeKeys === undefined) return replaceList(dest, patch);
  return mergeLists(dest, patch, schema, schema.mergeKeys, schemas);
}

/**
 * What becomes of a node that the patch does not mention, which is most of an object: the same as in a merge with
 * nothing, without what only two sides need.
 */
function settle(node: Node, inherited: Schema | undefined, schemas: SchemaSource): Node | undefined {
  if (node.kind === "scalar") return node;
  const schema = commentSchema(node) ?? inherited ?? embeddedSchema(node, schemas);
  if (node.kind === "map") return settleMap(node, schema, schemas);
  if (schema?.mergeKeys === undefined) return node;
  if (!keepsItsElements(node, schema.mergeKeys)) return mergeLists(node, undefined, schema, schema.mergeKeys, schemas);
  const elements = schema.elements();
  const { items } = node;
  for (let at = 0; at < items.length; at++) settle(items[at] as Node, elements, schemas);
  // The reference makes a new list, which nothing was written behind or above.
  node.comment = undefined;
  node.source = undefined;
  return node;
}

function settleMap(node: MapNode, schema: Schema | undefined, schemas: SchemaSource): MapNode {
  let gone: Set<Entry> | undefined;
  const entries = uniqueEntries(node);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const key = textOf(entry.key);
    if (key === "") throw emptyKey(node);
    const { value } = entry;
    const settled =
      value.kind === "scalar"
        ? scalarAlone(value)
        : settle(value, commentSchema(entry.key) ?? schema?.field(key), schemas);
    if (settled === undefined) (gone ??= new Set()).add(entry);
    else replaceValue(value, settled);
  }
  if (gone !== undefined) dropEntries(node, gone);
  return node;
}

/** A null that was written out is meant; a blank one is not, and goes. */
function scalarAlone(node: ScalarNode): Node | undefined {
  return isNull(node) && node.value === "" ? undefined : node;
}

function dropEntries(node: MapNode, gone: ReadonlySet<Entry>): void {
  node.entries = node.entries.filter((entry) => !gone.has(entry));
}

/** An object with a known apiVersion and kind brings its type along, at whatever depth it is embedded. */
function embeddedSchema(node: Node | undefined, schemas: SchemaSource): Schema | undefined {
  const kind = present(get(node, "kind"));
  const apiVersion = present(get(node, "apiVersion"));
  if (kind === undefined || apiVersion === undefined) return undefined;
  return schemas.schemaFor(textOf(apiVersion), textOf(kind));
}

function mergeLists(
  dest: Node | undefined,
  patch: Node | undefined,
  schema: Schema,
  keys: readonly string[],
  schemas: SchemaSource,
): Node | undefined {
  const [target, source] = chooseList(dest, patch);
  if (target === undefined) return undefined;
  const elements = schema.elements();
  return mergeAssociativeList(target, source, keys, (one, two) => merge(one, two, elements, schemas));
}

/** Maps, and also the cases where neither side has a value. */
function mergeMaps(
  dest: Node | undefined,
  patch: Node | undefined,
  schema: Schema | undefined,
  schemas: SchemaSource,
): Node | undefined {
  const target = chooseMap(dest, patch);
  if (target?.kind !== "map") return target;
  // Where the patch's map was taken over, both sides are the same from here on.
  const source = target === dest ? patch : target;
  const fields = source?.kind === "map" && source !== target ? new Fields(source) : undefined;
  const added = fields && newFields(fields, target);
  let gone: Set<Entry> | undefined;
  const entries = uniqueEntries(target);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const key = textOf(entry.key);
    if (key === "") throw emptyKey(target);
    const other = source === target ? entry : fields?.get(key);
    const inherited = commentSchema(entry.key) ?? commentSchema(other?.key) ?? schema?.field(key);
    const merged = merge(entry.value, other?.value, inherited, schemas);
    // A null that the object had and the patch does not mention is the one kind that stays.
    if (merged === undefined || (isNull(merged) && other !== undefined)) (gone ??= new Set()).add(entry);
    else replaceValue(entry.value, merged);
  }
  if (gone !== undefined) dropEntries(target, gone);
  if (added !== undefined) addNew(target, added, schema, schemas);
  return target;
}

/** The entries of a patch for which the object has none, in the order in which they are written. */
function newFields(patch: Fields, target: MapNode): Entry[] {
  const own = new Fields(target);
  const added: Entry[] = [];
  const entries = uniqueEntries(patch.node);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    if (own.get(textOf(entry.key)) === undefined) added.push(entry);
  }
  return added.length < 2 ? added : added.sort((a, b) => (textOf(a.key) < textOf(b.key) ? -1 : 1));
}

function addNew(target: MapNode, added: readonly Entry[], schema: Schema | undefined, schemas: SchemaSource): void {
  for (const entry of added) {
    const key = textOf(entry.key);
    const merged = merge(undefined, entry.value, commentSchema(entry.key) ?? schema?.field(key), schemas);
    // The key is made anew, and keeps its quotes only where the value came over as it was.
    setField(target, key, merged, { keyStyle: merged === entry.value ? entry.key.style : "" });
  }
}

/** The map that fields are merged into; a null that stays; or nothing. */
function chooseMap(dest: Node | undefined, patch: Node | undefined): Node | undefined {
  if (dest === undefined || isNull(dest)) {
    if (patch?.kind === "map" && takeValidMapDirective(patch) === "delete") return undefined;
    return patch ?? (dest?.kind === "scalar" ? scalarAlone(dest) : undefined);
  }
  if (patch === undefined) return dest;
  if (patch.kind !== "map") return undefined;
  adoptLook(dest, patch);
  const directive = takeMapDirective(patch);
  if (directive === "delete") return undefined;
  return directive === "replace" ? patch : dest;
}

/** The list that elements are merged into, and the list they come from. */
function chooseList(dest: Node | undefined, patch: Node | undefined): [SeqNode?, SeqNode?] {
  const from = patch?.kind === "seq" ? patch : undefined;
  if (dest?.kind !== "seq") return from === undefined ? [] : [from, from];
  if (patch === undefined) return [dest];
  if (from === undefined) return [];
  adoptLook(dest, from);
  const directive = takeListDirective(from);
  if (directive === "delete") return [];
  return directive === "replace" ? [from, from] : [dest, from];
}

function replaceList(dest: Node | undefined, patch: Node | undefined): Node | undefined {
  if (patch === undefined) return dest;
  if (dest !== undefined) adoptLook(dest, patch);
  return patch;
}

/** An empty collection was probably written `{}` or `[]`, which says nothing about the style of what comes. */
function adoptLook(dest: Node, patch: Node): void {
  dest.comment = patch.comment ?? dest.comment;
  const children = dest.kind === "map" ? dest.entries : dest.kind === "seq" ? dest.items : undefined;
  if (children?.length === 0) dest.style = patch.style;
}

/** Up to so many keys are compared with each other, which is faster than to make a set or a map of them. */
const FEW = 12;

/** The entries of a map by key, of duplicates the first. */
class Fields {
  readonly node: MapNode;
  readonly many: ReadonlyMap<string, Entry> | undefined;

  constructor(node: MapNode) {
    this.node = node;
    this.many = node.entries.length > FEW ? firstByKey(node) : undefined;
  }

  get(key: string): Entry | undefined {
    if (this.many !== undefined) return this.many.get(key);
    const { entries } = this.node;
    for (let at = 0; at < entries.length; at++) {
      const entry = entries[at] as Entry;
      if (textOf(entry.key) === key) return entry;
    }
    return undefined;
  }
}

function firstByKey(node: MapNode): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const entry of node.entries) {
    const key = textOf(entry.key);
    if (!entries.has(key)) entries.set(key, entry);
  }
  return entries;
}

/** Of duplicate keys only the first is ever merged. */
function uniqueEntries(node: MapNode): readonly Entry[] {
  return hasDuplicates(node.entries) ? [...firstByKey(node).values()] : node.entries;
}

function hasDuplicates(entries: readonly Entry[]): boolean {
  if (entries.length > FEW) return new Set(entries.map(({ key }) => textOf(key))).size < entries.length;
  for (let index = 1; index < entries.length; index++) {
    const text = textOf((entries[index] as Entry).key);
    for (let other = 0; other < index; other++) {
      if (textOf((entries[other] as Entry).key) === text) return true;
    }
  }
  return false;
}
