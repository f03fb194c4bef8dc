/** Makes the objects of the sources of Applications that are no charts: as kustomize builds them, or of the manifests in files. */
import { processPool } from "../../budget/index.ts";
import { getOrInsert } from "../../collections.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { type Builder, type BuildOptions, createBuilder, limitedWork } from "../../engine/index.ts";
import { KnownImports } from "../../jsonnet/index.ts";
import type { DeploymentRecipe } from "../../render/index.ts";
import { type GitUrl, type RepositoryHistory, recordedTree } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { SecretTexts } from "../../text/index.ts";
import {
  type ApplicationRecipe,
  builtApplication,
  isChartSource,
  type KustomizeSource,
  type LoadRestrictor,
  type LocalSource,
  manifestsOfDirectory,
  type RemoteSource,
  type RenderedSource,
} from "../argocd/index.ts";
import type { ApplyOptions } from "./apply-options.ts";
import type { DeployedChart } from "./chart-builds.ts";
import { type Elsewhere, fetchSource, remotesBelow } from "./remote-sources.ts";

/** A source of another repository that is no chart. */
interface FetchedDirectory extends DirectoryOf {
  readonly problems: readonly Diagnostic[];
}

interface FetchedChartSource {
  readonly chart: DeployedChart;
  readonly problems: readonly Diagnostic[];
}

/** A directory that kustomize builds, or whose manifests are read. */
interface DirectoryOf {
  readonly source: Exclude<LocalSource, { readonly type: "Helm" }>;
  /** The tree of another repository. */
  readonly tree?: Tree;
  /** The repositories that led to that tree. */
  readonly from?: readonly GitUrl[];
}

export class SourceBuilds {
  readonly tree: Tree;
  readonly #options: BuildOptions;
  readonly #history: RepositoryHistory | undefined;
  readonly #elsewhere: Elsewhere;
  readonly #texts = new SecretTexts();
  /** By trees and load restrictors. */
  readonly #builders = new Map<Tree, Map<LoadRestrictor | undefined, Builder>>();
  readonly #imports = new KnownImports();

  /**
   * @param history for sources at another branch, a tag or a commit
   * @param elsewhere fetches the sources themselves, and nothing that these name
   */
  constructor(tree: Tree, options: BuildOptions, history?: RepositoryHistory, elsewhere: Elsewhere = options) {
    this.tree = tree;
    this.#options = options;
    this.#history = history;
    this.#elsewhere = elsewhere;
  }

  /** The tree of a source. @param commit undefined for what is reviewed */
  treeAt(commit: string | undefined): Tree {
    return commit === undefined || this.#history === undefined ? this.tree : this.#history.at(commit);
  }

  /**
   * Fetches a source of another repository, and reads what it is.
   * @param id of the Application
   * @throws KrmError
   */
  async fetch(
    source: RemoteSource,
    id: string,
    { record }: ApplyOptions,
  ): Promise<FetchedDirectory | FetchedChartSource> {
    const { tree, sha } = await fetchSource(source, id, this.#elsewhere);
    const own = recordedTree(this.tree);
    record?.include(own.record);
    const read = await source.read({ tree, commit: sha, own });
    const { problems } = read;
    const from = [source.url];
    return isChartSource(read)
      ? { chart: { recipe: read.recipe, tree, from }, problems }
      : { source: read.built, tree, from, problems };
  }

  /** @throws KrmError */
  async build(
    { source, tree: fetched, from = [] }: DirectoryOf,
    { record, usedBy, builds = 1, timeoutSeconds = this.#options.timeoutSeconds }: ApplyOptions,
    restrictor?: LoadRestrictor,
  ): Promise<{
    readonly rendered: RenderedSource;
    readonly diagnostics: Awaited<ReturnType<Builder["build"]>>["diagnostics"];
  }> {
    const tree = fetched ?? this.treeAt(source.commit);
    const recorded = recordedTree(tree);
    // What was fetched is the same for all trees of a run.
    if (fetched === undefined) record?.include(recorded.record);
    if (source.type === "Directory") {
      const { pool = processPool(), jsonnet } = this.#options;
      const limits = { file: tree.display(source.directory), pool, builds, timeoutSeconds, record };
      const manifests = await limitedWork(limits, this.#texts.forBuild(), ({ budget, ended, secrets }) => {
        const onFile = (bytes: Uint8Array): void => {
          budget.resume();
          secrets.noteFile(bytes);
        };
        const means = { jsonnet, known: this.#imports, signal: ended };
        return budget.race(manifestsOfDirectory(recorded, source, onFile, means));
      });
      return { rendered: { manifests }, diagnostics: [] };
    }
    const { directory, edits } = source;
    const { resources, diagnostics } = await this.#builderOf(restrictor, tree, from).build(directory, {
      builds,
      timeoutSeconds,
      recorded,
      edits,
      usedBy,
    });
    return { rendered: { resources }, diagnostics };
  }

  #builderOf(restrictor: LoadRestrictor | undefined, tree: Tree, from: readonly GitUrl[]): Builder {
    const ofTree = getOrInsert(this.#builders, tree, () => new Map<LoadRestrictor | undefined, Builder>());
    return getOrInsert(ofTree, restrictor, () => {
      const options = this.#optionsOf(restrictor);
      if (from.length === 0) return createBuilder(tree, options);
      // Functions of another repository are none that this one vouches for.
      return createBuilder(tree, { ...options, functions: undefined, remotes: remotesBelow(options.remotes, from) });
    });
  }

  /** The options of the run. What Argo CD deploys it inflates, where helm may run. */
  #optionsOf(restrictor: LoadRestrictor | undefined): BuildOptions {
    const { helm, deploymentHelm, loadRestrictor } = this.#options;
    return {
      ...this.#options,
      helm: helm ?? deploymentHelm,
      loadRestrictor: restrictor ?? loadRestrictor ?? "root-only",
    };
  }

  /** How an Application is built with a trace; undefined unless kustomize makes all of it of one source. */
  recipe(application: ApplicationRecipe): DeploymentRecipe | undefined {
    const source = onlyKustomize(application);
    if (source === undefined) return undefined;
    const finish: DeploymentRecipe["finish"] = (resources) => builtApplication([{ resources }], application);
    const { directory, edits, pathPlace } = source;
    return {
      tree: this.tree,
      directory,
      pathPlace,
      options: this.#optionsOf(application.loadRestrictor),
      edits,
      declared: this.tree,
      finish,
    };
  }
}

/** The source of an Application that has one, which kustomize builds. */
export function onlyKustomize({
  sources: [source, another],
}: ApplicationRecipe): (KustomizeSource & { readonly commit?: string | undefined }) | undefined {
  return another === undefined && source?.type === "Kustomize" ? source : undefined;
}
