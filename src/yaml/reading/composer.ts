/** Tokens to nodes: the grammar of YAML, anchors and tags. Keeps its own stack, so that deep input cannot exhaust the real one. */

import { ALIAS, Fault, isChecked } from "../nodes/index.ts";
import { type MapNode, map, type Node, type ScalarNode, type SeqNode, scalar, seq, type Tag } from "../nodes/node.ts";
import type { Annotator } from "./annotator.ts";
import type { Construction, Dialect, Frame } from "./construction.ts";
import * as C from "./construction.ts";
import { DEFAULT_HANDLES, expandTag } from "./tags.ts";
import * as T from "./tokens.ts";

export class Composer {
  readonly #tokens: T.Tokens;
  readonly #fault: Fault | undefined;
  readonly #dialect: Dialect;
  protected readonly tree: Construction;
  readonly #annotator: Annotator | undefined;
  #handles: ReadonlyMap<string, string> = DEFAULT_HANDLES;
  #at = 0;

  constructor(tokens: T.Tokens, fault: Fault | undefined, tree: Construction, dialect: Dialect, annotator?: Annotator) {
    this.#tokens = tokens;
    this.#fault = fault;
    this.tree = tree;
    this.#dialect = dialect;
    this.#annotator = annotator;
  }

  document(): Node | undefined {
    const explicit = this.#prologue();
    const type = this.#type();
    if (type === T.END && !explicit) return undefined;
    if (!explicit) this.#annotator?.documentStart();
    if (explicit && (type === T.END || type <= T.DOCUMENT_END)) this.tree.attach(this.tree.empty(this.#start()));
    else this.node(true, false);
    for (let { frame } = this.tree; frame !== undefined; { frame } = this.tree) this.advance(frame);
    this.#annotator?.reach(this.#at);
    this.#epilogue();
    return this.tree.root;
  }

  /** Directives and `---`; true when there was a `---`. */
  #prologue(): boolean {
    if (this.#type() >= T.BLOCK_SEQ_START) return false;
    let version = false;
    const handles = new Map<string, string>();
    while (this.#type() === T.VERSION_DIRECTIVE || this.#type() === T.TAG_DIRECTIVE) {
      const value = this.#tokens.values[this.#at] as string;
      if (this.#type() === T.VERSION_DIRECTIVE) {
        if (version) throw this.#error("found duplicate %YAML directive");
        if (value !== "1.1") throw this.#error("found incompatible YAML document", "Remove the `%YAML` line.");
        version = true;
      } else {
        const gap = value.indexOf(" ");
        if (handles.has(value.slice(0, gap))) throw this.#error("found duplicate %TAG directive");
        handles.set(value.slice(0, gap), value.slice(gap + 1));
      }
      this.#at++;
    }
    const directives = this.#at > 0;
    if (handles.size > 0) this.#handles = new Map([...this.#handles, ...handles]);
    if (this.#type() !== T.DOCUMENT_START) {
      if (directives) {
        throw this.#error(
          "did not find expected document start `---`",
          "Remove the `%` line; in resource files the `---` behind it begins another document.",
        );
      }
      return false;
    }
    this.#at++;
    return true;
  }

  /** What follows the document is not read, as in the reference, but a fault right behind it is. */
  #epilogue(): void {
    const { types } = this.#tokens;
    for (let at = this.#at; at <= this.#at + this.#dialect.ahead; at++) {
      if (types[at] === T.BROKEN) throw this.#fault as Fault;
    }
  }

