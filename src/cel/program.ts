/** Compiles expressions, and evaluates them within limits. */

import { getOrInsert } from "../collections.ts";
import { environmentOf, replacementOf, withoutPrefix } from "./environment.ts";
import { areEqual, contains } from "./equality.ts";
import { CelFailure } from "./failure.ts";
import { isPattern } from "./functions/patterns.ts";
import { parseGoDuration, parseTimestamp } from "./functions/times.ts";
import { HAS, type Part } from "./macros.ts";
import { type Meter, meter, metered, WorkLimit } from "./meter.ts";
import { type CelValue, UnsignedInt } from "./values.ts";

/** Longer expressions are refused, in UTF-16 code units. */
export const MAX_EXPRESSION = 20_000;

/** The result of an evaluation. No text holds a value. */
export type Outcome =
  | { readonly status: "value"; readonly value: CelValue }
  /** CEL has no value for it, such as for a field that is not there. */
  | { readonly status: "failed"; readonly text: string }
  /** It takes more work than allowed. */
  | { readonly status: "limit" };

/** A mistake in an expression. */
export interface Mistake {
  /** One line, in the words of the library. */
  readonly text: string;
  /** Counts from 0, in the expression. */
  readonly offset: number;
  /** The names in the expression, as far as it could be read. */
  readonly names: ReadonlySet<string>;
}

/** Evaluates with the values of the variables; those that it does not use may be absent. */
export interface Program {
  evaluate(variables: Readonly<Record<string, CelValue>>, meter: Meter): Outcome;
  /** The variables that the expression names. */
  readonly uses: ReadonlySet<string>;
  /** The fields that the expression reads of variables by their names, such as `userInfo` of `request`. */
  readonly reads: ReadonlyMap<string, ReadonlySet<string>>;
  /** The type of the result, such as `bool`; `dyn` if it depends on values. */
  readonly type: string;
}

/** A node of a parsed expression of the library. */
interface Node extends Part {
  readonly pos: number;
  args: unknown;
  readonly meta: {
    readonly alternate?: Node;
    readonly macro?: { readonly args?: unknown; readonly receiver?: unknown };
    readonly label?: string;
  };
  evaluate: Run;
  clone(operator: object, args: unknown): Node;
}

type Run = (evaluator: unknown, node: Node, scope: unknown) => CelValue;

/** Compiles an expression. @returns the mistake in it, if it has one */
export function compile(expression: string, variables: readonly string[]): Program | Mistake {
  if (expression.length > MAX_EXPRESSION)
    return {
      text: `the expression has more than ${MAX_EXPRESSION} characters`,
      offset: MAX_EXPRESSION,
      names: new Set(),
    };
  const uses = new Set<string>();
  try {
    const parsed = environmentOf(variables).parse(expression);
    const root = parsed.ast as unknown as Node;
    const reads = new Map<string, Set<string>>();
    visit(root, (node) => {
      if (node.op === "id") uses.add(String(node.args));
      if (node.op === "." || node.op === ".?") noteRead(node.args as readonly [Node, string], reads);
      rename(node);
    });
    const checked = parsed.check();
    if (checked.error !== undefined) throw checked.error;
    visit(root, checkLiteral);
    visit(root, instrument);
    const run = (values: Readonly<Record<string, CelValue>>): CelValue => parsed({ ...values });
    return {
      uses: new Set(variables.filter((name) => uses.has(name))),
      reads,
      type: checked.type ?? "dyn",
      evaluate: (values, own) => outcomeOf(own, () => run(values)),
    };
  } catch (thrown) {
    return { ...mistakeOf(thrown), names: uses };
  }
}

function noteRead([part, field]: readonly [Node, string], reads: Map<string, Set<string>>): void {
  if (part.op === "id") getOrInsert(reads, String(part.args), () => new Set<string>()).add(field);
}

export function isProgram(compiled: Program | Mistake): compiled is Program {
  return "evaluate" in compiled;
}

