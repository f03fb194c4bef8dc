/** Compiles assignments and their targets. */
import type { Binding } from "../syntax/scope.ts";
import type { BinaryOperator, Expression, Statement } from "../syntax/syntax.ts";
import { cursorOf, itemsOf, lengthOf } from "../values/iteration.ts";
import { Fault, type Meter } from "../values/meter.ts";
import { binary, update } from "../values/operators.ts";
import { getIndex, setIndex } from "../values/subscript.ts";
import { Dict, List, StarSet, typeName, type Value } from "../values/values.ts";
import type { Context, Store } from "./context.ts";
import type { Box, Evaluate, Frame } from "./frame.ts";

/** Compiles `target = value` and `target += value`. */
export function compileAssignment(statement: Statement & { kind: "assign" }, context: Context): (frame: Frame) => void {
  const { operator, target, value, at } = statement;
  const evaluate = context.expression(value);
  if (operator !== undefined) return compileChange(operator, target, evaluate, at, context);
  const store = context.target(target, at);
  return (frame) => store(frame, evaluate(frame));
}

/** Compiles a target: a name, an element, or several targets at once. */
export function compileTarget(target: Expression, at: number, context: Context): Store {
  switch (target.kind) {
    case "name":
      return compileStore(target.binding as Binding);
    case "parentheses":
      return context.target(target.x, at);
    case "index": {
      const x = context.expression(target.x);
      const y = context.expression(target.y);
      return (frame, value) => {
        const [container, key] = [x(frame), y(frame)];
        frame.at = target.at;
        setIndex(frame.thread, container, key, value);
      };
    }
    case "dot": {
      const x = context.expression(target.x);
      return (frame) => {
        const value = x(frame);
        frame.at = target.at;
        throw notAssignable(value, target.name);
      };
    }
    case "tuple":
    case "list":
      return unpack(
        target.items.map((item) => context.target(item, at)),
        at,
      );
    default:
      throw new Error(`the resolver let ${target.kind} through as a target`);
  }
}

function notAssignable(value: Value, name: string): Fault {
  return new Fault(
    `cannot assign to .${name} of ${typeName(value)}`,
    value instanceof Dict ? `Write ["${name}"] for an entry of a dict.` : undefined,
  );
}

function compileStore({ scope, index }: Binding): Store {
  if (scope === "global") {
    return (frame, value) => {
      frame.globals[index] = value;
    };
  }
  if (scope === "cell") {
    return (frame, value) => {
      (frame.slots[index] as Box).value = value;
    };
  }
  return (frame, value) => {
    frame.slots[index] = value;
  };
}

function unpack(stores: readonly Store[], at: number): Store {
  return (frame, value) => {
    frame.at = at;
    const cursor = cursorOf(value);
    if (cursor === undefined) throw new Fault(`got ${typeName(value)} in sequence assignment`);
    const items: Value[] = [];
    let item = cursor.next();
    for (; item !== undefined && items.length < stores.length; item = cursor.next()) items.push(item);
    if (item !== undefined) {
      throw new Fault(`too many values to unpack (got ${lengthOf(value) ?? "more"}, want ${stores.length})`);
    }
    cursor.done();
    if (items.length < stores.length) {
      throw new Fault(`too few values to unpack (got ${items.length}, want ${stores.length})`);
    }
    for (const [index, store] of stores.entries()) store(frame, items[index] as Value);
  };
}

/** Compiles `target operator= value`. The parts of the target are evaluated once. */
function compileChange(
  operator: BinaryOperator,
  target: Expression,
  evaluate: Evaluate,
  at: number,
  context: Context,
): (frame: Frame) => void {
  if (target.kind === "parentheses") return compileChange(operator, target.x, evaluate, at, context);
  if (target.kind === "name") {
    const load = context.expression(target);
    const store = compileStore(target.binding as Binding);
    return (frame) => {
      const old = load(frame);
      const value = evaluate(frame);
      frame.at = at;
      store(frame, change(frame.thread, operator, old, value));
    };
  }
  if (target.kind === "dot") {
    const store = context.target(target, at);
    return (frame) => store(frame, null);
  }
  if (target.kind !== "index") throw new Error(`the resolver let ${target.kind} through as a target`);
  const x = context.expression(target.x);
  const y = context.expression(target.y);
  return (frame) => {
    const [container, key] = [x(frame), y(frame)];
    frame.at = target.at;
    const old = getIndex(frame.thread, container, key);
    const value = evaluate(frame);
    frame.at = at;
    setIndex(frame.thread, container, key, change(frame.thread, operator, old, value));
  };
}

/** Applies an operator of an assignment. Changes lists (`+=`) and dicts (`|=`) in place. */
function change(meter: Meter, operator: BinaryOperator, x: Value, y: Value): Value {
  if (typeof x === "number" && typeof y === "number" && operator === "+") {
    const sum = x + y;
    if (Number.isSafeInteger(sum)) return sum;
  }
  if (operator === "+" && x instanceof List && isIterable(y)) {
    x.check("apply += to");
    for (const item of itemsOf(meter, y, "+=")) x.items.push(item);
    return x;
  }
  if (operator === "|" && x instanceof Dict && y instanceof Dict) {
    x.check("apply |= to");
    return update(meter, x, y);
  }
  return binary(meter, operator, x, y);
}

function isIterable(value: Value): boolean {
  if (value instanceof List || value instanceof Dict || value instanceof StarSet) return true;
  const cursor = cursorOf(value);
  cursor?.done();
  return cursor !== undefined;
}
