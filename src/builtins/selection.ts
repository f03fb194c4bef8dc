import type { Diagnostic, Warn } from "../diagnostics.ts";
import { type Selector } from "../documents/index.ts";
import { compileSelector, metadataTexts, type Resource, type ResourceSet } from "../resource/index.ts";
import { nearest, shorten } from "../text/index.ts";

/**
 * The resources that a patch target selects, in order; docs/specification/patches.md 3.
 * @throws KrmError for a pattern that cannot be read
 */
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
  if (selected.length === 0) warn(() => selectsNothing(resources, target));
  return selected;
}

function selectsNothing(resources: ResourceSet, target: Selector): Diagnostic {
  const message = `the target of the patch selects nothing: there is no object with ${selectorText(target)}`;
  const hint = nearestHint(target, resources) ?? "Correct the target, or remove the patch.";
  return { code: "unused-patch", severity: "warning", message, ...target.location, hint };
}

const SELECTED_BY = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"] as const;

/** What a selector asks for, as it is written: `kind: Deployment, name: web`. */
export function selectorText(selector: Selector): string {
  const parts = SELECTED_BY.filter((field) => selector[field]).map(
    (field) => `${field}: ${shorten(selector[field] ?? "")}`,
  );
  return parts.length === 0 ? "an empty selector" : parts.join(", ");
}

/** How many objects are compared with what was written. */
const MOST_COMPARED = 500;

/** The kind or the name that a selector may have meant. Patterns are compared as they are written. */
export function nearestHint({ kind, name }: Selector, resources: ResourceSet): string | undefined {
  const named = name ? resources.byAnyName(name).find((resource) => resource.node !== undefined) : undefined;
  if (named !== undefined) return `There is a ${shorten(named.describe())}: correct the target.`;
  const present = resources.items.slice(0, MOST_COMPARED).filter((resource) => resource.node !== undefined);
  const ofKind = present.filter(({ id }) => !kind || id.kind === kind);
  const near =
    kind && ofKind.length === 0
      ? nearest(kind, [...new Set(present.map(({ id }) => id.kind))])
      : name &&
        nearest(
          name,
          ofKind.map(({ id }) => id.name),
        );
  return near ? `Did you mean \`${near}\`?` : undefined;
}
