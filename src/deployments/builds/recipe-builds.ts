/** Builds the Kustomizations of one tree: the engine first, then what the controller does to the objects. */
import { processPool } from "../../budget/index.ts";
import { getOrInsert } from "../../collections.ts";
import { failure } from "../../diagnostics.ts";
import { type Builder, type BuildOptions, type Built, createBuilder } from "../../engine/index.ts";
import type { Use } from "../../lock/index.ts";
import type { DeploymentRecipe } from "../../render/index.ts";
import {
  answersEqually,
  artifactTree,
  emptyRemotes,
  type Helm,
  type RecordedTree,
  type RemoteRepository,
  recordedTree,
} from "../../sources/index.ts";
import type { Tree, TreeRecord } from "../../sources/tree.ts";
import type { ApplicationRecipe, RemoteSource } from "../argocd/index.ts";
import { applyAfterBuild, type FluxRecipe, type KustomizationRecipe, recipeKey } from "../flux/index.ts";
import type { InstalledRecipe } from "../helm/index.ts";
import type { ApplyOptions } from "./apply-options.ts";
import { ChartBuilds } from "./chart-builds.ts";
import { buildApplication, buildInstalled } from "./deployed-charts.ts";
import { type Elsewhere, fetchSource, usesOfSearch } from "./remote-sources.ts";
import { SearchEffort } from "./search-effort.ts";
import { SourceBuilds } from "./source-builds.ts";

/** A build of the search, for whoever renders the deployment afterwards. */
interface Kept {
  readonly built: Promise<Built>;
  readonly record: TreeRecord;
  /** False if it may lack what comes from other machines. */
  isWhole: boolean;
}

/** Renders nothing: kustomizations that declare deployments may have charts beside them. */
const NO_HELM: Helm = {
  honoursConfigHome: false,
  run: ([command]) => Promise.resolve(command === "version" ? "v3.18.0" : ""),
  close() {},
};

export class RecipeBuilds {
  readonly tree: Tree;
  readonly #options: BuildOptions;
  /** By `spec.ignore`. */
  readonly #builders = new Map<string | undefined, Builder>();
  /** By the keys of recipes. */
  readonly #kept: Map<string, Kept>;
  readonly #effort = new SearchEffort();
  #plain: Builder | undefined;
  /** True once a build lacks what comes from other machines. From then on, none is kept: builds share their parts. */
  #lacks = false;

  /** Fetches what a search for Applications needs. */
  readonly #elsewhere: Elsewhere;

  private constructor(tree: Tree, options: BuildOptions, kept: Map<string, Kept>, elsewhere: Elsewhere = {}) {
    this.tree = tree;
    this.#elsewhere = elsewhere;
    // kustomize-controller runs no plugins and no helm, and lets files be anywhere in the artifact.
    this.#options = { ...options, loadRestrictor: "none", reorder: "none", helm: undefined, functions: undefined };
    this.#kept = kept;
  }

