/** The values of nodes as they are read back from what is printed of them, without printing and reading. */
import { charge } from "../../budget/index.ts";
import type { Value } from "../nodes/index.ts";
import type { Entry, MapNode, Node, ScalarNode } from "../nodes/node.ts";
import { BARE, bareness, isBareBlock, isBareQuoted, isBareValue, MAX_KEY_LENGTH } from "./bare-text.ts";
import { bareEntries, sortedEntries } from "./print.ts";
import { VALUE_BYTES } from "./to-value.ts";

/**
 * Returns what `readPrinted(print(node))` returns, in a fraction of its time; undefined where that is not certain, as for numbers with
 * a fraction. Throws as `print` does.
 */
export function printedValue(node: Node): Value | undefined {
  return valueOf(node, false, true);
}

function valueOf(node: Node, inFlow: boolean, top: boolean): Value | undefined {
  charge(VALUE_BYTES);
  if (node.kind === "scalar") return scalarOf(node);
  const flow = inFlow || node.style === "flow";
  return node.kind === "map" ? mapOf(node, flow, top) : listOf(node.items, flow);
}

function mapOf(node: MapNode, inFlow: boolean, top: boolean): Value | undefined {
  const object: { [key: string]: Value } = Object.create(null);
  const bare = bareEntries(node);
  if (bare !== undefined) {
    for (let at = 0; at < bare.length; at++) {
      const { key, value } = bare[at] as Entry;
      const read = valueOf(value, inFlow, false);
      if (read === undefined) return undefined;
      object[(key as ScalarNode).value] = read;
    }
    return object;
  }
  for (const { key, value } of sortedEntries(node, inFlow, top)) {
    const read = key.length <= MAX_KEY_LENGTH && bareness(key) === BARE ? valueOf(value, inFlow, false) : undefined;
    if (read === undefined) return undefined;
    object[key] = read;
  }
  return object;
}

function listOf(items: readonly Node[], inFlow: boolean): Value | undefined {
  const list: Value[] = [];
  for (const item of items) {
    const read = valueOf(item, inFlow, false);
    if (read === undefined) return undefined;
    list.push(read);
  }
  return list;
}

/** Knows the scalars that are printed without a look at all the rules, as `print` does. */
function scalarOf({ tag, style, value }: ScalarNode): Value | undefined {
  if (tag === "!!str" || tag === "") {
    if (bareness(value) || (tag !== "" && isBareQuoted(value))) return value;
    return style !== "folded" && value.includes("\n") && isBareBlock(value) ? value : undefined;
  }
  if (style !== "" || !isBareValue(value, tag)) return undefined;
  if (tag === "!!int") return Number(value);
  return tag === "!!null" ? null : value === "true";
}
