/** Makes the objects that `helm upgrade` applies of what it renders of a chart. */
import type { BuiltChart } from "../../charts/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Built, BuiltResource } from "../../engine/index.ts";
import {
  expanded,
  lastOfEach,
  objectsOfChart,
  type Repeated,
  resourceOfChart,
  ScopedKinds,
  shownObject,
  type TemplatedObject,
} from "../objects/index.ts";
import type { InstalledRecipe } from "./installed-charts.ts";

/** helm applies `crds/` when it installs a release, and never again. */
const DEFINITION: BuiltResource["release"] = { definition: "helm" };

/** @param rendered the chart of the recipe. @throws KrmError `invalid-resource` for a list with an item that is no object */
export function builtRelease(
  rendered: readonly BuiltChart[],
  { charts: [{ chart }], namespace }: InstalledRecipe,
): Built {
  const all = rendered.flatMap((each) => objectsOfChart(each, chart)).flatMap(expanded);
  const kinds = new ScopedKinds(all);
  const placed = all.map((object) =>
    kinds.isClusterScoped(object.value) ? object : { ...object, value: kinds.withNamespace(object.value, namespace) },
  );
  const kept = lastOfEach(placed);
  return {
    resources: kept.map(({ object }) => resourceOfChart(object, object.isCrd ? DEFINITION : {})),
    diagnostics: kept.flatMap(repeated),
  };
}

function repeated({ object: { value }, count }: Repeated<TemplatedObject>): readonly Diagnostic[] {
  if (count === 1) return [];
  const shown = shownObject(value);
  return [
    {
      code: "helm-repeated-object",
      severity: "warning",
      message: `the chart makes ${shown} ${count} times; the last one is shown`,
      object: shown,
      hint: "Find the values that make it twice, or correct the chart.",
    },
  ];
}