  #type(): number {
    this.#annotator?.reach(this.#at);
    const type = this.#tokens.types[this.#at] as number;
    if (type === T.BROKEN) throw this.#fault as Fault;
    return type;
  }

  #start(): number {
    return this.#tokens.starts[this.#at] as number;
  }

  #error(problem: string, hint?: string): Fault {
    // Libyaml scans ahead before it judges a token that may be a key, so that fault comes first.
    if (this.#fault?.offset === this.#start()) return this.#fault;
    return new Fault(this.#start(), problem, hint);
  }

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
    const type = this.#type();
    if (type === T.BLOCK_END) return this.#close(frame.node);
    if (type !== T.KEY) {
      throw this.#error(
        "did not find expected key in a block mapping",
        "Check the indentation, and that every line is `key: value`.",
      );
    }
    const start = this.#start();
    this.#at++;
    const next = this.#type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start));
    else this.node(true, true);
  }

  #blockValue(): void {
    const start = this.#start();
    if (this.#type() !== T.VALUE) {
      // It must not be taken for the node that begins here, whose marks are found by their place.
      return this.tree.attach(this.tree.empty(this.#annotator === undefined ? start : -1 - this.#at));
    }
    this.#keyComment();
    this.#at++;
    const next = this.#type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, true);
  }

  #blockEntry(): void {
    const type = this.#type();
    const start = this.#start();
    if (type === T.BLOCK_END) {
      this.#at++;
      return this.tree.pop();
    }
    if (type !== T.BLOCK_ENTRY) {
      throw this.#error(
        "did not find expected '-' indicator in a list",
        "Align the line with the items of the list, or indent it to make it part of the last one.",
      );
    }
    const next = this.#dash();
    if (next === T.BLOCK_ENTRY || next === T.BLOCK_END) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }

  #indentlessEntry(): void {
    if (this.#type() !== T.BLOCK_ENTRY) return this.tree.pop();
    const start = this.#start();
    const next = this.#dash();
    const ends = next === T.BLOCK_ENTRY || next === T.KEY || next === T.VALUE || next === T.BLOCK_END;
    if (ends) this.tree.attach(this.tree.empty(start + 1));
    else this.node(true, false);
  }

  /** Steps over a dash; the type of what follows it. */
  #dash(): number {
    const above = this.#annotator?.pendingHead ?? "";
    this.#at++;
    const next = this.#type();
    this.#annotator?.dash(above, next === T.BLOCK_SEQ_START || next === T.BLOCK_MAP_START);
    return next;
  }

  #flowEntry(frame: Frame): void {
    if (this.#closesFlow(frame, T.FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
    if (this.#type() === T.KEY) {
      const pair = this.tree.place(map([], "flow"), this.#start());
      this.tree.attach(pair);
      this.tree.push(C.FLOW_PAIR, pair);
      this.#at++;
      return;
    }
    this.node(false, false);
  }

  #flowPair(frame: Frame): void {
    if (frame.entered && frame.key === undefined) return this.tree.pop();
    if (frame.key !== undefined) return this.#flowValue(frame, T.FLOW_SEQ_END);
    frame.entered = true;
    const type = this.#type();
    if (type !== T.VALUE && type !== T.FLOW_ENTRY && type !== T.FLOW_SEQ_END) return this.node(false, false);
    // Libyaml steps over the token that follows an empty key, so what came next is the value.
    this.tree.attach(this.tree.empty(this.#start()));
    this.#at++;
  }

  #flowKey(frame: Frame): void {
    if (this.#closesFlow(frame, T.FLOW_MAP_END, "did not find expected ',' or '}'")) return;
    const start = this.#start();
    if (this.#type() !== T.KEY) {
      frame.lone = true;
      return this.node(false, false);
    }
    this.#at++;
    const next = this.#type();
    if (next === T.VALUE || next === T.FLOW_ENTRY || next === T.FLOW_MAP_END) this.tree.attach(this.tree.empty(start));
    else this.node(false, false);
  }

  #flowValue(frame: Frame, end: number): void {
    const start = this.#start();
    if (frame.lone || this.#type() !== T.VALUE) {
      frame.lone = false;
      return this.tree.attach(this.tree.empty(start));
    }
    this.#keyComment();
    this.#at++;
    const next = this.#type();
    if (next === T.FLOW_ENTRY || next === end) this.tree.attach(this.tree.empty(start + 1));
    else this.node(false, false);
  }

  /** Steps over the comma between two entries, or over the closing bracket: then the collection is done. */
  #closesFlow(frame: Frame, end: number, problem: string): boolean {
    if (this.#type() !== end && frame.entered) {
      if (this.#type() !== T.FLOW_ENTRY) {
        throw new Fault(
          this.tree.startOf(frame.node),
          problem,
          "The bracket opened here may lack its closing one, or a comma is missing.",
        );
      }
      const comment = this.#comment();
      if (comment !== undefined) this.tree.commentLast(frame.node, comment);
      this.#at++;
    }
    frame.entered = true;
    if (this.#type() !== end) return false;
    this.#takeComment(frame.node);
    this.#close(frame.node);
    return true;
  }

  /** Reads one node: a scalar or alias at once, of a collection only its start. */
  protected node(block: boolean, indentless: boolean): void {
    let type = this.#type();
    const start = this.#start();
    if (type === T.ALIAS) {
      this.tree.attach(this.#alias(start));
      this.#at++;
      return;
    }
    let anchor: string | undefined;
    let tag: Tag | undefined;
    for (let property = 0; property < 2; property++) {
      if (type === T.ANCHOR && anchor === undefined) anchor = this.#tokens.values[this.#at] as string;
      else if (type === T.TAG && tag === undefined) {
        tag = expandTag(this.#tokens.values[this.#at] as string, this.#handles);
        if (tag === undefined) throw this.#error("found undefined tag handle");
      } else break;
      this.#at++;
      type = this.#type();
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
    } else throw this.#error("did not find expected node content", "A bracket may not be closed.");
    if (node.kind !== "scalar" && tag !== undefined) node.tag = tag;
    this.tree.place(node, start);
    if (anchor !== undefined || tagged) this.#annotator?.property(node, anchor, tag !== undefined);
    if (anchor !== undefined) this.tree.aliases.define(anchor, node);
    this.tree.attach(node);
    if (node.kind !== "scalar") this.#open(type, node);
  }

  #alias(start: number): Node {
    const { tree } = this;
    const annotator = this.#annotator;
    const name = this.#tokens.values[this.#at] as string;
    if (annotator === undefined) {
      const copy = tree.aliases.expand(name, start, tree.stack.length);
      this.#takeComment(copy);
      return copy;
    }
    tree.aliases.check(name, start);
    const node = tree.place(scalar(name, ALIAS), start);
    annotator.scalar(node);
    return node;
  }

  #open(type: number, node: MapNode | SeqNode): void {
    if (type === T.FLOW_MAP_START || type === T.FLOW_SEQ_START) node.style = "flow";
    this.#annotator?.open(node, type);
    if (type !== T.BLOCK_ENTRY) this.#at++;
    if (type === T.BLOCK_MAP_START) this.tree.push(C.BLOCK_MAP, node);
    else if (type === T.BLOCK_SEQ_START) this.tree.push(C.BLOCK_SEQ, node);
    else if (type === T.FLOW_MAP_START) this.tree.push(C.FLOW_MAP, node);
    else this.tree.push(type === T.FLOW_SEQ_START ? C.FLOW_SEQ : C.INDENTLESS_SEQ, node);
  }

  #close(node: MapNode | SeqNode): void {
    this.#annotator?.close(node);
    this.#at++;
    this.tree.pop();
  }

  #scalar(type: number, tag: Tag | undefined): ScalarNode {
    const value = this.#tokens.values[this.#at] as string;
    const style = T.SCALAR_STYLES[type - T.SCALAR] ?? "";
    let node: ScalarNode;
    if (tag === undefined) node = scalar(value, style === "" ? this.#dialect.resolve(value) : "!!str", style);
    // A quoted text with the tag of another type is that type: `!!int "3"`. Without quotes it stays so.
    else node = scalar(value, tag, isChecked(tag) && this.#annotator === undefined ? "" : style);
    this.#takeComment(node);
    this.#annotator?.scalar(node);
    this.#at++;
    return node;
  }

  /** The comment behind the present token. */
  #comment(): string | undefined {
    return this.#tokens.comments?.get(this.#at);
  }

  #takeComment(node: Node): void {
    node.comment = this.#comment() ?? node.comment;
  }

  /** A comment behind the colon belongs to the key. */
  #keyComment(): void {
    const key = this.tree.frame?.key;
    if (key !== undefined) this.#takeComment(key);
  }
}
