/** Splits a text into tokens. Indentation becomes `indent` and `outdent` tokens; line ends in brackets are dropped. */
import { encode } from "../values/text.ts";
import { readNumber, readString } from "./literals.ts";
import { SyntaxProblem } from "./problems.ts";

/**
 * A token. Signs and keywords are their own `kind`. `value` is that of a literal, or the name of an identifier in
 * bytes.
 */
export interface Token {
  readonly kind: string;
  readonly at: number;
  readonly value: string | number | bigint;
}

/** Words that cannot be names. Those of the second line are reserved and have no meaning. */
const KEYWORDS = new Set(
  (
    "and break continue def elif else for if in lambda load not or pass return while " +
    "as async await class del except finally from global import is nonlocal raise try with yield"
  ).split(" "),
);

/** Signs, the longest first. */
const SIGNS =
  "//= >>= <<= ** // << >> <= >= == != += -= *= /= %= &= |= ^= = < > + - * / % & | ^ ~ . , : ; ( ) [ ] { }".split(" ");

const OPENING = "([{";
const CLOSING = ")]}";
const MAX_DEPTH = 1000;
const TAB = 8;

const IDENTIFIER = /[\p{L}_][\p{L}_0-9]*/uy;
const STRING_START = /(?:rb|r|b)?["']/y;
const NUMBER_START = /\.?[0-9]/y;

export class Scanner {
  readonly #text: string;
  readonly #laxEscapes: boolean;
  #at = 0;
  #depth = 0;
  #atLineStart = true;
  readonly #indents = [0];
  /** The number of pending tokens before the next one of the text: indents if positive, outdents if negative. */
  #pendingIndents = 0;

  constructor(text: string, laxEscapes: boolean) {
    this.#text = text;
    this.#laxEscapes = laxEscapes;
  }

  /** Reads the next token; at the end of the text always `end`. Throws `SyntaxProblem`. */
  next(): Token {
    for (;;) {
      const wasAtLineStart = this.#atLineStart;
      const blank = this.#atLineStart && this.#indentation();
      if (this.#pendingIndents !== 0) return this.#pendingToken();
      this.#skipSpace();
      if (this.#at >= this.#text.length) {
        const end = this.#endOfText(wasAtLineStart);
        if (end !== undefined) return end;
        continue;
      }
      const newline = this.#newlineLength();
      if (newline > 0) {
        const at = this.#at;
        this.#at += newline;
        this.#atLineStart = true;
        if (this.#depth > 0 || blank) continue;
        return { kind: "newline", at, value: "" };
      }
      if (this.#text[this.#at] !== "\\") return this.#word();
      this.#at++;
      const continued = this.#newlineLength();
      if (continued === 0)
        throw new SyntaxProblem(this.#at, "stray backslash", "Use a backslash only at the end of a line.");
      this.#at += continued;
    }
  }

  /** Reads the indentation of a line. True if the line is empty. */
  #indentation(): boolean {
    this.#atLineStart = false;
    let column = 0;
    for (; this.#text[this.#at] === " " || this.#text[this.#at] === "\t"; this.#at++) {
      column += this.#text[this.#at] === " " ? 1 : TAB - (column % TAB);
    }
    const sign = this.#text[this.#at];
    if (sign === undefined || sign === "#" || sign === "\n" || sign === "\r") return true;
    if (this.#depth > 0) return false;
    if (column > this.#indent()) {
      this.#indents.push(column);
      this.#pendingIndents++;
    }
    while (column < this.#indent()) {
      this.#indents.pop();
      this.#pendingIndents--;
    }
    if (column !== this.#indent()) {
      const message = "unindent does not match any outer indentation level";
      throw new SyntaxProblem(this.#at, message, "Align it with a line above.");
    }
    return false;
  }

  #indent(): number {
    return this.#indents.at(-1) ?? 0;
  }

  #pendingToken(): Token {
    const kind = this.#pendingIndents > 0 ? "indent" : "outdent";
    this.#pendingIndents -= Math.sign(this.#pendingIndents);
    return { kind, at: this.#at, value: "" };
  }

  /** Skips blanks and a comment. */
  #skipSpace(): void {
    while (this.#text[this.#at] === " " || this.#text[this.#at] === "\t") this.#at++;
    if (this.#text[this.#at] !== "#") return;
    while (this.#at < this.#text.length && this.#newlineLength() === 0) this.#at++;
  }

  #newlineLength(): number {
    const sign = this.#text[this.#at];
    if (sign === "\n") return 1;
    if (sign !== "\r") return 0;
    return this.#text[this.#at + 1] === "\n" ? 2 : 1;
  }

  /** Closes open blocks. Adds a line end if the text does not end with one. */
  #endOfText(wasAtLineStart: boolean): Token | undefined {
    if (this.#indents.length === 1) return { kind: "end", at: this.#at, value: "" };
    if (!wasAtLineStart) {
      this.#atLineStart = true;
      return { kind: "newline", at: this.#at, value: "" };
    }
    this.#pendingIndents = 1 - this.#indents.length;
    this.#indents.length = 1;
    return undefined;
  }

  #word(): Token {
    const text = this.#text;
    const at = this.#at;
    STRING_START.lastIndex = at;
    if (STRING_START.test(text)) {
      const { kind, value, end } = readString(text, at, this.#laxEscapes);
      this.#at = end;
      return { kind, at, value };
    }
    IDENTIFIER.lastIndex = at;
    const name = IDENTIFIER.exec(text)?.[0];
    if (name !== undefined) {
      this.#at += name.length;
      return { kind: KEYWORDS.has(name) ? name : "identifier", at, value: encode(name) };
    }
    NUMBER_START.lastIndex = at;
    if (NUMBER_START.test(text)) {
      const { kind, value, end } = readNumber(text, at);
      this.#at = end;
      return { kind, at, value };
    }
    return this.#sign();
  }

  #sign(): Token {
    const at = this.#at;
    const kind = SIGNS.find((sign) => this.#text.startsWith(sign, at));
    if (kind === undefined) {
      const found = String.fromCodePoint(this.#text.codePointAt(at) ?? 0);
      throw new SyntaxProblem(at, `unexpected character ${JSON.stringify(found)}`);
    }
    if (OPENING.includes(kind) && ++this.#depth > MAX_DEPTH)
      throw new SyntaxProblem(at, "brackets are nested too deeply");
    if (CLOSING.includes(kind) && --this.#depth < 0) throw new SyntaxProblem(at, `unexpected ${kind}`);
    this.#at += kind.length;
    return { kind, at, value: "" };
  }
}
