/**
 * Configuration files as sigs.k8s.io/yaml reads them: go-yaml v2, YAML 1.1, then JSON (docs/specification/model.md 1.1
 * and docs/specification/kustomization-file.md 2).
 */

import {
  collectionAsKey,
  decodeBinary,
  failureAt,
  formatFloat32,
  PlainTexts,
  reading,
  resolve11,
  resolveTag11,
  resolveTagged,
  type Value,
} from "../nodes/index.ts";
import { type Entry, isNull, type MapNode, type Node, type ScalarNode } from "../nodes/node.ts";
import { blockReader } from "./block-reader.ts";
import { compose } from "./compose.ts";
import type { Dialect } from "./construction.ts";
import { mergeSources, openSource } from "./resources.ts";

export interface ConfigOptions {
  /** `"last"`, the default, keeps the last of several equal keys; `"error"` refuses them. */
  readonly duplicateKeys?: "last" | "error";
  /** Hears of each key that takes the place of an equal one, where these are not refused. */
  readonly onDuplicate?: (key: ScalarNode) => unknown;
}

/**
 * The first document of a kustomization file, configuration, JSON 6902 patch in YAML or replacement file. Keys are
 * strings, anchors and merge keys are expanded, dates are strings. Undefined for an empty or null document. `file` is
 * named in errors and in the nodes' places. Throws a KrmError `invalid-yaml`, `duplicate-key` or `non-string-key`.
 */
export function parseConfig(text: string, file: string, options: ConfigOptions = {}): Node | undefined {
  const source = openSource(text, file);
  const { duplicateKeys, onDuplicate } = options;
  const duplicates: ScalarNode[] = [];
  const noting: Dialect = { ...LENIENT, finish: (map) => finish(map, (key) => duplicates.push(key)) };
  const dialect = duplicateKeys === "error" ? STRICT : onDuplicate === undefined ? LENIENT : noting;
  const quick = blockReader(source, dialect)?.read(0, source.text.length);
  // What is given up half-way is read again, and must not be heard of twice.
  if (quick === undefined) duplicates.length = 0;
  const node = quick ?? reading(source, 0, () => compose(source.text, source, 0, dialect));
  for (const key of duplicates) onDuplicate?.(key);
  return node === undefined || isNull(node) ? undefined : node;
}

/** The value of one document that {@link ../writing/print.ts} wrote, as those who apply it read it: the same as of what it wrote. */
export function readPrinted(text: string): Value {
  const node = parseConfig(text, "");
  return node === undefined ? null : toConfigValue(node);
}

/** The plain value of a tree from {@link parseConfig}. Integers beyond 2^53 are BigInt; objects have no prototype. */
export function toConfigValue(node: Node): Value {
  if (node.kind === "seq") return node.items.map(toConfigValue);
  if (node.kind === "scalar") return scalarValue(node);
  const object: { [key: string]: Value } = Object.create(null);
  for (const { key, value } of node.entries) object[(key as ScalarNode).value] = toConfigValue(value);
  return object;
}

const LENIENT: Dialect = {
  ahead: 0,
  tabsAmongComments: false,
  bangIsString: true,
  resolve: tagOf,
  texts: new PlainTexts(tagOf),
  finish: (node) => finish(node),
};
const STRICT: Dialect = { ...LENIENT, finish: (node) => finish(node, "refuse") };

function tagOf(text: string): string {
  if (text === "<<") return "!!merge";
  const tag = resolveTag11(text);
  return tag === "!!timestamp" ? "!!str" : tag;
}

/** Makes keys strings, merges, and keeps one entry for each key: the last in the order of the text. */
function finish(node: MapNode, duplicates?: "refuse" | ConfigOptions["onDuplicate"]): void {
  const entries = new Map<string, Entry>();
  // What was merged is there to be replaced.
  const merged = new Set<Entry | undefined>();
  for (const entry of node.entries) {
    if (isMerge(entry.key)) {
      for (const source of mergeSources(entry.value).toReversed()) {
        for (const inner of source.entries) {
          entries.set((inner.key as ScalarNode).value, inner);
          merged.add(inner);
        }
      }
      continue;
    }
    const name = keyText(entry.key);
    const before = entries.get(name);
    if (duplicates === "refuse" && before !== undefined) {
      throw failureAt(entry.key, "duplicate-key", `key "${name}" already set in map`, "Remove one of the two.");
    }
    if (before !== undefined) entries.delete(name);
    entries.set(name, entry);
    const key = entry.key as ScalarNode;
    key.value = name;
    key.tag = "!!str";
    if (before !== undefined && typeof duplicates === "function" && !merged.has(before)) duplicates(key);
  }
  if (entries.size !== node.entries.length || node.entries.some(({ key }) => isMerge(key))) {
    node.entries = [...entries.values()];
  }
}

function isMerge(key: Node): boolean {
  return key.kind === "scalar" && key.tag === "!!merge" && key.value === "<<";
}

/** The message about a null key. */
export const NULL_KEY = "null cannot be a key";

/** A key as JSON has it: numbers and booleans become text. */
function keyText(key: Node): string {
  if (key.kind !== "scalar") throw collectionAsKey(key);
  if (key.tag === "!!str") return key.value;
  const value = scalarValue(key);
  if (value === null) {
    throw failureAt(key, "non-string-key", NULL_KEY, 'Quote it if the text is meant: `"null"`.');
  }
  if (typeof value === "bigint" && value > 2n ** 63n - 1n) {
    throw failureAt(key, "non-string-key", `${value} is too large for a key`, "Quote it.");
  }
  return typeof value === "number" && key.tag === "!!float" ? formatFloat32(value) : String(value);
}

function scalarValue(node: ScalarNode): null | boolean | number | bigint | string {
  if (node.tag === "!!str") return node.value;
  if (node.tag === "!!binary") return decodeBinary(node);
  const value = resolveTagged(node, resolve11);
  if (typeof value === "number" && !Number.isFinite(value)) {
    throw failureAt(node, "not-representable", `${node.value} has no counterpart in JSON`, "Use a finite number.");
  }
  return value;
}
