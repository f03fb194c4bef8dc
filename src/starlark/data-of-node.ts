/** Converts YAML trees to data. */
import { type Node, resolveTag, type ScalarNode, toValue } from "../yaml/index.ts";
import type { Data } from "./data.ts";

/** The data of a tree. Throws a KrmError `not-representable` at the place of a scalar that has no value. */
export function dataOfNode(node: Node): Data {
  if (node.kind === "seq") return node.items.map(dataOfNode);
  if (node.kind === "map") {
    return new Map(node.entries.map(({ key, value }) => [key.kind === "scalar" ? key.value : "", dataOfNode(value)]));
  }
  const value = toValue(node);
  if (typeof value !== "number") return value as Data;
  return isFloat(node) ? { float: value } : value;
}

function isFloat({ tag, style, value }: ScalarNode): boolean {
  return (tag === "" && style === "" ? resolveTag(value) : tag) === "!!float";
}
