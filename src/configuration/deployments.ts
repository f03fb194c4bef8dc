/** Reads the section `deployments`: what a search for deployments cannot find by itself. */
import type { Location } from "../diagnostics.ts";
import { quote } from "../documents/index.ts";
import { type MapValue, toConfigValue } from "../yaml/index.ts";
import { get, isNull, locate, type Node } from "../yaml/nodes/node.ts";
import type { ASKING_GENERATORS, SOURCE_KINDS, VALUE_KINDS } from "./schema.ts";

export interface DeploymentSettings {
  /** True if nothing is searched: only directories are targets. */
  readonly isOff: boolean;
  /** The place that says so. */
  readonly place?: Location;
  /** The places where the search begins; undefined if they are found by themselves. */
  readonly roots: readonly DeploymentRoot[] | undefined;
  readonly ignore: readonly IgnoredDeployments[];
  readonly values: readonly ClusterValues[];
  readonly sources: readonly DeploymentSource[];
  readonly charts: readonly InstalledChart[];
  readonly clusters: readonly ArgoCluster[];
  readonly generators: readonly GeneratedParameters[];
}

export interface DeploymentRoot {
  /** A glob of files and directories, see {@link globMatcher}. */
  readonly path: string;
  /** The name of the cluster; that of the directory if absent. */
  readonly cluster?: string;
  readonly place: Location;
}

export interface IgnoredDeployments {
  /** A glob of files and directories, with all that is below them, or of ids, see {@link coverMatcher}. */
  readonly pattern: string;
  readonly place: Location;
}

/** An object that only the cluster has. One for a cluster takes the place of one for all. */
export interface ClusterValues {
  readonly kind: (typeof VALUE_KINDS)[number];
  readonly namespace: string;
  readonly name: string;
  /** All clusters if absent. */
  readonly cluster?: string;
  /** Plain texts, also of a Secret. */
  readonly data: ReadonlyMap<string, string>;
  readonly place: Location;
}

/** A source that is this repository, or a directory of it. One with a namespace takes the place of one without. */
export interface DeploymentSource {
  readonly kind: (typeof SOURCE_KINDS)[number];
  readonly namespace?: string;
  readonly name: string;
  /** A directory, relative to the top; `.` for the top. */
  readonly path: string;
  readonly place: Location;
}

/** A chart that `helm upgrade` installs: no file of a controller says so. */
export interface InstalledChart {
  /** The directory of the chart, relative to the top. */
  readonly path: string;
  readonly release: string;
  readonly namespace: string;
  readonly cluster: string;
  /** In the order in which helm gets them. */
  readonly values: readonly { readonly path: string; readonly place: Location }[];
  readonly place: Location;
}

/** A cluster that Argo CD deploys to. */
export interface ArgoCluster {
  readonly name: string;
  readonly server: string;
  readonly project?: string;
  /** The cluster whose Argo CD has it; each if absent. */
  readonly argocd?: string;
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
  readonly place: Location;
}

/** The parameters that a generator of an ApplicationSet finds, and that only the cluster can ask for. */
export interface GeneratedParameters {
  /** NAMESPACE/NAME of the set, or a glob, see {@link globMatcher}. */
  readonly set: string;
  readonly generator: (typeof ASKING_GENERATORS)[number];
  readonly elements: readonly MapValue[];
  readonly place: Location;
}

export const FOUND_DEPLOYMENTS: DeploymentSettings = {
  isOff: false,
  roots: undefined,
  ignore: [],
  values: [],
  sources: [],
  charts: [],
  clusters: [],
  generators: [],
};

type Report = (message: string, node: Node, hint: string) => void;

/** Reads the section, which has a valid shape. Calls `report` for each mistake in what it says. */
export function readDeployments(node: Node | undefined, file: string, report: Report): DeploymentSettings {
  if (node === undefined || isNull(node)) return FOUND_DEPLOYMENTS;
  const place = (each: Node): Location => locate(each) ?? { file };
  if (node.kind === "scalar") {
    const isOff = node.value.toLowerCase() === "false";
    return isOff ? { ...FOUND_DEPLOYMENTS, isOff, place: place(node) } : FOUND_DEPLOYMENTS;
  }
  const roots = get(node, "roots");
  return {
    isOff: false,
    roots: roots && !isNull(roots) ? rootsOf(roots, place, report) : undefined,
    ignore: itemsOf(get(node, "ignore")).map((item) => ({ pattern: patternOf(item, report), place: place(item) })),
    values: valuesOf(get(node, "values"), place, report),
    sources: sourcesOf(get(node, "sources"), place, report),
    charts: chartsOf(get(node, "charts"), place, report),
    clusters: clustersOf(get(node, "clusters"), place, report),
    generators: generatorsOf(get(node, "generators"), place, report),
  };
}

