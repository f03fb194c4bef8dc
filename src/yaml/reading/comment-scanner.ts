/**
 * A scanner that also finds out what each comment belongs to, as go-yaml v3 does while it scans: the head of what follows,
 * the foot of what went before, or the line of the token in front of it. Used only for texts that are written back.
 */
import { isBlank, isBreak, isBreakOrEnd } from "../nodes/index.ts";
import { Cursor } from "./cursor.ts";
import { Scanner } from "./scanner.ts";
import type { SimpleKey } from "./simple-key.ts";
import * as T from "./tokens.ts";

/** How far go-yaml v3 looks for the next comment. */
const REACH = 512;

/** A byte within a character: neither blank nor break nor `#`. */
const INSIDE = -1;

/** Where a comment begins; the column of one on a line of its own counts from 1, that of one behind a token from 0. */
interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** A comment, `#` included, as one of three kinds; offsets are into the scanned text. */
export interface Comment {
  /** Where the gap begins that the comment stands in, or where the comment in front of it in the gap ends. */
  readonly scanned: number;
  /** It belongs to the first token that begins here or later. */
  token: number;
  readonly start: Mark;
  readonly end: number;
  head: string;
  line: string;
  readonly foot: string;
}

const START: Mark = { index: 0, line: 0, column: 0 };

export class CommentScanner extends Scanner {
  readonly comments: Comment[] = [];
  /** How many of the comments the parser has taken: go-yaml looks back at the others only. */
  taken = 0;
  /** Where the gap in front of the present token begins. */
  #gapStart = 0;
  readonly #counted = { offset: 0, line: 0 };

  constructor(text: string) {
    super(new Cursor(text), true);
  }

  /** Whether the token may turn out to be a key: then go-yaml scans on before it hands it out. */
  mayBeKey(token: number): boolean {
    const holds = (key: SimpleKey): boolean => key.token === token && key.isLive(this.cursor);
    if (this.key.token >= 0 && this.key.token < token) return false;
    return holds(this.key) || this.outerKeys.some(holds);
  }

  protected override skipToToken(): void {
    const { cursor } = this;
    const { text } = cursor;
    this.#gapStart = cursor.position;
    const line = this.#lineOf(this.#gapStart);
    while (true) {
      while (isBlank(text.charCodeAt(cursor.position))) {
        if (text.charCodeAt(cursor.position) === 9 && this.flowLevel === 0 && this.keyAllowed) break;
        cursor.position++;
      }
      this.#raiseToHead();
      if (text.charCodeAt(cursor.position) === 35) this.#readComments(line);
      if (!isBreak(text.charCodeAt(cursor.position))) return;
      cursor.takeBreak();
      if (this.flowLevel === 0) this.keyAllowed = true;
    }
  }

  protected override content(code: number): boolean {
    const { cursor, tokens, flowLevel } = this;
    const ofLast = flowLevel === 0 ? code === 58 : code === 44;
    const owner = ofLast ? (tokens.starts[tokens.length - 1] ?? 0) : cursor.position;
    const more = super.content(code);
    // Behind a dash alone the comment is the head of what follows.
    if (tokens.types[tokens.length - 1] !== T.BLOCK_ENTRY) this.#readLineComment(owner);
    return more;
  }

  /** Blocks end before the comments behind them that stand at their own column. */
  protected override closeBlocks(column: number): void {
    let at = (column < 0 ? this.cursor.position : this.#gapStart) - 1;
    while (this.indent > column) {
      let stop = at;
      for (let index = this.comments.length - 1; index >= this.taken; index--) {
        const comment = this.comments[index] as Comment;
        if (comment.end < stop) break;
        if (comment.start.column === this.indent + 1) at = comment.start.index;
        stop = comment.scanned;
      }
      this.tokens.push(T.BLOCK_END, at);
      this.indent = this.indents.pop() ?? -1;
    }
  }

  /** The comment in the first line of a block scalar. */
  protected override lineComment(text: string, token: number): void {
    this.#addLine(text, token, START);
  }

  #addLine(line: string, token: number, start: Mark): void {
    this.comments.push({ scanned: 0, token, start, end: 0, head: "", line, foot: "" });
  }

