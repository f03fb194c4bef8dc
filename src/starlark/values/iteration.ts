/** Iterates over values. */
import { Fault, type Meter } from "./meter.ts";
import { runeAt } from "./text.ts";
import { Bytes, Dict, Elements, List, Range, StarSet, Tuple, typeName, type Value } from "./values.ts";

/** An iteration over a value. The value cannot be changed until {@link done} is called. */
export interface Cursor {
  /** The next element; undefined after the last. */
  next(): Value | undefined;
  /** Ends the iteration. */
  done(): void;
}

/** Starts an iteration. Undefined if the value, such as a string, is not iterable. */
export function cursorOf(value: Value): Cursor | undefined {
  if (value === null || typeof value !== "object") return undefined;
  if (value instanceof List) return new ListCursor(value);
  if (value instanceof Range) return new RangeCursor(value);
  if (value instanceof Dict || value instanceof StarSet) return new KeyCursor(value);
  if (value instanceof Tuple) return new TupleCursor(value.items);
  if (value instanceof Elements) return new GeneratedCursor(elementsOf(value));
  return undefined;
}

/** Starts the iteration of a loop. Throws a fault if the value is not iterable. */
export function iterate(value: Value): Cursor {
  const cursor = cursorOf(value);
  if (cursor !== undefined) return cursor;
  throw new Fault(`${typeName(value)} value is not iterable`, hintFor(value));
}

class ListCursor implements Cursor {
  readonly #list: List;
  #index = 0;
  constructor(list: List) {
    this.#list = list;
    list.iterations++;
  }
  next(): Value | undefined {
    return this.#list.items[this.#index++];
  }
  done(): void {
    this.#list.iterations--;
  }
}

class TupleCursor implements Cursor {
  readonly #items: readonly Value[];
  #index = 0;
  constructor(items: readonly Value[]) {
    this.#items = items;
  }
  next(): Value | undefined {
    return this.#items[this.#index++];
  }
  done(): void {}
}

class RangeCursor implements Cursor {
  readonly #range: Range;
  #index = 0;
  constructor(range: Range) {
    this.#range = range;
  }
  next(): Value | undefined {
    const { start, step, length } = this.#range;
    return this.#index < length ? start + this.#index++ * step : undefined;
  }
  done(): void {}
}

class KeyCursor implements Cursor {
  readonly #table: Dict | StarSet;
  readonly #keys: Iterator<Value>;
  constructor(table: Dict | StarSet) {
    this.#table = table;
    this.#keys = table.keys();
    table.iterations++;
  }
  next(): Value | undefined {
    const { done, value } = this.#keys.next();
    return done ? undefined : value;
  }
  done(): void {
    this.#table.iterations--;
  }
}

class GeneratedCursor implements Cursor {
  readonly #values: Iterator<Value>;
  constructor(values: Iterator<Value>) {
    this.#values = values;
  }
  next(): Value | undefined {
    const { done, value } = this.#values.next();
    return done ? undefined : value;
  }
  done(): void {}
}

function* elementsOf({ source, method }: Elements): Generator<Value> {
  const bytes = source instanceof Bytes ? source.data : source;
  const asNumbers = source instanceof Bytes || method.endsWith("ords");
  const byCharacter = method.startsWith("codepoint");
  for (let at = 0; at < bytes.length; ) {
    const { code, size } = byCharacter ? runeAt(bytes, at) : { code: bytes.charCodeAt(at), size: 1 };
    const invalid = byCharacter && code === 0xfffd;
    yield asNumbers ? code : invalid ? "\xef\xbf\xbd" : bytes.slice(at, at + size);
    at += size;
  }
}

/**
 * The number of elements of a value, or the length of a string. Undefined if unknown or if the value has no elements.
 */
export function lengthOf(value: Value): number | undefined {
  if (typeof value === "string") return value.length;
  if (value instanceof List || value instanceof Tuple) return value.items.length;
  if (value instanceof Dict || value instanceof StarSet) return value.size;
  if (value instanceof Range) return value.length;
  if (value instanceof Bytes) return value.data.length;
  if (value instanceof Elements && typeof value.source === "string" && value.method.startsWith("elem")) {
    return value.source.length;
  }
  return undefined;
}

/** The elements of a value in a new array. Throws a fault of the built-in `who` if the value is not iterable. */
export function itemsOf(meter: Meter, value: Value, who: string): Value[] {
  if (value instanceof List || value instanceof Tuple) {
    meter.elements(value.items.length);
    return value.items.slice();
  }
  const cursor = cursorOf(value);
  if (cursor === undefined) throw new Fault(`${who}: got ${typeName(value)}, want iterable`, hintFor(value));
  const known = lengthOf(value) ?? 0;
  meter.elements(known);
  const items: Value[] = [];
  for (let item = cursor.next(); item !== undefined; item = cursor.next()) {
    meter.work(1);
    if (items.push(item) > known) meter.element();
  }
  cursor.done();
  return items;
}

/** Runs a callback of the program while `value` cannot be changed. */
export function whileIterating<T>(value: Value, run: () => T): T {
  const walked = value instanceof List || value instanceof Dict || value instanceof StarSet ? value : undefined;
  if (walked !== undefined) walked.iterations++;
  const result = run();
  if (walked !== undefined) walked.iterations--;
  return result;
}

/** The hint for a value that is not iterable. */
export function hintFor(value: Value): string | undefined {
  return typeof value === "string" ? "Use .elems() or .codepoints() to iterate over a string." : undefined;
}
