/** Knows the clusters that Argo CD deploys to: Secrets that describe them, and those that the configuration lists. */
import { getOrInsert } from "../../collections.ts";
import type { ArgoCluster } from "../../configuration/index.ts";
import { isMap, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../yaml/index.ts";
import { ARGOCD_NAMESPACE, type ClusterParameters, type ServerNames } from "../argocd/index.ts";
import type { PrintedObject } from "../objects/index.ts";

/** The label of Secrets that describe clusters. */
export const CLUSTER_LABEL = "argocd.argoproj.io/secret-type";

const LOCAL_SERVER = "https://kubernetes.default.svc";

/** An object, and what belongs to the same Argo CD: the directory that begins to declare it, and the cluster where that is given. */
interface Declared {
  readonly object: PrintedObject;
  readonly home: string;
  readonly cluster: string | undefined;
}

interface Described {
  readonly cluster: ClusterParameters;
  /** The namespace of the Secret: Argo CD reads those of its own. */
  readonly namespace: string;
}

function namespaceOf({ object }: Declared): string {
  return object.namespace || ARGOCD_NAMESPACE;
}

/** The clusters of one Argo CD. */
export interface KnownClusters {
  /** Undefined if nothing says which there are. */
  readonly clusters: readonly ClusterParameters[] | undefined;
  /** True if only the one is known that Argo CD runs in, which says nothing of others. */
  readonly isPartial: boolean;
}

/** The clusters that a configuration lists, and those that Secrets describe which a walk comes to. */
export class ArgoClusters {
  readonly #listed: readonly ArgoCluster[];
  readonly #nameOf: (home: string) => string | undefined;
  /** By the Argo CD that has them. */
  readonly #described = new Map<string, Described[]>();
  /** The Argo CDs with Applications. */
  readonly #argocds: ReadonlySet<string>;

  #servers: ServerNames | undefined;

  /** @param nameOf the name of the cluster that a directory declares @param applications and sets */
  constructor(
    listed: readonly ArgoCluster[],
    nameOf: (home: string) => string | undefined,
    applications: readonly Declared[],
  ) {
    this.#listed = listed;
    this.#nameOf = nameOf;
    this.#argocds = new Set(applications.map((each) => this.#argocdOf(each)));
  }

  /** Notes a Secret. */
  note(declared: Declared): void {
    this.#servers = undefined;
    for (const cluster of clusterOf(declared.object) ?? [])
      getOrInsert(this.#described, this.#argocdOf(declared), (): Described[] => []).push({
        cluster,
        namespace: namespaceOf(declared),
      });
  }

  /**
   * The clusters of the Argo CD of a set. Secrets of its namespace count that come from the same place; where there are none, those that
   * come from places without Applications. A listed one counts over a Secret that describes one of the same name.
   */
  of(declared: Declared): KnownClusters {
    const argocd = this.#argocdOf(declared);
    const beside = [...this.#described].flatMap(([name, all]) => (this.#argocds.has(name) ? [] : all));
    const described = (this.#described.get(argocd) ?? beside)
      .filter(({ namespace }) => namespace === namespaceOf(declared))
      .map(({ cluster }) => cluster);
    const listed = this.#listed.filter((each) => each.argocd === undefined || each.argocd === argocd);
    const byName = new Map(described.map((each) => [each.name, each]));
    for (const { name, server, project, labels, annotations } of listed)
      byName.set(name, {
        name,
        server,
        ...(project !== undefined && { project }),
        labels: Object.fromEntries(labels),
        annotations: Object.fromEntries(annotations),
      });
    const clusters = [...byName.values()];
    const isPartial = listed.length === 0 && clusters.every(({ server }) => server === LOCAL_SERVER);
    return { clusters: clusters.length === 0 ? undefined : clusters, isPartial };
  }

  get servers(): ServerNames {
    return (this.#servers ??= serverNames([
      ...this.#listed,
      ...[...this.#described.values()].flat().map(({ cluster }) => cluster),
    ]));
  }

  #argocdOf({ home, cluster }: Declared): string {
    return cluster ?? this.#nameOf(home) ?? "";
  }
}

/** Tells whether an object describes a cluster for Argo CD. */
export function describesCluster({ kind, value }: PrintedObject): boolean {
  const labels = valueAt(secretIn(kind, value), "metadata", "labels");
  return textAt(labels, CLUSTER_LABEL) === "cluster";
}

/** The names of servers, but for those of which there are several. */
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

/** A Secret, or what an ExternalSecret makes one of. */
function secretIn(kind: string, value: Value): Value | undefined {
  if (kind === "Secret") return value;
  return kind === "ExternalSecret" ? valueAt(value, "spec", "target", "template") : undefined;
}

/** The cluster that a Secret describes, or that an ExternalSecret makes a Secret of; undefined where it cannot be read. */
function clusterOf({ kind, value }: PrintedObject): readonly [ClusterParameters] | undefined {
  const isMade = kind === "ExternalSecret";
  const secret = secretIn(kind, value);
  const labels = textsOf(valueAt(secret, "metadata", "labels"));
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
