/** The paths in kustomizations and compositions that may name directories. */
import { ACCUMULATOR_FIELDS, ACCUMULATOR_KINDS } from "../documents/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";
import { fieldOf, mappingsIn, nameOf, textAt, textOf } from "./fields.ts";

/**
 * The fields whose entries may be directories, in lower case: kustomize ignores the case of field names
 * (docs/specification/kustomization-file.md 2.3).
 */
const KUSTOMIZATION_FIELDS: ReadonlySet<string> = new Set(
  "resources bases components generators transformers validators".split(" "),
);

/** The fields of a ResourceAccumulator; docs/specification/composition.md 9.5. */
const LISTS: ReadonlySet<string> = new Set(ACCUMULATOR_FIELDS);

/** The fields of a composition in both of its vocabularies; docs/specification/composition.md 1.5. */
const IMPORTS: ReadonlySet<string> = new Set(["transformersfrom", "modulesfrom"]);
const ENTRIES: ReadonlySet<string> = new Set(["transformers", "modules", "transformeroverrides", "moduleoverrides"]);

/** Returns the paths that a kustomization may include. */
export function includedBy(kustomization: MapNode): Iterable<string> {
  return pathsIn(itemsOf(kustomization, KUSTOMIZATION_FIELDS));
}

/** Returns the paths that an entry of a composition may include. Configs of functions include nothing. */
export function includedByEntry(entry: MapNode): Iterable<string> {
  const kind = textAt(entry, "kind");
  if (kind === "Kustomization") return includedBy(entry);
  return ACCUMULATOR_KINDS.has(kind) ? pathsIn(itemsOf(entry, LISTS)) : [];
}

/** The paths of the imports of a composition. */
export function importsOf(composition: Node): Iterable<string> {
  return pathsIn(itemsOf(composition, IMPORTS).flatMap((item) => fieldOf(item, "path") ?? []));
}

/** The entries and overrides of a composition: mappings and paths. */
export function entriesOf(composition: Node): readonly (MapNode | string)[] {
  return itemsOf(composition, ENTRIES).flatMap((item): (MapNode | string)[] => {
    if (item.kind === "map") return [item];
    if (item.kind !== "scalar") return [];
    const text = textOf(item);
    return text.trim().includes("\n") ? [...mappingsIn(text)] : [...pathsIn([item])];
  });
}

function itemsOf(node: Node, fields: ReadonlySet<string>): readonly Node[] {
  if (node.kind !== "map") return [];
  return node.entries.flatMap(({ key, value }) => (fields.has(nameOf(key)) && value.kind === "seq" ? value.items : []));
}

/** PATH_MAX: nothing is found at longer paths. */
const MAX_PATH = 4096;

/** The texts that may be paths. Generators and transformers may also be whole documents. */
function pathsIn(items: readonly Node[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const item of items) {
    const text = item.kind === "scalar" ? textOf(item) : "";
    if (text !== "" && text.length <= MAX_PATH && !text.includes("\0")) paths.add(text);
  }
  return paths;
}
