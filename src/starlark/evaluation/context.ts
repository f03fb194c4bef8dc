/** The functions that the parts of the compiler call in each other. */
import type { Expression, Statement } from "../syntax/syntax.ts";
import type { Value } from "../values/values.ts";
import type { Evaluate, Execute, Frame } from "./frame.ts";

/** Stores a value in a target. */
export type Store = (frame: Frame, value: Value) => void;

/** Evaluating this many nodes takes about as long as a statement itself. */
const NODES_PER_STEP = 16;

/** The steps of a statement whose nodes are those compiled since `before`. */
export function costSince(before: number, context: Context): number {
  return 1 + Math.floor((context.nodes - before) / NODES_PER_STEP);
}

export interface Context {
  /** The predefined values by name. */
  readonly universe: ReadonlyMap<string, Value>;
  /** The number of nodes compiled so far. */
  nodes: number;
  expression(expression: Expression): Evaluate;
  /** Compiles a target. A value that does not fit is reported at `at`. */
  target(target: Expression, at: number): Store;
  block(statements: readonly Statement[]): Execute;
}
