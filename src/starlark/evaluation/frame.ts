/** What a program consists of once it is compiled, and one run of it. */
import type { Dialect } from "../dialect.ts";
import { Fault, type Limits, Meter } from "../values/meter.ts";
import { Builtin, Callable, type Keywords, type Machine, typeName, type Value } from "../values/values.ts";
import { bindArguments } from "./parameters.ts";

/** A variable that several functions share. */
export interface Box {
  value: Value | undefined;
}

/** How a statement ended. */
export const NEXT = 0;
export const BREAK = 1;
export const CONTINUE = 2;
export const RETURN = 3;
export type Ending = typeof NEXT | typeof BREAK | typeof CONTINUE | typeof RETURN;

export type Evaluate = (frame: Frame) => Value;
export type Execute = (frame: Frame) => Ending;

/** A compiled function, without its environment. */
export interface Code {
  readonly name: string;
  readonly body: Execute;
  /** Names of the parameters without `*` and `**`; those behind `*` last. */
  readonly parameters: readonly string[];
  /** How many of them can only be given by name. */
  readonly named: number;
  readonly hasStar: boolean;
  readonly hasStars: boolean;
  /** Whether all parameters are required and can be given by position. */
  readonly isPlain: boolean;
  readonly slots: number;
  /** What a call counts as; a frame with many slots takes longer to make. */
  readonly cost: number;
  /** Slots that hold boxes. */
  readonly boxed: readonly number[];
  /** How many calls of it are under way. */
  active: number;
}

/** A function of the program, with its environment. */
export class Closure extends Callable {
  readonly code: Code;
  /** By parameter; undefined where there is none. */
  readonly defaults: readonly (Value | undefined)[];
  readonly captured: readonly Box[];
  readonly globals: (Value | undefined)[];

  constructor(code: Code, defaults: Closure["defaults"], captured: readonly Box[], globals: Closure["globals"]) {
    super(code.name);
    this.code = code;
    this.defaults = defaults;
    this.captured = captured;
    this.globals = globals;
  }
}

/** One call. */
export class Frame {
  readonly thread: Thread;
  readonly name: string;
  readonly slots: (Value | Box | undefined)[];
  readonly captured: readonly Box[];
  readonly globals: (Value | undefined)[];
  result: Value = null;
  /** Where it is, as an offset into the text. It is set before whatever can fail. */
  at = 0;

  constructor(thread: Thread, closure: Closure, slots: (Value | Box | undefined)[]) {
    this.thread = thread;
    this.name = closure.name;
    this.slots = slots;
    this.captured = closure.captured;
    this.globals = closure.globals;
  }
}

/** One run of a program. After a fault `frames` is where it happened, the innermost last. */
export class Thread extends Meter implements Machine {
  readonly frames: Frame[] = [];
  /** What `print` was given, line by line. */
  readonly printed: string[] = [];
  /** Whether lines are missing from {@link printed}. */
  cut = false;
  #printedLength = 0;
  readonly #recursion: boolean;
  readonly #maxDepth: number;

  constructor(limits: Limits, dialect: Dialect) {
    super(limits, dialect.rulesOf2020);
    this.#recursion = dialect.recursion;
    this.#maxDepth = limits.depth;
  }

  call(callee: Value, args: Value[], keywords: Keywords): Value {
    if (callee instanceof Closure) return this.enter(callee, bindArguments(this, callee, args, keywords));
    if (!(callee instanceof Builtin)) throw new Fault(`invalid call of non-function (${typeName(callee)})`);
    this.work(1);
    return callee.native(this, args, keywords, callee.self ?? null);
  }

  /** Runs a function whose parameters are in their slots. A fault leaves all as it was, to be looked at. */
  enter(closure: Closure, slots: (Value | Box | undefined)[]): Value {
    const { code } = closure;
    if (code.active > 0 && !this.#recursion) {
      throw new Fault(`function ${code.name} called recursively`, "failed", "Use a loop over range(...) or a list.");
    }
    if (this.frames.length >= this.#maxDepth) {
      throw new Fault(`calls are nested deeper than ${this.#maxDepth}`, "limit");
    }
    this.steps += code.cost;
    if (this.steps > this.maxSteps) this.outOfSteps();
    const frame = new Frame(this, closure, slots);
    for (const slot of code.boxed) {
      this.small();
      slots[slot] = { value: slots[slot] as Value | undefined };
    }
    this.frames.push(frame);
    code.active++;
    code.body(frame);
    code.active--;
    this.frames.pop();
    return frame.result;
  }

  print(text: string): void {
    this.#printedLength += text.length + 1;
    if (this.#printedLength <= this.limits.printed) this.printed.push(text);
    else this.cut = true;
  }
}

/** Variables of a frame, or of a file, before they have values. */
export function emptySlots(count: number): (Value | undefined)[] {
  return Array.from({ length: count }, () => undefined);
}
