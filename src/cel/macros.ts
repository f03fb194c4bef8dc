/** Macros that the library lacks: comprehensions with two variables, and those of optional values. */
import { Optional } from "@marcbachmann/cel-js";
import { isOptional } from "./equality.ts";
import { CelFailure } from "./failure.ts";
import { sortedBy } from "./functions/lists.ts";
import type { CelValue } from "./values.ts";

/** A part of a parsed expression. */
export interface Part {
  readonly op: string;
  readonly args: unknown;
}

/** The values of variables. */
interface Scope {
  forkWithVariable(name: string, type: unknown): Scope;
  reuse(parent: Scope): Scope;
  setIterValue(value: CelValue, evaluator: Evaluator): Scope;
}

interface Evaluator {
  run(part: Part, scope: Scope): CelValue;
  tryEval(part: Part, scope: Scope): CelValue;
}

interface Checker {
  check(part: Part, scope: Scope): unknown;
  getType(name: string): unknown;
  createError(code: string, message: string, part: Part): Error;
}

interface Call {
  readonly receiver: Part;
  readonly args: readonly Part[];
}

/** A macro as the library takes it. */
interface Macro extends Call {
  readonly async: false;
  typeCheck(checker: Checker, macro: Macro, scope: Scope): unknown;
  evaluate(evaluator: Evaluator, macro: Macro, scope: Scope): CelValue;
}

/** Evaluates an argument with the values of the variables. */
type Step = (values: readonly CelValue[], argument: number) => CelValue;

/**
 * @param count of the variables, whose names are the first arguments
 * @param type of the result
 */
function macro(
  count: 1 | 2,
  type: string,
  evaluate: (receiver: CelValue, step: Step, attempt: Step) => CelValue,
): (call: Call) => Macro {
  return ({ receiver, args }) => {
    const names = args.slice(0, count).map((part) => String(part.args));
    let scopes: Scope[] = [];
    return {
      receiver,
      args,
      async: false,
      typeCheck(checker, _macro, scope) {
        for (const part of args.slice(0, count))
          if (part.op !== "id")
            throw checker.createError("invalid_macro_argument", "a name of a variable is expected", part);
        checker.check(receiver, scope);
        let inner = scope;
        scopes = names.map((name) => (inner = inner.forkWithVariable(name, checker.getType("dyn"))));
        for (const part of args.slice(count)) checker.check(part, inner);
        return checker.getType(type);
      },
      evaluate(evaluator, _macro, scope) {
        const runWith =
          (run: (part: Part, scope: Scope) => CelValue): Step =>
          (values, argument) => {
            let inner = scope;
            for (const [index, each] of scopes.entries())
              inner = each.reuse(inner).setIterValue(values[index], evaluator);
            return run(args[argument] as Part, inner);
          };
        const step = runWith((part, inner) => evaluator.run(part, inner));
        const attempt = runWith((part, inner) => evaluator.tryEval(part, inner));
        return evaluate(evaluator.run(receiver, scope), step, attempt);
      },
    };
  };
}

/** The pairs of a list or a map. */
function entriesOf(value: CelValue): readonly (readonly [CelValue, CelValue])[] {
  if (Array.isArray(value)) return value.map((each, index) => [BigInt(index), each]);
  if (value instanceof Map) return [...value];
  throw new CelFailure("only lists and maps have elements");
}

function isTrue(value: CelValue): boolean {
  if (typeof value !== "boolean") throw new CelFailure("a condition is neither true nor false");
  return value;
}

/** The quantifiers end with the first pair that decides; an error counts only if no pair does. */
function quantifier(wanted: boolean): (receiver: CelValue, step: Step, attempt: Step) => boolean {
  return (receiver, _step, attempt) => {
    let failure: Error | undefined;
    for (const pair of entriesOf(receiver)) {
      const result = attempt(pair, 2);
      if (result instanceof Error) failure ??= result;
      else if (isTrue(result) === wanted) return wanted;
    }
    if (failure !== undefined) throw failure;
    return !wanted;
  };
}

function existsOne(receiver: CelValue, step: Step): boolean {
  return entriesOf(receiver).filter((pair) => isTrue(step(pair, 2))).length === 1;
}

