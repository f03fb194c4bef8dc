/**
 * Writes nodes as YAML with their styles and comments, as kyaml does with go-yaml v3
 * (docs/specification/replacements.md 6.2 and docs/specification/yaml-writing.md 1.1).
 */
import { ALIAS } from "../nodes/index.ts";
import type { MapNode, Node, ScalarNode, SeqNode } from "../nodes/node.ts";
import { documentOf, marksOf } from "../reading/index.ts";
import { EncoderOutput } from "./encoder-output.ts";
import { analyze } from "./scalar-style.ts";
import { writeScalar, writtenStyle, writtenTag } from "./scalar-writing.ts";

/** Writes a node and its comments as a document that ends in a newline. */
export function encode(node: Node): string {
  return new Encoder().document(node, "", "");
}

/** Writes a document from `parseText`, with the comments above and below it. */
export function encodeDocument(root: Node): string {
  const { head, foot } = root.source === undefined ? { head: "", foot: "" } : documentOf(root.source);
  return new Encoder().document(root, head, foot);
}

/** The position of a node, as far as its form depends on it. */
interface Place {
  /** An item of a block list: a collection begins after the dash. */
  readonly inBlockSeq?: true;
  /** A key or value of a map. */
  readonly inMap?: true;
  readonly isKey?: true;
  /** A key on one line with its colon. */
  readonly isSimpleKey?: true;
}

const ALONE: Place = {};
const BLOCK_ITEM: Place = { inBlockSeq: true };
const SIMPLE_KEY: Place = { inMap: true, isKey: true, isSimpleKey: true };
const COMPLEX_KEY: Place = { inMap: true, isKey: true };
const VALUE: Place = { inMap: true };

/** Longer keys, in bytes and including anchor and tag, are written in the `? key` form. */
const MAX_SIMPLE_KEY = 128;

/**
 * Writes a tree depth first. The output holds comments back until the next place for them. A collection is written in
 * two steps, its start and its content, because pending comments are written between the two.
 */
class Encoder {
  readonly #out = new EncoderOutput();
  readonly #indents: number[] = [];
  #flowLevel = 0;

  document(root: Node, head: string, foot: string): string {
    const out = this.#out;
    if (head !== "") {
      out.head = head;
      out.headComment();
      out.break();
    }
    this.#takeStartComments(root, ALONE);
    out.headComment();
    this.#writeNode(root, ALONE);
    if (foot !== "") out.foot = foot;
    out.footIndent = 0;
    out.footComment();
    out.footIndent = -1;
    out.startLine();
    return out.text;
  }

