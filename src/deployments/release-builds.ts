/** Builds the HelmReleases of one tree: helm renders the charts, and the controller changes the objects. */
import { posix } from "node:path";
import { processPool } from "../budget/index.ts";
import { buildChart, type ChartRecipe, type KeptRenderings } from "../charts/index.ts";
import { failure } from "../diagnostics.ts";
import { type BuildOptions, type Built, type LimitedWork, limitedWork } from "../engine/index.ts";
import type { Use } from "../lock/index.ts";
import { placeOfTarget, targetText } from "../render/index.ts";
import { artifactTree, recordedTree } from "../sources/index.ts";
import type { Tree } from "../sources/tree.ts";
import { SecretTexts } from "../text/index.ts";
import { applyAfterHelm, type ReleaseRecipe } from "./flux/index.ts";
import type { ApplyOptions } from "./recipe-builds.ts";

export class ReleaseBuilds {
  readonly #tree: Tree;
  readonly #options: BuildOptions;
  readonly #kept: KeptRenderings | undefined;
  readonly #texts = new SecretTexts();

  /** @param kept the renderings of earlier runs */
  constructor(tree: Tree, options: BuildOptions, kept?: KeptRenderings) {
    this.#tree = tree;
    this.#options = options;
    this.#kept = kept;
  }

  /**
   * @param id of the HelmRelease
   * @throws KrmError with all problems; `helm-disabled` where no helm may run
   */
  build(id: string, recipe: ReleaseRecipe, limits: ApplyOptions): Promise<Built> {
    const { builds = 1, timeoutSeconds = this.#options.timeoutSeconds, record } = limits;
    const { pool = processPool() } = this.#options;
    return limitedWork(
      { file: targetText(id), pool, builds, timeoutSeconds, record },
      this.#texts.forBuild(),
      (means) => means.budget.race(this.#render(id, recipe, means, { builds, timeoutSeconds, record })),
    );
  }

  async #render(
    id: string,
    recipe: ReleaseRecipe,
    { budget, ended, secrets }: LimitedWork,
    { record, ...build }: ApplyOptions,
  ): Promise<Built> {
    const { remotes, uses, pool } = this.#options;
    const { helm, ...defaults } = this.#options.deploymentHelm ?? this.#options.helm ?? refuse(id);
    const used: Use[] = [];
    const log = uses && {
      expect: uses.expect,
      use: (use: Use) => {
        uses.check(use);
        used.push(use);
      },
    };
    const recorded = recordedTree(artifactTree(this.#tree, recipe.ignore));
    record?.include(recorded.record);
    budget.claim();
    const rendered = await buildChart(
      withDefaults(recipe.chart, defaults),
      { display: targetText(id), secrets: recipe.secrets, signal: ended },
      { tree: recorded, remotes, uses: log, helm, kept: this.#kept, budget, secrets },
    );
    budget.claim();
    const applied = await applyAfterHelm(rendered.objects, recipe, { builder: { pool }, build });
    const diagnostics = [...rendered.diagnostics, ...applied.diagnostics];
    uses?.record(used, id);
    return { resources: applied.resources, diagnostics };
  }
}

function refuse(id: string): never {
  throw failure("helm-disabled", `${targetText(id)} is not rendered: no helm may run`, {
    ...placeOfTarget(id),
    hint: "In the action, set `enable-helm: auto`, or `true`.",
  });
}

/** A chart with what it does not say itself, as options give it for all of them. */
function withDefaults(
  recipe: ChartRecipe,
  {
    kubeVersion,
    apiVersions = [],
  }: { readonly kubeVersion?: string | undefined; readonly apiVersions?: readonly string[] | undefined },
): ChartRecipe {
  const own = recipe.capabilities;
  return {
    ...recipe,
    capabilities: {
      kubeVersion: own.kubeVersion ?? (kubeVersion || undefined),
      apiVersions: own.apiVersions.length > 0 ? own.apiVersions : apiVersions,
    },
  };
}

/** The directories of the tree that a chart is rendered from, absolute within it: its own, and those of its values files. */
export function directoriesOfChart({ chart, values, settings }: ChartRecipe): readonly string[] {
  const files = [...values, ...settings].flatMap((each) => ("path" in each ? [posix.dirname(each.path)] : []));
  return [...new Set([...(chart.from === "tree" ? [chart.directory] : []), ...files])];
}
