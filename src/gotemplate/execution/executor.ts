/** Runs a template. docs/specification/go-templates.md 3 */
import type { TemplateEffort } from "../effort.ts";
import { printOne } from "../formatting/print.ts";
import type { Branch, Command, Part, Pipe, Word } from "../syntax/nodes.ts";
import type { Templates } from "../syntax/parser.ts";
import { refusal } from "../template-error.ts";
import { GoInteger, GoList, GoMap, GoObject, type GoValue, isTrue, sortedKeys, typeName } from "../values/values.ts";
import { asArgument, callMethod, constant, constantArgument } from "./arguments.ts";
import type { GoFunction, ParameterType, Surroundings } from "./function.ts";

/** The value of a field that a map does not have: no value, an empty one, or an error. */
export type MissingKey = "default" | "zero" | "error";

interface Variable {
  readonly name: string;
  value: GoValue;
}

/** Nothing came from in front of a `|`. It is not the same as no value. */
const NOTHING = Symbol("nothing");
type Piped = GoValue | typeof NOTHING;

/** How a list of parts ended before its last part. */
type Stop = "break" | "continue" | undefined;

/** The work of one execution. */
export class Executor {
  /** The written texts, as byte texts. */
  readonly output: string[] = [];
  /** The offset of what runs at the moment, or failed. */
  at = 0;
  readonly #templates: Templates;
  readonly #functions: ReadonlyMap<string, GoFunction>;
  readonly #missingKey: MissingKey;
  readonly #effort: TemplateEffort;
  readonly #surroundings: Surroundings;
  #variables: Variable[] = [];

  constructor(
    templates: Templates,
    functions: ReadonlyMap<string, GoFunction>,
    missingKey: MissingKey,
    effort: TemplateEffort,
  ) {
    this.#templates = templates;
    this.#functions = functions;
    this.#missingKey = missingKey;
    this.#effort = effort;
    this.#surroundings = { effort };
  }

  /** Runs a template with a value as its dot. */
  runTemplate(name: string, dot: GoValue): void {
    const parts = this.#templates.get(name);
    if (parts === undefined) throw refusal(`there is no template ${JSON.stringify(name)}`);
    const variables = this.#variables;
    this.#variables = [{ name: "$", value: dot }];
    this.#runAll(parts, dot);
    this.#variables = variables;
  }

