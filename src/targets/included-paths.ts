/** The paths in kustomizations and compositions that may name directories. */
import { KrmError } from "../diagnostics.ts";
import { ACCUMULATOR_FIELDS, ACCUMULATOR_KINDS } from "../documents/index.ts";
import { parseResources } from "../yaml/index.ts";
import type { MapNode, Node } from "../yaml/nodes/node.ts";

/**
 * The fields whose entries may be directories, in lower case: kustomize ignores the case of field names
 * (docs/specification/kustomization-file.md 2.3).
 */
const KUSTOMIZATION_FIELDS: ReadonlySet<string> = new Set([
  "resources",
  "bases",
  "components",
  "generators",
  "transformers",
  "validators",
]);

/** The fields of a ResourceAccumulator; docs/specification/composition.md 9.5. */
const LISTS: ReadonlySet<string> = new Set(ACCUMULATOR_FIELDS);

/** The fields of a composition in both of its vocabularies; docs/specification/composition.md 1.5. */
const IMPORTS: ReadonlySet<string> = new Set(["transformersfrom", "modulesfrom"]);
const ENTRIES: ReadonlySet<string> = new Set(["transformers", "modules", "transformeroverrides", "moduleoverrides"]);

/** What a kustomization may include. */
export function includedBy(kustomization: MapNode): Iterable<string> {
  return pathsIn(itemsOf(kustomization, KUSTOMIZATION_FIELDS));
}

/** What an entry of a composition may include. Configs of functions include nothing. */
export function includedByEntry(entry: MapNode): Iterable<string> {
  const found = entry.entries.find(({ key }) => nameOf(key) === "kind")?.value;
  const kind = found?.kind === "scalar" ? found.value : "";
  if (kind === "Kustomization") return includedBy(entry);
  return ACCUMULATOR_KINDS.has(kind) ? pathsIn(itemsOf(entry, LISTS)) : [];
}

/** The paths of the imports of a composition. */
export function importsOf(composition: Node): Iterable<string> {
  const paths = itemsOf(composition, IMPORTS).flatMap((item) => {
    const path = item.kind === "map" ? item.entries.find(({ key }) => nameOf(key) === "path")?.value : undefined;
    return path === undefined ? [] : [path];
  });
  return pathsIn(paths);
}

/** The entries and overrides of a composition: mappings and paths. */
export function entriesOf(composition: Node): readonly (MapNode | string)[] {
  return itemsOf(composition, ENTRIES).flatMap((item): (MapNode | string)[] => {
    if (item.kind === "map") return [item];
    if (item.kind !== "scalar") return [];
    if (!item.value.trim().includes("\n")) return [...pathsIn([item])];
    return [...parsed(item.value)];
  });
}

function parsed(text: string): readonly MapNode[] {
  try {
    return parseResources(text, "").filter((document) => document.kind === "map");
  } catch (thrown) {
    // The build reports the error.
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}

function itemsOf(node: Node, fields: ReadonlySet<string>): readonly Node[] {
  if (node.kind !== "map") return [];
  return node.entries.flatMap(({ key, value }) => (fields.has(nameOf(key)) && value.kind === "seq" ? value.items : []));
}

function nameOf(key: Node): string {
  return key.kind === "scalar" ? key.value.toLowerCase() : "";
}

/** The texts that may be paths. Generators and transformers may also be whole documents. */
function pathsIn(items: readonly Node[]): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const item of items) {
    if (item.kind === "scalar" && item.value !== "" && !/[\n\0]/.test(item.value)) paths.add(item.value);
  }
  return paths;
}
