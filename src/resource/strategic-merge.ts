/** Applies strategic merge patches as kustomize does, including its quirks; docs/specification/strategic-merge.md. */
import { writtenStyle } from "../yaml/index.ts";
import {
  clone,
  type Entry,
  get,
  isNull,
  type MapNode,
  type Node,
  type ScalarNode,
  type SeqNode,
  scalar,
} from "../yaml/nodes/node.ts";
import type { Schema, SchemaSource } from "./merge-schema.ts";
import { emptyKey, replaceValue, setField } from "./set-field.ts";
import { keepsItsElements, mergeAssociativeList } from "./strategic-merge/associative-list.ts";
import { commentSchema } from "./strategic-merge/comment-schema.ts";
import { takeListDirective, takeMapDirective, takeValidMapDirective } from "./strategic-merge/directive.ts";
import { present, textOf, wrongKind } from "./strategic-merge/node-text.ts";

/**
 * Merges a patch into an object, in place. Does not change the patch, so that it can be applied to many objects. Visits
 * the whole object, also the parts that the patch does not mention: removes empty nulls, and duplicates from lists with
 * merge keys. Kind, name and namespace are merged like any field; callers that keep them restore them.
 * @param renewsNulls whether nulls that stay lose their places and comments, as in kustomize. Only hashes of the node tree
 *   show this.
 * @returns the object, or undefined if the patch deletes it
 * @throws KrmError `patch-kind` if one side has a map and the other a list or a scalar, `unknown-patch-directive` for
 *   an unknown `$patch`, `empty-key` for an empty key
 */
export function strategicMerge(
  dest: MapNode,
  patch: MapNode,
  schemas: SchemaSource,
  renewsNulls = false,
): MapNode | undefined {
  // The merge removes directives from the patch and moves new nodes into the object, so it works on a copy.
  const merged = merge(dest, clone(patch), undefined, { schemas, renewsNulls });
  return merged === undefined ? undefined : dest;
}

/** The settings of a merge. */
interface Terms {
  readonly schemas: SchemaSource;
  readonly renewsNulls: boolean;
}

/**
 * The node that takes the place of `dest`: `dest` changed in place, the node of the patch, or none. Either may be
 * missing. Both may be the same node: a new node is merged with itself, which removes its own nulls and directives.
 */
function merge(
  dest: Node | undefined,
  patch: Node | undefined,
  inherited: Schema | undefined,
  terms: Terms,
): Node | undefined {
  if (patch === undefined && dest !== undefined && !isNull(dest)) return mergeWithNothing(dest, inherited, terms);
  const one = present(dest);
  const two = present(patch);
  const kind = (one ?? two)?.kind;
  if (two !== undefined && two.kind !== kind) throw wrongKind(kind as Node["kind"], two);
  if (kind === "scalar") return patch ?? dest;
  const schema =
    commentSchema(one) ?? commentSchema(two) ?? inherited ?? embeddedSchema(one, terms) ?? embeddedSchema(two, terms);
  if (kind !== "seq") return mergeMaps(dest, patch, schema, terms);
  if (schema?.mergeKeys === undefined) return replaceList(dest, patch);
  return mergeLists(dest, patch, schema, schema.mergeKeys, terms);
}

/**
 * Merges a node with nothing, because the patch does not mention it. This is a short form of {@link merge} for most
 * nodes of an object.
 */
function mergeWithNothing(node: Node, inherited: Schema | undefined, terms: Terms): Node | undefined {
  if (node.kind === "scalar") return node;
  const schema = commentSchema(node) ?? inherited ?? embeddedSchema(node, terms);
  if (node.kind === "map") return mergeMapWithNothing(node, schema, terms);
  if (schema?.mergeKeys === undefined || node.items.length === 0) return node;
  if (!keepsItsElements(node, schema.mergeKeys)) return mergeLists(node, undefined, schema, schema.mergeKeys, terms);
  const elements = schema.elements();
  const { items } = node;
  for (let at = 0; at < items.length; at++) mergeWithNothing(items[at] as Node, elements, terms);
  // kustomize makes a new list here, which has no comments.
  node.comment = undefined;
  node.source = undefined;
  return node;
}

function mergeMapWithNothing(node: MapNode, schema: Schema | undefined, terms: Terms): MapNode {
  let removed: Set<Entry> | undefined;
  const entries = uniqueEntries(node);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const key = textOf(entry.key);
    if (key === "") throw emptyKey(node);
    const { value } = entry;
    const merged =
      value.kind === "scalar"
        ? keptScalar(value, terms)
        : mergeWithNothing(value, commentSchema(entry.key) ?? schema?.field(key), terms);
    if (merged === undefined) (removed ??= new Set()).add(entry);
    else replaceValue(value, merged);
  }
  if (removed !== undefined) dropEntries(node, removed);
  return node;
}

/** The scalar, unless it is an empty null: that is removed. A written null stays. In kustomize it is a new node then. */
function keptScalar(node: ScalarNode, { renewsNulls }: Terms): Node | undefined {
  if (!isNull(node)) return node;
  if (node.value === "") return undefined;
  return renewsNulls ? Object.assign(node, { source: undefined, offset: 0, comment: undefined }) : node;
}

/**
 * Removes entries. An entry whose key is null gets a key without a tag instead: below the top of an object that cannot be
 * printed, as in kustomize (docs/specification/strategic-merge.md 2.9).
 */
function dropEntries(node: MapNode, removed: ReadonlySet<Entry>): void {
  node.entries = node.entries.flatMap((entry) => {
    if (!removed.has(entry)) return [entry];
    const { key, value } = entry;
    if (key.kind !== "scalar" || !isNull(key)) return [];
    return [{ key: Object.assign(scalar(key.value), { source: key.source, offset: key.offset }), value }];
  });
}

