/** Parses a text into a tree, with or without its comments and anchors. */
import type { MarkedDocument } from "../nodes/index.ts";
import type { Node, Source } from "../nodes/node.ts";
import { Annotator } from "./annotator.ts";
import { CommentScanner } from "./comment-scanner.ts";
import { Composer } from "./composer.ts";
import { inflate } from "./inflation.ts";
import { scan } from "./scanner.ts";
import { type Dialect, TreeBuilder } from "./tree-builder.ts";

/**
 * Parses the first document of `text`, which begins at offset `base` of its source, and expands its aliases. Undefined if there
 * is no document. Throws {@link Fault}s, and a KrmError `invalid-yaml` for merge keys.
 */
export function compose(text: string, source: Source, base: number, dialect: Dialect): Node | undefined {
  const { tokens, fault } = scan(text, dialect.ahead, dialect.tabsAmongComments);
  const tree = new TreeBuilder(source, base, dialect, tokens.length);
  const root = new Composer(tokens, fault, tree, dialect).document();
  if (root === undefined || dialect.aliases === "limited") return root;
  const { targets } = tree.aliases;
  return tree.merges || targets.size > 0
    ? inflate(root, targets, tree.merges && dialect.mergesLikeKyaml === true)
    : root;
}

/**
 * Like {@link compose}, but keeps everything that is needed to write the text back: comments, anchors, and aliases as
 * {@link ALIAS} nodes.
 */
export function composeMarked(text: string, source: Source, base: number, dialect: Dialect): Marked | undefined {
  const scanner = new CommentScanner(text);
  const annotator = new Annotator(scanner);
  const tree = new TreeBuilder(source, base, dialect, 0);
  const root = new Composer(scanner.tokens, undefined, tree, dialect, annotator).document();
  return root === undefined ? undefined : { root, document: annotator.finish(root) };
}

export interface Marked {
  readonly root: Node;
  readonly document: MarkedDocument;
}
