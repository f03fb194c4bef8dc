/** Finds the Pods of objects as selectors see them. */
import { isMap, podTemplateOf, valueAt } from "../../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../../render/rendering.ts";
import type { Selector } from "./selection.ts";

/** The labels of the Pods that an object makes; undefined for one that makes none. */
export function podLabelsOf(resource: RenderedResource): ReadonlyMap<string, string> | undefined {
  const template = podTemplateOf(resource);
  return template && textsOf(valueAt(template.value, "metadata", "labels"));
}

/** The Pods of all objects, as selectors find them. */
export function podsOf(resources: readonly RenderedResource[]): Selector[] {
  return resources.flatMap((resource) => {
    const labels = podLabelsOf(resource);
    return labels === undefined ? [] : [{ namespace: resource.namespace, labels }];
  });
}

/** The entries of a map whose values are texts. */
export function textsOf(value: Value | undefined): ReadonlyMap<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return new Map(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
