/** Reads the values of definitions. They come from files: any of them can be anything. */
import { isMap } from "../../../manifests/index.ts";
import type { Value } from "../../../render/rendering.ts";
import { shorten } from "../../../text/index.ts";

export type SchemaMap = Readonly<Record<string, Value>>;

const NO_MAP: SchemaMap = Object.create(null) as SchemaMap;
/** Longer values are cut. */
const MAX_SHOWN = 120;

/** The map, or an empty one for anything else. */
export function mapOf(value: Value | undefined): SchemaMap {
  return isMap(value) ? value : NO_MAP;
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
