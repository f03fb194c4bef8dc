/** Divides a template into tokens. docs/specification/go-templates.md 2 */

export type TokenKind =
  | "text"
  | "open"
  | "close"
  | "space"
  | "assign"
  | "declare"
  | "pipe"
  | "character"
  | "string"
  | "raw string"
  | "rune"
  | "number"
  | "variable"
  | "field"
  | "dot"
  | "name"
  | "bool"
  | "keyword"
  | "left paren"
  | "right paren"
  | "end of text";

export interface Token {
  readonly kind: TokenKind;
  readonly text: string;
  readonly at: number;
}

/** A place where the text is no template. */
export class LexicalFault extends Error {
  readonly at: number;

  constructor(at: number, message: string) {
    super(message);
    this.at = at;
  }
}

const KEYWORDS: ReadonlySet<string> = new Set(
  "block break continue define else end if range nil template with".split(" "),
);

const SPACES = " \t\r\n";
const WORD = /[\p{L}\p{Nd}_]*/uy;
const IS_WORD = /^[\p{L}\p{Nd}_]/u;
const CLOSED_QUOTE = /"(?:[^"\\\n]|\\[^\n])*"/uy;
const CLOSED_RUNE = /'(?:[^'\\\n]|\\[^\n])*'/uy;
const NUMBER =
  /[+-]?(?:0[xX][0-9a-fA-F_]*(?:\.[0-9a-fA-F_]*)?(?:[pP][+-]?[0-9_]*)?|0[oO][0-7_]*(?:\.[0-7_]*)?|0[bB][01_]*(?:\.[01_]*)?|[0-9_]*(?:\.[0-9_]*)?(?:[eE][+-]?[0-9_]*)?)i?/y;

/** Reads the tokens of a template one after the other. */
export class Lexer {
  readonly #text: string;
  #at = 0;
  #inAction = false;
  #parentheses = 0;

  constructor(text: string) {
    this.#text = text;
  }

  /** The next token. At the end, `end of text` as often as it is asked for. @throws LexicalFault */
  next(): Token {
    return this.#inAction ? this.#inside() : this.#outside();
  }

  #outside(): Token {
    const start = this.#at;
    const open = this.#text.indexOf("{{", start);
    if (open < 0) {
      this.#at = this.#text.length;
      return start < this.#at ? this.#token("text", start) : this.#token("end of text", start);
    }
    const trims = this.#text[open + 2] === "-" && this.#isSpace(open + 3);
    const end = trims ? this.#trimmedEnd(start, open) : open;
    if (end > start) {
      // The next call finds the same action, with nothing in front of it.
      this.#at = open;
      return { kind: "text", text: this.#text.slice(start, end), at: start };
    }
    const inner = open + (trims ? 4 : 2);
    if (this.#text.startsWith("/*", inner)) return this.#afterComment(inner);
    this.#at = inner;
    this.#inAction = true;
    this.#parentheses = 0;
    return { kind: "open", text: "{{", at: open };
  }

  #trimmedEnd(start: number, end: number): number {
    let at = end;
    while (at > start && this.#isSpace(at - 1)) at--;
    return at;
  }

  #afterComment(start: number): Token {
    const end = this.#text.indexOf("*/", start + 2);
    if (end < 0) throw new LexicalFault(start, "a comment does not end: */ is missing");
    this.#at = end + 2;
    const close = this.#closing();
    if (close === undefined)
      throw new LexicalFault(start, "a comment has to be all of its action: }} does not follow */");
    this.#close(close);
    return this.#outside();
  }

  /** Looks for `}}` and ` -}}` here. Returns whether it trims; undefined if there is neither. */
  #closing(): boolean | undefined {
    if (this.#isSpace(this.#at) && this.#text.startsWith("-}}", this.#at + 1)) return true;
    return this.#text.startsWith("}}", this.#at) ? false : undefined;
  }

  #close(trims: boolean): void {
    this.#at += trims ? 4 : 2;
    if (trims) while (this.#isSpace(this.#at)) this.#at++;
  }

