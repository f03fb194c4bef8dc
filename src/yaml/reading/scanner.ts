/**
 * Splits the first document of a text into tokens. Follows the rules of libyaml on where a key may begin, which
 * indentation opens and closes a block, and where tabs are allowed (docs/specification/yaml-reading.md 1).
 */
import { Fault, isBlankOrEnd } from "../nodes/index.ts";
import { readBlock } from "./block-scalars.ts";
import { Cursor } from "./cursor.ts";
import { readTagDirective, readVersionDirective } from "./directives.ts";
import { type GapRules, skipGap } from "./gaps.ts";
import { Nesting } from "./nesting.ts";
import { readPlain, readQuoted } from "./scalars.ts";
import { readAnchor, readTag } from "./tags.ts";
import * as T from "./tokens.ts";

/**
 * Scans the first document of a text and `ahead` tokens after it. Returns a fault instead of throwing it; the last
 * token is then {@link T.BROKEN}.
 */
export function scan(
  text: string,
  ahead: number,
  tabsAmongComments: boolean,
): { tokens: T.Tokens; fault: Fault | undefined } {
  const scanner = new Scanner(new Cursor(text), tabsAmongComments);
  let fault: Fault | undefined;
  try {
    while (scanner.step());
    for (let extra = 0; extra < ahead && !scanner.atEnd; extra++) scanner.step();
  } catch (thrown) {
    if (!(thrown instanceof Fault)) throw thrown;
    fault = thrown;
    scanner.tokens.push(T.BROKEN, thrown.offset);
  }
  return { tokens: scanner.tokens, fault };
}

/** Reads one token at a time. {@link ./comment-scanner.ts} overrides the protected methods. */
export class Scanner extends Nesting {
  /** Start of the line on which the last token ended. */
  #tokenLine = -1;
  #started = false;

  /** Reused for each gap, to save an allocation. */
  readonly #gap: GapRules;

  /** `indent` is the column of the enclosing block collection, if the text is part of another one. */
  constructor(cursor: Cursor, tabsAmongComments: boolean, indent = -1) {
    super(cursor, indent);
    this.#gap = { tokenLine: -1, tabs: false, tabsAfterBreak: false, tabsAmongComments };
  }

  get atEnd(): boolean {
    return this.tokens.types[this.tokens.length - 1] === T.END;
  }

  /** Reads one token. False at the end of the document. */
  step(): boolean {
    const { cursor } = this;
    this.skipToToken();
    if (this.flowLevel === 0) this.closeBlocks(cursor.column);
    const { position, text } = cursor;
    const code = text.charCodeAt(position);
    if (code === 0) return this.#finish();
    if (position === cursor.lineStart) {
      if (code === 37) {
        this.#directive();
        return true;
      }
      if (cursor.atDocumentIndicator()) return this.#documentIndicator(code);
    }
    this.#started = true;
    this.#tokenLine = -2;
    const more = this.content(code);
    if (this.#tokenLine === -2) this.#tokenLine = cursor.lineStart;
    return more;
  }

  /** Reads the token that begins with `code`. */
  protected content(code: number): boolean {
    const { text, position } = this.cursor;
    const inFlow = this.flowLevel > 0;
    switch (code) {
      case 91:
        return this.openFlow(T.FLOW_SEQ_START);
      case 123:
        return this.openFlow(T.FLOW_MAP_START);
      case 93:
        return this.closeFlow(T.FLOW_SEQ_END);
      case 125:
        return this.closeFlow(T.FLOW_MAP_END);
      case 44:
        return this.#flowEntry();
      case 45:
        if (isBlankOrEnd(text.charCodeAt(position + 1))) return this.#blockEntry();
        return this.#plain();
      case 63:
        if (inFlow || isBlankOrEnd(text.charCodeAt(position + 1))) return this.#explicitKey();
        return this.#plain();
      case 58:
        if (inFlow || isBlankOrEnd(text.charCodeAt(position + 1))) return this.#value();
        return this.#plain();
      case 42:
        return this.#name(T.ALIAS);
      case 38:
        return this.#name(T.ANCHOR);
      case 33:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(T.TAG, position, readTag(this.cursor));
        return true;
      case 124:
      case 62:
        if (!inFlow) return this.#block(code === 124 ? T.LITERAL : T.FOLDED);
        break;
      case 39:
      case 34:
        this.saveKey();
        this.keyAllowed = false;
        this.tokens.push(
          code === 39 ? T.SINGLE_QUOTED : T.DOUBLE_QUOTED,
          position,
          readQuoted(this.cursor, code === 39),
        );
        return true;
      case 9:
      case 35:
      case 37:
      case 64:
      case 96:
        break;
      default:
        return this.#plain();
    }
    throw new Fault(position, "found character that cannot start any token", startHint(code));
  }

  /** Moves the cursor to the next token. */
  protected skipToToken(): void {
    const inFlow = this.flowLevel > 0;
    this.#gap.tokenLine = this.#tokenLine;
    this.#gap.tabs = inFlow || !this.keyAllowed;
    this.#gap.tabsAfterBreak = inFlow;
    const broken = skipGap(this.cursor, this.tokens, this.#gap);
    if (broken && !inFlow) this.keyAllowed = true;
  }

  #finish(): boolean {
    this.closeBlocks(-1);
    this.key.drop();
    this.tokens.push(T.END, this.cursor.position);
    return false;
  }

  #directive(): void {
    const { cursor, tokens } = this;
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = cursor.position;
    if (cursor.text.startsWith("%YAML", start)) tokens.push(T.VERSION_DIRECTIVE, start, readVersionDirective(cursor));
    else tokens.push(T.TAG_DIRECTIVE, start, readTagDirective(cursor));
  }

