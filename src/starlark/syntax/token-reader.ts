/** What every part of the parser does with tokens. */

import { decode } from "../values/text.ts";
import { SyntaxProblem } from "./problems.ts";
import { Scanner, type Token } from "./scanner.ts";
import type { Name } from "./syntax.ts";

/** How deep expressions and blocks may be nested; evaluating them nests as deep. */
const DEEPEST = 200;

const DESCRIPTIONS = new Map([
  ["end", "the end of the file"],
  ["newline", "the end of the line"],
  ["indent", "an indented line"],
  ["outdent", "a line that is indented less"],
  ["int", "an integer"],
  ["float", "a float"],
  ["string", "a string"],
  ["bytes", "bytes"],
]);

function described(kind: string): string {
  return DESCRIPTIONS.get(kind) ?? kind;
}

/** What those may look for who know Python. */
const ABSENT = new Map([
  ["is", "There is no is; compare by ==."],
  ["**", "There is no power operator; multiply."],
  ["try", "There are no exceptions; test a condition first, and end by fail(...)."],
  ["raise", "There are no exceptions; end by fail(...)."],
  ["class", "There are no classes; use dicts."],
  ["import", "There are no modules; a function is one file."],
  ["from", "There are no modules; a function is one file."],
  ["del", "Use x.pop(key)."],
  ["with", "There are no context managers."],
  ["yield", "There are no generators; return a list."],
  ["global", "A function cannot assign to a global; return the value."],
  ["nonlocal", "A function cannot assign to a variable of another; return the value, or change a list."],
]);

export class TokenReader {
  protected token: Token;
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(text: string, laxEscapes: boolean) {
    this.#scanner = new Scanner(text, laxEscapes);
    this.token = this.#scanner.next();
  }

  protected is(kind: string): boolean {
    return this.token.kind === kind;
  }

  /** Takes the current token. */
  protected take(): Token {
    const { token } = this;
    this.token = this.#scanner.next();
    return token;
  }

  protected consume(kind: string): Token {
    if (this.token.kind !== kind) throw this.unexpected(kind);
    return this.take();
  }

  protected unexpected(wanted: string): SyntaxProblem {
    const { kind, at, value } = this.token;
    const got = kind === "identifier" ? decode(String(value)) : described(kind);
    return new SyntaxProblem(at, `got ${got}, want ${described(wanted)}`, ABSENT.get(kind));
  }

  /** Runs a production that can contain itself. */
  protected nested<T>(read: () => T): T {
    if (++this.#depth > DEEPEST) throw new SyntaxProblem(this.token.at, `nested deeper than ${DEEPEST} levels`);
    const result = read();
    this.#depth--;
    return result;
  }

  protected name(): Name {
    if (!this.is("identifier")) throw this.unexpected("a name");
    const { at, value } = this.take();
    return { kind: "name", at, name: String(value) };
  }
}
