/** Tokens to nodes: the grammar of YAML, anchors and tags. Keeps its own stack, so that deep input cannot exhaust the real one. */
import { Aliases } from "./aliases.ts";
import { Fault } from "./fault.ts";
import {
  type MapNode,
  map,
  type Node,
  type ScalarNode,
  type SeqNode,
  type Source,
  scalar,
  seq,
  type Tag,
} from "./node.ts";
import { MAX_DEPTH, scan } from "./scanner.ts";
import { isChecked } from "./tagged.ts";
import { defaultHandles, expandTag } from "./tags.ts";
import * as T from "./tokens.ts";

/** What differs between the dialects of engine.md 0.1. */
export interface Dialect {
  /** How many tokens behind the end of a document the parser looks at, and fails on. */
  readonly ahead: number;
  /** Whether lines between two comments may hold tabs. */
  readonly tabsAmongComments: boolean;
  /** Whether the tag `!` makes a plain scalar a string. */
  readonly bangIsString: boolean;
  /** The tag of a plain scalar without one. */
  resolve(text: string): Tag;
  /** Called when a mapping is complete; `merges` tells that one of its keys may be a merge key. */
  finish(node: MapNode, merges: boolean): void;
}

const BLOCK_SEQ = 0;
const INDENTLESS_SEQ = 1;
const BLOCK_MAP = 2;
const FLOW_SEQ = 3;
const FLOW_MAP = 4;
/** A `key: value` inside a flow sequence. */
const FLOW_PAIR = 5;

interface Frame {
  mode: number;
  node: MapNode | SeqNode;
  /** The key that waits for its value. */
  key: Node | undefined;
  /** Flow collections: whether an entry was read, so that a comma must follow. */
  entered: boolean;
  merges: boolean;
  /** Flow mappings: the key stands alone, as in `{a, b}`. */
  lone: boolean;
}

/** The first document of `text`, which stands at `base` in its source; undefined when there is no document. */
export function compose(text: string, source: Source, base: number, dialect: Dialect): Node | undefined {
  return new Composer(text, source, base, dialect).document();
}

class Composer {
  private readonly tokens: T.Tokens;
  private readonly fault: Fault | undefined;
  private readonly source: Source;
  private readonly base: number;
  private readonly dialect: Dialect;
  private readonly aliases: Aliases;
  private readonly stack: Frame[] = [];
  private handles: Map<string, string> = defaultHandles();
  private at = 0;
  private root: Node | undefined;

  constructor(text: string, source: Source, base: number, dialect: Dialect) {
    const scanned = scan(text, dialect.ahead, dialect.tabsAmongComments);
    this.tokens = scanned.tokens;
    this.fault = scanned.fault;
    this.source = source;
    this.base = base;
    this.dialect = dialect;
    this.aliases = new Aliases(this.tokens.length);
  }

  document(): Node | undefined {
    const explicit = this.prologue();
    const type = this.type();
    if (type === T.END && !explicit) return undefined;
    if (explicit && (type === T.END || type <= T.DOCUMENT_END)) this.attach(this.empty(this.start()));
    else this.node(true, false);
    while (this.stack.length > 0) this.advance(this.stack[this.stack.length - 1] as Frame);
    this.epilogue();
    return this.root;
  }

  /** Directives and `---`; true when there was a `---`. */
  private prologue(): boolean {
    let version = false;
    const handles = new Map<string, string>();
    while (this.type() === T.VERSION_DIRECTIVE || this.type() === T.TAG_DIRECTIVE) {
      const value = this.tokens.values[this.at] as string;
      if (this.type() === T.VERSION_DIRECTIVE) {
        if (version) throw this.error("found duplicate %YAML directive");
        if (value !== "1.1") throw this.error("found incompatible YAML document", "Remove the `%YAML` line.");
        version = true;
      } else {
        const gap = value.indexOf(" ");
        if (handles.has(value.slice(0, gap))) throw this.error("found duplicate %TAG directive");
        handles.set(value.slice(0, gap), value.slice(gap + 1));
      }
      this.at++;
    }
    const directives = this.at > 0;
    this.handles = new Map([...defaultHandles(), ...handles]);
    if (this.type() !== T.DOCUMENT_START) {
      if (directives) throw this.error("did not find expected document start `---`");
      return false;
    }
    this.at++;
    return true;
  }

  /** What follows the document is not read, as in the reference, but a fault right behind it is. */
  private epilogue(): void {
    const { types } = this.tokens;
    for (let at = this.at; at <= this.at + this.dialect.ahead; at++) {
      if (types[at] === T.BROKEN) throw this.fault as Fault;
    }
  }

  private type(): number {
    const type = this.tokens.types[this.at] as number;
    if (type === T.BROKEN) throw this.fault as Fault;
    return type;
  }

  private start(): number {
    return this.tokens.starts[this.at] as number;
  }

  private error(problem: string, hint?: string): Fault {
    return new Fault(this.start(), problem, hint);
  }

