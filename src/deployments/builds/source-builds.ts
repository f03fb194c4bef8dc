/** Makes the objects of the sources of Applications that are no charts: as kustomize builds them, or of the manifests in files. */
import { processPool } from "../../budget/index.ts";
import { getOrInsert } from "../../collections.ts";
import { type Builder, type BuildOptions, createBuilder, limitedWork } from "../../engine/index.ts";
import { KnownImports } from "../../jsonnet/index.ts";
import type { DeploymentRecipe } from "../../render/index.ts";
import { type RepositoryHistory, recordedTree } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { SecretTexts } from "../../text/index.ts";
import {
  type ApplicationRecipe,
  builtApplication,
  type KustomizeSource,
  type LoadRestrictor,
  manifestsOfDirectory,
  type RenderedSource,
  type SourceRecipe,
} from "../argocd/index.ts";
import type { ApplyOptions } from "./apply-options.ts";

export class SourceBuilds {
  readonly tree: Tree;
  readonly #options: BuildOptions;
  readonly #history: RepositoryHistory | undefined;
  readonly #texts = new SecretTexts();
  readonly #builders = new Map<string, Builder>();
  readonly #imports = new KnownImports();

  /** @param history for sources at another branch, a tag or a commit */
  constructor(tree: Tree, options: BuildOptions, history?: RepositoryHistory) {
    this.tree = tree;
    this.#options = options;
    this.#history = history;
  }

  /** The tree of a source. @param commit undefined for what is reviewed */
  treeAt(commit: string | undefined): Tree {
    return commit === undefined || this.#history === undefined ? this.tree : this.#history.at(commit);
  }

  /** @throws KrmError */
  async build(
    source: Exclude<SourceRecipe, { readonly type: "Helm" }>,
    { record, builds = 1, timeoutSeconds = this.#options.timeoutSeconds }: ApplyOptions,
    restrictor?: LoadRestrictor,
  ): Promise<{
    readonly rendered: RenderedSource;
    readonly diagnostics: Awaited<ReturnType<Builder["build"]>>["diagnostics"];
  }> {
    const tree = this.treeAt(source.commit);
    const recorded = recordedTree(tree);
    record?.include(recorded.record);
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
    const { resources, diagnostics } = await this.#builderOf(restrictor, source.commit).build(directory, {
      builds,
      timeoutSeconds,
      recorded,
      edits,
    });
    return { rendered: { resources }, diagnostics };
  }

  #builderOf(restrictor: LoadRestrictor | undefined, commit: string | undefined): Builder {
    const key = `${restrictor} ${commit}`;
    return getOrInsert(this.#builders, key, () => createBuilder(this.treeAt(commit), this.#optionsOf(restrictor)));
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
