/** Scopes: finds the variable that a name refers to. */
import { nearest } from "../../text/index.ts";
import type { Dialect } from "../dialect.ts";
import { boundNames } from "./bound-names.ts";
import type { Binding } from "./scope.ts";
import type { FunctionNode, Name, Statement } from "./syntax.ts";

/** A function or the file, with the open blocks of comprehensions in it. */
interface Container {
  readonly outer: Container | undefined;
  /** Undefined for the file. */
  readonly node: FunctionNode | undefined;
  /** Innermost last. The first block of a function has its own variables. */
  readonly blocks: Map<string, Binding>[];
  readonly locals: Binding[];
  readonly captured: Map<string, Binding>;
  loops: number;
}

type Report = (at: number, message: string, hint?: string) => void;

export class Variables {
  container: Container = { outer: undefined, node: undefined, blocks: [], locals: [], captured: new Map(), loops: 0 };
  readonly #dialect: Dialect;
  readonly #universe: ReadonlySet<string>;
  readonly #problem: Report;
  readonly #globals = new Map<string, Binding>();
  /** The globals that were assigned so far. */
  readonly #assigned = new Set<string>();

  constructor(dialect: Dialect, universe: ReadonlySet<string>, problem: Report) {
    this.#dialect = dialect;
    this.#universe = universe;
    this.#problem = problem;
  }

  /** Declares the variables of the file, which are known from its beginning. */
  declareGlobals(statements: readonly Statement[]): void {
    for (const name of boundNames(statements)) {
      if (!this.#globals.has(name)) this.#globals.set(name, { name, scope: "global", index: this.#globals.size });
    }
  }

  allGlobals(): Binding[] {
    return [...this.#globals.values()];
  }

  /** Opens a block with its own variables. */
  open(names: readonly string[]): void {
    const block = new Map<string, Binding>();
    this.container.blocks.push(block);
    for (const name of names) if (!block.has(name)) this.#declare(block, name);
  }

  close(): void {
    this.container.blocks.pop();
  }

  /** Opens a function, declares its variables, and runs `run` in it. */
  within(node: FunctionNode, run: () => void): void {
    const outer = this.container;
    this.container = { outer, node, blocks: [], locals: node.locals, captured: new Map(), loops: 0 };
    // `*` and `**` come last, so that the slots of the other parameters match the arguments.
    const rank = (form: string) => Number(form.startsWith("*"));
    const parameters = node.parameters.toSorted((a, b) => rank(a.form) - rank(b.form));
    const names = parameters.flatMap(({ name }) => (name === undefined ? [] : [name]));
    this.open([...names.map(({ name }) => name), ...boundNames(node.body)]);
    for (const name of names) this.bind(name);
    run();
    this.container = outer;
  }

  /** Resolves a name that is assigned. */
  bind(name: Name): void {
    const block = this.container.blocks.at(-1);
    if (block !== undefined) {
      name.binding = block.get(name.name) ?? this.#declare(block, name.name);
      return;
    }
    if (this.#assigned.has(name.name) && !this.#dialect.globalReassign) {
      const hint = "Choose another name, or assign the variable in a function.";
      this.#problem(name.at, `cannot reassign global ${name.name}`, hint);
    }
    this.#assigned.add(name.name);
    const binding = this.#globals.get(name.name);
    if (binding !== undefined) name.binding = binding;
  }

  #declare(block: Map<string, Binding>, name: string): Binding {
    const { locals } = this.container;
    const binding: Binding = { name, scope: "local", index: locals.length };
    locals.push(binding);
    block.set(name, binding);
    return binding;
  }

  /** Resolves a name whose value is read. */
  use(name: Name): void {
    const found = this.#lookup(this.container, name.name) ?? this.#lookupGlobal(name);
    if (found !== undefined) {
      name.binding = found;
      return;
    }
    const near = nearest(name.name, [...this.#localNames(), ...this.#globals.keys(), ...this.#universe]);
    this.#problem(name.at, `undefined: ${name.name}`, near === undefined ? undefined : `Did you mean ${near}?`);
  }

  #localNames(): string[] {
    return this.container.blocks.flatMap((block) => [...block.keys()]);
  }

  /** Finds a variable of this function or of an outer one. All functions in between capture the latter. */
  #lookup(container: Container, name: string): Binding | undefined {
    for (let at = container.blocks.length - 1; at >= 0; at--) {
      const binding = container.blocks[at]?.get(name);
      if (binding !== undefined) return binding;
    }
    const known = container.captured.get(name);
    if (known !== undefined) return known;
    if (container.node === undefined || container.outer === undefined) return undefined;
    const outer = this.#lookup(container.outer, name);
    if (outer === undefined) return undefined;
    if (outer.scope === "local") outer.scope = "cell";
    const free: Binding = { name, scope: "free", index: container.node.captured.length };
    container.node.captured.push(outer);
    container.captured.set(name, free);
    return free;
  }

  #lookupGlobal({ name, at }: Name): Binding | undefined {
    const global = this.#globals.get(name);
    // If globals can be reassigned, a statement outside functions sees only the globals that were assigned above it.
    const inOrder =
      this.#dialect.globalReassign && this.container.node === undefined && this.container.blocks.length === 0;
    if (global !== undefined && (!inOrder || this.#assigned.has(name))) return global;
    if (!this.#universe.has(name)) return global;
    if ((name === "set" && !this.#dialect.set) || (name === "float" && !this.#dialect.float)) {
      this.#problem(at, `this dialect does not support ${name}`);
    }
    return { name, scope: "universe", index: 0 };
  }
}
