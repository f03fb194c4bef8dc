/** Implements `x[i]`, `x[i:j:k]` and `x[i] = y`. */
import { isSmall } from "./integers.ts";
import { lengthOf } from "./iteration.ts";
import { Fault, type Meter } from "./meter.ts";
import { Bytes, Dict, Elements, List, Range, Tuple, typeName, type Value } from "./values.ts";
import { repr } from "./writer.ts";

/** Returns a value as an integer of 32 bits. Throws a fault otherwise; `what` names the value in its message. */
export function smallInteger(value: Value, what: string): number {
  if (isSmall(value)) return value;
  if (typeof value === "number" || typeof value === "bigint") throw new Fault(`${what}: ${value} out of range`);
  throw new Fault(`${what}: got ${typeName(value)}, want int`);
}

/** Evaluates `x[y]`. */
export function getIndex(meter: Meter, x: Value, y: Value): Value {
  if (x instanceof Dict) {
    const value = x.get(meter, y);
    if (value === undefined) {
      throw new Fault(
        `key ${shortened(meter, y)} not in dict`,
        "Use .get(key) or .setdefault(key, value) if the key may be missing.",
      );
    }
    return value;
  }
  const length = x instanceof Dict ? undefined : indexableLength(x);
  if (length === undefined) throw new Fault(`cannot index ${typeName(x)} by ${typeName(y)}`);
  const index = position(smallInteger(y, `${typeName(x)} index`), length, x);
  if (x instanceof List || x instanceof Tuple) return x.items[index] as Value;
  if (typeof x === "string") return x[index] as string;
  if (x instanceof Range) return x.start + index * x.step;
  if (x instanceof Bytes) {
    meter.small();
    return new Bytes(x.data[index] as string);
  }
  const source = (x as Elements).source as string;
  return (x as Elements).method === "elems" ? (source[index] as string) : source.charCodeAt(index);
}

function shortened(meter: Meter, key: Value): string {
  const text = repr(meter, key);
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}

function indexableLength(x: Value): number | undefined {
  const indexable =
    typeof x === "string" ||
    x instanceof List ||
    x instanceof Tuple ||
    x instanceof Range ||
    x instanceof Bytes ||
    x instanceof Elements;
  return indexable ? lengthOf(x) : undefined;
}

/** The index from the front; a negative index counts from the back. */
function position(index: number, length: number, x: Value): number {
  const at = index < 0 ? index + length : index;
  if (at >= 0 && at < length) return at;
  throw outOfRange(index, length, x);
}

export function outOfRange(index: number, length: number, x: Value): Fault {
  const range = length === 0 ? `: the ${typeName(x)} is empty` : ` [${-length}:${length - 1}]`;
  return new Fault(`${typeName(x)} index ${index} out of range${range}`);
}

/** Executes `x[y] = value`. */
export function setIndex(meter: Meter, x: Value, y: Value, value: Value): void {
  if (x instanceof Dict) {
    x.set(meter, y, value);
  } else if (x instanceof List) {
    const index = position(smallInteger(y, "list index"), x.items.length, x);
    x.check("assign to element of");
    x.items[index] = value;
  } else {
    throw new Fault(`${typeName(x)} value does not support item assignment`);
  }
}

/** The ends of a part of a sequence from optional arguments, clamped to its length. */
export function bounds(low: Value | undefined, high: Value | undefined, length: number): [number, number] {
  const start = bound(low, length, 0, "invalid start index");
  const end = bound(high, length, length, "invalid end index");
  return [clamp(start, 0, length), clamp(end, 0, length)];
}

function bound(value: Value | undefined, length: number, otherwise: number, what: string): number {
  if (value === undefined || value === null) return otherwise;
  const index = smallInteger(value, what);
  return index < 0 ? index + length : index;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}

/** Evaluates `x[low:high:stride]`; None means the default. */
export function slice(meter: Meter, x: Value, low: Value, high: Value, stride: Value): Value {
  const length = x instanceof Elements ? undefined : indexableLength(x);
  if (length === undefined) throw new Fault(`cannot slice ${typeName(x)}`);
  const step = stride === null ? 1 : smallInteger(stride, "invalid slice step");
  if (step === 0) throw new Fault("zero is not a valid slice step");
  let [start, end] = bounds(low, high, length);
  if (step < 0) {
    start = Math.min(bound(low, length, length - 1, "invalid start index"), length - 1);
    end = Math.max(bound(high, length, -1, "invalid end index"), -1);
  }
  if (x instanceof Range && step > 0) return sliceRange(meter, x, start, Math.max(start, end), step);
  if (x instanceof Range) return sliceRange(meter, x, Math.max(start, end), end, step);
  if (typeof x === "string") return sliceText(meter, x, start, end, step);
  if (x instanceof Bytes) return new Bytes(sliceText(meter, x.data, start, end, step));
  const items = pick(meter, (x as List | Tuple).items, start, end, step);
  return x instanceof List ? new List(items) : new Tuple(items);
}

function sliceRange(meter: Meter, x: Range, start: number, end: number, step: number): Range {
  meter.small();
  return new Range(x.start + x.step * start, x.start + x.step * end, x.step * step);
}

function sliceText(meter: Meter, text: string, start: number, end: number, step: number): string {
  meter.text(Math.max(0, Math.ceil((end - start) / step)));
  if (step === 1) return text.slice(start, Math.max(start, end));
  meter.walk(Math.max(0, (end - start) / step));
  const picked: string[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) picked.push(text[at] as string);
  return picked.join("");
}

function pick(meter: Meter, items: readonly Value[], start: number, end: number, step: number): Value[] {
  meter.elements(Math.max(0, Math.ceil((end - start) / step)));
  if (step === 1) return items.slice(start, Math.max(start, end));
  const picked: Value[] = [];
  for (let at = start; step > 0 ? at < end : at > end; at += step) picked.push(items[at] as Value);
  return picked;
}
