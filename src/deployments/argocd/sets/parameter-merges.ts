/** Joins the parameters of two generators; docs/specification/argocd-application-sets.md 5 and 6. */
import type { Location } from "../../../diagnostics.ts";
import { asTexts, isTexts } from "../../../gotemplate/index.ts";
import { emptyMap, isMap } from "../../../manifests/index.ts";
import { stableJson } from "../../../text/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import { goText } from "./parameters.ts";
import { invalid } from "./set-problems.ts";

/** The parameters with those of another set over them. Maps are merged. @throws KrmError `argocd-set-invalid` */
export function overridden(base: MapValue, override: MapValue, place: Location): MapValue {
  const result = copyOf(base);
  for (const [key, value] of Object.entries(override)) {
    const before = result[key];
    const isMerged = isMap(value) && isMap(before) && Object.keys(before).length > 0;
    if (isMerged && isTexts(before) && !isTexts(value) && Object.keys(value).length > 0)
      throw invalid(
        `Argo CD fails to merge the parameter ${JSON.stringify(key)} of a list or a file into that of another generator`,
        place,
        `Write ${JSON.stringify(key)} in only one of the two generators.`,
      );
    result[key] = isMerged ? overridden(before, value, place) : value;
  }
  return isTexts(base) ? asTexts(result) : result;
}

/** The parameters of two sets as texts. @throws KrmError `argocd-set-invalid` if they disagree on one */
export function combined(first: MapValue, second: MapValue, place: Location): MapValue {
  const result = emptyMap();
  for (const [key, value] of Object.entries(first)) result[key] = goText(value);
  for (const [key, value] of Object.entries(second)) {
    const [before, text] = [result[key], goText(value)];
    if (before !== undefined && before !== text)
      throw invalid(
        `the generators of \`matrix\` give the parameter ${JSON.stringify(key)} different values`,
        place,
        "Rename the parameter in one of them, or give the git generator a `pathParamPrefix`.",
      );
    result[key] = text;
  }
  return result;
}

/** Equal for parameters that have equal values at some keys. */
export function mergeKeyOf(values: MapValue, keys: readonly string[]): string {
  return stableJson(keys.map((key): Value => (Object.hasOwn(values, key) ? (values[key] ?? null) : null)));
}

function copyOf(value: MapValue): MapValue {
  return Object.assign(emptyMap(), value);
}