  /** Passes the comments at the start of a node to the output. `tail` is the foot comment of the previous entry. */
  #takeStartComments(node: Node, place: Place, tail = ""): void {
    const out = this.#out;
    const marks = marksOf(node);
    if (marks?.head) out.head = marks.head;
    if (node.kind === "scalar") this.#takeEndComments(node, place);
    if (tail !== "" && node.kind !== "seq" && node.tag !== ALIAS) out.tail = tail;
  }

  /** Passes the comments at the end of a node to the output. The foot comment of a key goes with the next entry. */
  #takeEndComments(node: Node, place: Place): void {
    const foot = place.isKey ? undefined : marksOf(node)?.foot;
    if (node.comment) this.#out.line = node.comment;
    if (foot) this.#out.foot = foot;
  }

  /** Writes a node whose start comments were passed on, and the comments after it. */
  #writeNode(node: Node, place: Place): void {
    this.#writeStart(node, place);
    this.#out.lineComment();
    this.#out.footComment();
    this.#writeContent(node, place);
  }

  /** Writes a scalar, or the anchor and the tag of a collection. */
  #writeStart(node: Node, place: Place): void {
    const out = this.#out;
    if (node.tag === ALIAS && node.kind === "scalar") return out.word(`*${node.value}`);
    const { anchor = "", tagged = false } = marksOf(node) ?? {};
    if (anchor !== "") out.word(`&${anchor}`);
    const tag = tagged ? node.tag : writtenTag(node);
    if (tag !== "") out.word(tag);
    if (node.kind === "scalar") this.#scalar(node, place, tagged);
  }

  #scalar(node: ScalarNode, place: Place, isTagged: boolean): void {
    const out = this.#out;
    this.#indentMore(true, place);
    const style = writtenStyle(node, this.#flowLevel > 0, place.isSimpleKey === true, isTagged);
    const text = writeScalar(node.value, style, out.indent);
    if (style === "literal" || style === "folded") {
      const end = text.indexOf("\n");
      out.word(text.slice(0, end));
      if (out.line === "") out.break();
      else out.lineComment();
      out.block(text.slice(end + 1));
    } else out.word(text);
    this.#indentLess();
  }

  #writeContent(node: Node, place: Place): void {
    if (node.kind === "scalar") return;
    const isFlow = this.#flowLevel > 0 || node.style === "flow" || childrenOf(node).length === 0;
    if (node.kind === "map") return isFlow ? this.#flowMap(node, place) : this.#blockMap(node, place);
    return isFlow ? this.#flowSeq(node, place) : this.#blockSeq(node, place);
  }

  #blockSeq(node: SeqNode, place: Place): void {
    const out = this.#out;
    for (const [at, item] of node.items.entries()) {
      this.#takeStartComments(item, BLOCK_ITEM);
      if (at === 0) this.#indentMore(false, place, place.inMap === true && (out.column === 0 || !out.indention));
      out.headComment();
      out.startLine();
      out.indicator("-", { spaced: true, indents: true });
      this.#writeNode(item, BLOCK_ITEM);
    }
    this.#takeEndComments(node, place);
    this.#indentLess();
  }

  #blockMap(node: MapNode, place: Place): void {
    const out = this.#out;
    let tail = "";
    this.#indentMore(false, place);
    for (const { key, value } of node.entries) {
      const isSimple = isSimpleKey(key);
      const keyPlace = isSimple ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      out.headComment();
      out.startLine();
      if (out.line !== "") {
        out.keyLine = out.line;
        out.line = "";
      }
      if (!isSimple) out.indicator("?", { spaced: true, indents: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE);
      if (isSimple) out.indicator(":", {});
      else {
        out.startLine();
        out.indicator(":", { spaced: true, indents: true });
      }
      this.#keyComment(value);
      this.#writeNode(value, VALUE);
    }
    if (tail !== "") out.tail = tail;
    this.#takeEndComments(node, place);
    out.headComment();
    this.#indentLess();
  }

  /**
   * Writes the line comment of a key after its colon if a block follows. A scalar takes it over unless it has its own.
   */
  #keyComment(value: Node): void {
    const out = this.#out;
    if (out.keyLine === "" || value.tag === ALIAS) return;
    if (value.kind === "scalar") {
      if (out.line !== "") return;
      out.line = out.keyLine;
    } else {
      if (value.style === "flow") return;
      const { line } = out;
      out.line = out.keyLine;
      out.lineComment();
      out.line = line;
    }
    out.keyLine = "";
  }

  #flowSeq(node: SeqNode, place: Place): void {
    this.#openFlow("[", place);
    let separated = true;
    for (const item of node.items) {
      this.#takeStartComments(item, ALONE);
      this.#separate(separated);
      separated = this.#out.endsLine;
      this.#flowChild(item, ALONE);
    }
    this.#takeEndComments(node, place);
    this.#leaveFlow();
    if (this.#out.column === 0) this.#out.startLine();
    this.#closeFlow("]");
  }

  #flowMap(node: MapNode, place: Place): void {
    const out = this.#out;
    this.#openFlow("{", place);
    let separated = true;
    let tail = "";
    for (const { key, value } of node.entries) {
      const isSimple = isSimpleKey(key);
      const keyPlace = isSimple ? SIMPLE_KEY : COMPLEX_KEY;
      this.#takeStartComments(key, keyPlace, tail);
      tail = marksOf(key)?.foot ?? "";
      this.#separate(separated);
      if (!isSimple) out.indicator("?", { spaced: true });
      this.#writeStart(key, keyPlace);
      this.#writeContent(key, keyPlace);
      this.#takeStartComments(value, VALUE);
      out.indicator(":", { spaced: !isSimple });
      separated = out.endsLine;
      this.#flowChild(value, VALUE);
    }
    if (tail !== "") out.tail = tail;
    this.#takeEndComments(node, place);
    if (!separated && (out.head !== "" || out.foot !== "" || out.tail !== "")) out.indicator(",", {});
    out.headComment();
    this.#leaveFlow();
    this.#closeFlow("}");
  }

  #openFlow(bracket: string, place: Place): void {
    this.#out.indicator(bracket, { spaced: true, opens: true });
    this.#indentMore(true, place);
    this.#flowLevel++;
  }

  #leaveFlow(): void {
    this.#flowLevel--;
    this.#indentLess();
  }

  #closeFlow(bracket: string): void {
    this.#out.indicator(bracket, {});
    this.#out.lineComment();
    this.#out.footComment();
  }

  /** Prepares for the next child of a flow collection. If a comment ended the line, the comma was written before it. */
  #separate(separated: boolean): void {
    const out = this.#out;
    if (!separated) out.indicator(",", {});
    out.headComment();
    if (out.column === 0) out.startLine();
  }

  #flowChild(node: Node, place: Place): void {
    const out = this.#out;
    this.#writeStart(node, place);
    if (out.endsLine) out.indicator(",", {});
    out.lineComment();
    out.footComment();
    this.#writeContent(node, place);
  }

  /** Increases the indentation. `isCompact` keeps a list at the column of its key. */
  #indentMore(inFlow: boolean, place: Place, isCompact = false): void {
    const out = this.#out;
    this.#indents.push(out.indent);
    if (out.indent < 0) out.indent = inFlow ? 2 : 0;
    else if (place.inBlockSeq) out.indent += 2;
    else out.indent = 2 * Math.floor((out.indent + 2) / 2) - (isCompact ? 2 : 0);
  }

  #indentLess(): void {
    this.#out.indent = this.#indents.pop() ?? -1;
  }
}

function childrenOf(node: MapNode | SeqNode): readonly unknown[] {
  return node.kind === "map" ? node.entries : node.items;
}

function isSimpleKey(key: Node): boolean {
  if (key.kind !== "scalar") return childrenOf(key).length === 0;
  const marks = marksOf(key);
  const tag = marks?.tagged ? key.tag : writtenTag(key);
  return !analyze(key.value).multiline && Buffer.byteLength(key.value + (marks?.anchor ?? "") + tag) <= MAX_SIMPLE_KEY;
}
