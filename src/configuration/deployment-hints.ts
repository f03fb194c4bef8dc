/** The words for mistakes in the section `deployments`. */
import { type Path, quote, quoteField } from "../documents/index.ts";
import { plainText, type TextFault } from "./text-faults.ts";

const SWITCH = "Write its fields as `name: value`, or `false` for no search.";
const DATA = "Write its values as texts: `data: {DOMAIN: example.org}`. An object without any has `data: {}`.";

/** The hint for a field that is missing, by its list. */
const MISSING: Readonly<Record<string, string>> = {
  "roots.path": "Write where the search begins: `path: clusters/prod`.",
  "values.kind": "Write `kind: ConfigMap` or `kind: Secret`.",
  "values.namespace": "Write the namespace of the Kustomizations that read it: `namespace: flux-system`.",
  "values.name": "Write the name of the object: `name: cluster-settings`.",
  "values.data": DATA,
  "sources.kind": "Write the kind of the source: `kind: GitRepository`.",
  "sources.name": "Write the name of the source: `name: apps`.",
  "charts.path": "Write the directory of the chart: `path: charts/web`.",
  "charts.release": "Write the name that `helm upgrade` gets: `release: web`.",
  "charts.namespace": "Write the namespace that `helm upgrade` gets: `namespace: shop`.",
  "clusters.name": "Write the name that Argo CD has for it: `name: prod-eu`.",
  "generators.set": "Write the ApplicationSet: `set: argocd/previews`.",
  "generators.generator": "Write the kind of the generator: `generator: pullRequest`.",
  "generators.elements": 'Write the parameters of each Application: `elements: [{number: "12", branch: fix}]`.',
  "charts.cluster": "Write the cluster or the environment that has the release: `cluster: prod`.",
};

/** Returns the hint for a missing field of an entry; undefined elsewhere. */
export function missingHint([section, list]: Path, field: string): string | undefined {
  return section === "deployments" ? MISSING[`${list}.${field}`] : undefined;
}

/** Returns the hint for a value of a wrong type, which never quotes what may be a secret; undefined where others will do. */
export function typeHint(path: Path, isMissing: boolean): string | undefined {
  const [section, list, , field, key] = path;
  if (section !== "deployments") return undefined;
  if (path.length === 1) return SWITCH;
  if (list !== "values" || field !== "data") return undefined;
  if (key === undefined) return DATA;
  return isMissing ? 'Write `""` for an empty text.' : "Quote the value.";
}

/** Returns the hint for a list without entries; undefined elsewhere. */
export function emptyHint([section]: Path): string | undefined {
  return section === "deployments"
    ? "Remove the field, so that roots are found; `deployments: false` is for no search."
    : undefined;
}

/** Describes a key of `data` that no object can have; undefined for other fields. */
export function keyFault([section, list, , field]: Path, key: string): TextFault | undefined {
  if (section !== "deployments" || list !== "values" || field !== "data") return undefined;
  return {
    problem: `cannot have the key ${quoteField(key)}`,
    hint: "Keys have at most 253 letters, digits, dots, underscores and hyphens.",
  };
}

/** Describes a text that no pattern accepts; undefined outside of the section. */
export function deploymentTextFault([section, ...path]: Path, text: string): TextFault | undefined {
  if (section !== "deployments") return undefined;
  const field = path.at(-1);
  if (field === "set")
    return {
      problem: `is no namespace and name: ${quote(text)}`,
      hint: "Write the ApplicationSet: `argocd/previews`.",
    };
  if (field === "name" || field === "namespace" || field === "release")
    return {
      problem: `is no name of an object: ${quote(text)}`,
      hint: "Names have at most 253 small letters, digits, dots and hyphens.",
    };
  if (field !== "cluster") return plainText(text);
  return {
    problem: text === "" ? "is empty" : `must not be ${quote(text)}`,
    hint: "Use at most 63 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.",
  };
}
