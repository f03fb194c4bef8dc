/** Parses, resolves, compiles and runs a program; or only looks for the errors that keep it from starting. */
import type { Dialect } from "./dialect.ts";
import { type Closure, emptySlots, Thread } from "./evaluation/frame.ts";
import { compile } from "./evaluation/statements.ts";
import { UNIVERSE } from "./library/universe.ts";
import { parse } from "./syntax/parser.ts";
import { placesIn, SyntaxProblem, SyntaxProblems } from "./syntax/problems.ts";
import { resolve } from "./syntax/resolver.ts";
import { exceeded, Fault, type Limits } from "./values/meter.ts";
import { decode } from "./values/text.ts";
import type { Value } from "./values/values.ts";

/** A place in the program. `function` is `<toplevel>` outside functions. */
export interface Place {
  readonly line: number;
  readonly column: number;
  readonly function: string;
}

/** The reason why a program did not start or did not end normally. */
export interface Failure {
  /** `syntax`: the program was not started. The others are the kinds of a {@link Fault}. */
  readonly kind: "syntax" | Fault["kind"];
  readonly message: string;
  readonly hint: string | undefined;
  /** The active calls, the innermost last. For `syntax`, the one place of the problem. Empty for `result`. */
  readonly trace: readonly Place[];
}

export interface Run {
  /** Empty if the program ended normally. Several are possible only of kind `syntax`. */
  readonly failures: readonly Failure[];
  /** The lines that it printed. */
  readonly printed: readonly string[];
  /** True if lines were dropped from {@link printed}. */
  readonly cut: boolean;
  readonly steps: number;
}

/** The caller of a program: passes values to it by name, and reads them when the program has ended. */
export interface Host {
  readonly given: ReadonlyMap<string, Value>;
  read(thread: Thread): void;
}

/** Runs a program. Returns failures of the program instead of throwing them. */
export function run(text: string, dialect: Dialect, limits: Limits, host: Host): Run {
  const thread = new Thread(limits, dialect);
  let failures: readonly Failure[] = [];
  try {
    requireShort(text, limits);
    const program = prepare(text, dialect, new Map([...UNIVERSE, ...host.given]));
    thread.enter(program, emptySlots(program.code.slots));
    host.read(thread);
  } catch (thrown) {
    failures = failuresOf(thrown, text, thread);
  }
  return { failures, printed: thread.printed.map(decode), cut: thread.cut, steps: Math.ceil(thread.steps) };
}

/**
 * Reads a program without running it.
 * @param given the names of what its caller passes
 */
export function check(text: string, dialect: Dialect, limits: Limits, given: readonly string[]): readonly Failure[] {
  const thread = new Thread(limits, dialect);
  try {
    requireShort(text, limits);
    resolve(parse(text, dialect.rulesOf2020), dialect, new Set([...UNIVERSE.keys(), ...given]));
    return [];
  } catch (thrown) {
    return failuresOf(thrown, text, thread);
  }
}

function requireShort({ length }: string, { source }: Limits): void {
  if (length > source) throw exceeded(`the program has ${length} characters, more than ${source}`);
}

function prepare(text: string, dialect: Dialect, universe: ReadonlyMap<string, Value>): Closure {
  const statements = parse(text, dialect.rulesOf2020);
  return compile(resolve(statements, dialect, new Set(universe.keys())), universe);
}

/** Limits for messages and for names of functions, whose lengths the program decides. */
const MAX_MESSAGE_LENGTH = 4000;
const MAX_NAME_LENGTH = 100;

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length)}…`;
}

function failuresOf(thrown: unknown, text: string, thread: Thread): readonly Failure[] {
  const placeOf = placesIn(text);
  const ofProblem = ({ at, message, hint }: SyntaxProblem): Failure => ({
    kind: "syntax",
    message: shortened(message, MAX_MESSAGE_LENGTH),
    hint,
    trace: [{ ...placeOf(at), function: "" }],
  });
  if (thrown instanceof SyntaxProblem) return [ofProblem(thrown)];
  if (thrown instanceof SyntaxProblems) return thrown.problems.map(ofProblem);
  const trace = thread.frames.map(({ at, name }) => ({
    ...placeOf(at),
    function: shortened(decode(name), MAX_NAME_LENGTH),
  }));
  if (thrown instanceof Fault) {
    return [
      { kind: thrown.kind, message: shortened(decode(thrown.message), MAX_MESSAGE_LENGTH), hint: thrown.hint, trace },
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
