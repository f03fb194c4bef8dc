/**
 * Comments, anchors and explicit tags of a document. They are kept beside the tree, because few callers need them
 * (docs/specification/replacements.md 6.2).
 */
import type { Node, Source } from "./node.ts";

/** Comments include their `#`. Several comments in one place are joined by line breaks. `""` means no comment. */
export interface Marks {
  /** The comment lines above the node. */
  head: string;
  /** The comment lines below the node. In a map they belong to the key, even if the value is in between. */
  foot: string;
  /** The name of its anchor, `&name`. */
  anchor: string;
  /** True if the tag is written in the text. */
  tagged: boolean;
}

/** The marks of one document. */
export interface MarkedDocument {
  /** Keyed by {@link placeOf}. */
  readonly nodes: ReadonlyMap<number, Marks>;
  /** The comment above the document, separated from its content by an empty line. */
  readonly head: string;
  readonly foot: string;
}

/** The tag of an alias node. Only texts that are read to be written back contain alias nodes. */
export const ALIAS = "*";

const KINDS = { scalar: 0, map: 1, seq: 2 } as const;

/**
 * A number that identifies a node within its source. The offset alone does not: a map starts where its first key
 * starts.
 */
export function placeOf({ offset, kind, style }: Node): number {
  return offset * 4 + (kind === "map" && style === "flow" ? 3 : KINDS[kind]);
}

const documents = new WeakMap<Source, MarkedDocument>();

/** Stores the marks of a source for {@link marksOfSource}, and returns them. */
export function keepMarks(source: Source, document: MarkedDocument): MarkedDocument {
  documents.set(source, document);
  return document;
}

export function marksOfSource(source: Source): MarkedDocument | undefined {
  return documents.get(source);
}
