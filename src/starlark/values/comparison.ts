/** Compares values. */
import type { Comparison } from "../syntax/syntax.ts";
import { compareNumbers } from "./floats.ts";
import { isInteger } from "./integers.ts";
import { Fault, type Meter } from "./meter.ts";
import { Bytes, Dict, Float, List, Range, StarSet, Struct, Tuple, typeName, type Value } from "./values.ts";

/** The most levels that are compared, as in starlark-go. Values that contain themselves exceed it. */
const MAX_DEPTH = 10;

/** Tells whether two values are equal. Throws a fault for values that are nested too deeply. */
export function equal(meter: Meter, x: Value, y: Value, depth = MAX_DEPTH): boolean {
  if (typeof x === "string") return equalTexts(meter, x, y);
  if (depth < 1) {
    const hint = `Compare parts of the values: at most ${MAX_DEPTH} levels are compared.`;
    throw new Fault("comparison exceeded maximum recursion depth", hint);
  }
  if (x === null || y === null || typeof x !== "object" || typeof y !== "object") return equalPlain(x, y);
  if (x instanceof List || x instanceof Tuple) {
    return x.constructor === y.constructor && equalItems(meter, x.items, (y as List | Tuple).items, depth);
  }
  if (x instanceof Dict) return y instanceof Dict && equalDicts(meter, x, y, depth);
  if (x instanceof StarSet) return y instanceof StarSet && x.size === y.size && isSubset(meter, x, y);
  if (x instanceof Float) return y instanceof Float && compareNumbers(x.value, y.value) === 0;
  if (x instanceof Bytes) return y instanceof Bytes && x.data === y.data;
  if (x instanceof Range) return y instanceof Range && equalRanges(x, y);
  if (x instanceof Struct) return y instanceof Struct && equalStructs(meter, x, y, depth);
  return x === y;
}

function equalTexts(meter: Meter, x: string, y: Value): boolean {
  if (typeof y !== "string" || x.length !== y.length) return false;
  meter.work(x.length / 256);
  return x === y;
}

/** Compares two values of which at least one is not an object. */
function equalPlain(x: Value, y: Value): boolean {
  if (x instanceof Float) return isInteger(y) && compareNumbers(x.value, y) === 0;
  if (y instanceof Float) return isInteger(x) && compareNumbers(x, y.value) === 0;
  return x === y;
}

function equalItems(meter: Meter, x: readonly Value[], y: readonly Value[], depth: number): boolean {
  if (x.length !== y.length) return false;
  for (let index = 0; index < x.length; index++) {
    meter.work(1);
    if (!equal(meter, x[index] as Value, y[index] as Value, depth - 1)) return false;
  }
  return true;
}

function equalDicts(meter: Meter, x: Dict, y: Dict, depth: number): boolean {
  if (x.size !== y.size) return false;
  for (const [key, value] of x.pairs()) {
    meter.work(1);
    const other = y.get(meter, key);
    if (other === undefined || !equal(meter, value, other, depth - 1)) return false;
  }
  return true;
}

/** Ranges are equal if their elements are. */
function equalRanges(x: Range, y: Range): boolean {
  if (x.length !== y.length) return false;
  return x.length === 0 || (x.start === y.start && (x.length === 1 || x.step === y.step));
}

function equalStructs(meter: Meter, x: Struct, y: Struct, depth: number): boolean {
  if (x.fields.size !== y.fields.size) return false;
  for (const [name, value] of x.fields) {
    const other = y.fields.get(name);
    if (other === undefined || !equal(meter, value, other, depth - 1)) return false;
  }
  return true;
}

/** Tells whether all elements of `x` are in `y`. */
export function isSubset(meter: Meter, x: StarSet, y: StarSet): boolean {
  for (const value of x.keys()) {
    meter.work(1);
    if (!y.has(meter, value)) return false;
  }
  return true;
}

/** Evaluates `x operator y`. Throws a fault if the values have no order. */
export function compare(meter: Meter, operator: Comparison, x: Value, y: Value, depth = MAX_DEPTH): boolean {
  if (operator === "==") return equal(meter, x, y, depth);
  if (operator === "!=") return !equal(meter, x, y, depth);
  if (x instanceof StarSet && y instanceof StarSet) return compareSets(meter, operator, x, y);
  const order = orderOf(meter, x, y, depth);
  if (order === undefined) {
    throw new Fault(`${typeName(x)} ${operator} ${typeName(y)} not implemented`, "Compare values of one type.");
  }
  if (typeof order === "object") return compare(meter, operator, order.x, order.y, depth - 1);
  if (operator === "<") return order < 0;
  if (operator === "<=") return order <= 0;
  return operator === ">" ? order > 0 : order >= 0;
}

interface Differing {
  readonly x: Value;
  readonly y: Value;
}

/** Negative, zero or positive; or the first elements that differ, which then decide; undefined if there is no order. */
function orderOf(meter: Meter, x: Value, y: Value, depth: number): number | Differing | undefined {
  if (typeof x === "string") {
    if (typeof y !== "string") return undefined;
    meter.work(Math.min(x.length, y.length) / 256);
    return orderOfTexts(x, y);
  }
  if (x === null && y === null && meter.rulesOf2020) return 0;
  if (typeof x === "boolean") return typeof y === "boolean" ? Number(x) - Number(y) : undefined;
  const [first, second] = [x instanceof Float ? x.value : x, y instanceof Float ? y.value : y];
  if (isInteger(first)) return isInteger(second) ? compareNumbers(first, second) : undefined;
  if (x instanceof Bytes) return y instanceof Bytes ? orderOfTexts(x.data, y.data) : undefined;
  if (x instanceof List && y instanceof List) return orderOfItems(meter, x.items, y.items, depth);
  if (x instanceof Tuple && y instanceof Tuple) return orderOfItems(meter, x.items, y.items, depth);
  return undefined;
}

function orderOfTexts(x: string, y: string): number {
  return x < y ? -1 : x > y ? 1 : 0;
}

function orderOfItems(meter: Meter, x: readonly Value[], y: readonly Value[], depth: number): number | Differing {
  for (let index = 0; index < x.length && index < y.length; index++) {
    meter.work(1);
    const [a, b] = [x[index] as Value, y[index] as Value];
    if (!equal(meter, a, b, depth - 1)) return { x: a, y: b };
  }
  return x.length - y.length;
}

function compareSets(meter: Meter, operator: Comparison, x: StarSet, y: StarSet): boolean {
  const isStrict = operator === "<" || operator === ">";
  const [small, large] = operator.startsWith("<") ? [x, y] : [y, x];
  if (isStrict ? small.size >= large.size : small.size > large.size) return false;
  return isSubset(meter, small, large);
}
