/** Lays the template of a generator over that of its set; docs/specification/argocd-application-sets.md 8.1. */
import { emptyMap, isMap } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";

/** The template of a generator, with what it lacks or has empty from the template of the set. Lists are not merged. */
export function overlaid(own: MapValue, base: MapValue): MapValue {
  const result = Object.assign(emptyMap(), own);
  for (const [key, value] of Object.entries(base)) {
    const before = result[key];
    // Argo CD knows nothing of what is in this field.
    if (isMap(before) && isMap(value) && key !== "valuesObject") result[key] = overlaid(before, value);
    else if (before === undefined || isEmpty(before)) result[key] = value;
  }
  return result;
}

function isEmpty(value: Value): boolean {
  return (
    value === null || value === false || value === 0 || value === "" || (Array.isArray(value) && value.length === 0)
  );
}
