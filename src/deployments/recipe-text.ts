/** Says in a text what a deployment renders, so that two sides can be compared without rendering them. */
import { valueAt } from "../manifests/index.ts";
import { stableJson } from "../text/index.ts";
import { isUnseen } from "./applications/index.ts";
import type { Deployment } from "./builds/index.ts";
import { isRenderable, recipeKey } from "./flux/index.ts";

/** Equal texts for deployments that make equal objects of equal files, and of which a review says the same. */
export function recipeText(deployment: Deployment): string {
  // The problems are a part of what is rendered, and other deployments make them.
  const problems = deployment.problems.map(({ message }) => message);
  const unseen = isUnseen(deployment) ? [stableJson({ ...deployment.controls, place: null, windows: null })] : [];
  return [recipeKey(deployment.recipe), ...undecided(deployment), ...problems, ...unseen].join("\n");
}

/** The fields of `spec` that decide what a deployment renders. */
const DECIDING = (
  "chart chartRef commonMetadata components destination images namePrefix nameSuffix patches path postBuild postRenderers releaseName " +
  "source sourceHydrator sourceRef sources targetNamespace values valuesFrom"
).split(" ");
/** Stands for the objects of a deployment that cannot be rendered: they are others if its object decides so. */
function undecided({ recipe, object }: Deployment): readonly string[] {
  if (isRenderable(recipe)) return [];
  const spec = valueAt(object, "spec");
  return [stableJson(DECIDING.map((field) => valueAt(spec, field) ?? null))];
}
