/** Adds generated objects: as new objects, or as changes to existing ones; docs/specification/identity.md 6. */
import { about, failure, type Location } from "../../diagnostics.ts";
import {
  BUILD_ANNOTATIONS,
  clearField,
  emptyKey,
  gvkText,
  idText,
  NEEDS_HASH,
  type Resource,
  type ResourceSet,
  setField,
  textsUnder,
  writeTexts,
} from "../../resource/index.ts";
import { get, isNull, locate, type MapNode, map, type Node, scalar } from "../../yaml/nodes/node.ts";

/** @param location the entry of the generator @throws KrmError `generator-target-missing` and others */
export function absorb(resources: ResourceSet, generated: Resource, location: Location | undefined): void {
  const found = resources.byAnyId(generated.id);
  const present = found[0];
  const changes = generated.behavior === "merge" || generated.behavior === "replace";
  if (present === undefined) {
    if (!changes) resources.append(generated);
    else throw missing(generated, location);
    return;
  }
  if (found.length > 1) {
    throw failure(
      "ambiguous-target",
      `${idText(generated.id)} is ambiguous: ${found.length} objects have or had this identity`,
      { ...location, object: generated.describe(), hint: "Add a namespace to the entry." },
    );
  }
  if (!changes) {
    throw failure(
      "generator-conflict",
      `${idText(generated.id)} cannot be generated: an object with this identity already exists`,
      {
        ...location,
        object: generated.describe(),
        hint: "Set `behavior: merge` or `behavior: replace`, or give the entry another name.",
      },
    );
  }
  // An object can be found by an earlier identity. If a patch changed its kind, it is not changed here.
  if (gvkText(present.id) !== gvkText(generated.id)) throw missing(generated, location);
  change(present, generated);
  resources.changed(present);
}

function missing(generated: Resource, location: Location | undefined): Error {
  return failure(
    "generator-target-missing",
    `${idText(generated.id)} does not exist, so there is nothing to ${generated.behavior}`,
    {
      ...location,
      object: generated.describe(),
      hint: "Remove the behavior, or correct name and namespace of the entry.",
    },
  );
}

/** The texts of a data field. A null becomes an empty text. Of equal keys, the first counts. */
function dataOf(node: MapNode, field: string): ReadonlyMap<string, string> {
  const texts = new Map(textsUnder(node, field));
  const found = get(node, field);
  if (found !== undefined && texts.has("")) throw emptyKey(found);
  for (const key of texts.keys()) {
    const value = get(found, key);
    texts.set(key, value?.kind === "scalar" && !isNull(value) ? value.value : "");
  }
  return texts;
}

/** The error for labels or annotations that a JSON patch turned into a list. */
function isList(present: Resource, node: Node, field: string): Error {
  const object = present.describe();
  return failure("invalid-value", `the ${field} of ${object} cannot be merged: they are a list`, {
    ...(locate(node) ?? present.origin),
    object,
    hint: "Make them a map.",
  });
}

function hasSameName({ id }: Resource, other: Resource): boolean {
  return id.name === other.id.name && id.effectiveNamespace === other.id.effectiveNamespace;
}

/** Replaces or merges the content of an object. Its identity and position stay; labels and annotations are combined. */
function change(present: Resource, generated: Resource): void {
  const before = present.node as MapNode;
  const node = generated.node as MapNode;
  const { provenance } = present;
  const emptied = combineMetadata(present, generated);
  if (generated.behavior === "merge") {
    for (const field of ["data", "binaryData"]) {
      writeTexts(node, field, new Map([...dataOf(before, field), ...dataOf(node, field)]));
    }
    if (emptied !== undefined && provenance !== undefined) present.provenance = { ...provenance, steps: [] };
  } else {
    present.origin = generated.origin;
    if (generated.provenance !== undefined && emptied !== "annotations") {
      present.provenance = { ...generated.provenance, steps: present.provenance?.steps ?? [] };
    }
  }
  if (!generated.needsHash) present.needsHash = false;
  present.hasUnknownTree = true;
  present.node = node;
}

/**
 * Combines labels and annotations, and gives the generated object the name and the namespace of the existing one. At an
 * empty key kustomize empties the field and stops, so the bookkeeping of the existing object is lost
 * (docs/specification/identity.md 6.10).
 * @returns the field with the empty key
 * @throws KrmError `empty-key` if the existing object has been given another name, which would then be lost
 */
function combineMetadata(present: Resource, generated: Resource): "labels" | "annotations" | undefined {
  const metadata = get(generated.node, "metadata") as MapNode;
  const metadataBefore = get(present.node, "metadata");
  for (const field of ["labels", "annotations"] as const) {
    const found = get(metadataBefore, field);
    if (found?.kind === "seq") throw isList(present, found, field);
    const texts = new Map(textsUnder(metadataBefore, field));
    if (texts.has("")) {
      if (found !== undefined && !hasSameName(present, generated))
        throw about(emptyKey(found), present.describe(), present.origin);
      setField(metadata, field, map());
      present.forget();
      if (field === "labels") {
        present.needsHash = generated.needsHash;
        present.behavior = generated.behavior;
      }
      return field;
    }
    if (!generated.needsHash) texts.delete(NEEDS_HASH);
    // The internal annotations of the existing object stay.
    const more = [...textsUnder(metadata, field)].filter(([name]) => !BUILD_ANNOTATIONS.has(name));
    writeTexts(metadata, field, new Map([...texts, ...more]));
  }
  const { name, namespace } = present.id;
  setField(metadata, "name", scalar(name));
  if (namespace === "") clearField(metadata, "namespace");
  else setField(metadata, "namespace", scalar(namespace));
  return undefined;
}
