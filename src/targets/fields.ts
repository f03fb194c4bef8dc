/** Fields of documents, leniently: the case of their names does not count; docs/specification/kustomization-file.md 2.3. */
import { KrmError } from "../diagnostics.ts";
import { decodeBinary, parseResources } from "../yaml/index.ts";
import type { MapNode, Node, ScalarNode } from "../yaml/nodes/node.ts";

/** The text of a scalar as builds read it, which may be written in base64. */
export function textOf(node: ScalarNode): string {
  if (node.tag !== "!!binary") return node.value;
  try {
    return decodeBinary(node);
  } catch {
    // The build reports the error.
    return node.value;
  }
}

/** The name of a field in lower case; empty for a key that is no text. */
export function nameOf(key: Node): string {
  return key.kind === "scalar" ? textOf(key).toLowerCase() : "";
}

export function fieldOf(node: Node | undefined, name: string): Node | undefined {
  return node?.kind === "map" ? node.entries.find(({ key }) => nameOf(key) === name)?.value : undefined;
}

/** The text of a field; empty for anything else. */
export function textAt(node: Node | undefined, name: string): string {
  const value = fieldOf(node, name);
  return value?.kind === "scalar" ? textOf(value) : "";
}

/** The documents of a text that are mappings; none of a text with mistakes. */
export function mappingsIn(text: string): readonly MapNode[] {
  try {
    return parseResources(text, "").filter((document) => document.kind === "map");
  } catch (thrown) {
    // The build reports the error.
    if (thrown instanceof KrmError) return [];
    throw thrown;
  }
}
