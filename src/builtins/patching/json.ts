/** Applies JSON 6902 patches to resources; docs/specification/json-patch.md 2. */

import { checkTime } from "../../budget/index.ts";
import { failure, type Location } from "../../diagnostics.ts";
import {
  applyJsonPatch,
  createAnnotations,
  type JsonPatch,
  type Resource,
  scalarText,
  TRANSFORMATIONS,
  textsUnder,
  valueProblem,
  writeTexts,
} from "../../resource/index.ts";
import { fromValue, toValue } from "../../yaml/index.ts";
import { get, type MapNode } from "../../yaml/nodes/node.ts";

export type JsonOperations = JsonPatch;

/**
 * Applies operations to a resource. Like kustomize, this converts the whole object to plain values and back: comments,
 * styles and the precision of large numbers are lost in all fields.
 * @param location the entry of the patch
 * @throws KrmError `json-patch`, `invalid-patch`
 */
export function applyToObject(resource: Resource, operations: JsonOperations, location: Location): void {
  if (resource.node === undefined) return;
  checkTime();
  const { source, offset } = resource.node;
  if (resource.isAnnotated)
    createAnnotations(resource.node, resource.provenance === undefined ? [] : [TRANSFORMATIONS]);
  const node = fromValue(patched(resource, operations, location));
  if (node.kind !== "map") {
    throw failure(
      "invalid-patch",
      `the JSON patch replaces ${resource.describe()} by something that is not an object`,
      {
        ...location,
        object: resource.describe(),
        hint: "Change fields of the object, not the object as a whole.",
      },
    );
  }
  node.source = source;
  node.offset = offset;
  resource.node = node;
  resource.patchedAt = location;
  const metadata = get(node, "metadata");
  if (metadata?.kind === "map") rewriteAnnotations(resource, metadata, location);
  if (scalarText(get(metadata, "name")) === "" && resource.id.name !== "") {
    const object = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch removes the name of ${object}`, {
      ...location,
      object,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`.",
    });
  }
}

/** kustomize restores its internal annotations and rewrites all others. Its records of steps are lost. */
function rewriteAnnotations(resource: Resource, metadata: MapNode, location: Location): void {
  if (get(metadata, "annotations")?.kind === "seq") {
    const object = resource.describe();
    throw failure("invalid-patch", `the JSON patch turns the annotations of ${object} into a list`, {
      ...location,
      object,
      hint: "Make them a map.",
    });
  }
  const texts = new Map(textsUnder(metadata, "annotations"));
  if (resource.provenance !== undefined && !texts.delete(TRANSFORMATIONS)) resource.provenance = undefined;
  writeTexts(metadata, "annotations", texts);
}

function patched(
  resource: Resource,
  operations: JsonOperations,
  location: Location,
): ReturnType<typeof applyJsonPatch> {
  try {
    return applyJsonPatch(toValue(resource.node as NonNullable<Resource["node"]>), operations);
  } catch (thrown) {
    throw valueProblem(thrown, resource, `the JSON patch for ${resource.describe()} fails`, location);
  }
}
