/** Which variable each name means, and all rules that a program can break before it runs. */

import { boundNames, targetNames } from "./bound-names.ts";
import type { Dialect } from "./dialect.ts";
import { nearest, SyntaxProblem, SyntaxProblems } from "./problems.ts";
import type { Binding } from "./scope.ts";
import { checkArguments, checkParameters } from "./signature.ts";
import type { Comprehension, Expression, FunctionNode, Name, Statement } from "./syntax.ts";
import { decode } from "./text.ts";

/** A program whose names are resolved. */
export interface Resolved {
  readonly statements: readonly Statement[];
  readonly globals: readonly Binding[];
  /** Variables of comprehensions outside of functions. */
  readonly locals: readonly Binding[];
}

/** A function, or the file, with the blocks of comprehensions in it. */
interface Container {
  readonly outer: Container | undefined;
  /** Undefined for the file. */
  readonly node: FunctionNode | undefined;
  /** Innermost last. The first of a function holds its own variables. */
  readonly blocks: Map<string, Binding>[];
  readonly locals: Binding[];
  readonly captured: Map<string, Binding>;
  loops: number;
}

/**
 * Resolves the names of a program, of which those in `universe` are given. Throws all problems that it finds, as an array
 * of `SyntaxProblem`, in the order of the text.
 */
export function resolve(statements: readonly Statement[], dialect: Dialect, universe: ReadonlySet<string>): Resolved {
  const resolver = new Resolver(dialect, universe);
  return resolver.file(statements);
}

class Resolver {
  private readonly dialect: Dialect;
  private readonly universe: ReadonlySet<string>;
  private readonly globals = new Map<string, Binding>();
  private readonly given = new Map<string, Binding>();
  /** Globals that a statement so far has assigned. */
  private readonly assigned = new Set<string>();
  private readonly problems: SyntaxProblem[] = [];
  private container: Container = {
    outer: undefined,
    node: undefined,
    blocks: [],
    locals: [],
    captured: new Map(),
    loops: 0,
  };

  constructor(dialect: Dialect, universe: ReadonlySet<string>) {
    this.dialect = dialect;
    this.universe = universe;
  }

  file(statements: readonly Statement[]): Resolved {
    for (const name of boundNames(statements)) {
      this.globals.set(name, { name, scope: "global", index: this.globals.size });
    }
    this.statements(statements);
    if (this.problems.length > 0) throw new SyntaxProblems(this.problems.sort((a, b) => a.at - b.at));
    return { statements, globals: [...this.globals.values()], locals: this.container.locals };
  }

  private problem(at: number, message: string, hint?: string): void {
    this.problems.push(new SyntaxProblem(at, decode(message), hint));
  }

  private statements(statements: readonly Statement[]): void {
    for (const statement of statements) this.statement(statement);
  }

  private statement(statement: Statement): void {
    switch (statement.kind) {
      case "expression":
        this.expression(statement.x);
        break;
      case "break":
      case "continue":
        if (this.container.loops === 0) this.problem(statement.at, `${statement.kind} not in a loop`);
        break;
      case "pass":
        break;
      case "if":
        this.control(statement.at, "if");
        this.expression(statement.condition);
        this.statements(statement.yes);
        this.statements(statement.no);
        break;
      case "assign":
        this.expression(statement.value);
        this.target(statement.target, statement.operator !== undefined);
        break;
      case "def":
        if (this.container.node !== undefined && !this.dialect.nestedDef) {
          this.problem(statement.at, "this dialect does not support def inside of functions");
        }
        this.bind(statement.name);
        this.function(statement.node);
        break;
      case "for":
        this.control(statement.at, "for");
        this.expression(statement.source);
        this.target(statement.target, false);
        this.loop(statement.body);
        break;
      case "while":
        if (!this.dialect.while) this.problem(statement.at, "this dialect does not support while loops");
        this.control(statement.at, "while");
        this.expression(statement.condition);
        this.loop(statement.body);
        break;
      case "return":
        if (this.container.node === undefined) this.problem(statement.at, "return outside of a function");
        if (statement.value !== undefined) this.expression(statement.value);
        break;
      case "load":
        this.problem(
          statement.at,
          "load is not available: a function is one file",
          "Copy what you need into the file.",
        );
        break;
    }
  }

  private control(at: number, what: string): void {
    if (this.container.node !== undefined || this.dialect.topLevelControl) return;
    this.problem(at, `${what} outside of a function`, "Put it into a function, and call that.");
  }

  private loop(body: readonly Statement[]): void {
    this.container.loops++;
    this.statements(body);
    this.container.loops--;
  }

  private target(target: Expression, augmented: boolean): void {
    switch (target.kind) {
      case "name":
        this.bind(target);
        break;
      case "index":
        this.expression(target.x);
        this.expression(target.y);
        break;
      case "dot":
        this.expression(target.x);
        break;
      case "parentheses":
        this.target(target.x, augmented);
        break;
      case "tuple":
      case "list":
        if (augmented) this.problem(target.at, `a ${target.kind} cannot be changed by an operator`);
        for (const item of target.items) this.target(item, augmented);
        break;
      default:
        this.problem(target.at, `cannot assign to this ${target.kind}`);
    }
  }

  /** A name that a statement gives a value to. */
  private bind(name: Name): void {
    const block = this.container.blocks.at(-1);
    if (block !== undefined) {
      name.binding = block.get(name.name) ?? this.declare(block, name.name);
      return;
    }
    if (this.assigned.has(name.name) && !this.dialect.globalReassign) {
      this.problem(name.at, `cannot reassign global ${name.name}`, "Choose another name, or do it in a function.");
    }
    this.assigned.add(name.name);
    const binding = this.globals.get(name.name);
    if (binding !== undefined) name.binding = binding;
  }

