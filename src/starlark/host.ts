/** Data to values of a program, and what became of them to a tree of YAML. */
import { type Entry, formatFloat64, fromValue, map, type Node, scalar, seq } from "../yaml/index.ts";
import { type Data, isReal } from "./data.ts";
import { normal } from "./values/integers.ts";
import { Fault, type Meter } from "./values/meter.ts";
import { decode, encode } from "./values/text.ts";
import { Dict, Float, List, Tuple, typeName, type Value } from "./values/values.ts";

/** The value that stands for data, whose dicts remember the meter. */
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

const DEEPEST = 200;
const LARGEST = 2n ** 64n;
const SMALLEST = -(2n ** 63n);

/** What one node of a tree takes, about: a scalar, a list or map, an entry of a map beside its value. */
const SCALAR_BYTES = 120;
const COLLECTION_BYTES = 250;
const ENTRY_BYTES = 180;

/**
 * Reads values back. Throws a fault of kind `result` that names what cannot be in a tree, by its path from `name`, and one of
 * kind `limit` for a tree that is many times as large as the values that it is made of.
 */
export class Reader {
  readonly #meter: Meter;
  readonly #name: string;
  readonly #path: (string | number)[] = [];
  readonly #within: Value[] = [];
  /** How long the tree is as a text, at least. */
  #length = 0;

  constructor(meter: Meter, name: string) {
    this.#meter = meter;
    this.#name = name;
  }

  read(value: Value): Node {
    this.#meter.work(1);
    if (typeof value === "string") return this.#text(value);
    if (typeof value === "bigint" && (value >= LARGEST || value < SMALLEST)) {
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

  /** A fault about the value that is being read. */
  problem(what: string, value?: Value): Fault {
    const steps = this.#path.map((step) => `[${typeof step === "number" ? step : JSON.stringify(decode(step))}]`);
    const hint =
      value !== undefined && typeName(value) === "set" ? "Make a list of it: sorted(x) or list(x)." : undefined;
    return new Fault(
      `${this.#name}${encode(steps.join(""))} is ${what}, which cannot be in a resource`,
      "result",
      hint,
    );
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

  /** A string, quoted where it must be. */
  #text(value: string): Node {
    this.#grow(SCALAR_BYTES + value.length, value.length);
    const text = decode(value);
    if (text.includes("\ufffd") && encode(text) !== value) throw this.problem("a string that is no UTF-8");
    return fromValue(text);
  }

  #nested(value: Value, read: () => Node): Node {
    if (this.#within.includes(value)) throw this.problem("a value that contains itself");
    if (this.#within.length >= DEEPEST) throw this.problem(`nested deeper than ${DEEPEST} levels`);
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
