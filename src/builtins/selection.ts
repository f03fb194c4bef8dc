import type { Selector } from "../documents/kustomization.ts";
import type { Resource } from "../resource/resource.ts";
import type { ResourceSet } from "../resource/resource-set.ts";
import { compileSelector } from "../resource/selector.ts";
import { metadataTexts } from "../resource/text-map.ts";

/** The resources that a patch target selects, in order; engine.md 5.7. @throws KrmError for a pattern that cannot be read */
export function selectResources(resources: ResourceSet, selector: Selector): Resource[] {
  const matches = compileSelector(selector);
  return resources.items.filter(
    (resource) =>
      resource.node !== undefined &&
      matches({
        id: resource.id,
        originalId: resource.originalId,
        labels: () => metadataTexts(resource.node, "labels"),
        annotations: () => metadataTexts(resource.node, "annotations"),
      }),
  );
}
