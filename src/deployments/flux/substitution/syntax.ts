/**
 * Reads the expressions in a text, as the parser of fluxcd/pkg/envsubst does (docs/specification/flux-substitution.md 1). It has
 * few states, which overlap: what looks odd here is so there.
 */
import { charge, chargeText } from "../../../budget/index.ts";
import { runeAt } from "../../../text/index.ts";

/** A part of a text, as bytes: itself, or an expression to evaluate. */
export type Part = string | Expression;

export interface Expression {
  readonly variable: string;
  /** The function: `""` for `${v}`, else its sign, such as `:-`. */
  readonly operator: string;
  readonly args: readonly Part[];
  /** The expression as written, with `${` and `}`. */
  readonly source: string;
}

/** The problem of a text that Flux refuses to read. */
export class SyntaxProblem extends Error {}

const BAD = "bad substitution";
const NO_BRACE = "missing closing brace";
const NO_NAME = "unable to parse variable name";
const NO_ARGUMENT = "unable to parse substitution within function";
const TOO_DEEP = "expressions are nested too deep";

/** Expressions within expressions. Flux has no limit, but nobody writes more than a few. */
const MAX_DEPTH = 100;
const PART_BYTES = 100;

/** `all`: in this argument, `$$`, `\/` and `\\` are escapes. */
type Escapes = "none" | "all";

/**
 * @param text as bytes
 * @throws SyntaxProblem for a text that Flux refuses
 */
export function parse(text: string): Part[] {
  return new Parser(text).parse();
}

class Parser {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  parse(): Part[] {
    const parts: Part[] = [];
    // A NUL ends the text.
    while (this.#at < this.#text.length && this.#text[this.#at] !== "\0") {
      charge(PART_BYTES);
      parts.push(this.#text.startsWith("${", this.#at) ? this.#expression() : this.#plainText());
    }
    return parts;
  }

