/** Reads the identity of an object from its fields. */
import { get, type MapNode, type Node } from "../yaml/nodes/node.ts";
import type { SchemaSource } from "./merge-schema.ts";
import { type ResourceId, resourceId } from "./resource-id.ts";

/** The identity in the fields of an object or a patch. */
export function identify(node: MapNode | undefined, schemas: SchemaSource): ResourceId {
  const metadata = get(node, "metadata");
  return resourceId(
    scalarText(get(node, "apiVersion")),
    scalarText(get(node, "kind")),
    scalarText(get(metadata, "name")),
    scalarText(get(metadata, "namespace")),
    schemas,
  );
}

/** The text of a scalar of any type. Empty for null and for anything that is not a scalar. */
export function scalarText(node: Node | undefined): string {
  if (node?.kind !== "scalar" || node.tag === "!!null") return "";
  return node.value;
}
