/** The generator `clusters`; docs/specification/argocd-application-sets.md 4. */

import { asTexts } from "../../../gotemplate/index.ts";
import { emptyMap, isMap, valueAt } from "../../../manifests/index.ts";
import type { MapValue } from "../../../yaml/index.ts";
import type { ClusterParameters, Generator } from "./generation.ts";
import { sanitizedName } from "./parameters.ts";
import { addValues } from "./renderer.ts";
import { readSelector, selects } from "./selector.ts";
import { unknown } from "./set-problems.ts";

const IN_CLUSTER = { name: "in-cluster", server: "https://kubernetes.default.svc" } as const;
const SECRET_TYPE = "argocd.argoproj.io/secret-type";

export const clusterGenerator: Generator = async ({ fields, placeOf, place }, { clusters, renderer }) => {
  if (clusters === undefined)
    throw unknown(
      "a generator `clusters` makes Applications for the clusters of Argo CD, and nobody says which these are",
      placeOf(),
      "List them under deployments.clusters in .krm-render.yaml of the base branch.",
    );
  const [selector, own] = [mapAt(fields, "selector"), mapAt(fields, "values")];
  const matches = selector && readSelector(ofClusters(selector), (...path) => placeOf("selector", ...path), true);
  const matching = new Map<string, { cluster: ClusterParameters; labels: MapValue }>();
  for (const cluster of clusters) {
    const labels: MapValue = Object.assign(emptyMap(), cluster.labels, { [SECRET_TYPE]: "cluster" });
    renderer.effort.handle(Object.keys(labels).length);
    if (matches?.(labels) !== false) matching.set(cluster.name, { cluster, labels });
  }
  const found = [...matching.values()].map(({ cluster, labels }) => parametersOf(cluster, labels, renderer.isGo));
  const isHomeListed = [...matching.values()].some(({ cluster }) => cluster.server === IN_CLUSTER.server);
  if (!selects(selector) && !isHomeListed)
    found.push(Object.assign(emptyMap(), { ...IN_CLUSTER, nameNormalized: IN_CLUSTER.name, project: "" }));
  renderer.effort.allow(found.length);
  for (const values of found) addValues(own, values, renderer, place);
  if (valueAt(fields, "flatList") !== true) return found.map((values) => ({ values, place }));
  return [{ values: Object.assign(emptyMap(), { clusters: found }), place }];
};

function parametersOf(cluster: ClusterParameters, labels: MapValue, isGo: boolean): MapValue {
  const { name, server, project = "" } = cluster;
  const values = Object.assign(emptyMap(), { name, nameNormalized: sanitizedName(name), server, project });
  const annotations: MapValue = Object.assign(emptyMap(), cluster.annotations);
  if (isGo) {
    const metadata = emptyMap();
    if (Object.keys(annotations).length > 0) metadata["annotations"] = asTexts(annotations);
    metadata["labels"] = asTexts(labels);
    values["metadata"] = metadata;
    return values;
  }
  for (const [key, text] of Object.entries(annotations)) values[`metadata.annotations.${key}`] = text;
  for (const [key, text] of Object.entries(labels)) values[`metadata.labels.${key}`] = text;
  return values;
}

/** The selector without its own test of the label that Argo CD itself looks for. */
function ofClusters(selector: MapValue): MapValue {
  const labels = mapAt(selector, "matchLabels");
  if (labels === undefined) return selector;
  const others = Object.entries(labels).filter(([key]) => key !== SECRET_TYPE);
  return Object.assign(emptyMap(), selector, { matchLabels: Object.assign(emptyMap(), Object.fromEntries(others)) });
}

function mapAt(fields: MapValue, name: string): MapValue | undefined {
  const value = valueAt(fields, name);
  return isMap(value) ? value : undefined;
}
