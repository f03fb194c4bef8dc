import type { Warn } from "../diagnostics.ts";
import type { Selector } from "../documents/kustomization.ts";
import { nearest } from "../documents/spelling.ts";
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

/** The same for a patch, whose author hears of it when there are none. */
export function patchTargets(resources: ResourceSet, target: Selector, warn: Warn): Resource[] {
  const selected = selectResources(resources, target);
  if (selected.length === 0) {
    const message = `the target of the patch selects nothing: there is no object with ${selectorText(target)}`;
    const hint = nearestHint(target, resources) ?? "Correct the target, or remove the patch.";
    warn({ code: "unused-patch", severity: "warning", message, ...target.location, hint });
  }
  return selected;
}

const SELECTED_BY = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"] as const;

/** What a selector asks for, as it is written: `kind: Deployment, name: web`. */
export function selectorText(selector: Selector): string {
  const parts = SELECTED_BY.filter((field) => selector[field]).map((field) => `${field}: ${selector[field]}`);
  return parts.length === 0 ? "an empty selector" : parts.join(", ");
}

/** How many names are compared with the one that was written. */
const MOST_COMPARED = 500;

/** The object that a name may have meant: of the kind if one is given. */
export function nearestHint({ kind, name }: Selector, resources: ResourceSet): string | undefined {
  if (!name) return undefined;
  const others = resources.byAnyName(name).find((resource) => resource.node !== undefined);
  if (others !== undefined) return `There is a ${others.describe()}: correct the target.`;
  const names: string[] = [];
  for (const { node, id } of resources.items) {
    if (node === undefined || (kind && id.kind !== kind)) continue;
    if (names.push(id.name) === MOST_COMPARED) break;
  }
  const near = nearest(name, names);
  return near === undefined ? undefined : `Did you mean \`${near}\`?`;
}
