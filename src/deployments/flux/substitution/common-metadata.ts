/** `spec.commonMetadata` of a Kustomization of Flux; docs/specification/flux-substitution.md 5. */

import type { BuiltResource } from "../../../engine/context/built.ts";
import { isMap, valueAt } from "../../../manifests/index.ts";
import { metadataTexts, setField, writeTexts } from "../../../resource/index.ts";
import { parseResources, print, readPrinted, type Value } from "../../../yaml/index.ts";
import { get, type MapNode, map } from "../../../yaml/nodes/node.ts";

export interface CommonMetadata {
  readonly labels: ReadonlyMap<string, string>;
  readonly annotations: ReadonlyMap<string, string>;
}

/**
 * Adds labels and annotations to each object, in place of its own of the same names. All labels of an object are dropped if one of
 * them is no text, and all annotations if some are added and one is no text: Flux cannot read them then.
 */
export function addCommonMetadata(
  resources: readonly BuiltResource[],
  common: CommonMetadata,
): readonly BuiltResource[] {
  return resources.map((resource) => withMetadata(resource, common));
}

function withMetadata(resource: BuiltResource, { labels, annotations }: CommonMetadata): BuiltResource {
  // A field below `labels:` that is no text has no quotes. Most objects are not read again.
  if (labels.size === 0 && annotations.size === 0 && !resource.yaml.includes("\n  labels:")) return resource;
  const metadata = valueAt(resource.value(), "metadata");
  const isFine = labels.size === 0 && annotations.size === 0 && areTexts(valueAt(metadata, "labels"), false);
  if (isFine) return resource;
  const node = parseResources(resource.yaml, "")[0] as MapNode;
  if (get(node, "metadata")?.kind !== "map") setField(node, "metadata", map());
  const target = get(node, "metadata") as MapNode;
  write("labels", labels);
  if (annotations.size > 0) write("annotations", annotations);
  const yaml = print(node);
  let read: Value | undefined;
  return {
    ...resource,
    get origin() {
      return resource.origin;
    },
    yaml,
    value: () => (read ??= readPrinted(yaml)),
  };

  function write(field: "labels" | "annotations", added: ReadonlyMap<string, string>): void {
    const own = areTexts(valueAt(metadata, field), true) ? metadataTexts(node, field) : new Map<string, string>();
    const texts = new Map([...own].map(([key, text]) => [key, valueAt(metadata, field, key) === null ? "" : text]));
    for (const [key, text] of added) texts.set(key, text);
    writeTexts(target, field, texts);
  }
}

/** @param allowsNull true if null counts as an empty text, as Flux reads it */
function areTexts(value: Value | undefined, allowsNull: boolean): boolean {
  if (value === undefined || value === null) return true;
  return isMap(value) && Object.values(value).every((one) => typeof one === "string" || (allowsNull && one === null));
}
