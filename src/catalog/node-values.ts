/** The values of nodes, as JSON has them. */
import { compareBytewise } from "../text/index.ts";
import type { Node, ScalarNode } from "../yaml/nodes/node.ts";

type NodeType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/** `integer` for every number without a fraction, `number` for the others. */
export function typeOf(node: Node): NodeType {
  if (node.kind === "map") return "object";
  if (node.kind === "seq") return "array";
  switch (node.tag) {
    case "!!null":
      return "null";
    case "!!bool":
      return "boolean";
    case "!!int":
      return "integer";
    case "!!float":
      return Number.isInteger(numberOf(node)) ? "integer" : "number";
    case "":
      return untagged(node);
    default:
      return "string";
  }
}

/** A scalar that the engine made: its text decides. */
function untagged({ value, style }: ScalarNode): NodeType {
  if (style !== "") return "string";
  if (/^(?:|~|null|Null|NULL)$/.test(value)) return "null";
  if (/^(?:true|True|TRUE|false|False|FALSE)$/.test(value)) return "boolean";
  if (/^[+-]?\d+$/.test(value)) return "integer";
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value) ? "number" : "string";
}

/** The number of a scalar; NaN for others. Integers beyond 2^53 are rounded. */
export function numberOf({ value }: ScalarNode): number {
  const text = value.replaceAll("_", "");
  const isNegative = text.startsWith("-");
  const digits = text.replace(/^[+-]/, "");
  let size: number;
  if (/^\.inf$/i.test(digits)) size = Infinity;
  else if (/^0[0-7]+$/.test(digits)) size = Number.parseInt(digits, 8);
  else size = digits === "" ? Number.NaN : Number(digits);
  return isNegative ? -size : size;
}

export function flagOf(node: Node | undefined): boolean | undefined {
  if (node?.kind !== "scalar" || typeOf(node) !== "boolean") return undefined;
  return node.value.toLowerCase() === "true";
}

/** A text that is equal for equal values only. The order of keys does not count, nor how a number is written. */
export function valueText(node: Node): string {
  if (node.kind === "seq") return `[${node.items.map(valueText).join(",")}]`;
  if (node.kind === "map") {
    const entries = node.entries.map(({ key, value }) => `${valueText(key)}:${valueText(value)}`);
    return `{${entries.sort(compareBytewise).join(",")}}`;
  }
  const type = typeOf(node);
  if (type === "null") return "null";
  if (type === "boolean") return node.value.toLowerCase();
  if (type === "string") return JSON.stringify(node.value);
  const number = numberOf(node);
  // Beyond 2^53 different integers are one number.
  return Number.isInteger(number) && !Number.isSafeInteger(number) ? `n${node.value}` : `n${number}`;
}
