/** Evaluates binary and unary operators. */
import type { Arithmetic, BinaryOperator, Comparison } from "../syntax/syntax.ts";
import { compare, equal } from "./comparison.ts";
import { floatModulo, toFloat } from "./floats.ts";
import * as integers from "./integers.ts";
import { type Integer, isInteger, isSmall } from "./integers.ts";
import { interpolate } from "./interpolation.ts";
import { Fault, type Meter } from "./meter.ts";
import { smallInteger } from "./subscript.ts";
import { Bytes, Callable, Dict, Float, List, Range, StarSet, Tuple, typeName, type Value } from "./values.ts";

/** Evaluates `x operator y`. Throws a fault if the types do not support the operator. */
export function binary(meter: Meter, operator: BinaryOperator, x: Value, y: Value): Value {
  switch (operator) {
    case "+":
      return concatenate(meter, x, y) ?? arithmetic(meter, "+", x, y) ?? unknown(operator, x, y);
    case "*":
      return repetition(meter, x, y) ?? arithmetic(meter, "*", x, y) ?? unknown(operator, x, y);
    case "-":
    case "/":
    case "//":
      return arithmetic(meter, operator, x, y) ?? sets(meter, operator, x, y) ?? unknown(operator, x, y);
    case "%":
      if (typeof x === "string") return interpolate(meter, x, y);
      return arithmetic(meter, "%", x, y) ?? unknown(operator, x, y);
    case "|":
    case "&":
    case "^":
      if (isInteger(x) && isInteger(y)) return integers.bitwise(meter, operator, x, y);
      return sets(meter, operator, x, y) ?? unknown(operator, x, y);
    case "<<":
    case ">>":
      return isInteger(x) ? shift(meter, operator, x, y) : unknown(operator, x, y);
    case "in":
      return contains(meter, y, x);
    case "not in":
      return !contains(meter, y, x);
    default:
      return compare(meter, operator satisfies Comparison, x, y);
  }
}

function unknown(operator: string, x: Value, y: Value): never {
  throw new Fault(`unknown binary op: ${typeName(x)} ${operator} ${typeName(y)}`, hint(operator, x, y));
}

function hint(operator: string, x: Value, y: Value): string | undefined {
  const oneIsText = (typeof x === "string") !== (typeof y === "string");
  return operator === "+" && oneIsText ? "Use str(x) to make a string of a value." : undefined;
}

function arithmetic(meter: Meter, operator: Arithmetic, x: Value, y: Value): Value | undefined {
  if (isInteger(x) && isInteger(y)) {
    if (operator === "+") return integers.add(meter, x, y);
    if (operator === "-") return integers.subtract(meter, x, y);
    if (operator === "*") return integers.multiply(meter, x, y);
    if (operator === "//") return integers.floorDivide(meter, x, y);
    if (operator === "%") return integers.modulo(meter, x, y);
  }
  const a = x instanceof Float ? x.value : isInteger(x) ? toFloat(x) : undefined;
  const b = y instanceof Float ? y.value : isInteger(y) ? toFloat(y) : undefined;
  if (a === undefined || b === undefined) return undefined;
  meter.small();
  return new Float(floating(meter, operator, a, b));
}

function floating(meter: Meter, operator: Arithmetic, a: number, b: number): number {
  if (operator === "+") return a + b;
  if (operator === "-") return a - b;
  if (operator === "*") return a * b;
  if (b === 0) {
    const name = { "/": "floating-point division", "//": "floored division", "%": "floating-point modulo" }[operator];
    throw new Fault(`${name} by zero`);
  }
  return operator === "/" ? a / b : operator === "//" ? Math.floor(a / b) : floatModulo(meter, a, b);
}

function concatenate(meter: Meter, x: Value, y: Value): Value | undefined {
  if (typeof x === "string" && typeof y === "string") return concatTexts(meter, x, y);
  if (x instanceof List && y instanceof List) return new List(joined(meter, x, y));
  if (x instanceof Tuple && y instanceof Tuple) return new Tuple(joined(meter, x, y));
  if (x instanceof Bytes && y instanceof Bytes) return new Bytes(concatTexts(meter, x.data, y.data));
  return undefined;
}

export function concatTexts(meter: Meter, x: string, y: string): string {
  meter.text(x.length + y.length);
  return x + y;
}

function joined(meter: Meter, x: List | Tuple, y: List | Tuple): Value[] {
  meter.elements(x.items.length + y.items.length);
  return x.items.concat(y.items);
}

function repetition(meter: Meter, x: Value, y: Value): Value | undefined {
  const [value, count] = isInteger(x) ? [y, x] : [x, y];
  if (!isInteger(count)) return undefined;
  if (typeof value === "string") return repeatText(meter, value, count);
  if (value instanceof Bytes) return new Bytes(repeatText(meter, value.data, count));
  if (!(value instanceof List || value instanceof Tuple)) return undefined;
  const times = repetitions(count, value.items.length);
  meter.elements(value.items.length * times);
  const items: Value[] = [];
  for (let done = 0; done < times; done++) for (const item of value.items) items.push(item);
  return value instanceof List ? new List(items) : new Tuple(items);
}

