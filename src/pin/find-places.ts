/** Finds the references of a file, and the files that it includes. Reads as kustomize does, so nothing that it follows is left out. */
import { parseCatalogReference } from "../catalog/index.ts";
import { type PathForm, pathFieldsOf } from "../composition/index.ts";
import type { Location } from "../diagnostics.ts";
import { inlineObjects } from "../resource/index.ts";
import { isAddress, parseGitReference } from "../sources/index.ts";
import { parseConfig, parseResources } from "../yaml/index.ts";
import { get, isNull, locate, type Node, type ScalarNode, type Source } from "../yaml/nodes/node.ts";
import type { Found, Include, Place, PlaceKind } from "./places.ts";

export type Role = "kustomization" | "composition" | "configs" | "catalog";

const KUSTOMIZATION = pathFieldsOf("kustomize.config.k8s.io/v1beta1", "Kustomization");
const CONFIG_LISTS: ReadonlySet<string> = new Set(["generators.*", "transformers.*", "validators.*"]);
const FUNCTION_ANNOTATIONS: ReadonlySet<string> = new Set(["config.kubernetes.io/function", "config.k8s.io/function"]);
/** The fields of catalogs that hold what their authors like. */
const OPAQUE: ReadonlySet<string> = new Set(["schema", "examples", "description", "usage"]);
const CHART = { name: "name", repo: "repo", version: "version" } as const;
const OLD_CHART = { name: "chartName", repo: "chartRepoUrl", version: "chartVersion" } as const;
/** How deep texts and lists may lie in each other. */
const MAX_DEPTH = 64;

/** @param asConfigs true if the resources of the kustomization are configs of functions */
export function findPlaces(documents: readonly Node[], role: Role, file: string, asConfigs: boolean): Found {
  const finder = new Finder(file, asConfigs);
  for (const document of documents) {
    const top: Step = { node: document, isAlias: false };
    if (role === "kustomization") finder.kustomization(top);
    else if (role === "composition") finder.composition(top);
    else if (role === "catalog") finder.catalog(top);
    else finder.config(top);
  }
  return finder;
}

/** A node, and true if an alias led to it. */
interface Step<T extends Node = Node> {
  readonly node: T;
  readonly isAlias: boolean;
}

class Finder implements Found {
  readonly places: Place[] = [];
  readonly includes: Include[] = [];
  readonly #file: string;
  readonly #asConfigs: boolean;
  readonly holders = new Map<Source, ScalarNode>();

  constructor(file: string, asConfigs: boolean) {
    this.#file = file;
    this.#asConfigs = asConfigs;
  }

  kustomization(top: Step): void {
    for (const [path, form] of KUSTOMIZATION) {
      for (const leaf of leavesOf(top, path.split("."))) {
        if (CONFIG_LISTS.has(path)) this.#configEntry(leaf);
        else this.#path(leaf, form, path === "resources.*" ? "resource" : "git");
      }
    }
    this.#charts(top);
    for (const leaf of leavesOf(top, ["catalogs", "*"])) this.#catalogReference(leaf);
  }

  composition(top: Step): void {
    for (const [imports, list, overrides] of [
      ["transformersFrom", "transformers", "transformerOverrides"],
      ["modulesFrom", "modules", "moduleOverrides"],
    ] as const) {
      for (const leaf of leavesOf(top, [imports, "*", "path"])) this.#included(leaf, "git", "composition");
      for (const leaf of leavesOf(top, [list, "*"])) this.#configEntry(leaf);
      for (const leaf of leavesOf(top, [overrides, "*"])) this.config(leaf);
    }
    for (const leaf of leavesOf(top, ["openapi", "path"])) this.#path(leaf, "file", "git");
    for (const leaf of leavesOf(top, ["catalogs", "*"])) this.#catalogReference(leaf);
  }

