/** The value that a replacement copies; docs/specification/replacements.md 2. */
import { failure, type Location } from "../../diagnostics.ts";
import type { FieldOptions, Replacement, ReplacementSource } from "../../documents/index.ts";
import {
  idText,
  type Resource,
  type ResourceId,
  type ResourceSet,
  selectedBy,
  splitFieldPath,
} from "../../resource/index.ts";
import { clone, isNull, type Node, scalar } from "../../yaml/nodes/node.ts";
import { lookUp } from "./path.ts";

/** The default field of sources and targets. */
export const DEFAULT_FIELD_PATH = "metadata.name";

/** Finds the value. @throws KrmError `source-not-found`, `ambiguous-source`, `field-not-found` and others */
export function sourceValue(resources: ResourceSet, { source, sourceValue: text }: Replacement): Node {
  if (source === undefined) return scalar(text as string);
  const resource = findSource(resources, source);
  const path = source.fieldPath || DEFAULT_FIELD_PATH;
  resource.exposeHashRequest(path);
  const node = lookUp(resource.node as Node, splitFieldPath(path), source.location);
  if (node === undefined || isNull(node) || isEmptyCollection(node)) {
    throw failure("field-not-found", `fieldPath \`${path}\` is missing for replacement source ${idText(source)}`, {
      ...source.location,
      object: resource.describe(),
      hint: "Correct the fieldPath, or give the object the field.",
    });
  }
  return refine(node, source.options, resource.id.kind === "Secret");
}

function isEmptyCollection(node: Node): boolean {
  return (node.kind === "map" && node.entries.length === 0) || (node.kind === "seq" && node.items.length === 0);
}

/** Finds the one object that has or had the identity. Empty fields of the source match everything. */
function findSource(resources: ResourceSet, source: ReplacementSource): Resource {
  const pool = source.name
    ? resources.byAnyName(source.name)
    : resources.candidates(source.kind || undefined, undefined);
  const found = pool.filter(
    (resource) => resource.node !== undefined && resource.allIds().some((id) => isSelected(id, source)),
  );
  if (found.length === 1) return found[0] as Resource;
  const shown = `${idText(source)}${source.fieldPath ? `:${source.fieldPath}` : ""}`;
  if (found.length === 0) {
    throw failure("source-not-found", `nothing selected by ${shown}`, {
      ...source.location,
      hint: "Correct kind, name and namespace of the source, or add the object to this build. A source takes no patterns: only targets do.",
    });
  }
  const ids = found.map((resource) => resource.describe()).join(", ");
  throw failure("ambiguous-source", `multiple matches for selector ${shown}: ${ids}`, {
    ...source.location,
    hint: "Add a kind, a name or a namespace so that one object is left.",
  });
}

function isSelected(id: ResourceId, source: ReplacementSource): boolean {
  if (source.name && source.name !== id.name) return false;
  // Objects of kinds without namespaces count as in `default` here.
  if (source.namespace && source.namespace !== (id.namespace || "default")) return false;
  return selectedBy(id, source);
}

function refine(node: Node, options: FieldOptions | undefined, isSecret: boolean): Node {
  if (!options?.delimiter) return node;
  if (node.kind !== "scalar") throw delimiterNeedsScalar(options.location);
  const parts = node.value.split(options.delimiter);
  const index = options.index ?? 0;
  const part = parts[index];
  if (index < 0 || part === undefined) {
    // The message does not quote the value. For a Secret, even the number of its parts would reveal something.
    const why = isSecret ? "the value has fewer parts" : `the value has ${parts.length} parts`;
    throw failure("index-out-of-bounds", `options.index ${index} is out of bounds: ${why}`, {
      ...options.location,
      hint: "Count from 0, or correct the `delimiter`.",
    });
  }
  const refined = clone(node);
  refined.value = part;
  return refined;
}

export function delimiterNeedsScalar(location: Location): Error {
  return failure(
    "invalid-replacement",
    "delimiter option can only be used with scalar nodes: the field holds a map or a list",
    { ...location, hint: "Remove the `delimiter`, or name a field with a single value." },
  );
}
