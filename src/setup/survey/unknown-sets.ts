/** Finds out what ApplicationSets ask for that only Argo CD knows: the clusters that they choose from, and parameters of generators. */
import { getOrInsert } from "../../collections.ts";
import type { FoundDeployments } from "../../deployments/index.ts";
import { isMap, listAt, textAt, valueAt } from "../../manifests/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { MapValue, Value } from "../../yaml/index.ts";

export interface UnknownSets {
  /** The names of the sets, as `NAMESPACE/NAME`, sorted. */
  readonly sets: readonly string[];
  /** Undefined if no set chooses from clusters. */
  readonly clusters: AskedClusters | undefined;
  readonly generators: readonly AskedGenerator[];
}

interface AskedClusters {
  /** The labels that selectors and templates ask for, with the values that selectors name. */
  readonly labels: ReadonlyMap<string, readonly string[]>;
  /** The names of clusters that Applications deploy to. */
  readonly names: readonly string[];
  /** The addresses of clusters that Applications deploy to. */
  readonly servers: readonly string[];
}

export interface AskedGenerator {
  /** The name, as `NAMESPACE/NAME`. */
  readonly set: string;
  readonly kind: (typeof DECLARED)[number];
  /** The parameters that the template of the set names, in their order. */
  readonly parameters: readonly string[];
}

/** The kinds of generators whose parameters a configuration can give. */
const DECLARED = ["scmProvider", "pullRequest", "plugin", "clusterDecisionResource"] as const;
const LOCAL_SERVER = "https://kubernetes.default.svc";
/** Parameters that other generators, or the generator itself, give. */
const GIVEN: ReadonlySet<string> = new Set(["path", "values", "metadata", "generator"]);
const OF_CLUSTERS: readonly string[] = ["name", "nameNormalized", "server", "project", "clusters"];

/** Reads the sets of which the search could not find out what they make. */
export function unknownSets({ unknownSets: sets, targets }: FoundDeployments): UnknownSets {
  const labels = new Map<string, Set<string>>();
  const generators = new Map<string, AskedGenerator>();
  let hasClusters = false;
  for (const { namespace, name, value } of sets) {
    const set = `${namespace}/${name}`;
    const all = generatorsIn(valueAt(value, "spec", "generators"));
    const chosen = all.flatMap((each) => (isMap(valueAt(each, "clusters")) ? [valueAt(each, "clusters")] : []));
    hasClusters ||= chosen.length > 0;
    for (const each of chosen) addLabels(valueAt(each, "selector"), labels);
    if (chosen.length > 0)
      for (const [, key] of textIn(value).matchAll(/metadata\.labels\.([\w./-]+)/g))
        getOrInsert(labels, key ?? "", newSet);
    const given = new Set([...(chosen.length > 0 ? OF_CLUSTERS : []), ...all.flatMap(elementNames)]);
    const parameters = namesIn(value).filter((each) => !given.has(each) && !GIVEN.has(each));
    for (const kind of DECLARED)
      if (all.some((each) => isMap(valueAt(each, kind)))) generators.set(`${set} ${kind}`, { set, kind, parameters });
  }
  const destinations = targets.map(({ object }) => valueAt(object, "spec", "destination"));
  const textsOf = (field: string): readonly string[] =>
    [...new Set(destinations.flatMap((each) => textAt(each, field) ?? []))]
      .filter((each) => each !== "")
      .sort(compareBytewise);
  return {
    sets: [...new Set(sets.map(({ namespace, name }) => `${namespace}/${name}`))].sort(compareBytewise),
    clusters: hasClusters
      ? {
          labels: new Map([...labels].map(([key, values]) => [key, [...values]])),
          names: textsOf("name").filter((each) => each !== "in-cluster"),
          servers: textsOf("server").filter((each) => each.replace(/\/+$/, "") !== LOCAL_SERVER),
        }
      : undefined,
    generators: [...generators.values()].sort((a, b) => compareBytewise(a.set, b.set)),
  };
}

function newSet(): Set<string> {
  return new Set();
}

/** The generators of a list, and those in `matrix` and `merge`. */
function generatorsIn(list: Value | undefined): readonly MapValue[] {
  if (!Array.isArray(list)) return [];
  return list
    .filter(isMap)
    .flatMap((each) => [
      each,
      ...generatorsIn(valueAt(each, "matrix", "generators")),
      ...generatorsIn(valueAt(each, "merge", "generators")),
    ]);
}

function addLabels(selector: Value | undefined, labels: Map<string, Set<string>>): void {
  const add = (key: string, values: readonly (Value | undefined)[]): void => {
    if (key === "argocd.argoproj.io/secret-type") return;
    const found = getOrInsert(labels, key, newSet);
    for (const each of values) if (typeof each === "string") found.add(each);
  };
  const equal = valueAt(selector, "matchLabels");
  for (const [key, value] of Object.entries(isMap(equal) ? equal : {})) add(key, [value]);
  for (const each of listAt(selector, "matchExpressions")) {
    const isWanted = textAt(each, "operator") === "In";
    add(textAt(each, "key") ?? "", isWanted ? listAt(each, "values") : []);
  }
}

/** The names that the elements of a generator `list` give. */
function elementNames(generator: MapValue): readonly string[] {
  return listAt(generator, "list", "elements").flatMap((each) => (isMap(each) ? Object.keys(each) : []));
}

/** The texts of a set in which parameters stand. */
function textIn(set: Value): string {
  const spec = valueAt(set, "spec");
  return JSON.stringify([valueAt(spec, "template") ?? null, valueAt(spec, "templatePatch") ?? null]);
}

/** The first parts of the names of parameters that a template names, each once: `number` of `{{number}}` and of `{{.number}}`. */
function namesIn(set: Value): readonly string[] {
  const isGo = valueAt(set, "spec", "goTemplate") === true;
  const actions = [...textIn(set).matchAll(/\{\{(.*?)\}\}/g)].map(([, action = ""]) => action);
  const form = isGo ? /(?<![\w.)\]$])\.([A-Za-z_]\w*)/g : /^\s*([A-Za-z_][\w-]*)/g;
  return [...new Set(actions.flatMap((action) => [...action.matchAll(form)].map(([, name = ""]) => name)))];
}