  private advance(frame: Frame): void {
    switch (frame.mode) {
      case BLOCK_MAP:
        return frame.key === undefined ? this.blockKey() : this.blockValue();
      case BLOCK_SEQ:
        return this.blockEntry();
      case INDENTLESS_SEQ:
        return this.indentlessEntry();
      case FLOW_SEQ:
        return this.flowEntry(frame);
      case FLOW_MAP:
        return frame.key === undefined ? this.flowKey(frame) : this.flowValue(frame, T.FLOW_MAP_END);
      default:
        return this.flowPair(frame);
    }
  }

  private blockKey(): void {
    const type = this.type();
    if (type === T.BLOCK_END) {
      this.at++;
      return this.pop();
    }
    if (type !== T.KEY) {
      throw this.error(
        "did not find expected key in a block mapping",
        "Check the indentation, and that every line is `key: value`.",
      );
    }
    const start = this.start();
    this.at++;
    const next = this.type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.attach(this.empty(start));
    else this.node(true, true);
  }

  private blockValue(): void {
    const start = this.start();
    if (this.type() !== T.VALUE) return this.attach(this.empty(start));
    this.keyComment();
    this.at++;
    const next = this.type();
    if (next === T.KEY || next === T.VALUE || next === T.BLOCK_END) this.attach(this.empty(start + 1));
    else this.node(true, true);
  }

  private blockEntry(): void {
    const type = this.type();
    const start = this.start();
    if (type === T.BLOCK_END) {
      this.at++;
      return this.pop();
    }
    if (type !== T.BLOCK_ENTRY) {
      throw this.error(
        "did not find expected '-' indicator in a list",
        "Align the line with the items of the list, or indent it to make it part of the last one.",
      );
    }
    this.at++;
    const next = this.type();
    if (next === T.BLOCK_ENTRY || next === T.BLOCK_END) this.attach(this.empty(start + 1));
    else this.node(true, false);
  }

  private indentlessEntry(): void {
    if (this.type() !== T.BLOCK_ENTRY) return this.pop();
    const start = this.start();
    this.at++;
    const next = this.type();
    const ends = next === T.BLOCK_ENTRY || next === T.KEY || next === T.VALUE || next === T.BLOCK_END;
    if (ends) this.attach(this.empty(start + 1));
    else this.node(true, false);
  }

  private flowEntry(frame: Frame): void {
    if (this.closesFlow(frame, T.FLOW_SEQ_END, "did not find expected ',' or ']'")) return;
    if (this.type() === T.KEY) {
      const pair = this.place(map([], "flow"), this.start());
      this.attach(pair);
      this.push(FLOW_PAIR, pair);
      this.at++;
      return;
    }
    this.node(false, false);
  }

  private flowPair(frame: Frame): void {
    if (frame.entered && frame.key === undefined) return this.pop();
    if (frame.key !== undefined) return this.flowValue(frame, T.FLOW_SEQ_END);
    frame.entered = true;
    const type = this.type();
    if (type !== T.VALUE && type !== T.FLOW_ENTRY && type !== T.FLOW_SEQ_END) return this.node(false, false);
    // Libyaml steps over the token that follows an empty key, so what came next is the value.
    this.attach(this.empty(this.start()));
    this.at++;
  }

  private flowKey(frame: Frame): void {
    if (this.closesFlow(frame, T.FLOW_MAP_END, "did not find expected ',' or '}'")) return;
    const start = this.start();
    if (this.type() !== T.KEY) {
      frame.lone = true;
      return this.node(false, false);
    }
    this.at++;
    const next = this.type();
    if (next === T.VALUE || next === T.FLOW_ENTRY || next === T.FLOW_MAP_END) this.attach(this.empty(start));
    else this.node(false, false);
  }

  private flowValue(frame: Frame, end: number): void {
    const start = this.start();
    if (frame.lone || this.type() !== T.VALUE) {
      frame.lone = false;
      return this.attach(this.empty(start));
    }
    this.keyComment();
    this.at++;
    const next = this.type();
    if (next === T.FLOW_ENTRY || next === end) this.attach(this.empty(start + 1));
    else this.node(false, false);
  }

  /** Steps over the comma between two entries, or over the closing bracket: then the collection is done. */
  private closesFlow(frame: Frame, end: number, problem: string): boolean {
    if (this.type() !== end && frame.entered) {
      if (this.type() !== T.FLOW_ENTRY) {
        throw new Fault(
          frame.node.offset - this.base,
          problem,
          "The bracket opened here may lack its closing one, or a comma is missing.",
        );
      }
      const comment = this.tokens.comments?.get(this.at);
      if (comment !== undefined) commentLast(frame.node, comment);
      this.at++;
    }
    frame.entered = true;
    if (this.type() !== end) return false;
    this.takeComment(frame.node);
    this.at++;
    this.pop();
    return true;
  }

