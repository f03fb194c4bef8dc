/** Trees of YAML to data, and back. */
import {
  formatFloat64,
  fromValue,
  map,
  type Node,
  resolveTag,
  type ScalarNode,
  scalar,
  seq,
  toValue,
} from "../../yaml/index.ts";
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

/** A tree of data, with keys in their order and strings quoted where they must be. */
export function toNode(data: Data): Node {
  if (data === null || typeof data === "string") return fromValue(data);
  if (typeof data === "boolean") return scalar(String(data), "!!bool");
  if (typeof data === "number" || typeof data === "bigint") return scalar(String(data), "!!int");
  if (Array.isArray(data)) return seq(data.map(toNode), data.length === 0 ? "flow" : "");
  if ("float" in data) {
    const text = formatFloat64(data.float);
    return scalar(/[.e]/.test(text) ? text : `${text}.0`, "!!float");
  }
  // Not asked by instanceof: what comes from another thread may be of another realm.
  const entries = [...(data as ReadonlyMap<string, Data>)].map(([key, value]) => ({
    key: fromValue(key),
    value: toNode(value),
  }));
  return map(entries, entries.length === 0 ? "flow" : "");
}
