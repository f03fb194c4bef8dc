/** `x.name`. */

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

export function methodOf(value: Value, name: string): Native | undefined {
  return methodsOf(value).get(name);
}

/** A field, or a method that knows what it was taken from; undefined where there is neither. */
export function findAttribute(value: Value, name: string): Value | undefined {
  if (value instanceof Struct) return value.fields.get(name);
  const method = methodOf(value, name);
  return method === undefined ? undefined : new Builtin(name, method, value);
}

/** What {@link findAttribute} finds. Throws where it finds nothing. */
export function attribute(value: Value, name: string): Value {
  const found = findAttribute(value, name);
  if (found !== undefined) return found;
  const near = nearest(name, attributeNames(value));
  const hint = value instanceof Dict && near === undefined ? `Write ["${name}"] for an entry of a dict.` : undefined;
  throw new Fault(
    `${typeName(value)} has no .${name} field or method`,
    "failed",
    near === undefined ? hint : `Did you mean .${near}?`,
  );
}

/** All names behind a dot, sorted. */
export function attributeNames(value: Value): string[] {
  return [...(value instanceof Struct ? value.fields : methodsOf(value)).keys()].sort();
}