function mistakeOf(thrown: unknown): Omit<Mistake, "names"> {
  if (thrown instanceof RangeError) return { text: "the expression is nested too deeply", offset: 0 };
  const { summary, message, range } = thrown as { summary?: string; message: string; range?: { start: number } };
  const [text = ""] = withoutPrefix(summary ?? message).split("\n");
  return { text, offset: range?.start ?? 0 };
}

/** Calls a function for each node once, also for those that macros made. */
function visit(root: Node, act: (node: Node) => void): void {
  const seen = new Set<unknown>();
  const rest: unknown[] = [root];
  while (rest.length > 0) {
    const each = rest.pop();
    if (typeof each !== "object" || each === null || seen.has(each)) continue;
    seen.add(each);
    if (Array.isArray(each)) rest.push(...each);
    else if (isNode(each)) {
      act(each);
      rest.push(each.args, each.meta.alternate, each.meta.macro?.args);
    } else if ("iterable" in each) rest.push(...Object.values(each));
  }
}

function isNode(value: object): value is Node {
  return "op" in value && "args" in value && "meta" in value;
}

/** Functions of the library that CEL does not have. */
const FOREIGN: ReadonlySet<string> = new Set(["json", "hex", "string", "base64", "at"]);

function rename(node: Node): void {
  if (node.op !== "call" && node.op !== "rcall") return;
  const call = node.args as [string, ...unknown[]];
  const [name] = call;
  if (name === "has" && node.op === "call" && node.meta.macro !== undefined) Object.assign(node.meta.macro, HAS);
  if (node.op === "rcall" && FOREIGN.has(name))
    throw Object.assign(new Error(`no function is called ${name}`), { range: { start: node.pos } });
  if (name === "bind" && isNamed(call[1], "cel"))
    throw Object.assign(new Error("Kubernetes has no cel.bind"), { range: { start: node.pos } });
  if (name === "format" && node.op === "rcall") freeElements((call[2] as readonly unknown[])[0]);
  call[0] = replacementOf(name) ?? name;
}

function isNamed(part: unknown, name: string): boolean {
  return typeof part === "object" && part !== null && isNode(part) && part.op === "id" && part.args === name;
}

/** Lets the elements of a literal have different types, as `format` takes them: each stands within `dyn()`. */
function freeElements(literal: unknown): void {
  if (typeof literal !== "object" || literal === null || !isNode(literal)) return;
  if (literal.op === "list") {
    const elements = literal.args as Node[];
    for (const each of elements) freeElements(each);
    literal.args = elements.map(asDynamic);
  } else if (literal.op === "map") {
    const entries = literal.args as [Node, Node][];
    for (const [, value] of entries) freeElements(value);
    literal.args = entries.map(([key, value]) => [asDynamic(key), asDynamic(value)]);
  }
}

function asDynamic(node: Node): Node {
  const { meta } = environmentOf([]).parse("dyn(null)").ast as unknown as Node & { meta: object };
  return node.clone({ name: "call", ...meta }, ["dyn", [node]]);
}

/** Finds texts that are no pattern, no timestamp and no duration, as Kubernetes does when it gets the expression. */
function checkLiteral(node: Node): void {
  if (node.op !== "call" && node.op !== "rcall") return;
  const [name, ...rest] = node.args as readonly [string, ...unknown[]];
  const args = rest.flat() as readonly Node[];
  const check = LITERALS[withoutPrefix(name)];
  const literal = args[check?.argument ?? 0];
  if (check === undefined || literal?.op !== "value" || typeof literal.args !== "string") return;
  if (!check.accepts(literal.args)) throw Object.assign(new Error(check.text), { range: { start: literal.pos } });
}

const PATTERN = { argument: 1, accepts: isPattern, text: "this is no regular expression of RE2" };
const LITERALS: Readonly<Record<string, { argument: number; accepts: (text: string) => boolean; text: string }>> = {
  matches: PATTERN,
  find: PATTERN,
  findAll: PATTERN,
  timestamp: { argument: 0, accepts: (text) => parseTimestamp(text) !== undefined, text: "this is no timestamp" },
  duration: { argument: 0, accepts: (text) => parseGoDuration(text) !== undefined, text: "this is no duration" },
};

