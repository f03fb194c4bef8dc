/**
 * Values of the language. `None` is null, booleans and strings are JavaScript's (a string has one byte to a character, see
 * text.ts), an integer is a number while that is exact and a bigint beyond, and all others are objects.
 */
import { Fault, type Meter } from "./meter.ts";
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

/** What built-ins see of the thread that calls them. */
export interface Machine extends Meter {
  call(callee: Value, args: Value[], keywords: Keywords): Value;
  print(text: string): void;
}

/** Numbers that are not integers by type, whatever their value. */
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

  /** Throws on keys that cannot be hashed. */
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

/** `range(start, stop, step)`; `length` follows from them. */
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

/** What the methods of strings and bytes that name their elements return: something to loop over. */
export class Elements {
  readonly source: string | Bytes;
  /** The method that was called. */
  readonly method: "elems" | "elem_ords" | "codepoints" | "codepoint_ords";
  constructor(source: string | Bytes, method: Elements["method"]) {
    this.source = source;
    this.method = method;
  }
}

/** Named values that cannot be reassigned. */
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

/** `self` is the value a method was taken from. */
export type Native = (machine: Machine, args: Value[], keywords: Keywords, self: Value) => Value;

/** A function of ours; a method has `self`. */
export class Builtin extends Callable {
  readonly native: Native;
  readonly self: Value | undefined;
  constructor(name: string, native: Native, self?: Value) {
    super(name);
    this.native = native;
    this.self = self;
  }
}

/** Characters of strings end at 0xff, so that what begins with these is never a string's identity. */
const TUPLE = "\u0100";
const BYTES = "\u0101";
const INTEGER = "\u0102";

/** How deep tuples may be nested in a key. */
const DEEP = 200;

/** By which a value is found in a dict. Throws for what cannot be a key. */
function identityOf(meter: Meter, key: Value): Identity {
  if (typeof key === "bigint") return largeIdentity(meter, key);
  if (key === null || typeof key !== "object") return key;
  if (key instanceof Float) return numberIdentity(meter, key.value);
  if (key instanceof Bytes) return BYTES + key.data;
  if (key instanceof Tuple) return TUPLE + tupleIdentity(meter, key, 0);
  if (key instanceof Callable) return key;
  throw new Fault(`unhashable type: ${typeName(key)}`, "failed", "Use a string, a number or a tuple of them as key.");
}

/** A float that is an integer equals that integer. */
function numberIdentity(meter: Meter, value: number): Identity {
  return Number.isInteger(value) && !Number.isSafeInteger(value) ? largeIdentity(meter, BigInt(value)) : value;
}

/** JavaScript would look for all integers with equal low bits at one place. */
function largeIdentity(meter: Meter, value: bigint): string {
  const digits = value.toString(16);
  meter.text(digits.length);
  return INTEGER + digits;
}

/** Numbers that stand for functions inside of tuples. */
const NUMBERS = new WeakMap<object, number>();
let lastNumber = 0;

function tupleIdentity(meter: Meter, tuple: Tuple, depth: number): string {
  if (depth > DEEP) throw new Fault(`a key is nested deeper than ${DEEP} tuples`, "limit");
  let result = "";
  for (const item of tuple.items) {
    const part = item instanceof Tuple ? `t${tupleIdentity(meter, item, depth + 1)}` : plainIdentity(meter, item);
    result += `${part.length}:${part}`;
    meter.grow(result.length, part.length);
  }
  return result;
}

/** An identity as text that begins with its type. */
function plainIdentity(meter: Meter, item: Value): string {
  const part = identityOf(meter, item);
  if (part === null) return "z";
  if (typeof part === "number") return `n${part}`;
  if (typeof part === "string" || typeof part === "boolean") return `${typeof part === "string" ? "s" : "b"}${part}`;
  let number = NUMBERS.get(part);
  if (number === undefined) NUMBERS.set(part, (number = ++lastNumber));
  return `o${number}`;
}

/** The name of a value's type, as `type(x)` gives it. */
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

/** Whether a condition holds for a value. */
export function isTrue(value: Value): boolean {
  if (value === null || typeof value !== "object") return Boolean(value);
  if (value instanceof List || value instanceof Tuple) return value.items.length > 0;
  if (value instanceof Table) return value.size > 0;
  if (value instanceof Float) return value.value !== 0;
  if (value instanceof Bytes) return value.data !== "";
  if (value instanceof Range) return value.length > 0;
  return true;
}
