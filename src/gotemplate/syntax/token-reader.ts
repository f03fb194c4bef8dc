import { TemplateError } from "../template-error.ts";
import { Lexer, type Token, type TokenKind } from "./lexer.ts";
import { placeOf } from "./place.ts";

/** How deep actions and parentheses may be nested: each level takes stack. */
const MAX_NESTING = 400;

/** Hands out the tokens of a template, and takes them back. */
export class TokenReader {
  readonly #text: string;
  readonly #lexer: Lexer;
  /** Tokens that were given back, the next one last. */
  readonly #pending: Token[] = [];
  #nesting = 0;

  constructor(text: string) {
    this.#text = text;
    this.#lexer = new Lexer(text);
  }

  /** Reads something that may hold itself. @throws TemplateError of kind `limit` if that is too deep */
  nested<T>(at: number, read: () => T): T {
    if (++this.#nesting > MAX_NESTING)
      throw new TemplateError("limit", "the template nests too deeply", placeOf(this.#text, at));
    const result = read();
    this.#nesting--;
    return result;
  }

  /** The next token. */
  next(): Token {
    return this.#pending.pop() ?? this.#lexer.next();
  }

  /** Takes a token back. */
  back(token: Token): void {
    this.#pending.push(token);
  }

  /** The next token that is no space. */
  nextWord(): Token {
    let token = this.next();
    while (token.kind === "space") token = this.next();
    return token;
  }

  /** Looks at the next token that is no space; spaces in front of it are gone. */
  peekToken(): Token {
    const token = this.nextWord();
    this.back(token);
    return token;
  }

  /** The keyword that comes next; undefined if none does. */
  peekWord(): string | undefined {
    const token = this.peekToken();
    return token.kind === "keyword" ? token.text : undefined;
  }

  /** Reads a token of a kind. @throws TemplateError if another one comes */
  expect(kind: TokenKind, message: string): void {
    const token = this.nextWord();
    if (token.kind !== kind) throw this.fault(token.at, message);
  }

  /** The error of a malformed template. */
  fault(at: number, message: string): TemplateError {
    return new TemplateError("syntax", message, placeOf(this.#text, at));
  }
}

/** A token as messages name it. */
export function shown(token: Token): string {
  return token.kind === "end of text"
    ? "the end of the text"
    : token.kind === "space"
      ? "a space"
      : JSON.stringify(token.text);
}
