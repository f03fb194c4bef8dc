/** Sets elements of lists by the texts of their key fields; docs/specification/strategic-merge.md 4.5. */
import { get, isNull, type Node } from "../../yaml/nodes/node.ts";
import { isEmptyElement, textOf, wrongKind } from "./node-text.ts";

/** The key that means the element itself. Lists of scalars use it, because they have no key fields. */
export const VALUE_KEY = "";

/**
 * The list with `element` in place of all that match, or appended if none matches. Without `element`, the list without
 * all that match. An empty text matches any existing value, keys without a text are not compared, and without any text
 * all elements are removed. Elements that are null or `{}` are always removed.
 * @throws KrmError `patch-kind` for a scalar where a map is expected, and the reverse
 */
export function setElement(
  items: readonly Node[],
  keys: readonly string[],
  texts: readonly string[],
  element: Node | undefined,
): Node[] {
  const result: Node[] = [];
  const onlyMaps = keys[0] !== VALUE_KEY && (texts[0] ?? "") !== "";
  let found = false;
  for (const item of items) {
    if (isEmptyElement(item)) continue;
    if (onlyMaps && item.kind !== "map") {
      result.push(item);
    } else if (!matches(item, keys, texts)) {
      if (texts.length > 0) result.push(item);
    } else {
      found = true;
      if (element !== undefined) result.push(element);
    }
  }
  if (!found && element !== undefined && !isNull(element)) result.push(element);
  return result;
}

function matches(item: Node, keys: readonly string[], texts: readonly string[]): boolean {
  if (texts.length === 0) return false;
  for (const [index, text] of texts.entries()) {
    const key = keys[index] as string;
    if (key === VALUE_KEY) {
      if (item.kind !== "scalar") throw wrongKind("scalar", item);
      if (item.value !== text) return false;
      continue;
    }
    if (item.kind !== "map") throw wrongKind("map", item);
    const field = get(item, key);
    if (field === undefined || (text !== "" && textOf(field) !== text)) return false;
  }
  return true;
}
