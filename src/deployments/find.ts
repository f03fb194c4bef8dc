/** Finds the deployments of one tree, or of both sides of a comparison. */
import { posix } from "node:path";
import { chartSources } from "../charts/index.ts";
import type { DeploymentSettings, InstalledChart } from "../configuration/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import { compareIds, type DeploymentBuilder, directoryOfTarget, type SideName, type Trees } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { answersEqually, type ChartWanted } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { discover, RootFiles, type TreeDeployments } from "../targets/index.ts";
import { applicationDeployments, clusterRule, type KnownApplications, withOther } from "./application-deployments.ts";
import { filesOfDeployment, projectRule } from "./application-projects.ts";
import { AppliedTwice } from "./applied-twice.ts";
import type { ApplicationRecipe } from "./argocd/index.ts";
import { ChartBuilds } from "./chart-builds.ts";
import { findLocalCharts, type LocalCharts, pathsOfChart } from "./chart-paths.ts";
import { buildApplication, buildInstalled, buildRelease } from "./deployed-charts.ts";
import type { Deployment } from "./deployment.ts";
import { isKustomize, isRenderable } from "./flux/index.ts";
import type { Found } from "./found.ts";
import { installedCharts, missingChart } from "./helm/index.ts";
import type { EarlierSide } from "./kept-charts.ts";
import { KnownContents, YamlFiles } from "./objects/index.ts";
import { RecipeBuilds } from "./recipe-builds.ts";
import { recipeText } from "./recipe-text.ts";
import { searchDeployments } from "./search.ts";
import type { SearchInput } from "./search-input.ts";
import { SourceBuilds } from "./source-builds.ts";

export interface FindOptions {
  readonly settings: DeploymentSettings;
  /** An address of the repository, or OWNER/NAME; undefined where it is not known. */
  readonly own: string | undefined;
  /** The names of the branches that are reviewed, beside `main` and `master`; also with `origin/` in front. */
  readonly branches?: readonly string[] | undefined;
  /** For the builds of those deployments that declare others. */
  readonly build: BuildOptions;
  /** Kustomization files that were read before. */
  readonly rootFiles?: RootFiles | undefined;
}

/** Finds the deployments of one tree. @throws KrmError `too-many-directories` */
export async function findDeployments(tree: Tree, options: FindOptions): Promise<FoundDeployments> {
  const shared = newShared();
  return new FoundDeployments(await withApplications(await search(tree, options, shared), [], options, shared));
}

/**
 * Finds the deployments of both sides. Where a deployment of one side does not build, it is not known what it declares there: Flux
 * applies nothing of it, so those that it declares on the other side count.
 * @throws KrmError `too-many-directories`
 */
export async function findBothDeployments(
  trees: Trees,
  options: FindOptions,
): Promise<Readonly<Record<SideName, FoundDeployments>>> {
  if (trees.base === trees.head) {
    const both = await findDeployments(trees.head, options);
    return { head: both, base: both };
  }
  const shared = newShared();
  const found = await search(trees.head, options, shared);
  const other = await search(trees.base, options, shared, found.builds);
  const head = await withApplications(found, [other], options, shared);
  const base = await withApplications(other, [found], options, shared);
  return {
    head: new FoundDeployments(head, base, {
      tree: trees.base,
      get: (id) => base.found.deployments.get(id),
    }),
    base: new FoundDeployments(base, head),
  };
}

/** The result of a search of one tree, and what it was made with. */
interface Searched {
  readonly builds: RecipeBuilds;
  readonly files: YamlFiles;
  readonly found: Found;
}

/** The same with the Applications of Argo CD, and the charts that helm installs. */
interface SearchedAll extends Searched {
  /** The listed charts that the tree does not have. */
  readonly missing: readonly InstalledChart[];
  readonly localCharts: LocalCharts;
}

/** Knowledge that both sides of a comparison share. */
interface Shared {
  readonly contents: KnownContents;
  readonly known: SearchInput["known"];
  readonly applications: KnownApplications;
}

function newShared(): Shared {
  return { contents: new KnownContents(), known: new WeakMap(), applications: new WeakMap() };
}

async function search(
  tree: Tree,
  { settings, own, build, rootFiles = new RootFiles() }: FindOptions,
  { contents, known }: Shared,
  other?: RecipeBuilds,
): Promise<Searched> {
  const builds = RecipeBuilds.forSearch(tree, build);
  const files = await YamlFiles.of(tree, contents);
  const discovery = (): ReturnType<typeof discover> => discover(tree, rootFiles);
  const found = await searchDeployments({ tree, files, discovery, rootFiles, builds, other, known, settings, own });
  return { builds, files, found };
}

