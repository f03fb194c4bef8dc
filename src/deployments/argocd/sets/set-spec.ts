/** The fields of an ApplicationSet that decide what it makes. */
import { emptyMap, isMap, valueAt } from "../../../manifests/index.ts";
import type { MapValue, Value } from "../../../yaml/index.ts";
import type { PlaceOf } from "../../objects/index.ts";
import { TEMPLATE } from "./application-shape.ts";
import { OUTERMOST } from "./generator-shapes.ts";
import { fieldsOf, shapedMap } from "./shapes.ts";

const SPEC = fieldsOf({
  goTemplate: "flag",
  goTemplateOptions: { list: "text" },
  generators: { list: { fields: OUTERMOST } },
  template: TEMPLATE,
  templatePatch: "text",
  syncPolicy: fieldsOf({ preserveResourcesOnDeletion: "flag" }),
});

export interface SetSpec {
  readonly isGo: boolean;
  readonly options: readonly string[];
  readonly generators: readonly MapValue[];
  readonly template: MapValue;
  readonly patch: string | undefined;
  /** True if the objects of Applications stay when these are deleted. */
  readonly preserves: boolean;
}

/** Reads `spec` of an ApplicationSet. @throws KrmError `argocd-set-invalid` */
export function readSpec(set: Value, placeOf: PlaceOf): SetSpec {
  const written = valueAt(set, "spec") ?? null;
  const spec = shapedMap(written, SPEC.fields, (...path) => placeOf("spec", ...path), "spec");
  const template = spec["template"];
  return {
    isGo: spec["goTemplate"] === true,
    options: (spec["goTemplateOptions"] ?? []) as readonly string[],
    generators: (spec["generators"] ?? []) as readonly MapValue[],
    template: isMap(template) ? template : emptyMap(),
    patch: spec["templatePatch"] as string | undefined,
    preserves: valueAt(spec, "syncPolicy", "preserveResourcesOnDeletion") === true,
  };
}
