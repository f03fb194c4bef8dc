/** Reading nodes as the merge compares them: by text, whatever their type. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { isNull, locate, type Node } from "../../yaml/nodes/node.ts";

/** The text of a scalar, a null included; empty for maps and lists. */
export function textOf(node: Node): string {
  return node.kind === "scalar" ? node.value : "";
}

/** The node itself, unless it is a null. */
export function present(node: Node | undefined): Node | undefined {
  return isNull(node) ? undefined : node;
}

/** What the merge takes for nothing: missing, null, or a map without entries. */
export function isEmptyElement(node: Node | undefined): boolean {
  return node === undefined || isNull(node) || (node.kind === "map" && node.entries.length === 0);
}

const kindNames: Readonly<Record<Node["kind"], string>> = {
  map: "MappingNode",
  seq: "SequenceNode",
  scalar: "ScalarNode",
};

/** In the words of the reference, which people search for. */
export function wrongKind(expected: Node["kind"], node: Node): KrmError {
  const message = `wrong node kind: expected ${kindNames[expected]} but got ${kindNames[node.kind]}`;
  const hint = "A strategic merge patch and its target must agree on what is a map, a list or a single value.";
  return failure("patch-kind", message, { ...locate(node), hint });
}
