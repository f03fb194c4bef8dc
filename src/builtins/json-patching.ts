/** Applying JSON 6902 patches to resources; docs/specification/json-patch.md 2. */
import { failure, type Location } from "../diagnostics.ts";
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
} from "../resource/index.ts";
import { checkTime } from "../time-limit.ts";
import { fromValue, toValue } from "../yaml/index.ts";
import { get, type MapNode } from "../yaml/nodes/node.ts";

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
  if (resource.isAnnotated)
    createAnnotations(resource.node, resource.provenance === undefined ? [] : [TRANSFORMATIONS]);
  const node = fromValue(patched(resource, operations, location));
  if (node.kind !== "map") {
    throw failure("invalid-patch", `the JSON patch leaves ${resource.describe()} without being an object`, {
      ...location,
      object: resource.describe(),
      hint: "Let it change fields of the object, and not the object as a whole.",
    });
  }
  node.source = source;
  node.offset = offset;
  resource.node = node;
  const metadata = get(node, "metadata");
  if (metadata?.kind === "map") rewriteAnnotations(resource, metadata, location);
  if (scalarText(get(metadata, "name")) === "" && resource.id.name !== "") {
    const object = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch takes the name of ${object} away`, {
      ...location,
      object,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`.",
    });
  }
}

/** The reference writes its bookkeeping back, and all other annotations anew with it. Its records of steps are lost. */
function rewriteAnnotations(resource: Resource, metadata: MapNode, location: Location): void {
  if (get(metadata, "annotations")?.kind === "seq") {
    const object = resource.describe();
    throw failure("invalid-patch", `the JSON patch makes a list of the annotations of ${object}`, {
      ...location,
      object,
      hint: "Let it make a map.",
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
