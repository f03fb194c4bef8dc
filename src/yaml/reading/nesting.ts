/** Keeps track of the open collections while a text is scanned, and of the places where a key may begin. */
import { Fault } from "../nodes/index.ts";
import type { Cursor } from "./cursor.ts";
import { SimpleKey } from "./simple-key.ts";
import * as T from "./tokens.ts";

/** The most levels of nesting that are read: enough for any manifest, and safe for recursive walks over the result. */
export const MAX_DEPTH = 1000;

export class Nesting {
  readonly tokens = new T.Tokens();
  protected readonly cursor: Cursor;
  /** The columns of the block collections around the innermost one. */
  protected readonly indents: number[] = [];
  /** The column of the innermost block collection, -1 at the top level. */
  protected indent: number;
  /** The key candidates of the collections around the innermost flow collection. */
  protected readonly outerKeys: SimpleKey[] = [];
  protected key: SimpleKey = new SimpleKey();
  protected keyAllowed = true;
  protected flowLevel = 0;

  /** `indent` is the column of the enclosing block collection, if the text is part of another one. */
  constructor(cursor: Cursor, indent: number) {
    this.cursor = cursor;
    this.indent = indent;
  }

  /** True if the cursor is inside brackets. */
  get isInFlow(): boolean {
    return this.flowLevel > 0;
  }

  protected openFlow(type: number): boolean {
    this.saveKey();
    this.outerKeys.push(this.key);
    this.key = new SimpleKey();
    this.flowLevel++;
    if (this.flowLevel > MAX_DEPTH) throw new Fault(this.cursor.position, `nested deeper than ${MAX_DEPTH} levels`);
    this.keyAllowed = true;
    this.tokens.push(type, this.cursor.position++);
    return true;
  }

  protected closeFlow(type: number): boolean {
    this.key.drop();
    if (this.flowLevel > 0) {
      this.flowLevel--;
      this.key = this.outerKeys.pop() ?? new SimpleKey();
    }
    this.keyAllowed = false;
    this.tokens.push(type, this.cursor.position++);
    return true;
  }

  /** Opens a block collection at `column`, unless one is open there. Its token is inserted at `index`. */
  protected openBlock(column: number, index: number, type: number, position: number): void {
    if (this.indent >= column) return;
    this.indents.push(this.indent);
    this.indent = column;
    if (this.indents.length > MAX_DEPTH) throw new Fault(position, `nested deeper than ${MAX_DEPTH} levels`);
    if (index === this.tokens.length) this.tokens.push(type, position);
    else this.tokens.insert(index, type, position);
  }

  /** Closes the block collections that are deeper than `column`. */
  protected closeBlocks(column: number): void {
    while (this.indent > column) {
      this.tokens.push(T.BLOCK_END, this.cursor.position);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  /** Makes the next token the candidate for a key, if a key may begin at the cursor. */
  protected saveKey(): void {
    if (!this.keyAllowed) return;
    this.key.save(this.tokens.length, this.cursor, this.flowLevel === 0 && this.indent === this.cursor.column);
  }
}
