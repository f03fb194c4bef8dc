/** The values and functions that are predefined in every program. */
import { compare } from "../values/comparison.ts";
import { CONVERSIONS } from "../values/conversions.ts";
import { add } from "../values/integers.ts";
import { cursorOf, hintFor, itemsOf, lengthOf, whileIterating } from "../values/iteration.ts";
import { Fault } from "../values/meter.ts";
import {
  Builtin,
  Dict,
  isTrue,
  type Keywords,
  List,
  type Machine,
  type Native,
  Range,
  StarSet,
  Tuple,
  typeName,
  type Value,
} from "../values/values.ts";
import { repr, str } from "../values/writer.ts";
import { boolean, callable, expectCount, integer, named, text } from "./arguments.ts";
import { attributeNames, findAttribute } from "./attributes.ts";
import { fillDict } from "./collection-methods.ts";

const FUNCTIONS: Readonly<Record<string, Native>> = {
  ...CONVERSIONS,
  all: (machine, args, keywords) => !some("all", machine, args, keywords, false),
  any: (machine, args, keywords) => some("any", machine, args, keywords, true),

  dict(machine, args, keywords) {
    if (args.length > 1) throw new Fault(`dict: got ${args.length} arguments, want at most 1`);
    const dict = new Dict(machine);
    fillDict("dict", machine, dict, args[0], keywords);
    return dict;
  },

  dir(_machine, args, keywords) {
    expectCount("dir", args, keywords, 1);
    return new List(attributeNames(args[0] as Value));
  },

  enumerate(machine, args, keywords) {
    expectCount("enumerate", args, keywords, 1, 2);
    const [, first = 0] = args;
    const start = integer("enumerate", first);
    const items = itemsOf(machine, args[0] as Value, "enumerate");
    machine.rows(items.length, 2);
    return new List(items.map((item, index) => new Tuple([add(machine, start, index), item])));
  },

  fail(machine, args, keywords) {
    const [sep = " "] = named("fail", [], keywords, ["sep"], 0);
    const separator = text("fail", sep);
    throw new Fault(
      `fail: ${together(
        machine,
        args.map((arg) => str(machine, arg)),
        separator,
      )}`,
    );
  },

  getattr(machine, args, keywords) {
    expectCount("getattr", args, keywords, 2, 3);
    machine.small();
    const [value, , otherwise] = args as [Value, Value, Value | undefined];
    const name = text("getattr", args[1]);
    const attribute = findAttribute(value, name);
    const found = attribute === undefined ? otherwise : attribute;
    if (found === undefined) throw new Fault(`getattr: ${typeName(value)} has no .${name} field or method`);
    return found;
  },

  hasattr(_machine, args, keywords) {
    expectCount("hasattr", args, keywords, 2);
    return findAttribute(args[0] as Value, text("hasattr", args[1])) !== undefined;
  },

  len(_machine, args, keywords) {
    expectCount("len", args, keywords, 1);
    const length = lengthOf(args[0] as Value);
    if (length === undefined) throw new Fault(`len: value of type ${typeName(args[0] as Value)} has no len`);
    return length;
  },

  list(machine, args, keywords) {
    expectCount("list", args, keywords, 0, 1);
    return new List(args[0] === undefined ? [] : itemsOf(machine, args[0], "list"));
  },

  max: (machine, args, keywords) => extreme("max", machine, args, keywords),
  min: (machine, args, keywords) => extreme("min", machine, args, keywords),

  print(machine, args, keywords) {
    const [sep = " "] = named("print", [], keywords, ["sep"], 0);
    const separator = text("print", sep);
    machine.print(
      together(
        machine,
        args.map((arg) => printed(machine, arg)),
        separator,
      ),
    );
    return null;
  },

  range(machine, args, keywords) {
    expectCount("range", args, keywords, 1, 3);
    machine.small();
    const [first, second, step] = args.map((arg) => integer("range", arg)) as [number, number?, number?];
    if (step === 0) throw new Fault("range: step argument must not be zero");
    return second === undefined ? new Range(0, first, 1) : new Range(first, second, step ?? 1);
  },

  repr(machine, args, keywords) {
    expectCount("repr", args, keywords, 1);
    return repr(machine, args[0] as Value);
  },

  reversed(machine, args, keywords) {
    expectCount("reversed", args, keywords, 1);
    return new List(itemsOf(machine, args[0] as Value, "reversed").reverse());
  },

  set(machine, args, keywords) {
    expectCount("set", args, keywords, 0, 1);
    const set = new StarSet(machine);
    if (args[0] !== undefined) for (const item of itemsOf(machine, args[0], "set")) set.add(machine, item);
    return set;
  },

  sorted,

  tuple(machine, args, keywords) {
    expectCount("tuple", args, keywords, 0, 1);
    if (args[0] instanceof Tuple) return args[0];
    return new Tuple(args[0] === undefined ? [] : itemsOf(machine, args[0], "tuple"));
  },

  type(_machine, args, keywords) {
    expectCount("type", args, keywords, 1);
    return typeName(args[0] as Value);
  },

  zip(machine, args, keywords) {
    expectCount("zip", args, keywords, 0, Number.POSITIVE_INFINITY);
    const columns = args.map((arg) => itemsOf(machine, arg, "zip"));
    const rows =
      columns.length === 0
        ? 0
        : columns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
    machine.rows(rows, columns.length);
    return new List(Array.from({ length: rows }, (_, row) => new Tuple(columns.map((column) => column[row] as Value))));
  },
};