/** The type of an object with a known apiVersion and kind, which may be embedded at any depth. */
function embeddedSchema(node: Node | undefined, terms: Terms): Schema | undefined {
  const kind = present(get(node, "kind"));
  const apiVersion = present(get(node, "apiVersion"));
  if (kind === undefined || apiVersion === undefined) return undefined;
  return terms.schemas.schemaFor(textOf(apiVersion), textOf(kind));
}

function mergeLists(
  dest: Node | undefined,
  patch: Node | undefined,
  schema: Schema,
  keys: readonly string[],
  terms: Terms,
): Node | undefined {
  const [target, source] = chooseList(dest, patch);
  if (target === undefined) return undefined;
  const elements = schema.elements();
  return mergeAssociativeList(target, source, keys, (one, two) => merge(one, two, elements, terms));
}

/** Merges maps. Also handles the case that neither side has a value. */
function mergeMaps(
  dest: Node | undefined,
  patch: Node | undefined,
  schema: Schema | undefined,
  terms: Terms,
): Node | undefined {
  const target = chooseMap(dest, patch, terms);
  if (target?.kind !== "map") return target;
  // If the map of the patch is taken over, it is merged with itself.
  const source = target === dest ? patch : target;
  const fields = source?.kind === "map" && source !== target ? new Fields(source) : undefined;
  const added = fields && newFields(fields, target);
  let removed: Set<Entry> | undefined;
  const entries = uniqueEntries(target);
  for (let at = 0; at < entries.length; at++) {
    const entry = entries[at] as Entry;
    const key = textOf(entry.key);
    if (key === "") throw emptyKey(target);
    const other = source === target ? entry : fields?.get(key);
    const inherited = commentSchema(entry.key) ?? commentSchema(other?.key) ?? schema?.field(key);
    const merged = merge(entry.value, other?.value, inherited, terms);
    // A null stays only if the object has it and the patch does not mention it.
    if (merged === undefined || (isNull(merged) && other !== undefined)) (removed ??= new Set()).add(entry);
    else replaceValue(entry.value, merged);
  }
  if (removed !== undefined) dropEntries(target, removed);
  if (added !== undefined) addNew(target, added, schema, terms);
  return target;
}

/** The entries of a patch whose keys the object does not have, in the order in which they are added. */
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

function addNew(target: MapNode, added: readonly Entry[], schema: Schema | undefined, terms: Terms): void {
  for (const entry of added) {
    const key = textOf(entry.key);
    const merged = merge(undefined, entry.value, commentSchema(entry.key) ?? schema?.field(key), terms);
    // The key is a new node. It keeps its quotes only if the value was taken over unchanged.
    setField(target, key, merged, { keyStyle: merged === entry.value ? writtenStyle(entry.key) : "" });
  }
}

/** The map into which fields are merged, or a null that stays, or undefined. */
function chooseMap(dest: Node | undefined, patch: Node | undefined, terms: Terms): Node | undefined {
  if (dest === undefined || isNull(dest)) {
    if (patch?.kind === "map" && takeValidMapDirective(patch) === "delete") return undefined;
    return patch ?? (dest?.kind === "scalar" ? keptScalar(dest, terms) : undefined);
  }
  if (patch === undefined) return dest;
  if (patch.kind !== "map") return undefined;
  adoptStyle(dest, patch);
  const directive = takeMapDirective(patch);
  if (directive === "delete") return undefined;
  return directive === "replace" ? patch : dest;
}

/** The list into which elements are merged, and the list they are from. */
function chooseList(dest: Node | undefined, patch: Node | undefined): [SeqNode?, SeqNode?] {
  const from = patch?.kind === "seq" ? patch : undefined;
  if (dest?.kind !== "seq") return from === undefined ? [] : [from, from];
  if (patch === undefined) return [dest];
  if (from === undefined) return [];
  adoptStyle(dest, from);
  const directive = takeListDirective(from);
  if (directive === "delete") return [];
  return directive === "replace" ? [from, from] : [dest, from];
}

function replaceList(dest: Node | undefined, patch: Node | undefined): Node | undefined {
  if (patch === undefined) return dest;
  if (dest !== undefined) adoptStyle(dest, patch);
  return patch;
}

/**
 * Takes over the comment of the patch. If `dest` is an empty collection, written `{}` or `[]`, also takes over the
 * style.
 */
function adoptStyle(dest: Node, patch: Node): void {
  dest.comment = patch.comment ?? dest.comment;
  const children = dest.kind === "map" ? dest.entries : dest.kind === "seq" ? dest.items : undefined;
  if (children?.length === 0) dest.style = patch.style;
}

/** Up to this many keys, comparing all pairs is faster than a set or a map. */
const MAX_PAIRWISE = 12;

/** The entries of a map by key. Of duplicates, the first. */
class Fields {
  readonly node: MapNode;
  readonly many: ReadonlyMap<string, Entry> | undefined;

  constructor(node: MapNode) {
    this.node = node;
    this.many = node.entries.length > MAX_PAIRWISE ? firstByKey(node) : undefined;
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

/** The entries without duplicates: only the first of equal keys is merged. */
function uniqueEntries(node: MapNode): readonly Entry[] {
  return hasDuplicates(node.entries) ? [...firstByKey(node).values()] : node.entries;
}

function hasDuplicates(entries: readonly Entry[]): boolean {
  if (entries.length > MAX_PAIRWISE) return new Set(entries.map(({ key }) => textOf(key))).size < entries.length;
  for (let index = 1; index < entries.length; index++) {
    const text = textOf((entries[index] as Entry).key);
    for (let other = 0; other < index; other++) {
      if (textOf((entries[other] as Entry).key) === text) return true;
    }
  }
  return false;
}
