/**
 * Compiles patterns to programs and runs them. All alternatives advance together, so the time is linear in the text.
 */
import { failure } from "../../diagnostics.ts";
import { isWordChar } from "./characters.ts";
import { type Assertion, type CharTest, type Expression, invalidPattern } from "./syntax.ts";

type Instruction =
  | { readonly op: "char"; readonly test: CharTest }
  | { readonly op: "assert"; readonly assertion: Assertion }
  /** Continues at both instructions. */
  | { readonly op: "fork"; first: number; second: number }
  | { readonly op: "match" };

export type Program = readonly Instruction[];

/** The most instructions of a program. Usual patterns have dozens. */
const MAX_SIZE = 100_000;
/** The most steps of one search. They take up to a second; names and images need far fewer. */
const MAX_STEPS = 20_000_000;
/** The most steps of all searches for one pattern. They take a few seconds. */
const MAX_TOTAL_STEPS = 200_000_000;

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
      const wanted = expression.char.codePointAt(0);
      program.push({ op: "char", test: (codePoint) => codePoint === wanted });
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

/**
 * Returns a search for a pattern anywhere in a text. It throws `regex-too-costly` if one search, or all together, take
 * too long.
 */
export function searchFor(program: Program, limit = MAX_TOTAL_STEPS): (text: string) => boolean {
  let spent = 0;
  return (text) => {
    const { found, steps } = runProgram(program, text);
    spent += steps;
    if (spent > limit) throw tooCostly(text);
    return found;
  };
}

function runProgram(program: Program, text: string): { found: boolean; steps: number } {
  const codePoints = Array.from(text, (char) => char.codePointAt(0) as number);
  // The place at which each instruction was last reached, so that none runs twice at one place.
  const reached = new Int32Array(program.length).fill(-1);
  let steps = 0;
  let waiting: number[] = [];
  for (let place = 0; place <= codePoints.length; place++) {
    const pending = [0, ...waiting];
    const next: number[] = [];
    while (pending.length > 0) {
      const at = pending.pop() as number;
      if (reached[at] === place) continue;
      reached[at] = place;
      if (++steps > MAX_STEPS) throw tooCostly(text);
      const instruction = program[at] as Instruction;
      if (instruction.op === "match") return { found: true, steps };
      if (instruction.op === "fork") pending.push(instruction.first, instruction.second);
      else if (instruction.op === "assert") {
        if (holds(instruction.assertion, codePoints, place)) pending.push(at + 1);
      } else if (place < codePoints.length && instruction.test(codePoints[place] as number)) {
        next.push(at + 1);
      }
    }
    waiting = next;
  }
  return { found: false, steps };
}

function holds(assertion: Assertion, codePoints: readonly number[], place: number): boolean {
  const before = codePoints[place - 1];
  const after = codePoints[place];
  switch (assertion) {
    case "text-start":
      return before === undefined;
    case "text-end":
      return after === undefined;
    case "line-start":
      return before === undefined || before === 0x0a;
    case "line-end":
      return after === undefined || after === 0x0a;
    default: {
      const isBoundary = isWord(before) !== isWord(after);
      return isBoundary === (assertion === "word-boundary");
    }
  }
}

function isWord(codePoint: number | undefined): boolean {
  return codePoint !== undefined && isWordChar(codePoint);
}

function tooCostly(text: string): Error {
  return failure("regex-too-costly", `a pattern takes too long on a text of ${text.length} characters`, {
    hint: "Write a shorter pattern.",
  });
}
