/** Compiles calls of functions and methods. */
import { attribute, methodOf } from "../library/attributes.ts";
import type { Argument, Call } from "../syntax/syntax.ts";
import { cursorOf } from "../values/iteration.ts";
import { Fault } from "../values/meter.ts";
import { Dict, type Keywords, typeName, type Value } from "../values/values.ts";
import type { Context } from "./context.ts";
import { Closure, type Evaluate, type Frame } from "./frame.ts";

const NONE: Keywords = [];

export function compileCall(call: Call, context: Context): Evaluate {
  const { callee, at } = call;
  const isSimple = call.arguments.every(({ form }) => form === "positional");
  if (callee.kind === "dot") return compileMethodCall(call, context);
  const target = context.expression(callee);
  if (!isSimple) {
    const read = compileArguments(call.arguments, context);
    return (frame) => {
      const value = target(frame);
      const { args, keywords } = read(frame, at);
      frame.at = at;
      return frame.thread.call(value, args, keywords);
    };
  }
  const list = call.arguments.map(({ value }) => context.expression(value));
  return (frame) => {
    const value = target(frame);
    if (value instanceof Closure && value.code.isPlain && value.code.parameters.length === list.length) {
      const { slots } = value.code;
      const values: (Value | undefined)[] = evaluateAll(list, frame);
      while (values.length < slots) values.push(undefined);
      frame.at = at;
      return frame.thread.enter(value, values);
    }
    const args = evaluateAll(list, frame);
    frame.at = at;
    return frame.thread.call(value, args, NONE);
  };
}

/** Evaluates expressions into a new array. */
export function evaluateAll(list: readonly Evaluate[], frame: Frame): Value[] {
  const values: Value[] = [];
  for (let index = 0; index < list.length; index++) values.push((list[index] as Evaluate)(frame));
  return values;
}

/** Compiles `x.method(…)` without making a value for `x.method`. */
function compileMethodCall({ callee, arguments: given, at }: Call, context: Context): Evaluate {
  if (callee.kind !== "dot") throw new Error("not a method call");
  const { name } = callee;
  const x = context.expression(callee.x);
  const read = compileArguments(given, context);
  return (frame) => {
    const self = x(frame);
    frame.at = callee.at;
    const method = methodOf(self, name);
    const other = method === undefined ? attribute(self, name) : null;
    const { args, keywords } = read(frame, at);
    frame.at = at;
    if (method === undefined) return frame.thread.call(other, args, keywords);
    frame.thread.work(1);
    return method(frame.thread, args, keywords, self);
  };
}

interface Arguments {
  readonly args: Value[];
  readonly keywords: Keywords;
}

function compileArguments(given: readonly Argument[], context: Context): (frame: Frame, at: number) => Arguments {
  const list = given.map(({ form, name, value }) => ({ form, name, evaluate: context.expression(value) }));
  const positional = list.filter(({ form }) => form === "positional").map(({ evaluate }) => evaluate);
  if (positional.length === list.length) return (frame) => ({ args: evaluateAll(positional, frame), keywords: NONE });
  const named = list.filter(({ form }) => form === "named");
  const star = list.find(({ form }) => form === "*")?.evaluate;
  const stars = list.find(({ form }) => form === "**")?.evaluate;
  return (frame, at) => {
    const args = evaluateAll(positional, frame);
    const keywords: (readonly [string, Value])[] = named.map(({ name, evaluate }) => [name, evaluate(frame)]);
    const more = star?.(frame);
    const others = stars?.(frame);
    frame.at = at;
    if (others !== undefined) spreadNamed(frame, others, keywords);
    if (more !== undefined) spread(frame, more, args);
    return { args, keywords };
  };
}

function spreadNamed(frame: Frame, value: Value, keywords: (readonly [string, Value])[]): void {
  if (!(value instanceof Dict)) throw new Fault(`argument after ** must be a mapping, not ${typeName(value)}`);
  for (const [key, each] of value.pairs()) {
    if (typeof key !== "string") throw new Fault(`keywords must be strings, not ${typeName(key)}`);
    frame.thread.work(1);
    frame.thread.allocate(32);
    keywords.push([key, each]);
  }
}

function spread(frame: Frame, value: Value, args: Value[]): void {
  const cursor = cursorOf(value);
  if (cursor === undefined) throw new Fault(`argument after * must be iterable, not ${typeName(value)}`);
  for (let item = cursor.next(); item !== undefined; item = cursor.next()) {
    frame.thread.work(1);
    frame.thread.element();
    args.push(item);
  }
  cursor.done();
}