function repeatText(meter: Meter, text: string, count: Integer): string {
  const times = repetitions(count, text.length);
  meter.text(text.length * times);
  meter.work((text.length * times) / 1024);
  return text.repeat(times);
}

function repetitions(count: Integer, length: number): number {
  if (length === 0) return 0;
  if (!isSmall(count)) throw new Fault(`repeat count ${count} too large`);
  return Math.max(0, count);
}

function shift(meter: Meter, operator: "<<" | ">>", x: Integer, y: Value): Value {
  const count = smallInteger(y, "shift count");
  if (count < 0) throw new Fault(`negative shift count: ${count}`);
  return operator === "<<" ? integers.shiftLeft(meter, x, count) : integers.shiftRight(meter, x, count);
}

/** Evaluates operators of sets, and the union of dicts. Undefined for other types. */
function sets(meter: Meter, operator: BinaryOperator, x: Value, y: Value): Value | undefined {
  if (x instanceof Dict && y instanceof Dict && operator === "|") {
    const union = new Dict(meter);
    for (const [key, value] of x.pairs()) union.set(meter, key, value);
    return update(meter, union, y);
  }
  if (!(x instanceof StarSet && y instanceof StarSet) || operator === "/" || operator === "//") return undefined;
  meter.work(x.size + y.size);
  const result = new StarSet(meter);
  const keep = (from: StarSet, condition: (value: Value) => boolean) => {
    for (const value of from.keys()) if (condition(value)) result.add(meter, value);
  };
  if (operator === "&") keep(y, (value) => x.has(meter, value));
  else if (operator === "|") keep(x, () => true);
  else keep(x, (value) => !y.has(meter, value));
  if (operator === "|" || operator === "^") keep(y, (value) => !x.has(meter, value));
  return result;
}

/** Adds all entries of a dict to another one and returns the latter. */
export function update(meter: Meter, into: Dict, from: Dict): Dict {
  meter.work(from.size);
  for (const [key, value] of from.pairs()) into.set(meter, key, value);
  return into;
}

/** Evaluates `x in container`. */
function contains(meter: Meter, container: Value, x: Value): boolean {
  if (container instanceof List || container instanceof Tuple) {
    return container.items.some((item) => {
      meter.work(1);
      return equal(meter, item, x);
    });
  }
  if (container instanceof Dict) return isKey(x) && container.get(meter, x) !== undefined;
  if (container instanceof StarSet) return container.has(meter, x);
  if (typeof container === "string") {
    if (typeof x !== "string") throw new Fault(`'in <string>' requires string as left operand, not ${typeName(x)}`);
    meter.search(container.length, x.length);
    return container.includes(x);
  }
  if (container instanceof Range) return isInRange(container, x);
  if (container instanceof Bytes) return isInBytes(meter, container, x);
  return unknown("in", x, container);
}

/** Tells whether a value can be a key. A value that cannot is in no dict, which is not an error. */
function isKey(x: Value): boolean {
  if (x === null || typeof x !== "object" || x instanceof Float || x instanceof Bytes) return true;
  return x instanceof Tuple ? x.items.every(isKey) : x instanceof Callable;
}

function isInRange({ start, step, length }: Range, x: Value): boolean {
  const value = x instanceof Float && Number.isFinite(x.value) ? Math.trunc(x.value) : x;
  if (!isInteger(value)) throw new Fault(`'in <range>' requires integer as left operand, not ${typeName(x)}`);
  if (!isSmall(value)) return false;
  const index = (value - start) / step;
  return Number.isInteger(index) && index >= 0 && index < length;
}

function isInBytes(meter: Meter, { data }: Bytes, x: Value): boolean {
  meter.search(data.length, x instanceof Bytes ? x.data.length : 1);
  if (x instanceof Bytes) return data.includes(x.data);
  if (!isInteger(x)) throw new Fault(`'in bytes' requires bytes or int as left operand, not ${typeName(x)}`);
  if (!isSmall(x) || x < 0 || x > 255) throw new Fault(`int in bytes: ${x} out of range`);
  return data.includes(String.fromCharCode(x));
}

/** Evaluates `-x`, `+x` or `~x`. Throws a fault for other types. */
export function unary(meter: Meter, operator: "-" | "+" | "~", x: Value): Value {
  if (isInteger(x)) {
    if (operator === "+") return x;
    return integers.subtract(meter, operator === "~" ? -1 : 0, x);
  }
  if (x instanceof Float && operator !== "~") {
    meter.small();
    return operator === "-" ? new Float(-x.value) : x;
  }
  throw new Fault(`unknown unary op: ${operator} ${typeName(x)}`);
}
