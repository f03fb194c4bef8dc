/** Charts that Flux does not build again although their files change; docs/specification/flux-releases.md. */
import { type ChartFiles, chartFiles } from "../../charts/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import { chartDigest } from "../../lock/index.ts";
import { valueAt } from "../../manifests/index.ts";
import { artifactTree } from "../../sources/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { stableJson } from "../../text/index.ts";
import { isRenderable, type ReleaseRecipe } from "../flux/index.ts";
import type { Deployment } from "./deployment.ts";

/** The side of a comparison that the cluster has. */
export interface EarlierSide {
  readonly tree: Tree;
  get(id: string): Deployment | undefined;
}

/**
 * The files from which Flux has built the chart of a release before, where it keeps that chart: under `ChartVersion` it builds a chart of
 * a repository again only if the version of the chart or the object that names it changes. Undefined where it builds the chart anew.
 * @param now the files that the chart has now
 */
export async function keptChart(
  deployment: Deployment,
  recipe: ReleaseRecipe,
  now: ChartFiles,
  earlier: EarlierSide,
): Promise<ChartFiles | undefined> {
  const before = earlier.get(deployment.id);
  if (before === undefined || !keepsVersion(recipe, before, deployment)) return undefined;
  const old = before.recipe as ReleaseRecipe;
  const tree = artifactTree(earlier.tree, old.ignore);
  // What cannot be read there was not built there.
  const known = await chartFiles(old.chart.chart, { tree, remotes: undefined, uses: undefined }).catch(() => undefined);
  const isSame = known?.name === now.name && known.version === now.version;
  return isSame && chartDigest(known.files) !== chartDigest(now.files) ? known : undefined;
}

/** Tells whether only another version in its files makes Flux build the chart of a release again. */
export function keepsVersion(recipe: ReleaseRecipe, before: Deployment, now: Deployment): boolean {
  const old = before.recipe;
  if (recipe.reconcileStrategy !== "ChartVersion" || recipe.chart.chart.from !== "tree") return false;
  if (!isRenderable(old) || old.kind !== "HelmRelease" || old.chart.chart.from !== "tree") return false;
  return chartKey(old, before) === chartKey(recipe, now);
}

/** Equal where the HelmChart that the controller makes of a release is equal. */
function chartKey({ chart: { chart } }: ReleaseRecipe, { object }: Deployment): string {
  const { location: _location, ...source } = chart;
  const spec = valueAt(object, "spec", "chart", "spec") ?? null;
  const interval = valueAt(spec, "interval") ?? valueAt(object, "spec", "interval") ?? null;
  return stableJson([source, spec, interval]);
}

/** @param chart the one that stays */
export function chartKept({ name, version }: ChartFiles, recipe: ReleaseRecipe, tree: Tree): Diagnostic {
  const { chart } = recipe.chart;
  const file = chart.from === "tree" ? tree.display(chart.directory) : chart.location.file;
  return {
    code: "flux-chart-kept",
    severity: "warning",
    message: `Flux keeps the chart \`${name}\` ${version} as it was until its version or \`chart.spec\` changes: what changes in its files is not applied, and not shown`,
    file: `${file === "." ? "" : `${file}/`}Chart.yaml`,
    hint: "Set `reconcileStrategy: Revision`, or raise the version in Chart.yaml.",
  };
}
