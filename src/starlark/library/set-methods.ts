/** The methods of sets. */
import { isSubset } from "../values/comparison.ts";
import { itemsOf } from "../values/iteration.ts";
import { Fault } from "../values/meter.ts";
import { type Keywords, type Machine, StarSet, type Value } from "../values/values.ts";
import { expectCount } from "./arguments.ts";
import { methods } from "./methods.ts";

export const SET_METHODS = methods<StarSet>({
  add(self, machine, args, keywords) {
    expectCount("add", args, keywords, 1);
    self.add(machine, args[0] as Value);
    return null;
  },

  clear(self, _machine, args, keywords) {
    expectCount("clear", args, keywords, 0);
    if (self.size > 0) self.clear();
    return null;
  },

  difference(self, machine, args, keywords) {
    const result = copy(machine, self);
    for (const item of other("difference", machine, args, keywords)) result.delete(machine, item);
    return result;
  },

  discard(self, machine, args, keywords) {
    expectCount("discard", args, keywords, 1);
    self.delete(machine, args[0] as Value);
    return null;
  },

  intersection(self, machine, args, keywords) {
    const items = other("intersection", machine, args, keywords);
    return setOf(
      machine,
      items.filter((item) => self.has(machine, item)),
    );
  },

  issubset: (self, machine, args, keywords) =>
    isSubset(machine, self, setOf(machine, other("issubset", machine, args, keywords))),

  issuperset: (self, machine, args, keywords) =>
    other("issuperset", machine, args, keywords).every((item) => self.has(machine, item)),

  pop(self, machine, args, keywords) {
    expectCount("pop", args, keywords, 0);
    const first = self.keys().next();
    if (first.done) throw new Fault("pop: empty set");
    self.delete(machine, first.value);
    return first.value;
  },

  remove(self, machine, args, keywords) {
    expectCount("remove", args, keywords, 1);
    if (self.delete(machine, args[0] as Value) === undefined) throw new Fault("remove: missing key");
    return null;
  },

  symmetric_difference(self, machine, args, keywords) {
    const result = copy(machine, self);
    for (const item of other("symmetric_difference", machine, args, keywords)) {
      if (result.delete(machine, item) === undefined) result.add(machine, item);
    }
    return result;
  },

  union: (self, machine, args, keywords) => addAll("union", machine, copy(machine, self), args, keywords),

  update(self, machine, args, keywords) {
    addAll("update", machine, self, args, keywords);
    return null;
  },
});

function setOf(machine: Machine, items: readonly Value[]): StarSet {
  const set = new StarSet(machine);
  for (const item of items) set.add(machine, item);
  return set;
}

function copy(machine: Machine, set: StarSet): StarSet {
  return setOf(machine, itemsOf(machine, set, "set"));
}

function other(who: string, machine: Machine, args: Value[], keywords: Keywords): Value[] {
  expectCount(who, args, keywords, 1);
  return itemsOf(machine, args[0] as Value, who);
}

function addAll(who: string, machine: Machine, set: StarSet, args: Value[], keywords: Keywords): StarSet {
  expectCount(who, args, keywords, 0, Number.POSITIVE_INFINITY);
  for (const arg of args) for (const item of itemsOf(machine, arg, who)) set.add(machine, item);
  return set;
}
