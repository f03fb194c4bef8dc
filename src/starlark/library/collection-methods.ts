/** The methods of lists, dicts and bytes. */
import { equal } from "../values/comparison.ts";
import { cursorOf, itemsOf, lengthOf } from "../values/iteration.ts";
import { Fault } from "../values/meter.ts";
import { update } from "../values/operators.ts";
import { bounds, outOfRange } from "../values/subscript.ts";
import {
  type Bytes,
  Dict,
  Elements,
  type Keywords,
  List,
  type Machine,
  Tuple,
  typeName,
  type Value,
} from "../values/values.ts";
import { integer } from "./arguments.ts";
import { builtins, takes } from "./builtins.ts";

export const BYTES_METHODS = builtins({
  elems: takes<Bytes>(0, 0, (_machine, _args, self) => new Elements(self, "elems")),
});

export const LIST_METHODS = builtins({
  append: takes<List>(1, 1, (machine, args, self) => {
    self.check("append to");
    machine.element();
    self.items.push(args[0] as Value);
    return null;
  }),

  clear: takes<List>(0, 0, (_machine, _args, self) => {
    self.check("clear");
    self.items = [];
    return null;
  }),

  extend: takes<List>(1, 1, (machine, args, self, who) => {
    const items = itemsOf(machine, args[0] as Value, who);
    self.check("extend");
    for (const item of items) self.items.push(item);
    return null;
  }),

  index: takes<List>(1, 3, (machine, args, self) => {
    const [start, end] = bounds(args[1], args[2], self.items.length);
    for (let at = start; at < end; at++) {
      machine.work(1);
      if (equal(machine, self.items[at] as Value, args[0] as Value)) return at;
    }
    throw new Fault("index: value not in list");
  }),

  insert: takes<List>(2, 2, (machine, args, self, who) => {
    const index = integer(who, args[0] as Value);
    self.check("insert into");
    machine.element();
    machine.work(self.items.length / 64);
    self.items.splice(index < 0 ? Math.max(0, index + self.items.length) : index, 0, args[1] as Value);
    return null;
  }),

  pop: takes<List>(0, 1, (machine, args, self, who) => {
    const { length } = self.items;
    const [last = length - 1] = args;
    const index = integer(who, last);
    const at = index < 0 ? index + length : index;
    if (at < 0 || at >= length) throw outOfRange(index, length, self);
    self.check("pop from");
    if (at === length - 1) return self.items.pop() as Value;
    machine.work(length / 64);
    return self.items.splice(at, 1)[0] as Value;
  }),

  remove: takes<List>(1, 1, (machine, args, self) => {
    self.check("remove from");
    const at = self.items.findIndex((item) => {
      machine.work(1);
      return equal(machine, item, args[0] as Value);
    });
    if (at < 0) throw new Fault("remove: element not found");
    machine.work(self.items.length / 64);
    self.items.splice(at, 1);
    return null;
  }),
});

export const DICT_METHODS = builtins({
  clear: takes<Dict>(0, 0, (_machine, _args, self) => {
    self.clear();
    return null;
  }),

  get: takes<Dict>(1, 2, (machine, [key = null, otherwise = null], self) => {
    const value = self.get(machine, key);
    // A key may have the value None.
    return value === undefined ? otherwise : value;
  }),

  items: takes<Dict>(0, 0, (machine, _args, self) => {
    machine.rows(self.size, 2);
    return new List([...self.pairs()].map((pair) => new Tuple(pair)));
  }),

  keys: takes<Dict>(0, 0, (machine, _args, self, who) => new List(itemsOf(machine, self, who))),

  pop: takes<Dict>(1, 2, (machine, [key = null, otherwise], self) => {
    const removed = self.delete(machine, key);
    const value = removed === undefined ? otherwise : removed;
    const hint = "Pass a default value as second argument if the key may be missing.";
    if (value === undefined) throw new Fault("pop: missing key", hint);
    return value;
  }),

  popitem: takes<Dict>(0, 0, (machine, _args, self) => {
    const first = self.pairs().next();
    if (first.done) throw new Fault("popitem: empty dict");
    self.delete(machine, first.value[0]);
    return new Tuple(first.value);
  }),

  setdefault: takes<Dict>(1, 2, (machine, [key = null, value = null], self) => {
    const old = self.get(machine, key);
    if (old !== undefined) return old;
    self.set(machine, key, value);
    return value;
  }),

  update: (who) => (machine, args, keywords, self) => {
    if (args.length > 1) throw new Fault(`update: got ${args.length} arguments, want at most 1`);
    fillDict(who, machine, self as Dict, args[0], keywords);
    return null;
  },

  values: takes<Dict>(0, 0, (machine, _args, self) => {
    machine.elements(self.size);
    return new List([...self.pairs()].map(([, value]) => value));
  }),
});

/** Adds entries to a dict: first those of another dict or pairs, then named values. */
export function fillDict(
  who: string,
  machine: Machine,
  dict: Dict,
  source: Value | undefined,
  keywords: Keywords,
): void {
  if (source instanceof Dict) {
    update(machine, dict, source);
  } else if (source !== undefined) {
    for (const [index, pair] of itemsOf(machine, source, who).entries()) {
      const [key, value] = pairOf(who, machine, pair, index);
      dict.set(machine, key, value);
    }
  }
  const names = new Set<string>();
  for (const [name, value] of keywords) {
    if (names.has(name)) throw new Fault(`${who}: duplicate keyword argument ${name}`);
    names.add(name);
    dict.set(machine, name, value);
  }
}

function pairOf(who: string, machine: Machine, pair: Value, index: number): [Value, Value] {
  const what = `${who}: dictionary update sequence element #${index}`;
  if (cursorOf(pair) === undefined) throw new Fault(`${what} is not iterable (${typeName(pair)})`);
  const length = lengthOf(pair);
  if (length !== 2)
    throw new Fault(`${what} has ${length === undefined ? "unknown length" : `length ${length}`}, want 2`);
  return itemsOf(machine, pair, who) as [Value, Value];
}
