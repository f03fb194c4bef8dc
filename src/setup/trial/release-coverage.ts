/** Finds out how many deployments of charts can be rendered, and what that takes. Renders and fetches nothing. */
import { type FoundDeployments, isKustomize, isRenderable } from "../../deployments/index.ts";
import { deploymentOf } from "../../render/index.ts";
import { chartUnit, parseGitReference, repositoryUnit } from "../../sources/index.ts";
import { elsewhere, type ReleaseCoverage } from "./coverage.ts";
import { type FailedTarget, failuresOf } from "./failures.ts";

/** Tells whether a target is made of charts. */
export function rendersCharts(id: string, deployments: FoundDeployments | undefined): boolean {
  const kind = deploymentOf(id)?.kind;
  if (kind !== "Application") return kind !== undefined && kind !== "Kustomization";
  const recipe = deployments?.get(id)?.recipe;
  return recipe !== undefined && isRenderable(recipe) && "charts" in recipe && recipe.charts.length > 0;
}

/** @param ids of targets. @returns undefined if no target is made of charts */
export function releaseCoverage(
  ids: readonly string[],
  deployments: FoundDeployments | undefined,
): ReleaseCoverage | undefined {
  const releases = ids.filter((id) => rendersCharts(id, deployments));
  if (releases.length === 0) return undefined;
  const left = elsewhere(releases, deployments);
  const failed: FailedTarget[] = [];
  let [inRepository, automatic, manual] = [0, 0, 0];
  for (const id of releases.filter((each) => !left.ids.has(each))) {
    const recipe = deployments?.get(id)?.recipe;
    if (recipe === undefined || isKustomize(recipe)) continue;
    if (!isRenderable(recipe)) {
      failed.push({ target: id, example: recipe.problem });
      continue;
    }
    const charts = "charts" in recipe ? recipe.charts : [recipe.chart];
    const fetched = charts.flatMap(({ chart }) => (chart.from === "tree" ? [] : [chart]));
    if (fetched.length === 0) inRepository++;
    else if (fetched.some((chart) => unitOf(chart) === undefined)) manual++;
    else automatic++;
  }
  return {
    total: releases.length,
    kinds: [...new Set(releases.flatMap((id) => deploymentOf(id)?.kind ?? []))].sort(),
    inRepository,
    automatic,
    manual,
    elsewhere: left.reasons,
    failures: failuresOf(failed),
  };
}

function unitOf(chart: { readonly repository: string } | { readonly wanted: Parameters<typeof chartUnit>[0] }) {
  if ("wanted" in chart) return chartUnit(chart.wanted);
  const reference = parseGitReference(chart.repository);
  return reference && repositoryUnit(reference.repository);
}
