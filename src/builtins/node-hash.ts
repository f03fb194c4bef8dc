/**
 * The text that kustomize hashes for objects other than ConfigMaps and Secrets: the node tree with styles, comments and
 * positions (docs/specification/hashes.md 1.7). An annotation of the object requests the hash.
 */
import { goJson, NEEDS_HASH, type Resource } from "../resource/index.ts";
import { isTagged, marksOf, placeInDocument, type Value } from "../yaml/index.ts";
import { type Entry, get, type MapNode, map, type Node, type ScalarNode, scalar } from "../yaml/nodes/node.ts";
import { isKnownTree } from "./node-hash-limits.ts";

const KINDS = { seq: 2, map: 4, scalar: 8 } as const;
const STYLES = { "": 0, double: 2, single: 4, literal: 8, folded: 16, flow: 32 } as const;

/** Encodes the tree of a resource. Undefined if kustomize's tree is not known. */
export function treeContent(resource: Resource): string | undefined {
  if (resource.node === undefined || resource.provenance !== undefined || resource.hasUnknownTree) return undefined;
  if (!isKnownTree(resource.node)) return undefined;
  const node = withAnnotations(resource.node, resource);
  const annotations = get(get(node, "metadata"), "annotations");
  if (annotations?.kind !== "map") return undefined;
  // The request is a note of generated objects. It may also be written: for the path of a replacement.
  if (asksForHash(annotations) && resource.notes.some(({ name }) => name === "needsHashSuffix")) return undefined;
  const [first, second] = node.entries.map(({ key }) => key);
  if (node.source !== undefined && (first?.source === undefined || first.offset === second?.offset)) return undefined;
  const entries = new Map([[annotations, withNotes(annotations, resource)]]);
  return encode(node, { entries, template: templateOf(node) });
}

function asksForHash(annotations: MapNode): boolean {
  return get(annotations, NEEDS_HASH) !== undefined;
}

/** A generated object with its annotations at the place where kustomize creates them. */
function withAnnotations(node: MapNode, { annotationsIndex }: Resource): MapNode {
  const metadata = get(node, "metadata");
  if (annotationsIndex === undefined || metadata?.kind !== "map") return node;
  const present = metadata.entries.find(({ key }) => key.kind === "scalar" && key.value === "annotations");
  const others = metadata.entries.filter((entry) => entry !== present);
  others.splice(annotationsIndex, 0, present ?? { key: scalar("annotations"), value: map() });
  const changed = map(others, metadata.style);
  Object.assign(changed, { tag: metadata.tag, source: metadata.source, offset: metadata.offset });
  const copy = map(
    node.entries.map((entry) => (entry.value === metadata ? { key: entry.key, value: changed } : entry)),
    node.style,
  );
  return Object.assign(copy, { tag: node.tag, source: node.source, offset: node.offset });
}

interface Form {
  readonly line: number;
  readonly column: number;
  readonly tag: string;
}

/** kustomize reads apiVersion and kind of a generated object from a text that begins with an empty line. */
function templateOf(root: MapNode): ReadonlyMap<Node, Form> {
  const template = new Map<Node, Form>();
  if (root.source !== undefined) return template;
  template.set(root, { line: 2, column: 1, tag: "!!map" });
  const read = (field: string, line: number): void => {
    const entry = root.entries.find(({ key }) => key.kind === "scalar" && key.value === field);
    if (entry === undefined) return;
    template.set(entry.key, { line, column: 1, tag: "!!str" });
    const isRead = entry.value.source === undefined && entry.value.tag === "!!str";
    if (isRead) template.set(entry.value, { line, column: field.length + 3, tag: "!!str" });
  };
  read("apiVersion", 2);
  read("kind", 3);
  return template;
}

interface Known {
  /** The entries of maps to which kustomize adds some. */
  readonly entries: ReadonlyMap<Node, readonly Pick<Entry, "key" | "value">[]>;
  readonly template: ReadonlyMap<Node, Form>;
}

function encode(node: Node, known: Known): string {
  const children =
    node.kind === "map"
      ? (known.entries.get(node) ?? node.entries).flatMap(({ key, value }) => [key, value])
      : node.kind === "seq"
        ? node.items
        : undefined;
  // Before the children, so that places are asked for in the order of the text.
  const { line, column, tag } = known.template.get(node) ?? formOf(node);
  const texts = children?.map((child) => encode(child, known));
  const marks = marksOf(node);
  const fields: readonly (readonly [name: string, value: Value | undefined, text?: string])[] = [
    ["Kind", KINDS[node.kind]],
    ["Style", STYLES[node.style] + (statesTag(node) ? 1 : 0)],
    ["Tag", tag],
    ["Value", node.kind === "scalar" ? node.value : ""],
    ["Anchor", ""],
    ["Alias", null],
    ["Content", undefined, texts === undefined ? "null" : contentOf(node, texts)],
    ["HeadComment", marks?.head ?? ""],
    ["LineComment", node.comment ?? ""],
    ["FootComment", marks?.foot ?? ""],
    ["Line", line],
    ["Column", column],
  ];
  return `{${fields.map(([name, value = null, text]) => `"${name}":${text ?? goJson(value)}`).join(",")}}`;
}

function formOf(node: Node): Form {
  // Collections that transformers create have no tag.
  const tag = node.kind !== "scalar" && node.source === undefined ? "" : node.tag;
  return { ...placeInDocument(node.kind === "scalar" ? afterBlanks(node) : node), tag };
}

/** The place of a scalar. An empty one between brackets is at the next token. */
function afterBlanks({ source, offset, value, style, tag }: ScalarNode): Pick<Node, "source" | "offset"> {
  if (source === undefined || value !== "" || style !== "" || tag !== "!!null") return { source, offset };
  BLANKS.lastIndex = offset;
  const end = offset + (BLANKS.exec(source.text)?.[0].length ?? 0);
  return { source, offset: /[,\]}]/.test(source.text.charAt(end)) ? end : offset };
}

const BLANKS = /(?:\s|#.*)*/y;

/** An empty list is null, and so is a map that was read empty. A map that lost its content is an empty list. */
function contentOf({ kind, source, offset }: Node, children: readonly string[]): string {
  if (children.length > 0) return `[${children.join(",")}]`;
  if (kind === "seq") return "null";
  if (source === undefined) return "[]";
  READ_EMPTY.lastIndex = offset;
  return READ_EMPTY.test(source.text) ? "null" : "[]";
}

/** An empty map, after its anchor and its tag. A comment goes to the end of its line, so there is one way to match it. */
const READ_EMPTY = /(?:[&!]\S*\s+)*\{(?:[\s\x85]|#[^\n\r\x85\u2028\u2029]*(?![^\n\r\x85\u2028\u2029]))*\}/y;

/** Tells whether the text states the tag of a node, and not that of its first key. */
function statesTag(node: Node): boolean {
  return isTagged(node) && (node.kind !== "map" || node.entries[0]?.key.offset !== node.offset);
}

/** The annotations with the internal ones of kustomize, each at the position where it was first added. */
function withNotes(annotations: MapNode, resource: Resource): { readonly key: Node; readonly value: Node }[] {
  const entries: { key: Node; value: Node }[] = [];
  for (let at = 0; at <= annotations.entries.length; at++) {
    for (const note of resource.notes) {
      if (note.annotationsBefore !== at) continue;
      entries.push({
        key: scalar(`internal.config.kubernetes.io/${note.name}`),
        value: scalar(resource.noteText(note.name), "!!str", note.style),
      });
    }
    const entry = annotations.entries[at];
    if (entry !== undefined) entries.push(entry);
  }
  return entries;
}
