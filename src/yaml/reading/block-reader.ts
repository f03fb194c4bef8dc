/**
 * Reads plain block style, in which nearly all manifests are written, straight from text to nodes, without tokens. It
 * reports no errors: it gives up a document at the first thing it does not handle, and the scanner and the composer
 * read that document instead. For documents that both can read, the result is the same. It does not handle anchors,
 * aliases, tags, `?` keys, tabs between tokens, and faults.
 */
import { KrmError } from "../../diagnostics.ts";
import { Fault, isBlankOrEnd } from "../nodes/index.ts";
import { map, type Node, type ScalarNode, type Source, seq } from "../nodes/node.ts";
import { readBlock } from "./block-scalars.ts";
import { BlockTree, NONE } from "./block-tree.ts";
import { Cursor } from "./cursor.ts";
import { readFlow } from "./flow-reader.ts";
import { readPlain, readQuoted } from "./scalars.ts";
import { MAX_KEY_LENGTH } from "./simple-key.ts";
import type { Dialect } from "./tree-builder.ts";

/** Methods that read a line return this to give up the document, and otherwise the offset of the next line. */
const GIVE_UP = -1;

/** 1: no plain scalar begins with the character. 2: a plain scalar begins with it only if no blank follows. */
const STARTS = new Uint8Array(128);
for (const char of "\0\t,[]{}#&*!|>'\"%@`") STARTS[char.charCodeAt(0)] = 1;
for (const char of "-?:") STARTS[char.charCodeAt(0)] = 2;

/** After giving up this many more documents than it read, the reader leaves the rest of the source to the composer. */
const MAX_MISSES = 2;

export class BlockReader extends BlockTree {
  readonly #cursor: Cursor;
  readonly #text: string;
  /** Start of the line of {@link last}. */
  #lastLine = 0;
  /** The number of documents given up minus the number of documents read. */
  #misses = 0;
  /** Results of {@link #plainEnd}: the end of the text, and the offset of the character that ends it. */
  #end = 0;
  #stop = 0;

  /** `cursor` is at the start of the text of the source, whose only line breaks are LF. */
  constructor(cursor: Cursor, source: Source, dialect: Dialect) {
    super(source, dialect);
    this.#cursor = cursor;
    this.#text = cursor.text;
  }

