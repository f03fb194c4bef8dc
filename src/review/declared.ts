/** Finds the deployments that an object declares: Kustomizations and HelmReleases are objects of a target, and targets themselves. */
import { getOrInsert } from "../collections.ts";
import { ARGOCD_NAMESPACE, declaredDeployment, FLUX_NAMESPACE } from "../deployments/index.ts";
import { type DeploymentName, deploymentId, deploymentOf } from "../render/index.ts";
import type { Change } from "./change.ts";
import type { TargetReport } from "./report.ts";

/** The ids of deployments by their kinds, namespaces and names; those that ApplicationSets make also by these. */
export type DeploymentsByName = ReadonlyMap<string, readonly string[]>;

export function deploymentsByName(targets: readonly Pick<TargetReport, "id" | "set">[]): DeploymentsByName {
  const found = new Map<string, string[]>();
  for (const { id, set } of targets) {
    if (set !== undefined) getOrInsert(found, `${SET} ${set}`, (): string[] => []).push(id);
    const deployment = deploymentOf(id);
    if (deployment !== undefined) getOrInsert(found, keyOf(deployment), (): string[] => []).push(id);
  }
  return found;
}

const SET = "ApplicationSet";

/**
 * The ids of the deployments that an object declares in the clusters of some targets. Empty for an object that declares none. The
 * cluster of a directory is not known, and an Application may deploy to any: there it is the only deployment of the name, or else the
 * one of the same cluster.
 */
export function declaredBy(
  { object }: Pick<Change, "object">,
  targets: readonly string[],
  byName: DeploymentsByName,
): string[] {
  if (object.kind === SET && object.apiVersion.startsWith("argoproj.io/"))
    return [...(byName.get(`${SET} ${object.namespace || ARGOCD_NAMESPACE}/${object.name}`) ?? [])];
  const named = declaredDeployment(object);
  if (named === undefined) return [];
  const found = targets.flatMap((target) => {
    const declarer = deploymentOf(target);
    if (declarer !== undefined && named.system === "flux")
      return [deploymentId({ ...named, cluster: declarer.cluster })];
    const alike = byName.get(keyOf(named)) ?? [];
    if (alike.length < 2) return [...alike];
    // Most deploy to the cluster that their objects are in.
    return alike.filter((id) => declarer !== undefined && deploymentOf(id)?.cluster === declarer.cluster);
  });
  return [...new Set(found)];
}

function keyOf({ kind, namespace, name }: Pick<DeploymentName, "kind" | "namespace" | "name">): string {
  return `${kind} ${namespace}/${name}`;
}

/** The ids of releases, by the object that says where their charts are, with its cluster. */
export type ReleasesBySource = ReadonlyMap<string, readonly string[]>;

export function releasesBySource(targets: readonly Pick<TargetReport, "id" | "source">[]): ReleasesBySource {
  const found = new Map<string, string[]>();
  for (const { id, source } of targets) {
    const cluster = deploymentOf(id)?.cluster;
    if (source !== undefined && cluster !== undefined)
      getOrInsert(found, `${cluster} ${source}`, (): string[] => []).push(id);
  }
  return found;
}

/**
 * The ids of the releases whose charts an object says the place of, in the clusters of some targets. Empty where a target is of no
 * known cluster: any cluster may have it.
 */
export function fedBy(
  { object }: Pick<Change, "object">,
  targets: readonly string[],
  bySource: ReleasesBySource,
): string[] {
  if (bySource.size === 0 || !object.apiVersion.startsWith("source.toolkit.fluxcd.io/")) return [];
  const source = `${object.kind} ${object.namespace || FLUX_NAMESPACE}/${object.name}`;
  const clusters = new Set(targets.map((target) => deploymentOf(target)?.cluster));
  if (clusters.has(undefined)) return [];
  return [...clusters].flatMap((cluster) => bySource.get(`${cluster} ${source}`) ?? []);
}