function transformList(isFiltered: boolean): (receiver: CelValue, step: Step) => CelValue[] {
  return (receiver, step) =>
    entriesOf(receiver).flatMap((pair) =>
      isFiltered && !isTrue(step(pair, 2)) ? [] : [step(pair, isFiltered ? 3 : 2)],
    );
}

function transformMap(isFiltered: boolean): (receiver: CelValue, step: Step) => ReadonlyMap<CelValue, CelValue> {
  return (receiver, step) =>
    new Map(
      entriesOf(receiver).flatMap((pair) =>
        isFiltered && !isTrue(step(pair, 2)) ? [] : [[pair[0], step(pair, isFiltered ? 3 : 2)] as const],
      ),
    );
}

function transformMapEntry(isFiltered: boolean): (receiver: CelValue, step: Step) => ReadonlyMap<CelValue, CelValue> {
  return (receiver, step) => {
    const made = new Map<CelValue, CelValue>();
    for (const pair of entriesOf(receiver)) {
      if (isFiltered && !isTrue(step(pair, 2))) continue;
      for (const [key, value] of entriesOf(step(pair, isFiltered ? 3 : 2))) {
        if (made.has(key)) throw new CelFailure("a map gets a key twice");
        made.set(key, value);
      }
    }
    return made;
  };
}

function optMap(isFlat: boolean): (receiver: CelValue, step: Step) => CelValue {
  return (receiver, step) => {
    if (!isOptional(receiver)) throw new CelFailure("a value is not optional");
    if (!receiver.hasValue()) return receiver;
    const result = step([receiver.value()], 1);
    if (!isFlat) return Optional.of(result);
    if (!isOptional(result)) throw new CelFailure("a value is not optional");
    return result;
  };
}

function sortBy(receiver: CelValue, step: Step): CelValue {
  if (!Array.isArray(receiver)) throw new CelFailure("only lists are sorted");
  return sortedBy(
    receiver,
    receiver.map((each) => step([each], 1)),
  );
}

/** Tells whether a field is there, also one of an element of a list, which the library does not take. */
export const HAS: Pick<Macro, "typeCheck" | "evaluate"> = {
  typeCheck(checker, { args }, scope) {
    const [access] = args;
    if (access?.op !== "." && access?.op !== ".?")
      throw checker.createError("invalid_macro_argument", "has() takes a field", access as Part);
    checker.check((access.args as readonly [Part])[0], scope);
    return checker.getType("bool");
  },
  evaluate(evaluator, { args }, scope) {
    const [operand, field] = (args[0] as Part).args as readonly [Part, string];
    const value = evaluator.run(operand, scope);
    return hasField(isOptional(value) ? (value.hasValue() ? value.value() : null) : value, field);
  },
};

function hasField(value: CelValue, field: string): boolean {
  if (value instanceof Map) return value.has(field);
  if (Array.isArray(value)) throw new CelFailure("a list has no fields");
  // Variables of policies stand in such an object.
  return typeof value === "object" && value !== null && Object.hasOwn(value, field);
}

/** By their signatures. `ast` stands for an argument that is not evaluated before the call. */
export const MACROS: readonly (readonly [signature: string, expand: (call: Call) => Macro])[] = [
  ["list.all(ast, ast, ast): bool", macro(2, "bool", quantifier(false))],
  ["list.exists(ast, ast, ast): bool", macro(2, "bool", quantifier(true))],
  ["list.existsOne(ast, ast, ast): bool", macro(2, "bool", existsOne)],
  ["list.exists_one(ast, ast, ast): bool", macro(2, "bool", existsOne)],
  ["list.transformList(ast, ast, ast): list", macro(2, "list", transformList(false))],
  ["list.transformList(ast, ast, ast, ast): list", macro(2, "list", transformList(true))],
  ["list.transformMap(ast, ast, ast): map", macro(2, "map", transformMap(false))],
  ["list.transformMap(ast, ast, ast, ast): map", macro(2, "map", transformMap(true))],
  ["list.transformMapEntry(ast, ast, ast): map", macro(2, "map", transformMapEntry(false))],
  ["list.transformMapEntry(ast, ast, ast, ast): map", macro(2, "map", transformMapEntry(true))],
  ["list.sortBy(ast, ast): list", macro(1, "list", sortBy)],
  ["optional.optMap(ast, ast): optional", macro(1, "optional", optMap(false))],
  ["optional.optFlatMap(ast, ast): optional", macro(1, "optional", optMap(true))],
];
