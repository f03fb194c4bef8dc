/** Data to values of a program, and what became of them back to data. */
import { type Data, isReal } from "./data.ts";
import { normal } from "./integers.ts";
import { Fault, type Meter } from "./meter.ts";
import { decode, encode } from "./text.ts";
import { Dict, Float, List, Tuple, typeName, type Value } from "./values.ts";

/** The value that stands for data. Nothing is counted: what goes in is not the program's doing. */
export function toValue(meter: Meter, data: Data): Value {
  if (typeof data === "string") return encode(data);
  if (typeof data === "bigint") return normal(data);
  if (data === null || typeof data !== "object") return data;
  if (data instanceof Map) {
    const dict = new Dict();
    for (const [key, value] of data as ReadonlyMap<string, Data>) dict.set(meter, encode(key), toValue(meter, value));
    return dict;
  }
  if (isReal(data)) return new Float(data.float);
  return new List((data as readonly Data[]).map((item) => toValue(meter, item)));
}

/** What `JSON.parse` returns, as data. Numbers without a fraction are integers. */
export function ofJson(json: unknown): Data {
  if (Array.isArray(json)) return json.map(ofJson);
  if (typeof json === "object" && json !== null) {
    return new Map(Object.entries(json).map(([key, value]) => [key, ofJson(value)]));
  }
  if (typeof json === "number") return Number.isSafeInteger(json) ? json : { float: json };
  return typeof json === "boolean" || typeof json === "string" ? json : null;
}

const DEEPEST = 200;
const LARGEST = 2n ** 64n;
const SMALLEST = -(2n ** 63n);

/** Reads values back. Throws a fault of kind `result` that names what cannot be data, by its path from `name`. */
export class Reader {
  private readonly meter: Meter;
  private readonly name: string;
  private readonly path: (string | number)[] = [];
  private readonly within: Value[] = [];

  constructor(meter: Meter, name: string) {
    this.meter = meter;
    this.name = name;
  }

  read(value: Value): Data {
    this.meter.work(1);
    if (typeof value === "string") return this.text(value);
    if (typeof value === "bigint" && (value >= LARGEST || value < SMALLEST)) {
      throw this.problem(`the integer ${value}, of more than 64 bits`);
    }
    if (value === null || typeof value !== "object") return value;
    if (value instanceof Float) {
      if (!Number.isFinite(value.value)) throw this.problem("a float that is not finite");
      return { float: value.value };
    }
    if (value instanceof List || value instanceof Tuple) return this.nested(value, () => this.items(value.items));
    if (value instanceof Dict) return this.nested(value, () => this.entries(value));
    throw this.problem(`a ${typeName(value)}`, value);
  }

  /** A fault about the value that is being read. */
  problem(what: string, value?: Value): Fault {
    const steps = this.path.map((step) => `[${typeof step === "number" ? step : JSON.stringify(decode(step))}]`);
    const hint =
      value !== undefined && typeName(value) === "set" ? "Make a list of it: sorted(x) or list(x)." : undefined;
    return new Fault(`${this.name}${encode(steps.join(""))} is ${what}, which cannot be in a resource`, "result", hint);
  }

  private text(value: string): string {
    this.meter.allocate(value.length);
    const text = decode(value);
    if (text.includes("\ufffd") && encode(text) !== value) throw this.problem("a string that is no UTF-8");
    return text;
  }

  private nested<T>(value: Value, read: () => T): T {
    if (this.within.includes(value)) throw this.problem("a value that contains itself");
    if (this.within.length >= DEEPEST) throw this.problem(`nested deeper than ${DEEPEST} levels`);
    this.within.push(value);
    const result = read();
    this.within.pop();
    return result;
  }

  private items(items: readonly Value[]): Data[] {
    return items.map((item, index) => this.at(index, item));
  }

  private entries(dict: Dict): Map<string, Data> {
    const entries = new Map<string, Data>();
    for (const [key, value] of dict.pairs()) {
      if (typeof key !== "string") throw this.problem(`a dict with a key of type ${typeName(key)}`);
      entries.set(this.text(key), this.at(key, value));
    }
    return entries;
  }

  private at(step: string | number, value: Value): Data {
    this.path.push(step);
    const data = this.read(value);
    this.path.pop();
    return data;
  }
}
