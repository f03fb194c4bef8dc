/** Merges lists whose elements are identified by key fields; docs/specification/strategic-merge.md 3, 4. */
import { checkTime } from "../../budget/index.ts";
import { get, isNull, type Node, type SeqNode, scalar, seq } from "../../yaml/nodes/node.ts";
import { setField, setScalar } from "../set-field.ts";
import { ElementList, VALUE_KEY } from "./element-list.ts";
import { fillTuples, type Tuple } from "./key-tuples.ts";
import { isEmptyElement, textOf, wrongKind } from "./node-text.ts";

/** Merges two elements, of which one may be missing. Undefined or an empty map removes the element. */
export type MergeElements = (dest: Node | undefined, patch: Node | undefined) => Node | undefined;

/**
 * Merges the elements of `patch` into those of `dest`, which may be the same list. Returns a new list with the elements
 * of the patch first, or `dest` if both are empty. Do not use `dest` afterwards.
 * @param keys the merge keys; empty for lists of scalars, which are merged by value
 * @throws KrmError `patch-kind` for an element of the wrong kind
 */
export function mergeAssociativeList(
  dest: SeqNode,
  patch: SeqNode | undefined,
  keys: readonly string[],
  merge: MergeElements,
): SeqNode {
  const lists = patch === undefined ? [dest.items] : [patch.items, dest.items];
  if (lists.every((items) => items.length === 0)) return dest;
  const only = keys.length === 0 ? VALUE_KEY : keys.length === 1 ? keys[0] : undefined;
  if (only !== undefined && lists.every((items) => items.every((item) => keyText(item, only) !== ""))) {
    return seq(mergeByText(dest.items, patch?.items, only, merge));
  }
  return seq(mergeByTuples(dest, patch, keys.length === 0 ? [VALUE_KEY] : keys, merge));
}

/**
 * Tells whether a merge with nothing keeps all elements in their order: all are maps with different keys, and each key field
 * is in all of them or in none.
 */
export function keepsItsElements({ items }: SeqNode, keys: readonly string[]): boolean {
  for (const item of items) if (item.kind !== "map") return false;
  const used = keys.length === 1 ? keys : keys.filter((key) => items.some((item) => keyText(item, key) !== ""));
  const [first] = used;
  if (first === undefined) return false;
  const seen = items.length > 1 ? new Set<string>() : undefined;
  for (const item of items) {
    let tuple = keyText(item, first);
    if (tuple === "") return false;
    for (let other = 1; other < used.length; other++) {
      const text = keyText(item, used[other] as string);
      if (text === "") return false;
      tuple = JSON.stringify([tuple, text]);
    }
    if (seen?.has(tuple)) return false;
    seen?.add(tuple);
  }
  return true;
}

/** The text of a key field of an element; empty if it has none. {@link mergeByTuples} handles elements without one. */
function keyText(item: Node, key: string): string {
  if (key === VALUE_KEY) return isNull(item) ? "" : textOf(item);
  const field = get(item, key);
  return field === undefined || isNull(field) ? "" : textOf(field);
}

/** The common case: merges lists by one key that every element has. */
function mergeByText(
  dest: readonly Node[],
  patch: readonly Node[] | undefined,
  key: string,
  merge: MergeElements,
): Node[] {
  const destByText = firstByText(dest, key);
  const patchByText = patch === undefined ? undefined : firstByText(patch, key);
  const result = new Map<string, Node>();
  const removed = new Set<string>();
  for (const text of new Set([...(patchByText?.keys() ?? []), ...destByText.keys()])) {
    const merged = merge(destByText.get(text), patchByText?.get(text));
    if (merged === undefined || isEmptyElement(merged)) removed.add(text);
    else result.set(text, withKeys(merged, [key], [text]));
  }
  // The last of duplicates wins and takes the place of the first: a Map keeps that place.
  for (const item of dest) {
    const text = keyText(item, key);
    if (!removed.has(text)) result.set(text, item);
  }
  return [...result.values()];
}

function firstByText(items: readonly Node[], key: string): Map<string, Node> {
  const found = new Map<string, Node>();
  for (const item of items) {
    const text = keyText(item, key);
    if (!found.has(text)) found.set(text, item);
  }
  return found;
}

/**
 * The general case: merges lists by several keys, or with elements that lack a key;
 * docs/specification/strategic-merge.md 4.
 */
function mergeByTuples(
  dest: SeqNode,
  patch: SeqNode | undefined,
  keys: readonly string[],
  merge: MergeElements,
): Node[] {
  const tuples = tuplesOf(patch === undefined ? [dest.items] : [patch.items, dest.items], keys);
  if (keys.length > 1) fillTuples(tuples);
  const isUsed = keys.map((_, index) => tuples.some((tuple) => tuple[index] !== ""));
  const used = isUsed.includes(true) ? keys.filter((_, index) => isUsed[index]) : keys;

  const own = new ElementList(dest.items, used);
  const other = patch === undefined ? undefined : patch === dest ? own : new ElementList(patch.items, used);
  const result = new ElementList([], used);
  for (const tuple of tuples) {
    checkTime();
    const texts = used === keys ? tuple : tuple.filter((_, index) => isUsed[index]);
    const [one, two] = [own.find(texts), other?.find(texts)];
    const merged = merge(one, two);
    const isRemoved = merged === undefined || isEmptyElement(merged);
    if (!isRemoved) withKeys(merged, used, texts);
    for (const list of new Set([own, other, result]))
      for (const node of new Set([one, two, merged])) list?.refresh(node);
    if (isRemoved) own.set(texts, undefined);
    else result.set(texts, merged);
  }
  for (const item of own.elements()) addBack(result, item, used);
  return result.elements();
}

/** The key texts of every element, each combination once; docs/specification/strategic-merge.md 4.1. */
function tuplesOf(lists: readonly (readonly Node[])[], keys: readonly string[]): Tuple[] {
  const tuples = new Map<string, Tuple>();
  for (const items of lists) {
    for (const item of items) {
      // As an element, a null counts with its text. As a key, it counts as missing.
      const tuple = keys[0] === VALUE_KEY ? [textOf(item)] : keys.map((key) => keyText(item, key));
      const id = JSON.stringify(tuple);
      if (!tuples.has(id)) tuples.set(id, tuple);
    }
  }
  return [...tuples.values()];
}

/** Adds the key fields that an element lacks. */
function withKeys(element: Node, keys: readonly string[], texts: readonly string[]): Node {
  for (const [index, text] of texts.entries()) {
    const key = keys[index] as string;
    if (text === "") continue;
    if (element.kind === "map") {
      if (get(element, key) === undefined) setField(element, key, scalar(text));
    } else if (element.kind === "scalar") {
      setScalar(element, scalar(text));
    }
  }
  return element;
}

/**
 * Puts an element of the destination back into the result. It replaces or removes elements with the same keys;
 * docs/specification/strategic-merge.md 4.5.
 */
function addBack(result: ElementList, item: Node, keys: readonly string[]): void {
  if (keys[0] === VALUE_KEY) {
    result.set([textOf(item)], item);
    return;
  }
  if (item.kind !== "map" && !isNull(item)) throw wrongKind("map", item);
  const texts: string[] = [];
  for (const key of keys) {
    const field = get(item, key);
    if (field === undefined) result.append(item);
    else texts.push(textOf(field));
  }
  if (keys.length > 1) result.set(texts, undefined);
  result.set(texts, item);
}
