/** Finds fields and methods: `x.name`. */
import { nearest } from "../../text/index.ts";
import { Fault } from "../values/meter.ts";
import { Builtin, Bytes, Dict, List, type Native, StarSet, Struct, typeName, type Value } from "../values/values.ts";
import { BYTES_METHODS, DICT_METHODS, LIST_METHODS } from "./collection-methods.ts";
import { SET_METHODS } from "./set-methods.ts";
import { STRING_METHODS } from "./string-methods.ts";

const NONE: ReadonlyMap<string, Native> = new Map();

function methodsOf(value: Value): ReadonlyMap<string, Native> {
  if (typeof value === "string") return STRING_METHODS;
  if (value instanceof List) return LIST_METHODS;
  if (value instanceof Dict) return DICT_METHODS;
  if (value instanceof StarSet) return SET_METHODS;
  return value instanceof Bytes ? BYTES_METHODS : NONE;
}

/** The method of a value with this name; undefined if there is none. */
export function methodOf(value: Value, name: string): Native | undefined {
  return methodsOf(value).get(name);
}

/** A field, or a method bound to the value. Undefined if there is neither. */
export function findAttribute(value: Value, name: string): Value | undefined {
  if (value instanceof Struct) return value.fields.get(name);
  const method = methodOf(value, name);
  return method === undefined ? undefined : new Builtin(name, method, value);
}

/** Like {@link findAttribute}, but throws a fault if there is neither. */
export function attribute(value: Value, name: string): Value {
  const found = findAttribute(value, name);
  if (found !== undefined) return found;
  const near = nearest(name, attributeNames(value));
  const hint = value instanceof Dict && near === undefined ? `Write ["${name}"] for an entry of a dict.` : undefined;
  throw new Fault(
    `${typeName(value)} has no .${name} field or method`,
    near === undefined ? hint : `Did you mean .${near}?`,
  );
}

/** The names of all fields and methods of a value, sorted. */
export function attributeNames(value: Value): string[] {
  return [...(value instanceof Struct ? value.fields : methodsOf(value)).keys()].sort();
}
