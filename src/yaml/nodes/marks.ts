/**
 * What a text says around its nodes. It stands beside the tree, since only few readers ask for it
 * (docs/specification/replacements.md 6.2).
 */
import type { Node, Source } from "./node.ts";

/** Comments keep their `#`, and parts of one are separated by line breaks; `""` where there is none. */
export interface Marks {
  /** The lines above the node. */
  head: string;
  /** The lines below it; in maps they are the key's, whatever stands between. */
  foot: string;
  /** The name it was given with `&`. */
  anchor: string;
  /** Whether the text spells its tag out. */
  tagged: boolean;
}

/** The marks of one document. */
export interface MarkedDocument {
  /** By {@link placeOf}. */
  readonly nodes: ReadonlyMap<number, Marks>;
  /** The comment above the document, an empty line away from its content. */
  readonly head: string;
  readonly foot: string;
}

/** The tag of a node that stands for another one by its name; only texts that are written back have any. */
export const ALIAS = "*";

const KINDS = { scalar: 0, map: 1, seq: 2 } as const;

/** A number that tells a node from the others of its source: a collection may begin where its first key does. */
export function placeOf({ offset, kind, style }: Node): number {
  return offset * 4 + (kind === "map" && style === "flow" ? 3 : KINDS[kind]);
}

const documents = new WeakMap<Source, MarkedDocument>();

/** Keeps the marks of a source for {@link marksOfSource}. */
export function keepMarks(source: Source, document: MarkedDocument): MarkedDocument {
  documents.set(source, document);
  return document;
}

export function marksOfSource(source: Source): MarkedDocument | undefined {
  return documents.get(source);
}
