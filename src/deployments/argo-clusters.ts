/** Finds the clusters that Argo CD deploys to: Secrets that describe them, and those that the configuration lists. */
import { getOrInsert } from "../collections.ts";
import type { ArgoCluster } from "../configuration/index.ts";
import { isMap, textAt, valueAt } from "../manifests/index.ts";
import type { Value } from "../yaml/index.ts";
import type { ClusterParameters, ServerNames } from "./argocd/index.ts";
import { objectsOf, type PrintedObject, type YamlFiles } from "./objects/index.ts";

/** The label of Secrets that describe clusters. */
export const CLUSTER_LABEL = "argocd.argoproj.io/secret-type";

/** Gives the clusters of an Argo CD; undefined if nothing says which there are. @param home the cluster that it runs in */
export type ClustersOf = (home: string) => readonly ClusterParameters[] | undefined;

/**
 * Finds the clusters, and their names by their addresses. A listed one counts over a Secret that describes one of the same name.
 * @param paths of the files that may hold such Secrets
 */
export async function argoClusters(
  files: Pick<YamlFiles, "documents">,
  paths: readonly string[],
  listed: readonly ArgoCluster[],
): Promise<{ readonly clustersOf: ClustersOf; readonly servers: ServerNames }> {
  const described: ClusterParameters[] = [];
  for (const path of paths)
    for (const object of objectsOf(await files.documents(path))) described.push(...(clusterOf(object) ?? []));
  const servers = serverNames([...described, ...listed]);
  if (described.length === 0 && listed.length === 0) return { servers, clustersOf: () => undefined };
  const clustersOf: ClustersOf = (home) => {
    const byName = new Map(described.map((each) => [each.name, each]));
    for (const { name, server, project, argocd, labels, annotations } of listed)
      if (argocd === undefined || argocd === home)
        byName.set(name, {
          name,
          server,
          ...(project !== undefined && { project }),
          labels: Object.fromEntries(labels),
          annotations: Object.fromEntries(annotations),
        });
    return [...byName.values()];
  };
  return { servers, clustersOf };
}

/** Those of which there is one name only. */
function serverNames(clusters: readonly Pick<ClusterParameters, "name" | "server">[]): ServerNames {
  const names = new Map<string, string>();
  const unclear = new Set<string>();
  for (const { name, server: given } of clusters) {
    const server = given.replace(/\/+$/, "");
    if (getOrInsert(names, server, () => name) !== name) unclear.add(server);
  }
  for (const server of unclear) names.delete(server);
  return names;
}

/** The cluster that a Secret describes, or that an ExternalSecret makes a Secret of; undefined where it cannot be read. */
function clusterOf({ kind, value }: PrintedObject): readonly [ClusterParameters] | undefined {
  const isMade = kind === "ExternalSecret";
  if (kind !== "Secret" && !isMade) return undefined;
  const secret = isMade ? valueAt(value, "spec", "target", "template") : value;
  const labels = textsOf(valueAt(secret, "metadata", "labels"));
  if (labels[CLUSTER_LABEL] !== "cluster") return undefined;
  const dataOf = (key: string): string | undefined => {
    const plain = textAt(secret, "stringData", key) ?? (isMade ? textAt(secret, "data", key) : undefined);
    return plain ?? decoded(textAt(secret, "data", key));
  };
  const [name = textAt(secret, "metadata", "name"), server] = [dataOf("name"), dataOf("server")];
  if (!isReadable(name) || !isReadable(server)) return undefined;
  const project = dataOf("project");
  const annotations = textsOf(valueAt(secret, "metadata", "annotations"));
  return [{ name, server, labels, annotations, ...(isReadable(project) && { project }) }];
}

/** Tells whether a text is there, and is neither encrypted nor a template. */
function isReadable(text: string | undefined): text is string {
  return text !== undefined && text !== "" && !/^ENC\[|\{\{|^<path:/.test(text);
}

function decoded(text: string | undefined): string | undefined {
  return text === undefined ? undefined : Buffer.from(text, "base64").toString("utf8");
}

function textsOf(value: Value | undefined): Record<string, string> {
  const entries = isMap(value) ? Object.entries(value) : [];
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => typeof entry[1] === "string"));
}
