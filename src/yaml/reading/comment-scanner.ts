/**
 * A scanner that also finds out where each comment belongs, as go-yaml v3 does: it is the head comment of the node
 * after it, the foot comment of the node before it, or the line comment of the token before it. Used only for texts
 * that are written back and for comments that state types.
 */
import { isBlank, isBreak, isBreakOrEnd } from "../nodes/index.ts";
import { Cursor } from "./cursor.ts";
import { Scanner } from "./scanner.ts";
import type { SimpleKey } from "./simple-key.ts";
import * as T from "./tokens.ts";

/** How far go-yaml v3 looks for the next comment. */
const REACH = 512;

/** Stands for a byte inside a character, which is neither a blank nor a break nor `#`. */
const INSIDE = -1;

/** The start of a comment. The column counts from 1 for a comment on its own line, from 0 for one after a token. */
interface Mark {
  readonly index: number;
  readonly line: number;
  readonly column: number;
}

/** A comment, including its `#`, of one of three kinds: head, line or foot. Offsets are into the scanned text. */
export interface Comment {
  /** The start of the gap between tokens that holds the comment, or the end of the previous comment in that gap. */
  readonly scanned: number;
  /** The comment belongs to the first token that begins at this offset or later. */
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
  /** How many comments the parser has taken. Only the others can still change. */
  taken = 0;
  /** The start of the gap in front of the current token. */
  #gapStart = 0;
  readonly #counted = { offset: 0, line: 0 };

  constructor(text: string) {
    super(new Cursor(text), true);
  }

  /** Tells whether the token may turn out to be a key. If so, go-yaml scans on before it returns the token. */
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
    // A comment after a lone dash is the head comment of the item.
    if (tokens.types[tokens.length - 1] !== T.BLOCK_ENTRY) this.#readLineComment(owner);
    return more;
  }

  /** Closes blocks. A block ends before the comments after it that are at its own column. */
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

  protected override lineComment(text: string, token: number): void {
    this.#addLine(text, token, START);
  }

  #addLine(line: string, token: number, start: Mark): void {
    this.comments.push({ scanned: 0, token, start, end: 0, head: "", line, foot: "" });
  }

  /** The number of line breaks between the cursor and the last character before it that is neither blank nor break. */
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

  /** The line of an offset, counted from 0. Successive calls need ascending offsets. */
  #lineOf(offset: number): number {
    const { text } = this.cursor;
    for (; this.#counted.offset < offset; this.#counted.offset++) {
      const code = text.charCodeAt(this.#counted.offset);
      if (isBreak(code) && !(code === 13 && text.charCodeAt(this.#counted.offset + 1) === 10)) this.#counted.line++;
    }
    return this.#counted.line;
  }

  /** Reads the comment after a token on the same line, if there is one. */
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

  /** Turns the comment after the first dash of a list into the head comment of the item below it. */
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

  /** Reads the comments up to the next token and divides them into foot comments and a head comment. */
  #readComments(gapLine: number): void {
    const { cursor, flowLevel } = this;
    const { text } = cursor;
    const indent = Math.max(this.indent, 0);
    const breaks = this.#breaksBefore();
    const previous = this.#tokenBefore();
    let line = this.#lineOf(cursor.position);
    let { column } = cursor;
    // The line on which a comment must begin to be the foot comment of the node above it.
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

  /** The token before the gap, ignoring a comma. */
  #tokenBefore(): { start: number; type: number } {
    const { types, starts, length } = this.tokens;
    const at = types[length - 1] === T.FLOW_ENTRY && length > 1 ? length - 2 : length - 1;
    return { start: starts[at] ?? 0, type: types[at] ?? T.END };
  }

  /** Returns the comment that begins at `from` and moves the cursor to its end. */
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
 * The character that go-yaml sees `ahead` bytes after the cursor, if only blanks and breaks are in between. go-yaml
 * takes every break for one byte. After a longer one it sees {@link INSIDE}, which ends its search.
 */
function codeAfterBreak(text: string, at: number, ahead: number): number {
  if (ahead > 0) {
    const before = text.charCodeAt(at - 1);
    if (before >= 0x85 && isBreak(before)) return INSIDE;
  }
  // charCodeAt() is NaN after the NUL that ends the text.
  return text.charCodeAt(at) || 0;
}
