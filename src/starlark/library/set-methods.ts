/** The methods of sets. */
import { isSubset } from "../values/comparison.ts";
import { itemsOf } from "../values/iteration.ts";
import { Fault } from "../values/meter.ts";
import { type Machine, StarSet, type Value } from "../values/values.ts";
import { builtins, takes } from "./builtins.ts";

/** A method that takes one iterable, as an array. */
function withItems(run: (machine: Machine, items: Value[], self: StarSet) => Value) {
  return takes<StarSet>(1, 1, (machine, args, self, who) =>
    run(machine, itemsOf(machine, args[0] as Value, who), self),
  );
}

export const SET_METHODS = builtins({
  add: takes<StarSet>(1, 1, (machine, args, self) => {
    self.add(machine, args[0] as Value);
    return null;
  }),

  clear: takes<StarSet>(0, 0, (_machine, _args, self) => {
    if (self.size > 0) self.clear();
    return null;
  }),

  difference: takes<StarSet>(1, 1, (machine, args, self, who) => {
    const result = copy(machine, self);
    for (const item of itemsOf(machine, args[0] as Value, who)) result.delete(machine, item);
    return result;
  }),

  discard: takes<StarSet>(1, 1, (machine, args, self) => {
    self.delete(machine, args[0] as Value);
    return null;
  }),

  intersection: withItems((machine, items, self) => {
    const common = items.filter((item) => self.has(machine, item));
    return setOf(machine, common);
  }),

  issubset: withItems((machine, items, self) => isSubset(machine, self, setOf(machine, items))),
  issuperset: withItems((machine, items, self) => items.every((item) => self.has(machine, item))),

  pop: takes<StarSet>(0, 0, (machine, _args, self) => {
    const first = self.keys().next();
    if (first.done) throw new Fault("pop: empty set");
    self.delete(machine, first.value);
    return first.value;
  }),

  remove: takes<StarSet>(1, 1, (machine, args, self) => {
    if (self.delete(machine, args[0] as Value) === undefined) throw new Fault("remove: missing key");
    return null;
  }),

  symmetric_difference: takes<StarSet>(1, 1, (machine, args, self, who) => {
    const result = copy(machine, self);
    for (const item of itemsOf(machine, args[0] as Value, who)) {
      if (result.delete(machine, item) === undefined) result.add(machine, item);
    }
    return result;
  }),

  union: takes<StarSet>(0, Number.POSITIVE_INFINITY, (machine, args, self, who) => {
    return addAll(who, machine, copy(machine, self), args);
  }),

  update: takes<StarSet>(0, Number.POSITIVE_INFINITY, (machine, args, self, who) => {
    addAll(who, machine, self, args);
    return null;
  }),
});

function setOf(machine: Machine, items: readonly Value[]): StarSet {
  const set = new StarSet(machine);
  for (const item of items) set.add(machine, item);
  return set;
}

function copy(machine: Machine, set: StarSet): StarSet {
  return setOf(machine, itemsOf(machine, set, "set"));
}

function addAll(who: string, machine: Machine, set: StarSet, args: Value[]): StarSet {
  for (const arg of args) for (const item of itemsOf(machine, arg, who)) set.add(machine, item);
  return set;
}