  /** Reads one node: a scalar or alias at once, of a collection only its start. */
  private node(block: boolean, indentless: boolean): void {
    let type = this.type();
    const start = this.start();
    if (type === T.ALIAS) {
      const copy = this.aliases.expand(this.tokens.values[this.at] as string, start, this.stack.length);
      this.takeComment(copy);
      this.at++;
      return this.attach(copy);
    }
    let anchor: string | undefined;
    let tag: Tag | undefined;
    for (let property = 0; property < 2; property++) {
      if (type === T.ANCHOR && anchor === undefined) anchor = this.tokens.values[this.at] as string;
      else if (type === T.TAG && tag === undefined) {
        tag = expandTag(this.tokens.values[this.at] as string, this.handles);
        if (tag === undefined) throw this.error("found undefined tag handle");
      } else break;
      this.at++;
      type = this.type();
    }
    const tagged = tag !== undefined;
    if (tag === "!") tag = this.dialect.bangIsString && type >= T.SCALAR ? "!!str" : undefined;
    let node: Node;
    if (type >= T.SCALAR) node = this.scalar(type, tag);
    else if (type === T.FLOW_MAP_START || (block && type === T.BLOCK_MAP_START)) node = map();
    else if (type === T.FLOW_SEQ_START || (block && type === T.BLOCK_SEQ_START)) node = seq();
    else if (indentless && type === T.BLOCK_ENTRY) node = seq();
    else if (anchor !== undefined || tagged) {
      node = this.empty(start);
      if (tagged && this.dialect.bangIsString) node.tag = "!!str";
      if (tag !== undefined) node.tag = tag;
    } else throw this.error("did not find expected node content");
    if (node.kind !== "scalar" && tag !== undefined) node.tag = tag;
    this.place(node, start);
    if (anchor !== undefined) this.aliases.define(anchor, node);
    this.attach(node);
    if (node.kind !== "scalar") this.open(type, node);
  }

  private open(type: number, node: MapNode | SeqNode): void {
    if (type === T.FLOW_MAP_START || type === T.FLOW_SEQ_START) node.style = "flow";
    if (type !== T.BLOCK_ENTRY) this.at++;
    if (type === T.BLOCK_MAP_START) this.push(BLOCK_MAP, node);
    else if (type === T.BLOCK_SEQ_START) this.push(BLOCK_SEQ, node);
    else if (type === T.FLOW_MAP_START) this.push(FLOW_MAP, node);
    else this.push(type === T.FLOW_SEQ_START ? FLOW_SEQ : INDENTLESS_SEQ, node);
  }

  private scalar(type: number, tag: Tag | undefined): ScalarNode {
    const value = this.tokens.values[this.at] as string;
    const style = T.SCALAR_STYLES[type - T.SCALAR] ?? "";
    let node: ScalarNode;
    if (tag === undefined) node = scalar(value, style === "" ? this.dialect.resolve(value) : "!!str", style);
    // A quoted text with the tag of another type is that type: `!!int "3"`. Without quotes it stays so.
    else node = scalar(value, tag, isChecked(tag) ? "" : style);
    this.takeComment(node);
    this.at++;
    return node;
  }

  private empty(start: number): ScalarNode {
    return this.place(scalar("", "!!null"), start);
  }

  private place<N extends Node>(node: N, start: number): N {
    node.source = this.source;
    node.offset = this.base + start;
    return node;
  }

  private takeComment(node: Node): void {
    const comment = this.tokens.comments?.get(this.at);
    if (comment !== undefined) node.comment = trimComment(comment);
  }

  /** A comment behind the colon belongs to the key. */
  private keyComment(): void {
    const comment = this.tokens.comments?.get(this.at);
    const key = this.stack[this.stack.length - 1]?.key;
    if (comment !== undefined && key !== undefined) key.comment = trimComment(comment);
  }

  private attach(node: Node): void {
    const frame = this.stack[this.stack.length - 1];
    if (frame === undefined) {
      this.root = node;
    } else if (frame.node.kind === "seq") {
      frame.node.items.push(node);
    } else if (frame.key === undefined) {
      frame.key = node;
      if (node.kind === "scalar" && node.value === "<<") frame.merges = true;
    } else {
      frame.node.entries.push({ key: frame.key, value: node });
      frame.key = undefined;
    }
  }

  private push(mode: number, node: MapNode | SeqNode): void {
    if (this.stack.length >= MAX_DEPTH) throw this.error(`nested deeper than ${MAX_DEPTH} levels`);
    this.stack.push({ mode, node, key: undefined, entered: false, merges: false, lone: false });
  }

  private pop(): void {
    const frame = this.stack.pop() as Frame;
    this.aliases.close(frame.node);
    if (frame.node.kind !== "map") return;
    this.dialect.finish(frame.node, frame.merges);
  }
}

/** A comment behind a comma belongs to the entry in front of it. */
function commentLast(node: MapNode | SeqNode, comment: string): void {
  const last = node.kind === "map" ? node.entries.at(-1)?.value : node.items.at(-1);
  if (last !== undefined) last.comment ??= trimComment(comment);
}

function trimComment(comment: string): string {
  return comment.slice(1).trim();
}
