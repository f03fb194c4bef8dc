/** Parameters of Applications: data by name, as generators make it; docs/specification/argocd-application-sets.md 2. */
import type { Location } from "../../../diagnostics.ts";
import { emptyMap, isMap } from "../../../manifests/index.ts";
import { compareBytewise } from "../../../text/index.ts";
import { formatFloat64, type MapValue, type Value } from "../../../yaml/index.ts";

/** The parameters of one Application. */
export interface ParameterSet {
  readonly values: MapValue;
  /** The generator or the element of a list that they come from. */
  readonly place: Location;
}

/** Prints data as Go does with `%v`. */
export function goText(value: Value): string {
  if (value === null) return "<nil>";
  if (typeof value === "number" || typeof value === "bigint") return formatFloat64(Number(value));
  if (typeof value !== "object") return String(value);
  if (Array.isArray(value)) return `[${value.map(goText).join(" ")}]`;
  const keys = Object.keys(value).sort(compareBytewise);
  return `map[${keys.map((key) => `${key}:${goText(value[key] as Value)}`).join(" ")}]`;
}

/** Each value that is no map and no list, as a text, by the names of the way to it with dots between them. */
export function flattened(values: MapValue): MapValue {
  const flat = emptyMap();
  const visit = (value: Value, prefix: string): void => {
    if (Array.isArray(value)) for (const [index, item] of value.entries()) visit(item, `${prefix}.${index}`);
    else if (isMap(value)) for (const [key, item] of Object.entries(value)) visit(item, `${prefix}.${key}`);
    else flat[prefix.slice(1)] = goText(value);
  };
  visit(values, "");
  return flat;
}

/** Data as it is after a way through JSON in Go: all numbers are floats, maps have no prototype. */
export function asGoData(value: Value): Value {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asGoData);
  return isMap(value) ? asGoMap(value) : value;
}

/** Does the same as {@link asGoData} for a map. */
export function asGoMap(value: MapValue): MapValue {
  const result = emptyMap();
  for (const [key, item] of Object.entries(value)) result[key] = asGoData(item);
  return result;
}

/** The name in lower case, with other characters than letters, digits, `-` and `.` replaced by `-`. */
export function sanitizedName(name: string): string {
  // In lower case, JavaScript makes two characters of a dotted capital I, and Go one.
  const lower = name.replaceAll("\u0130", "i").toLowerCase();
  return lower
    .replace(/[^-a-z0-9.]/gu, "-")
    .slice(0, 253)
    .replace(/^[-.]+/, "")
    .replace(/[-.]+$/, "");
}
