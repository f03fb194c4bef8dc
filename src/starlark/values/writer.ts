/** Writes values as text: `repr` and `str`. */
import { writeFloat } from "./floats.ts";
import { digits } from "./integers.ts";
import { exceeded, type Meter } from "./meter.ts";
import { quote } from "./text.ts";
import {
  Builtin,
  Bytes,
  type Callable,
  Dict,
  Elements,
  Float,
  List,
  Range,
  StarSet,
  Struct,
  Tuple,
  typeName,
  type Value,
} from "./values.ts";

/** The most levels of nesting that are written. */
const MAX_DEPTH = 500;

/**
 * Writes a value as in a program. A value inside itself is written as `...`. Throws a fault if it is nested too deeply.
 */
export function repr(meter: Meter, value: Value): string {
  if (typeof value === "string") return text(meter, value);
  if (value === null || typeof value !== "object") return plain(meter, value);
  return new Writer(meter).write(value);
}

/** The text of a string, or the {@link repr} of another value. */
export function str(meter: Meter, value: Value): string {
  return typeof value === "string" ? value : repr(meter, value);
}

function text(meter: Meter, value: string): string {
  meter.walk(value.length);
  const written = quote(value);
  meter.text(written.length);
  return written;
}

function plain(meter: Meter, value: null | boolean | number | bigint): string {
  if (value === null) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  return digits(meter, value);
}

class Writer {
  readonly #meter: Meter;
  readonly #path: Value[] = [];
  #length = 0;

  constructor(meter: Meter) {
    this.#meter = meter;
  }

  write(value: Value): string {
    const before = this.#length;
    const written = this.#format(value);
    // The parts of the value were counted when they were written.
    const piece = Math.max(0, written.length - (this.#length - before));
    this.#length += piece;
    this.#meter.grow(this.#length, piece);
    return written;
  }

  #format(value: Value): string {
    if (typeof value === "string") {
      this.#meter.walk(value.length);
      return quote(value);
    }
    if (value === null || typeof value !== "object") return plain(this.#meter, value);
    if (value instanceof Float) return writeFloat(this.#meter, value.value);
    if (value instanceof List) return this.#within(value, "[", value.items.map.bind(value.items), "]");
    if (value instanceof Tuple) {
      return this.#within(value, "(", value.items.map.bind(value.items), value.items.length === 1 ? ",)" : ")");
    }
    if (value instanceof Dict) {
      const pairs = [...value.pairs()];
      return this.#within(value, "{", (write) => pairs.map(([key, each]) => `${write(key)}: ${write(each)}`), "}");
    }
    if (value instanceof StarSet)
      return `set(${this.#within(value, "[", (write) => [...value.keys()].map(write), "]")})`;
    if (value instanceof Bytes) return `b${quote(value.data)}`;
    if (value instanceof Range) return range(value);
    if (value instanceof Elements) return `${this.#format(value.source)}.${value.method}()`;
    if (value instanceof Struct) return this.#struct(value);
    return callable(value);
  }

  #within(value: Value, open: string, each: (write: (item: Value) => string) => string[], close: string): string {
    if (this.#path.includes(value) && !(value instanceof Tuple)) return `${open}...${close}`;
    if (this.#path.length >= MAX_DEPTH) throw exceeded(`a value is nested deeper than ${MAX_DEPTH} levels`);
    this.#path.push(value);
    const parts = each((item) => this.write(item));
    this.#path.pop();
    return open + parts.join(", ") + close;
  }

  #struct(value: Struct): string {
    const fields = [...value.fields].sort(([a], [b]) => (a < b ? -1 : 1));
    return this.#within(value, "struct(", (write) => fields.map(([name, each]) => `${name} = ${write(each)}`), ")");
  }
}

function range({ start, stop, step }: Range): string {
  if (step !== 1) return `range(${start}, ${stop}, ${step})`;
  return start === 0 ? `range(${stop})` : `range(${start}, ${stop})`;
}

function callable(value: Callable): string {
  if (!(value instanceof Builtin)) return `<function ${value.name}>`;
  if (value.self === undefined) return `<built-in function ${value.name}>`;
  return `<built-in method ${value.name} of ${typeName(value.self)} value>`;
}
