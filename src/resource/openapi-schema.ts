/** Reads types from OpenAPI schemas, as far as merging needs them; docs/specification/strategic-merge.md 1.1, 3.1. */
import { listSchema, objectSchema, opaqueSchema, type Schema } from "./merge-schema.ts";

export type Json = Readonly<Record<string, unknown>>;

/** The type that a `$ref` refers to; undefined if unknown. */
export type Resolve = (reference: string) => Schema | undefined;

/** Reads the type of a schema. @param resolve resolves references; by default they are unknown */
export function openApiSchema(json: unknown, resolve: Resolve = () => undefined): Schema {
  if (!isObject(json)) return opaqueSchema;
  const { type, items, properties, additionalProperties: values } = json;
  if (type === "array" || (Array.isArray(type) && type.length === 1 && type[0] === "array")) {
    return listSchema(innerSchema(items, resolve), mergeKeys(json));
  }
  return objectSchema((name) => {
    const property = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property !== undefined) return innerSchema(property, resolve);
    return isObject(values) ? innerSchema(values, resolve) : undefined;
  });
}

/** The type of a field or of elements. An empty schema is an unknown type. */
function innerSchema(json: unknown, resolve: Resolve): Schema | undefined {
  if (json === undefined || (isObject(json) && Object.keys(json).length === 0)) return undefined;
  const reference = referenceOf(json);
  return reference === undefined ? openApiSchema(json, resolve) : resolve(reference);
}

/** The `$ref` of a schema; undefined if it has none. */
export function referenceOf(json: unknown): string | undefined {
  return isObject(json) && typeof json.$ref === "string" && json.$ref !== "" ? json.$ref : undefined;
}

function mergeKeys(json: Json): readonly string[] | undefined {
  const strategy = json["x-kubernetes-patch-strategy"];
  if (typeof strategy !== "string" || !strategy.split(",").includes("merge")) return undefined;
  const keys = json["x-kubernetes-list-map-keys"];
  if (Array.isArray(keys)) return keys.filter((key) => typeof key === "string");
  const key = json["x-kubernetes-patch-merge-key"];
  return typeof key === "string" ? [key] : [];
}

export function isObject(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
