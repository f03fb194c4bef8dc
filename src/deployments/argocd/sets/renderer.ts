/** Fills templates in with parameters; docs/specification/argocd-application-sets.md 8. */
import type { Location } from "../../../diagnostics.ts";
import { asTexts } from "../../../gotemplate/index.ts";
import { emptyMap, isMap } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import type { SetEffort } from "./set-effort.ts";

/** Fills in the texts of one set. */
export interface Renderer {
  /** True if parameters are data for templates of Go; false if they are texts by name. */
  readonly isGo: boolean;
  readonly effort: SetEffort;
  /** @throws KrmError `argocd-set-invalid`, `argocd-set-unknown` */
  fill(text: string, parameters: MapValue, place: Location): string;
  /** Does the same as `fill`, but leaves a text that names a missing parameter as it is. @throws KrmError as `fill` does */
  fillIfKnown(text: string, parameters: MapValue, place: Location): string;
}

/** Fills in all texts of a value, and the keys of its maps. Keys with null are dropped. @throws KrmError as {@link Renderer.fill} does */
export function filled(value: Value, parameters: MapValue, renderer: Renderer, place: Location): Value {
  renderer.effort.handle(1);
  if (typeof value === "string") return renderer.fill(value, parameters, place);
  if (Array.isArray(value)) return value.map((item) => filled(item, parameters, renderer, place));
  if (typeof value === "bigint") return Number(value);
  return isMap(value) ? filledMap(value, parameters, renderer, place) : value;
}

/** Does the same as {@link filled} for a map. @throws KrmError as {@link Renderer.fill} does */
export function filledMap(value: MapValue, parameters: MapValue, renderer: Renderer, place: Location): MapValue {
  const result = emptyMap();
  for (const [key, item] of Object.entries(value)) {
    if (item === null) continue;
    const made = filled(item, parameters, renderer, place);
    result[renderer.fill(key, parameters, place)] = made;
  }
  return result;
}

/**
 * Adds `values` of a generator to its parameters, filled in with what is there before.
 * @throws KrmError as {@link Renderer.fill} does
 */
export function addValues(
  values: MapValue | undefined,
  parameters: MapValue,
  renderer: Renderer,
  place: Location,
  isLiteral = false,
): void {
  const entries = Object.entries(values ?? {});
  if (entries.length === 0) return;
  const made = emptyMap();
  for (const [key, text] of entries) made[key] = isLiteral ? text : renderer.fill(text as string, parameters, place);
  if (renderer.isGo) parameters["values"] = asTexts(made);
  else for (const [key, text] of Object.entries<Value>(made)) parameters[`values.${key}`] = text;
}
