/** Finds the pods that an object makes. */
import { isMap, valueAt } from "../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import type { Selector } from "./selection.ts";

export interface PodTemplate {
  /** The keys that lead to the template; none for a Pod itself. */
  readonly path: readonly string[];
  readonly spec: Value;
  readonly labels: ReadonlyMap<string, string>;
}

const PLACES: readonly (readonly string[])[] = [["spec", "template"], ["spec", "jobTemplate", "spec", "template"], []];

/** The template of the pods of a workload of any kind. */
export function podTemplateOf(resource: RenderedResource): PodTemplate | undefined {
  if (!resource.yaml.includes("containers:")) return undefined;
  const value = resource.value();
  for (const path of PLACES) {
    if (path.length === 0 && resource.kind !== "Pod") continue;
    const template = valueAt(value, ...path);
    const spec = valueAt(template, "spec");
    if (spec !== undefined && Array.isArray(valueAt(spec, "containers")))
      return { path, spec, labels: textsOf(valueAt(template, "metadata", "labels")) };
  }
  return undefined;
}

/** The Pods of all objects, as selectors find them. */
export function podsOf(resources: readonly RenderedResource[]): Selector[] {
  return resources.flatMap((resource) => {
    const template = podTemplateOf(resource);
    return template === undefined ? [] : [{ namespace: resource.namespace, labels: template.labels }];
  });
}

/** The entries of a map whose values are texts. */
export function textsOf(value: Value | undefined): ReadonlyMap<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
