/** The sources on other machines that a kustomization names. */
import { isRemote } from "../engine/index.ts";
import type { ChartWanted, GitUrl } from "../sources/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { fieldOf, nameOf, textAt, textOf } from "./fields.ts";

/** The lists whose entries are directories or files, in lower case. */
const LISTS: ReadonlySet<string> = new Set(
  "resources bases components generators transformers validators crds configurations patchesstrategicmerge".split(" "),
);
/** The fields whose entries have files, and the fields of these entries. */
const WITH_FILES: ReadonlySet<string> = new Set(
  "patches patchesjson6902 replacements openapi configmapgenerator secretgenerator helmcharts".split(" "),
);
const FILES = ["path", "files", "envs", "env", "valuesfile", "additionalvaluesfiles"];

/** A source as it is written: an address, a chart of another place, or a directory of a repository, as other files than kustomizations name it. */
export type NamedSource = string | Pick<ChartWanted, "repo" | "name"> | GitUrl;

/** The sources that a kustomization renders through. Other texts in it that look like addresses do not count. */
export function sourcesNamedIn(kustomization: MapNode): readonly NamedSource[] {
  return [...addressesIn(kustomization), ...chartsIn(kustomization)];
}

function chartsIn(kustomization: MapNode): readonly NamedSource[] {
  const named = ([list, repo, name]: (typeof CHARTS)[number]) =>
    itemsOf(fieldOf(kustomization, list)).map((entry) => ({ repo: textAt(entry, repo), name: textAt(entry, name) }));
  return CHARTS.flatMap(named).filter(({ repo }) => repo !== "");
}

/** The lists of charts, and the fields of their entries with a repository and a name. */
const CHARTS = [
  ["helmcharts", "repo", "name"],
  ["helmchartinflationgenerator", "chartrepourl", "chartname"],
] as const;

function addressesIn(kustomization: MapNode): readonly string[] {
  return kustomization.entries
    .flatMap(({ key, value }) => {
      const name = nameOf(key);
      if (LISTS.has(name)) return textsOf(value);
      if (!WITH_FILES.has(name)) return [];
      return itemsOf(value).flatMap((entry) =>
        FILES.flatMap((field) => textsOf(fieldOf(entry, field)).map(withoutKey)),
      );
    })
    .filter(isSource);
}

/** Tells most paths apart without parsing them. */
function isSource(text: string): boolean {
  return /[:@]|github\.com/i.test(text) && isRemote(text);
}

function itemsOf(node: Node | undefined): readonly Node[] {
  if (node === undefined) return [];
  return node.kind === "seq" ? node.items : [node];
}

function textsOf(node: Node | undefined): readonly string[] {
  return itemsOf(node).flatMap((item) => (item.kind === "scalar" ? [textOf(item)] : []));
}

/** A file of a generator may have a key in front: `config.yaml=https://example.com/config.yaml`. */
function withoutKey(text: string): string {
  return isSource(text) ? text : text.slice(text.indexOf("=") + 1);
}
