/** Text to a tree, with or without what stands around its nodes. */

import type { MarkedDocument } from "../nodes/index.ts";
import type { Node, Source } from "../nodes/node.ts";
import { Annotator } from "./annotator.ts";
import { CommentScanner } from "./comment-scanner.ts";
import { Composer } from "./composer.ts";
import { Construction, type Dialect } from "./construction.ts";
import { scan } from "./scanner.ts";

/** The first document of `text`, which stands at `base` in its source; undefined when there is no document. */
export function compose(text: string, source: Source, base: number, dialect: Dialect): Node | undefined {
  const { tokens, fault } = scan(text, dialect.ahead, dialect.tabsAmongComments);
  return new Composer(tokens, fault, new Construction(source, base, dialect, tokens.length), dialect).document();
}

/** The same with everything it takes to write the text back: comments in their places, anchors, aliases as {@link ALIAS}. */
export function composeMarked(text: string, source: Source, base: number, dialect: Dialect): Marked | undefined {
  const scanner = new CommentScanner(text);
  const annotator = new Annotator(scanner);
  const tree = new Construction(source, base, dialect, 0);
  const root = new Composer(scanner.tokens, undefined, tree, dialect, annotator).document();
  return root === undefined ? undefined : { root, document: annotator.finish(root) };
}

export interface Marked {
  readonly root: Node;
  readonly document: MarkedDocument;
}
