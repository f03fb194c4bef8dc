/** Pairs the objects of two renderings of one chart. */
import { getOrInsert } from "../collections.ts";
import { scalarText } from "../resource/index.ts";
import { get, type MapNode } from "../yaml/nodes/node.ts";
import type { PrintedObject } from "./objects.ts";

/**
 * The counterpart of each object: the one of the same name, or else the next one of the same file and kind, or of the same file, since
 * names and kinds can differ too. Undefined for an object that the other rendering lacks.
 */
export function counterparts(
  objects: readonly PrintedObject[],
  others: readonly PrintedObject[],
): (PrintedObject | undefined)[] {
  const left = new Set(others);
  const found: (PrintedObject | undefined)[] = objects.map(() => undefined);
  for (const keyOf of [nameOf, sortOf, fileOf]) {
    const byKey = new Map<string, PrintedObject[]>();
    // The last one first: they are taken from the end.
    for (const other of [...left].reverse()) getOrInsert(byKey, keyOf(other), () => []).push(other);
    for (const [index, object] of objects.entries()) {
      if (found[index] !== undefined) continue;
      const other = byKey.get(keyOf(object))?.pop();
      if (other === undefined) continue;
      found[index] = other;
      left.delete(other);
    }
  }
  return found;
}

/** The fields that decide which object it is. */
export const IDENTITY: readonly (readonly string[])[] = [
  ["apiVersion"],
  ["kind"],
  ["metadata", "namespace"],
  ["metadata", "name"],
  ["metadata", "generateName"],
];

function sortOf({ node, template }: PrintedObject): string {
  return JSON.stringify([template, textAt(node, "apiVersion"), textAt(node, "kind")]);
}

function fileOf({ template }: PrintedObject): string {
  return template ?? "";
}

function nameOf({ node, template }: PrintedObject): string {
  return JSON.stringify([template, ...IDENTITY.map((path) => textAt(node, ...path))]);
}

function textAt(node: MapNode, ...path: readonly string[]): string {
  return scalarText(path.reduce((inner, key) => get(inner, key), node as ReturnType<typeof get>));
}
