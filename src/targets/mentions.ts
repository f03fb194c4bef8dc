/**
 * The paths that a kustomization, a composition or a config may name, whatever the field: every text that may be a path counts, so that
 * no field is forgotten. What it means is not decided here.
 */
import { posix } from "node:path";
import { isRemote } from "../engine/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { fieldOf, mappingsIn, nameOf, textAt, textOf } from "./fields.ts";
import { FETCHED, programOf, type UnboundProgram } from "./programs.ts";

export interface Mentions {
  /** Texts that may be paths, as they are written. */
  readonly paths: ReadonlySet<string>;
  /** Paths that are listed as configs: the mentions in these files count as well. */
  readonly configs: ReadonlySet<string>;
  /** The directories of charts, which are read as a whole. */
  readonly charts: ReadonlySet<string>;
  /** Paths that are listed as catalogs. */
  readonly catalogs: ReadonlySet<string>;
  /** Programs of the configs that may read more than they name, by their reasons. */
  readonly programs: ReadonlyMap<string, UnboundProgram>;
}

/** The lists of configs, in lower case; those of a composition in both of its vocabularies. */
const CONFIG_LISTS: ReadonlySet<string> = new Set(["generators", "transformers", "validators", "modules"]);
/** The lists of parts of configs, whose other parts are elsewhere. */
const OVERRIDE_LISTS: ReadonlySet<string> = new Set(["transformeroverrides", "moduleoverrides"]);
/** The lists of compositions whose entries run as its own. */
const IMPORT_LISTS: ReadonlySet<string> = new Set(["transformersfrom", "modulesfrom"]);
const CHART_LISTS: ReadonlySet<string> = new Set(["helmcharts", "helmchartinflationgenerator"]);

/** The default directory of charts; docs/specification/helm-charts.md 1.2. */
const DEFAULT_CHART_HOME = "charts";
/** Above it, the directories of charts count as a whole. */
const MAX_CHARTS = 1000;
/** PATH_MAX: nothing is found at longer paths. */
const MAX_TEXT = 4096;

/** The sort of a file: `configs` are those of a kustomization, `entries` those of a composition, which others may override. */
export type Role = "kustomization" | "composition" | "configs" | "entries" | "catalog";

export function mentionsOf(documents: readonly Node[], role: Role): Mentions {
  const reader = new MentionReader(role === "composition" || role === "entries");
  for (const document of documents) {
    if (role === "configs" || role === "entries") reader.configsIn(document);
    else reader.visit(document);
  }
  return reader.finish();
}

class MentionReader implements Mentions {
  readonly paths = new Set<string>();
  readonly configs = new Set<string>();
  readonly catalogs = new Set<string>();
  readonly programs = new Map<string, UnboundProgram>();
  readonly charts = new Set<string>();
  readonly #isComposition: boolean;
  /** Aliases make one node many times. */
  readonly #seen = new Set<Node>();
  readonly #chartHomes = new Set<string>([DEFAULT_CHART_HOME]);
  readonly #chartNames = new Set<string>();

  constructor(isComposition: boolean) {
    this.#isComposition = isComposition;
  }

