/**
 * The text that kustomize hashes for objects other than ConfigMaps and Secrets: the node tree with styles, comments and
 * positions (docs/specification/hashes.md 1.7). An annotation of the object requests the hash.
 */
import { goJson, type Resource } from "../resource/index.ts";
import { isTagged, marksOf, placeInDocument, type Value } from "../yaml/index.ts";
import { get, type MapNode, type Node, type ScalarNode, scalar } from "../yaml/nodes/node.ts";

const KINDS = { seq: 2, map: 4, scalar: 8 } as const;
const STYLES = { "": 0, double: 2, single: 4, literal: 8, folded: 16, flow: 32 } as const;

/** Encodes the tree of a resource. Undefined if kustomize's tree is unknown: for generated objects, and after JSON patches. */
export function treeContent(resource: Resource): string | undefined {
  const { node, behavior, provenance } = resource;
  const annotations = get(get(node, "metadata"), "annotations");
  if (node === undefined || annotations?.kind !== "map" || behavior !== undefined || provenance !== undefined)
    return undefined;
  const [first, second] = node.entries.map(({ key }) => key);
  if (first?.source === undefined || first.offset === second?.offset) return undefined;
  return encode(node, annotations, resource);
}

function encode(node: Node, annotations: MapNode, resource: Resource): string {
  const children =
    node.kind === "seq"
      ? node.items
      : node.kind === "map"
        ? (node === annotations ? withNotes(annotations, resource) : node.entries).flatMap(({ key, value }) => [
            key,
            value,
          ])
        : undefined;
  const content = children?.map((child) => encode(child, annotations, resource)).join(",");
  const marks = marksOf(node);
  const { line, column } = placeInDocument(node);
  // Collections that transformers create have no tag.
  const tag = node.kind !== "scalar" && node.source === undefined ? "" : node.tag;
  const fields: readonly (readonly [name: string, value: Value | undefined, text?: string])[] = [
    ["Kind", KINDS[node.kind]],
    ["Style", STYLES[node.style] + (isTagged(node) ? 1 : 0)],
    ["Tag", tag],
    ["Value", node.kind === "scalar" ? node.value : ""],
    ["Anchor", ""],
    ["Alias", null],
    ["Content", undefined, content === undefined ? "null" : `[${content}]`],
    ["HeadComment", marks?.head ?? ""],
    ["LineComment", node.comment ?? ""],
    ["FootComment", marks?.foot ?? ""],
    ["Line", line],
    ["Column", column],
  ];
  return `{${fields.map(([name, value = null, text]) => `"${name}":${text ?? goJson(value)}`).join(",")}}`;
}

/** The annotations with the internal ones of kustomize, each at the position where it was first added. */
function withNotes(annotations: MapNode, resource: Resource): { readonly key: Node; readonly value: Node }[] {
  const entries: { key: Node; value: Node }[] = [];
  for (let at = 0; at <= annotations.entries.length; at++) {
    for (const note of resource.notes) {
      if (note.behind !== at) continue;
      entries.push({ key: scalar(`internal.config.kubernetes.io/${note.name}`), value: valueOf(note.name, resource) });
    }
    const entry = annotations.entries[at];
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}

function valueOf(name: Resource["notes"][number]["name"], resource: Resource): ScalarNode {
  const previous = resource.previousIds();
  const texts = {
    prefixes: () => resource.prefixes,
    suffixes: () => resource.suffixes,
    previousNames: () => previous.map((id) => id.name),
    previousNamespaces: () => previous.map((id) => id.effectiveNamespace),
    previousKinds: () => previous.map((id) => id.kind),
    allowNameChange: () => undefined,
    allowKindChange: () => undefined,
  }[name]();
  return texts === undefined ? scalar("enabled", "!!str") : scalar(texts.join(","), "!!str", "single");
}
