/** Reads a flow collection in a document that {@link BlockReader} reads. */
import { map, type Node, type Source, seq } from "../nodes/node.ts";
import { Composer } from "./composer.ts";
import type { Cursor } from "./cursor.ts";
import { Scanner } from "./scanner.ts";
import * as T from "./tokens.ts";
import { type Dialect, TreeBuilder } from "./tree-builder.ts";

/**
 * Reads the flow collection at the cursor and moves the cursor after it. `indent` is the column of the enclosing block
 * collection. Undefined if the collection has no end or contains anchors, aliases,
 * merge keys or directives. Throws {@link Fault}s.
 */
export function readFlow(cursor: Cursor, indent: number, source: Source, dialect: Dialect): Node | undefined {
  const { position, text } = cursor;
  const code = text.charCodeAt(position);
  if (text.charCodeAt(position + 1) === code + 2) {
    cursor.position += 2;
    const node = code === 91 ? seq([], "flow") : map([], "flow");
    node.source = source;
    node.offset = position;
    return node;
  }
  const scanner = new Scanner(cursor, dialect.tabsAmongComments, indent);
  const { tokens } = scanner;
  while (scanner.step() && scanner.isInFlow);
  // The text or the document ends before the collection does.
  if (scanner.isInFlow) return undefined;
  for (const type of tokens.types) {
    if (type === T.ANCHOR || type === T.ALIAS || type < T.FLOW_SEQ_START) return undefined;
  }
  const tree = new TreeBuilder(source, 0, dialect, tokens.length);
  const node = new FlowComposer(tokens, undefined, tree, dialect).flow();
  return tree.merges ? undefined : node;
}

class FlowComposer extends Composer {
  /** Composes the flow collection that the tokens form. */
  flow(): Node | undefined {
    this.node(false, false);
    for (let { frame } = this.tree; frame !== undefined; { frame } = this.tree) this.advance(frame);
    return this.tree.root;
  }
}
