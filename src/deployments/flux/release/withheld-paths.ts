/** Follows values that come from Secrets through post-renderers: patches move what they stand in. */
import { isMap } from "../../../manifests/index.ts";
import { differingPaths, type ValuePath } from "../../../resource/index.ts";
import type { Value } from "../../../yaml/index.ts";

type Leaf = Exclude<Value, object> | null;

const IDENTITY: ReadonlySet<string> = new Set(["apiVersion", "kind", "metadata/name", "metadata/namespace"]);

/** The texts of the values at some paths of an object, and below. */
export function textsAt(value: Value, paths: readonly ValuePath[]): ReadonlySet<string> {
  const texts = new Set<string>();
  for (const path of paths) {
    const found = descend(value, path);
    if (found !== undefined) for (const [, leaf] of leavesOf(found, [])) texts.add(textOf(leaf));
  }
  return texts;
}

/** The paths of all values of an object that have one of some texts, but for those of its identity. */
export function pathsOfTexts(value: Value, texts: ReadonlySet<string>): readonly ValuePath[] {
  if (texts.size === 0) return [];
  return leavesOf(value, []).flatMap(([path, leaf]) => (texts.has(textOf(leaf)) && !isIdentity(path) ? [path] : []));
}

/**
 * The paths to withhold in an object that patches have changed. A value keeps its path if it stands there unchanged; otherwise the
 * outermost list on its path is withheld as a whole. So are values that patches wrote, if they are equal to one that is withheld.
 * @param texts of all values that are withheld before
 * @param writesSecrets true if all that patches wrote may come from a Secret
 */
export function withheldAfter(
  before: Value,
  after: Value,
  paths: readonly ValuePath[],
  texts: ReadonlySet<string>,
  writesSecrets: boolean,
): readonly ValuePath[] {
  if (paths.length === 0 && texts.size === 0 && !writesSecrets) return [];
  const found = new Map<string, ValuePath>();
  const note = (path: ValuePath): void => {
    if (path.length > 0 && !isIdentity(path)) found.set(JSON.stringify(path), path);
  };
  for (const path of paths) {
    const kept = keptPath(before, after, path);
    if (kept !== undefined) note(kept);
  }
  for (const changed of differingPaths(before, after)) {
    const value = descend(after, changed);
    if (value === undefined) continue;
    for (const [path, leaf] of leavesOf(value, changed)) if (writesSecrets || texts.has(textOf(leaf))) note(path);
  }
  return [...found.values()];
}

/** The path of a value, or of the list that it may have moved in; undefined if nothing is left of it. */
function keptPath(before: Value, after: Value, path: ValuePath): ValuePath | undefined {
  const [was, is] = [descend(before, path), descend(after, path)];
  if (was !== undefined && is !== undefined && differingPaths(was, is).length === 0) return path;
  let at: Value | undefined = after;
  for (const [index, step] of path.entries()) {
    if (Array.isArray(at)) return path.slice(0, index);
    at = childOf(at, step);
  }
  return at === undefined ? undefined : path;
}

/** The paths and values of all that is neither a map nor a list. */
function leavesOf(value: Value, path: ValuePath): [ValuePath, Leaf][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([step, child]) => leavesOf(child, [...path, step]));
}

function descend(value: Value, path: ValuePath): Value | undefined {
  return path.reduce<Value | undefined>(childOf, value);
}

function childOf(value: Value | undefined, step: string): Value | undefined {
  if (Array.isArray(value)) return value[Number(step)];
  return isMap(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

/** Equal for values that are equal when they are printed. */
function textOf(leaf: Leaf): string {
  return String(leaf);
}

function isIdentity(path: ValuePath): boolean {
  return IDENTITY.has(path.join("/"));
}
