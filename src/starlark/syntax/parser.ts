/** Parses statements. */
import { ExpressionParser, MAX_CHAIN } from "./expressions.ts";
import { SyntaxProblem } from "./problems.ts";
import type { BinaryOperator, If, Name, Statement } from "./syntax.ts";

const ASSIGNMENTS = new Map<string, BinaryOperator | undefined>([
  ["=", undefined],
  ...(["+", "-", "*", "/", "//", "%", "&", "|", "^", "<<", ">>"] as const).map((sign) => [`${sign}=`, sign] as const),
]);

/** Parses a program. Throws the first `SyntaxProblem`. */
export function parse(text: string, laxEscapes: boolean): Statement[] {
  return new Parser(text, laxEscapes).file();
}

class Parser extends ExpressionParser {
  file(): Statement[] {
    const statements: Statement[] = [];
    while (!this.is("end")) {
      if (!this.accept("newline")) this.#statement(statements);
    }
    return statements;
  }

  #statement(into: Statement[]): void {
    switch (this.token.kind) {
      case "def":
        into.push(this.#def());
        break;
      case "if":
        into.push(this.#if());
        break;
      case "for":
        into.push(this.#for());
        break;
      case "while": {
        const { at } = this.take();
        const condition = this.test();
        into.push({ kind: "while", at, condition, body: this.#suite() });
        break;
      }
      default:
        this.#simple(into);
    }
  }

  #def(): Statement {
    const { at } = this.take();
    const name = this.name();
    this.consume("(");
    const parameters = this.parameters();
    this.consume(")");
    const body = this.#suite();
    return { kind: "def", at, name, node: { name: name.name, at, parameters, body, locals: [], captured: [] } };
  }

  /** Parses `if` with its branches. Each `elif` becomes an `if` in the `else` before it. */
  #if(): If {
    const branches: Omit<If, "no">[] = [];
    do {
      const { at } = this.take();
      const condition = this.test();
      branches.push({ kind: "if", at, condition, yes: this.#suite() });
      if (branches.length > MAX_CHAIN) throw new SyntaxProblem(at, `an if has more than ${MAX_CHAIN} branches`);
    } while (this.is("elif"));
    let no: readonly Statement[] = [];
    if (this.accept("else")) no = this.#suite();
    for (const branch of branches.reverse()) no = [{ ...branch, no }];
    return no[0] as If;
  }

  #for(): Statement {
    const { at } = this.take();
    const target = this.loopVariables();
    this.consume("in");
    const source = this.expression();
    return { kind: "for", at, target, source, body: this.#suite() };
  }

  /** Parses a colon and its block: an indented one, or statements on the same line. */
  #suite(): Statement[] {
    this.consume(":");
    const statements: Statement[] = [];
    if (!this.accept("newline")) {
      this.#simple(statements);
      return statements;
    }
    this.consume("indent");
    return this.nested(() => {
      while (!this.is("outdent") && !this.is("end")) this.#statement(statements);
      this.consume("outdent");
      return statements;
    });
  }

  /** Parses the statements of one line, separated by semicolons. */
  #simple(into: Statement[]): void {
    do into.push(this.#small());
    while (this.#separated());
    if (!this.is("end")) this.consume("newline");
  }

  #separated(): boolean {
    return this.accept(";") && !this.is("newline") && !this.is("end");
  }

  #small(): Statement {
    const { kind, at } = this.token;
    switch (kind) {
      case "return": {
        this.take();
        const bare = ["end", "newline", ";"].includes(this.token.kind);
        return { kind, at, value: bare ? undefined : this.expression() };
      }
      case "break":
      case "continue":
      case "pass":
        this.take();
        return { kind, at };
      case "load":
        return this.#load();
      default:
        return this.#assignment();
    }
  }

  #assignment(): Statement {
    const { at: start } = this.token;
    const target = this.expression();
    const { kind, at } = this.token;
    if (!ASSIGNMENTS.has(kind)) return { kind: "expression", at: start, x: target };
    this.take();
    return { kind: "assign", at, operator: ASSIGNMENTS.get(kind), target, value: this.expression() };
  }

  /** Parses `load("module", "name", other="name")`, so that the resolver can reject it at its place. */
  #load(): Statement {
    const { at } = this.take();
    this.consume("(");
    if (!this.accept("string")) throw this.unexpected("the name of a module, as a string");
    const names: Name[] = [];
    while (this.accept(",")) {
      if (this.is(")")) break;
      names.push(this.#loaded());
    }
    this.consume(")");
    if (names.length === 0) throw new SyntaxProblem(at, "load must name at least one symbol");
    return { kind: "load", at, names };
  }

  #loaded(): Name {
    if (this.is("string")) {
      const { at, value } = this.take();
      return { kind: "name", at, name: String(value) };
    }
    const name = this.name();
    this.consume("=");
    if (!this.accept("string")) throw this.unexpected("the name of a symbol, as a string");
    return name;
  }
}