  /**
   * Reads the document between two offsets; `end` is the start of a line or the end of the text. Undefined if it gave
   * up.
   */
  read(base: number, end: number): Node | undefined {
    if (this.#misses > MAX_MISSES) return undefined;
    this.reset();
    this.#misses++;
    try {
      if (!this.#lines(base, end)) return undefined;
      this.#misses -= 2;
      return this.root;
    } catch (thrown) {
      // The composer reports the first fault of the text. This one may be a later one.
      if (thrown instanceof Fault || thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }

  /** Reads the lines of a document. False to give up. */
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

  /** Reads one line of content, which begins at `position`. */
  #line(position: number, column: number, code: number): number {
    const { columns, nodes } = this;
    const text = this.#text;
    let innermost = columns.length - 1;
    if (innermost < 0) return this.root === undefined ? this.#content(position, column, code) : GIVE_UP;
    if (column > (columns[innermost] as number)) {
      return this.awaitsValue ? this.#content(position, column, code) : this.#continued(position);
    }
    if (code === 45 && isBlankOrEnd(text.charCodeAt(position + 1))) {
      if (column < (columns[innermost] as number) || !this.awaitsValue || nodes[innermost]?.kind === "seq") {
        this.close(column);
        innermost = columns.length - 1;
        if (columns[innermost] !== column || nodes[innermost]?.kind !== "seq") return GIVE_UP;
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
    if (columns[innermost] !== column || nodes[innermost]?.kind !== "map") return GIVE_UP;
    return this.#entry(position, -1, code);
  }

  /** Reads a value in a place where a block collection may begin: on its own line or after a dash. */
  #content(position: number, column: number, code: number): number {
    if (code !== 45 || !isBlankOrEnd(this.#text.charCodeAt(position + 1))) return this.#entry(position, column, code);
    if (!this.open(seq(NONE), position, column)) return GIVE_UP;
    return this.#item(position);
  }

  /** Reads a dash and the value after it. */
  #item(dash: number): number {
    const text = this.#text;
    const cursor = this.#cursor;
    this.last = undefined;
    this.awaitsValue = true;
    this.emptyAt = dash + 1;
    let position = dash + 1;
    let code = text.charCodeAt(position);
    while (code === 32) code = text.charCodeAt(++position);
    if (code === 10) return position + 1;
    if (code === 35) return cursor.lineEnd(position) + 1;
    return this.#content(position, position - cursor.lineStart, code);
  }

  /**
   * Reads `key: value` or a scalar. The key begins a map at `column`, or belongs to the innermost open map if that is
   * -1.
   */
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
      if (text.charCodeAt(colon) !== 58) return column < 0 ? GIVE_UP : this.#ended(node);
      if (lineStart !== cursor.lineStart || !isBlankOrEnd(text.charCodeAt(colon + 1))) return GIVE_UP;
    } else {
      const kind = this.#startOf(position, code);
      if (kind !== 0) return column < 0 || this.columns.length === 0 ? GIVE_UP : this.#value(position, code);
      const stop = this.#plainEnd(position);
      if (stop !== 58) return column < 0 ? GIVE_UP : this.#plain(position, stop);
      if (this.#end === position) return GIVE_UP;
      node = this.#plainScalar(position);
      colon = this.#stop;
    }
    if (colon - position > MAX_KEY_LENGTH) return GIVE_UP;
    if (column >= 0 && !this.open(map(NONE), position, column)) return GIVE_UP;
    if (node.value === "<<") return GIVE_UP;
    this.key = node;
    this.last = undefined;
    this.awaitsValue = true;
    this.emptyAt = colon + 1;
    return this.#afterColon(colon + 1);
  }

  /** Reads the rest of a line after a key and its colon. */
  #afterColon(start: number): number {
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

  /** Reads a value that is not a block collection. */
  #value(position: number, code: number): number {
    const cursor = this.#cursor;
    const kind = this.#startOf(position, code);
    if (kind === 0) {
      const stop = this.#plainEnd(position);
      return stop === 58 ? GIVE_UP : this.#plain(position, stop);
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
    if (code !== 91 && code !== 123) return this.#text.charCodeAt(position) === 0 ? position : GIVE_UP;
    const node = readFlow(cursor, this.indent, this.source, this.dialect);
    return node === undefined ? GIVE_UP : this.#ended(node);
  }

  /** Adds a plain scalar whose end {@link #plainEnd} has found. `stop` is the character after it. */
  #plain(position: number, stop: number): number {
    if (stop === 9) return GIVE_UP;
    const node = this.#plainScalar(position);
    if (stop === 35) {
      this.#cursor.position = this.#stop;
      return this.#ended(node);
    }
    this.attach(node);
    this.last = node;
    this.#lastLine = this.#cursor.lineStart;
    return this.#stop + 1;
  }

  /** Attaches a node that ends at the cursor. Only a comment may follow on its line. */
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
    } else if (code !== 10 && code !== 0) return GIVE_UP;
    this.attach(node);
    return position + 1;
  }

  /** Reads a line that can only continue the plain scalar above it. */
  #continued(position: number): number {
    const { last } = this;
    const text = this.#text;
    const cursor = this.#cursor;
    if (last === undefined) return GIVE_UP;
    cursor.position = last.offset;
    cursor.lineStart = this.#lastLine;
    const plain = readPlain(cursor, this.indent + 1, false);
    if (cursor.position <= position) return GIVE_UP;
    last.value = plain.value;
    last.tag = this.dialect.resolve(plain.value);
    this.last = undefined;
    if (plain.broken) return cursor.lineStart;
    const end = cursor.lineEnd(cursor.position);
    if (text.charCodeAt(cursor.position) === 35) last.comment = text.slice(cursor.position, end);
    else if (cursor.position < end) return GIVE_UP;
    return end + 1;
  }

  /** 0 if a plain scalar may begin at `position`. */
  #startOf(position: number, code: number): number {
    const kind = code < 128 ? (STARTS[code] as number) : 0;
    return kind === 2 && !isBlankOrEnd(this.#text.charCodeAt(position + 1)) ? 0 : kind;
  }

  /**
   * Finds the end of a plain scalar on its line. Returns the character that ends it: a break, NUL, `#`, a tab, or `:`.
   */
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

  /** Makes a scalar of the plain text from `position` to {@link #end}. */
  #plainScalar(position: number): ScalarNode {
    const { text, tag } = this.dialect.texts.get(this.#text.slice(position, this.#end));
    return this.scalar(text, tag, "", position);
  }
}

/**
 * A reader for the documents of a source. Undefined if the source has line breaks other than LF, or lines that begin
 * with `---#`, which look like separators.
 */
export function blockReader(source: Source, dialect: Dialect): BlockReader | undefined {
  const cursor = new Cursor(source.text);
  return cursor.hasOtherBreaks || source.text.includes("\n---#") ? undefined : new BlockReader(cursor, source, dialect);
}
