/**
 * For work that depends on the files around it: it is the same only within one directory of one tree
 * (docs/specification/function-limits.md 3.3).
 */
import type { FunctionRoot } from "./step.ts";

const numbers = new WeakMap<object, number>();
let trees = 0;

/** Part of what makes two runs the same. */
export function placeOf({ tree, path }: FunctionRoot): readonly unknown[] {
  let number = numbers.get(tree);
  if (number === undefined) numbers.set(tree, (number = ++trees));
  return [number, path];
}
