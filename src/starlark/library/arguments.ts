/**
 * Checks the arguments of built-ins. `who` is the name of the built-in, with which messages begin. All throw faults.
 */
import { Fault } from "../values/meter.ts";
import { Callable, type Keywords, typeName, type Value } from "../values/values.ts";

/** Throws unless there are `least` to `most` positional arguments and no named ones. */
export function expectCount(
  who: string,
  args: readonly Value[],
  keywords: Keywords,
  least: number,
  most = least,
): void {
  if (keywords.length > 0) throw new Fault(`${who}: unexpected keyword argument ${keywords[0]?.[0]}`);
  if (args.length >= least && args.length <= most) return;
  const few = args.length < least;
  const bound = least === most ? "" : few ? "at least " : "at most ";
  throw new Fault(`${who}: got ${args.length} arguments, want ${bound}${few ? least : most}`);
}

/** Arguments by position or name, in the order of `names`. The first `required` ones must be present. */
export function named(
  who: string,
  args: readonly Value[],
  keywords: Keywords,
  names: readonly string[],
  required: number,
): (Value | undefined)[] {
  if (args.length > names.length) {
    throw new Fault(`${who}: got ${args.length} arguments, want at most ${names.length}`);
  }
  const values: (Value | undefined)[] = names.map((_, index) => args[index]);
  for (const [name, value] of keywords) {
    const index = names.indexOf(name);
    if (index < 0) throw new Fault(`${who}: unexpected keyword argument ${name}`);
    if (values[index] !== undefined) throw new Fault(`${who}: got multiple values for keyword argument ${name}`);
    values[index] = value;
  }
  for (let index = 0; index < required; index++) {
    if (values[index] === undefined) throw new Fault(`${who}: missing argument for ${names[index]}`);
  }
  return values;
}

function mismatch(who: string, value: Value, wanted: string): Fault {
  return new Fault(`${who}: got ${typeName(value)}, want ${wanted}`);
}

export function text(who: string, value: Value | undefined): string {
  if (typeof value === "string") return value;
  throw mismatch(who, value ?? null, "string");
}

export function boolean(who: string, value: Value): boolean {
  if (typeof value === "boolean") return value;
  throw mismatch(who, value, "bool");
}

export function callable(who: string, value: Value): Callable {
  if (value instanceof Callable) return value;
  throw mismatch(who, value, "callable");
}

/** An integer of at most 53 bits, such as a count or an index. */
export function integer(who: string, value: Value): number {
  if (typeof value === "number") return value;
  if (typeof value === "bigint") throw new Fault(`${who}: ${value} out of range`);
  throw mismatch(who, value, "int");
}
