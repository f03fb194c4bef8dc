/** Adds generated objects: as new objects, or as changes to existing ones; docs/specification/identity.md 6. */
import { failure, type Location } from "../../diagnostics.ts";
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
import { get, isNull, locate, type MapNode, type Node, scalar } from "../../yaml/nodes/node.ts";

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
      {
        ...location,
        object: generated.describe(),
        hint: "Add a namespace to the entry.",
      },
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

/** Replaces or merges the content of an object. Its identity and position stay; labels and annotations are combined. */
function change(present: Resource, generated: Resource): void {
  const before = present.node as MapNode;
  const node = generated.node as MapNode;
  const metadata = get(node, "metadata") as MapNode;
  const metadataBefore = get(before, "metadata");
  for (const field of ["labels", "annotations"]) {
    const found = get(metadataBefore, field);
    if (found?.kind === "seq") throw isList(present, found, field);
    const texts = new Map(textsUnder(metadataBefore, field));
    if (!generated.needsHash) texts.delete(NEEDS_HASH);
    // The internal annotations of the existing object stay.
    const more = [...textsUnder(metadata, field)].filter(([name]) => !BUILD_ANNOTATIONS.has(name));
    writeTexts(metadata, field, new Map([...texts, ...more]));
  }
  const { name, namespace } = present.id;
  setField(metadata, "name", scalar(name));
  if (namespace === "") clearField(metadata, "namespace");
  else setField(metadata, "namespace", scalar(namespace));
  if (generated.behavior === "merge") {
    for (const field of ["data", "binaryData"]) {
      writeTexts(node, field, new Map([...dataOf(before, field), ...dataOf(node, field)]));
    }
  } else {
    present.origin = generated.origin;
    if (generated.provenance !== undefined) {
      present.provenance = { ...generated.provenance, steps: present.provenance?.steps ?? [] };
    }
  }
  if (!generated.needsHash) present.needsHash = false;
  present.hasUnknownTree = true;
  present.node = node;
}