  #runAll(parts: readonly Part[], dot: GoValue): Stop {
    return this.#effort.deeper(() => {
      for (const part of parts) {
        const stop = this.#run(part, dot);
        if (stop !== undefined) return stop;
      }
      return undefined;
    });
  }

  #run(part: Part, dot: GoValue): Stop {
    this.#effort.spend();
    this.at = part.at;
    switch (part.kind) {
      case "text":
        this.#write(part.bytes);
        return undefined;
      case "action": {
        const value = this.#pipe(part.pipe, dot);
        if (part.pipe.variables.length === 0) this.#write(printOne(value, this.#effort));
        return undefined;
      }
      case "if":
      case "with":
        return this.#choose(part, dot);
      case "range":
        return this.#range(part, dot);
      case "call": {
        const value = part.pipe === undefined ? undefined : this.#pipe(part.pipe, dot);
        this.at = part.at;
        this.runTemplate(part.name, value);
        return undefined;
      }
      default:
        return part.kind;
    }
  }

  #write(bytes: string): void {
    this.#effort.write(bytes.length);
    this.output.push(bytes);
  }

  #choose(branch: Branch, dot: GoValue): Stop {
    const mark = this.#variables.length;
    const value = this.#pipe(branch.pipe, dot);
    let stop: Stop;
    if (isTrue(value)) stop = this.#runAll(branch.body, branch.kind === "with" ? value : dot);
    else if (branch.otherwise !== undefined) stop = this.#runAll(branch.otherwise, dot);
    this.#variables.length = mark;
    return stop;
  }

  #range(branch: Branch, dot: GoValue): Stop {
    const mark = this.#variables.length;
    const value = this.#pipe(branch.pipe, dot);
    const { variables } = branch.pipe;
    let turns = 0;
    for (const [index, element] of this.#turns(value, variables.length)) {
      this.#effort.spend(4);
      turns++;
      this.#setRangeVariables(branch.pipe, index, element);
      const inner = this.#variables.length;
      const stop = this.#runAll(branch.body, element);
      this.#variables.length = inner;
      if (stop === "break") break;
    }
    this.#variables.length = mark;
    if (turns > 0 || branch.otherwise === undefined) return undefined;
    // A `continue` here concerns the range around this one. So does a `break`, but Go takes it for one of this range.
    return this.#runAll(branch.otherwise, dot) === "continue" ? "continue" : undefined;
  }

  #setRangeVariables({ variables, isAssignment }: Pipe, index: GoValue, element: GoValue): void {
    const [first, second] = variables;
    if (first === undefined) return;
    const values = second === undefined ? [element] : [index, element];
    for (const [at, name] of [first, ...(second === undefined ? [] : [second])].entries()) {
      const variable = isAssignment ? this.#variable(name) : this.#variables.at(at - values.length);
      if (variable !== undefined) variable.value = values[at];
    }
  }

  /** The indexes and elements of what `range` goes over. */
  *#turns(value: GoValue, variables: number): Generator<[index: GoValue, element: GoValue]> {
    if (value instanceof GoInteger) {
      if (variables > 1) throw refusal("range over a number has one variable");
      for (let at = 0n; at < value.value; at++) yield [undefined, new GoInteger(at, value.type)];
    } else if (value instanceof GoList) {
      for (const [index, element] of value.items.entries()) yield [new GoInteger(index), element];
    } else if (value instanceof GoMap) {
      const keys = sortedKeys(value);
      this.#effort.spend(keys.length);
      const entries = keys.map((key): [string, GoValue] => [key, value.entries.get(key)]);
      yield* entries;
    } else if (value !== undefined && value !== null) throw refusal(`range cannot go over ${typeName(value)}`);
  }

  /** The value of a pipe, which is no value instead of a nil. */
  #pipe(pipe: Pipe, dot: GoValue): GoValue {
    return this.#effort.deeper(() => {
      this.at = pipe.at;
      let value: Piped = NOTHING;
      for (const command of pipe.commands) value = this.#command(command, dot, value) ?? undefined;
      const result = value === NOTHING ? undefined : value;
      for (const name of pipe.variables) {
        if (pipe.isAssignment) this.#variable(name).value = result;
        else this.#variables.push({ name, value: result });
      }
      return result;
    });
  }

  #variable(name: string): Variable {
    for (let at = this.#variables.length - 1; at >= 0; at--) {
      const variable = this.#variables[at] as Variable;
      if (variable.name === name) {
        this.#effort.spend(this.#variables.length - at);
        return variable;
      }
    }
    throw refusal(`the variable ${name} has no value yet`);
  }

  #command({ words }: Command, dot: GoValue, piped: Piped): GoValue {
    const [first, ...args] = words;
    this.#effort.spend();
    this.at = first.at;
    switch (first.kind) {
      case "name":
        return this.#call(first.name, args, dot, piped);
      case "field":
        return this.#fields(dot, first.path, args, dot, piped);
      case "chain":
        return this.#fields(this.#chained(first.of, dot), first.path, args, dot, piped);
      case "variable": {
        const { value } = this.#variable(first.name);
        if (first.path.length > 0) return this.#fields(value, first.path, args, dot, piped);
        this.#refuseArguments(args, piped);
        return value;
      }
      default:
        this.#refuseArguments(args, piped);
        if (first.kind === "pipe") return this.#pipe(first, dot);
        return first.kind === "dot" ? dot : constant(first);
    }
  }

  #refuseArguments(args: readonly Word[], piped: Piped): void {
    if (args.length > 0 || piped !== NOTHING) throw refusal("something that is no function has arguments");
  }

  #chained(word: Word, dot: GoValue): GoValue {
    if (word.kind === "nil") throw refusal("nil has no fields");
    return this.#word(word, dot);
  }

  /** The value of a word that is no constant. */
  #word(word: Word, dot: GoValue): GoValue {
    this.at = word.at;
    switch (word.kind) {
      case "dot":
        return dot;
      case "field":
        return this.#fields(dot, word.path, [], dot, NOTHING);
      case "variable":
        return this.#fields(this.#variable(word.name).value, word.path, [], dot, NOTHING);
      case "chain":
        return this.#fields(this.#chained(word.of, dot), word.path, [], dot, NOTHING);
      case "pipe":
        return this.#pipe(word, dot);
      case "name":
        return this.#call(word.name, [], dot, NOTHING);
      default:
        return constant(word);
    }
  }

  #argument(word: Word, type: ParameterType, dot: GoValue): unknown {
    this.#effort.spend();
    if (word.kind === "nil" || word.kind === "bool" || word.kind === "string" || word.kind === "number") {
      this.at = word.at;
      return constantArgument(word, type);
    }
    const value = this.#word(word, dot);
    this.at = word.at;
    return asArgument(value, type);
  }

  /** Follows fields. Arguments go to the last one, which has to be a method then. */
  #fields(start: GoValue, path: readonly string[], args: readonly Word[], dot: GoValue, piped: Piped): GoValue {
    let value = start;
    this.#effort.spend(path.length);
    path.forEach((name, index) => {
      const isLast = index === path.length - 1;
      value = this.#field(value, name, isLast ? args : [], dot, isLast ? piped : NOTHING);
    });
    return value;
  }

  #field(of: GoValue, name: string, args: readonly Word[], dot: GoValue, piped: Piped): GoValue {
    if (of === undefined) {
      if (this.#missingKey === "error")
        throw refusal(`there is nothing that could have a field ${JSON.stringify(name)}`);
      return undefined;
    }
    if (of === null) throw refusal(`null has no field ${JSON.stringify(name)}`);
    if (of instanceof GoObject) {
      const values = args.map((word) => this.#argument(word, "any", dot) as GoValue);
      return callMethod(of, name, piped === NOTHING ? values : [...values, piped]);
    }
    if (!(of instanceof GoMap)) throw refusal(`${typeName(of)} has no field ${JSON.stringify(name)}`);
    if (args.length > 0 || piped !== NOTHING)
      throw refusal(`${JSON.stringify(name)} is no function, and has arguments`);
    const value = of.get(name);
    if (value !== undefined) return value;
    if (this.#missingKey === "error") throw refusal(`the map has no key ${JSON.stringify(name)}`);
    if (this.#missingKey === "default") return undefined;
    return of.element === "string" ? "" : null;
  }

  #call(name: string, words: readonly Word[], dot: GoValue, piped: Piped): GoValue {
    const at = this.at;
    const called = this.#functions.get(name) as GoFunction;
    const { parameters, rest } = called;
    const count = words.length + (piped === NOTHING ? 0 : 1);
    if (rest === undefined ? count !== parameters.length : count < parameters.length)
      throw refusal(
        `${name} takes ${parameters.length}${rest === undefined ? "" : " or more"} arguments, and gets ${count}`,
      );
    if (name === "and" || name === "or") return this.#andOr(name, words, dot, piped);
    const typeAt = (index: number): ParameterType => parameters[index] ?? rest ?? "any";
    const args = words.map((word, index) => this.#argument(word, typeAt(index), dot));
    if (piped !== NOTHING) args.push(asArgument(piped, typeAt(count - 1)));
    this.at = at;
    const result = called.run(this.#surroundings, args);
    if (typeof result === "string") this.#effort.spend(result.length);
    return result;
  }

  /** `and` and `or` look at no more arguments than they need. */
  #andOr(name: "and" | "or", words: readonly Word[], dot: GoValue, piped: Piped): GoValue {
    let value: GoValue;
    for (const word of words) {
      value = this.#argument(word, "value", dot) as GoValue;
      if (isTrue(value) === (name === "or")) return value;
    }
    return piped === NOTHING ? value : piped;
  }
}
