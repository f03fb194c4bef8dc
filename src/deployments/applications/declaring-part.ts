/** Finds out which sources of an Application may render other Applications. */
import type { ChartRecipe } from "../../charts/index.ts";
import { stableJson } from "../../text/index.ts";
import { type ApplicationRecipe, ARGOCD_TEXTS, directoriesOfSource, type SourceRecipe } from "../argocd/index.ts";
import type { FoundApplications } from "./declaring.ts";

/**
 * The same Application with only those sources that may render Applications or ApplicationSets; undefined if none may. Charts of other
 * machines are not among them: a search fetches nothing.
 */
export function declaringPart(
  recipe: ApplicationRecipe,
  found: Pick<FoundApplications, "mayPrint" | "marked">,
): ApplicationRecipe | undefined {
  const charts: ChartRecipe[] = [];
  const places: ApplicationRecipe["places"][number][] = [];
  const sources = recipe.sources.flatMap((source): SourceRecipe[] => {
    // What others deploy from there is seldom of this review.
    if (source.commit !== undefined) return [];
    if (source.type === "Directory") return found.marked.directories.has(source.directory) ? [source] : [];
    if (source.type === "Kustomize") return found.mayPrint(directoriesOfSource(source)) ? [source] : [];
    const [chart, placeOf] = [recipe.charts[source.index], recipe.places[source.index]];
    if (chart === undefined || placeOf === undefined || !mayRender(chart, found)) return [];
    places.push(placeOf);
    return [{ type: "Helm", index: charts.push(chart) - 1 }];
  });
  return sources.length === 0 ? undefined : { ...recipe, sources, charts, places };
}

/** Tells whether a chart of the tree may render Applications or ApplicationSets. */
export function mayRender(
  { chart, values, settings }: ChartRecipe,
  { marked }: Pick<FoundApplications, "marked">,
): boolean {
  if (chart.from !== "tree") return false;
  if (marked.directories.has(chart.directory)) return true;
  if ([...values, ...settings].some((each) => "path" in each && marked.files.has(each.path))) return true;
  const text = stableJson(
    values.flatMap((each) => ("value" in each ? [each.value] : "text" in each ? [each.text] : [])),
  );
  return ARGOCD_TEXTS.every((part) => text.includes(part));
}
