/** Finds out how many HelmReleases of a repository can be rendered, and what that takes. Renders and fetches nothing. */
import { type FoundDeployments, isKustomize, isRenderable } from "../../deployments/index.ts";
import { deploymentOf } from "../../render/index.ts";
import { chartUnit, parseGitReference, repositoryUnit } from "../../sources/index.ts";
import { elsewhere, type ReleaseCoverage } from "./coverage.ts";
import { type FailedTarget, failuresOf } from "./failures.ts";

/** Tells whether a target is a HelmRelease. */
export function isRelease(id: string): boolean {
  return deploymentOf(id)?.kind === "HelmRelease";
}

/** @param ids of targets. @returns undefined if no target is a HelmRelease */
export function releaseCoverage(
  ids: readonly string[],
  deployments: FoundDeployments | undefined,
): ReleaseCoverage | undefined {
  const releases = ids.filter(isRelease);
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
    if (recipe.kind !== "HelmRelease") continue;
    const { chart } = recipe.chart;
    if (chart.from === "tree") inRepository++;
    else if (unitOf(chart) === undefined) manual++;
    else automatic++;
  }
  return {
    total: releases.length,
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
