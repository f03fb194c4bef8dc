/**
 * Finds changes of a tree after which its hash is not known. kustomize's nodes then hold something that krm-render does
 * not keep (docs/specification/hashes.md 1.10).
 */
import { isTagged, marksOf, parseResources, resolveTag } from "../yaml/index.ts";
import { get, isNull, type MapNode, type Node, type Source } from "../yaml/nodes/node.ts";

/**
 * A tag without a value, whose comment belongs to another node. It begins at the start of a word, so that the time for long
 * words is linear.
 */
const TAG_BEFORE_COMMENT = /(?<![^\s"'])[^\s"'!]*![^\s"']*[ \t]+#/;

/** Tells whether a tree holds only what is known. */
export function isKnownTree(root: MapNode): boolean {
  const own = root.source;
  const text = own === undefined ? NO_TEXT : readText(own);
  const present = new Set<string>();
  /** The places of keys with maps and lists. */
  const collections = new Set<string>();
  let isKnown = !text.hasTagBeforeComment;
  const visit = (node: Node): void => {
    if (node.source === own) present.add(placeOf(node));
    // A tag becomes part of the style, which stays when the value changes.
    else if (isTagged(node)) isKnown = false;
    if (node.source === undefined && node.kind === "map" && node.entries.length === 0) isKnown = false;
    if (node.kind === "seq") node.items.forEach(visit);
    if (node.kind === "map") {
      for (const { key, value } of node.entries) {
        if (isNullKey(key)) isKnown = false;
        visit(key);
        visit(value);
        if (key.source === own && value.kind !== "scalar") collections.add(placeOf(key));
      }
    }
  };
  visit(root);
  let first = Number.POSITIVE_INFINITY;
  let last = 0;
  for (const { key } of root.entries) {
    first = Math.min(first, key.offset);
    last = Math.max(last, key.offset);
  }
  for (const [at, document] of text.documents.entries()) {
    if (document.offset > last) break;
    if ((text.documents[at + 1]?.offset ?? Number.POSITIVE_INFINITY) <= first) continue;
    for (const { node, value } of document.nodes) {
      if (node.offset < first) continue;
      if (isTagged(node)) {
        if (isNull(node)) isKnown = false;
        if (!present.has(placeOf(node))) isKnown = false;
      }
      // A null that becomes a map or a list keeps its text and its place.
      if (isNull(value) && collections.has(placeOf(node))) isKnown = false;
    }
  }
  return isKnown;
}

function placeOf({ kind, style, offset }: Node): string {
  return `${kind}${kind === "map" ? style : ""}@${offset}`;
}

/** Tells whether a key is null, or was until a merge removed its entry. kustomize holds such an entry twice. */
function isNullKey(key: Node): boolean {
  if (key.kind !== "scalar" || key.style !== "" || key.tag === "!!str") return false;
  return resolveTag(key.value) === "!!null";
}

interface ReadNode {
  readonly node: Node;
  /** The value, if the node is a key. */
  readonly value?: Node;
}

interface ReadText {
  readonly documents: readonly { readonly offset: number; readonly nodes: readonly ReadNode[] }[];
  readonly hasTagBeforeComment: boolean;
}

const NO_TEXT: ReadText = { documents: [], hasTagBeforeComment: false };
/** Each text is read once: a file can hold thousands of objects. */
const readTexts = new WeakMap<Source, ReadText>();

/** All nodes of a text as they were before any change, with the values of keys. */
function readText(source: Source): ReadText {
  const known = readTexts.get(source);
  if (known !== undefined) return known;
  const documents = parseResources(source.text, source.file).map((document) => ({
    offset: document.offset,
    nodes: nodesOf(document),
  }));
  const read = { documents, hasTagBeforeComment: TAG_BEFORE_COMMENT.test(source.text) };
  readTexts.set(source, read);
  return read;
}

function nodesOf(document: Node): ReadNode[] {
  const found: ReadNode[] = [];
  const visit = (node: Node, value?: Node): void => {
    found.push({ node, ...(value && { value }) });
    if (node.kind === "seq") for (const item of node.items) visit(item);
    if (node.kind === "map") {
      for (const entry of node.entries) {
        visit(entry.key, entry.value);
        visit(entry.value);
      }
    }
  };
  visit(document);
  return found;
}

/**
 * Tells whether a merge patch has comments at nodes that the object has, too. kustomize moves such comments to the nodes of the
 * object.
 */
export function movesComments(object: Node, patch: Node): boolean {
  if (object.kind !== patch.kind || patch.source?.text.includes("#") !== true) return false;
  if (patch.kind !== "map" || object.kind !== "map") return patch.kind === "seq" && hasComments(patch);
  if (hasOwnComments(patch)) return true;
  return patch.entries.some(({ key, value }) => {
    const there = key.kind === "scalar" ? get(object, key.value) : undefined;
    if (there === undefined) return false;
    if (key.comment !== undefined || hasOwnComments(key)) return true;
    return movesComments(there, value);
  });
}

/** Tells whether there are comments above or below a node. */
function hasOwnComments(node: Node): boolean {
  const marks = marksOf(node);
  return marks !== undefined && marks.head + marks.foot !== "";
}

function hasComments(node: Node): boolean {
  if (node.comment !== undefined || hasOwnComments(node)) return true;
  if (node.kind === "seq") return node.items.some(hasComments);
  return node.kind === "map" && node.entries.some(({ key, value }) => hasComments(key) || hasComments(value));
}

/** Tells whether a tree states tags. A tag becomes part of the style, which a merge may keep or not. */
export function statesTags(node: Node): boolean {
  if (isTagged(node)) return true;
  if (node.kind === "seq") return node.items.some(statesTags);
  return node.kind === "map" && node.entries.some(({ key, value }) => isTagged(key) || statesTags(value));
}
