/**
 * Overrides of imported entries: strategic merges without a schema, so lists are replaced as a whole;
 * docs/specification/composition.md 6.
 */
import { scalarText } from "../resource/index.ts";
import { type Entry, get, isNull, type MapNode, map, type Node, scalar } from "../yaml/nodes/node.ts";

/** The reserved field that says what runs a function, and its earlier name. */
export const RUNTIME_FIELDS = ["runtime", "provider"] as const;

/** The fields that identify an entry. An override matches them, and cannot change them. */
const IDENTITY = new Set(["apiVersion", "kind"]);
const NAME = new Set(["name", "namespace"]);

const DIRECTIVE = "$patch";

/** Whether an override removes the entry. */
export function deletes(override: MapNode): boolean {
  return directiveOf(override) === "delete";
}

/**
 * Applies an override to a config, in place. Nodes of the override become part of the config.
 * @returns the fields that were set or removed, such as `spec.version`
 */
export function applyOverride(config: MapNode, override: MapNode): readonly string[] {
  const changed: string[] = [];
  const replaces = directiveOf(override) === "replace";
  if (replaces) {
    for (const { key } of config.entries) {
      const name = keyText(key);
      if (!IDENTITY.has(name) && name !== "metadata" && get(override, name) === undefined)
        remove(config, name, "", changed);
    }
  }
  for (const { key, value } of override.entries) {
    const name = keyText(key);
    if (name === DIRECTIVE || IDENTITY.has(name)) continue;
    if (name === "metadata") mergeMetadata(config, value, changed);
    // A function never keeps a part of an earlier runtime: permissions belong to the program that they were given to.
    else if (isRuntime(name)) replaceRuntime(config, name, value, changed);
    else if (replaces) set(config, key, cleaned(value), name, changed);
    else mergeField(config, key, value, "", changed);
  }
  return changed;
}

function isRuntime(name: string): boolean {
  return RUNTIME_FIELDS.some((field) => field === name);
}

function replaceRuntime(config: MapNode, name: string, value: Node, changed: string[]): void {
  config.entries = config.entries.filter(({ key }) => !isRuntime(keyText(key)));
  if (!isNull(value) && directiveOf(value) !== "delete")
    config.entries.push({ key: scalar(name), value: cleaned(value) });
  changed.push(name);
}

function mergeMetadata(config: MapNode, override: Node, changed: string[]): void {
  if (override.kind !== "map") return;
  const metadata = get(config, "metadata");
  if (metadata?.kind !== "map") return;
  for (const { key, value } of override.entries) {
    const name = keyText(key);
    if (!NAME.has(name) && name !== DIRECTIVE) mergeField(metadata, key, value, "metadata.", changed);
  }
}

/** @param prefix the path of the map, with a dot at its end */
function mergeField(into: MapNode, key: Node, value: Node, prefix: string, changed: string[]): void {
  const name = keyText(key);
  const path = prefix + name;
  const directive = directiveOf(value);
  if (isNull(value) || directive === "delete") return remove(into, name, prefix, changed);
  const present = get(into, name);
  if (value.kind !== "map" || present?.kind !== "map" || directive === "replace") {
    return set(into, key, cleaned(value), path, changed);
  }
  for (const inner of value.entries) {
    if (keyText(inner.key) !== DIRECTIVE) mergeField(present, inner.key, inner.value, `${path}.`, changed);
  }
}

function remove(from: MapNode, name: string, prefix: string, changed: string[]): void {
  const kept = from.entries.filter(({ key }) => keyText(key) !== name);
  if (kept.length === from.entries.length) return;
  from.entries = kept;
  changed.push(prefix + name);
}

function set(into: MapNode, key: Node, value: Node, path: string, changed: string[]): void {
  const name = keyText(key);
  const at = into.entries.findIndex((entry) => keyText(entry.key) === name);
  const entry: Entry = { key, value };
  if (at >= 0) into.entries[at] = entry;
  else into.entries.push(entry);
  changed.push(path);
}

/** A value without nulls and directives, which only say what to remove. Lists are kept as they are. */
function cleaned(value: Node): Node {
  if (value.kind !== "map") return value;
  const entries = value.entries.filter((entry) => {
    return keyText(entry.key) !== DIRECTIVE && !isNull(entry.value) && directiveOf(entry.value) !== "delete";
  });
  const copy = map(
    entries.map((entry) => ({ key: entry.key, value: cleaned(entry.value) })),
    value.style,
  );
  copy.source = value.source;
  copy.offset = value.offset;
  return copy;
}

function directiveOf(node: Node): string {
  return scalarText(get(node, DIRECTIVE));
}

function keyText(key: Node): string {
  return key.kind === "scalar" ? key.value : "";
}
