/** Parses lists, dicts, tuples, comprehensions and parentheses. */
import { SyntaxProblem } from "./problems.ts";
import type { Clause, Expression, Pair } from "./syntax.ts";
import { TokenReader } from "./token-reader.ts";

/** The tokens that can follow the last comma of a list. */
const ENDS = new Set(["end", "newline", "=", "}", "]", ")", ";"]);

export abstract class DisplayParser extends TokenReader {
  /** Parses an expression without commas. */
  protected abstract test(): Expression;
  /** Parses an expression without `if` and `else`, which may be a lambda. */
  protected abstract unconditional(): Expression;
  /** Parses an expression of operators that bind at least as tightly as `level`. */
  protected abstract binary(level: number): Expression;
  /** Parses an operand with the dots, indexes and calls after it. */
  protected abstract suffixed(): Expression;

  /** Parses one expression, or several separated by commas, which are a tuple. */
  protected expression(inBrackets = false): Expression {
    const first = this.test();
    if (!this.is(",")) return first;
    const { at } = this.token;
    return { kind: "tuple", at, items: this.#more([first], inBrackets) };
  }

  #more(items: Expression[], mayEndWithComma: boolean, parse = () => this.test()): Expression[] {
    while (this.is(",")) {
      const { at } = this.take();
      if (ENDS.has(this.token.kind)) {
        if (mayEndWithComma) break;
        throw new SyntaxProblem(at, "a tuple that ends with a comma needs parentheses");
      }
      items.push(parse());
    }
    return items;
  }

  protected parentheses(): Expression {
    const { at } = this.take();
    if (this.accept(")")) return { kind: "tuple", at, items: [] };
    const x = this.expression(true);
    this.consume(")");
    return { kind: "parentheses", at, x };
  }

  protected list(): Expression {
    const { at } = this.take();
    if (this.accept("]")) return { kind: "list", at, items: [] };
    const first = this.test();
    if (this.is("for")) return { kind: "comprehension", at, body: first, clauses: this.#clauses("]") };
    const items = this.#more([first], true);
    this.consume("]");
    return { kind: "list", at, items };
  }

  protected dict(): Expression {
    const { at } = this.take();
    const pairs: Pair[] = [];
    while (!this.is("}")) {
      pairs.push(this.#pair());
      if (pairs.length === 1 && this.is("for")) {
        return { kind: "comprehension", at, body: pairs[0] as Pair, clauses: this.#clauses("}") };
      }
      if (!this.accept(",")) break;
    }
    this.consume("}");
    return { kind: "dict", at, pairs };
  }

  #pair(): Pair {
    const key = this.test();
    const { at } = this.consume(":");
    return { at, key, value: this.test() };
  }

  #clauses(closing: string): Clause[] {
    const list: Clause[] = [];
    while (!this.accept(closing)) {
      const { at } = this.token;
      if (this.accept("for")) {
        const target = this.loopVariables();
        this.consume("in");
        list.push({ kind: "for", at, target, source: this.binary(0) });
      } else if (this.accept("if")) list.push({ kind: "if", condition: this.unconditional() });
      else throw this.unexpected(`${closing}, for or if`);
    }
    return list;
  }

  /** Parses the variables between `for` and `in`. */
  protected loopVariables(): Expression {
    const first = this.suffixed();
    if (!this.is(",")) return first;
    const { at } = this.token;
    return { kind: "tuple", at, items: this.#more([first], true, () => this.suffixed()) };
  }
}
