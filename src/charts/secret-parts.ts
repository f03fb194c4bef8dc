/** Finds the parts of objects that depend on values of Secrets; docs/specification/helm-charts.md 8. */
import { differingPaths, scalarText, type ValuePath } from "../resource/index.ts";
import { isMap, toValue, type Value } from "../yaml/index.ts";
import { get, type MapNode, type Node } from "../yaml/nodes/node.ts";
import { commonWords } from "./common-words.ts";
import { counterparts, IDENTITY } from "./object-pairs.ts";
import type { PrintedObject } from "./objects.ts";

/** In names, in place of what is withheld. */
export const REDACTED = "redacted";

/** The parts of one object that depend on values of Secrets. */
export interface SecretParts {
  /** Values: where both renderings have one, also in structures. Never the identity. */
  readonly values: readonly ValuePath[];
  /** Whole maps and lists: where one rendering has other keys, or another length, or lacks the object. Never its identity. */
  readonly structures: readonly ValuePath[];
  /** The fields of its identity that depend on them, with texts that do not. */
  readonly identity: ReadonlyMap<ValuePath, string>;
}

/** Compares objects with those of a rendering that differs in the values of Secrets alone. */
export function secretParts(objects: readonly PrintedObject[], others: readonly PrintedObject[]): SecretParts[] {
  return counterparts(objects, others).map((other, index) => {
    const { node } = objects[index] as PrintedObject;
    const value = toValue(node);
    if (other === undefined) return { values: [], structures: dataPaths(value), identity: new Map() };
    const otherValue = toValue(other.node);
    const values: ValuePath[] = [];
    const structures: ValuePath[] = [];
    const identity = new Map<ValuePath, string>();
    for (const path of differingPaths(value, otherValue)) {
      const field = IDENTITY.find((one) => isWithin(path, one));
      if (field !== undefined && field.length === path.length)
        identity.set(field, commonWords(textAt(node, field), textAt(other.node, field), REDACTED, /[-.:]/));
      else {
        const [own, counterpart] = [at(value, path), at(otherValue, path)];
        if (isValue(own) && isValue(counterpart)) values.push(path);
        else {
          structures.push(...(field === undefined ? [path] : dataPaths(value, path)));
          values.push(...differingValues(own, counterpart, path));
        }
      }
    }
    return { values, structures, identity };
  });
}

/** The paths of all of an object, or of a part of it, but its identity. */
export function dataPaths(value: Value, below: ValuePath = []): ValuePath[] {
  const inner = below.reduce<Value | undefined>((map, key) => (isMap(map) ? map[key] : undefined), value);
  if (!isMap(inner)) return [];
  return Object.keys(inner).flatMap((key) => {
    const path = [...below, key];
    const field = IDENTITY.find((one) => isWithin(path, one));
    if (field === undefined) return [path];
    return field.length === path.length ? [] : dataPaths(value, path);
  });
}

export function setIdentity(node: MapNode, identity: ReadonlyMap<ValuePath, string>): void {
  for (const [path, text] of identity) {
    const field = nodeAt(node, path);
    if (field?.kind === "scalar") field.value = text;
  }
}

export function textAt(node: MapNode, path: ValuePath): string {
  return scalarText(nodeAt(node, path));
}

function nodeAt(node: MapNode, path: ValuePath): Node | undefined {
  return path.reduce<Node | undefined>(get, node);
}

/** Tells whether a field of the identity is at the path, or in what is there. */
function isWithin(path: ValuePath, field: ValuePath): boolean {
  return path.length <= field.length && path.every((step, index) => step === field[index]);
}

/** The paths of differing values in maps with other keys and lists of other lengths. */
function* differingValues(own: Value, other: Value, path: ValuePath): Generator<ValuePath> {
  if (isValue(own) || isValue(other)) {
    if (isValue(own) && isValue(other) && own !== other && !IDENTITY.some((field) => isWithin(path, field))) yield path;
    return;
  }
  if (Array.isArray(own) !== Array.isArray(other)) return;
  for (const [key, item] of Object.entries(own as Record<string, Value>))
    if (Object.hasOwn(other as object, key)) yield* differingValues(item, at(other, [key]), [...path, key]);
}

function at(value: Value, path: ValuePath): Value {
  return path.reduce((inner, step) => (inner as Record<string, Value>)[step] as Value, value);
}

function isValue(value: Value): boolean {
  return typeof value !== "object" || value === null;
}
