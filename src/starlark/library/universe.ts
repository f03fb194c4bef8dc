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
  Range,
  StarSet,
  Tuple,
  typeName,
  type Value,
} from "../values/values.ts";
import { repr, str } from "../values/writer.ts";
import { boolean, callable, integer, named, text } from "./arguments.ts";
import { attributeNames, findAttribute } from "./attributes.ts";
import { builtins, takes } from "./builtins.ts";
import { fillDict } from "./collection-methods.ts";

const FUNCTIONS = builtins({
  ...CONVERSIONS,
  all: takes(1, 1, (machine, [source = null], _self, who) => !some(who, machine, source, false)),
  any: takes(1, 1, (machine, [source = null], _self, who) => some(who, machine, source, true)),

  dict: (who) => (machine, args, keywords) => {
    if (args.length > 1) throw new Fault(`dict: got ${args.length} arguments, want at most 1`);
    const dict = new Dict(machine);
    fillDict(who, machine, dict, args[0], keywords);
    return dict;
  },

  dir: takes(1, 1, (_machine, [value = null]) => new List(attributeNames(value))),

  enumerate: takes(1, 2, (machine, [source = null, first = 0], _self, who) => {
    const start = integer(who, first);
    const items = itemsOf(machine, source, who);
    machine.rows(items.length, 2);
    return new List(items.map((item, index) => new Tuple([add(machine, start, index), item])));
  }),

  fail: (who) => (machine, args, keywords) => {
    throw new Fault(`fail: ${together(who, machine, args, keywords, (arg) => str(machine, arg))}`);
  },

  getattr: takes(2, 3, (machine, args, _self, who) => {
    machine.small();
    const [value, , otherwise] = args as [Value, Value, Value | undefined];
    const name = text(who, args[1]);
    const attribute = findAttribute(value, name);
    const found = attribute === undefined ? otherwise : attribute;
    if (found === undefined) throw new Fault(`getattr: ${typeName(value)} has no .${name} field or method`);
    return found;
  }),

  hasattr: takes(2, 2, (_machine, [value = null, name], _self, who) => {
    return findAttribute(value, text(who, name)) !== undefined;
  }),

  len: takes(1, 1, (_machine, args) => {
    const length = lengthOf(args[0] as Value);
    if (length === undefined) throw new Fault(`len: value of type ${typeName(args[0] as Value)} has no len`);
    return length;
  }),

  list: takes(0, 1, (machine, [source], _self, who) => {
    return new List(source === undefined ? [] : itemsOf(machine, source, who));
  }),

  max: () => (machine, args, keywords) => extreme("max", machine, args, keywords),
  min: () => (machine, args, keywords) => extreme("min", machine, args, keywords),

  print: (who) => (machine, args, keywords) => {
    machine.print(together(who, machine, args, keywords, (arg) => printed(machine, arg)));
    return null;
  },

  range: takes(1, 3, (machine, args, _self, who) => {
    machine.small();
    const [first, second, step] = args.map((arg) => integer(who, arg)) as [number, number?, number?];
    if (step === 0) throw new Fault("range: step argument must not be zero");
    return second === undefined ? new Range(0, first, 1) : new Range(first, second, step ?? 1);
  }),

  repr: takes(1, 1, (machine, [value = null]) => repr(machine, value)),

  reversed: takes(1, 1, (machine, [source = null], _self, who) => {
    return new List(itemsOf(machine, source, who).reverse());
  }),

  set: takes(0, 1, (machine, [source], _self, who) => {
    const set = new StarSet(machine);
    if (source !== undefined) for (const item of itemsOf(machine, source, who)) set.add(machine, item);
    return set;
  }),

  sorted: () => sorted,

  tuple: takes(0, 1, (machine, [source], _self, who) => {
    if (source instanceof Tuple) return source;
    return new Tuple(source === undefined ? [] : itemsOf(machine, source, who));
  }),

  type: takes(1, 1, (_machine, [value = null]) => typeName(value)),

  zip: takes(0, Number.POSITIVE_INFINITY, (machine, args, _self, who) => {
    const columns = args.map((arg) => itemsOf(machine, arg, who));
    const shortest = columns.reduce((least, { length }) => Math.min(least, length), Number.POSITIVE_INFINITY);
    const rows = columns.length === 0 ? 0 : shortest;
    machine.rows(rows, columns.length);
    return new List(Array.from({ length: rows }, (_, row) => new Tuple(columns.map((column) => column[row] as Value))));
  }),
});

/** The predefined values by name. */
export const UNIVERSE: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["None", null],
  ["True", true],
  ["False", false],
  ...[...FUNCTIONS].map(([name, native]) => [name, new Builtin(name, native)] as const),
]);

/** Tells whether the truth value of some element is `wanted`. */
function some(who: string, machine: Machine, source: Value, wanted: boolean): boolean {
  const cursor = cursorOf(source);
  if (cursor === undefined) throw new Fault(`${who}: got ${typeName(source)}, want iterable`, hintFor(source));
  let found = false;
  for (let item = cursor.next(); item !== undefined && !found; item = cursor.next()) {
    machine.work(1);
    found = isTrue(item) === wanted;
  }
  cursor.done();
  return found;
}

/** Joins the texts of arguments with the named argument `sep`. Counts the result first. */
function together(
  who: string,
  machine: Machine,
  args: readonly Value[],
  keywords: Keywords,
  textOf: (arg: Value) => string,
): string {
  const [sep = " "] = named(who, [], keywords, ["sep"], 0);
  const separator = text(who, sep);
  const parts = args.map(textOf);
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
