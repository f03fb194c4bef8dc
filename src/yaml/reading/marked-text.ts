/**
 * Reads texts with their comments, so that they can be written back, and finds the comments of resource files
 * (docs/specification/replacements.md 6.2).
 */
import { LimitError } from "../../diagnostics.ts";
import { keepMarks, locateFaults, type MarkedDocument, type Marks, marksOfSource, placeOf } from "../nodes/index.ts";
import type { Node, Source } from "../nodes/node.ts";
import { composeMarked } from "./compose.ts";
import { chunks, openSource, RESOURCES } from "./resources.ts";

/**
 * Reads the first document of a text so that it can be changed and written back with `encodeDocument`. Comments,
 * anchors, aliases, merge keys and tags stay as they are. An alias is a scalar with the tag `*` and the anchor's name
 * as value. Undefined if there is no document. Throws a KrmError `invalid-yaml`.
 */
export function parseText(text: string, file: string): Node | undefined {
  const source = openSource(text, file, false);
  const marked = locateFaults(source, 0, () => composeMarked(source.text, source, 0, RESOURCES));
  if (marked !== undefined) keepMarks(source, marked.document);
  return marked?.root;
}

/**
 * The comments and the anchor of a node; undefined if it has none. Reads the text of its source again if it has
 * comments.
 */
export function marksOf(node: Node): Marks | undefined {
  return node.source === undefined ? undefined : documentOf(node.source).nodes.get(placeOf(node));
}

/** The marks of a source, with the comments on the document as a whole. */
export function documentOf(source: Source): MarkedDocument {
  return marksOfSource(source) ?? keepMarks(source, readMarks(source));
}

const NOTHING: MarkedDocument = { nodes: new Map(), head: "", foot: "" };

/** Reads the comments of a resource file. Leaves out anchors, because aliases in such files are expanded. */
function readMarks(source: Source): MarkedDocument {
  if (!source.text.includes("#")) return NOTHING;
  const nodes = new Map<number, Marks>();
  try {
    for (const { base, end } of chunks(source)) {
      const marked = composeMarked(source.text.slice(base, end), source, base, RESOURCES);
      for (const [place, marks] of marked?.document.nodes ?? []) {
        nodes.set(place, { ...marks, anchor: "", tagged: false });
      }
    }
  } catch (thrown) {
    if (thrown instanceof LimitError) throw thrown;
    // The file was read before without its comments. If reading it with comments fails, it has no comments from there
    // on.
  }
  return { ...NOTHING, nodes };
}
