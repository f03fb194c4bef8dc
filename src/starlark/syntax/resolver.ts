/** Resolves names to variables and checks all rules that do not need a run. */
import type { Dialect } from "../dialect.ts";
import { decode } from "../values/text.ts";
import { targetNames } from "./bound-names.ts";
import { MAX_PROBLEMS, SyntaxProblem, SyntaxProblems } from "./problems.ts";
import type { Binding } from "./scope.ts";
import { checkArguments, checkParameters } from "./signature.ts";
import type { Comprehension, Expression, FunctionNode, Statement } from "./syntax.ts";
import { Variables } from "./variables.ts";

/** A program whose names are resolved. */
export interface Resolved {
  readonly statements: readonly Statement[];
  readonly globals: readonly Binding[];
  /** The variables of comprehensions outside functions. */
  readonly locals: readonly Binding[];
}

/**
 * Resolves the names of a program. The names in `universe` are predefined. Throws `SyntaxProblems` with all problems in
 * the order of the text, up to {@link MAX_PROBLEMS}.
 */
export function resolve(statements: readonly Statement[], dialect: Dialect, universe: ReadonlySet<string>): Resolved {
  return new Resolver(dialect, universe).file(statements);
}

const LOAD_HINT = "Copy the code that you need into this file.";

class Resolver {
  readonly #dialect: Dialect;
  readonly #variables: Variables;
  readonly #problems: SyntaxProblem[] = [];

  constructor(dialect: Dialect, universe: ReadonlySet<string>) {
    this.#dialect = dialect;
    this.#variables = new Variables(dialect, universe, (at, message, hint) => this.#problem(at, message, hint));
  }

  file(statements: readonly Statement[]): Resolved {
    this.#variables.declareGlobals(statements);
    this.#statements(statements);
    this.#check(1);
    return { statements, globals: this.#variables.allGlobals(), locals: this.#variables.container.locals };
  }

  #problem(at: number, message: string, hint?: string): void {
    this.#add([new SyntaxProblem(at, decode(message), hint)]);
  }

  #add(problems: Iterable<SyntaxProblem>): void {
    for (const problem of problems) {
      this.#problems.push(problem);
      this.#check(MAX_PROBLEMS);
    }
  }

  /** Throws if there are at least `count` problems. */
  #check(count: number): void {
    if (this.#problems.length >= count) throw new SyntaxProblems(this.#problems.toSorted((a, b) => a.at - b.at));
  }

  #statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.#statement(statement);
  }

  #statement(statement: Statement): void {
    switch (statement.kind) {
      case "expression":
        this.#expression(statement.x);
        break;
      case "break":
      case "continue":
        if (this.#variables.container.loops === 0) this.#problem(statement.at, `${statement.kind} not in a loop`);
        break;
      case "pass":
        break;
      case "if":
        this.#control(statement.at, "if");
        this.#expression(statement.condition);
        this.#statements(statement.yes);
        this.#statements(statement.no);
        break;
      case "assign":
        this.#expression(statement.value);
        this.#target(statement.target, statement.operator !== undefined);
        break;
      case "def":
        if (this.#variables.container.node !== undefined && !this.#dialect.nestedDef) {
          this.#problem(statement.at, "this dialect does not support def inside of functions");
        }
        this.#variables.bind(statement.name);
        this.#function(statement.node);
        break;
      case "for":
        this.#control(statement.at, "for");
        this.#expression(statement.source);
        this.#target(statement.target, false);
        this.#loop(statement.body);
        break;
      case "while":
        if (!this.#dialect.while) this.#problem(statement.at, "this dialect does not support while loops");
        this.#control(statement.at, "while");
        this.#expression(statement.condition);
        this.#loop(statement.body);
        break;
      case "return":
        if (this.#variables.container.node === undefined) this.#problem(statement.at, "return outside of a function");
        this.#expressions(statement.value);
        break;
      case "load":
        this.#problem(statement.at, "load is not available: a function is one file", LOAD_HINT);
        break;
    }
  }

  #control(at: number, what: string): void {
    if (this.#variables.container.node !== undefined || this.#dialect.topLevelControl) return;
    this.#problem(at, `${what} outside of a function`, "Put it into a function and call the function.");
  }

  #loop(body: readonly Statement[]): void {
    this.#variables.container.loops++;
    this.#statements(body);
    this.#variables.container.loops--;
  }

  #target(target: Expression, augmented: boolean): void {
    switch (target.kind) {
      case "name":
        this.#variables.bind(target);
        break;
      case "index":
        this.#expressions(target.x, target.y);
        break;
      case "dot":
        this.#expression(target.x);
        break;
      case "parentheses":
        this.#target(target.x, augmented);
        break;
      case "tuple":
      case "list":
        if (augmented) this.#problem(target.at, `a ${target.kind} cannot be changed by an operator`);
        for (const item of target.items) this.#target(item, augmented);
        break;
      default:
        this.#problem(target.at, `cannot assign to this ${target.kind}`);
    }
  }

  #expression(expression: Expression): void {
    switch (expression.kind) {
      case "name":
        this.#variables.use(expression);
        break;
      case "float":
        if (!this.#dialect.float) this.#problem(expression.at, "this dialect does not support floats");
        break;
      case "int":
      case "string":
      case "bytes":
        break;
      case "list":
      case "tuple":
        this.#expressions(...expression.items);
        break;
      case "dict":
        for (const { key, value } of expression.pairs) this.#expressions(key, value);
        break;
      case "comprehension":
        this.#comprehension(expression);
        break;
      case "conditional":
        this.#expressions(expression.condition, expression.yes, expression.no);
        break;
      case "slice":
        this.#expressions(expression.x, expression.low, expression.high, expression.step);
        break;
      case "call":
        this.#expression(expression.callee);
        this.#add(checkArguments(expression));
        for (const { value } of expression.arguments) this.#expression(value);
        break;
      case "lambda":
        if (!this.#dialect.lambda) this.#problem(expression.at, "this dialect does not support lambda");
        this.#function(expression.node);
        break;
      case "unary":
      case "dot":
      case "parentheses":
        this.#expression(expression.x);
        break;
      case "index":
      case "logical":
      case "binary":
        if (expression.kind === "binary" && expression.operator === "/" && !this.#dialect.float) {
          this.#problem(expression.at, "this dialect does not support floating-point division", "Use // for integers.");
        }
        this.#expressions(expression.x, expression.y);
        break;
    }
  }

  #expressions(...expressions: readonly (Expression | undefined)[]): void {
    for (const expression of expressions) if (expression !== undefined) this.#expression(expression);
  }

  #comprehension({ body, clauses }: Comprehension): void {
    let first = true;
    for (const clause of clauses) {
      if (clause.kind === "if") {
        this.#expression(clause.condition);
        continue;
      }
      // The first source is evaluated outside the comprehension: in `[x for x in x]` the last x is another variable.
      if (first) {
        this.#expression(clause.source);
        this.#variables.open(clauses.flatMap((each) => (each.kind === "for" ? [...targetNames(each.target)] : [])));
      }
      this.#target(clause.target, false);
      if (!first) this.#expression(clause.source);
      first = false;
    }
    this.#expressions(...("kind" in body ? [body] : [body.key, body.value]));
    this.#variables.close();
  }

  #function(node: FunctionNode): void {
    for (const { initial } of node.parameters) if (initial !== undefined) this.#expression(initial);
    this.#add(checkParameters(node));
    this.#variables.within(node, () => this.#statements(node.body));
  }
}