  /** The images of a catalog's functions. One with a `sha256` beside it is fixed. */
  catalog(top: Step, depth = 0): void {
    if (top.node.kind === "scalar" || depth > MAX_DEPTH) return;
    if (top.node.kind === "seq") {
      for (const item of leavesOf(top, ["*"])) this.catalog(item, depth + 1);
      return;
    }
    for (const { key, value } of top.node.entries) {
      const step = { node: value, isAlias: top.isAlias || isCopy(value, key.offset) };
      if (key.kind === "scalar" && key.value === "container" && value.kind === "map") this.#container(step);
      else if (key.kind !== "scalar" || !OPAQUE.has(key.value)) this.catalog(step, depth + 1);
    }
  }

  /** The config of a function or of a built-in. */
  config(step: Step, depth = 0): void {
    const { node } = step;
    if (node.kind !== "map" || depth > MAX_DEPTH) return;
    const [apiVersion, kind] = [textOf(get(node, "apiVersion")), textOf(get(node, "kind"))];
    for (const [path, form] of pathFieldsOf(apiVersion, kind)) {
      for (const leaf of leavesOf(step, path.split("."))) {
        if (form === "config") this.#configEntry(leaf, depth + 1);
        else this.#path(leaf, form, "resource");
      }
    }
    if (kind.endsWith("List")) for (const item of leavesOf(step, ["items", "*"])) this.config(item, depth + 1);
    if (apiVersion === "builtin" && kind === "HelmChartInflationGenerator") this.#chart(step, CHART);
    this.#charts(step);
    for (const name of ["runtime", "provider"]) {
      for (const leaf of leavesOf(step, [name, "container"])) this.#container(leaf);
    }
    for (const annotations of leavesOf(step, ["metadata", "annotations"])) {
      if (annotations.node.kind !== "map") continue;
      for (const { key, value } of annotations.node.entries) {
        if (key.kind !== "scalar" || !FUNCTION_ANNOTATIONS.has(key.value) || value.kind !== "scalar") continue;
        const isAlias = annotations.isAlias || isCopy(value, key.offset);
        const inner = this.#held(value, parseConfig(value.value, this.#file));
        for (const leaf of inner === undefined ? [] : leavesOf({ node: inner, isAlias }, ["container"])) {
          this.#container(leaf);
        }
      }
    }
  }

