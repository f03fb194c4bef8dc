/** The needs of builds that a workflow must allow: charts, remote sources, and functions. */
import { posix } from "node:path";
import { isRemote } from "../../engine/index.ts";
import { chartUnit, unitsNamedBy } from "../../sources/index.ts";
import { compareBytewise } from "../../text/index.ts";
import type { Node } from "../../yaml/nodes/node.ts";
import { at, type Documents, itemsAt, lineOf, textAt } from "./documents.ts";

/** A place in a file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** Something that some files use. */
export interface Need {
  /** The number of files. */
  readonly files: number;
  /** The first one by path. */
  readonly example: Place;
}

/** Counts in words the files that do something. */
export function countedFiles({ files }: Need, verb: string, verbs: string): string {
  return files === 1 ? `one file ${verb}` : `${files} files ${verbs}`;
}

export interface Needs {
  readonly charts: Need | undefined;
  readonly remotes: Need | undefined;
  /** Sources that `remote: auto` never fetches, such as repositories by ssh, and charts over http. */
  readonly manualRemotes: Need | undefined;
  /** Functions, and plugins, which are none of the built-ins. */
  readonly functions: Need | undefined;
  /** Functions that run in containers. */
  readonly containers: Need | undefined;
  /** The catalogs of the repository that kustomizations name: paths from the top, sorted. */
  readonly catalogs: readonly string[];
}

type Sort = Exclude<keyof Needs, "catalogs">;

/** The lists of kustomizations whose entries can be configs of functions and plugins. */
const CONFIG_LISTS = ["generators", "transformers", "validators"] as const;
const LISTS = ["resources", "bases", "components", ...CONFIG_LISTS] as const;
const ANNOTATIONS = ["config.kubernetes.io/function", "internal.config.kubernetes.io/function"] as const;
/** PATH_MAX: a longer text is no reference. */
const MAX_REFERENCE = 4096;

/** Tells whether a file can be the config of a function. Saves parsing all other files. */
export function mayBeFunction(bytes: Buffer): boolean {
  return bytes.includes("config.kubernetes.io/function");
}

/** Collects the needs of files, which are to be added in the order of their paths. */
export class NeedReader {
  readonly #found = new Map<Sort, { files: Set<string>; example: Place }>();
  readonly #directories: ReadonlySet<string>;
  /** The files, absolute within the tree, that kustomizations name as configs. */
  readonly configs = new Set<string>();
  readonly #catalogs = new Set<string>();

  /** @param directories of the tree, absolute within it */
  constructor(directories: ReadonlySet<string>) {
    this.#directories = directories;
  }

  /** @param path absolute within the tree @param file as people write it */
  addKustomization(documents: Documents, path: string, file: string): void {
    for (const document of documents) {
      for (const entry of LISTS.flatMap((list) => itemsAt(document, list))) {
        if (entry.kind !== "scalar" || !isReference(entry.value)) continue;
        this.#add("remotes", file, entry);
        if (unitsNamedBy(entry.value).length === 0) this.#add("manualRemotes", file, entry);
      }
      for (const entry of CONFIG_LISTS.flatMap((list) => itemsAt(document, list))) {
        if (entry.kind === "scalar" && isPath(entry.value))
          this.configs.add(posix.resolve(posix.dirname(path), entry.value));
      }
      for (const entry of itemsAt(document, "catalogs")) {
        const isOwn = entry.kind === "scalar" && isPath(entry.value) && !entry.value.includes("://");
        if (isOwn) this.#catalogs.add(posix.resolve(posix.dirname(path), entry.value).slice(1));
      }
      const home = textAt(document, "helmGlobals", "chartHome") || "charts";
      for (const chart of itemsAt(document, "helmCharts")) {
        this.#add("charts", file, chart);
        const name = textAt(chart, "name");
        const local = posix.resolve(posix.dirname(path), home, name);
        const repo = textAt(chart, "repo");
        if (repo === "" || this.#directories.has(local)) continue;
        this.#add("remotes", file, chart);
        if (chartUnit({ repo, name }) === undefined) this.#add("manualRemotes", file, chart);
      }
      for (const chart of itemsAt(document, "helmChartInflationGenerator")) this.#add("charts", file, chart);
    }
  }

  /** Adds the configs of functions in a file. */
  addConfigs(documents: Documents, file: string): void {
    for (const document of documents) {
      const annotations = at(document, "metadata", "annotations");
      const text = ANNOTATIONS.map((name) => textAt(annotations, name)).find((each) => each !== "");
      if (text === undefined) continue;
      this.#add("functions", file, document);
      if (/^\s*container\s*:|[{,]\s*"?container"?\s*:/m.test(text)) this.#add("containers", file, document);
    }
  }

  /** Adds the documents of a file in {@link configs} that are neither built-ins nor configs of functions, which are added anyway. */
  addPlugins(documents: Documents, file: string): void {
    for (const document of documents) {
      const annotations = at(document, "metadata", "annotations");
      const isFunction = ANNOTATIONS.some((name) => textAt(annotations, name) !== "");
      if (!isFunction && textAt(document, "apiVersion") !== "builtin" && textAt(document, "kind") !== "")
        this.#add("functions", file, document);
    }
  }

  /** @param files those of the tree, absolute within it */
  finish(files: ReadonlySet<string>): Needs {
    const need = (sort: Sort): Need | undefined => {
      const found = this.#found.get(sort);
      return found && { files: found.files.size, example: found.example };
    };
    return {
      charts: need("charts"),
      remotes: need("remotes"),
      manualRemotes: need("manualRemotes"),
      functions: need("functions"),
      containers: need("containers"),
      catalogs: [...this.#catalogs].filter((path) => files.has(`/${path}`)).sort(compareBytewise),
    };
  }

  #add(sort: Sort, file: string, node: Node): void {
    const found = this.#found.get(sort) ?? { files: new Set(), example: { file, line: lineOf(node) } };
    found.files.add(file);
    this.#found.set(sort, found);
  }
}

function isPath(text: string): boolean {
  return text.length <= MAX_REFERENCE && !text.includes("\n") && !isRemote(text);
}

function isReference(text: string): boolean {
  return text.length <= MAX_REFERENCE && !text.includes("\n") && isRemote(text);
}
