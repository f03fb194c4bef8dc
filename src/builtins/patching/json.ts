/** Applies JSON 6902 patches to resources; docs/specification/json-patch.md 2. */
import { failure, type Location } from "../../diagnostics.ts";
import {
  applyJsonPatch,
  clearField,
  createAnnotations,
  isKeptByJsonPatches,
  type JsonPatch,
  metadataTexts,
  type Resource,
  scalarText,
  setField,
  TRANSFORMATIONS,
  textsUnder,
  valueProblem,
  writeTexts,
} from "../../resource/index.ts";
import { encode, fromValue, parseResources, toValue, type Value } from "../../yaml/index.ts";
import { get, type MapNode, map, type Node } from "../../yaml/nodes/node.ts";

export type JsonOperations = JsonPatch;

export interface JsonPatchOptions {
  /**
   * Set if an empty key empties the annotations, and with them kustomize's bookkeeping (docs/specification/identity.md
   * 4.6). By default it is an error.
   */
  readonly emptyKey?: "empties";
}

/**
 * Applies operations to a resource. Like kustomize, this converts the whole object to plain values and back: comments,
 * styles and the precision of large numbers are lost in all fields.
 * @param location the entry of the patch
 * @throws KrmError `json-patch`, `invalid-patch`
 */
export function applyToObject(
  resource: Resource,
  operations: JsonOperations,
  location: Location,
  options: JsonPatchOptions = {},
): void {
  if (resource.node === undefined) return;
  const { source, offset } = resource.node;
  if (resource.isAnnotated)
    createAnnotations(resource.node, resource.provenance === undefined ? [] : [TRANSFORMATIONS]);
  const kept = [...metadataTexts(resource.node, "annotations")].filter(([name]) => isKeptByJsonPatches(name));
  const node = patched(resource, operations, location);
  if (node.kind !== "map") {
    throw failure(
      "invalid-patch",
      `the JSON patch replaces ${resource.describe()} by something that is not an object`,
      { ...location, object: resource.describe(), hint: "Change fields of the object, not the object as a whole." },
    );
  }
  if (resource.provenance !== undefined) dropMarks(node);
  if (hasTreeHash(resource)) {
    resource.node = reread(node, resource);
  } else {
    // Should a patch change the kind later on, this tree is not known.
    resource.hasUnknownTree = true;
    node.source = source;
    node.offset = offset;
    resource.node = node;
  }
  resource.patchedAt = location;
  if (kept.length > 0 && get(resource.node, "metadata") === undefined) setField(resource.node, "metadata", map());
  const metadata = get(resource.node, "metadata");
  if (metadata?.kind === "map") rewriteAnnotations(resource, metadata, kept, { ...options, location });
  // The record of the origin is lost with the annotations.
  else resource.provenance = undefined;
  if (resource.needsHash) resource.sortNotes();
  if (scalarText(get(metadata, "name")) === "" && resource.id.name !== "") {
    const object = resource.describe();
    resource.lostName = failure("invalid-resource", `the JSON patch removes the name of ${object}`, {
      ...location,
      object,
      hint: "Objects need a metadata.name; to delete one, use a patch with `$patch: delete`.",
    });
  }
}

/**
 * Removes the mark of the record of steps from copies of the annotations, which a patch makes elsewhere
 * (docs/specification/json-patch.md 2.5).
 */
function dropMarks(object: MapNode): void {
  const own = get(get(object, "metadata"), "annotations");
  const visit = (node: Node): void => {
    if (node.kind === "seq") node.items.forEach(visit);
    if (node.kind !== "map") return;
    if (node !== own && scalarText(get(node, TRANSFORMATIONS)) === "") clearField(node, TRANSFORMATIONS);
    for (const { value } of node.entries) visit(value);
  };
  visit(object);
}

/** Tells whether the hash of an object is computed from its tree, so that the places of nodes count. */
function hasTreeHash({ id, needsHash }: Resource): boolean {
  return id.kind !== "ConfigMap" && id.kind !== "Secret" && needsHash;
}

/** The object with the places that it has in the text that kustomize makes of it and reads again. */
function reread(node: MapNode, resource: Resource): MapNode {
  const [read = node] = parseResources(encode(node), "");
  if (read.source !== undefined && resource.origin !== undefined) read.source.within = resource.origin;
  return read as MapNode;
}

/** kustomize restores its internal annotations and rewrites all others. Its records of steps are lost. */
function rewriteAnnotations(
  resource: Resource,
  metadata: MapNode,
  kept: readonly (readonly [name: string, text: string])[],
  { location, emptyKey }: JsonPatchOptions & { readonly location: Location },
): void {
  if (get(metadata, "annotations")?.kind === "seq") {
    const object = resource.describe();
    throw failure("invalid-patch", `the JSON patch turns the annotations of ${object} into a list`, {
      ...location,
      object,
      hint: "Make them a map.",
    });
  }
  const texts = new Map([...textsUnder(metadata, "annotations"), ...kept]);
  const written = new Set(kept.map(([name]) => name));
  for (const [name] of resource.noteTexts()) if (!written.has(name)) texts.delete(name);
  if (resource.provenance !== undefined && !texts.delete(TRANSFORMATIONS)) resource.provenance = undefined;
  if (texts.has("") && emptyKey === "empties") {
    setField(metadata, "annotations", map());
    resource.forget();
  } else writeTexts(metadata, "annotations", texts);
}

/** The value that a patch sees. For a hash of the tree, it has the build annotations that move the lines below them. */
function valueOf(resource: Resource): Value {
  const value = toValue(resource.node as NonNullable<Resource["node"]>);
  if (!hasTreeHash(resource)) return value;
  const annotations = Object(Object(Object(value).metadata).annotations);
  for (const [name, text] of resource.noteTexts()) annotations[name] = text;
  return value;
}

function patched(resource: Resource, operations: JsonOperations, location: Location): Node {
  try {
    return fromValue(applyJsonPatch(valueOf(resource), operations));
  } catch (thrown) {
    throw valueProblem(thrown, resource, `the JSON patch for ${resource.describe()} fails`, location);
  }
}
