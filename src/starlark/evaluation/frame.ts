/** Compiled functions, and the frames and thread of a run. */
import type { Dialect } from "../dialect.ts";
import { exceeded, Fault, type Limits, Meter } from "../values/meter.ts";
import { Builtin, Callable, type Keywords, type Machine, typeName, type Value } from "../values/values.ts";
import { bindArguments } from "./parameters.ts";

/** A variable that several functions share. */
export interface Box {
  value: Value | undefined;
}

/** The ways in which a statement can end. */
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
  /** The names of the parameters without `*` and `**`. Those after `*` come last. */
  readonly parameters: readonly string[];
  /** The number of parameters that can be passed only by name. */
  readonly named: number;
  readonly hasStar: boolean;
  readonly hasStars: boolean;
  /** True if all parameters are required and positional. */
  readonly isPlain: boolean;
  readonly slots: number;
  /** The steps of a call. A frame with many slots takes longer to make. */
  readonly cost: number;
  /** The slots with boxes. */
  readonly boxed: readonly number[];
  /** The number of active calls. */
  active: number;
}

/** A function of the program with its environment. */
export class Closure extends Callable {
  readonly code: Code;
  /** The default values by parameter; undefined if there is none. */
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
  /** The current offset in the text. It is set before anything that can fail. */
  at = 0;

  constructor(thread: Thread, closure: Closure, slots: (Value | Box | undefined)[]) {
    this.thread = thread;
    this.name = closure.name;
    this.slots = slots;
    this.captured = closure.captured;
    this.globals = closure.globals;
  }
}

/** One run of a program. After a fault, `frames` has the active calls, the innermost last. */
export class Thread extends Meter implements Machine {
  readonly frames: Frame[] = [];
  /** The lines that `print` wrote. */
  readonly printed: string[] = [];
  /** True if lines were dropped from {@link printed}. */
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

  /** Runs a function whose arguments are in their slots. After a fault, the frames stay as they are for the report. */
  enter(closure: Closure, slots: (Value | Box | undefined)[]): Value {
    const { code } = closure;
    if (code.active > 0 && !this.#recursion) {
      throw new Fault(`function ${code.name} called recursively`, "Use a loop over range(...) or a list.");
    }
    if (this.frames.length >= this.#maxDepth) {
      throw exceeded(`calls are nested deeper than ${this.#maxDepth}`);
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

/** Slots for the variables of a frame or of the file, without values. */
export function emptySlots(count: number): (Value | undefined)[] {
  return Array.from({ length: count }, () => undefined);
}