  /**
   * For a search: what kustomizations take from other machines counts as empty. Its remotes fetch the sources of Applications and sets alone.
   */
  static forSearch(tree: Tree, { remotes: fetching, uses, ...options }: BuildOptions): RecipeBuilds {
    const { pool = processPool() } = options;
    const remotes = emptyRemotes(() => (builds.#lacks = true));
    const elsewhere = { remotes: fetching, uses };
    const builds: RecipeBuilds = new RecipeBuilds(tree, { ...options, remotes }, new Map(), elsewhere);
    pool.register(builds);
    return builds;
  }

  /** The same with other options, which knows what is built already. */
  withOptions(options: BuildOptions): RecipeBuilds {
    return new RecipeBuilds(this.tree, options, this.#kept);
  }

  /** Forgets what is kept. */
  release(): void {
    this.#kept.clear();
  }

  /** Tells whether what the builds of the search declare is all that the cluster gets from them. */
  get areWhole(): boolean {
    return !this.#lacks;
  }

  /**
   * Builds a directory as kustomize does, but for what helm renders, to find what it declares. See {@link search}.
   * @throws KrmError
   */
  directory(path: string, other: RecipeBuilds | undefined): Promise<Built> {
    const builder = (this.#plain ??= createBuilder(this.tree, { ...this.#options, helm: { helm: NO_HELM } }));
    return this.#searched(`directory ${path}`, this.tree, other, (recorded) => builder.build(path, { recorded }));
  }

  /**
   * Builds a Kustomization to find what it declares, and keeps the result until memory gets scarce.
   * @param other the other side of a comparison, whose build counts where both trees answer it equally
   * @throws KrmError
   */
  search(recipe: KustomizationRecipe, other: RecipeBuilds | undefined): Promise<Built> {
    const build = (recorded: RecordedTree): Promise<Built> => this.#build(recipe, {}, recorded);
    return this.#searched(recipeKey(recipe), this.artifact(recipe), other, build);
  }

  /**
   * Builds sources of an Application to find what it declares. See {@link search}.
   * @param fetchesCharts true if its charts may be on other machines
   * @param used gets what a lock has to hold
   * @throws KrmError also `too-many-deployments`, where the search has done too much
   */
  async application(
    recipe: ApplicationRecipe,
    other: RecipeBuilds | undefined,
    fetchesCharts: boolean,
    used: Use[],
  ): Promise<Built> {
    const key = `application ${recipeKey(recipe)}`;
    const remote = recipe.sources.filter(({ type }) => type === "Remote").length;
    // Each side has a lock of its own.
    const isHeld = this.#elsewhere.uses !== undefined && (fetchesCharts || remote > 0);
    const found: Use[] = [];
    const elsewhere = { ...this.#elsewhere, uses: usesOfSearch(this.#elsewhere.uses, found) };
    const build = (recorded: RecordedTree): Promise<Built> =>
      this.#bounded(recipe.charts.length + remote, recorded, () => {
        const charts = new ChartBuilds(this.tree, fetchesCharts ? { ...this.#options, ...elsewhere } : this.#options);
        const jsonnet = this.#options.jsonnet && this.#effort.bounding(this.#options.jsonnet);
        const options = { ...this.#options, helm: { helm: NO_HELM }, jsonnet };
        const sources = new SourceBuilds(this.tree, options, undefined, elsewhere);
        return buildApplication({ charts, sources }, key, recipe, { record: recorded.record });
      });
    const built = await (isHeld ? build(recordedTree(this.tree)) : this.#searched(key, this.tree, other, build));
    used.push(...found);
    return built;
  }

  /** True if a search may fetch what Applications and sets name. */
  get fetches(): boolean {
    return this.#elsewhere.remotes !== undefined;
  }

  /**
   * Fetches another repository that a generator names.
   * @param used gets what a lock has to hold
   * @throws KrmError
   */
  fetch(source: Pick<RemoteSource, "url" | "location">, used: Use[]): Promise<RemoteRepository> {
    const uses = usesOfSearch(this.#elsewhere.uses, used);
    return fetchSource(source, source.location.file, { ...this.#elsewhere, uses });
  }

  /** True if what is fetched is held to a lock, which each side has of its own. */
  get isHeld(): boolean {
    return this.#elsewhere.uses !== undefined;
  }

  /** Renders a chart that helm installs, to find what it declares. See {@link search}. @throws KrmError */
  installed(recipe: InstalledRecipe, other: RecipeBuilds | undefined): Promise<Built> {
    const key = `release ${recipeKey(recipe)}`;
    return this.#searched(key, this.tree, other, (recorded) =>
      this.#bounded(recipe.charts.length, recorded, () =>
        buildInstalled(new ChartBuilds(this.tree, this.#options), key, recipe, { record: recorded.record }),
      ),
    );
  }

  async #bounded(charts: number, { record }: RecordedTree, build: () => Promise<Built>): Promise<Built> {
    this.#effort.begin(charts);
    let objects = 0;
    try {
      const built = await build();
      objects = built.resources.length;
      return built;
    } finally {
      this.#effort.note(record, objects);
    }
  }

  async #searched(
    key: string,
    tree: Tree,
    other: RecipeBuilds | undefined,
    build: (recorded: RecordedTree) => Promise<Built>,
  ): Promise<Built> {
    const known = this.#kept.get(key) ?? (await other?.answeredBy(tree, key));
    if (known !== undefined) {
      this.#lacks ||= !known.isWhole;
      this.#kept.set(key, known);
      return known.built;
    }
    const recorded = recordedTree(tree);
    const built = build(recorded);
    const kept = { built, record: recorded.record, isWhole: true };
    this.#kept.set(key, kept);
    // Before anybody who waits for the build asks.
    built.then(
      () => (kept.isWhole = !this.#lacks),
      () => undefined,
    );
    return built;
  }

  /** A build that another tree answers equally. */
  async answeredBy(tree: Tree, key: string): Promise<Kept | undefined> {
    const kept = this.#kept.get(key);
    if (kept === undefined || !(await isBuilt(kept))) return undefined;
    return (await answersEqually(kept.record, tree)) ? kept : undefined;
  }

  /** Builds a Kustomization. @throws KrmError */
  async apply(recipe: KustomizationRecipe, { record, ...limits }: ApplyOptions): Promise<Built> {
    const key = recipeKey(recipe);
    const kept = this.#kept.get(key);
    this.#kept.delete(key);
    const usable = kept !== undefined && (await isBuilt(kept)) && kept.isWhole ? kept : undefined;
    // Each build is recorded: what one without a record has read would be missing in the records of those that share it.
    if (usable !== undefined) {
      record?.include(usable.record);
      return usable.built;
    }
    // Each build is recorded: what one without a record has read would be missing in the records of those that share it.
    const recorded = recordedTree(this.artifact(recipe));
    record?.include(recorded.record);
    return this.#build(recipe, limits, recorded);
  }

  /** How a Kustomization is built with a trace. */
  recipe(recipe: KustomizationRecipe): DeploymentRecipe {
    const { directory, edits, pathPlace } = recipe;
    const finish: DeploymentRecipe["finish"] = (resources, onStep) => applyAfterBuild(resources, recipe, onStep);
    return {
      tree: this.artifact(recipe),
      directory,
      pathPlace,
      options: this.#options,
      edits,
      declared: this.tree,
      finish,
    };
  }

  /** The tree that a Kustomization or a HelmRelease is built from. */
  artifact({ ignore }: Pick<FluxRecipe, "ignore">): Tree {
    return artifactTree(this.tree, ignore);
  }

  async #build(
    recipe: KustomizationRecipe,
    limits: Omit<ApplyOptions, "record">,
    recorded: RecordedTree,
  ): Promise<Built> {
    const located = await recorded.lookup(recipe.directory);
    if (located?.type !== "directory") throw missing(this.tree.display(recipe.directory), recipe);
    const { edits } = recipe;
    const built = await this.#builderOf(recipe).build(recipe.directory, { ...limits, recorded, edits });
    const applied = applyAfterBuild(built.resources, recipe);
    return { resources: applied.resources, diagnostics: [...built.diagnostics, ...applied.diagnostics] };
  }

  #builderOf(recipe: KustomizationRecipe): Builder {
    return getOrInsert(this.#builders, recipe.ignore, () => createBuilder(this.artifact(recipe), this.#options));
  }
}

function missing(shown: string, { pathPlace }: KustomizationRecipe): Error {
  return failure("flux-path-missing", `the directory ${shown} is not there, or a .sourceignore file hides it`, {
    ...pathPlace,
    hint: "Correct spec.path, which counts from the top of the source.",
  });
}

function isBuilt({ built }: Kept): Promise<boolean> {
  return built.then(
    () => true,
    () => false,
  );
}
