/** Finds the line of a patch that changed a field, for changes whose value has no place, such as removals. */

import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import type { Location } from "../diagnostics.ts";
import { parseObjects, scalarText } from "../resource/index.ts";
import { unescapeStep } from "../text/index.ts";
import { parseConfig } from "../yaml/index.ts";
import { get, type MapNode, type Node, type ScalarNode, type Source } from "../yaml/nodes/node.ts";
import { type ReadFiles, tryRead } from "./read-files.ts";

/** A place in a source. */
export interface SourcePlace {
  readonly source: Source;
  readonly offset: number;
}

/** A text that may hold the patch. */
export interface PatchText {
  readonly text: string;
  /** The file of the text, or the node of an inline text, or the place of a text that no file holds as it is. */
  readonly from: string | ScalarNode | Location;
}

/** The kinds and names that an object has or had. */
export interface Names {
  readonly kinds: readonly string[];
  readonly names: readonly string[];
}

/**
 * The texts of patches in an entry of the field `patches`, or in the document of a plugin: inline ones and those of files.
 * @param file the kustomization file, which paths are relative to
 */
export function patchTexts(entry: Node | undefined, file: string, files: ReadFiles): PatchText[] {
  if (entry === undefined) return [];
  if (entry.kind === "scalar") {
    const path = posix.join(posix.dirname(file), entry.value);
    return [files.has(path) ? { text: files.text(path), from: path } : { text: entry.value, from: entry }];
  }
  if (entry.kind === "seq") return entry.items.flatMap((item) => patchTexts(item, file, files));
  const parts = ["path", "patch", "jsonOp", "paths", "patches"].map((name) => get(entry, name));
  return parts.flatMap((part) => patchTexts(part, file, files));
}

/** A patch that was read: the operations of a JSON patch, or objects, also by kind and name. */
interface ReadPatch {
  readonly operations: readonly Node[] | undefined;
  readonly objects: readonly MapNode[];
  readonly byName: ReadonlyMap<string, MapNode>;
}

/** Reads each patch once: it may change many objects. */
export class Patches {
  /** By file and text. One text as the key would be put together, and read as a whole, for each change. */
  readonly #read = new Map<string, Map<string, ReadPatch>>();

  /** The deepest node of a patch on the path to a field. */
  find(patch: PatchText, path: readonly string[], { kinds, names }: Names): SourcePlace | undefined {
    const { operations, objects, byName } = this.#patch(patch);
    if (operations !== undefined) return placeOf(findOperation(operations, path));
    const keys = kinds.flatMap((kind) => names.map((name) => nameKey(kind, name)));
    const named = keys.map((key) => byName.get(key)).find((object) => object !== undefined);
    const object = named ?? (objects.length === 1 ? objects[0] : undefined);
    return placeOf(object && deepestNode(object, path));
  }

  #patch({ text, from }: PatchText): ReadPatch {
    const file = typeof from === "string" ? from : "";
    const ofFile = getOrInsert(this.#read, file, () => new Map<string, ReadPatch>());
    return getOrInsert(ofFile, text, () => readPatch(text, file));
  }
}

function readPatch(text: string, file: string): ReadPatch {
  const byName = new Map<string, MapNode>();
  const config = tryRead(() => parseConfig(text, file));
  if (config?.kind === "seq") return { operations: config.items, objects: [], byName };
  const objects = tryRead(() => parseObjects(text, file)) ?? [];
  for (const object of objects) {
    const key = nameKey(scalarText(get(object, "kind")), scalarText(get(get(object, "metadata"), "name")));
    if (!byName.has(key)) byName.set(key, object);
  }
  return { operations: undefined, objects, byName };
}

function nameKey(kind: string, name: string): string {
  return `${kind}\n${name}`;
}

function placeOf(node: Node | undefined): SourcePlace | undefined {
  return node?.source && { source: node.source, offset: node.offset };
}

function deepestNode(node: Node, [segment, ...rest]: readonly string[]): Node {
  if (segment === undefined) return node;
  if (node.kind === "map") {
    const entry = node.entries.find(({ key }) => key.kind === "scalar" && key.value === segment);
    if (entry === undefined) return get(node, "$patch") ?? node;
    // The key, because an empty value such as a blank null has no place.
    return entry.value.kind === "scalar" ? entry.key : deepestNode(entry.value, rest);
  }
  const [, key, value] = /^\[([^=]*)=(.*)\]$/s.exec(segment) ?? [];
  if (node.kind !== "seq" || key === undefined) return node;
  const item = node.items.find((one) => scalarText(get(one, key)) === value);
  return item === undefined ? node : deepestNode(item, rest);
}

/** The operation whose path is nearest to the field; the last one of several. */
function findOperation(operations: readonly Node[], path: readonly string[]): Node | undefined {
  let best: { operation: Node; length: number } | undefined;
  for (const operation of operations) {
    for (const name of ["path", "from"]) {
      const pointer = get(operation, name);
      const tokens = pointer?.kind === "scalar" ? pointer.value.split("/").slice(1) : undefined;
      if (tokens === undefined || !leadsTo(tokens, path)) continue;
      // An operation on the field or on one of its parents is preferred to an operation below the field.
      const length = tokens.length > path.length ? 0 : tokens.length;
      if (best === undefined || length >= best.length) best = { operation, length };
    }
  }
  return best && (get(best.operation, "value") ?? get(best.operation, "path"));
}

/** True if one path is the start of the other. Any index matches any list element, which `path` may name by a key. */
function leadsTo(tokens: readonly string[], path: readonly string[]): boolean {
  return tokens.every((token, index) => {
    const segment = path[index];
    if (segment === undefined || /^(?:\d+|-)$/.test(token)) return true;
    return unescapeStep(token) === segment;
  });
}
