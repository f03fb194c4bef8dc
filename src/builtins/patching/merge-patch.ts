/** Applies strategic merge patches to resources; docs/specification/patches.md 2, 4. */
import { about, failure, type Location } from "../../diagnostics.ts";
import {
  apiVersionOf,
  clearField,
  createAnnotations,
  describeId,
  identify,
  idText,
  NEEDS_HASH,
  type Resource,
  type ResourceId,
  type ResourceSet,
  scalarText,
  setField,
  strategicMerge,
  textsUnder,
  writeTexts,
} from "../../resource/index.ts";
import { clone, get, isNull, locate, type MapNode, map, type Node, scalar } from "../../yaml/nodes/node.ts";
import { movesComments, statesTags } from "../node-hash-limits.ts";

export interface MergeOptions {
  readonly allowNameChange?: boolean | undefined;
  readonly allowKindChange?: boolean | undefined;
  /** True if the patch was prepared by {@link prepareForSelection}. */
  readonly isSelection?: boolean;
  readonly location: Location;
}

/** Merges a patch into a resource. The namespace never changes; kind and name change only if the options allow it. */
export function applyMerge(resource: Resource, patch: MapNode, options: MergeOptions): void {
  if (resource.node === undefined) return;
  const { kind, name, namespace } = resource.id;
  if (options.allowNameChange || options.allowKindChange) resource.pushPreviousId();
  if (options.allowKindChange) resource.note("allowKindChange");
  if (options.allowNameChange) resource.note("allowNameChange");
  const { needsHash } = resource;
  const removesAnnotations = removesAllAnnotations(patch);
  if (needsHash && (statesTags(patch) || statesTags(resource.node) || movesComments(resource.node, patch)))
    resource.hasUnknownTree = true;
  const mergePatch = needsHash && !removesAnnotations ? mergeNoted : mergeInto;
  const merged = mergePatch(resource, resource.node, patch, options);
  if (merged === undefined || merged.entries.length === 0) {
    resource.node = undefined;
    return;
  }
  resource.node = merged;
  if (removesAnnotations) resource.forget();
  else if (removesHashRequest(patch)) resource.needsHash = false;
  if (!options.allowKindChange) restore(merged, "kind", kind);
  const metadata = metadataOf(merged);
  if (!options.allowNameChange) restore(metadata, "name", name);
  if (namespace === "") clearField(metadata, "namespace");
  else restore(metadata, "namespace", namespace);
  if (!resource.needsHash) return;
  // The changes of earlier steps to the tree were not recorded.
  if (!needsHash) resource.hasUnknownTree = true;
  rewriteIdentity(merged, metadata, options);
}

/** Tells whether a patch removes all annotations. In kustomize its internal annotations are lost with them. */
function removesAllAnnotations(patch: MapNode): boolean {
  const metadata = get(patch, "metadata");
  const annotations = get(metadata, "annotations");
  return isNull(annotations) || isReplaced(annotations) || isReplaced(metadata);
}

function removesHashRequest(patch: MapNode): boolean {
  return isNull(get(get(get(patch, "metadata"), "annotations"), NEEDS_HASH));
}

function isReplaced(node: Node | undefined): boolean {
  const directive = scalarText(get(node, "$patch"));
  return directive === "replace" || directive === "delete";
}

function mergeInto(resource: Resource, node: MapNode, patch: MapNode, options: MergeOptions): MapNode | undefined {
  try {
    return strategicMerge(node, patch, resource.schemas, resource.needsHash);
  } catch (thrown) {
    const object = resource.describe();
    throw about(thrown, object, options.location, `the patch does not fit ${object}: `);
  }
}

/**
 * Merges a patch into an object that asks for a hash. kustomize has build annotations on it, so the annotations of the
 * patch are merged into a map that is neither missing nor empty. Only hashes of the node tree show this.
 */
function mergeNoted(resource: Resource, node: MapNode, patch: MapNode, options: MergeOptions): MapNode | undefined {
  const metadata = get(node, "metadata");
  if (get(get(patch, "metadata"), "annotations")?.kind !== "map") return mergeInto(resource, node, patch, options);
  createAnnotations(node);
  const annotations = get(metadata, "annotations");
  const style = annotations?.style ?? "";
  const merged = mergeInto(resource, node, patch, options);
  if (annotations !== undefined) annotations.style = style;
  if (annotations?.kind === "map" && annotations.entries.length === 0) clearField(metadata as MapNode, "annotations");
  return merged;
}