/** Adds the Applications of Argo CD, and the charts that helm installs. @param others the other side, if there is one */
async function withApplications(
  { builds, files, found }: Searched,
  others: readonly Searched[],
  { settings, own, branches = [] }: FindOptions,
  shared: Shared,
): Promise<SearchedAll> {
  const all = [found, ...others.map((other) => other.found)].map(({ applications }) => applications);
  const { declared, projects } = withOther(found.applications, all.at(-1) ?? found.applications);
  const clusterOf = clusterRule(all.map((each) => each.declared));
  const read = await applicationDeployments(declared, {
    tree: builds.tree,
    files,
    settings,
    own,
    branches,
    clusterOf,
    projectOf: projectRule(projects, declared, clusterOf),
    known: shared.applications,
  });
  const installed = await installedCharts(settings.charts, builds.tree);
  const deployments = new Map<string, Deployment>([...found.deployments, ...read, ...installed.deployments]);
  const localCharts = await findLocalCharts(deployments.values(), builds.tree);
  return { builds, files, found: { ...found, deployments }, localCharts, missing: installed.missing };
}

/** The deployments of one tree. */
export class FoundDeployments implements TreeDeployments {
  /** Sorted by id. */
  readonly targets: readonly Deployment[];
  /** Problems of the search. */
  readonly problems: readonly Diagnostic[];
  readonly covers: (directory: string) => boolean;
  readonly #builds: RecipeBuilds;
  readonly #localCharts: LocalCharts;
  readonly #all: ReadonlyMap<string, Deployment>;
  readonly #kustomizationsOf: Found["kustomizationsOf"];
  readonly #appliedTwice: AppliedTwice;
  /** True if the search has stopped before its end. */
  readonly #isCut: boolean;
  readonly #mayDeclare: Found["mayDeclare"];
  /** The directories that deployments build. */
  readonly #directories: ReadonlySet<string>;
  /** The directories of the deployments that cannot be rendered, as they name them. */
  readonly #unread: ReadonlySet<string>;

  readonly #earlier: EarlierSide | undefined;

