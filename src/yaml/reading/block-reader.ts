/**
 * Reads the block style that nearly all manifests are written in, from text to nodes without tokens. It judges nothing:
 * at the first thing that it does not know it gives the document up, and the scanner and the composer read it, with the
 * same result for all that both can read. Anchors, aliases, tags, `?` keys, tabs between tokens and faults are theirs.
 */
import { KrmError } from "../../diagnostics.ts";
import { Fault, isBlankOrEnd } from "../nodes/index.ts";
import { map, type Node, type ScalarNode, type Source, seq } from "../nodes/node.ts";
import { readBlock } from "./block-scalars.ts";
import { BlockTree, NONE } from "./block-tree.ts";
import type { Dialect } from "./construction.ts";
import { Cursor } from "./cursor.ts";
import { readFlow } from "./flow-reader.ts";
import { readPlain, readQuoted } from "./scalars.ts";
import { LONGEST_KEY } from "./simple-key.ts";

/** What the methods that read a line return when the document is given up; else they return where the next line begins. */
const STRANGE = -1;

/** 1 for characters that no plain scalar begins with, 2 for those that it begins with if no blank follows. */
const STARTS = new Uint8Array(128);
for (const char of "\0\t,[]{}#&*!|>'\"%@`") STARTS[char.charCodeAt(0)] = 1;
for (const char of "-?:") STARTS[char.charCodeAt(0)] = 2;

/** A source of which so many documents more were given up than read is left to the composer. */
const MOST_MISSES = 2;

export class BlockReader extends BlockTree {
  readonly #cursor: Cursor;
  readonly #text: string;
  /** Start of the line of the plain scalar that the next one may continue. */
  #lastLine = 0;
  /** Documents that were given up, less those that were read. */
  #misses = 0;
  /** What {@link #plainEnd} found: the end of the text, and where the character stands that ends it. */
  #end = 0;
  #stop = 0;

  /** `cursor` is on the whole text of the source, which ends lines with LF only. */
  constructor(cursor: Cursor, source: Source, dialect: Dialect) {
    super(source, dialect);
    this.#cursor = cursor;
    this.#text = cursor.text;
  }

