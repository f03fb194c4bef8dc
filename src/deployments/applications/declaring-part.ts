/** Finds out which sources of an Application may render other Applications. */
import { posix } from "node:path";
import { type ChartRecipe, chartSources } from "../../charts/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { stableJson } from "../../text/index.ts";
import {
  type ApplicationRecipe,
  ARGOCD_TEXTS,
  directoriesOfSource,
  type SourceImports,
  type SourceRecipe,
} from "../argocd/index.ts";
import type { FoundApplications } from "./declaring.ts";

export interface DeclaringInput {
  readonly tree: Tree;
  readonly found: Pick<FoundApplications, "mayPrint" | "marked">;
  readonly imports: SourceImports;
  /** True if what is on other machines may be fetched. */
  readonly fetches: boolean;
}

/** The sources of an Application that may render others. */
export interface DeclaringPart {
  readonly recipe: ApplicationRecipe;
  /** True if its charts may be on other machines. */
  readonly fetchesCharts: boolean;
}

/**
 * The same Application with only those sources that may render Applications or ApplicationSets; undefined if none may. What is on other
 * machines is not looked at before it is fetched, so only what is deployed to the namespace of Argo CD counts there.
 * docs/specification/argocd-helm-sources.md 1.7
 * @param namespace of the Application
 */
export async function declaringPart(
  recipe: ApplicationRecipe,
  namespace: string,
  { tree, found, imports, fetches }: DeclaringInput,
): Promise<DeclaringPart | undefined> {
  const charts: ChartRecipe[] = [];
  const places: ApplicationRecipe["places"][number][] = [];
  const sources: SourceRecipe[] = [];
  const mayFetch = fetches && (recipe.namespace === "" || recipe.namespace === namespace);
  let fetchesCharts = false;
  for (const source of recipe.sources) {
    if (source.type === "Remote") {
      if (mayFetch) sources.push(source);
      continue;
    }
    // What a tag or another branch deploys is seldom of this review.
    if (source.commit !== undefined) continue;
    if (source.type === "Directory") {
      const mayDeclare = found.marked.directories.has(source.directory) || (await imports.of(source)).mayDeclare;
      if (mayDeclare) sources.push(source);
    } else if (source.type === "Kustomize") {
      if (found.mayPrint(directoriesOfSource(source))) sources.push(source);
    } else {
      const [chart, placeOf] = [recipe.charts[source.index], recipe.places[source.index]];
      if (chart === undefined || placeOf === undefined) continue;
      const isFetched = mayFetch && (await mayRenderElsewhere(chart, tree));
      if (!isFetched && !mayRender(chart, found)) continue;
      fetchesCharts ||= isFetched;
      places.push(placeOf);
      sources.push({ type: "Helm", index: charts.push(chart) - 1 });
    }
  }
  return sources.length === 0 ? undefined : { recipe: { ...recipe, sources, charts, places }, fetchesCharts };
}

/** Tells whether a chart of the tree may render Applications or ApplicationSets. */
export function mayRender(
  { chart, values, settings }: ChartRecipe,
  { marked }: Pick<FoundApplications, "marked">,
): boolean {
  if (chart.from !== "tree") return false;
  if (marked.directories.has(chart.directory)) return true;
  if ([...values, ...settings].some((each) => "path" in each && marked.files.has(each.path))) return true;
  const text = textOf(values);
  return ARGOCD_TEXTS.every((part) => text.includes(part));
}

/** The text of the values that a recipe gives itself. */
function textOf(values: ChartRecipe["values"]): string {
  return stableJson(values.flatMap((each) => ("value" in each ? [each.value] : "text" in each ? [each.text] : [])));
}

/** The field that each source of an Application has. */
const SOURCE_FIELD = "repoURL";

/**
 * Tells whether a chart of another machine, or one that depends on such a chart, may render Applications: whether its values name sources of
 * some.
 */
async function mayRenderElsewhere({ chart, values, settings }: ChartRecipe, tree: Tree): Promise<boolean> {
  const isOfTree = chart.from === "tree";
  if (isOfTree && (await chartSources(chart, tree)).length === 0) return false;
  if (textOf(values).includes(SOURCE_FIELD)) return true;
  if (settings.some((each) => "argument" in each && each.argument.includes(SOURCE_FIELD))) return true;
  const own = isOfTree ? [posix.join(chart.directory, "values.yaml"), ...(chart.valuesFiles ?? [])] : [];
  const files = [...values, ...settings].flatMap((each) => ("path" in each ? [each.path] : []));
  for (const path of [...own, ...files]) {
    if ((await tree.lookup(path))?.type !== "file") continue;
    if (Buffer.from(await tree.read(path)).includes(SOURCE_FIELD)) return true;
  }
  return false;
}
