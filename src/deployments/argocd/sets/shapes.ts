/** Reads values as the API server reads objects: fields that nobody knows are dropped, values of another type are refused. */
import { emptyMap, isMap } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { invalid } from "./set-problems.ts";

/** The type of a value. `any` is data that is kept as it is; `count` is a whole number. */
export type Shape =
  | "any"
  | "count"
  | "countOrText"
  | "flag"
  | "text"
  | { readonly list: Shape }
  | { readonly each: Shape }
  | { readonly fields: Fields };

/** The shapes of the fields of a map, by name. */
export type Fields = ReadonlyMap<string, Shape>;

/** Makes the shape of a map with these fields. */
export function fieldsOf(fields: Readonly<Record<string, Shape>>): { readonly fields: Fields } {
  return { fields: new Map(Object.entries(fields)) };
}

/** A value of a shape with the fields that the shape has. A field that is null is absent. @throws KrmError `argocd-set-invalid` */
export function shaped(value: Value, shape: Shape, placeOf: PlaceOf, name: string): Value {
  switch (shape) {
    case "any":
      return value;
    case "text":
      if (typeof value !== "string") throw invalid(`\`${name}\` must be a text`, placeOf(), quoteHint(value));
      return value;
    case "flag":
      if (typeof value !== "boolean") throw invalid(`\`${name}\` must be true or false`, placeOf());
      return value;
    case "count":
      if (!isCount(value)) throw invalid(`\`${name}\` must be a whole number`, placeOf());
      return value;
    case "countOrText":
      if (!isCount(value) && typeof value !== "string")
        throw invalid(`\`${name}\` must be a whole number or a text`, placeOf());
      return value;
    default:
      return shapedCollection(value, shape, placeOf, name);
  }
}

/** Does the same as {@link shaped} for the shape of a map. @throws KrmError `argocd-set-invalid` */
export function shapedMap(value: Value, fields: Fields, placeOf: PlaceOf, name: string): MapValue {
  if (!isMap(value)) throw invalid(`\`${name}\` must be a map`, placeOf());
  const result = emptyMap();
  for (const [key, shape] of fields) {
    const item = Object.hasOwn(value, key) ? (value[key] ?? null) : null;
    if (item !== null) result[key] = shaped(item, shape, (...path) => placeOf(key, ...path), key);
  }
  return result;
}

function shapedCollection(
  value: Value,
  shape: Exclude<Shape, string>,
  placeOf: PlaceOf,
  name: string,
): Value[] | MapValue {
  if ("fields" in shape) return shapedMap(value, shape.fields, placeOf, name);
  if ("list" in shape) {
    if (!Array.isArray(value)) throw invalid(`\`${name}\` must be a list`, placeOf());
    return value.map((item, index) =>
      item === null
        ? emptyOf(shape.list)
        : shaped(item, shape.list, (...path) => placeOf(index, ...path), `${name}[${index}]`),
    );
  }
  if (!isMap(value)) throw invalid(`\`${name}\` must be a map`, placeOf());
  const result = emptyMap();
  for (const [key, item] of Object.entries(value))
    result[key] =
      item === null ? emptyOf(shape.each) : shaped(item, shape.each, (...path) => placeOf(key, ...path), key);
  return result;
}

/** Null in a list or a map becomes the empty value of its type. */
function emptyOf(shape: Shape): Value {
  if (shape === "any") return null;
  if (shape === "flag") return false;
  if (shape === "text") return "";
  if (shape === "count" || shape === "countOrText") return 0;
  return "list" in shape ? [] : emptyMap();
}

function isCount(value: Value): boolean {
  return typeof value === "bigint" || Number.isInteger(value);
}

function quoteHint(value: Value): string | undefined {
  return typeof value === "object" ? undefined : "Put it in quotes.";
}
