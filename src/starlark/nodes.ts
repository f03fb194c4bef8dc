/** Trees of YAML to data. */
import { type Node, resolveTag, type ScalarNode, toValue } from "../yaml/index.ts";
import type { Data } from "./data.ts";

/** The data of a tree. Throws for scalars that have no counterpart, at their place. */
export function ofNode(node: Node): Data {
  if (node.kind === "seq") return node.items.map(ofNode);
  if (node.kind === "map") {
    return new Map(node.entries.map(({ key, value }) => [key.kind === "scalar" ? key.value : "", ofNode(value)]));
  }
  const value = toValue(node);
  if (typeof value !== "number") return value as Data;
  return isFloat(node) ? { float: value } : value;
}

function isFloat({ tag, style, value }: ScalarNode): boolean {
  return (tag === "" && style === "" ? resolveTag(value) : tag) === "!!float";
}
