/** The tokens of a YAML text, as parallel arrays: a manifest of one megabyte has about 200,000 of them. */
import { charge } from "../../budget/index.ts";
import type { Style } from "../nodes/node.ts";

export const END = 0;
export const VERSION_DIRECTIVE = 1;
export const TAG_DIRECTIVE = 2;
export const DOCUMENT_START = 3;
export const DOCUMENT_END = 4;
export const BLOCK_SEQ_START = 5;
export const BLOCK_MAP_START = 6;
export const BLOCK_END = 7;
export const FLOW_SEQ_START = 8;
export const FLOW_SEQ_END = 9;
export const FLOW_MAP_START = 10;
export const FLOW_MAP_END = 11;
export const BLOCK_ENTRY = 12;
export const FLOW_ENTRY = 13;
export const KEY = 14;
export const VALUE = 15;
export const ALIAS = 16;
export const ANCHOR = 17;
export const TAG = 18;
/** The scalar tokens come last, in the order of {@link SCALAR_STYLES}. */
export const SCALAR = 19;
export const SINGLE_QUOTED = 20;
export const DOUBLE_QUOTED = 21;
export const LITERAL = 22;
export const FOLDED = 23;
/** The scanner failed here. The composer reports the fault if it gets this far. */
export const BROKEN = 24;

/** The style of a scalar token, by its type less {@link SCALAR}. */
export const SCALAR_STYLES: readonly Style[] = ["", "single", "double", "literal", "folded"];

/** The three elements of a token, with the room that growing arrays keep. */
const TOKEN_BYTES = 48;

export class Tokens {
  readonly types: number[] = [];
  /** The offset of each token in the scanned text. */
  readonly starts: number[] = [];
  /** The texts of scalars, the names of anchors and aliases, tags as `handle suffix`. */
  readonly values: string[] = [];
  /** Line comments by the index of the token before them; undefined if there are none. */
  comments: Map<number, string> | undefined = undefined;

  get length(): number {
    return this.types.length;
  }

  push(type: number, start: number, value = ""): void {
    this.types.push(type);
    this.starts.push(start);
    this.values.push(value);
    charge(TOKEN_BYTES);
  }

  /** Inserts a token before the one at `index`. Only keys need this, so the tokens of at most one line move. */
  insert(index: number, type: number, start: number): void {
    this.types.push(0);
    this.starts.push(0);
    this.values.push("");
    for (let at = this.types.length - 1; at > index; at--) {
      this.types[at] = this.types[at - 1] as number;
      this.starts[at] = this.starts[at - 1] as number;
      this.values[at] = this.values[at - 1] as string;
    }
    this.types[index] = type;
    this.starts[index] = start;
    this.values[index] = "";
  }

  /** Attaches a line comment to the last token, unless it has one. */
  comment(text: string): void {
    const last = this.types.length - 1;
    if (last < 0) return;
    this.comments ??= new Map();
    if (!this.comments.has(last)) this.comments.set(last, text);
  }
}
