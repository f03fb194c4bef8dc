/** Values of custom resources as rules in CEL see them: with their defaults, and typed by the schema. docs/specification/schemas.md 6 */
import type { Cel, CelValue } from "../cel/index.ts";
import { emptyMap, isMap, listAt, type MapValue, textAt, valueAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import { keyOf } from "./limits.ts";
import { isUnfinished } from "./scalars.ts";

/** The values that come from defaults: a definition decides how they multiply. */
const MAX_FILLED = 20_000;
/** Deeper values are not looked at. */
const MAX_DEPTH = 100;

const RESERVED: ReadonlySet<string> = new Set(
  "true false null in as break const continue else for function if import let loop package namespace return var void while".split(
    " ",
  ),
);
const ESCAPES: Readonly<Record<string, string>> = {
  __: "__underscores__",
  ".": "__dot__",
  "-": "__dash__",
  "/": "__slash__",
};

/** The name of a property in expressions; undefined for one that they cannot name. */
export function escapedName(name: string): string | undefined {
  if (!/^[A-Za-z_./-][\w./-]*$/.test(name)) return undefined;
  return RESERVED.has(name) ? `__${name}__` : name.replace(/__|[./-]/g, (part) => ESCAPES[part] ?? part);
}

/**
 * The value as the API server looks at it: with the defaults of its schema, which also stand in for nulls, and without other nulls in fields
 * that may not be null. At most {@link MAX_FILLED} values come from defaults.
 */
export function withDefaults(value: Value, schema: MapValue): Value {
  return completed(value, schema, { left: MAX_FILLED }, { depth: 0, isFilled: false });
}

interface At {
  readonly depth: number;
  /** The value is a default, or a part of one. */
  readonly isFilled: boolean;
}

function completed(value: Value, schema: MapValue, room: { left: number }, { depth, isFilled }: At): Value {
  if (depth > MAX_DEPTH || (isFilled && --room.left < 0)) return value;
  const { items, properties, additionalProperties: others } = schema;
  const part = (own: Value | undefined, of: MapValue): Value | undefined => {
    const isAbsent = own === undefined || (own === null && of["nullable"] !== true);
    const given = isAbsent ? of["default"] : own;
    return given === undefined
      ? undefined
      : completed(given, of, room, { depth: depth + 1, isFilled: isFilled || isAbsent });
  };
  if (Array.isArray(value)) return isMap(items) ? value.map((each) => part(each, items) ?? each) : value;
  if (!isMap(value)) return value;
  const filled = emptyMap();
  for (const [name, own] of Object.entries(value)) {
    const of = isMap(properties) && Object.hasOwn(properties, name) ? properties[name] : others;
    const found = isMap(of) ? part(own, of) : own;
    if (found !== undefined) filled[name] = found;
  }
  for (const [name, of] of isMap(properties) ? Object.entries(properties) : []) {
    const found = isMap(of) && !Object.hasOwn(filled, name) ? part(undefined, of) : undefined;
    if (found !== undefined) filled[name] = found;
  }
  return filled;
}

/** A value that something completes later, so that no rule can judge it. */
export class Unfinished extends Error {}

/** The fields of each object, whatever its definition says. */
const OBJECT_FIELDS: MapValue = {
  apiVersion: { type: "string" },
  kind: { type: "string" },
  metadata: { type: "object", properties: { name: { type: "string" }, generateName: { type: "string" } } },
};

/**
 * Types a value. Fields that the schema does not have are left out, as the API server drops them.
 * @throws Unfinished
 */
export function typedValue(cel: Cel, value: Value, schema: MapValue, isObject: boolean, depth = 0): CelValue {
  if (value === null || depth > MAX_DEPTH) return null;
  const part = (each: Value, of: MapValue): CelValue =>
    typedValue(cel, each, of, of["x-kubernetes-embedded-resource"] === true, depth + 1);
  if (Array.isArray(value)) {
    const { items } = schema;
    const list = value.map((each) => (isMap(items) ? part(each, items) : plain(cel, each)));
    return typedList(cel, list, value, schema);
  }
  if (!isMap(value)) return scalar(cel, value, schema);
  const { properties, additionalProperties: others } = schema;
  const known = isObject ? { ...(isMap(properties) ? properties : {}), ...OBJECT_FIELDS } : properties;
  const isOpen = !isMap(known) && !isMap(others);
  if (isOpen) return plain(cel, value);
  const typed = new Map<string, CelValue>();
  for (const [name, each] of Object.entries(value)) {
    const own = isMap(known) && Object.hasOwn(known, name) ? known[name] : undefined;
    if (isMap(own)) {
      const isNull = each === null && own["nullable"] !== true;
      const escaped = escapedName(name);
      if (escaped !== undefined && !isNull) typed.set(escaped, part(each, own));
    } else if (isMap(others)) typed.set(name, part(each, others));
  }
  return typed;
}

function plain(cel: Cel, value: Value): CelValue {
  if (isUnfinished(value)) throw new Unfinished();
  if (Array.isArray(value)) for (const each of value) plain(cel, each);
  else if (isMap(value)) for (const each of Object.values(value)) plain(cel, each);
  return cel.celValue(value);
}

function typedList(cel: Cel, list: CelValue[], values: readonly Value[], schema: MapValue): CelValue {
  const type = textAt(schema, "x-kubernetes-list-type");
  const keys = listAt(schema, "x-kubernetes-list-map-keys").filter((key) => typeof key === "string");
  if (type !== "set" && (type !== "map" || keys.length === 0)) return list;
  const texts = new Map(
    list.map((each, index) => {
      const value = values[index] ?? null;
      const text = type === "set" ? keyOf(value) : keys.map((key) => keyOf(valueAt(value, key) ?? null)).join();
      return [each, text] as const;
    }),
  );
  return cel.unordered(
    list,
    (each) => texts.get(each) ?? JSON.stringify(typeof each === "bigint" ? String(each) : each),
  );
}

function scalar(cel: Cel, value: Value, schema: MapValue): CelValue {
  if (isUnfinished(value)) throw new Unfinished();
  if (schema["x-kubernetes-int-or-string"] === true) return cel.celValue(value);
  if (schema["type"] === "number" && (typeof value === "number" || typeof value === "bigint")) return Number(value);
  if (typeof value !== "string") return cel.celValue(value);
  switch (textAt(schema, "format")?.replaceAll("-", "")) {
    case "byte":
      return new Uint8Array(Buffer.from(value, "base64"));
    case "datetime":
      return cel.parseTimestamp(value.toUpperCase()) ?? value;
    case "date":
      return cel.parseTimestamp(`${value}T00:00:00Z`) ?? value;
    case "duration":
      return cel.parseGoDuration(value) ?? value;
    default:
      return value;
  }
}
