/** Fields of documents, leniently: the case of their names does not count; docs/specification/kustomization-file.md 2.3. */
import { decodeBinary } from "../yaml/index.ts";
import type { Node, ScalarNode } from "../yaml/nodes/node.ts";

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