  /** Line breaks between the cursor and the last character before it that is no blank. */
  #breaksBefore(): number {
    const { text, position } = this.cursor;
    let breaks = 0;
    for (let at = position - 1; at >= 0; at--) {
      const code = text.charCodeAt(at);
      if (isBreak(code)) breaks += code === 13 && text.charCodeAt(at + 1) === 10 ? 0 : 1;
      else if (!isBlank(code)) break;
    }
    return breaks;
  }

  /** The number of a line, from 0. To be asked in the order of the text. */
  #lineOf(offset: number): number {
    const { text } = this.cursor;
    for (; this.#counted.offset < offset; this.#counted.offset++) {
      const code = text.charCodeAt(this.#counted.offset);
      if (isBreak(code) && !(code === 13 && text.charCodeAt(this.#counted.offset + 1) === 10)) this.#counted.line++;
    }
    return this.#counted.line;
  }

  #readLineComment(token: number): void {
    const { cursor } = this;
    if (this.#breaksBefore() > 0) return;
    let at = cursor.position;
    while (at < cursor.position + REACH && isBlank(cursor.text.charCodeAt(at))) at++;
    if (at === cursor.position + REACH || cursor.text.charCodeAt(at) !== 35) return;
    const end = cursor.lineEnd(at);
    this.#addLine(cursor.text.slice(at, end), token, {
      index: at,
      line: this.#lineOf(at),
      column: at - cursor.lineStart,
    });
    cursor.position = end;
  }

  /** A comment on the line of a first dash, below which another list begins, is the head of that. */
  #raiseToHead(): void {
    const { tokens, cursor, comments } = this;
    const comment = comments.length > this.taken ? comments[comments.length - 1] : undefined;
    if (comment === undefined || comment.line === "" || isBreak(cursor.text.charCodeAt(cursor.position))) return;
    if (tokens.types[tokens.length - 1] !== T.BLOCK_ENTRY) return;
    if (tokens.types[tokens.length - 2] !== T.BLOCK_SEQ_START) return;
    comment.head = comment.line;
    comment.line = "";
    if (comment.start.line === this.#lineOf(cursor.position) - 1) comment.token = cursor.position;
  }

  /** Reads the comments from here to the next token and parts them into feet and a head. */
  #readComments(gapLine: number): void {
    const { cursor, flowLevel } = this;
    const { text } = cursor;
    const indent = Math.max(this.indent, 0);
    const breaks = this.#breaksBefore();
    const previous = this.#tokenBefore();
    let line = this.#lineOf(cursor.position);
    let { column } = cursor;
    // Where a comment must begin to be the foot of what stands above it.
    let footLine = -1;
    if (gapLine > 0) footLine = line - breaks + (breaks === 0 && column > 1 ? 2 : 1);
    let firstEmpty = breaks <= 1;
    let recentEmpty = false;
    let start = START;
    let comment = "";
    let scanned = this.#gapStart;
    let token = previous.start;
    let ahead = 0;
    const add = (head: string, foot: string, owner: number, end: number): void => {
      this.comments.push({ scanned, token: owner, start, end, head, line: "", foot });
    };
    const cut = (): void => {
      const end = cursor.position + ahead;
      add("", comment, token, end);
      scanned = token = end;
      comment = "";
    };
    for (; ahead < REACH; ahead++) {
      column++;
      const code = codeAfterBreak(text, cursor.position + ahead, ahead);
      if (isBlank(code)) continue;
      const closes = flowLevel > 0 && (code === 93 || code === 125);
      if (closes || isBreakOrEnd(code)) {
        if (closes || !recentEmpty) {
          const dedented = start.column - 1 < indent;
          if (closes || (firstEmpty && ((start.line === footLine && previous.type !== T.VALUE) || dedented))) {
            if (comment !== "") {
              if (dedented) token = start.index;
              cut();
            }
          } else if (comment !== "" && code !== 0) comment += "\n";
        }
        if (closes || code === 0) break;
        firstEmpty = false;
        recentEmpty = true;
        column = 0;
        line++;
        continue;
      }
      if (comment !== "" && column - 1 < indent && column !== start.column) cut();
      if (code !== 35) break;
      if (comment === "") start = { index: cursor.position + ahead, line, column };
      else comment += "\n";
      recentEmpty = false;
      comment += this.#readLine(cursor.position + ahead);
      ahead = 0;
      column = 0;
      line = this.#lineOf(cursor.position);
    }
    if (comment !== "") add(comment, "", start.index, cursor.position + ahead - 1);
  }

  /** The token in front of the gap, a comma left aside. */
  #tokenBefore(): { start: number; type: number } {
    const { types, starts, length } = this.tokens;
    const at = types[length - 1] === T.FLOW_ENTRY && length > 1 ? length - 2 : length - 1;
    return { start: starts[at] ?? 0, type: types[at] ?? T.END };
  }

  /** Moves the cursor to the end of the line on which a comment begins at `from`. */
  #readLine(from: number): string {
    const { cursor } = this;
    while (cursor.position < from) {
      if (isBreak(cursor.text.charCodeAt(cursor.position))) cursor.takeBreak();
      else cursor.position++;
    }
    const end = cursor.lineEnd(from);
    cursor.position = end;
    return cursor.text.slice(from, end);
  }
}

/**
 * The character that go-yaml sees `ahead` bytes from the cursor, where nothing but blanks and breaks may stand between.
 * It takes every break for one byte, so that behind a longer one it sees something that ends its search.
 */
function codeAfterBreak(text: string, at: number, ahead: number): number {
  if (ahead > 0) {
    const before = text.charCodeAt(at - 1);
    if (before >= 0x85 && isBreak(before)) return INSIDE;
  }
  // Behind a comment that ends the text nothing is left, not even its end.
  return text.charCodeAt(at) || 0;
}
