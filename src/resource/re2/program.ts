/** Compiles patterns to programs. */
import { type Assertion, type CharTest, type Expression, invalidPattern } from "./syntax.ts";

export type Instruction =
  | { readonly op: "char"; readonly test: CharTest }
  | { readonly op: "assert"; readonly assertion: Assertion }
  /** Continues at both instructions. */
  | { readonly op: "fork"; first: number; second: number }
  | { readonly op: "match" };

export type Program = readonly Instruction[];

/** The most instructions of a program. Usual patterns have dozens. */
export const MAX_SIZE = 100_000;
/** Compiles an expression. @throws KrmError `invalid-regex` if the program is too large */
export function compileProgram(expression: Expression): Program {
  const program: Instruction[] = [];
  emit(expression, program);
  program.push({ op: "match" });
  return program;
}

function emit(expression: Expression, program: Instruction[]): void {
  if (program.length > MAX_SIZE) throw invalidPattern("expression too large", `${MAX_SIZE} steps`);
  switch (expression.op) {
    case "literal": {
      program.push({ op: "char", test: literalTest(expression.char) });
      return;
    }
    case "class":
      program.push({ op: "char", test: expression.test });
      return;
    case "assertion":
      program.push({ op: "assert", assertion: expression.assertion });
      return;
    case "sequence":
      for (const part of expression.parts) emit(part, program);
      return;
    case "choice":
      emitChoice(expression.options, program);
      return;
    case "repeat":
      emitRepeat(expression.body, expression.min, expression.max, program);
  }
}

const literalTests = new Map<string, CharTest>();
/** The most literals whose tests are kept. */
const MAX_LITERALS = 1000;

/** The test for a character. Equal characters have one test, which is then run once. */
function literalTest(char: string): CharTest {
  let test = literalTests.get(char);
  if (test === undefined) {
    const wanted = char.codePointAt(0);
    test = (codePoint) => codePoint === wanted;
    if (literalTests.size < MAX_LITERALS) literalTests.set(char, test);
  }
  return test;
}

function emitChoice(options: readonly Expression[], program: Instruction[]): void {
  const jumps: { first: number; second: number }[] = [];
  for (const [index, option] of options.entries()) {
    const fork = index < options.length - 1 ? pushFork(program) : undefined;
    emit(option, program);
    if (fork === undefined) continue;
    jumps.push(pushFork(program));
    fork.second = program.length;
  }
  for (const jump of jumps) jump.first = jump.second = program.length;
}

function emitRepeat(body: Expression, min: number, max: number, program: Instruction[]): void {
  for (let count = 0; count < min; count++) emit(body, program);
  if (max === Number.POSITIVE_INFINITY) {
    const start = program.length;
    const fork = pushFork(program);
    emit(body, program);
    const back = pushFork(program);
    back.first = back.second = start;
    fork.second = program.length;
    return;
  }
  const forks: { second: number }[] = [];
  for (let count = min; count < max; count++) {
    forks.push(pushFork(program));
    emit(body, program);
  }
  for (const fork of forks) fork.second = program.length;
}

/** Adds a fork to the next instruction and to a second one that the caller sets. */
function pushFork(program: Instruction[]): { first: number; second: number } {
  const next = program.length + 1;
  const fork = { op: "fork" as const, first: next, second: next };
  program.push(fork);
  return fork;
}
