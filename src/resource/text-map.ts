/** Maps of texts within objects: labels, annotations, data. */
import { isYaml11NonString } from "../yaml/index.ts";
import { get, type MapNode, map, type Node, scalar } from "../yaml/nodes/node.ts";
import { clearField, setField } from "./set-field.ts";

/** The map under a field as texts: scalars by their source text whatever their type, all else as empty texts. */
export function textsUnder(node: Node | undefined, field: string): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const found = get(node, field);
  if (found?.kind !== "map") return texts;
  for (const { key, value } of found.entries) {
    if (key.kind === "scalar") texts.set(key.value, value.kind === "scalar" ? value.value : "");
  }
  return texts;
}

/** Labels or annotations of an object. */
export function metadataTexts(
  object: MapNode | undefined,
  field: "labels" | "annotations",
): ReadonlyMap<string, string> {
  return textsUnder(get(object, "metadata"), field);
}

/**
 * Makes sure that an object has annotations. Those of the reference hold its bookkeeping, so what works on present
 * annotations finds some on objects that have none of their own; see {@link Resource.isAnnotated}.
 * @param keys annotations to add, with empty texts
 */
export function createAnnotations(object: MapNode, keys: readonly string[] = []): void {
  const metadata = get(object, "metadata");
  if (metadata?.kind !== "map") return;
  if (get(metadata, "annotations") === undefined) setField(metadata, "annotations", map());
  const annotations = get(metadata, "annotations");
  if (annotations?.kind === "map") for (const key of keys) setField(annotations, key, scalar("", "!!str"));
}

/** Replaces the map under a field; no texts remove it. Keys are plain, so one that reads as a number fails at output. */
export function writeTexts(parent: MapNode, field: string, texts: ReadonlyMap<string, string>): void {
  clearField(parent, field);
  if (texts.size === 0) return;
  const entries = [...texts].map(([key, text]) => ({
    key: scalar(key),
    // Quotes are kept by what is written over the text later.
    value: scalar(text, "!!str", text.includes("\n") ? "literal" : isYaml11NonString(text) ? "double" : ""),
  }));
  parent.entries.push({ key: scalar(field), value: map(entries) });
}
