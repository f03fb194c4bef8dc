/** The JSON Schemas of docs/schemas/ that describe what krm-render writes. */
import { readFileSync } from "node:fs";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";

/** The published schema without unknown fields: readers must accept new fields, but ours must all be described. */
export function publishedSchema(name: string): ValidateFunction {
  const published: unknown = JSON.parse(readFileSync(`docs/schemas/${name}.schema.json`, "utf8"));
  return new Ajv2020({ strict: true, strictTypes: false, allErrors: true }).compile(closed(published) as object);
}

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== "object" || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  return "properties" in copy && copy["type"] === "object" ? { ...copy, additionalProperties: false } : copy;
}
