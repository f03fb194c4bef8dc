/** Makes the objects that Argo CD applies of what is rendered of the sources of an Application. */
import type { BuiltChart, ChartSource } from "../../charts/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Built, BuiltResource } from "../../engine/index.ts";
import { textAt } from "../../manifests/index.ts";
import { setField } from "../../resource/index.ts";
import { parseResources, print, type Value } from "../../yaml/index.ts";
import { get, type MapNode, scalar } from "../../yaml/nodes/node.ts";
import { objectsOfChart, resourceOfChart, type TemplatedObject } from "../objects/index.ts";
import { afterTemplate } from "./after-template.ts";
import type { ApplicationRecipe } from "./application-recipe.ts";
import type { ManifestOfDirectory } from "./directory-source.ts";
import { type IgnoreRules, ignoredFields } from "./ignored-fields.ts";
import { type SyncOptions, treatedByApplication } from "./object-controls.ts";
import { refusedObjects } from "./project-problems.ts";
import { IgnoreEffort } from "./removed-fields.ts";

/** The output of a source: of helm, of kustomize, or of files. */
export type RenderedSource =
  | { readonly chart: BuiltChart; readonly source: ChartSource; readonly isElsewhere: boolean }
  | { readonly resources: readonly BuiltResource[] }
  | { readonly manifests: readonly ManifestOfDirectory[] };

interface RenderedObject extends TemplatedObject {
  readonly origin: Location | undefined;
  /** The object as kustomize has made it. */
  readonly resource?: BuiltResource;
}

/** @param rendered the sources of the recipe, in its order. @throws KrmError as {@link afterTemplate} does */
export function builtApplication(
  rendered: readonly RenderedSource[],
  { namespace, project, ignores, sync }: Pick<ApplicationRecipe, "namespace" | "project" | "ignores" | "sync">,
): Built {
  const made = rendered.flatMap((source): readonly RenderedObject[] => {
    if ("chart" in source) return objectsOfChart(source.chart, source.source, source.isElsewhere);
    if ("manifests" in source) return source.manifests;
    return source.resources.map((resource) => ({
      value: resource.value(),
      withheld: resource.withheld,
      origin: resource.origin,
      resource,
    }));
  });
  const { objects, diagnostics } = afterTemplate(made, namespace);
  const effort = new IgnoreEffort();
  const refused = project === undefined ? [] : refusedObjects(objects, namespace, project);
  return {
    resources: objects.map((object) => resourceOf(object, { ignores, sync }, effort)),
    diagnostics: [...diagnostics, ...refused],
  };
}

interface Rules {
  readonly ignores: IgnoreRules | undefined;
  readonly sync: SyncOptions;
}

function resourceOf(
  { value, withheld, origin, resource }: RenderedObject,
  { ignores, sync }: Rules,
  effort: IgnoreEffort,
): BuiltResource {
  const kept = treatedByApplication(value, sync);
  const ignored = ignores && ignoredFields(value, ignores, effort);
  const release =
    kept === undefined && ignored === undefined ? undefined : { application: { ...kept, ...(ignored && { ignored }) } };
  const isItem =
    resource !== undefined && textAt(value, "metadata", "name") !== textAt(resource.value(), "metadata", "name");
  if (resource === undefined || isItem) return resourceOfChart({ value, withheld, origin }, release);
  const placed = value === resource.value() ? resource : inNamespaceOf(value, resource);
  return release === undefined ? placed : { ...placed, release };
}

/** The resource with the namespace of a value, printed as kustomize prints it. */
function inNamespaceOf(value: Value, resource: BuiltResource): BuiltResource {
  const namespace = textAt(value, "metadata", "namespace") ?? "";
  const node = parseResources(resource.yaml, "")[0] as MapNode;
  setField(get(node, "metadata") as MapNode, "namespace", namespace === "" ? undefined : scalar(namespace, "!!str"));
  return { ...resource, namespace, yaml: print(node), value: () => value };
}
