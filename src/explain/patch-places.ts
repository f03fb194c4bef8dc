/** Where in a patch a field is written that the patch took away or gave; for changes that do not tell by themselves. */
import { posix } from "node:path";
import { parseObjects, scalarText } from "../resource/index.ts";
import { parseConfig } from "../yaml/index.ts";
import { get, type Node, type ScalarNode, type Source } from "../yaml/nodes/node.ts";
import { attempt, type ReadFiles } from "./read-files.ts";

export interface Spot {
  readonly source: Source;
  readonly offset: number;
}

/** A text that may hold the patch. */
export interface PatchText {
  readonly text: string;
  /** Its file, or the node of an inline text. */
  readonly from: string | ScalarNode;
}

/** What an object is called, or was. */
export interface Names {
  readonly kinds: readonly string[];
  readonly names: readonly string[];
}

/**
 * The texts that an entry of patches names or holds, or the document of a plugin.
 * @param file the kustomization, which paths are relative to
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

/** The deepest node of a patch on the way to a field. */
export function findInPatch({ text, from }: PatchText, path: readonly string[], names: Names): Spot | undefined {
  const file = typeof from === "string" ? from : "";
  const operations = attempt(() => parseConfig(text, file));
  if (operations?.kind === "seq") return spotOf(findOperation(operations.items, path));
  const objects = attempt(() => parseObjects(text, file)) ?? [];
  const meant = objects.find((object) => {
    const [kind, name] = [scalarText(get(object, "kind")), scalarText(get(get(object, "metadata"), "name"))];
    return names.kinds.includes(kind) && names.names.includes(name);
  });
  const object = meant ?? (objects.length === 1 ? objects[0] : undefined);
  return spotOf(object && deepest(object, path));
}

function spotOf(node: Node | undefined): Spot | undefined {
  return node?.source && { source: node.source, offset: node.offset };
}

function deepest(node: Node, [segment, ...rest]: readonly string[]): Node {
  if (segment === undefined) return node;
  if (node.kind === "map") {
    const entry = node.entries.find(({ key }) => key.kind === "scalar" && key.value === segment);
    if (entry === undefined) return get(node, "$patch") ?? node;
    // A null may be blank, and then stands nowhere.
    return entry.value.kind === "scalar" ? entry.key : deepest(entry.value, rest);
  }
  const [, key, value] = /^\[([^=]*)=(.*)\]$/s.exec(segment) ?? [];
  if (node.kind !== "seq" || key === undefined) return node;
  const item = node.items.find((one) => scalarText(get(one, key)) === value);
  return item === undefined ? node : deepest(item, rest);
}

/** The operation whose path leads nearest to the field; the last of several. */
function findOperation(operations: readonly Node[], path: readonly string[]): Node | undefined {
  let best: { operation: Node; length: number } | undefined;
  for (const operation of operations) {
    for (const name of ["path", "from"]) {
      const pointer = get(operation, name);
      const tokens = pointer?.kind === "scalar" ? pointer.value.split("/").slice(1) : undefined;
      if (tokens === undefined || !leadsTo(tokens, path)) continue;
      // An operation on the field or on what it is part of comes before one on a part of it.
      const length = tokens.length > path.length ? 0 : tokens.length;
      if (best === undefined || length >= best.length) best = { operation, length };
    }
  }
  return best && (get(best.operation, "value") ?? get(best.operation, "path"));
}

/** Elements of lists are named otherwise in a pointer, so any index will do. */
function leadsTo(tokens: readonly string[], path: readonly string[]): boolean {
  return tokens.every((token, index) => {
    const segment = path[index];
    if (segment === undefined || /^(?:\d+|-)$/.test(token)) return true;
    return token.replaceAll("~1", "/").replaceAll("~0", "~") === segment;
  });
}
