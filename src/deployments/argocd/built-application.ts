/** Makes the objects that Argo CD applies of what helm renders of the sources of an Application. */
import type { BuiltChart, ChartObject } from "../../charts/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Built, BuiltResource } from "../../engine/index.ts";
import { printValue, textAt } from "../../manifests/index.ts";
import { toConfigValue, type Value } from "../../yaml/index.ts";
import { afterTemplate } from "./after-template.ts";
import type { ApplicationRecipe } from "./application-recipe.ts";
import { keptByApplication } from "./object-controls.ts";

/** @param rendered the charts of the recipe, in its order. @throws KrmError as {@link afterTemplate} does */
export function builtApplication(rendered: readonly BuiltChart[], { charts, namespace }: ApplicationRecipe): Built {
  const made = rendered.flatMap(({ objects }, index) => {
    const chart = charts[index]?.chart;
    const originOf = ({ template }: ChartObject): Location | undefined => {
      if (chart?.from !== "tree" || template === undefined) return chart?.location;
      // The name of the chart is the first step.
      return { file: `${chart.directory.slice(1)}/${template.split("/").slice(1).join("/")}` };
    };
    return objects.map((object) => ({
      value: toConfigValue(object.node),
      withheld: object.withheld,
      origin: originOf(object),
    }));
  });
  const { objects, diagnostics } = afterTemplate(made, namespace);
  return { resources: objects.map(resourceOf), diagnostics };
}

function resourceOf({
  value,
  withheld = [],
  origin,
}: {
  readonly value: Value;
  readonly withheld?: readonly (readonly string[])[] | undefined;
  readonly origin: Location | undefined;
}): BuiltResource {
  const application = keptByApplication(value);
  const name = textAt(value, "metadata", "name") ?? textAt(value, "metadata", "generateName") ?? "";
  return {
    apiVersion: textAt(value, "apiVersion") ?? "",
    kind: textAt(value, "kind") ?? "",
    namespace: textAt(value, "metadata", "namespace") ?? "",
    name,
    baseName: name,
    yaml: printValue(value),
    value: () => value,
    origin,
    ...(withheld.length > 0 && { withheld }),
    ...(application !== undefined && { release: { application } }),
  };
}
