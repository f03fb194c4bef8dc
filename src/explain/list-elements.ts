/** Matches the elements of a list before and after a step, which may have added, removed or moved some. */

import { groupBy } from "../collections.ts";
import { keyOf, mergeKeyOf } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";
import { type Field, isUnchanged, keyText, scalarValue, textOf } from "./field.ts";

/** For each node the field that it continues, if any. Matches by a merge key where elements have one, else by content. */
export function matchItems(items: readonly Field[], nodes: readonly Node[]): (Field | undefined)[] {
  const [before, after] = [items.map(shallowField), nodes.map(shallowNode)];
  const key = mergeKeyOf(before, after);
  if (key === undefined) return matchPositions(items, nodes);
  const byKey = new Map(items.map((item, index) => [keyOf(before[index] as Value, key), item]));
  const matched = nodes.map((_, index) => byKey.get(keyOf(after[index] as Value, key)));
  const taken = new Set(matched);
  // An unmatched element at the position of an unmatched field is that element with a new key.
  return matched.map((item, index) => item ?? (taken.has(items[index]) ? undefined : items[index]));
}

/** Matches equal elements at both ends, and the elements between them in order. */
function matchPositions(items: readonly Field[], nodes: readonly Node[]): (Field | undefined)[] {
  const shorter = Math.min(items.length, nodes.length);
  let start = 0;
  while (start < shorter && isUnchanged(items[start] as Field, nodes[start] as Node)) start++;
  let end = 0;
  while (end < shorter - start && isUnchanged(items.at(-1 - end) as Field, nodes.at(-1 - end) as Node)) end++;
  return nodes.map((_, index) => {
    if (index >= nodes.length - end) return items[items.length - nodes.length + index];
    return index < items.length - end ? items[index] : undefined;
  });
}

/** An element with its scalars only, since a merge key is a scalar. */
function shallowField(item: Field): Value {
  if (item.kind !== "map") return null;
  const object: { [key: string]: Value } = Object.create(null);
  for (const child of item.present) if (child.kind === "scalar") object[child.segment] = child.value;
  return object;
}

function shallowNode(node: Node): Value {
  if (node.kind !== "map") return null;
  const object: { [key: string]: Value } = Object.create(null);
  for (const { key, value } of node.entries) {
    if (value.kind === "scalar") object[keyText(key)] ??= scalarValue(value);
  }
  return object;
}

/** The path steps of elements: `[name=web]`, as in replacements, where that identifies one element; otherwise an index. */
export function itemSegments(nodes: readonly Node[]): string[] {
  const values = nodes.map(shallowNode);
  const key = mergeKeyOf(values, []);
  const texts = values.map((value) => (key === undefined ? "" : textOf((value as { [key: string]: Value })[key])));
  const equal = groupBy(texts, (text) => text);
  return texts.map((text, index) => {
    const isUsable = key !== undefined && equal.get(text)?.length === 1 && text !== "" && !/[\]\n]/.test(text);
    return isUsable ? `[${key}=${text}]` : String(index);
  });
}