  /** The document between two offsets, of which `end` begins a line or ends the text. Undefined: read it otherwise. */
  read(base: number, end: number): Node | undefined {
    if (this.#misses > MOST_MISSES) return undefined;
    this.reset();
    this.#misses++;
    try {
      if (!this.#lines(base, end)) return undefined;
      this.#misses -= 2;
      return this.root;
    } catch (thrown) {
      // What is wrong comes to light in the order of the text only where all of it is judged.
      if (thrown instanceof Fault || thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }

  #lines(base: number, end: number): boolean {
    const text = this.#text;
    const cursor = this.#cursor;
    let start = base;
    if (text.startsWith("---\n", start)) start += 4;
    while (true) {
      let position = start;
      let code = text.charCodeAt(position);
      while (code === 32) code = text.charCodeAt(++position);
      if (code === 10) start = position + 1;
      else if (position >= end) break;
      else if (code === 35) start = cursor.lineEnd(position) + 1;
      else {
        cursor.lineStart = cursor.position = start;
        if (start === position && cursor.atDocumentIndicator()) return false;
        start = this.#line(position, position - start, code);
        if (start < 0) return false;
      }
    }
    if (this.columns.length === 0) return false;
    this.close(-1);
    return true;
  }

  /** One line of content. */
  #line(position: number, column: number, code: number): number {
    const { columns, nodes } = this;
    const text = this.#text;
    let innermost = columns.length - 1;
    if (innermost < 0) return this.root === undefined ? this.#content(position, column, code) : STRANGE;
    if (column > (columns[innermost] as number)) {
      return this.awaits ? this.#content(position, column, code) : this.#continued(position);
    }
    if (code === 45 && isBlankOrEnd(text.charCodeAt(position + 1))) {
      if (column < (columns[innermost] as number) || !this.awaits || nodes[innermost]?.kind === "seq") {
        this.close(column);
        innermost = columns.length - 1;
        if (columns[innermost] !== column || nodes[innermost]?.kind !== "seq") return STRANGE;
        return this.#item(position);
      }
      // A list in a map may begin at the column of its key.
      return this.#content(position, column, code);
    }
    this.close(column);
    innermost = columns.length - 1;
    if (columns[innermost] === column && nodes[innermost]?.kind === "seq") {
      this.pop();
      innermost--;
    }
    if (columns[innermost] !== column || nodes[innermost]?.kind !== "map") return STRANGE;
    return this.#entry(position, -1, code);
  }

  /** What stands for a value that is awaited, where a collection may begin: on a line of its own or behind a dash. */
  #content(position: number, column: number, code: number): number {
    if (code !== 45 || !isBlankOrEnd(this.#text.charCodeAt(position + 1))) return this.#entry(position, column, code);
    if (!this.open(seq(NONE), position, column)) return STRANGE;
    return this.#item(position);
  }

  /** A dash and what follows it. */
  #item(dash: number): number {
    const text = this.#text;
    const cursor = this.#cursor;
    this.last = undefined;
    this.awaits = true;
    this.emptyAt = dash + 1;
    let position = dash + 1;
    let code = text.charCodeAt(position);
    while (code === 32) code = text.charCodeAt(++position);
    if (code === 10) return position + 1;
    if (code === 35) return cursor.lineEnd(position) + 1;
    return this.#content(position, position - cursor.lineStart, code);
  }

  /** A key with its value, or a scalar. The key begins a map at `column`, or goes on with the innermost if that is -1. */
  #entry(position: number, column: number, code: number): number {
    const text = this.#text;
    const cursor = this.#cursor;
    let node: ScalarNode;
    let colon = 0;
    if (code === 34 || code === 39) {
      const { lineStart } = cursor;
      cursor.position = position;
      const value = readQuoted(cursor, code === 39);
      node = this.scalar(value, "!!str", code === 39 ? "single" : "double", position);
      colon = cursor.position;
      while (text.charCodeAt(colon) === 32) colon++;
      if (text.charCodeAt(colon) !== 58) return column < 0 ? STRANGE : this.#ended(node);
      if (lineStart !== cursor.lineStart || !isBlankOrEnd(text.charCodeAt(colon + 1))) return STRANGE;
    } else {
      const kind = this.#startOf(position, code);
      if (kind !== 0) return column < 0 || this.columns.length === 0 ? STRANGE : this.#value(position, code);
      const stop = this.#plainEnd(position);
      if (stop !== 58) return column < 0 ? STRANGE : this.#plain(position, stop);
      if (this.#end === position) return STRANGE;
      node = this.#words(position);
      colon = this.#stop;
    }
    if (colon - position > LONGEST_KEY) return STRANGE;
    if (column >= 0 && !this.open(map(NONE), position, column)) return STRANGE;
    if (node.value === "<<") return STRANGE;
    this.key = node;
    this.last = undefined;
    this.awaits = true;
    this.emptyAt = colon + 1;
    return this.#behindColon(colon + 1);
  }

  #behindColon(start: number): number {
    const text = this.#text;
    const cursor = this.#cursor;
    let position = start;
    let code = text.charCodeAt(position);
    while (code === 32) code = text.charCodeAt(++position);
    if (code === 10) return position + 1;
    if (code !== 35) return this.#value(position, code);
    const end = cursor.lineEnd(position);
    (this.key as Node).comment = text.slice(position, end);
    return end + 1;
  }

  /** A value that is no block collection. */
  #value(position: number, code: number): number {
    const cursor = this.#cursor;
    const kind = this.#startOf(position, code);
    if (kind === 0) {
      const stop = this.#plainEnd(position);
      return stop === 58 ? STRANGE : this.#plain(position, stop);
    }
    cursor.position = position;
    if (code === 34 || code === 39) {
      const value = readQuoted(cursor, code === 39);
      return this.#ended(this.scalar(value, "!!str", code === 39 ? "single" : "double", position));
    }
    if (code === 124 || code === 62) {
      const node = this.scalar("", "!!str", code === 124 ? "literal" : "folded", position);
      node.value = readBlock(cursor, this.indent, (comment) => {
        node.comment = comment;
      });
      this.attach(node);
      return this.#text.charCodeAt(cursor.position) === 0 ? cursor.position : cursor.lineStart;
    }
    if (code !== 91 && code !== 123) return this.#text.charCodeAt(position) === 0 ? position : STRANGE;
    const node = readFlow(cursor, this.indent, this.source, this.dialect);
    return node === undefined ? STRANGE : this.#ended(node);
  }

