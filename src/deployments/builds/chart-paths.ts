/** The paths of the tree that charts and Applications are rendered from. */
import { posix } from "node:path";
import type { ChartRecipe } from "../../charts/index.ts";
import type { Tree } from "../../sources/tree.ts";
import {
  type ApplicationRecipe,
  commitOfChart,
  type DirectorySource,
  directoriesOfSource,
  type SourceImports,
} from "../argocd/index.ts";
import { isKustomize, isRenderable } from "../flux/index.ts";
import type { Deployment } from "./deployment.ts";

/** The paths that sources take in beside those that they name. */
export interface LocalPaths {
  /** The charts beside a chart that it depends on, by its directory. */
  readonly charts: ReadonlyMap<string, readonly string[]>;
  /** The paths at which files of jsonnet look for others. */
  readonly imports: ReadonlyMap<DirectorySource, readonly string[]>;
}

export const NO_PATHS: LocalPaths = { charts: new Map(), imports: new Map() };

/** The files that may name charts of the same repository by their paths. */
const NAMING = ["Chart.yaml", "Chart.lock", "requirements.yaml", "requirements.lock"];

/** Finds what charts and files of jsonnet of the tree depend on in it. Of charts, each text counts that looks so: what else it stands in is not read. */
export async function findLocalPaths(
  deployments: readonly Deployment[],
  tree: Tree,
  sources: SourceImports,
): Promise<LocalPaths> {
  const imports = new Map<DirectorySource, readonly string[]>();
  for (const { recipe } of deployments)
    for (const source of isRenderable(recipe) && recipe.kind === "Application" ? recipe.sources : [])
      if (source.type === "Directory" && source.commit === undefined)
        imports.set(source, (await sources.of(source)).paths);
  return { charts: await findLocalCharts(deployments, tree), imports };
}

async function findLocalCharts(deployments: readonly Deployment[], tree: Tree): Promise<LocalPaths["charts"]> {
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
export function pathsOfChart(
  { chart, values, settings }: ChartRecipe,
  { charts }: Pick<LocalPaths, "charts">,
): readonly string[] {
  const files = [...values, ...settings].flatMap((each) => ("path" in each ? [each.path] : []));
  if (chart.from !== "tree") return [...new Set(files)];
  const { directory, valuesFiles = [] } = chart;
  return [...new Set([directory, ...(charts.get(directory) ?? []), ...valuesFiles, ...files])];
}

/**
 * The paths that an Application is rendered from, as it is reviewed: those of its charts, its directories, the components added to them, and
 * what its files of jsonnet import.
 */
export function pathsOfApplication(recipe: ApplicationRecipe, local: LocalPaths): readonly string[] {
  const charts = recipe.charts.filter((_, index) => commitOfChart(recipe, index) === undefined);
  const others = recipe.sources.flatMap((source) => {
    if (source.type === "Remote") return source.paths;
    if (source.type === "Helm" || source.commit !== undefined) return [];
    if (source.type === "Kustomize") return directoriesOfSource(source);
    return [source.directory, ...(local.imports.get(source) ?? [])];
  });
  return [...new Set([...charts.flatMap((chart) => pathsOfChart(chart, local)), ...others])];
}