/** Writes the identity again, as kustomize always does. Only hashes of the node tree show this. */
function rewriteIdentity(node: MapNode, metadata: MapNode, options: MergeOptions): void {
  const write = (parent: MapNode, field: string): void => {
    const text = scalarText(get(parent, field));
    if (text !== "") setField(parent, field, scalar(text));
  };
  if (options.isSelection) write(node, "apiVersion");
  if (options.isSelection || !options.allowKindChange) write(node, "kind");
  if (options.isSelection || !options.allowNameChange) write(metadata, "name");
  write(metadata, "namespace");
}

/**
 * Writes a part of the identity again. kustomize always does, which drops the tag of the present value: a `"9"` that was
 * merged into a plain name becomes the number 9.
 */
function restore(parent: MapNode, field: string, text: string): void {
  const present = get(parent, field);
  if (present?.kind === "scalar" && present.value === text) present.tag = "";
  else setField(parent, field, scalar(text));
}

function metadataOf(node: MapNode): MapNode {
  const present = get(node, "metadata");
  if (present?.kind === "map") return present;
  const metadata = map();
  setField(node, "metadata", metadata);
  return get(node, "metadata") as MapNode;
}

/** Finds the one resource that has or had the identity of a patch. @throws KrmError `target-not-found`, `ambiguous-target` */
export function findTarget(resources: ResourceSet, patch: MapNode, location: Location): Resource {
  const id = identify(patch, resources.schemas);
  const found = resources.byAnyId(id);
  if (found.length === 1) return found[0] as Resource;
  const where = locate(patch) ?? location;
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `the patch for ${describeId(id)} matches ${found.length} objects (${idText(id)})`,
      {
        ...where,
        object: describeId(id),
        hint: "Give the entry a target that selects one of them, for example by a label.",
      },
    );
  }
  const nearest = nearestTo(id, resources);
  const but = nearest === undefined ? "" : `; the nearest is ${nearest.describe()}${fromFile(nearest)}`;
  throw failure(
    "target-not-found",
    `the patch for ${describeId(id)} matches nothing: there is no ${idText(id)}${but}`,
    {
      ...where,
      object: describeId(id),
      hint: "Correct apiVersion, kind, name or namespace of the patch, or give the entry a target.",
    },
  );
}

function fromFile(resource: Resource): string {
  return resource.origin === undefined ? "" : ` (${resource.origin.file})`;
}

/** A resource with the same name in another kind or namespace, or of the same kind. */
function nearestTo(id: ResourceId, resources: ResourceSet): Resource | undefined {
  const sameName = resources.byAnyName(id.name);
  return (
    sameName.find((resource) => resource.id.kind === id.kind) ??
    sameName[0] ??
    resources.items.find((resource) => resource.node !== undefined && resource.id.kind === id.kind)
  );
}

/** A patch for the resources that a target selects. */
export interface SelectionPatch {
  for(resource: Resource): MapNode;
}

/** Prepares a patch that may change names or kinds. kustomize marks it in an annotation, which turns all annotations into text. */
export function prepareForIdentity(patch: MapNode, options: MergeOptions): MapNode {
  const metadata = get(patch, "metadata");
  if (!(options.allowNameChange || options.allowKindChange) || metadata?.kind !== "map") return patch;
  const prepared = clone(patch);
  rewriteTexts(get(prepared, "metadata") as MapNode, "annotations");
  return prepared;
}

/**
 * Prepares a patch for the resources that a target selects. kustomize turns labels and annotations of such a patch into
 * text, so a null sets the text `null` instead of removing a key. It writes kind, name and namespace again, without their
 * tags, and gives the patch the apiVersion of each object.
 */
export function prepareForSelection(patch: MapNode): SelectionPatch {
  const prepared = clone(patch);
  const metadata = get(prepared, "metadata");
  if (metadata?.kind === "map") {
    for (const field of ["labels", "annotations"]) rewriteTexts(metadata, field);
  }
  rewriteText(prepared, "kind");
  rewriteText(metadata, "name");
  rewriteText(metadata, "namespace");
  if (metadata?.kind === "map" && isNull(get(metadata, "namespace"))) clearField(metadata, "namespace");
  return {
    for(resource) {
      const apiVersion = apiVersionOf(resource.id);
      const present = get(prepared, "apiVersion");
      if (present !== undefined && scalarText(present) === apiVersion) return prepared;
      const others = prepared.entries.filter(({ key }) => key.kind !== "scalar" || key.value !== "apiVersion");
      return map([...others, { key: scalar("apiVersion"), value: scalar(apiVersion) }]);
    },
  };
}

/** Drops the tag of a text. kustomize writes the text again. */
function rewriteText(parent: Node | undefined, field: string): void {
  const present = get(parent, field);
  if (present?.kind === "scalar" && !isNull(present)) present.tag = "";
}

function rewriteTexts(metadata: MapNode, field: string): void {
  writeTexts(metadata, field, textsUnder(metadata, field));
}
