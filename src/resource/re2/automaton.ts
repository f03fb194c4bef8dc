/**
 * Searches texts for patterns. All alternatives of a program advance together, so the time is linear in the text. The
 * transitions between states are kept, so that later texts take one step for each character.
 */
import { checkTime } from "../../budget/index.ts";
import { failure } from "../../diagnostics.ts";
import { isWordChar } from "./characters.ts";
import type { Instruction, Program } from "./program.ts";
import type { Assertion, CharTest } from "./syntax.ts";

/** The most steps of one search. They take up to a second; names and images need far fewer. */
const MAX_STEPS = 20_000_000;
/** The most steps of all searches for one pattern. They take a few seconds. */
const MAX_TOTAL_STEPS = 200_000_000;
/** The most positions in all states that are kept. */
const MAX_KEPT = 200_000;

/**
 * Returns a search for a pattern anywhere in a text. It throws `regex-too-costly` if one search, or all together, take
 * too long.
 */
export function searchFor(program: Program, limit = MAX_TOTAL_STEPS): (text: string) => boolean {
  const automaton = new Automaton(program);
  let spent = 0;
  return (text) => {
    automaton.steps = 0;
    const found = automaton.search(text);
    spent += automaton.steps;
    if (spent > limit) throw tooCostly(text);
    return found;
  };
}

/** The properties of the characters next to a place that assertions depend on. */
const SIDES = { edge: 0, word: 1, newline: 2, other: 3 } as const;
type Side = (typeof SIDES)[keyof typeof SIDES];

/** Characters that no part of the program distinguishes. */
interface CharClass {
  readonly index: number;
  readonly side: Side;
  /** The results of the tests of the program. */
  readonly passes: readonly boolean[];
}

/** The instructions that are reached at a place, before forks and assertions are followed. */
interface State {
  readonly reached: readonly number[];
  readonly before: Side;
  /** The next state after a character, by its class; true if the pattern has matched. */
  readonly next: (State | true | undefined)[];
  /** True if the pattern matches at the end of the text. */
  atEnd: boolean | undefined;
}

class Automaton {
  /** The steps of the current search. */
  steps = 0;
  readonly #program: Program;
  /** The tests of the program, each once, and the position of the test of each instruction among them. */
  readonly #tests: readonly CharTest[];
  readonly #testOf: readonly number[];
  readonly #seesWords: boolean;
  readonly #seesLines: boolean;
  /** True if a match can begin only at the start of the text. */
  readonly #isAnchored: boolean;
  readonly #classes = new Map<string, CharClass>();
  readonly #classOf = new Map<number, CharClass>();
  #states = new Map<string, State>();
  #kept = 0;
  /** The round in which each instruction was last followed, so that none is followed twice. */
  readonly #followed: Int32Array;
  #round = 0;

  constructor(program: Program) {
    this.#program = program;
    const tests = new Map<CharTest, number>();
    this.#testOf = program.map((instruction) => {
      if (instruction.op !== "char") return -1;
      const known = tests.get(instruction.test) ?? tests.size;
      tests.set(instruction.test, known);
      return known;
    });
    this.#tests = [...tests.keys()];
    const asserts = (...assertions: readonly Assertion[]): boolean =>
      program.some((one) => one.op === "assert" && assertions.includes(one.assertion));
    this.#seesWords = asserts("word-boundary", "no-word-boundary");
    this.#seesLines = asserts("line-start", "line-end");
    const [first] = program;
    this.#isAnchored = first?.op === "assert" && first.assertion === "text-start";
    this.#followed = new Int32Array(program.length);
  }

  search(text: string): boolean {
    let state = this.#state([0], SIDES.edge);
    for (let at = 0; at < text.length; at++) {
      if (++this.steps > MAX_STEPS) throw tooCostly(text);
      const codePoint = text.codePointAt(at) as number;
      if (codePoint > 0xffff) at++;
      const charClass = this.#classOf.get(codePoint) ?? this.#classify(codePoint);
      const next = (state.next[charClass.index] ??= this.#advance(state, charClass, text));
      if (next === true) return true;
      if (next.reached.length === 0) return false;
      state = next;
    }
    state.atEnd ??= this.#follow(state, SIDES.edge, undefined, text) === true;
    return state.atEnd;
  }

  #advance(state: State, charClass: CharClass, text: string): State | true {
    const reached = this.#follow(state, charClass.side, charClass.passes, text);
    if (reached === true) return true;
    if (!this.#isAnchored) reached.push(0);
    return this.#state(reached, charClass.side);
  }

  /**
   * Follows forks and assertions. Returns the instructions after the characters that pass; true if the pattern matches.
   * @param passes the results of the tests; undefined at the end of the text
   */
  #follow(
    { reached, before }: State,
    after: Side,
    passes: readonly boolean[] | undefined,
    text: string,
  ): true | number[] {
    checkTime();
    this.#round++;
    const pending = [...reached];
    const next: number[] = [];
    while (pending.length > 0) {
      const at = pending.pop() as number;
      if (this.#followed[at] === this.#round) continue;
      this.#followed[at] = this.#round;
      if (++this.steps > MAX_STEPS) throw tooCostly(text);
      const instruction = this.#program[at] as Instruction;
      if (instruction.op === "match") return true;
      if (instruction.op === "fork") pending.push(instruction.first, instruction.second);
      else if (instruction.op === "char") {
        if (passes?.[this.#testOf[at] as number]) next.push(at + 1);
      } else if (holds(instruction.assertion, before, after)) pending.push(at + 1);
    }
    return next;
  }

  /** The state with these instructions, which is made once. */
  #state(reached: readonly number[], before: Side): State {
    const sorted = [...new Set(reached)].sort((a, b) => a - b);
    const key = `${before}:${sorted.join()}`;
    let state = this.#states.get(key);
    if (state === undefined) {
      this.#kept += sorted.length + 1;
      // Some patterns have endless states. Those in use are made again.
      if (this.#kept > MAX_KEPT) {
        this.#states = new Map();
        this.#kept = sorted.length + 1;
      }
      this.#states.set(key, (state = { reached: sorted, before, next: [], atEnd: undefined }));
    }
    return state;
  }

  #classify(codePoint: number): CharClass {
    const passes = this.#tests.map((test) => test(codePoint));
    this.steps += passes.length;
    const isWord = this.#seesWords && isWordChar(codePoint);
    const isNewline = this.#seesLines && codePoint === NEWLINE;
    const side = isWord ? SIDES.word : isNewline ? SIDES.newline : SIDES.other;
    const key = `${side}:${passes.map(Number).join("")}`;
    let found = this.#classes.get(key);
    if (found === undefined) this.#classes.set(key, (found = { index: this.#classes.size, side, passes }));
    this.#classOf.set(codePoint, found);
    return found;
  }
}

const NEWLINE = 0x0a;

function holds(assertion: Assertion, before: Side, after: Side): boolean {
  switch (assertion) {
    case "text-start":
      return before === SIDES.edge;
    case "text-end":
      return after === SIDES.edge;
    case "line-start":
      return before === SIDES.edge || before === SIDES.newline;
    case "line-end":
      return after === SIDES.edge || after === SIDES.newline;
    default: {
      const isBoundary = (before === SIDES.word) !== (after === SIDES.word);
      return isBoundary === (assertion === "word-boundary");
    }
  }
}

function tooCostly(text: string): Error {
  return failure("regex-too-costly", `a pattern takes too long on a text of ${text.length} characters`, {
    hint: "Write a shorter pattern.",
  });
}
