/** Warns about fields that name a renamed object without a rule for name references, mostly of custom resources. */
import type { Warn } from "../../diagnostics.ts";
import { words } from "../../documents/index.ts";
import { CLUSTER_SCOPE, type Gvk, isLocalConfig, type Resource, scalarText } from "../../resource/index.ts";
import { get, type MapNode, type Node, type ScalarNode } from "../../yaml/nodes/node.ts";
import type { Candidates } from "./reference-candidates.ts";
import { byConfiguration, staleReference } from "./stale-references.ts";

/**
 * Warns if a custom resource or an annotation has the old name of a renamed object. Only unambiguous fields count: a
 * `name` beside the `kind` of the object, and fields about Secrets and ConfigMaps with the name of a generated object
 * without its hash. Does nothing if nothing was renamed.
 */
export function warnOfUncovered(resources: readonly Resource[], candidates: Candidates, warn: Warn): void {
  if (!candidates.hasRenamed) return;
  for (const referrer of resources) {
    if (referrer.node === undefined) continue;
    const annotations = get(get(referrer.node, "metadata"), "annotations");
    const isCustom = isWithoutRules(referrer.id);
    if (annotations === undefined && !isCustom) continue;
    const search = new Search(referrer, candidates, warn);
    if (annotations !== undefined) search.annotations(annotations);
    if (!isCustom) continue;
    for (const { key, value } of referrer.node.entries) {
      if (key.kind === "scalar" && key.value !== "metadata") search.within(key.value, value);
    }
  }
}

/** The groups of Kubernetes with a dot in their names. */
const BUILT_IN: ReadonlySet<string> = new Set(
  words(`
    admissionregistration apiextensions apiregistration authentication authorization certificates coordination discovery
    events flowcontrol.apiserver internal.apiserver networking node rbac.authorization resource scheduling storage
    storagemigration
  `).map((name) => `${name}.k8s.io`),
);

/** Tells whether no default rules cover a kind. They cover the kinds of Kubernetes, except for ServiceAccount. */
function isWithoutRules({ group, kind }: Gvk): boolean {
  return group.includes(".") ? !BUILT_IN.has(group) : group === "" && kind === "ServiceAccount";
}

class Search {
  readonly #referrer: Resource;
  readonly #candidates: Candidates;
  readonly #warn: Warn;
  /** The path of the current node. */
  readonly #path: string[] = [];

  constructor(referrer: Resource, candidates: Candidates, warn: Warn) {
    this.#referrer = referrer;
    this.#candidates = candidates;
    this.#warn = warn;
  }

  annotations(node: Node): void {
    this.#path.push("metadata");
    this.within("annotations", node);
    this.#path.pop();
  }

  within(key: string, value: Node): void {
    this.#path.push(key);
    this.#visit(value);
    this.#path.pop();
  }

  #visit(node: Node): void {
    if (node.kind === "seq") for (const item of node.items) this.#visit(item);
    if (node.kind !== "map") return;
    for (const { key, value } of node.entries) {
      if (key.kind !== "scalar") continue;
      if (value.kind === "scalar") this.#look(key.value, value, node);
      else this.within(key.value, value);
    }
  }

  #look(key: string, node: ScalarNode, parent: MapNode): void {
    const renamed = this.#candidates.renamed(node.value);
    if (renamed.length === 0) return;
    const path = [...this.#path, key];
    const meant = renamed.find((candidate) => this.#isMeant(candidate, parent, path));
    if (meant === undefined || isLocalConfig(this.#referrer.node)) return;
    const field = path.map((step) => step.replaceAll("/", "\\/")).join("/");
    const { kind } = meant.id;
    const why = { reason: "no rule covers the field", hint: byConfiguration(this.#referrer.id.kind, field) };
    this.#warn(() => staleReference({ referrer: this.#referrer, node, field, kind, why }));
  }

  #isMeant(candidate: Resource, parent: MapNode, path: readonly string[]): boolean {
    const { id } = candidate;
    const kind = path.at(-1) === "name" ? get(parent, "kind") : undefined;
    if (kind === undefined ? !isAbout(candidate, path) : scalarText(kind) !== id.kind) return false;
    const group = groupIn(parent);
    if (kind !== undefined && group !== undefined && group !== id.group) return false;
    const namespace = get(parent, "namespace");
    if (namespace !== undefined) return scalarText(namespace) === id.namespace;
    const own = this.#referrer.id.effectiveNamespace;
    return own === id.effectiveNamespace || own === CLUSTER_SCOPE || id.effectiveNamespace === CLUSTER_SCOPE;
  }
}

/** Tells whether the field, or the map in which it is the `name`, is named after the kind of a generated object. */
function isAbout({ id, unhashedName }: Resource, path: readonly string[]): boolean {
  if (unhashedName === undefined) return false;
  const last = path.at(-1) as string;
  const word = last === "name" ? (path.at(-2) ?? "") : last;
  return word.toLowerCase().replaceAll(/[-_]/g, "").includes(id.kind.toLowerCase());
}

/** The group in a reference; undefined if there is none. */
function groupIn(parent: MapNode): string | undefined {
  const group = get(parent, "apiGroup") ?? get(parent, "group");
  if (group !== undefined) return scalarText(group);
  const apiVersion = scalarText(get(parent, "apiVersion"));
  if (apiVersion === "") return undefined;
  return apiVersion.includes("/") ? apiVersion.slice(0, apiVersion.indexOf("/")) : "";
}
