/** Keeps the YAML texts that patterns of field paths are compared with; docs/specification/replacements.md 4.7. */
import { encode } from "../../yaml/index.ts";
import { get, type Node } from "../../yaml/nodes/node.ts";

/** A scalar as it was when it was written. Everything that its text depends on is kept. */
interface Written {
  readonly node: Node;
  readonly value: string;
  readonly tag: Node["tag"];
  readonly style: Node["style"];
  readonly source: Node["source"];
  readonly offset: number;
  readonly comment: string | undefined;
  readonly text: string;
}

/** The texts of a list by key, in the order of its elements. Many paths can name elements of one list. */
const lists = new WeakMap<Node, Map<string, (Written | undefined)[]>>();

/** Lists with fewer elements are written for each path. */
const MIN_ELEMENTS = 16;

/**
 * The YAML text of the field `key` of the element at an index, or of the element itself if the key is empty. The result
 * returns undefined for an element without the field. Writes a scalar again only after it changed.
 */
export function writtenTexts(list: Node, items: readonly Node[], key: string): (at: number) => string | undefined {
  const valueAt = (at: number): Node | undefined => (key === "" ? items[at] : get(items[at], key));
  if (items.length < MIN_ELEMENTS) {
    return (at) => {
      const node = valueAt(at);
      return node === undefined ? undefined : textOf(node);
    };
  }
  const kept = keptFor(list, key);
  return (at) => {
    const node = valueAt(at);
    if (node === undefined) return undefined;
    // The text of a collection depends on all nodes in it.
    if (node.kind !== "scalar") return textOf(node);
    const known = kept[at];
    if (known !== undefined && isCurrent(known, node)) return known.text;
    const text = textOf(node);
    const { value, tag, style, source, offset, comment } = node;
    kept[at] = { node, value, tag, style, source, offset, comment, text };
    return text;
  };
}

function keptFor(list: Node, key: string): (Written | undefined)[] {
  let byKey = lists.get(list);
  if (byKey === undefined) lists.set(list, (byKey = new Map()));
  let kept = byKey.get(key);
  if (kept === undefined) byKey.set(key, (kept = []));
  return kept;
}

function isCurrent(known: Written, node: Node & { value: string }): boolean {
  return (
    known.node === node &&
    known.value === node.value &&
    known.tag === node.tag &&
    known.style === node.style &&
    known.source === node.source &&
    known.offset === node.offset &&
    known.comment === node.comment
  );
}

function textOf(node: Node): string {
  return encode(node).trim();
}
