/** Converts data to values of a program, and values to a YAML tree. */
import { type Entry, formatFloat64, fromValue, map, type Node, scalar, seq } from "../yaml/index.ts";
import { type Data, isReal } from "./data.ts";
import { normal } from "./values/integers.ts";
import { Fault, type Meter } from "./values/meter.ts";
import { decode, encode } from "./values/text.ts";
import { Dict, Float, List, Tuple, typeName, type Value } from "./values/values.ts";

/** Makes a value of data. Its dicts keep the meter. */
export function toValue(meter: Meter, data: Data): Value {
  if (typeof data === "string") return encode(data);
  if (typeof data === "bigint") return normal(data);
  if (data === null || typeof data !== "object") return data;
  if (data instanceof Map) {
    const dict = new Dict(meter);
    for (const [key, value] of data as ReadonlyMap<string, Data>) dict.set(meter, encode(key), toValue(meter, value));
    return dict;
  }
  if (isReal(data)) return new Float(data.float);
  return new List((data as readonly Data[]).map((item) => toValue(meter, item)));
}

/** The most levels of nesting of a result. */
const MAX_DEPTH = 200;
/** Integers of a result are below this. */
const INTEGER_END = 2n ** 64n;
const INTEGER_MIN = -(2n ** 63n);

/** The approximate memory of a scalar, of a list or map, and of an entry of a map without its value. */
const SCALAR_BYTES = 120;
const COLLECTION_BYTES = 250;
const ENTRY_BYTES = 180;

/**
 * Converts values to a YAML tree. Throws a fault of kind `result` for a value that cannot be in a tree, with its path
 * from `name`, and of kind `limit` for a tree that is much larger than the values in memory.
 */
export class ResultReader {
  readonly #meter: Meter;
  readonly #name: string;
  readonly #path: (string | number)[] = [];
  readonly #within: Value[] = [];
  /** A lower bound of the length of the tree as text. */
  #length = 0;

  constructor(meter: Meter, name: string) {
    this.#meter = meter;
    this.#name = name;
  }

  read(value: Value): Node {
    this.#meter.work(1);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "bigint" && (value >= INTEGER_END || value < INTEGER_MIN)) {
      throw this.problem(`the integer ${value}, of more than 64 bits`);
    }
    if (value === null || typeof value !== "object" || value instanceof Float) {
      this.#grow(SCALAR_BYTES, 1);
      return this.#plain(value);
    }
    this.#grow(COLLECTION_BYTES, 2);
    if (value instanceof List || value instanceof Tuple) return this.#nested(value, () => this.#items(value.items));
    if (value instanceof Dict) return this.#nested(value, () => this.#entries(value));
    throw this.problem(`a ${typeName(value)}`, value);
  }

  /** Makes a fault about the value that is being read. */
  problem(what: string, value?: Value): Fault {
    const steps = this.#path.map((step) => `[${typeof step === "number" ? step : JSON.stringify(decode(step))}]`);
    const hint =
      value !== undefined && typeName(value) === "set" ? "Convert it to a list: sorted(x) or list(x)." : undefined;
    const message = `${this.#name}${encode(steps.join(""))} is ${what}, which cannot be in a resource`;
    return new Fault(message, hint, "result");
  }

  #grow(bytes: number, length: number): void {
    this.#meter.allocate(bytes);
    this.#length += length;
    this.#meter.output(this.#length);
  }

  #plain(value: null | boolean | number | bigint | Float): Node {
    if (value === null) return fromValue(null);
    if (typeof value === "boolean") return scalar(String(value), "!!bool");
    if (!(value instanceof Float)) return scalar(String(value), "!!int");
    if (!Number.isFinite(value.value)) throw this.problem("a float that is not finite");
    const text = formatFloat64(value.value);
    return scalar(/[.e]/.test(text) ? text : `${text}.0`, "!!float");
  }

  /** Makes a scalar of a string, with quotes if it needs them. */
  #text(value: string): Node {
    this.#grow(SCALAR_BYTES + value.length, value.length);
    const text = decode(value);
    if (text.includes("\ufffd") && encode(text) !== value) throw this.problem("a string that is not UTF-8");
    return fromValue(text);
  }

  #nested(value: Value, read: () => Node): Node {
    if (this.#within.includes(value)) throw this.problem("a value that contains itself");
    if (this.#within.length >= MAX_DEPTH) throw this.problem(`nested deeper than ${MAX_DEPTH} levels`);
    this.#within.push(value);
    const result = read();
    this.#within.pop();
    return result;
  }

  #items(items: readonly Value[]): Node {
    const nodes = items.map((item, index) => this.#at(index, item));
    return seq(nodes, nodes.length === 0 ? "flow" : "");
  }

  #entries(dict: Dict): Node {
    const entries: Entry[] = [];
    for (const [key, value] of dict.pairs()) {
      if (typeof key !== "string") throw this.problem(`a dict with a key of type ${typeName(key)}`);
      this.#grow(ENTRY_BYTES - SCALAR_BYTES, 2);
      entries.push({ key: this.#text(key), value: this.#at(key, value) });
    }
    return map(entries, entries.length === 0 ? "flow" : "");
  }

  #at(step: string | number, value: Value): Node {
    this.#path.push(step);
    const node = this.read(value);
    this.#path.pop();
    return node;
  }
}
