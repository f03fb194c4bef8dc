/** Compiles comprehensions: `[x for y in z if w]` and `{k: v for …}`. */
import type { Clause, Comprehension, ForClause } from "../syntax/syntax.ts";
import { iterate } from "../values/iteration.ts";
import { Dict, isTrue, List, type Value } from "../values/values.ts";
import { type Context, costSince, type Store } from "./context.ts";
import type { Evaluate, Frame } from "./frame.ts";

/** Runs a clause with all inner clauses and the body. */
type Run<T> = (frame: Frame, into: T) => void;

export function compileComprehension({ body, clauses }: Comprehension, context: Context): Evaluate {
  const before = context.nodes;
  if ("kind" in body) {
    const element = context.expression(body);
    const run = compileClauses<Value[]>(clauses, context, before, (frame, into) => {
      frame.thread.element();
      into.push(element(frame));
    });
    return (frame) => {
      frame.thread.growingList();
      const items: Value[] = [];
      run(frame, items);
      return new List(items);
    };
  }
  const key = context.expression(body.key);
  const value = context.expression(body.value);
  const run = compileClauses<Dict>(clauses, context, before, (frame, into) => {
    const [k, v] = [key(frame), value(frame)];
    frame.at = body.at;
    into.set(frame.thread, k, v);
  });
  return (frame) => {
    const dict = new Dict(frame.thread);
    run(frame, dict);
    return dict;
  };
}

/**
 * Compiles clauses from the innermost one outwards, so that the nodes since `before` are those that each turn of a loop
 * evaluates.
 */
function compileClauses<T>(clauses: readonly Clause[], context: Context, before: number, body: Run<T>): Run<T> {
  return clauses.reduceRight((inner, clause) => {
    if (clause.kind === "for") return compileLoop(clause, context, before, inner);
    const condition = context.expression(clause.condition);
    return (frame: Frame, into: T) => {
      if (isTrue(condition(frame))) inner(frame, into);
    };
  }, body);
}

function compileLoop<T>({ target, source, at }: ForClause, context: Context, before: number, inner: Run<T>): Run<T> {
  const store: Store = context.target(target, at);
  const cost = costSince(before, context);
  const evaluate = context.expression(source);
  return (frame, into) => {
    const { thread } = frame;
    const value = evaluate(frame);
    frame.at = at;
    const cursor = iterate(value);
    for (let item = cursor.next(); item !== undefined; item = cursor.next()) {
      thread.steps += cost;
      if (thread.steps > thread.maxSteps) thread.outOfSteps();
      store(frame, item);
      inner(frame, into);
    }
    cursor.done();
  };
}
