/** Makes the objects that Argo CD applies of what helm renders of the sources of an Application. */
import type { BuiltChart, ChartRecipe } from "../../charts/index.ts";
import type { Built } from "../../engine/index.ts";
import { objectsOfChart, resourceOfChart } from "../objects/index.ts";
import { afterTemplate } from "./after-template.ts";
import type { ApplicationRecipe } from "./application-recipe.ts";
import { keptByApplication } from "./object-controls.ts";

/** @param rendered the charts of the recipe, in its order. @throws KrmError as {@link afterTemplate} does */
export function builtApplication(rendered: readonly BuiltChart[], { charts, namespace }: ApplicationRecipe): Built {
  const made = rendered.flatMap((chart, index) => objectsOfChart(chart, (charts[index] as ChartRecipe).chart));
  const { objects, diagnostics } = afterTemplate(made, namespace);
  const resources = objects.map((object) => {
    const application = keptByApplication(object.value);
    return resourceOfChart(object, application && { application });
  });
  return { resources, diagnostics };
}
