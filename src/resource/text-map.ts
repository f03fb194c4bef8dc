/** Reads and writes maps of strings in objects: labels, annotations, data. */
import { compareBytewise } from "../text/index.ts";
import { isYaml11NonString } from "../yaml/index.ts";
import { type Entry, get, isNull, type MapNode, map, type Node, type SeqNode, scalar } from "../yaml/nodes/node.ts";
import { clearField, emptyKey, setField } from "./set-field.ts";

/** The map under a field. Scalars of any type become their source text, other keys and values become empty texts. */
export function textsUnder(node: Node | undefined, field: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const found = get(node, field);
  if (found?.kind !== "map") return texts;
  for (const { key, value } of found.entries) {
    texts.set(textOf(key), textOf(value));
  }
  return texts;
}

/** The labels or annotations of an object. A list holds keys and values in turn (docs/specification/patches.md 3.3). */
export function metadataTexts(
  object: MapNode | undefined,
  field: "labels" | "annotations",
): ReadonlyMap<string, string> {
  const metadata = get(object, "metadata");
  const found = get(metadata, field);
  return found?.kind === "seq" ? textsInTurn(found) : textsUnder(metadata, field);
}

function textsInTurn({ items }: SeqNode): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (let at = 0; at + 1 < items.length; at += 2) texts.set(textOf(items[at]), textOf(items[at + 1]));
  return texts;
}

function textOf(node: Node | undefined): string {
  return node?.kind === "scalar" ? node.value : "";
}

/**
 * Creates the annotations of an object if it has none. kustomize keeps build annotations on objects that
 * {@link Resource.isAnnotated}, so its JSON patches find annotations there.
 * @param keys annotations to add, with empty texts
 */
export function createAnnotations(object: MapNode, keys: readonly string[] = []): void {
  const metadata = get(object, "metadata");
  if (metadata?.kind !== "map") return;
  if (get(metadata, "annotations") === undefined) setField(metadata, "annotations", map());
  const annotations = get(metadata, "annotations");
  if (annotations?.kind === "map") for (const key of keys) setField(annotations, key, scalar("", "!!str"));
}

/**
 * Replaces the map under a field, sorted by keys, or removes it if there are no texts. Keys get no quotes: printing rejects
 * numeric keys. Of a field that is given twice, the first map is moved into the second, and lost if that is null
 * (docs/specification/identity.md 4.6).
 * @throws KrmError `empty-key` for an empty key
 */
export function writeTexts(parent: MapNode, field: string, texts: ReadonlyMap<string, string>): void {
  clearField(parent, field);
  if (texts.size === 0) return;
  if (texts.has("")) throw emptyKey(parent);
  const sorted = [...texts].sort(([a], [b]) => compareBytewise(a, b));
  const twin = get(parent, field);
  if (twin !== undefined) {
    if (twin.kind === "map") for (const [key, text] of sorted) setField(twin, key, scalar(text, "!!str"));
    return;
  }
  const entries = sorted.map(([key, text]) => ({
    key: scalar(key),
    // Later writes to the text keep its quotes.
    value: scalar(text, "!!str", text.includes("\n") ? "literal" : isYaml11NonString(text) ? "double" : ""),
  }));
  parent.entries.push({ key: scalar(field), value: map(entries) });
}

/** Removes fields of a name that are empty, if the name is given twice (docs/specification/identity.md 4.6). */
export function removeEmptyTwins(parent: MapNode, field: string): void {
  const { entries } = parent;
  const isField = ({ key }: Entry): boolean => key.kind === "scalar" && key.value === field;
  const first = entries.findIndex(isField);
  for (let at = entries.length - 1; at > first; at--) {
    if (!isField(entries[at] as Entry)) continue;
    const empty = [at, first].find((index) => isEmpty((entries[index] as Entry).value));
    if (empty !== undefined) entries.splice(empty, 1);
    if (empty === first) return;
  }
}

function isEmpty(node: Node): boolean {
  return isNull(node) || (node.kind === "map" && node.entries.length === 0);
}