  /** Text up to the next expression, in which `$$` stands for one dollar sign. */
  #plainText(): string {
    const pieces: string[] = [];
    let from = this.#at;
    const nul = this.#text.indexOf("\0", from);
    const end = nul < 0 ? this.#text.length : nul;
    for (let dollar = this.#text.indexOf("$", from); ; dollar = this.#text.indexOf("$", this.#at)) {
      if (dollar < 0 || dollar >= end) {
        this.#at = end;
        break;
      }
      this.#at = dollar;
      if (this.#text[dollar + 1] === "{") break;
      this.#at = dollar + 1;
      if (this.#text[dollar + 1] !== "$") continue;
      pieces.push(this.#text.slice(from, dollar));
      charge(PART_BYTES);
      from = dollar + 1;
      this.#at = dollar + 2;
    }
    const text = pieces.join("") + this.#text.slice(from, this.#at);
    chargeText(text);
    return text;
  }

  /** An expression; the position is at its `${`. */
  #expression(): Expression {
    const start = this.#at;
    if (++this.#depth > MAX_DEPTH) this.#fail(TOO_DEEP);
    charge(PART_BYTES);
    this.#at += 2;
    const { variable, operator, args } = this.#inside();
    this.#depth--;
    return { variable, operator, args, source: this.#text.slice(start, this.#at) };
  }

  #inside(): Omit<Expression, "source"> {
    if (this.#next() === "#") {
      this.#at++;
      const variable = this.#name() || this.#fail(BAD);
      this.#close();
      return { variable, operator: "#", args: [] };
    }
    const variable = this.#name() || this.#fail(NO_NAME);
    switch (this.#next()) {
      case ":":
        return /[=\-?+]/.test(this.#text[this.#at + 1] ?? "") ? this.#withDefault(variable, 2) : this.#slice(variable);
      case "=":
        return this.#withDefault(variable, 1);
      case ",":
      case "^": {
        const operator = this.#operator(/[,^]/, 2);
        this.#close();
        return { variable, operator, args: [] };
      }
      case "/":
        return this.#replacement(variable);
      case "#":
        return this.#trim(variable, /#/);
      case "%":
        return this.#trim(variable, /%/);
      case "}":
        this.#at++;
        return { variable, operator: "", args: [] };
      default:
        return this.#fail(NO_BRACE);
    }
  }

  /** `${v:-a}`, `${v=a}` and the like: any number of arguments up to the brace. */
  #withDefault(variable: string, length: number): Omit<Expression, "source"> {
    const operator = this.#take(length);
    const args: Part[] = [];
    while (this.#next() !== "}") args.push(this.#argument("}", "none"));
    this.#close();
    return { variable, operator, args };
  }

  /** `${v:position}` and `${v:position:length}`. */
  #slice(variable: string): Omit<Expression, "source"> {
    const after = this.#text[this.#at + 1];
    if (after === undefined || after.charCodeAt(0) >= 0x80) this.#fail(BAD);
    const operator = this.#take(1);
    const args = [this.#argument(":}", "none")];
    if (this.#next() === "}") this.#at++;
    else {
      this.#skipAll(":");
      args.push(this.#argument("}", "none"));
      this.#close();
    }
    return { variable, operator, args };
  }

  #replacement(variable: string): Omit<Expression, "source"> {
    const operator = this.#operator(/\//, 1) + this.#operator(/[/#%]/, 1);
    const args = [this.#argument("/", "all")];
    this.#skipAll("/");
    if (this.#next() !== "}") args.push(this.#argument("}", "all"));
    this.#close();
    return { variable, operator, args };
  }

  #trim(variable: string, sign: RegExp): Omit<Expression, "source"> {
    const operator = this.#operator(sign, 2);
    const args = [this.#argument("}", "none")];
    this.#close();
    return { variable, operator, args };
  }

  /** A nested expression, or a text that ends before one or before one of the signs. */
  #argument(ends: string, escapes: Escapes): Part {
    const text = this.#text;
    if (text.startsWith("${", this.#at)) return this.#expression();
    const pieces: string[] = [];
    const first = this.#at;
    let from = first;
    for (; this.#at < text.length; this.#at++) {
      const sign = text[this.#at] as string;
      if (sign === "\0" || (sign === "$" && text[this.#at + 1] === "{")) break;
      if (escapes === "all" && this.#isEscape(sign)) {
        pieces.push(text.slice(from, this.#at));
        from = ++this.#at;
        continue;
      }
      if (ends.includes(sign)) break;
    }
    if (this.#at === first) this.#fail(NO_ARGUMENT);
    charge(PART_BYTES * (pieces.length + 1));
    return pieces.join("") + text.slice(from, this.#at);
  }

  #isEscape(sign: string): boolean {
    const after = this.#text[this.#at + 1];
    return sign === "$" ? after === "$" : sign === "\\" && (after === "/" || after === "\\");
  }

  /** Letters, digits and underscores of any script; empty if there are none. */
  #name(): string {
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const { text, width } = runeAt(this.#text, this.#at);
      if (!/^[\p{L}\p{Nd}_]$/u.test(text)) break;
      this.#at += width;
    }
    return this.#text.slice(start, this.#at);
  }

  #operator(sign: RegExp, most: number): string {
    let length = 0;
    while (length < most && sign.test(this.#text[this.#at + length] ?? "")) length++;
    return this.#take(length);
  }

  #take(length: number): string {
    this.#at += length;
    return this.#text.slice(this.#at - length, this.#at);
  }

  #skipAll(sign: string): void {
    if (this.#next() !== sign) this.#fail(BAD);
    while (this.#next() === sign) this.#at++;
  }

  #close(): void {
    if (this.#next() !== "}") this.#fail(BAD);
    this.#at++;
  }

  #next(): string | undefined {
    return this.#text[this.#at];
  }

  #fail(message: string): never {
    throw new SyntaxProblem(message);
  }
}