  private declare(block: Map<string, Binding>, name: string): Binding {
    const { locals } = this.container;
    const binding: Binding = { name, scope: "local", index: locals.length };
    locals.push(binding);
    block.set(name, binding);
    return binding;
  }

  private use(name: Name): void {
    const found = this.lookup(this.container, name.name) ?? this.lookupGlobal(name);
    if (found !== undefined) {
      name.binding = found;
      return;
    }
    const near = nearest(name.name, [...this.localNames(), ...this.globals.keys(), ...this.universe]);
    this.problem(name.at, `undefined: ${name.name}`, near === undefined ? undefined : `Did you mean ${near}?`);
  }

  private localNames(): string[] {
    return this.container.blocks.flatMap((block) => [...block.keys()]);
  }

  /** A variable of this function or of one around it; the latter is captured by all functions in between. */
  private lookup(container: Container, name: string): Binding | undefined {
    for (let at = container.blocks.length - 1; at >= 0; at--) {
      const binding = container.blocks[at]?.get(name);
      if (binding !== undefined) return binding;
    }
    const known = container.captured.get(name);
    if (known !== undefined) return known;
    if (container.node === undefined || container.outer === undefined) return undefined;
    const outer = this.lookup(container.outer, name);
    if (outer === undefined) return undefined;
    if (outer.scope === "local") outer.scope = "cell";
    const free: Binding = { name, scope: "free", index: container.node.captured.length };
    container.node.captured.push(outer);
    container.captured.set(name, free);
    return free;
  }

  private lookupGlobal({ name, at }: Name): Binding | undefined {
    const global = this.globals.get(name);
    // Where globals can be reassigned, a statement of the file sees what was assigned above it, and nothing else.
    const inOrder =
      this.dialect.globalReassign && this.container.node === undefined && this.container.blocks.length === 0;
    if (global !== undefined && (!inOrder || this.assigned.has(name))) return global;
    if (!this.universe.has(name)) return global;
    if ((name === "set" && !this.dialect.set) || (name === "float" && !this.dialect.float)) {
      this.problem(at, `this dialect does not support ${name}`);
    }
    let binding = this.given.get(name);
    if (binding === undefined) this.given.set(name, (binding = { name, scope: "universe", index: 0 }));
    return binding;
  }

  private expression(expression: Expression): void {
    switch (expression.kind) {
      case "name":
        this.use(expression);
        break;
      case "float":
        if (!this.dialect.float) this.problem(expression.at, "this dialect does not support floats");
        break;
      case "int":
      case "string":
      case "bytes":
        break;
      case "list":
      case "tuple":
        for (const item of expression.items) this.expression(item);
        break;
      case "dict":
        for (const { key, value } of expression.pairs) {
          this.expression(key);
          this.expression(value);
        }
        break;
      case "comprehension":
        this.comprehension(expression);
        break;
      case "conditional":
        this.expression(expression.condition);
        this.expression(expression.yes);
        this.expression(expression.no);
        break;
      case "slice":
        this.expression(expression.x);
        for (const bound of [expression.low, expression.high, expression.step]) if (bound) this.expression(bound);
        break;
      case "call":
        this.expression(expression.callee);
        this.problems.push(...checkArguments(expression));
        for (const { value } of expression.arguments) this.expression(value);
        break;
      case "lambda":
        if (!this.dialect.lambda) this.problem(expression.at, "this dialect does not support lambda");
        this.function(expression.node);
        break;
      case "unary":
      case "dot":
      case "parentheses":
        this.expression(expression.x);
        break;
      case "index":
      case "logical":
      case "binary":
        if (expression.kind === "binary" && expression.operator === "/" && !this.dialect.float) {
          this.problem(expression.at, "this dialect does not support floating-point division", "Use // for integers.");
        }
        this.expression(expression.x);
        this.expression(expression.y);
        break;
    }
  }

  private comprehension({ body, clauses }: Comprehension): void {
    const { blocks } = this.container;
    let first = true;
    for (const clause of clauses) {
      if (clause.kind === "if") {
        this.expression(clause.condition);
        continue;
      }
      // The first source is evaluated outside: in `[x for x in x]` it is another x.
      if (first) {
        this.expression(clause.source);
        const block = new Map<string, Binding>();
        blocks.push(block);
        for (const each of clauses)
          if (each.kind === "for") for (const name of targetNames(each.target)) this.declareOnce(block, name);
      }
      this.target(clause.target, false);
      if (!first) this.expression(clause.source);
      first = false;
    }
    if ("kind" in body) {
      this.expression(body);
    } else {
      this.expression(body.key);
      this.expression(body.value);
    }
    blocks.pop();
  }

  private declareOnce(block: Map<string, Binding>, name: string): void {
    if (!block.has(name)) this.declare(block, name);
  }

  private function(node: FunctionNode): void {
    for (const { initial } of node.parameters) if (initial !== undefined) this.expression(initial);
    this.problems.push(...checkParameters(node));
    const outer = this.container;
    const block = new Map<string, Binding>();
    this.container = { outer, node, blocks: [block], locals: node.locals, captured: new Map(), loops: 0 };
    // `*` and `**` come last, so that the slots of all others are those of the arguments.
    const ordered = [...node.parameters].sort(
      (a, b) => Number(a.form.startsWith("*")) - Number(b.form.startsWith("*")),
    );
    for (const { name } of ordered) if (name !== undefined) this.bind(name);
    for (const name of boundNames(node.body)) this.declareOnce(block, name);
    this.statements(node.body);
    this.container = outer;
  }
}
