/** Finds out which sources of an Application may render other Applications. */
import type { ChartRecipe } from "../../charts/index.ts";
import { stableJson } from "../../text/index.ts";
import {
  type ApplicationRecipe,
  ARGOCD_TEXTS,
  directoriesOfSource,
  type SourceImports,
  type SourceRecipe,
} from "../argocd/index.ts";
import type { FoundApplications } from "./declaring.ts";

/**
 * The same Application with only those sources that may render Applications or ApplicationSets; undefined if none may. Charts of other
 * machines are not among them: a search fetches nothing.
 */
export async function declaringPart(
  recipe: ApplicationRecipe,
  found: Pick<FoundApplications, "mayPrint" | "marked">,
  imports: SourceImports,
): Promise<ApplicationRecipe | undefined> {
  const charts: ChartRecipe[] = [];
  const places: ApplicationRecipe["places"][number][] = [];
  const sources: SourceRecipe[] = [];
  for (const source of recipe.sources) {
    // What others deploy from there is seldom of this review.
    if (source.type === "Remote" || source.commit !== undefined) continue;
    if (source.type === "Directory") {
      const mayDeclare = found.marked.directories.has(source.directory) || (await imports.of(source)).mayDeclare;
      if (mayDeclare) sources.push(source);
    } else if (source.type === "Kustomize") {
      if (found.mayPrint(directoriesOfSource(source))) sources.push(source);
    } else {
      const [chart, placeOf] = [recipe.charts[source.index], recipe.places[source.index]];
      if (chart === undefined || placeOf === undefined || !mayRender(chart, found)) continue;
      places.push(placeOf);
      sources.push({ type: "Helm", index: charts.push(chart) - 1 });
    }
  }
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