  /**
   * @param other what the other side has
   * @param earlier the base, for the head of a comparison
   */
  constructor(own: SearchedAll, other?: SearchedAll, earlier?: EarlierSide) {
    const { builds, files, found, localCharts } = own;
    this.#earlier = earlier;
    const all = new Map(found.deployments);
    if (other !== undefined)
      for (const deployment of declaredElsewhere(found, other.found)) all.set(deployment.id, deployment);
    this.targets = [...all.values()].sort((a, b) => compareIds(a.id, b.id));
    const missing = own.missing.filter((entry) => other === undefined || other.missing.includes(entry));
    this.problems = [...found.problems, ...unknownChildren(found, other?.found), ...missing.map(missingChart)];
    this.covers = coverRule(found, this.targets);
    this.#builds = builds;
    this.#localCharts = localCharts;
    this.#all = all;
    this.#kustomizationsOf = found.kustomizationsOf;
    this.#appliedTwice = new AppliedTwice({ deployments: all, files, reached: found.reached, builds });
    this.#isCut = found.problems.length > 0;
    this.#mayDeclare = found.mayDeclare;
    this.#directories = new Set(this.targets.flatMap(({ recipe }) => (isKustomize(recipe) ? [recipe.directory] : [])));
    this.#unread = new Set(
      this.targets.flatMap(({ path, recipe }) => (isRenderable(recipe) ? [] : [directoryOfTarget(path)])),
    );
  }

  /**
   * Tells whether no deployment builds a directory, although one builds a directory around it, but the top. False where that is not certain: what does
   * not build may declare a Kustomization that a file holds, and what is around the directory may be of this repository after all.
   * @param directory absolute within the tree
   */
  leavesOut(directory: string): boolean {
    if (this.#isCut || this.covers(directory)) return false;
    if (this.#mayDeclare(directory)) return false;
    let isAround = false;
    for (let at = directory; at !== "/"; at = posix.dirname(at)) {
      if (this.#unread.has(at)) return false;
      isAround ||= this.#directories.has(at);
    }
    return isAround;
  }

  /** See {@link AppliedTwice.problemsOf}. */
  appliedTwice(id: string, base: Rendering, head: Rendering): Promise<readonly Diagnostic[]> {
    return this.#appliedTwice.problemsOf(id, base, head);
  }

  get(id: string): Deployment | undefined {
    return this.#all.get(id);
  }

  has(id: string): boolean {
    return this.#all.has(id);
  }

  recipeKey(id: string): string | undefined {
    const deployment = this.#all.get(id);
    if (deployment === undefined) return undefined;
    return recipeText(deployment);
  }

  filesOf(id: string): readonly string[] {
    return filesOfDeployment(this.#all.get(id));
  }

  pathsOf(id: string): readonly string[] {
    const recipe = this.#all.get(id)?.recipe;
    if (recipe === undefined || !isRenderable(recipe)) return [];
    if (recipe.kind === "HelmRelease") return pathsOfChart(recipe.chart, this.#localCharts);
    if ("charts" in recipe) {
      const paths = recipe.charts.flatMap((chart) => pathsOfChart(chart, this.#localCharts));
      return [...new Set([...paths, ...(recipe.kind === "Application" ? pathsOfSources(recipe) : [])])];
    }
    return [...new Set([recipe.directory, ...this.#kustomizationsOf(recipe.directory), ...recipe.components])];
  }

  /** Returns the sources on other machines of all charts that are deployed. */
  async chartSources(): Promise<readonly (string | Pick<ChartWanted, "repo" | "name">)[]> {
    const sources = this.targets.map(async ({ recipe }) => {
      if (!isRenderable(recipe) || isKustomize(recipe)) return [];
      const charts = recipe.kind === "HelmRelease" ? [recipe.chart] : recipe.charts;
      return Promise.all(charts.map(({ chart }) => chartSources(chart, this.#builds.tree)));
    });
    return (await Promise.all(sources)).flat(2);
  }

  /** @param build for the builds of deployments: what of it may run code or start programs does not count */
  builder(build: BuildOptions): DeploymentBuilder {
    const builds = this.#builds.withOptions(build);
    const charts = new ChartBuilds(builds.tree, build);
    const sources = new SourceBuilds(builds.tree, build);
    return {
      build: async (id, { recorded, ...limits }) => {
        const deployment = this.#all.get(id);
        if (deployment === undefined) return undefined;
        const { recipe, problems } = deployment;
        if (!isRenderable(recipe)) throw new KrmError(recipe.problem);
        const options = { ...limits, record: recorded?.record };
        const built = isKustomize(recipe)
          ? await builds.apply(recipe, options)
          : recipe.kind === "HelmRelease"
            ? await buildRelease(charts, deployment, recipe, options, this.#earlier)
            : recipe.kind === "Release"
              ? await buildInstalled(charts, id, recipe, options)
              : await buildApplication({ charts, sources }, id, recipe, options);
        return { ...built, diagnostics: [...problems, ...built.diagnostics] };
      },
      recipe: (id) => {
        const recipe = this.#all.get(id)?.recipe;
        if (recipe !== undefined && !isRenderable(recipe)) throw new KrmError(recipe.problem);
        if (recipe === undefined) return undefined;
        if (recipe.kind === "Application") return sources.recipe(recipe);
        return isKustomize(recipe) ? builds.recipe(recipe) : undefined;
      },
      recipeKey: (id) => this.recipeKey(id),
      answersEqually: async (id, record) => {
        const recipe = this.#all.get(id)?.recipe;
        if (recipe === undefined || !isRenderable(recipe)) return false;
        // Argo CD and helm read the repository itself.
        return answersEqually(record, "charts" in recipe ? builds.tree : builds.artifact(recipe));
      },
    };
  }
}

/** The directories of the sources that are no charts, and of the components that are added to them. */
function pathsOfSources({ sources }: ApplicationRecipe): readonly string[] {
  return sources.flatMap((source) => {
    if (source.type === "Helm") return [];
    const components = source.type === "Kustomize" ? (source.edits?.components ?? []) : [];
    return [source.directory, ...components.map(({ path }) => posix.join(source.directory, path))];
  });
}

/** Tells whether a directory with a kustomization is a part of a deployment. */
function coverRule(found: Found, targets: readonly Deployment[]): FoundDeployments["covers"] {
  const built = new Set(
    targets.flatMap(({ recipe }) =>
      isRenderable(recipe) && recipe.kind === "Application"
        ? recipe.sources.flatMap((source) => (source.type === "Kustomize" ? [source.directory] : []))
        : [],
    ),
  );
  return (directory) => built.has(directory) || found.covers(directory);
}

/** Warns of deployments of which no side tells what they declare. */
function unknownChildren({ failed }: Found, other: Found | undefined): readonly Diagnostic[] {
  const isKnown = (id: string): boolean => other?.deployments.has(id) === true && !other.failed.has(id);
  const [first, ...more] = [...failed].filter(([id]) => !isKnown(id));
  if (first === undefined) return [];
  const [id, { message, file, line, column }] = first;
  const others = more.length === 0 ? "" : `; neither is what ${more.length} more declare`;
  const problem: Diagnostic = {
    code: "flux-children-unknown",
    severity: "warning",
    message: `it is not known what ${id} declares, because the search, which fetches nothing, cannot build it: ${message}${others}`,
    ...(file !== undefined && { file, line, column }),
    hint: "The Kustomizations, HelmReleases and Applications among it are not rendered, unless another one declares them.",
  };
  return [problem];
}

/** The deployments of the other side whose parents do not build on this one. */
function* declaredElsewhere(found: Found, other: Found): Iterable<Deployment> {
  const lost = new Set(found.failed.keys());
  const missing = [...other.deployments.values()].filter(({ id }) => !found.deployments.has(id));
  for (let size = -1; size !== lost.size; ) {
    size = lost.size;
    for (const { id, origin } of missing) if (origin.parent !== undefined && lost.has(origin.parent)) lost.add(id);
  }
  for (const deployment of missing) if (lost.has(deployment.id)) yield deployment;
}
