/** Parses expressions. */
import { DisplayParser } from "./displays.ts";
import { SyntaxProblem } from "./problems.ts";
import type { Argument, BinaryOperator, Expression, Literal, Parameter } from "./syntax.ts";

/** Operators by precedence, the loosest first. `not` is between `and` and the comparisons. */
const LEVELS: readonly (readonly string[])[] = [
  ["or"],
  ["and"],
  ["not"],
  ["==", "!=", "<", ">", "<=", ">=", "in", "not in"],
  ["|"],
  ["^"],
  ["&"],
  ["<<", ">>"],
  ["-", "+"],
  ["*", "%", "/", "//"],
];
const PRECEDENCE = new Map(LEVELS.flatMap((signs, level) => signs.map((sign) => [sign, level] as const)));
/** The most operators, calls or branches in a row. Each is a level of the tree. */
export const MAX_CHAIN = 10_000;
const NOT = 2;
const COMPARISON = 3;

/** Parses expressions. {@link ./parser.ts} adds statements. */
export class ExpressionParser extends DisplayParser {
  protected test(): Expression {
    return this.nested(() => {
      if (this.is("lambda")) return this.#lambda(() => this.test());
      const yes = this.binary(0);
      if (!this.is("if")) return yes;
      const { at } = this.take();
      const condition = this.binary(0);
      if (!this.accept("else")) throw new SyntaxProblem(at, "a conditional expression needs an else");
      return { kind: "conditional", at, condition, yes, no: this.test() };
    });
  }

  protected unconditional(): Expression {
    return this.is("lambda") ? this.#lambda(() => this.unconditional()) : this.binary(0);
  }

  #lambda(body: () => Expression): Expression {
    const { at } = this.take();
    const parameters = this.is(":") ? [] : this.parameters();
    this.consume(":");
    const value = this.nested(body);
    const statement = { kind: "return", at: value.at, value } as const;
    const node = { name: "lambda", at, parameters, body: [statement], locals: [], captured: [] };
    return { kind: "lambda", at, node };
  }

  protected binary(level: number): Expression {
    if (this.is("not") && level <= NOT) {
      const { at } = this.take();
      const x = this.nested(() => this.binary(NOT));
      return this.#operators({ kind: "unary", at, operator: "not", x }, level, NOT);
    }
    return this.#operators(this.suffixed(), level, LEVELS.length);
  }

  /** Parses the operators after `first` that bind at least as tightly as `level` and less tightly than `below`. */
  #operators(first: Expression, level: number, below: number): Expression {
    let x = first;
    let ceiling = below;
    for (let count = 0; ; count++) {
      this.#checkLength(count);
      const operator = this.#operator();
      const precedence = PRECEDENCE.get(operator);
      if (precedence === undefined || precedence < level || precedence >= ceiling) return this.#checked(x, operator);
      const { at } = this.take();
      if (operator === "not in") this.consume("in");
      const y = this.nested(() => this.binary(precedence + 1));
      if (operator === "and" || operator === "or") x = { kind: "logical", at, operator, x, y };
      else x = { kind: "binary", at, operator: operator as BinaryOperator, x, y };
      // Comparisons do not form chains. Other operators may be followed by operators of their own level and looser
      // ones.
      ceiling = precedence === COMPARISON ? COMPARISON : precedence + 1;
    }
  }

  /** The operator at the current token. Here, `not` can only begin `not in`. */
  #operator(): string {
    return this.is("not") ? "not in" : this.token.kind;
  }

  #checked(x: Expression, operator: string): Expression {
    if (x.kind === "binary" && PRECEDENCE.get(x.operator) === COMPARISON && PRECEDENCE.get(operator) === COMPARISON) {
      const hint = "Use parentheses, or join two comparisons with and.";
      throw new SyntaxProblem(this.token.at, `${x.operator} does not associate with ${operator}`, hint);
    }
    return x;
  }

  protected suffixed(): Expression {
    let x = this.#operand();
    for (let count = 0; ; count++) {
      this.#checkLength(count);
      const { kind, at } = this.token;
      if (kind === ".") {
        this.take();
        x = { kind: "dot", at, x, name: this.name().name };
      } else if (kind === "[") {
        x = this.#index(x);
      } else if (kind === "(") {
        this.take();
        const given = this.#listBefore([")", "end"], () => this.#argument());
        this.consume(")");
        x = { kind: "call", at, callee: x, arguments: given };
      } else {
        return x;
      }
    }
  }

  #checkLength(count: number): void {
    if (count <= MAX_CHAIN) return;
    const hint = "Break it up into several statements.";
    throw new SyntaxProblem(this.token.at, `an expression is a chain of more than ${MAX_CHAIN} parts`, hint);
  }

  #index(x: Expression): Expression {
    const { at } = this.take();
    const low = this.is(":") ? undefined : this.expression();
    if (low !== undefined && this.accept("]")) return { kind: "index", at, x, y: low };
    let high: Expression | undefined;
    let step: Expression | undefined;
    this.consume(":");
    if (!this.is(":") && !this.is("]")) high = this.test();
    if (this.accept(":") && !this.is("]")) step = this.test();
    this.consume("]");
    return { kind: "slice", at, x, low, high, step };
  }

  /** Parses a list of arguments or parameters, which ends before one of these tokens. It may end with a comma. */
  #listBefore<T>(ends: readonly string[], parse: () => T): T[] {
    const list: T[] = [];
    while (!ends.includes(this.token.kind)) {
      if (list.length > 0) this.consume(",");
      if (this.is(")")) break;
      list.push(parse());
    }
    return list;
  }

  #argument(): Argument {
    const { kind, at } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      return { at, form: kind, name: "", value: this.test() };
    }
    const value = this.test();
    if (!this.is("=")) return { at, form: "positional", name: "", value };
    if (value.kind !== "name") throw new SyntaxProblem(this.token.at, "a named argument has the form name=value");
    this.take();
    return { at, form: "named", name: value.name, value: this.test() };
  }

  protected parameters(): Parameter[] {
    return this.#listBefore([")", ":", "end"], () => this.#parameter());
  }

  #parameter(): Parameter {
    const { kind, at } = this.token;
    if (kind === "*" || kind === "**") {
      this.take();
      const named = kind === "**" || this.is("identifier");
      return { at, form: kind, name: named ? this.name() : undefined, initial: undefined };
    }
    const name = this.name();
    if (!this.accept("=")) return { at, form: "required", name, initial: undefined };
    return { at, form: "optional", name, initial: this.test() };
  }

  #operand(): Expression {
    const { kind, at, value } = this.token;
    switch (kind) {
      case "identifier":
        return this.name();
      case "int":
      case "float":
      case "string":
      case "bytes":
        this.take();
        return { kind, at, value } as Literal;
      case "[":
        return this.list();
      case "{":
        return this.dict();
      case "(":
        return this.parentheses();
      case "-":
      case "+":
      case "~":
        this.take();
        return { kind: "unary", at, operator: kind, x: this.nested(() => this.suffixed()) };
      default:
        throw this.unexpected("an expression");
    }
  }
}
