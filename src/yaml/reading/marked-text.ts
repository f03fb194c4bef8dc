/**
 * Texts that are written back with their comments, and the comments of resource files when someone asks
 * (docs/specification/replacements.md 6.2).
 */

import { keepMarks, type MarkedDocument, type Marks, marksOfSource, placeOf, reading } from "../nodes/index.ts";
import type { Node, Source } from "../nodes/node.ts";
import { composeMarked } from "./compose.ts";
import type { Dialect } from "./construction.ts";
import { chunks, openSource, RESOURCES } from "./resources.ts";

/**
 * The first document of a text, for changing it and writing it back with `encodeDocument`: comments, anchors, aliases,
 * merge keys and tags stay as they are written. Undefined when there is no document. An alias is a scalar with the tag
 * `*` and the name as value. Throws a KrmError `invalid-yaml`.
 */
export function parseText(text: string, file: string): Node | undefined {
  const source = openSource(text, file, false);
  const marked = reading(source, 0, () => composeMarked(source.text, source, 0, AS_WRITTEN));
  if (marked !== undefined) keepMarks(source, marked.document);
  return marked?.root;
}

/** What stands around a node in the text it was read from. That text is read once more when it has comments at all. */
export function marksOf(node: Node): Marks | undefined {
  return node.source === undefined ? undefined : documentOf(node.source).nodes.get(placeOf(node));
}

/** The comments on the document whose root this is. */
export function documentOf(source: Source): MarkedDocument {
  return marksOfSource(source) ?? keepMarks(source, readMarks(source));
}

const NOTHING: MarkedDocument = { nodes: new Map(), head: "", foot: "" };

const AS_WRITTEN: Dialect = { ...RESOURCES, finish: () => undefined };

/** The comments on the nodes of a resource file. Anchors are not among them: readers of such files expand aliases. */
function readMarks(source: Source): MarkedDocument {
  if (!source.text.includes("#")) return NOTHING;
  const nodes = new Map<number, Marks>();
  try {
    for (const { base, end } of chunks(source)) {
      const marked = composeMarked(source.text.slice(base, end), source, base, AS_WRITTEN);
      for (const [place, marks] of marked?.document.nodes ?? []) {
        nodes.set(place, { ...marks, anchor: "", tagged: false });
      }
    }
  } catch {
    // The text was read before, by another reader: where this one stops there are no comments to tell.
  }
  return { ...NOTHING, nodes };
}
