/** Applying JSON 6902 patches to resources; engine.md 7. */
import { failure, type Location } from "../diagnostics.ts";
import { applyJsonPatch, type JsonPatch } from "../resource/json-patch.ts";
import { type Resource, scalarText } from "../resource/resource.ts";
import { setField } from "../resource/set-field.ts";
import { textsUnder, writeTexts } from "../resource/text-map.ts";
import { valueProblem } from "../resource/value-problem.ts";
import { checkTime } from "../time-limit.ts";
import { fromValue, toValue } from "../yaml/index.ts";
import { get, type MapNode, map } from "../yaml/node.ts";

export type JsonOperations = JsonPatch;

/**
 * Applies operations to a resource. The whole object goes through plain values, as in the reference: comments, styles
 * and the precision of large numbers are lost even where no operation reaches.
 * @param location the entry of the patch
 * @throws KrmError `json-patch`, `invalid-patch`
 */
export function applyToObject(resource: Resource, operations: JsonOperations, location: Location): void {
  if (resource.node === undefined) return;
  checkTime();
  const { source, offset } = resource.node;
  if (resource.isAnnotated) createAnnotations(resource.node);
  const node = fromValue(patched(resource, operations, location));
  if (node.kind !== "map") {
    throw failure("invalid-patch", `the JSON patch leaves ${resource.describe()} without being an object`, {
      ...location,
      object: resource.describe(),
    });
  }
  node.source = source;
  node.offset = offset;
  resource.node = node;
  const metadata = get(node, "metadata");
  // The reference writes its bookkeeping back, and all other annotations anew with it.
  if (metadata?.kind === "map") writeTexts(metadata, "annotations", textsUnder(metadata, "annotations"));
  if (scalarText(get(metadata, "name")) === "" && resource.id.name !== "") {
    const object = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch takes the name of ${object} away`, {
      ...location,
      object,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`.",
    });
  }
}

/** The bookkeeping of the reference stands in annotations, so operations find a parent for those that they add. */
function createAnnotations(node: MapNode): void {
  const metadata = get(node, "metadata");
  if (metadata?.kind === "map" && get(metadata, "annotations") === undefined) setField(metadata, "annotations", map());
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
