/** Builds what deploys charts: helm renders these, and the controller changes the objects. */
import type { BuiltChart, ChartFiles } from "../../charts/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Built } from "../../engine/index.ts";
import { artifactTree } from "../../sources/index.ts";
import {
  type ApplicationRecipe,
  builtApplication,
  commitOfChart,
  type RenderedSource,
  type SourceRecipe,
} from "../argocd/index.ts";
import { applyAfterHelm, type ReleaseRecipe } from "../flux/index.ts";
import { builtRelease, type InstalledRecipe } from "../helm/index.ts";
import type { ApplyOptions } from "./apply-options.ts";
import type { ChartBuilds, DeployedChart } from "./chart-builds.ts";
import type { Deployment } from "./deployment.ts";
import { chartKept, type EarlierSide, keptChart } from "./kept-charts.ts";
import type { SourceBuilds } from "./source-builds.ts";

/**
 * @param earlier the side of a comparison that the cluster has, whose chart Flux may keep
 * @throws KrmError
 */
export async function buildRelease(
  charts: ChartBuilds,
  deployment: Deployment,
  recipe: ReleaseRecipe,
  options: ApplyOptions,
  earlier: EarlierSide | undefined,
): Promise<Built> {
  let kept: ChartFiles | undefined;
  const instead = async (now: ChartFiles): Promise<ChartFiles | undefined> =>
    (kept = earlier && (await keptChart(deployment, recipe, now, earlier)));
  const { chart, secrets, ignore } = recipe;
  return charts.build(
    deployment.id,
    [{ recipe: chart, secrets, tree: artifactTree(charts.tree, ignore), instead }],
    options,
    async ([rendered], { pool, ...build }) => {
      const applied = await applyAfterHelm(rendered?.objects ?? [], recipe, { builder: { pool }, build });
      if (kept === undefined) return applied;
      return { ...applied, diagnostics: [...applied.diagnostics, chartKept(kept, recipe, charts.tree)] };
    },
  );
}

/** @throws KrmError */
export async function buildInstalled(
  charts: ChartBuilds,
  id: string,
  recipe: InstalledRecipe,
  options: ApplyOptions,
): Promise<Built> {
  const all = recipe.charts.map((chart) => ({ recipe: chart, tree: charts.tree }));
  return charts.build(id, all, options, (rendered) => builtRelease(rendered, recipe));
}

/** @throws KrmError */
export async function buildApplication(
  { charts, sources }: { readonly charts: ChartBuilds; readonly sources: SourceBuilds },
  id: string,
  recipe: ApplicationRecipe,
  options: ApplyOptions,
): Promise<Built> {
  const others = new Map<SourceRecipe, RenderedSource>();
  const diagnostics: Diagnostic[] = [];
  // Argo CD reads the repository itself, and Flux an artifact of it, in which files are left out.
  const all: DeployedChart[] = recipe.charts.map((chart, index) => ({
    recipe: chart,
    tree: sources.treeAt(commitOfChart(recipe, index)),
  }));
  /** The places of the charts in the list of all. */
  const places = new Map<SourceRecipe, number>();
  for (const source of recipe.sources) {
    if (source.type === "Helm") {
      places.set(source, source.index);
      continue;
    }
    const part = source.type === "Remote" ? await sources.fetch(source, id, options) : { source, problems: [] };
    diagnostics.push(...part.problems);
    if ("chart" in part) {
      places.set(source, all.push(part.chart) - 1);
      continue;
    }
    const built = await sources.build(part, options, recipe.loadRestrictor);
    others.set(source, built.rendered);
    diagnostics.push(...built.diagnostics);
  }
  const finish = (rendered: readonly BuiltChart[]): Built =>
    builtApplication(
      recipe.sources.map((source) => {
        const place = places.get(source);
        if (place === undefined) return others.get(source) as RenderedSource;
        const { recipe: of, from } = all[place] as DeployedChart;
        return { chart: rendered[place] as BuiltChart, source: of.chart, isElsewhere: from !== undefined };
      }),
      recipe,
    );
  const built = all.length === 0 ? finish([]) : await charts.build(id, all, options, finish);
  return { ...built, diagnostics: [...diagnostics, ...built.diagnostics] };
}
