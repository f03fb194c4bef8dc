/**
 * Overrides of imported entries: strategic merges without a schema, so lists are replaced as a whole;
 * docs/specification/composition.md 6.
 */
import { clearField, scalarText } from "../resource/index.ts";
import { clone, type Entry, get, isNull, type MapNode, map, type Node, scalar } from "../yaml/nodes/node.ts";
import { DIRECTORY } from "./composition-document.ts";

/** The reserved field that says what runs a function, and its earlier name. */
export const RUNTIME_FIELDS = ["runtime", "provider"] as const;

/** The annotations that specify a function. */
export const FUNCTION_ANNOTATIONS = [
  "config.kubernetes.io/function",
  "config.k8s.io/function",
  "config.kubernetes.io/container",
] as const;

/** The fields that identify an entry. An override matches them, and cannot change them. */
const IDENTITY = new Set(["apiVersion", "kind"]);
const DIRECTIVE = "$patch";

/** Tells whether an override removes the entry. */
export function deletes(override: MapNode): boolean {
  return directiveOf(override) === "delete";
}

/** Applies the overrides of one entry. */
export class Overriding {
  readonly #config: MapNode;
  /** The fields of the maps that were merged, by name. Maps are large, and so are overrides. */
  readonly #fields = new Map<MapNode, Map<string, Entry>>();

  constructor(config: MapNode) {
    this.#config = clone(config);
  }

  /**
   * Nodes of the override become part of the config.
   * @returns the fields that were set or removed, such as `spec.version`
   */
  apply(override: MapNode): readonly string[] {
    const changed: string[] = [];
    const replaces = directiveOf(override) === "replace";
    const fields = this.#fieldsOf(this.#config);
    if (replaces) {
      const kept = new Set(override.entries.map(({ key }) => keyText(key)));
      for (const name of fields.keys()) {
        if (!IDENTITY.has(name) && name !== "metadata" && !kept.has(name)) remove(fields, name, name, changed);
      }
    }
    for (const entry of override.entries) {
      const name = keyText(entry.key);
      if (name === DIRECTIVE || IDENTITY.has(name)) continue;
      if (name === "metadata") this.#mergeMetadata(entry.value, changed);
      else if (isRuntime(name)) replaceRuntime(fields, entry, changed);
      else this.#mergeField(fields, entry, name, changed, replaces);
    }
    this.#replaceProgram(override, changed);
    return changed;
  }

  /**
   * A function never keeps a part of an earlier specification: permissions belong to the program that they were given to.
   */
  #replaceProgram(override: MapNode, changed: string[]): void {
    const annotations = get(get(override, "metadata"), "annotations");
    const given = FUNCTION_ANNOTATIONS.filter((name) => scalarText(get(annotations, name)) !== "");
    const hasField = RUNTIME_FIELDS.some((name) => get(override, name) !== undefined);
    if (given.length === 0 && !hasField) return;
    const fields = this.#fieldsOf(this.#config);
    if (!hasField) for (const name of RUNTIME_FIELDS) remove(fields, name, name, changed);
    const metadata = fields.get("metadata")?.value;
    const present = metadata?.kind === "map" ? this.#fieldsOf(metadata).get("annotations")?.value : undefined;
    if (present?.kind !== "map") return;
    for (const name of FUNCTION_ANNOTATIONS) {
      if (!given.includes(name)) remove(this.#fieldsOf(present), name, `metadata.annotations.${name}`, changed);
    }
  }

  /** The config with all overrides. */
  finish(): MapNode {
    for (const [node, fields] of this.#fields) node.entries = [...fields.values()];
    // Only a view may say where a function runs.
    const annotations = get(get(this.#config, "metadata"), "annotations");
    if (annotations?.kind === "map") clearField(annotations, DIRECTORY);
    return this.#config;
  }

  #fieldsOf(node: MapNode): Map<string, Entry> {
    let fields = this.#fields.get(node);
    if (fields === undefined) {
      this.#fields.set(node, (fields = new Map(node.entries.map((entry) => [keyText(entry.key), entry]))));
    }
    return fields;
  }

  #mergeMetadata(override: Node, changed: string[]): void {
    const metadata = this.#fieldsOf(this.#config).get("metadata")?.value;
    if (override.kind !== "map" || metadata?.kind !== "map") return;
    const fields = this.#fieldsOf(metadata);
    for (const entry of override.entries) {
      const name = keyText(entry.key);
      if (name !== "name" && name !== DIRECTIVE) this.#mergeField(fields, entry, `metadata.${name}`, changed);
    }
  }

  /** @param path the path of the field @param isWhole whether maps around it are replaced */
  #mergeField(into: Map<string, Entry>, { key, value }: Entry, path: string, changed: string[], isWhole = false): void {
    const name = keyText(key);
    if (isNull(value) || directiveOf(value) === "delete") return remove(into, name, path, changed);
    const present = into.get(name)?.value;
    if (value.kind !== "map" || present?.kind !== "map" || isWhole || directiveOf(value) === "replace") {
      into.set(name, { key, value: cleaned(value) });
      changed.push(path);
      return;
    }
    const fields = this.#fieldsOf(present);
    for (const entry of value.entries) {
      const inner = keyText(entry.key);
      if (inner !== DIRECTIVE) this.#mergeField(fields, entry, `${path}.${inner}`, changed);
    }
  }
}

function isRuntime(name: string): boolean {
  return RUNTIME_FIELDS.some((field) => field === name);
}

function replaceRuntime(config: Map<string, Entry>, { key, value }: Entry, changed: string[]): void {
  for (const field of RUNTIME_FIELDS) config.delete(field);
  const name = keyText(key);
  if (!isNull(value) && directiveOf(value) !== "delete") config.set(name, { key: scalar(name), value: cleaned(value) });
  changed.push(name);
}

function remove(from: Map<string, Entry>, name: string, path: string, changed: string[]): void {
  if (from.delete(name)) changed.push(path);
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
