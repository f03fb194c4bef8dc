/** Reads nodes as the merge compares them: by text, whatever their type. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { isNull, locate, type Node } from "../../yaml/nodes/node.ts";

/** The text of a scalar, including null. Empty for maps and lists. */
export function textOf(node: Node): string {
  return node.kind === "scalar" ? node.value : "";
}

/** The node, or undefined if it is null. */
export function present(node: Node | undefined): Node | undefined {
  return isNull(node) ? undefined : node;
}

/** Tells whether the merge treats a node as no element: missing, null, or an empty map. */
export function isEmptyElement(node: Node | undefined): boolean {
  return node === undefined || isNull(node) || (node.kind === "map" && node.entries.length === 0);
}

const kindNames: Readonly<Record<Node["kind"], string>> = {
  map: "MappingNode",
  seq: "SequenceNode",
  scalar: "ScalarNode",
};

/** A `patch-kind` error with kustomize's message, which people search for. */
export function wrongKind(expected: Node["kind"], node: Node): KrmError {
  const message = `wrong node kind: expected ${kindNames[expected]} but got ${kindNames[node.kind]}`;
  const hint = "Use the same kind, a map, a list or a single value, in the patch and in its target.";
  return failure("patch-kind", message, { ...locate(node), hint });
}