type PlaceOf = (node: Node) => Location;

function rootsOf(node: Node, place: PlaceOf, report: Report): DeploymentRoot[] {
  const single = new Single("root", report);
  return itemsOf(node).map((item) => {
    const path = pathOf(get(item, "path"), "wildcards", report);
    single.note(path, quote(path), item);
    return { path, ...optional("cluster", item), place: place(item) };
  });
}

function valuesOf(node: Node | undefined, place: PlaceOf, report: Report): ClusterValues[] {
  const single = new Single("object", report);
  return itemsOf(node).map((item) => {
    const data = get(item, "data");
    const values = {
      kind: textOf(get(item, "kind")) as ClusterValues["kind"],
      namespace: textOf(get(item, "namespace")),
      name: textOf(get(item, "name")),
      ...optional("cluster", item),
    };
    single.note(JSON.stringify(Object.values(values)), valuesText(values), item);
    return { ...values, data: textsOf(data), place: place(item) };
  });
}

function sourcesOf(node: Node | undefined, place: PlaceOf, report: Report): DeploymentSource[] {
  const single = new Single("source", report);
  return itemsOf(node).map((item) => {
    const source = {
      kind: textOf(get(item, "kind")) as DeploymentSource["kind"],
      ...optional("namespace", item),
      name: textOf(get(item, "name")),
    };
    single.note(sourceText(source), sourceText(source), item);
    const path = get(item, "path");
    return { ...source, path: path === undefined ? "." : pathOf(path, "literal", report), place: place(item) };
  });
}

function chartsOf(node: Node | undefined, place: PlaceOf, report: Report): InstalledChart[] {
  const single = new Single("release", report);
  return itemsOf(node).map((item) => {
    const name = {
      cluster: textOf(get(item, "cluster")),
      namespace: textOf(get(item, "namespace")),
      release: textOf(get(item, "release")),
    };
    single.note(JSON.stringify(Object.values(name)), releaseText(name), item);
    const values = itemsOf(get(item, "values")).map((each) => ({
      path: pathOf(each, "literal", report),
      place: place(each),
    }));
    return { path: pathOf(get(item, "path"), "literal", report), ...name, values, place: place(item) };
  });
}

function clustersOf(node: Node | undefined, place: PlaceOf, report: Report): ArgoCluster[] {
  const single = new Single("cluster", report);
  return itemsOf(node).map((item) => {
    const name = textOf(get(item, "name"));
    const cluster = { name, ...optional("argocd", item) };
    single.note(JSON.stringify(Object.values(cluster)), clusterText(cluster), item);
    return {
      ...cluster,
      server: textOf(get(item, "server")).replace(/\/+$/, "") || `https://${name}`,
      ...optional("project", item),
      labels: textsOf(get(item, "labels")),
      annotations: textsOf(get(item, "annotations")),
      place: place(item),
    };
  });
}

function generatorsOf(node: Node | undefined, place: PlaceOf, report: Report): GeneratedParameters[] {
  const single = new Single("generator", report);
  return itemsOf(node).map((item) => {
    const generator = {
      set: textOf(get(item, "set")),
      generator: textOf(get(item, "generator")) as GeneratedParameters["generator"],
    };
    single.note(JSON.stringify(Object.values(generator)), generatorText(generator), item);
    const elements = itemsOf(get(item, "elements")).map((each) => toConfigValue(each) as MapValue);
    return { ...generator, elements, place: place(item) };
  });
}

function textsOf(node: Node | undefined): ReadonlyMap<string, string> {
  const entries = node?.kind === "map" ? node.entries : [];
  return new Map(entries.map(({ key, value }) => [textOf(key), textOf(value)]));
}