/** The predefined values by name. */
export const UNIVERSE: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["None", null],
  ["True", true],
  ["False", false],
  ...Object.entries(FUNCTIONS).map(([name, native]) => [name, new Builtin(name, native)] as const),
]);

/** Whether the truth value of some element is `wanted`. */
function some(who: string, machine: Machine, args: Value[], keywords: Keywords, wanted: boolean): boolean {
  expectCount(who, args, keywords, 1);
  const cursor = cursorOf(args[0] as Value);
  if (cursor === undefined) {
    throw new Fault(`${who}: got ${typeName(args[0] as Value)}, want iterable`, "failed", hintFor(args[0] as Value));
  }
  let found = false;
  for (let item = cursor.next(); item !== undefined && !found; item = cursor.next()) {
    machine.work(1);
    found = isTrue(item) === wanted;
  }
  cursor.done();
  return found;
}

/** Joins texts with a separator. Counts the result first. */
function together(machine: Machine, parts: readonly string[], separator: string): string {
  machine.text(parts.reduce((sum, { length }) => sum + length + separator.length, 0));
  return parts.join(separator);
}

/** The text that `print` writes for a value: bytes as they are, other values as `str`. */
function printed(machine: Machine, value: Value): string {
  return value !== null && typeof value === "object" && "data" in value ? value.data : str(machine, value);
}

function extreme(who: "min" | "max", machine: Machine, args: Value[], keywords: Keywords): Value {
  if (args.length === 0) throw new Fault(`${who} requires at least one positional argument`);
  const [key] = named(who, [], keywords, ["key"], 0);
  const source = args.length === 1 ? (args[0] as Value) : new Tuple(args);
  const items = itemsOf(machine, source, who);
  const get = key === undefined ? undefined : callable(who, key);
  if (items.length === 0) throw new Fault(`${who}: argument is an empty sequence`);
  return whileIterating(source, () => {
    let [best, bestKey] = [items[0] as Value, null as Value];
    for (const [index, item] of items.entries()) {
      machine.work(1);
      const itemKey = get === undefined ? item : machine.call(get, [item], []);
      if (index > 0 && !compare(machine, who === "max" ? ">" : "<", itemKey, bestKey)) continue;
      [best, bestKey] = [item, itemKey];
    }
    return best;
  });
}

function sorted(machine: Machine, args: Value[], keywords: Keywords): Value {
  const [source = null, key, reverse = false] = named("sorted", args, keywords, ["iterable", "key", "reverse"], 1);
  const items = itemsOf(machine, source, "sorted");
  const down = boolean("sorted", reverse);
  const get = key === undefined ? undefined : callable("sorted", key);
  const keys = get === undefined ? items : whileIterating(source, () => items.map((x) => machine.call(get, [x], [])));
  const order = items.map((_, index) => index);
  order.sort((a, b) => {
    const [x, y] = (down ? [keys[b], keys[a]] : [keys[a], keys[b]]) as [Value, Value];
    machine.work(1);
    if (compare(machine, "<", x, y)) return -1;
    return compare(machine, "<", y, x) ? 1 : 0;
  });
  return new List(order.map((index) => items[index] as Value));
}
