/** The paths of the tree that charts and Applications are rendered from. */
import { posix } from "node:path";
import type { ChartRecipe } from "../../charts/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { type ApplicationRecipe, commitOfChart, directoriesOfSource } from "../argocd/index.ts";
import { isKustomize, isRenderable } from "../flux/index.ts";
import type { Deployment } from "./deployment.ts";

/** The charts beside a chart that it depends on, by its directory. */
export type LocalCharts = ReadonlyMap<string, readonly string[]>;

/** The files that may name charts of the same repository by their paths. */
const NAMING = ["Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock"];

/** Finds what the charts of the tree depend on in it. Each text counts that looks so: what else it stands in is not read. */
export async function findLocalCharts(deployments: Iterable<Deployment>, tree: Tree): Promise<LocalCharts> {
  const found = new Map<string, readonly string[]>();
  const directories = new Set<string>();
  for (const { recipe } of deployments) {
    if (!isRenderable(recipe) || isKustomize(recipe)) continue;
    const charts = recipe.kind === "HelmRelease" ? [recipe.chart] : recipe.charts;
    for (const { chart } of charts) if (chart.from === "tree") directories.add(chart.directory);
  }
  for (const directory of directories) {
    const paths = new Set<string>();
    for (const name of NAMING) {
      const file = posix.join(directory, name);
      if ((await tree.lookup(file))?.type !== "file") continue;
      const text = Buffer.from(await tree.read(file)).toString();
      for (const [, path = ""] of text.matchAll(/\bfile:\/\/([^\s"',{}[\]]+)/g))
        paths.add(posix.join("/", directory, path));
    }
    found.set(directory, [...paths]);
  }
  return found;
}

/** The paths that a chart is rendered from: its directory, those of charts that it depends on, and values files. */
export function pathsOfChart({ chart, values, settings }: ChartRecipe, local: LocalCharts): readonly string[] {
  const files = [...values, ...settings].flatMap((each) => ("path" in each ? [each.path] : []));
  if (chart.from !== "tree") return [...new Set(files)];
  const { directory, valuesFiles = [] } = chart;
  return [...new Set([directory, ...(local.get(directory) ?? []), ...valuesFiles, ...files])];
}

/** The paths that an Application is rendered from, as it is reviewed: those of its charts, its directories, and the components added to them. */
export function pathsOfApplication(recipe: ApplicationRecipe, local: LocalCharts): readonly string[] {
  const charts = recipe.charts.filter((_, index) => commitOfChart(recipe, index) === undefined);
  const others = recipe.sources.flatMap((source) => {
    if (source.type === "Helm" || source.commit !== undefined) return [];
    return source.type === "Kustomize" ? directoriesOfSource(source) : [source.directory];
  });
  return [...new Set([...charts.flatMap((chart) => pathsOfChart(chart, local)), ...others])];
}
