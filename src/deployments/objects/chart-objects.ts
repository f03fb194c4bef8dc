/** The objects that helm makes of a chart, as values with their origins, for what is applied as it is. */
import type { BuiltChart, ChartObject, ChartSource } from "../../charts/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { BuiltResource } from "../../engine/index.ts";
import { printValue, textAt } from "../../manifests/index.ts";
import { toConfigValue } from "../../yaml/index.ts";
import type { TemplatedObject } from "./templated-objects.ts";

export interface ObjectOfChart extends TemplatedObject {
  readonly origin: Location | undefined;
  readonly isCrd: boolean;
}

/**
 * @param chart that was rendered
 * @param isElsewhere true if its tree is not the one that is rendered: then objects come from what names it
 */
export function objectsOfChart(
  { objects }: BuiltChart,
  chart: ChartSource,
  isElsewhere = false,
): readonly ObjectOfChart[] {
  const originOf = ({ template }: ChartObject): Location => {
    if (isElsewhere || chart.from !== "tree" || template === undefined) return chart.location;
    // The name of the chart is the first step.
    return { file: `${chart.directory.slice(1)}/${template.split("/").slice(1).join("/")}` };
  };
  return objects.map((object) => ({
    value: toConfigValue(object.node),
    withheld: object.withheld,
    origin: originOf(object),
    isCrd: object.isCrd,
  }));
}

/** @param release the rules by which it is applied; absent for the usual ones */
export function resourceOfChart(
  { value, withheld = [], origin }: Omit<ObjectOfChart, "isCrd">,
  release?: BuiltResource["release"],
): BuiltResource {
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
    ...(release !== undefined && { release }),
  };
}