  #inside(): Token {
    const start = this.#at;
    const closing = this.#closing();
    if (closing !== undefined) {
      if (this.#parentheses > 0) throw new LexicalFault(start, "a parenthesis is not closed");
      this.#close(closing);
      this.#inAction = false;
      return { kind: "close", text: "}}", at: start };
    }
    const character = this.#text[start];
    if (character === undefined) throw new LexicalFault(start, "an action is not closed: }} is missing");
    if (SPACES.includes(character)) {
      // A space before "-}}" belongs to it.
      do this.#at++;
      while (this.#isSpace(this.#at) && this.#closing() === undefined);
      return this.#token("space", start);
    }
    switch (character) {
      case "=":
        return this.#token("assign", start, 1);
      case ":":
        if (this.#text[start + 1] !== "=") throw new LexicalFault(start, ":= is expected after a variable");
        return this.#token("declare", start, 2);
      case "|":
        return this.#token("pipe", start, 1);
      case '"':
        return this.#matched("string", CLOSED_QUOTE, "a quoted text does not end on its line");
      case "'":
        return this.#matched("rune", CLOSED_RUNE, "a character in quotes does not end on its line");
      case "`": {
        const end = this.#text.indexOf("`", start + 1);
        if (end < 0) throw new LexicalFault(start, "a text in backquotes does not end");
        return this.#token("raw string", start, end + 1 - start);
      }
      case "(":
        this.#parentheses++;
        return this.#token("left paren", start, 1);
      case ")":
        if (--this.#parentheses < 0) throw new LexicalFault(start, "a parenthesis is closed that was not opened");
        return this.#token("right paren", start, 1);
      case "$":
        return this.#name("variable", start);
      case ".": {
        const next = this.#text[start + 1];
        if (next === undefined || next < "0" || next > "9") return this.#name("field", start);
        return this.#number(start);
      }
    }
    if (/[-+0-9]/.test(character)) return this.#number(start);
    if (this.#wordLength(start) > 0) return this.#word(start);
    if (character > " " && character < "\x7f") return this.#token("character", start, 1);
    const shown = JSON.stringify(String.fromCodePoint(this.#text.codePointAt(start) as number));
    throw new LexicalFault(start, `${shown} may not stand in an action`);
  }

  #matched(kind: TokenKind, pattern: RegExp, fault: string): Token {
    pattern.lastIndex = this.#at;
    const match = pattern.exec(this.#text);
    if (match === null) throw new LexicalFault(this.#at, fault);
    return this.#token(kind, this.#at, match[0].length);
  }

  /** A variable or a field, of which a sign stands alone or before a name. */
  #name(kind: "variable" | "field", start: number): Token {
    const length = this.#wordLength(start + 1);
    this.#checkEnd(start + 1 + length);
    return this.#token(kind === "field" && length === 0 ? "dot" : kind, start, 1 + length);
  }

  #word(start: number): Token {
    const token = this.#token("name", start, this.#wordLength(start));
    this.#checkEnd(this.#at);
    if (KEYWORDS.has(token.text)) return { ...token, kind: "keyword" };
    return token.text === "true" || token.text === "false" ? { ...token, kind: "bool" } : token;
  }

  #number(start: number): Token {
    NUMBER.lastIndex = start;
    const length = NUMBER.exec(this.#text)?.[0].length ?? 0;
    const token = this.#token("number", start, length);
    const follows = this.#text.slice(this.#at, this.#at + 2);
    if (length === 0 || IS_WORD.test(follows) || /^[-+]/.test(follows))
      throw new LexicalFault(start, `${JSON.stringify(token.text + follows)} is no number`);
    return token;
  }

  /** A name ends where something stands that can follow a name. */
  #checkEnd(at: number): void {
    const next = this.#text[at];
    if (next === undefined || SPACES.includes(next) || ".,|:)(".includes(next) || this.#text.startsWith("}}", at))
      return;
    const shown = JSON.stringify(String.fromCodePoint(this.#text.codePointAt(at) as number));
    throw new LexicalFault(at, `${shown} may not follow a name`);
  }

  #wordLength(at: number): number {
    WORD.lastIndex = at;
    return WORD.exec(this.#text)?.[0].length ?? 0;
  }

  #isSpace(at: number): boolean {
    const character = this.#text[at];
    return character !== undefined && SPACES.includes(character);
  }

  #token(kind: TokenKind, start: number, length = this.#at - start): Token {
    this.#at = start + length;
    return { kind, text: this.#text.slice(start, this.#at), at: start };
  }
}
