/** The deployments that were found in one tree, and their builds. */
import { posix } from "node:path";
import { chartSources } from "../charts/index.ts";
import { type Diagnostic, KrmError } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import { compareIds, type DeploymentBuilder, directoryOfTarget } from "../render/index.ts";
import type { Rendering } from "../render/rendering.ts";
import { answersEqually, type RepositoryHistory } from "../sources/index.ts";
import type { NamedSource, TreeDeployments } from "../targets/index.ts";
import {
  type ApplicationWalk,
  filesOfDeployment,
  setsToDeclare,
  unknownOfArgo,
  type Walked,
} from "./applications/index.ts";
import { appliedCluster } from "./applied-cluster.ts";
import { AppliedTwice } from "./applied-twice.ts";
import type { SourceImports } from "./argocd/index.ts";
import {
  buildApplication,
  buildInstalled,
  buildRelease,
  ChartBuilds,
  type Deployment,
  type EarlierSide,
  type LocalPaths,
  pathsOfApplication,
  pathsOfChart,
  type RecipeBuilds,
  SourceBuilds,
} from "./builds/index.ts";
import { isKustomize, isRenderable } from "./flux/index.ts";
import type { Found } from "./found.ts";
import { type InstalledCharts, missingChart } from "./helm/index.ts";
import type { PrintedObject, YamlFiles } from "./objects/index.ts";
import { PolicyTargets } from "./policy-targets.ts";
import { recipeText } from "./recipe-text.ts";
import { followedNames, unfollowed } from "./unfollowed.ts";
import { unknownOfFlux } from "./unknown-children.ts";

/** The result of a search of one tree, and what it was made with. */
export interface Searched {
  readonly builds: RecipeBuilds;
  readonly files: YamlFiles;
  readonly found: Found;
  readonly imports: SourceImports;
  readonly installed: InstalledCharts;
}

/** The same with the Applications of Argo CD, and the charts that helm installs. */
export interface SearchedAll extends Searched {
  readonly localPaths: LocalPaths;
  readonly walk: ApplicationWalk;
  readonly history: RepositoryHistory | undefined;
}

/** The deployments of one tree. */
export class FoundDeployments implements TreeDeployments {
  /** Sorted by id. */
  readonly targets: readonly Deployment[];
  /** Problems of the search. */
  readonly problems: readonly Diagnostic[];
  readonly covers: (directory: string) => boolean;
  readonly #builds: RecipeBuilds;
  readonly #localPaths: LocalPaths;
  readonly #all: ReadonlyMap<string, Deployment>;
  readonly #kustomizationsOf: Found["kustomizationsOf"];
  readonly #appliedTwice: AppliedTwice;
  readonly #policyTargets: PolicyTargets;
  /** True if the search has stopped before its end. */
  readonly #isCut: boolean;
  readonly #mayDeclare: Found["mayDeclare"];
  /** The directories that deployments build. */
  readonly #directories: ReadonlySet<string>;
  /** The directories of the deployments that cannot be rendered, as they name them. */
  readonly #unread: ReadonlySet<string>;

