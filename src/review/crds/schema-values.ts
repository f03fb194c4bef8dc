/** Reads the values of definitions. They come from files: any of them can be anything. */
import type { Value } from "../../render/rendering.ts";
import { shorten } from "../../text/index.ts";

export type SchemaMap = Readonly<Record<string, Value>>;

const NO_MAP: SchemaMap = Object.create(null) as SchemaMap;
/** Longer values are cut. */
const MAX_SHOWN = 120;

export function isMap(value: Value | undefined): value is { [key: string]: Value } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The map, or an empty one for anything else. */
export function mapOf(value: Value | undefined): SchemaMap {
  return isMap(value) ? value : NO_MAP;
}

/** The list, or an empty one for anything else. */
export function listOf(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

/** The value at a key of a map; undefined for anything else. */
export function at(value: Value | undefined, key: string): Value | undefined {
  return isMap(value) && Object.hasOwn(value, key) ? value[key] : undefined;
}

export function textAt(value: Value | undefined, key: string): string | undefined {
  const text = at(value, key);
  return typeof text === "string" ? text : undefined;
}

/** The JSON of a value, with keys in order: equal for equal values. */
export function keyOf(value: Value | undefined): string {
  if (value === undefined) return "";
  return JSON.stringify(value, (_key, part: Value) => {
    if (typeof part === "bigint") return String(part);
    if (!isMap(part)) return part;
    const sorted = Object.create(null) as Record<string, unknown>;
    for (const key of Object.keys(part).sort()) sorted[key] = part[key];
    return sorted;
  });
}

/** A value in short: a text as it is, everything else as JSON. */
export function shown(value: Value | undefined): string | undefined {
  if (value === undefined) return undefined;
  return shorten(typeof value === "string" ? value : keyOf(value), MAX_SHOWN);
}
