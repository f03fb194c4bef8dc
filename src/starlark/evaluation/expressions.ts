/** Compiles expressions to functions that evaluate them. */
import { attribute } from "../library/attributes.ts";
import type { Expression, Name, Pair } from "../syntax/syntax.ts";
import { Fault } from "../values/meter.ts";
import { unary } from "../values/operators.ts";
import { getIndex, slice } from "../values/subscript.ts";
import { Bytes, Dict, Float, isTrue, List, Tuple, type Value } from "../values/values.ts";
import { repr } from "../values/writer.ts";
import { compileCall, evaluateAll } from "./calls.ts";
import { compileComprehension } from "./comprehension.ts";
import type { Context } from "./context.ts";
import { compileBinary } from "./fast-operators.ts";
import type { Box, Evaluate, Frame } from "./frame.ts";
import { compileFunction } from "./function-code.ts";

export function compileExpression(expression: Expression, context: Context): Evaluate {
  switch (expression.kind) {
    case "name":
      return compileName(expression, context);
    case "int":
    case "string":
      return constant(expression.value);
    case "float":
      return constant(new Float(expression.value));
    case "bytes":
      return constant(new Bytes(expression.value));
    case "list":
      return compileList(expression.items, context);
    case "tuple": {
      const list = compileItems(expression.items, context);
      return (frame) => new Tuple(list(frame));
    }
    case "dict":
      return compileDict(expression.pairs, context);
    case "comprehension":
      return compileComprehension(expression, context);
    case "lambda":
      return compileFunction(expression.node, context);
    case "parentheses":
      return context.expression(expression.x);
    case "call":
      return compileCall(expression, context);
    case "binary":
      return compileBinary(expression, context);
    case "unary":
      return compileUnary(expression, context);
    case "logical": {
      const x = context.expression(expression.x);
      const y = context.expression(expression.y);
      const ends = expression.operator === "or";
      return (frame) => {
        const value = x(frame);
        return isTrue(value) === ends ? value : y(frame);
      };
    }
    case "conditional": {
      const condition = context.expression(expression.condition);
      const yes = context.expression(expression.yes);
      const no = context.expression(expression.no);
      return (frame) => (isTrue(condition(frame)) ? yes(frame) : no(frame));
    }
    case "index":
      return compileIndex(expression, context);
    case "slice":
      return compileSlice(expression, context);
    case "dot": {
      const x = context.expression(expression.x);
      const { name, at } = expression;
      return (frame) => {
        const value = x(frame);
        frame.at = at;
        frame.thread.small();
        return attribute(value, name);
      };
    }
  }
}

function constant(value: Value): Evaluate {
  return () => value;
}

function compileName({ name, binding, at }: Name, context: Context): Evaluate {
  if (binding === undefined) throw new Error(`the resolver left out ${name}`);
  const { index } = binding;
  const unset = (what: string) => new Fault(`${what} variable ${name} referenced before assignment`);
  switch (binding.scope) {
    case "universe":
      return constant(context.universe.get(name) ?? null);
    case "local":
      return (frame) => {
        const value = frame.slots[index] as Value | undefined;
        if (value !== undefined) return value;
        frame.at = at;
        throw unset("local");
      };
    case "global":
      return (frame) => {
        const value = frame.globals[index];
        if (value !== undefined) return value;
        frame.at = at;
        throw unset("global");
      };
    default: {
      const isFree = binding.scope === "free";
      return (frame) => {
        const { value } = (isFree ? frame.captured : frame.slots)[index] as Box;
        if (value !== undefined) return value;
        frame.at = at;
        throw unset("local");
      };
    }
  }
}

/** Compiles elements of a list or tuple to a function that returns a new array. */
function compileItems(items: readonly Expression[], context: Context): (frame: Frame) => Value[] {
  const list = items.map((item) => context.expression(item));
  const { length } = list;
  const [first, second, third] = list as [Evaluate, Evaluate, Evaluate];
  // An array that grows by push() gets room for 17 elements.
  const values = [
    () => [],
    (frame: Frame) => [first(frame)],
    (frame: Frame) => [first(frame), second(frame)],
    (frame: Frame) => [first(frame), second(frame), third(frame)],
  ][length];
  return (frame) => {
    frame.thread.list(length);
    return values === undefined ? evaluateAll(list, frame) : values(frame);
  };
}

function compileList(items: readonly Expression[], context: Context): Evaluate {
  const list = compileItems(items, context);
  return (frame) => new List(list(frame));
}

function compileDict(pairs: readonly Pair[], context: Context): Evaluate {
  const list = pairs.map(({ key, value, at }) => ({
    key: context.expression(key),
    value: context.expression(value),
    at,
  }));
  return (frame) => {
    const dict = new Dict(frame.thread);
    for (const { key, value, at } of list) {
      const [k, v] = [key(frame), value(frame)];
      frame.at = at;
      const { size } = dict;
      dict.set(frame.thread, k, v);
      if (dict.size === size)
        throw new Fault(`duplicate key: ${repr(frame.thread, k)}`, "Remove one of the two entries.");
    }
    return dict;
  };
}

function compileUnary({ operator, x: operand, at }: Expression & { kind: "unary" }, context: Context): Evaluate {
  const x = context.expression(operand);
  if (operator === "not") return (frame) => !isTrue(x(frame));
  return (frame) => {
    const value = x(frame);
    frame.at = at;
    return unary(frame.thread, operator, value);
  };
}

function compileIndex({ x: operand, y: index, at }: Expression & { kind: "index" }, context: Context): Evaluate {
  const x = context.expression(operand);
  const y = context.expression(index);
  return (frame) => {
    const [container, key] = [x(frame), y(frame)];
    frame.at = at;
    return getIndex(frame.thread, container, key);
  };
}

function compileSlice(expression: Expression & { kind: "slice" }, context: Context): Evaluate {
  const { at } = expression;
  const x = context.expression(expression.x);
  const [low, high, step] = [expression.low, expression.high, expression.step].map((bound) =>
    bound === undefined ? constant(null) : context.expression(bound),
  ) as [Evaluate, Evaluate, Evaluate];
  return (frame) => {
    const value = x(frame);
    const [from, to, by] = [low(frame), high(frame), step(frame)];
    frame.at = at;
    return slice(frame.thread, value, from, to, by);
  };
}
