/** What the parts of the compiler need of each other. */

import type { Expression, Statement } from "../syntax/syntax.ts";
import type { Value } from "../values/values.ts";
import type { Evaluate, Execute, Frame } from "./frame.ts";

/** Puts a value where a target says. */
export type Store = (frame: Frame, value: Value) => void;

/** So many nodes take about as long as a statement does by itself. */
const NODES_PER_STEP = 16;

/** What a statement counts as, whose nodes are those since `before`. */
export function costSince(before: number, context: Context): number {
  return 1 + Math.floor((context.nodes - before) / NODES_PER_STEP);
}

export interface Context {
  /** What is given by name. */
  readonly universe: ReadonlyMap<string, Value>;
  /** How many nodes were compiled so far. */
  nodes: number;
  expression(expression: Expression): Evaluate;
  /** `at` is where a value that does not fit is reported. */
  target(target: Expression, at: number): Store;
  block(statements: readonly Statement[]): Execute;
}
