/** Types given in line comments, such as `containers: # {"type":"array"}`; engine.md 6.1. */
import type { Node } from "../../yaml/node.ts";
import { listSchema, objectSchema, opaqueSchema, type Schema } from "../merge-schema.ts";

type Json = Readonly<Record<string, unknown>>;

/** The type that a node's comment states; undefined unless the comment is a JSON object with anything in it. */
export function commentSchema(node: Node | undefined): Schema | undefined {
  const text = node?.comment?.replace(/^#+/, "").trimStart();
  if (text === undefined || !text.startsWith("{")) return undefined;
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    // Any other comment: it says nothing about types.
    return undefined;
  }
  return isObject(json) && Object.keys(json).length > 0 ? openApiSchema(json) : undefined;
}

function openApiSchema(json: unknown): Schema {
  if (!isObject(json)) return opaqueSchema;
  const { type, items, properties, additionalProperties: values } = json;
  if (type === "array" || (Array.isArray(type) && type.length === 1 && type[0] === "array")) {
    return listSchema(items === undefined ? undefined : openApiSchema(items), mergeKeys(json));
  }
  return objectSchema((name) => {
    if (isObject(properties) && Object.hasOwn(properties, name)) return openApiSchema(properties[name]);
    return isObject(values) ? openApiSchema(values) : undefined;
  });
}

function mergeKeys(json: Json): readonly string[] | undefined {
  const strategy = json["x-kubernetes-patch-strategy"];
  if (typeof strategy !== "string" || !strategy.split(",").includes("merge")) return undefined;
  const keys = json["x-kubernetes-list-map-keys"];
  if (Array.isArray(keys)) return keys.filter((key) => typeof key === "string");
  const key = json["x-kubernetes-patch-merge-key"];
  return typeof key === "string" ? [key] : [];
}

function isObject(json: unknown): json is Json {
  return typeof json === "object" && json !== null && !Array.isArray(json);
}