  visit(node: Node): void {
    if (this.#seen.has(node)) return;
    this.#seen.add(node);
    if (node.kind === "scalar") this.#addText(textOf(node));
    else if (node.kind === "seq") for (const item of node.items) this.visit(item);
    else if (node.kind === "map") for (const { key, value } of node.entries) this.#field(nameOf(key), value);
  }

  /** The config that a document is, or those that it lists. */
  configsIn(document: Node): void {
    const found = new Set([document]);
    // Iterating over a set visits elements that are added meanwhile.
    for (const node of found) {
      const items = node.kind === "map" && textAt(node, "kind").endsWith("List") ? fieldOf(node, "items") : undefined;
      if (items?.kind === "seq") for (const item of items.items) found.add(item);
      if (node.kind === "map" && items === undefined) this.config(node);
      else this.visit(node);
    }
  }

  config(config: MapNode): void {
    const { doubt, paths } = programOf(config, this.#isComposition);
    if (doubt !== undefined) this.programs.set(doubt.reason, doubt);
    for (const path of paths) this.#addText(path);
    if (textAt(config, "kind") === "HelmChartInflationGenerator") this.#addChart(config);
    this.visit(config);
  }

  finish(): Mentions {
    const count = this.#chartHomes.size * this.#chartNames.size;
    for (const home of this.#chartHomes) {
      // Other compositions may override the name of a chart.
      if (this.#isComposition || count > MAX_CHARTS) this.charts.add(home);
      else for (const name of this.#chartNames) this.charts.add(posix.join(home, name));
    }
    return this;
  }

  #field(name: string, value: Node): void {
    if (name === "charthome" && value.kind === "scalar") return void this.#chartHomes.add(textOf(value));
    const add = value.kind === "seq" ? this.#adderOf(name) : undefined;
    if (value.kind === "seq" && add !== undefined) for (const item of value.items) add(item);
    if (add === undefined || IMPORT_LISTS.has(name) || CHART_LISTS.has(name)) this.visit(value);
  }

  /** Returns the function for the items of a list; undefined for fields without a rule of their own. */
  #adderOf(name: string): ((item: Node) => void) | undefined {
    if (CONFIG_LISTS.has(name)) return (item) => this.#listed(item);
    if (OVERRIDE_LISTS.has(name)) return (item) => this.#override(item);
    if (CHART_LISTS.has(name)) return (item) => item.kind === "map" && this.#addChart(item);
    if (IMPORT_LISTS.has(name))
      return (item) => isRemote(textAt(item, "path")) && this.programs.set(FETCHED.reason, FETCHED);
    if (name !== "catalogs") return undefined;
    return (item) => {
      // A reference may end in the digest of the file.
      const path = item.kind === "scalar" ? textOf(item).replace(/#.*$/s, "") : "";
      if (this.#addText(path)) this.catalogs.add(path);
    };
  }

  /** A config, a path to some, or a text that holds some. */
  #listed(item: Node): void {
    if (item.kind === "map") this.configsIn(item);
    else if (item.kind !== "scalar") this.visit(item);
    else {
      const text = textOf(item);
      // A text that looks like a document may be the path of a directory all the same.
      if (isDocument(text)) for (const config of mappingsIn(text)) this.configsIn(config);
      this.#addConfigs(text);
    }
  }

  /** Adds the path of configs. Other machines may serve any config. */
  #addConfigs(path: string): void {
    if (isRemote(path)) this.programs.set(FETCHED.reason, FETCHED);
    else if (this.#addText(path)) this.configs.add(path);
  }

  /** An override names a program only if it has one. */
  #override(item: Node): void {
    const text = item.kind === "scalar" ? textOf(item) : "";
    const configs = isDocument(text) ? mappingsIn(text) : [item];
    for (const config of configs) {
      if (config.kind === "map") {
        const { doubt, isSpecified, paths } = programOf(config, this.#isComposition);
        if (isSpecified && doubt !== undefined) this.programs.set(doubt.reason, doubt);
        for (const path of paths) this.#addText(path);
      }
      if (config.kind !== "scalar") this.visit(config);
    }
    this.#addConfigs(text);
  }

  #addChart(chart: MapNode): void {
    for (const field of ["name", "chartname"]) {
      const name = textAt(chart, field);
      if (name === "") continue;
      this.#chartNames.add(name);
      for (const versionField of ["version", "chartversion"]) {
        const version = textAt(chart, versionField);
        // A directory around that of the chart.
        if (version !== "") this.#chartNames.add(`${name}-${version}`);
      }
    }
  }

  #addText(text: string): boolean {
    if (text === "" || text.length > MAX_TEXT || text.includes("\0")) return false;
    this.paths.add(text);
    // A file with a name for its key in front.
    const equals = text.indexOf("=");
    if (equals >= 0 && equals < text.length - 1) this.paths.add(text.slice(equals + 1));
    return true;
  }
}

function isDocument(text: string): boolean {
  return /\n|^\s*[{[]|:\s/.test(text.trim());
}
