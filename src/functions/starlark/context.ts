/** What the parts of the compiler need of each other. */
import type { Evaluate, Execute, Frame } from "./frame.ts";
import type { Expression, Statement } from "./syntax.ts";
import type { Value } from "./values.ts";

/** Puts a value where a target says. */
export type Store = (frame: Frame, value: Value) => void;

export interface Context {
  /** What is given by name. */
  readonly universe: ReadonlyMap<string, Value>;
  expression(expression: Expression): Evaluate;
  /** `at` is where a value that does not fit is reported. */
  target(target: Expression, at: number): Store;
  block(statements: readonly Statement[]): Execute;
}