/** Results of these may be larger than what went in. */
const GROWING: ReadonlySet<string> = new Set(["+", "call", "rcall", "list", "map", "comprehension"]);

/** The units of an error, which takes longer to make than a value. */
const FAILURE_UNITS = 50;

/** Meters each step, and gives some operators the meaning that they have in Kubernetes. */
function instrument(node: Node): void {
  // Each node keeps what it is evaluated by. The own one of the library is found at the first evaluation.
  const run = operators[node.op] ?? libraryRun(node);
  const isGrowing = GROWING.has(node.op);
  node.evaluate = (evaluator, self, scope) => {
    meter().spend(1);
    let value: CelValue;
    try {
      value = run(evaluator, self, scope);
    } catch (thrown) {
      meter().spend(FAILURE_UNITS);
      throw thrown;
    }
    if (isGrowing && typeof value === "object" && value !== null) meter().pay(sizeOf(value));
    else if (typeof value === "string" && value.length > 64) meter().pay(value.length);
    return value;
  };
}

function libraryRun(node: Node): Run {
  const { evaluate } = node;
  let found: Run | undefined;
  return (evaluator, self, scope) => {
    if (found !== undefined) return found.call(self, evaluator, self, scope);
    const own = node.evaluate;
    try {
      return evaluate.call(self, evaluator, self, scope);
    } finally {
      found = node.evaluate;
      node.evaluate = own;
    }
  };
}

function sizeOf(value: object): number {
  if (Array.isArray(value)) return value.length * 8;
  return value instanceof Map ? value.size * 16 : 0;
}

interface Evaluator {
  run(node: unknown, scope: unknown): CelValue;
}

const both = (evaluator: unknown, node: Node, scope: unknown): readonly [CelValue, CelValue] => {
  const [left, right] = node.args as readonly [unknown, unknown];
  const own = evaluator as Evaluator;
  return [own.run(left, scope), own.run(right, scope)];
};

/** Values of different types are not equal, where the library finds no meaning. */
const operators: Readonly<Record<string, Run>> = {
  "==": (evaluator, node, scope) => areEqual(...both(evaluator, node, scope)),
  "!=": (evaluator, node, scope) => !areEqual(...both(evaluator, node, scope)),
  in(evaluator, node, scope) {
    const [wanted, collection] = both(evaluator, node, scope);
    const found = contains(collection, wanted);
    if (found === undefined) throw new CelFailure("only lists and maps have elements");
    return found;
  },
  map(evaluator, node, scope) {
    const made = new Map<unknown, CelValue>();
    for (const entry of node.args as readonly (readonly [unknown, unknown])[]) {
      const [key, value] = both(evaluator, { ...node, args: entry }, scope);
      const name = key instanceof UnsignedInt ? key.valueOf() : key;
      made.set(name, value);
    }
    return made;
  },
};

function outcomeOf(own: Meter, evaluation: () => CelValue): Outcome {
  try {
    const value = metered(own, evaluation);
    if (own.refusal === undefined) return { status: "value", value };
  } catch (thrown) {
    if (own.refusal === undefined) return { status: "failed", text: failureText(thrown) };
  }
  if (own.refusal instanceof WorkLimit) return { status: "limit" };
  throw own.refusal;
}

/** Messages of the library may quote values: only those are told that name parts of the expression. */
const FAILURES: Readonly<Record<string, string>> = {
  no_such_key: "a field or key is not there",
  index_out_of_bounds: "an index is out of range",
  index_out_of_range: "an index is out of range",
  numeric_overflow: "a number is out of range",
  division_by_zero: "a division by zero",
  modulo_by_zero: "a division by zero",
  optional_value_missing: "an optional value is not there",
};

function failureText(thrown: unknown): string {
  if (thrown instanceof CelFailure) return thrown.message;
  const { code, node } = thrown as { code?: string; node?: Part };
  if (code === "no_such_key" && node?.op === "." && Array.isArray(node.args))
    return `the field ${JSON.stringify(String(node.args[1]))} is not there`;
  if (thrown instanceof RangeError) return "a value is too large";
  return FAILURES[code ?? ""] ?? "an operator or a function does not take a value of this type";
}
