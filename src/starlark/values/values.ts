/**
 * Starlark values. `None` is null. Booleans and strings are those of JavaScript; strings have one byte per character,
 * see text.ts. An integer is a number if that is exact and otherwise a bigint. All other values are objects.
 */
import { exceeded, Fault, type Meter } from "./meter.ts";
import { type Identity, Mutable, Table } from "./table.ts";

export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Float
  | Bytes
  | Tuple
  | List
  | Dict
  | StarSet
  | Range
  | Elements
  | Struct
  | Callable;

/** Arguments by name, in the order of the call. */
export type Keywords = readonly (readonly [string, Value])[];

/** The interface of the thread for built-ins. */
export interface Machine extends Meter {
  call(callee: Value, args: Value[], keywords: Keywords): Value;
  print(text: string): void;
}

/** A float, also if its value is an integer. */
export class Float {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

export class Bytes {
  readonly data: string;
  constructor(data: string) {
    this.data = data;
  }
}

export class Tuple {
  readonly items: readonly Value[];
  constructor(items: readonly Value[]) {
    this.items = items;
  }
}

export class List extends Mutable {
  items: Value[];
  protected readonly noun = "list";
  constructor(items: Value[]) {
    super();
    this.items = items;
  }
}

export class Dict extends Table<Value> {
  protected readonly noun = "dict";
  protected readonly identify = identityOf;

  /** The value of a key; undefined if there is none. Throws a fault for a value that cannot be a key. */
  get(meter: Meter, key: Value): Value | undefined {
    return this.find(meter, key);
  }

  set(meter: Meter, key: Value, value: Value): void {
    this.insert(meter, key, value);
  }

  *pairs(): Generator<[Value, Value]> {
    this.compact();
    const values = this.entries.values();
    for (const key of this.keys()) yield [key, values.next().value as Value];
  }
}

export class StarSet extends Table<Value> {
  protected readonly noun = "set";
  protected readonly identify = identityOf;

  has(meter: Meter, value: Value): boolean {
    return this.find(meter, value) !== undefined;
  }

  add(meter: Meter, value: Value): void {
    this.insert(meter, value, null);
  }
}

/** The result of `range(start, stop, step)`. */
export class Range {
  readonly start: number;
  readonly stop: number;
  readonly step: number;
  readonly length: number;
  constructor(start: number, stop: number, step: number) {
    this.start = start;
    this.stop = stop;
    this.step = step;
    this.length = Math.max(0, Math.ceil((stop - start) / step));
  }
}

/** An iterable over the elements of a string or bytes, as their methods return it. */
export class Elements {
  readonly source: string | Bytes;
  /** The method that was called. */
  readonly method: "elems" | "elem_ords" | "codepoints" | "codepoint_ords";
  constructor(source: string | Bytes, method: Elements["method"]) {
    this.source = source;
    this.method = method;
  }
}

/** An immutable set of named values. */
export class Struct {
  readonly fields: ReadonlyMap<string, Value>;
  constructor(fields: ReadonlyMap<string, Value>) {
    this.fields = fields;
  }
}

export abstract class Callable {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** The implementation of a built-in. For a method, `self` is its value. */
export type Native = (machine: Machine, args: Value[], keywords: Keywords, self: Value) => Value;

/** A built-in function, or a method bound to `self`. */
export class Builtin extends Callable {
  readonly native: Native;
  readonly self: Value | undefined;
  constructor(name: string, native: Native, self?: Value) {
    super(name);
    this.native = native;
    this.self = self;
  }
}

/** Prefixes of identities. Characters of strings are at most U+00FF, so no string has these prefixes. */
const TUPLE = "\u0100";
const BYTES = "\u0101";
const INTEGER = "\u0102";

/** The most levels of nested tuples in a key. */
const MAX_DEPTH = 200;

/** The identity of a key. Throws a fault for a value that cannot be a key. */
function identityOf(meter: Meter, key: Value): Identity {
  if (typeof key === "bigint") return largeIdentity(meter, key);
  if (key === null || typeof key !== "object") return key;
  if (key instanceof Float) return numberIdentity(meter, key.value);
  if (key instanceof Bytes) return BYTES + key.data;
  if (key instanceof Tuple) return TUPLE + tupleIdentity(meter, key, 0);
  if (key instanceof Callable) return key;
  throw new Fault(`unhashable type: ${typeName(key)}`, "Use a string, a number or a tuple of them as key.");
}

/** The identity of a float. A float that is an integer equals that integer. */
function numberIdentity(meter: Meter, value: number): Identity {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? largeIdentity(meter, BigInt(value)) : value;
}

/** The identity of a large integer, as text: V8 hashes only the low bits of a bigint, so many would collide. */
function largeIdentity(meter: Meter, value: bigint): string {
  const digits = value.toString(16);
  meter.text(digits.length);
  return INTEGER + digits;
}

/** Numbers that identify functions in tuples. */
const NUMBERS = new WeakMap<object, number>();
let lastNumber = 0;

function tupleIdentity(meter: Meter, tuple: Tuple, depth: number): string {
  if (depth > MAX_DEPTH) throw exceeded(`a key is nested deeper than ${MAX_DEPTH} tuples`);
  let result = "";
  for (const item of tuple.items) {
    const part = item instanceof Tuple ? `t${tupleIdentity(meter, item, depth + 1)}` : plainIdentity(meter, item);
    result += `${part.length}:${part}`;
    meter.grow(result.length, part.length);
  }
  return result;
}

/** An identity as text, beginning with its type. */
function plainIdentity(meter: Meter, item: Value): string {
  const part = identityOf(meter, item);
  if (part === null) return "z";
  if (typeof part === "number") return `n${part}`;
  if (typeof part === "string" || typeof part === "boolean") return `${typeof part === "string" ? "s" : "b"}${part}`;
  const number = NUMBERS.get(part) ?? ++lastNumber;
  NUMBERS.set(part, number);
  return `o${number}`;
}

/** The name of a value's type, as `type(x)` returns it. */
export function typeName(value: Value): string {
  if (value === null) return "NoneType";
  if (typeof value === "string") return "string";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number" || typeof value === "bigint") return "int";
  if (value instanceof List) return "list";
  if (value instanceof Dict) return "dict";
  if (value instanceof Tuple) return "tuple";
  if (value instanceof Float) return "float";
  if (value instanceof Builtin) return "builtin_function_or_method";
  if (value instanceof Callable) return "function";
  if (value instanceof Range) return "range";
  if (value instanceof StarSet) return "set";
  if (value instanceof Bytes) return "bytes";
  if (value instanceof Struct) return "struct";
  const kind = value.method.startsWith("elem") ? "elems" : "codepoints";
  return `${typeof value.source === "string" ? "string" : "bytes"}.${kind}`;
}

/** The truth value of a value. */
export function isTrue(value: Value): boolean {
  if (value === null || typeof value !== "object") return Boolean(value);
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Table) return value.size > 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Bytes) return value.data !== "";
  if (value instanceof Range) return value.length > 0;
  return true;
}