/** Names a cluster for people: `prod-eu of the Argo CD of hub`. */
export function clusterText({ name, argocd }: { readonly name: string; readonly argocd?: string | undefined }): string {
  return argocd === undefined ? name : `${name} of the Argo CD of ${argocd}`;
}

/** Names a generator for people: `pullRequest of argocd/previews`. */
export function generatorText({ set, generator }: Pick<GeneratedParameters, "set" | "generator">): string {
  return `${generator} of ${set}`;
}

/** Names a release for people: `shop/web of the cluster prod`. */
export function releaseText({
  namespace,
  release,
  cluster,
}: Pick<InstalledChart, "namespace" | "release" | "cluster">): string {
  return `${namespace}/${release} of the cluster ${cluster}`;
}

/** Names values for people: `ConfigMap flux-system/cluster-settings of the cluster prod`. */
export function valuesText({ kind, namespace, name, cluster }: Omit<ClusterValues, "data" | "place">): string {
  return `${kind} ${namespace}/${name}${cluster === undefined ? "" : ` of the cluster ${cluster}`}`;
}

/** Names a source for people: `GitRepository flux-system/apps`, or without its namespace for those of all. */
export function sourceText({ kind, namespace, name }: Omit<DeploymentSource, "path" | "place">): string {
  return `${kind} ${namespace === undefined ? "" : `${namespace}/`}${name}`;
}

/** Reports what is given a second time. */
class Single {
  readonly #sort: string;
  readonly #report: Report;
  readonly #known = new Map<string, number | undefined>();

  constructor(sort: string, report: Report) {
    this.#sort = sort;
    this.#report = report;
  }

  note(key: string, text: string, node: Node): void {
    const line = this.#known.get(key);
    const first = line === undefined ? "before" : `in line ${line}`;
    if (this.#known.has(key)) this.#report(`the ${this.#sort} ${text} is given ${first} already`, node, JOIN);
    else this.#known.set(key, locate(node)?.line);
  }
}

const JOIN = "Keep one of them.";

/** Ids have two slashes together, as no path has; those of HelmReleases have one part more. */
const ID = /^(?:flux:\/\/(?:[^/]+\/){2,3}|argocd:\/\/(?:[^/]+\/){2})[^/]+$|^(?:flux|argocd):\/\/(?:[^/]+\/){0,3}\*\*$/;

/** Returns an id as it is, and a path without `./` and slashes that say nothing. */
function patternOf(node: Node, report: Report): string {
  const text = textOf(node);
  if (!/^[A-Za-z]+:\/\//.test(text)) return pathOf(node, "wildcards", report);
  if (!ID.test(text))
    report(
      `no id of a deployment is like ${quote(text)}`,
      node,
      "Write `flux://CLUSTER/NAMESPACE/NAME`, `flux://CLUSTER/NAMESPACE/HelmRelease/NAME` or `argocd://CLUSTER/NAMESPACE/NAME`, with `*` for any characters of one part.",
    );
  return text;
}

function pathOf(node: Node | undefined, form: "wildcards" | "literal", report: Report): string {
  if (node === undefined) return ".";
  const text = textOf(node);
  const steps = text.split("/").filter((step) => step !== "" && step !== ".");
  const path = steps.join("/") || ".";
  const other = text.startsWith("!") ? "!" : /[?[\]{}()\\]/.exec(text)?.[0];
  if (text.startsWith("/"))
    report(`a path must not begin with a slash: ${quote(text)}`, node, `Write it from the top: ${quote(path)}.`);
  else if (steps.includes(".."))
    report(`a path must not contain \`..\`: ${quote(text)}`, node, "Write it from the top of the repository.");
  else if (form === "literal" && text.includes("*"))
    report(`this path has no wildcards: ${quote(text)}`, node, "Name one directory, or one file.");
  else if (form === "wildcards" && other !== undefined)
    report(`a path must not contain \`${other}\`: ${quote(text)}`, node, "Its wildcards are `*` and `**` alone.");
  return path;
}

function optional<Name extends string>(name: Name, node: Node): { readonly [Key in Name]?: string } {
  const value = get(node, name);
  return (value === undefined ? {} : { [name]: textOf(value) }) as { readonly [Key in Name]?: string };
}

function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined || isNull(node)) return [];
  return node.kind === "seq" ? node.items : [node];
}

function textOf(node: Node | undefined): string {
  return node?.kind === "scalar" ? node.value : "";
}