  /** The problems but for what is not known of what deployments declare. */
  readonly #certain: readonly Diagnostic[];
  readonly #walk: ApplicationWalk;
  readonly #unknown: (
    touches?: (id: string) => boolean,
    isTouched?: (walked: Walked) => boolean,
  ) => readonly Diagnostic[];
  readonly #earlier: EarlierSide | undefined;
  readonly #history: RepositoryHistory | undefined;

  /**
   * @param other what the other side has
   * @param earlier the base, for the head of a comparison
   */
  constructor(own: SearchedAll, other?: SearchedAll, earlier?: EarlierSide) {
    const { builds, files, found, localPaths } = own;
    this.#earlier = earlier;
    this.#history = own.history;
    const all = new Map(found.deployments);
    if (other !== undefined)
      for (const deployment of declaredElsewhere(found, other.found)) all.set(deployment.id, deployment);
    this.targets = [...all.values()].sort((a, b) => compareIds(a.id, b.id));
    const missing = own.installed.missing.filter(
      (entry) => other === undefined || other.installed.missing.includes(entry),
    );
    this.#certain = [...found.problems, ...own.walk.problems, ...missing.map(missingChart)];
    this.#walk = own.walk;
    this.#unknown = (touches, isTouched) => [
      ...unknownOfFlux(found, other?.found, touches),
      ...unknownOfArgo(own.walk, other?.walk, isTouched),
    ];
    this.problems = [...this.#certain, ...this.#unknown()];
    this.covers = coverRule(found, this.targets);
    this.#builds = builds;
    this.#localPaths = localPaths;
    this.#all = all;
    this.#kustomizationsOf = found.kustomizationsOf;
    this.#appliedTwice = new AppliedTwice({ deployments: all, files, reached: found.reached, builds });
    this.#policyTargets = new PolicyTargets({
      ids: this.targets.map(({ id }) => id),
      files,
      reached: found.reached,
      pathsOf: (id) => this.pathsOf(id),
      clusterOf: (id) => this.clusterOf(id),
    });
    this.#isCut = found.problems.length > 0;
    this.#mayDeclare = found.mayDeclare;
    this.#directories = new Set(this.targets.flatMap(({ recipe }) => (isKustomize(recipe) ? [recipe.directory] : [])));
    this.#unread = new Set(
      this.targets.flatMap(({ path, recipe }) => (isRenderable(recipe) ? [] : [directoryOfTarget(path)])),
    );
  }

  /** The ApplicationSets that make Applications of what only Argo CD knows, which nobody declares. */
  get unknownSets(): readonly Pick<PrintedObject, "namespace" | "name" | "value">[] {
    return setsToDeclare(this.#walk);
  }

  /**
   * Returns the problems as the review of a change tells them.
   * @param touches tells whether the change may affect a deployment; undefined where that is not known
   * @returns `told`, and `ifUnread` for what the change has no part in: that matters if no target reads some file of the change
   */
  problemsOfChange(touches: ((id: string) => boolean) | undefined): {
    readonly told: readonly Diagnostic[];
    readonly ifUnread: readonly Diagnostic[];
  } {
    const ids = new Map<unknown, string>(touches && this.targets.map(({ id, object }) => [object, id]));
    const unknown = this.#unknown(touches, ({ declared, release }) => {
      const id = release?.id ?? ids.get(declared.object.value);
      return id !== undefined && touches?.(id) === true;
    });
    return {
      told: [...this.#certain, ...unknown.filter(({ severity }) => severity !== "notice")],
      ifUnread: unknown.filter(({ severity }) => severity === "notice"),
    };
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

  /** See {@link PolicyTargets.beside}. */
  policiesBeside(id: string): Promise<readonly string[]> {
    return this.#policyTargets.beside(id);
  }

  get(id: string): Deployment | undefined {
    return this.#all.get(id);
  }

  /** The cluster to which the objects of a deployment go; undefined if that is not certain. */
  clusterOf(id: string): string | undefined {
    return appliedCluster(id, (each) => this.#all.get(each));
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
    if (recipe === undefined) return [];
    if (!isRenderable(recipe)) return recipe.paths ?? [];
    if (recipe.kind === "HelmRelease") return pathsOfChart(recipe.chart, this.#localPaths);
    if (recipe.kind === "Application") return pathsOfApplication(recipe, this.#localPaths);
    if ("charts" in recipe)
      return [...new Set(recipe.charts.flatMap((chart) => pathsOfChart(chart, this.#localPaths)))];
    return [...new Set([recipe.directory, ...this.#kustomizationsOf(recipe.directory), ...recipe.components])];
  }

  /** Returns the sources on other machines of all that is deployed. */
  async remoteSources(): Promise<readonly NamedSource[]> {
    const sources = this.targets.map(async ({ recipe }) => {
      if (!isRenderable(recipe) || isKustomize(recipe)) return [];
      const charts = recipe.kind === "HelmRelease" ? [recipe.chart] : recipe.charts;
      const others = recipe.kind === "Application" ? recipe.sources : [];
      return [
        ...(await Promise.all(charts.map(({ chart }) => chartSources(chart, this.#builds.tree)))).flat(),
        ...others.flatMap((source) => (source.type === "Remote" ? [source.url] : [])),
      ];
    });
    return [...(await Promise.all(sources)).flat(), ...this.#walk.asked];
  }

  /** @param build for the builds of deployments: what of it may run code or start programs does not count */
  builder(build: BuildOptions): DeploymentBuilder {
    const builds = this.#builds.withOptions(build);
    const charts = new ChartBuilds(builds.tree, build);
    const sources = new SourceBuilds(builds.tree, build, this.#history);
    let followed: ReadonlySet<string> | undefined;
    return {
      build: async (id, { recorded, ...limits }) => {
        const deployment = this.#all.get(id);
        if (deployment === undefined) return undefined;
        const { recipe, problems } = deployment;
        if (!isRenderable(recipe)) throw new KrmError(recipe.problem);
        const options = { ...limits, record: recorded?.record, usedBy: id };
        const built = isKustomize(recipe)
          ? await builds.apply(recipe, options)
          : recipe.kind === "HelmRelease"
            ? await buildRelease(charts, deployment, recipe, options, this.#earlier)
            : recipe.kind === "Release"
              ? await buildInstalled(charts, id, recipe, options)
              : await buildApplication({ charts, sources }, id, recipe, options);
        const { used } = deployment.origin;
        if (used !== undefined) build.uses?.record(used, id);
        const unseen = unfollowed(deployment, built.resources, () => (followed ??= followedNames(this.#walk.walked)));
        return { ...built, diagnostics: [...problems, ...built.diagnostics, ...unseen] };
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

/** Tells whether a directory with a kustomization is a part of a deployment. */
function coverRule(found: Found, targets: readonly Deployment[]): FoundDeployments["covers"] {
  const built = new Set(
    targets.flatMap(({ recipe }) =>
      isRenderable(recipe) && recipe.kind === "Application"
        ? recipe.sources.flatMap((source) =>
            source.type === "Kustomize" && source.commit === undefined ? [source.directory] : [],
          )
        : [],
    ),
  );
  return (directory) => built.has(directory) || found.covers(directory);
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
