/**
 * Turns nodes into values. The result is the value that kustomize gets by writing the node as YAML, reading it back and
 * turning it into JSON (docs/specification/yaml-writing.md 1.1 to 1.3).
 */
import { charge } from "../../budget/index.ts";
import type { KrmError } from "../../diagnostics.ts";
import { isNameLike } from "../../text/index.ts";
import {
  collectionAsKey,
  decodeBinary,
  failureAt,
  hasJsonZone,
  isChecked,
  isTagged,
  resolve,
  resolveTag,
  resolveTagged,
  shownKey,
  type Value,
} from "../nodes/index.ts";
import type { Entry, MapNode, Node, ScalarNode } from "../nodes/node.ts";
import { mergeSources } from "../reading/index.ts";
import { refold } from "./folded.ts";
import { analyze } from "./scalar-style.ts";

/**
 * The value of one resource. Throws a KrmError `duplicate-key`, `non-string-key` or `not-representable` at the place of
 * the offending node.
 */
export function toValue(node: Node): Value {
  return valueOf(node, false, true);
}

/**
 * Throws for what kustomize cannot decode: a key that is given twice, that is null or a collection, and a text that does not
 * fit its tag. Keys may have any other type, and numbers need not be finite.
 */
export function checkDecodable(node: Node): void {
  if (node.kind === "seq") for (const item of node.items) checkDecodable(item);
  else if (node.kind === "map") for (const { value } of uniqueEntries(node, false, true)) checkDecodable(value);
  else if (node.tag === "!!binary") decodeBinary(node);
  else resolveTagged(node, resolve);
}

/** The memory of a value and of its place in a list or an object, in bytes. */
export const VALUE_BYTES = 32;

function valueOf(node: Node, inFlow: boolean, top: boolean): Value {
  charge(VALUE_BYTES);
  if (node.kind === "scalar") return printedScalar(node, inFlow);
  const flow = inFlow || node.style === "flow";
  if (node.kind === "seq") return node.items.map((item) => valueOf(item, flow, false));
  const object: { [key: string]: Value } = Object.create(null);
  for (const { key, value } of uniqueEntries(node, flow, top)) object[key] = valueOf(value, flow, false);
  return object;
}

/** An entry of a map with its key as a string. */
export interface NamedEntry {
  readonly key: string;
  readonly value: Node;
}

/** Up to this many keys, comparing all pairs is faster than a set. */
const MAX_PAIRWISE = 8;

/** The entries of a map with their keys as strings. Throws `duplicate-key` and `non-string-key`. */
export function uniqueEntries(node: MapNode, inFlow: boolean, top: boolean): NamedEntry[] {
  const { entries } = node;
  const seen = entries.length > MAX_PAIRWISE ? new Set<string>() : undefined;
  const named: NamedEntry[] = [];
  let merges: Node | undefined;
  for (let at = 0; at < entries.length; at++) {
    const { key, value } = entries[at] as Entry;
    if (key.kind !== "scalar") throw collectionAsKey(key);
    if (seen === undefined ? isAmong(key.value, entries, at) : seen.has(key.value)) throw duplicateKey(node, key);
    seen?.add(key.value);
    if (top && isDropped(key)) continue;
    if (key.value === "<<" && isMergeKey(key)) merges = value;
    else named.push({ key: keyText(key, inFlow, top), value });
  }
  return merges === undefined ? named : [...named, ...inherited(merges, named, inFlow)];
}

function isAmong(key: string, entries: readonly Entry[], end: number): boolean {
  for (let at = 0; at < end; at++) {
    if (((entries[at] as Entry).key as ScalarNode).value === key) return true;
  }
  return false;
}

/** Tells whether a key at the top is lost: one that a patch added and that reads as null, or an empty one tagged as null. */
function isDropped(key: ScalarNode): boolean {
  if (key.tag === "") return key.style === "" && key.value !== "" && resolveTag(key.value) === "!!null";
  return key.tag === "!!null" && key.value === "" && isTagged(key);
}

/** Tells whether a `<<` key is read back as a merge key: it is written without quotes. */
function isMergeKey({ tag, style }: ScalarNode): boolean {
  return tag === "!!merge" || (style === "" && (tag === "" || tag === "!!str"));
}

/** The entries that a `<<` key made by the engine adds. */
function inherited(merges: Node, own: readonly NamedEntry[], inFlow: boolean): NamedEntry[] {
  const seen = new Set(own.map(({ key }) => key));
  const entries: NamedEntry[] = [];
  for (const source of mergeSources(merges)) {
    for (const entry of uniqueEntries(source, inFlow, false)) {
      if (seen.has(entry.key)) continue;
      seen.add(entry.key);
      entries.push(entry);
    }
  }
  return entries;
}

