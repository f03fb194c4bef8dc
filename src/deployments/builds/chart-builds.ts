/** Renders the charts of deployments of one tree, each within the limits of one build. */
import { processPool } from "../../budget/index.ts";
import {
  type BuiltChart,
  buildChart,
  type ChartOptions,
  type ChartRecipe,
  helmVersion,
  KnownCharts,
} from "../../charts/index.ts";
import { getOrInsert } from "../../collections.ts";
import { type Diagnostic, failure, KrmError } from "../../diagnostics.ts";
import { type BuildOptions, type Built, type LimitedWork, limitedWork, type OneBuild } from "../../engine/index.ts";
import type { Reference, Use } from "../../lock/index.ts";
import { targetText } from "../../render/index.ts";
import type { ValuePath } from "../../resource/index.ts";
import { type GitUrl, type Helm, recordedTree } from "../../sources/index.ts";
import type { Tree, TreeRecord } from "../../sources/tree.ts";
import { SecretTexts } from "../../text/index.ts";
import type { ApplyOptions } from "./apply-options.ts";

/** One chart of a deployment. */
export interface DeployedChart {
  readonly recipe: ChartRecipe;
  /** The paths of values that come from Secrets, in the values that the recipe gives itself. */
  readonly secrets?: readonly ValuePath[] | undefined;
  /** The files of its source. */
  readonly tree: Tree;
  /** The repositories that led to that tree, outermost first. */
  readonly from?: readonly GitUrl[] | undefined;
  readonly instead?: ChartOptions["instead"];
}

/** Makes the objects of a deployment of what helm renders. */
export type FinishCharts = (
  rendered: readonly BuiltChart[],
  build: Pick<BuildOptions, "pool"> & Pick<OneBuild, "builds" | "timeoutSeconds">,
) => Built | Promise<Built>;

export class ChartBuilds {
  readonly tree: Tree;
  readonly #options: BuildOptions;
  readonly #texts = new SecretTexts();
  /** By the trees of their sources. */
  readonly #known = new Map<Tree, KnownCharts>();

  constructor(tree: Tree, options: BuildOptions) {
    this.tree = tree;
    this.#options = options;
  }

  /**
   * @param id of the deployment
   * @throws KrmError with all problems; `helm-disabled` where no helm may run
   */
  build(
    id: string,
    charts: readonly DeployedChart[],
    { builds = 1, timeoutSeconds = this.#options.timeoutSeconds, record }: ApplyOptions,
    finish: FinishCharts,
  ): Promise<Built> {
    const { pool = processPool() } = this.#options;
    const limits = { file: targetText(id), pool, builds, timeoutSeconds, record };
    return limitedWork(limits, this.#texts.forBuild(), (means) =>
      means.budget.race(
        this.#rendered(id, charts, means, record).then(({ rendered, diagnostics }) => {
          means.budget.claim();
          return finished(rendered, diagnostics, finish, { pool, builds, timeoutSeconds });
        }),
      ),
    );
  }

  async #rendered(
    id: string,
    charts: readonly DeployedChart[],
    { budget, ended, secrets }: LimitedWork,
    record: TreeRecord | undefined,
  ): Promise<Pick<Built, "diagnostics"> & { readonly rendered: readonly BuiltChart[] }> {
    const { remotes, uses, keptRenderings: kept } = this.#options;
    const { helm, ...defaults } = this.#options.deploymentHelm ?? this.#options.helm ?? refuse();
    await requireHelm(helm, ended);
    const used: Use[] = [];
    const log = uses && {
      expect: (reference: Reference) => uses.expect(reference),
      use: (use: Use) => {
        uses.check(use);
        used.push(use);
      },
    };
    const rendered: BuiltChart[] = [];
    for (const { recipe, secrets: paths, tree: source, from, instead } of charts) {
      const tree = recordedTree(source);
      // What was fetched is the same for all trees of a run.
      if (from === undefined) record?.include(tree.record);
      const about = { display: `the chart of ${targetText(id)}`, secrets: paths, signal: ended, instead };
      const known = getOrInsert(this.#known, source, () => new KnownCharts());
      const ports = { tree, remotes, from, uses: log, helm, kept, budget, secrets, known };
      rendered.push(await buildChart(withDefaults(recipe, defaults), about, ports).catch(withVersionHint));
      budget.claim();
    }
    uses?.record(used, id);
    return { rendered, diagnostics: rendered.flatMap(({ diagnostics }) => diagnostics) };
  }
}

async function finished(
  rendered: readonly BuiltChart[],
  diagnostics: Built["diagnostics"],
  finish: FinishCharts,
  build: Parameters<FinishCharts>[1],
): Promise<Built> {
  const built = await finish(rendered, build);
  return { resources: built.resources, diagnostics: [...diagnostics, ...built.diagnostics] };
}

/** Makes one problem of a helm that cannot be used, the same for all charts, before anything is fetched. @throws KrmError */
async function requireHelm(helm: Helm, signal: AbortSignal): Promise<void> {
  try {
    await helmVersion(helm, signal);
  } catch (thrown) {
    if (!(thrown instanceof KrmError) || signal.aborted) throw thrown;
    const [{ code, message, hint }] = thrown.diagnostics as [Diagnostic];
    throw failure(code, `charts are not rendered: ${message.replace(/^it is not inflated: /, "")}`, {
      hint: code === "helm-unusable" ? "Install helm 3 or 4; in a workflow, in an earlier step." : hint,
      cause: thrown,
    });
  }
}

/** Tells how to declare the version of the cluster where a chart refuses that of helm. */
function withVersionHint(thrown: unknown): never {
  if (!(thrown instanceof KrmError)) throw thrown;
  const hint = "Declare the version of the cluster: `kubernetes-version` in .krm-render.yaml, or --helm-kube-version.";
  const isAboutVersion = ({ message }: Diagnostic): boolean => /requires kubeVersion: .* incompatible/.test(message);
  throw new KrmError(
    thrown.diagnostics.map((one) => (isAboutVersion(one) ? { ...one, hint } : one)),
    { cause: thrown },
  );
}

function refuse(): never {
  throw failure("helm-disabled", "charts are not rendered: helm may not run", {
    hint: "In the action, the input `enable-helm` lets it run: `auto` does, but for events that strangers can cause in runs with secrets.",
  });
}

interface Defaults {
  readonly kubeVersion?: string | undefined;
  readonly apiVersions?: readonly string[] | undefined;
}

/** A chart with what it does not say itself, as options give it for all of them. */
function withDefaults(recipe: ChartRecipe, { kubeVersion, apiVersions = [] }: Defaults): ChartRecipe {
  const own = recipe.capabilities;
  return {
    ...recipe,
    capabilities: {
      kubeVersion: own.kubeVersion ?? (kubeVersion || undefined),
      apiVersions: own.apiVersions.length > 0 ? own.apiVersions : apiVersions,
    },
  };
}
