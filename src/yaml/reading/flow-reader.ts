/** Flow collections within a document that is otherwise read without tokens. */

import { map, type Node, type Source, seq } from "../nodes/node.ts";
import { Composer } from "./composer.ts";
import { Construction, type Dialect } from "./construction.ts";
import type { Cursor } from "./cursor.ts";
import { Scanner } from "./scanner.ts";
import * as T from "./tokens.ts";

/**
 * The flow collection at the cursor, which is left behind it. `indent` is the column of the block collection around it.
 * Undefined for what needs to know the whole document: anchors and aliases. Throws {@link Fault}s.
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
  // It does not end, or a document does within it.
  if (scanner.isInFlow) return undefined;
  for (const type of tokens.types) {
    if (type === T.ANCHOR || type === T.ALIAS || type < T.FLOW_SEQ_START) return undefined;
  }
  return new FlowComposer(tokens, undefined, new Construction(source, 0, dialect, tokens.length), dialect).flow();
}

class FlowComposer extends Composer {
  /** The flow collection that the tokens are. */
  flow(): Node | undefined {
    this.node(false, false);
    for (let { frame } = this.tree; frame !== undefined; { frame } = this.tree) this.advance(frame);
    return this.tree.root;
  }
}
