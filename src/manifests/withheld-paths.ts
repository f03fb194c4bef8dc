/** Withholds values of Secrets that stand outside of Secrets, such as those that Flux puts in place of variables. */
import type { Value } from "../render/rendering.ts";
import { isMap } from "./map-values.ts";
import { mapLists, mapMaps } from "./pairs.ts";
import { mask, type Side, type Sides } from "./placeholders.ts";

/** The paths of one side of an object: keys, and positions in lists. */
export type WithheldPaths = readonly (readonly string[])[];

/** Paths as a tree. A node without children is the end of a path. */
type PathTree = Map<string, PathTree>;

/**
 * Masks the values at the paths of both sides. What one side withholds is withheld on the other side too, so that a change from or
 * to a plain value shows neither. Does not modify the values that are passed in.
 * @param maskBoth makes the placeholders of a value
 */
export function maskWithheld(
  before: Side,
  after: Side,
  [pathsBefore = [], pathsAfter = []]: readonly [before?: WithheldPaths | undefined, after?: WithheldPaths | undefined],
  maskBoth: (before: Side, after: Side) => Sides = mask,
): Sides {
  if (pathsBefore.length === 0 && pathsAfter.length === 0) return [before, after];
  return visit(before, after, treeOf(pathsBefore), treeOf(pathsAfter));

  function visit(left: Side, right: Side, of: PathTree | undefined, to: PathTree | undefined): Sides {
    if (of === undefined && to === undefined) return [left, right];
    if (of?.size === 0 || to?.size === 0) return maskBoth(left, right);
    if (is(Array.isArray, left) && is(Array.isArray, right))
      return mapLists(left, right, (a, b, [at, position]) =>
        visit(a, b, of?.get(String(at)), to?.get(String(position))),
      );
    if (is(isMap, left) && is(isMap, right))
      return mapMaps(left, right, (key, a, b) => visit(a, b, of?.get(key), to?.get(key)));
    // A list has become a map, or the like.
    return [visit(left, undefined, of, undefined)[0], visit(undefined, right, undefined, to)[1]];
  }
}

/** Tells whether a side has a shape, or is absent. */
function is<Shape extends Value>(hasShape: (value: Side) => value is Shape, side: Side): side is Shape | undefined {
  return side === undefined || hasShape(side);
}

function treeOf(paths: WithheldPaths): PathTree | undefined {
  if (paths.length === 0) return undefined;
  const root: PathTree = new Map();
  for (const path of paths) {
    let node = root;
    for (const [index, step] of path.entries()) {
      const known = node.get(step);
      // A path that goes on behind the end of another one says nothing new.
      if (known?.size === 0) break;
      const next: PathTree = index === path.length - 1 || known === undefined ? new Map() : known;
      node.set(step, next);
      node = next;
    }
  }
  return root;
}
