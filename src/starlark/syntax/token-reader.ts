/** Reads tokens for all parts of the parser. */
import { decode } from "../values/text.ts";
import { SyntaxProblem } from "./problems.ts";
import { Scanner, type Token } from "./scanner.ts";
import type { Name } from "./syntax.ts";

/** The most levels of nested expressions and blocks. Evaluation recurses as deep. */
const MAX_DEPTH = 200;

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

/** Hints for features of Python that Starlark does not have. */
const PYTHON_HINTS = new Map([
  ["is", "Use == instead of is."],
  ["**", "Multiply instead: there is no power operator."],
  ["try", "Test a condition first, or call fail(...): there are no exceptions."],
  ["raise", "Call fail(...): there are no exceptions."],
  ["class", "Use dicts: there are no classes."],
  ["import", "Copy the code into this file: there are no modules."],
  ["from", "Copy the code into this file: there are no modules."],
  ["del", "Use x.pop(key)."],
  ["with", "Remove it: there are no context managers."],
  ["yield", "Return a list: there are no generators."],
  ["global", "Return the value: a function cannot assign to a global."],
  ["nonlocal", "Return the value, or change a list: a function cannot assign to variables of another function."],
]);

export class TokenReader {
  protected token: Token;
  readonly #scanner: Scanner;
  #depth = 0;

  constructor(text: string, laxEscapes: boolean) {
    this.#scanner = new Scanner(text, laxEscapes);
    this.token = this.#scanner.next();
  }

  /** Tells whether the current token is of a kind. */
  protected is(kind: string): boolean {
    return this.token.kind === kind;
  }

  /** Returns the current token and moves to the next one. */
  protected take(): Token {
    const { token } = this;
    this.token = this.#scanner.next();
    return token;
  }

  /** Takes the current token if it is of a kind. Tells whether it is. */
  protected accept(kind: string): boolean {
    const isKind = this.is(kind);
    if (isKind) this.take();
    return isKind;
  }

  /** Takes a token of a kind. Throws `SyntaxProblem` if the current one is of another kind. */
  protected consume(kind: string): Token {
    if (this.token.kind !== kind) throw this.unexpected(kind);
    return this.take();
  }

  protected unexpected(wanted: string): SyntaxProblem {
    const { kind, at, value } = this.token;
    const got = kind === "identifier" ? decode(String(value)) : described(kind);
    return new SyntaxProblem(at, `got ${got}, want ${described(wanted)}`, PYTHON_HINTS.get(kind));
  }

  /** Runs a recursive production. Throws `SyntaxProblem` if it is nested too deeply. */
  protected nested<T>(read: () => T): T {
    if (++this.#depth > MAX_DEPTH) throw new SyntaxProblem(this.token.at, `nested deeper than ${MAX_DEPTH} levels`);
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
