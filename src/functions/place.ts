/**
 * Identifies the directory of a kustomization. Calls that depend on surrounding files are equal only within one directory
 * of one tree (docs/specification/function-limits.md 3.3).
 */
import { once } from "../store/index.ts";
import type { FunctionRoot } from "./step.ts";

const numbers = new WeakMap<object, number>();
let trees = 0;

/** A part of the identity of a call; see {@link Schedule.run}. */
export function placeOf({ tree, path }: FunctionRoot): readonly unknown[] {
  return [once(numbers, tree, () => ++trees), path];
}
