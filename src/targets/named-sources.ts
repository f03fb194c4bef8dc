/** The sources on other machines that a kustomization names. */
import { isRemote } from "../engine/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { fieldOf, nameOf, textOf } from "./fields.ts";

/** The lists whose entries are directories or files, in lower case. */
const LISTS: ReadonlySet<string> = new Set(
  "resources bases components generators transformers validators crds configurations patchesstrategicmerge".split(" "),
);
/** The fields whose entries have files, and the fields of these entries. */
const WITH_FILES: ReadonlySet<string> = new Set(
  "patches patchesjson6902 replacements openapi configmapgenerator secretgenerator helmcharts".split(" "),
);
const FILES = ["path", "files", "envs", "env", "valuesfile", "additionalvaluesfiles"];

/** The sources that a kustomization renders through. Other texts in it that look like addresses do not count. */
export function sourcesNamedIn(kustomization: MapNode): readonly string[] {
  return kustomization.entries
    .flatMap(({ key, value }) => {
      const name = nameOf(key);
      if (LISTS.has(name)) return textsOf(value);
      if (!WITH_FILES.has(name)) return [];
      const entries = value.kind === "seq" ? value.items : [value];
      return entries.flatMap((entry) => FILES.flatMap((field) => textsOf(fieldOf(entry, field)).map(withoutKey)));
    })
    .filter(isSource);
}

/** Tells most paths apart without parsing them. */
function isSource(text: string): boolean {
  return /[:@]|github\.com/i.test(text) && isRemote(text);
}

function textsOf(node: Node | undefined): readonly string[] {
  const items = node?.kind === "seq" ? node.items : node === undefined ? [] : [node];
  return items.flatMap((item) => (item.kind === "scalar" ? [textOf(item)] : []));
}

/** A file of a generator may have a key in front: `config.yaml=https://example.com/config.yaml`. */
function withoutKey(text: string): string {
  return isSource(text) ? text : text.slice(text.indexOf("=") + 1);
}
