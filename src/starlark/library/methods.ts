/** Makes tables of methods. */
import type { Keywords, Machine, Native, Value } from "../values/values.ts";

/** Turns functions whose first argument is the value into native methods, by name. */
export function methods<T extends Value>(
  table: Record<string, (self: T, machine: Machine, args: Value[], keywords: Keywords) => Value>,
): ReadonlyMap<string, Native> {
  return new Map(
    Object.entries(table).map(([name, run]) => [
      name,
      (machine, args, keywords, self) => run(self as T, machine, args, keywords),
    ]),
  );
}
