/**
 * Reads configuration files as sigs.k8s.io/yaml does: with go-yaml v2 as YAML 1.1, then as JSON
 * (docs/specification/model.md 1.1 and docs/specification/kustomization-file.md 2).
 */
import {
  collectionAsKey,
  decodeBinary,
  failureAt,
  formatFloat32,
  locateFaults,
  PlainScalarCache,
  resolve11,
  resolveTag11,
  resolveTagged,
  shownKey,
  type Value,
} from "../nodes/index.ts";
import { type Entry, isNull, type MapNode, type Node, type ScalarNode } from "../nodes/node.ts";
import { blockReader } from "./block-reader.ts";
import { compose } from "./compose.ts";
import { documentsOf, mergeSources, openSource } from "./resources.ts";
import type { Dialect } from "./tree-builder.ts";

export interface ConfigOptions {
  /** The rule for equal keys: `"last"` (the default) keeps the last; `"error"` throws `duplicate-key`. */
  readonly duplicateKeys?: "last" | "error";
  /** Called for each key that replaces an equal one, if duplicates are not an error. */
  readonly onDuplicate?: (key: ScalarNode) => unknown;
}

/**
 * Reads the first document of a kustomization, a configuration file, a JSON 6902 patch in YAML or a replacement file.
 * Keys become strings, aliases and merge keys are expanded, dates are strings. Undefined for an empty or null document.
 * Errors and locations name `file`. Throws a KrmError `invalid-yaml`, `duplicate-key` or `non-string-key`.
 */
export function parseConfig(text: string, file: string, options: ConfigOptions = {}): Node | undefined {
  const source = openSource(text, file);
  const { duplicateKeys, onDuplicate } = options;
  const duplicates: ScalarNode[] = [];
  const noting: Dialect = { ...LENIENT, finish: (map) => finish(map, (key) => duplicates.push(key)) };
  const dialect = duplicateKeys === "error" ? STRICT : onDuplicate === undefined ? LENIENT : noting;
  const quick = blockReader(source, dialect)?.read(0, source.text.length);
  // A document that the block reader gave up is read again. Do not report its duplicates twice.
  if (quick === undefined) duplicates.length = 0;
  const node = quick ?? locateFaults(source, 0, () => compose(source.text, source, 0, dialect));
  for (const key of duplicates) onDuplicate?.(key);
  return node === undefined || isNull(node) ? undefined : node;
}

/** Reads all documents of a text as kubectl does: each by the rules of {@link parseConfig}, but for empty ones, which are left out. */
export function parseManifests(text: string, file: string): Node[] {
  return documentsOf(text, file, LENIENT);
}

/**
 * Reads one document that `print` wrote, as the tools that apply it do. The result equals the value that was printed.
 */
export function readPrinted(text: string): Value {
  const node = parseConfig(text, "");
  return node === undefined ? null : toConfigValue(node);
}

/**
 * The value of a tree from {@link parseConfig}. Integers beyond 2^53 are BigInt; objects have no prototype. Throws a
 * KrmError `not-representable` for a scalar whose text does not fit its tag, and for infinity and NaN.
 */
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
  aliases: "limited",
  bangIsString: true,
  resolve: tagOf,
  texts: new PlainScalarCache(tagOf),
  finish: (node) => finish(node),
};
const STRICT: Dialect = { ...LENIENT, finish: (node) => finish(node, "refuse") };

function tagOf(text: string): string {
  if (text === "<<") return "!!merge";
  const tag = resolveTag11(text);
  return tag === "!!timestamp" ? "!!str" : tag;
}

/** Completes a map: turns keys into strings, expands merge keys, and keeps the last of equal keys. */
function finish(node: MapNode, duplicates?: "refuse" | ConfigOptions["onDuplicate"]): void {
  const entries = new Map<string, Entry>();
  // Replacing a merged entry is not a duplicate.
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
      throw failureAt(
        entry.key,
        "duplicate-key",
        `${shownKey(name)} already set in map`,
        "Remove one of the two keys.",
      );
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

/** The message for a null key. */
export const NULL_KEY = "null cannot be a key";

/** The text of a key in JSON: numbers and booleans become text. */
function keyText(key: Node): string {
  if (key.kind !== "scalar") throw collectionAsKey(key);
  if (key.tag === "!!str") return key.value;
  const value = scalarValue(key);
  if (value === null) {
    throw failureAt(key, "non-string-key", NULL_KEY, 'Give the key a name, or quote it if its name is `"null"`.');
  }
  if (typeof value === "bigint" && value > 2n ** 63n - 1n) {
    throw failureAt(key, "non-string-key", "a number is too large for a key", "Quote the key.");
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
