/** What a node is once the reference has written it, read it back and turned it into JSON (engine.md 8.2 A to C). */
import { decodeBinary } from "./binary.ts";
import { failureAt } from "./failures.ts";
import { refold } from "./folded.ts";
import type { MapNode, Node, ScalarNode } from "./node.ts";
import { isNull } from "./node.ts";
import { resolve, resolveTag } from "./resolution.ts";
import { mergeSources } from "./resources.ts";
import { analyze } from "./scalar-style.ts";
import { resolveTagged } from "./tagged.ts";
import { hasJsonZone } from "./timestamps.ts";
import type { Value } from "./value.ts";

/**
 * The plain value of one resource. Throws `duplicate-key`, `non-string-key` or `not-representable` at the place of the
 * offending node.
 */
export function toValue(node: Node): Value {
  return valueOf(node, false, true);
}

function valueOf(node: Node, inFlow: boolean, top: boolean): Value {
  if (node.kind === "scalar") return scalarValue(node, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") return node.items.map((item) => valueOf(item, flow, false));
  const object: { [key: string]: Value } = Object.create(null);
  for (const { key, value } of uniqueEntries(node, flow, top)) object[key] = valueOf(value, flow, false);
  return object;
}

/** The entries of a map with their keys as strings. */
export function uniqueEntries(node: MapNode, inFlow: boolean, top: boolean): { key: string; value: Node }[] {
  const seen = new Set<string>();
  const entries: { key: string; value: Node }[] = [];
  let merges: Node | undefined;
  for (const { key, value } of node.entries) {
    if (key.kind !== "scalar") {
      const kind = key.kind === "map" ? "mapping" : "list";
      throw failureAt(key, "non-string-key", `a ${kind} cannot be a key`, "Keys of resources are strings.");
    }
    if (seen.has(key.value)) throw duplicateKey(node, key);
    seen.add(key.value);
    if (key.value === "<<" && key.style === "" && key.tag !== "!!str") merges = value;
    else if (!top || !isDropped(key, inFlow)) entries.push({ key: keyText(key, inFlow, top), value });
  }
  return merges === undefined ? entries : [...entries, ...inherited(merges, seen, inFlow)];
}

/** A null key vanishes from the top level of an object, with its value. */
function isDropped(key: ScalarNode, inFlow: boolean): boolean {
  return key.value !== "" && !inFlow && scalarValue(key, inFlow) === null;
}

/** Entries that an engine-made `<<` key brings in. */
function inherited(merges: Node, seen: Set<string>, inFlow: boolean): { key: string; value: Node }[] {
  const entries: { key: string; value: Node }[] = [];
  for (const source of mergeSources(merges)) {
    for (const entry of uniqueEntries(source, inFlow, false)) {
      if (seen.has(entry.key)) continue;
      seen.add(entry.key);
      entries.push(entry);
    }
  }
  return entries;
}

/** A key as a string; only at the top of an object may its text be that of another type. */
function keyText(key: ScalarNode, inFlow: boolean, top: boolean): string {
  if (key.value === "" && key.style === "" && (key.tag === "" || key.tag === "!!null")) return "";
  if (key.tag === "!!binary") return decodeBinary(key);
  if (key.tag === "!!str") return key.style === "folded" ? key.value : key.value;
  const value = scalarValue(key, inFlow);
  if (typeof value === "string" && !isTimestamp(key)) return value;
  if (top) return key.value;
  throw failureAt(
    key,
    "non-string-key",
    `the key \`${key.value}\` is not a string`,
    `Quote it where it is written: "${key.value}".`,
  );
}

function isTimestamp(key: ScalarNode): boolean {
  return key.tag === "!!timestamp" || (key.tag === "" && key.style === "" && resolveTag(key.value) === "!!timestamp");
}

function duplicateKey(node: MapNode, key: ScalarNode): Error {
  const first = node.entries.find((entry) => entry.key.kind === "scalar" && entry.key.value === key.value);
  const lines = first === undefined ? undefined : failureAt(first.key, "", "").diagnostics[0]?.line;
  const where = lines === undefined ? "" : ` at line ${lines}`;
  return failureAt(
    key,
    "duplicate-key",
    `mapping key "${key.value}" already defined${where}`,
    "Remove one of the two.",
  );
}

/** The value of a scalar; `inFlow` when a collection around it is written with brackets. */
export function scalarValue(node: ScalarNode, inFlow: boolean): null | boolean | number | bigint | string {
  const { tag, style, value } = node;
  if (tag === "!!str")
    return style === "" || style === "single" || style === "double" ? plainText(node, inFlow) : blockText(node, inFlow);
  if (tag === "" && style !== "") return blockText(node, inFlow);
  if (tag === "!!binary") return decodeBinary(node);
  if (style !== "" && tag !== "" && resolveTag(value) === tag) return blockText(node, inFlow);
  if (inFlow && style === "" && (value === "" ? tag === "" || isNull(node) : value.includes(":"))) return value;
  const resolved = tag === "" ? resolve(value).value : resolveTagged(node, resolve);
  if (typeof resolved === "string") return checkZone(node, resolved);
  if (typeof resolved === "number" && !Number.isFinite(resolved)) {
    throw failureAt(
      node,
      "not-representable",
      `${value} has no counterpart in JSON`,
      "Use a finite number, or quote it.",
    );
  }
  return resolved;
}

function checkZone(node: ScalarNode, text: string): string {
  if (node.tag !== "!!timestamp" && node.tag !== "") return text;
  if (node.tag === "" && text.includes("\n")) return blockText(node, false);
  if (text !== node.value && !hasJsonZone(text)) {
    throw failureAt(node, "not-representable", `the time zone of ${node.value} is out of range`);
  }
  return text;
}

/** A string that is written on one line, or as a literal where it has several. */
function plainText(node: ScalarNode, inFlow: boolean): string {
  return node.style === "" && node.value.includes("\n") ? blockText(node, inFlow) : node.value;
}

/** A string that is written as a block scalar where it can be. */
function blockText(node: ScalarNode, inFlow: boolean): string {
  const { style, value } = node;
  if (style === "single" || style === "double" || inFlow || value === "") return value;
  if (!analyze(value).block) return value;
  if (value.charCodeAt(0) === 9) {
    throw failureAt(
      node,
      "not-representable",
      "found a tab character where an indentation space is expected: a text of several lines cannot begin with a tab",
      "Begin the text with something else, or write it in double quotes.",
    );
  }
  return style === "folded" ? refold(value) : value;
}
