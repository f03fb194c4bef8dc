/**
 * Composes tokens into nodes by the grammar of YAML. Keeps its own stack, so that deep input cannot overflow the call
 * stack.
 */
import { ALIAS, Fault, isChecked } from "../nodes/index.ts";
import { type MapNode, map, type Node, type ScalarNode, type SeqNode, scalar, seq, type Tag } from "../nodes/node.ts";
import type { Annotator } from "./annotator.ts";
import { expandTag } from "./tags.ts";
import { TokenReader } from "./token-reader.ts";
import * as T from "./tokens.ts";
import type { Dialect, Frame, TreeBuilder } from "./tree-builder.ts";
import * as C from "./tree-builder.ts";

export class Composer extends TokenReader {
  readonly #dialect: Dialect;
  protected readonly tree: TreeBuilder;

  constructor(tokens: T.Tokens, fault: Fault | undefined, tree: TreeBuilder, dialect: Dialect, annotator?: Annotator) {
    super(tokens, fault, annotator);
    this.tree = tree;
    this.#dialect = dialect;
  }

  /** Composes the document. Undefined if there is none. Throws {@link Fault}s. */
  document(): Node | undefined {
    const explicit = this.prologue();
    const type = this.type();
    if (type === T.END && !explicit) return undefined;
    if (!explicit) this.annotator?.documentStart();
    if (explicit && (type === T.END || type <= T.DOCUMENT_END)) this.tree.attach(this.tree.empty(this.start()));
    else this.node(true, false);
    for (let { frame } = this.tree; frame !== undefined; { frame } = this.tree) this.advance(frame);
    this.annotator?.reach(this.at);
    this.epilogue(this.#dialect.ahead);
    return this.tree.root;
  }

  /** Reads the next part of an open collection: a key, a value, an item, or its end. */
  protected advance(frame: Frame): void {
    switch (frame.mode) {
      case C.BLOCK_MAP:
        return frame.key === undefined ? this.#blockKey(frame) : this.#blockValue();
      case C.BLOCK_SEQ:
        return this.#blockEntry();
      case C.INDENTLESS_SEQ:
        return this.#indentlessEntry();
      case C.FLOW_SEQ:
        return this.#flowEntry(frame);
      case C.FLOW_MAP:
        return frame.key === undefined ? this.#flowKey(frame) : this.#flowValue(frame, T.FLOW_MAP_END);
      default:
        return this.#flowPair(frame);
    }
  }

  #blockKey(frame: Frame): void {
    const type = this.type();
    if (type === T.BLOCK_END) return this.#close(frame.node);
    if (type !== T.KEY) {
      throw this.error(
        "did not find expected key in a block mapping",
        "Check the indentation, and that every line is `key: value`.",
      );
    }
    const start = this.start();
    this.at++;
    const next = this.type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start));
    else this.node(true, true);
  }

  #blockValue(): void {
    const start = this.start();
    if (this.type() !== T.VALUE) {
      // Marks are found by place. With comments, the null therefore needs a place that no other node has.
      return this.tree.attach(this.tree.empty(this.annotator === undefined ? start : -1 - this.at));
    }
    this.#keyComment();
    this.at++;
    const next = this.type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, true);
  }

  #blockEntry(): void {
    const type = this.type();
    const start = this.start();
    if (type === T.BLOCK_END) {
      this.at++;
      return this.tree.pop();
    }
    if (type !== T.BLOCK_ENTRY) {
      throw this.error(
        "did not find expected '-' indicator in a list",
        "Align the line with the items of the list, or indent it to make it part of the last one.",
      );
    }
    const next = this.#dash();
    if (next === T.BLOCK_ENTRY || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }

  #indentlessEntry(): void {
    if (this.type() !== T.BLOCK_ENTRY) return this.tree.pop();
    const start = this.start();
    const next = this.#dash();
    const ends = next === T.BLOCK_ENTRY || next === T.KEY || next === T.VALUE || next === T.BLOCK_END;
    if (ends) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }

  /** Steps over a dash. Returns the type of the token after it. */
  #dash(): number {
    const above = this.annotator?.pendingHead ?? "";
    this.at++;
    const next = this.type();
    this.annotator?.dash(above, next === T.BLOCK_SEQ_START || next === T.BLOCK_MAP_START);
    return next;
  }

  #flowEntry(frame: Frame): void {
    if (this.#closesFlow(frame, T.FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
    if (this.type() === T.KEY) {
      const pair = this.tree.place(map([], "flow"), this.start());
      this.tree.attach(pair);
      this.tree.push(C.FLOW_PAIR, pair);
      this.at++;
      return;
    }
    this.node(false, false);
  }

  #flowPair(frame: Frame): void {
    if (frame.entered && frame.key === undefined) return this.tree.pop();
    if (frame.key !== undefined) return this.#flowValue(frame, T.FLOW_SEQ_END);
    frame.entered = true;
    const type = this.type();
    if (type !== T.VALUE && type !== T.FLOW_ENTRY && type !== T.FLOW_SEQ_END) return this.node(false, false);
    // libyaml steps over the token after an empty key, so the node after that token is the value.
    this.tree.attach(this.tree.empty(this.start()));
    this.at++;
  }

  #flowKey(frame: Frame): void {
    if (this.#closesFlow(frame, T.FLOW_MAP_END, "did not find expected ',' or '}'")) return;
    const start = this.start();
    if (this.type() !== T.KEY) {
      frame.lone = true;
      return this.node(false, false);
    }
    this.at++;
    const next = this.type();
    if (next === T.VALUE || next === T.FLOW_ENTRY || next === T.FLOW_MAP_END) this.tree.attach(this.tree.empty(start));
    else this.node(false, false);
  }

  #flowValue(frame: Frame, end: number): void {
    const start = this.start();
    if (frame.lone || this.type() !== T.VALUE) {
      frame.lone = false;
      return this.tree.attach(this.tree.empty(start));
    }
    this.#keyComment();
    this.at++;
    const next = this.type();
    if (next === T.FLOW_ENTRY || next === end) this.tree.attach(this.tree.empty(start + 1));
    else this.node(false, false);
  }

  /** Steps over the comma between two entries, or over the closing bracket. True if the collection is complete. */
  #closesFlow(frame: Frame, end: number, problem: string): boolean {
    if (this.type() !== end && frame.entered) {
      if (this.type() !== T.FLOW_ENTRY) {
        throw new Fault(
          this.tree.startOf(frame.node),
          problem,
          "Add the closing bracket or the missing comma of this collection.",
        );
      }
      const comment = this.comment();
      if (comment !== undefined) this.tree.commentLast(frame.node, comment);
      this.at++;
    }
    frame.entered = true;
    if (this.type() !== end) return false;
    this.takeComment(frame.node);
    this.#close(frame.node);
    return true;
  }

  /** Reads one node: a whole scalar or alias, or the start of a collection. */
  protected node(block: boolean, indentless: boolean): void {
    let type = this.type();
    const start = this.start();
    if (type === T.ALIAS) {
      this.tree.attach(this.#alias(start));
      this.at++;
      return;
    }
    let anchor: string | undefined;
    let tag: Tag | undefined;
    for (let property = 0; property < 2; property++) {
      if (type === T.ANCHOR && anchor === undefined) anchor = this.text();
      else if (type === T.TAG && tag === undefined) {
        tag = expandTag(this.text(), this.handles);
        if (tag === undefined) throw this.error("found undefined tag handle");
      } else break;
      this.at++;
      type = this.type();
    }
    const tagged = tag !== undefined;
    if (tag === "!") tag = this.#dialect.bangIsString && type >= T.SCALAR ? "!!str" : undefined;
    let node: Node;
    if (type >= T.SCALAR) node = this.#scalar(type, tag);
    else if (type === T.FLOW_MAP_START || (block && type === T.BLOCK_MAP_START)) node = map();
    else if (type === T.FLOW_SEQ_START || (block && type === T.BLOCK_SEQ_START)) node = seq();
    else if (indentless && type === T.BLOCK_ENTRY) node = seq();
    else if (anchor !== undefined || tagged) {
      node = this.tree.empty(start);
      if (tagged && this.#dialect.bangIsString) node.tag = "!!str";
      if (tag !== undefined) node.tag = tag;
    } else throw this.error("did not find expected node content", "Check that every bracket is closed.");
    if (node.kind !== "scalar" && tag !== undefined) node.tag = tag;
    this.tree.place(node, start);
    if (anchor !== undefined || tagged) this.annotator?.property(node, anchor, tag !== undefined);
    if (anchor !== undefined) this.tree.aliases.define(anchor, node);
    this.tree.attach(node);
    if (node.kind !== "scalar") this.#open(type, node);
  }

  #alias(start: number): Node {
    const { tree } = this;
    const name = this.text();
    const isKept = this.annotator !== undefined || this.#dialect.aliases === "kept";
    const node = isKept ? tree.place(scalar(name, ALIAS), start) : tree.aliases.expand(name, start, tree.stack.length);
    if (this.annotator !== undefined) tree.aliases.check(name, start);
    else if (isKept) tree.aliases.keep(node, name, start);
    this.takeComment(node);
    this.annotator?.scalar(node);
    return node;
  }

  #open(type: number, node: MapNode | SeqNode): void {
    if (type === T.FLOW_MAP_START || type === T.FLOW_SEQ_START) node.style = "flow";
    this.annotator?.open(node, type);
    if (type !== T.BLOCK_ENTRY) this.at++;
    if (type === T.BLOCK_MAP_START) this.tree.push(C.BLOCK_MAP, node);
    else if (type === T.BLOCK_SEQ_START) this.tree.push(C.BLOCK_SEQ, node);
    else if (type === T.FLOW_MAP_START) this.tree.push(C.FLOW_MAP, node);
    else this.tree.push(type === T.FLOW_SEQ_START ? C.FLOW_SEQ : C.INDENTLESS_SEQ, node);
  }

  #close(node: MapNode | SeqNode): void {
    this.annotator?.close(node);
    this.at++;
    this.tree.pop();
  }

  #scalar(type: number, tag: Tag | undefined): ScalarNode {
    const value = this.text();
    const style = T.SCALAR_STYLES[type - T.SCALAR] ?? "";
    let node: ScalarNode;
    if (tag === undefined) node = scalar(value, style === "" ? this.#dialect.resolve(value) : "!!str", style);
    // A quoted text with the tag of another type has that type (`!!int "3"`), and keeps it when it is printed without
    // quotes.
    else node = scalar(value, tag, isChecked(tag) && this.annotator === undefined ? "" : style);
    this.takeComment(node);
    this.annotator?.scalar(node);
    this.at++;
    return node;
  }

  /** Gives the comment after a colon to the key. */
  #keyComment(): void {
    const key = this.tree.frame?.key;
    if (key !== undefined) this.takeComment(key);
  }
}
