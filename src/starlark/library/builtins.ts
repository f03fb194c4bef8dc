/** Makes tables of built-ins. */
import type { Machine, Native, Value } from "../values/values.ts";
import { expectCount } from "./arguments.ts";

/** A built-in without its name. */
export type Unnamed = (who: string) => Native;

/** A built-in that takes `least` to `most` positional arguments and no named ones. For a method, `self` is its value. */
export function takes<T extends Value>(
  least: number,
  most: number,
  run: (machine: Machine, args: Value[], self: T, who: string) => Value,
): Unnamed {
  return (who) => (machine, args, keywords, self) => {
    expectCount(who, args, keywords, least, most);
    return run(machine, args, self as T, who);
  };
}

/** Gives built-ins their names. */
export function builtins(table: Readonly<Record<string, Unnamed>>): ReadonlyMap<string, Native> {
  return new Map(Object.entries(table).map(([name, make]) => [name, make(name)]));
}
