import type { Diagnostic, Warn } from "../diagnostics.ts";
import { type Selector } from "../documents/index.ts";
import { compileSelector, metadataTexts, onlyMatch, type Resource, type ResourceSet } from "../resource/index.ts";
import { nearest, shorten } from "../text/index.ts";

/**
 * Selects the resources of a patch target, in order; docs/specification/patches.md 3.
 * @throws KrmError for an invalid pattern
 */
export function selectResources(resources: ResourceSet, selector: Selector): Resource[] {
  const matches = compileSelector(selector);
  return resources.candidates(onlyMatch(selector.kind), onlyMatch(selector.name)).filter(
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

/** Like {@link selectResources}, with a warning if there are none and should be some. */
export function patchTargets(resources: ResourceSet, target: Selector, warn: Warn): Resource[] {
  const selected = selectResources(resources, target);
  if (selected.length === 0 && !target.maySelectNothing) warn(() => selectsNothing(resources, target));
  return selected;
}

function selectsNothing(resources: ResourceSet, target: Selector): Diagnostic {
  const message = `the target of the patch selects nothing: there is no object with ${selectorText(target)}`;
  const hint = nearestHint(target, resources) ?? "Correct the target, or remove the patch.";
  return { code: "unused-patch", severity: "warning", message, ...target.location, hint };
}

const SELECTED_BY = ["group", "version", "kind", "name", "namespace", "labelSelector", "annotationSelector"] as const;

/** A selector in messages: `kind: Deployment, name: web`. */
export function selectorText(selector: Selector): string {
  const parts = SELECTED_BY.filter((field) => selector[field]).map(
    (field) => `${field}: ${shorten(selector[field] ?? "")}`,
  );
  return parts.length === 0 ? "an empty selector" : parts.join(", ");
}

/** The number of objects that are compared with a selector for a hint. */
const MAX_COMPARED = 500;

/** A hint that names a similar kind or name. Patterns are compared literally. */
export function nearestHint({ kind, name }: Selector, resources: ResourceSet): string | undefined {
  const named = name ? resources.byAnyName(name).find((resource) => resource.node !== undefined) : undefined;
  if (named !== undefined) return `There is a ${shorten(named.describe())}: correct the target.`;
  const present = resources.items.slice(0, MAX_COMPARED).filter((resource) => resource.node !== undefined);
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
