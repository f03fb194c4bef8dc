/**
 * The values of a template, as Go has them. Texts are byte texts (`toBytes` of src/text), because Go counts, cuts and compares bytes.
 *
 * `undefined` is no value at all, which a missing key gives; `null` is a nil inside of a map or a list. They print alike, but a field
 * of the former is nothing, and a field of the latter an error.
 */
export type GoValue = undefined | null | boolean | number | string | GoInteger | GoList | GoMap | GoObject;

/** The whole numbers that functions give. A number in a template is an `int`. */
export type IntegerType = "int" | "int64" | "uint8" | "uint64";

/** A whole number. Numbers of the data are none: they are JavaScript's numbers, Go's float64. */
export class GoInteger {
  readonly type: IntegerType;
  readonly value: bigint;

  constructor(value: bigint | number, type: IntegerType = "int") {
    this.type = type;
    this.value = wrap(BigInt(value), type);
  }
}

/** Keeps the bits that the type has, as Go does without a word. */
function wrap(value: bigint, type: IntegerType): bigint {
  if (type === "uint8") return BigInt.asUintN(8, value);
  return type === "uint64" ? BigInt.asUintN(64, value) : BigInt.asIntN(64, value);
}

/** The type of the elements of a list. */
export type ElementType = "interface {}" | "string" | "int" | "[]interface {}";

/** A slice. One that `isNil` has no elements; JSON has null for it. */
export class GoList {
  readonly element: ElementType;
  readonly isNil: boolean;
  #items: GoValue[] | (() => GoValue[]);

  /** @param items the elements, or how to make them when they are first needed */
  constructor(items: GoValue[] | (() => GoValue[]), element: ElementType = "interface {}", isNil = false) {
    this.#items = items;
    this.element = element;
    this.isNil = isNil;
  }

  get items(): GoValue[] {
    if (typeof this.#items === "function") this.#items = this.#items();
    return this.#items;
  }
}

type Entries = Map<string, GoValue>;

/** Entries that are made when they are needed: one, or all. */
export interface LazyEntries {
  get(key: string): GoValue;
  all(): Entries;
}

/** A map with texts as keys, and never `undefined` as a value. One that `isNil` has no entries, and refuses new ones. */
export class GoMap {
  readonly element: "interface {}" | "string";
  readonly isNil: boolean;
  #entries: Entries | LazyEntries;

  /** @param entries the entries, or how to make them when they are first needed */
  constructor(entries: Entries | LazyEntries, element: "interface {}" | "string" = "interface {}", isNil = false) {
    this.#entries = entries;
    this.element = element;
    this.isNil = isNil;
  }

  get entries(): Entries {
    if (!(this.#entries instanceof Map)) this.#entries = this.#entries.all();
    return this.#entries;
  }

  /** The value of a key; undefined if the map does not have it. Costs the same for a map of any size. */
  get(key: string): GoValue {
    return this.#entries.get(key);
  }
}

/** A method of an object: its number of arguments, and what it does. */
export interface Method {
  readonly parameters: readonly ("any" | "string" | "int" | "same")[];
  readonly run: (args: readonly GoValue[]) => GoValue;
}

/** A struct of Go with methods: a time, or a version. */
export abstract class GoObject {
  abstract readonly type: string;
  abstract method(name: string): Method | undefined;
  /** The text that Go prints. */
  abstract print(): string;
  /** The text that stands in JSON. */
  abstract json(): string;
  abstract equals(other: GoValue): boolean;
}

/** The name of the type of a value, as `%T` prints it. */
export function typeName(value: GoValue): string {
  if (value === undefined || value === null) return "<nil>";
  if (typeof value === "boolean") return "bool";
  if (typeof value === "number") return "float64";
  if (typeof value === "string") return "string";
  if (value instanceof GoList) return `[]${value.element}`;
  if (value instanceof GoMap) return `map[string]${value.element}`;
  return value.type;
}

/** The name of the kind of a value, as Go's package reflect calls it. */
export function kindName(value: GoValue): string {
  if (value === undefined || value === null) return "invalid";
  if (value instanceof GoList) return "slice";
  if (value instanceof GoMap) return "map";
  if (value instanceof GoObject) return value.type.startsWith("*") ? "ptr" : "struct";
  return typeName(value);
}

/** Tells whether `if` takes a value for true. What is empty or zero is false. */
export function isTrue(value: GoValue): boolean {
  if (value === undefined || value === null) return false;
  if (value instanceof GoInteger) return value.value !== 0n;
  if (value instanceof GoList) return value.items.length > 0;
  if (value instanceof GoMap) return value.entries.size > 0;
  // A number that is not a number is not zero.
  return typeof value === "number" ? value !== 0 : typeof value !== "object" ? Boolean(value) : true;
}

/** Names of a map in Go's order, which is bytewise. */
export function sortedKeys(map: GoMap): string[] {
  return [...map.entries.keys()].sort(byCodeUnit);
}

/** Compares byte texts. */
export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