  /** A plain scalar whose end {@link #plainEnd} has found: `stop` is what follows it. */
  #plain(position: number, stop: number): number {
    if (stop === 9) return STRANGE;
    const node = this.#words(position);
    if (stop === 35) {
      this.#cursor.position = this.#stop;
      return this.#ended(node);
    }
    this.attach(node);
    this.last = node;
    this.#lastLine = this.#cursor.lineStart;
    return this.#stop + 1;
  }

  /** Attaches a node whose last line may go on with nothing but a comment. */
  #ended(node: Node): number {
    const text = this.#text;
    const cursor = this.#cursor;
    let { position } = cursor;
    let code = text.charCodeAt(position);
    while (code === 32) code = text.charCodeAt(++position);
    if (code === 35) {
      const end = cursor.lineEnd(position);
      node.comment = text.slice(position, end);
      position = end;
    } else if (code !== 10 && code !== 0) return STRANGE;
    this.attach(node);
    return position + 1;
  }

  /** A line that can only be more of the plain scalar above it. */
  #continued(position: number): number {
    const { last } = this;
    const text = this.#text;
    const cursor = this.#cursor;
    if (last === undefined) return STRANGE;
    cursor.position = last.offset;
    cursor.lineStart = this.#lastLine;
    const plain = readPlain(cursor, this.indent + 1, false);
    if (cursor.position <= position) return STRANGE;
    last.value = plain.value;
    last.tag = this.dialect.resolve(plain.value);
    this.last = undefined;
    if (plain.broken) return cursor.lineStart;
    const end = cursor.lineEnd(cursor.position);
    if (text.charCodeAt(cursor.position) === 35) last.comment = text.slice(cursor.position, end);
    else if (cursor.position < end) return STRANGE;
    return end + 1;
  }

  /** 0 if a plain scalar may begin here. */
  #startOf(position: number, code: number): number {
    const kind = code < 128 ? (STARTS[code] as number) : 0;
    return kind === 2 && !isBlankOrEnd(this.#text.charCodeAt(position + 1)) ? 0 : kind;
  }

  /** Finds the end of a plain text on its line; tells what ends it: a break, the end, `#`, a tab, or `:` behind a key. */
  #plainEnd(position: number): number {
    const text = this.#text;
    let at = position;
    let code = text.charCodeAt(at);
    while (true) {
      if (code < 59) {
        if (code === 58) {
          if (isBlankOrEnd(text.charCodeAt(at + 1))) break;
        } else if (code === 10 || code === 9 || code === 0) break;
        else if (code === 35 && text.charCodeAt(at - 1) === 32) break;
      }
      code = text.charCodeAt(++at);
    }
    this.#stop = at;
    while (text.charCodeAt(at - 1) === 32) at--;
    this.#end = at;
    return code;
  }

  /** The plain text from `position` to {@link #end} as a scalar. */
  #words(position: number): ScalarNode {
    const { text, tag } = this.dialect.texts.get(this.#text.slice(position, this.#end));
    return this.scalar(text, tag, "", position);
  }
}

/** A reader of documents of a source; undefined if that has more breaks than LF, or marks that look like separators. */
export function blockReader(source: Source, dialect: Dialect): BlockReader | undefined {
  const cursor = new Cursor(source.text);
  return cursor.exotic || source.text.includes("\n---#") ? undefined : new BlockReader(cursor, source, dialect);
}