  #container(step: Step): void {
    if (leavesOf(step, ["sha256"]).some(({ node }) => textOf(node) !== "")) return;
    for (const leaf of leavesOf(step, ["image"])) {
      if (leaf.node.kind === "scalar" && leaf.node.value !== "") this.#add("image", leaf.node.value, leaf);
    }
  }

  #charts(top: Step): void {
    for (const leaf of leavesOf(top, ["helmCharts", "*"])) this.#chart(leaf, CHART);
    for (const leaf of leavesOf(top, ["helmChartInflationGenerator", "*"])) this.#chart(leaf, OLD_CHART);
  }

  #chart(step: Step, names: typeof CHART | typeof OLD_CHART): void {
    const { node } = step;
    if (node.kind !== "map") return;
    const [repo, nameNode] = [textOf(field(node, names.repo)), field(node, names.name)];
    // A chart without a repository is in the tree.
    if (repo === "" || nameNode?.kind !== "scalar" || nameNode.value === "") return;
    const [version] = leavesOf(step, [names.version]);
    const chart = {
      repo,
      name: nameNode.value,
      devel: textOf(field(node, "devel")) === "true",
      entry: node,
      nameNode,
      versionField: names.version,
    };
    const leaf = version?.node.kind === "scalar" ? (version as Step<ScalarNode>) : undefined;
    this.places.push({
      kind: "chart",
      reference: textOf(leaf?.node),
      node: leaf?.node,
      location: this.#place(leaf?.node ?? nameNode),
      isAlias: leaf?.isAlias ?? step.isAlias,
      chart,
    });
  }

  #catalogReference(leaf: Step): void {
    if (leaf.node.kind !== "scalar") return;
    const { value } = leaf.node;
    const location = this.#place(leaf.node);
    const reference = parseCatalogReference(value, location);
    if (reference.kind === "path") this.includes.push({ path: reference.path, location, as: "catalog" });
    else this.#add("catalog", value, leaf);
  }

  /** An entry of generators, transformers or validators, or of a composition. */
  #configEntry(leaf: Step, depth = 0): void {
    const { node } = leaf;
    if (node.kind === "map") return this.config(leaf, depth);
    if (node.kind !== "scalar") return;
    const isInline = inlineObjects({ text: node.value, location: this.#place(node) }, () => true) !== undefined;
    if (!isInline) return this.#included(leaf, "resource", "configs");
    for (const document of parseResources(node.value, this.#file)) {
      const inner = this.#held(node, document);
      if (inner !== undefined) this.config({ node: inner, isAlias: leaf.isAlias }, depth + 1);
    }
  }

  #path(leaf: Step, form: PathForm, asDirectory: "resource" | "git"): void {
    if (leaf.node.kind !== "scalar" || form === "chartHome") return;
    const { value } = leaf.node;
    if (form === "resource") return this.#included(leaf, asDirectory, this.#asConfigs ? "configs" : "resources");
    const path = form === "key=file" ? value.slice(value.indexOf("=") + 1) : value;
    if (isAddress(path)) this.#add("file", path, leaf);
  }

  /** A path to a directory or a file, or an address. */
  #included(leaf: Step, kind: "resource" | "git", as: Include["as"]): void {
    if (leaf.node.kind !== "scalar" || leaf.node.value === "") return;
    const { value } = leaf.node;
    if (isAddress(value) && kind === "resource") this.#add("resource", value, leaf);
    else if (parseGitReference(value) !== undefined) this.#add("git", value, leaf);
    else if (!isAddress(value)) this.includes.push({ path: value, location: this.#place(leaf.node), as });
  }

  #add(kind: PlaceKind, reference: string, { node, isAlias }: Step): void {
    if (node.kind !== "scalar") return;
    this.places.push({ kind, reference, node, location: this.#place(node), isAlias });
  }

  /** Notes which scalar a text is the value of. */
  #held(holder: ScalarNode, inner: Node | undefined): Node | undefined {
    if (inner?.source === undefined) return inner;
    this.holders.set(inner.source, holder);
    inner.source.within = this.#place(holder);
    return inner;
  }

  #place(node: Node): Location {
    return locate(node) ?? { file: this.#file };
  }
}

/** The nodes at a path. Names of fields match in any case, as in kustomize. */
function leavesOf(step: Step, path: readonly string[]): readonly Step[] {
  const [name, ...rest] = path;
  if (name === undefined) return [step];
  const { node } = step;
  if (name === "*") {
    if (node.kind !== "seq") return [];
    let before = node.offset;
    return node.items.flatMap((item) => {
      const isAlias = step.isAlias || isCopy(item, before);
      if (!isAlias) before = item.offset;
      return leavesOf({ node: item, isAlias }, rest);
    });
  }
  if (node.kind !== "map") return [];
  return node.entries.flatMap(({ key, value }) => {
    if (key.kind !== "scalar" || key.value.toLowerCase() !== name.toLowerCase()) return [];
    const isAlias = step.isAlias || isCopy(value, key.offset) || key.offset < node.offset;
    return leavesOf({ node: value, isAlias }, rest);
  });
}

/** True if an alias stands for a node: the reader puts a copy there, with the offset of the anchor. */
function isCopy(node: Node, before: number): boolean {
  return node.offset <= before && node.offset !== 0;
}

function field(node: Node, name: string): Node | undefined {
  return leavesOf({ node, isAlias: false }, [name])[0]?.node;
}

function textOf(node: Node | undefined): string {
  return node?.kind === "scalar" && !isNull(node) ? node.value : "";
}