  /** Reads `---` or `...`. False if it ends the document. */
  #documentIndicator(code: number): boolean {
    this.closeBlocks(-1);
    this.key.drop();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.cursor.position += 3;
    this.#tokenLine = this.cursor.lineStart;
    const ends = this.#started;
    this.tokens.push(code === 45 ? T.DOCUMENT_START : T.DOCUMENT_END, start);
    if (code === 45) this.#started = true;
    return !ends;
  }

  #flowEntry(): boolean {
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(T.FLOW_ENTRY, this.cursor.position++);
    return true;
  }

  #blockEntry(): boolean {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) {
        throw new Fault(
          cursor.position,
          "block sequence entries are not allowed in this context",
          "Begin the list on its own line, or quote the text.",
        );
      }
      this.openBlock(cursor.column, this.tokens.length, T.BLOCK_SEQ_START, cursor.position);
    }
    this.key.drop();
    this.keyAllowed = true;
    this.tokens.push(T.BLOCK_ENTRY, cursor.position++);
    return true;
  }

  #explicitKey(): boolean {
    const { cursor } = this;
    if (this.flowLevel === 0) {
      if (!this.keyAllowed) throw new Fault(cursor.position, "mapping keys are not allowed in this context");
      this.openBlock(cursor.column, this.tokens.length, T.BLOCK_MAP_START, cursor.position);
    }
    this.key.drop();
    this.keyAllowed = this.flowLevel === 0;
    this.tokens.push(T.KEY, cursor.position++);
    return true;
  }

  #value(): boolean {
    const { cursor, tokens, key } = this;
    if (key.isLive(cursor)) {
      tokens.insert(key.token, T.KEY, key.position);
      if (this.flowLevel === 0) {
        this.openBlock(key.position - key.lineStart, key.token, T.BLOCK_MAP_START, key.position);
      }
      key.token = -1;
      this.keyAllowed = false;
    } else {
      if (this.flowLevel === 0) {
        if (!this.keyAllowed) {
          throw new Fault(
            cursor.position,
            "mapping values are not allowed in this context",
            "Quote a text that contains `: `, or check the indentation of this line and the one above.",
          );
        }
        this.openBlock(cursor.column, tokens.length, T.BLOCK_MAP_START, cursor.position);
      }
      this.keyAllowed = this.flowLevel === 0;
    }
    tokens.push(T.VALUE, cursor.position++);
    return true;
  }

  #name(type: number): boolean {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    this.tokens.push(type, start, readAnchor(this.cursor));
    return true;
  }

  #block(type: number): boolean {
    this.key.drop();
    this.keyAllowed = true;
    const start = this.cursor.position;
    let comment: string | undefined;
    const value = readBlock(this.cursor, this.indent, (text) => {
      comment = text;
    });
    this.tokens.push(type, start, value);
    if (comment !== undefined) this.lineComment(comment, start);
    this.#tokenLine = -1;
    return true;
  }

  /** Records the comment in the first line of a block scalar, whose token begins at `_start`. */
  protected lineComment(text: string, _start: number): void {
    this.tokens.comment(text);
  }

  #plain(): boolean {
    this.saveKey();
    this.keyAllowed = false;
    const start = this.cursor.position;
    const plain = readPlain(this.cursor, this.indent + 1, this.flowLevel > 0);
    this.tokens.push(T.SCALAR, start, plain.value);
    this.#tokenLine = plain.endLine;
    if (plain.broken) this.keyAllowed = true;
    return true;
  }
}

function startHint(code: number): string {
  if (code === 9) return "Indent with spaces; YAML does not allow tabs for it.";
  return "Put the text in quotes.";
}
