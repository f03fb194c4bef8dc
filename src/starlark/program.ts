/** A program from its text to its end. */
import type { Dialect } from "./dialect.ts";
import { type Closure, emptySlots, Thread } from "./evaluation/frame.ts";
import { compile } from "./evaluation/statements.ts";
import { UNIVERSE } from "./library/universe.ts";
import { parse } from "./syntax/parser.ts";
import { placesIn, SyntaxProblem, SyntaxProblems } from "./syntax/problems.ts";
import { resolve } from "./syntax/resolver.ts";
import { Fault, type Limits } from "./values/meter.ts";
import { decode } from "./values/text.ts";
import type { Value } from "./values/values.ts";

/** A place in the program, and the function that it is in: `<toplevel>` outside of all. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly function: string;
}

/** Why a program did not start or did not end. */
export interface Failure {
  /** `syntax`: it was not started. All others are those of a fault. */
  readonly kind: "syntax" | Fault["kind"];
  readonly message: string;
  readonly hint: string | undefined;
  /** The calls that were under way, the innermost last; where it does not parse, the one place; none for a result. */
  readonly trace: readonly Place[];
}

export interface Run {
  /** Empty after a program that ended well; several only of kind `syntax`. */
  readonly failures: readonly Failure[];
  /** What it printed, line by line. */
  readonly printed: readonly string[];
  /** Whether lines are missing from {@link printed}. */
  readonly cut: boolean;
  readonly steps: number;
}

/** What a program is given by name, and who sees what became of that. */
export interface Host {
  readonly given: ReadonlyMap<string, Value>;
  read(thread: Thread): void;
}

/** Runs a program to its end. Never throws for anything in the program. */
export function run(text: string, dialect: Dialect, limits: Limits, host: Host): Run {
  const thread = new Thread(limits, dialect);
  let failures: readonly Failure[] = [];
  try {
    if (text.length > limits.source) {
      throw new Fault(`a program of ${text.length} characters is longer than ${limits.source}`, "limit");
    }
    const program = prepare(text, dialect, new Map([...UNIVERSE, ...host.given]));
    thread.enter(program, emptySlots(program.code.slots));
    host.read(thread);
  } catch (thrown) {
    failures = failuresOf(thrown, text, thread);
  }
  return { failures, printed: thread.printed.map(decode), cut: thread.cut, steps: Math.ceil(thread.steps) };
}

function prepare(text: string, dialect: Dialect, universe: ReadonlyMap<string, Value>): Closure {
  const statements = parse(text, dialect.rulesOf2020);
  return compile(resolve(statements, dialect, new Set(universe.keys())), universe);
}

/** Both can be as long as the program likes. */
const LONGEST_MESSAGE = 4000;
const LONGEST_NAME = 100;

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function failuresOf(thrown: unknown, text: string, thread: Thread): readonly Failure[] {
  const placeOf = placesIn(text);
  const ofProblem = ({ at, message, hint }: SyntaxProblem): Failure => ({
    kind: "syntax",
    message: shortened(message, LONGEST_MESSAGE),
    hint,
    trace: [{ ...placeOf(at), function: "" }],
  });
  if (thrown instanceof SyntaxProblem) return [ofProblem(thrown)];
  if (thrown instanceof SyntaxProblems) return thrown.problems.map(ofProblem);
  const trace = thread.frames.map(({ at, name }) => ({
    ...placeOf(at),
    function: shortened(decode(name), LONGEST_NAME),
  }));
  if (thrown instanceof Fault) {
    return [
      { kind: thrown.kind, message: shortened(decode(thrown.message), LONGEST_MESSAGE), hint: thrown.hint, trace },
    ];
  }
  if (thrown instanceof RangeError) {
    const isDeep = thrown.message.includes("call stack");
    const message = isDeep ? "the program is nested too deeply" : `a value is too large: ${thrown.message}`;
    const hint = isDeep ? "Break up deeply nested expressions, or long chains of operators." : undefined;
    return [{ kind: "limit", message, hint, trace }];
  }
  throw thrown;
}
