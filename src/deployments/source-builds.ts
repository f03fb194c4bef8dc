/** Makes the objects of the sources of Applications that are no charts: as kustomize builds them, or of the manifests in files. */
import { type Builder, type BuildOptions, createBuilder } from "../engine/index.ts";
import type { DeploymentRecipe } from "../render/index.ts";
import { recordedTree } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import {
  type ApplicationRecipe,
  builtApplication,
  type KustomizeSource,
  manifestsOfDirectory,
  type RenderedSource,
  type SourceRecipe,
} from "./argocd/index.ts";
import type { ApplyOptions } from "./recipe-builds.ts";

export class SourceBuilds {
  readonly tree: Tree;
  readonly #options: BuildOptions;
  #builder: Builder | undefined;

  constructor(tree: Tree, options: BuildOptions) {
    this.tree = tree;
    this.#options = options;
  }

  /** @throws KrmError */
  async build(
    source: Exclude<SourceRecipe, { readonly type: "Helm" }>,
    { record, ...limits }: ApplyOptions,
  ): Promise<{
    readonly rendered: RenderedSource;
    readonly diagnostics: Awaited<ReturnType<Builder["build"]>>["diagnostics"];
  }> {
    const recorded = recordedTree(this.tree);
    record?.include(recorded.record);
    if (source.type === "Directory")
      return { rendered: { manifests: await manifestsOfDirectory(recorded, source) }, diagnostics: [] };
    this.#builder ??= createBuilder(this.tree, this.#options);
    const { directory, edits } = source;
    const { resources, diagnostics } = await this.#builder.build(directory, { ...limits, recorded, edits });
    return { rendered: { resources }, diagnostics };
  }

  /** How an Application is built with a trace; undefined unless kustomize makes all of it of one source. */
  recipe(application: ApplicationRecipe): DeploymentRecipe | undefined {
    const source = onlyKustomize(application);
    if (source === undefined) return undefined;
    const finish: DeploymentRecipe["finish"] = (resources) => builtApplication([{ resources }], application);
    const { directory, edits, pathPlace } = source;
    return { tree: this.tree, directory, pathPlace, options: this.#options, edits, declared: this.tree, finish };
  }
}

/** The source of an Application that has one, which kustomize builds. */
export function onlyKustomize({ sources: [source, another] }: ApplicationRecipe): KustomizeSource | undefined {
  return another === undefined && source?.type === "Kustomize" ? source : undefined;
}