/** A key as a string. Only at the top level of an object may it have another type, except null. */
function keyText(key: ScalarNode, inFlow: boolean, top: boolean): string {
  const { tag, style, value } = key;
  if (tag === "!!str" && !value.includes("\n")) return value;
  if (value === "" && style === "" && (tag === "" || (tag === "!!null" && !isTagged(key)))) return "";
  if (top && tag !== "!!binary" && resolveTag(value) === "!!float") return value;
  const quoted = style !== "" && !analyze(value).multiline;
  const resolved = scalarValue(key, inFlow || quoted);
  if (typeof resolved === "string" && !isForeign(key)) return resolved;
  if (top && resolved !== null) return tag === "!!binary" ? String(resolved) : value;
  throw failureAt(
    key,
    "non-string-key",
    `the ${shownKey(value, "`")} is not a string`,
    key.source === undefined
      ? "Choose a key that does not read as a number, a boolean, a date or null."
      : isNameLike(value)
        ? `Quote it where it is written: "${value}".`
        : "Quote it where it is written.",
  );
}

/** Tells whether a key has a text but is not a string to kustomize: a timestamp, or a key with a custom tag. */
function isForeign({ tag, style, value }: ScalarNode): boolean {
  if (tag === "") return style === "" && resolveTag(value) === "!!timestamp";
  if (tag === "!!timestamp") return style === "";
  return tag !== "!!str" && tag !== "!!merge" && !isChecked(tag);
}

function duplicateKey(node: MapNode, key: ScalarNode): KrmError {
  const first = node.entries.find((entry) => entry.key.kind === "scalar" && entry.key.value === key.value);
  const lines = first === undefined ? undefined : failureAt(first.key, "", "").diagnostics[0]?.line;
  const where = lines === undefined ? "" : ` at line ${lines}`;
  return failureAt(
    key,
    "duplicate-key",
    `mapping ${shownKey(key.value)} already defined${where}`,
    "Remove one of the two keys.",
  );
}

/** The value of a scalar. `inFlow` says that an enclosing collection is written with brackets. */
export function scalarValue(node: ScalarNode, inFlow: boolean): null | boolean | number | bigint | string {
  const { tag, style, value } = node;
  if (tag === "!!str" || (tag === "" && style !== "")) return writtenText(node, inFlow);
  if (tag === "!!binary") return decodeBinary(node);
  if (tag !== "" && !isChecked(tag)) return writtenText(node, inFlow);
  if (tag === "" || resolveTag(value) === tag) {
    // The writer drops a tag that the text implies. Quotes then decide the type, also quotes that it adds in brackets.
    if (style !== "") return writtenText(node, inFlow);
    if (value.includes("\n")) return writtenText(node, inFlow);
    // A stated tag is written, so that the quotes do not decide.
    if (inFlow && (value === "" || value.includes(":")) && (tag === "" || !isTagged(node))) {
      return writtenText(node, inFlow);
    }
  }
  const resolved = tag === "" ? resolve(value).value : resolveTagged(node, resolve);
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

/** The value of a scalar that is not a key. Throws `not-representable` for timestamps that Go cannot write as JSON. */
export function printedScalar(node: ScalarNode, inFlow: boolean): null | boolean | number | bigint | string {
  if (node.tag === "!!str") return writtenText(node, inFlow);
  return checkZone(node, inFlow, scalarValue(node, inFlow));
}

/**
 * Rejects timestamps that Go cannot write as JSON. In brackets, a timestamp with a zone is a string, see
 * {@link scalarValue}.
 */
function checkZone<T>(node: ScalarNode, inFlow: boolean, value: T): T {
  const isTime = node.style === "" && (node.tag === "" || node.tag === "!!timestamp");
  if (isTime && !inFlow && typeof value === "string" && !hasJsonZone(value) && resolveTag(node.value) !== "!!str") {
    throw failureAt(node, "not-representable", "the time zone of a timestamp is out of range");
  }
  return value;
}

/** A text after it was written in the node's style and read back. */
function writtenText(node: ScalarNode, inFlow: boolean): string {
  const { style, value } = node;
  if (style === "single" || style === "double" || inFlow) return value;
  if (style === "" && !value.includes("\n")) return value;
  if (value === "" || !analyze(value).block) return value;
  if (value.charCodeAt(0) === 9) {
    throw failureAt(
      node,
      "not-representable",
      "found a tab character where an indentation space is expected: a text of several lines cannot begin with a tab",
      "Remove the tab, or write the text in double quotes.",
    );
  }
  return style === "folded" ? refold(value) : value;
}
