/** JSON Pointers into objects, by positions and by the names of elements. */
import { type GeneratedNames, keyOf, mergeKeyOf } from "../../manifests/index.ts";
import type { Value } from "../../render/rendering.ts";

/** Lists that are longer are followed by position: each look for names reads the whole list. */
const MAX_NAMED_ELEMENTS = 10_000;

/** The value at the steps; undefined if there is none. */
export function valueAt(value: Value | undefined, steps: readonly string[]): Value | undefined {
  let at = value;
  for (const step of steps) at = childOf(at, step);
  return at;
}

/** The steps with the names of elements in place of their positions, where all elements of a list have a name of their own. */
export function namedSteps(value: Value | undefined, steps: readonly string[], names?: GeneratedNames): string[] {
  let at = value;
  return steps.map((step) => {
    const list = at;
    at = childOf(list, step);
    const key = nameKeyOf(list);
    return (key !== undefined && at !== undefined && keyOf(at, key, names)) || step;
  });
}

/** The steps with the positions of elements in place of their names: the opposite of {@link namedSteps}. */
export function positionedSteps(value: Value | undefined, named: readonly string[], names?: GeneratedNames): string[] {
  let at = value;
  return named.map((step) => {
    const key = nameKeyOf(at);
    const found = key === undefined ? -1 : (at as Value[]).findIndex((each) => keyOf(each, key, names) === step);
    const position = found < 0 ? step : String(found);
    at = childOf(at, position);
    return position;
  });
}

function nameKeyOf(list: Value | undefined): string | undefined {
  return Array.isArray(list) && list.length <= MAX_NAMED_ELEMENTS ? mergeKeyOf(list, []) : undefined;
}

function childOf(value: Value | undefined, step: string): Value | undefined {
  if (Array.isArray(value)) return /^\d+$/.test(step) ? value[Number(step)] : undefined;
  if (typeof value !== "object" || value === null) return undefined;
  return Object.hasOwn(value, step) ? value[step] : undefined;
}
