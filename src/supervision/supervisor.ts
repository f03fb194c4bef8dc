/**
 * Runs the work in a process that can be lost. When one ends without a result, the next one leaves out the target that
 * ended it. docs/decisions/0014-a-process-to-lose.md
 */

import type { Diagnostic } from "../diagnostics.ts";
import { placeOfTarget, targetText } from "../render/index.ts";
import type { Setbacks, Stage, WorkMessage } from "./messages.ts";

/** How a worker ended. */
export interface WorkerExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  /** Why the process could not be started. */
  readonly error?: Error;
}

/** A process that does the work: a port. */
export interface Worker {
  readonly exit: Promise<WorkerExit>;
  /** Ends the process at once. */
  kill(): void;
}

export type StartWorker = (setbacks: Setbacks, onMessage: (message: WorkMessage) => void) => Worker;

/** No process reached a result. */
export interface Lost {
  readonly kind: "lost";
  /** How the last process ended: the rest of a sentence that begins with the process. */
  readonly reason: string;
  /** The targets in work at that time, in words. */
  readonly inWork: readonly string[];
  readonly finished: readonly string[];
}

export type Supervised =
  /** The worker wrote a result. */
  { readonly kind: "done"; readonly code: number } | Lost | { readonly kind: "stopped" };

/** More targets that end processes than this are an attack, or a machine on which nothing works. */
const MAX_PROCESSES = 100;
/** Seconds that a worker may be silent when the time for the whole run is over, whatever it does. */
const MAX_SILENCE = 30;

interface Slot {
  readonly stage: Stage;
  readonly target: string;
}

/** Starts workers until one writes a result. @param stop aborted if the run is to end */
export async function supervise(start: StartWorker, stop: AbortSignal): Promise<Supervised> {
  const setbacks = newSetbacks();
  for (let processes = 1; ; processes++) {
    const attempt = await runWorker(start, setbacks);
    if (attempt.done) return { kind: "done", code: attempt.exit.code ?? 1 };
    if (stop.aborted) return { kind: "stopped" };
    const { inWork } = attempt;
    const reason = reasonOf(attempt);
    const [only] = inWork;
    if (only === undefined || processes === MAX_PROCESSES) {
      return { kind: "lost", reason, inWork: inWork.map(nameOf), finished: attempt.finished.map(nameOf) };
    }
    if (inWork.length === 1) setbacks[only.stage].lost.set(only.target, lostTarget(only, reason));
    else for (const { stage, target } of inWork) setbacks[stage].first.add(target);
  }
}

function newSetbacks(): Record<Stage, { lost: Map<string, Diagnostic>; first: Set<string> }> {
  const entry = () => ({ lost: new Map(), first: new Set<string>() });
  return { head: entry(), base: entry(), review: entry(), causes: entry(), render: entry() };
}

interface Attempt {
  readonly exit: WorkerExit;
  readonly done: boolean;
  /** The seconds of silence after which the worker was ended; undefined if it was not ended for that. */
  readonly silentFor: number | undefined;
  readonly inWork: readonly Slot[];
  readonly finished: readonly Slot[];
}

async function runWorker(start: StartWorker, setbacks: Setbacks): Promise<Attempt> {
  const inWork = new Map<string, Slot>();
  const finished: Slot[] = [];
  let done = false;
  let patience: number | undefined;
  let deadline = Infinity;
  let silentFor: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (done) return;
    const isBuilding = [...inWork.values()].some(({ stage }) => stage !== "review");
    const late = Math.max(Math.ceil((deadline - performance.now()) / 1000), MAX_SILENCE);
    const seconds = Math.min(late, isBuilding ? (patience ?? Infinity) : Infinity);
    if (seconds === Infinity) return;
    timer = setTimeout(() => {
      silentFor = seconds;
      worker.kill();
    }, seconds * 1000);
  };
  const worker = start(setbacks, (message) => {
    if (message.event === "done") done = true;
    else if (message.event === "patience") patience = message.seconds;
    else if (message.event === "deadline") deadline = performance.now() + message.seconds * 1000;
    else if (message.event === "start" || message.event === "end") {
      const { stage, target } = message;
      if (message.event === "start") inWork.set(`${stage} ${target}`, { stage, target });
      else if (inWork.delete(`${stage} ${target}`)) finished.push({ stage, target });
    }
    watch();
  });
  const exit = await worker.exit;
  clearTimeout(timer);
  return { exit, done, silentFor, inWork: [...inWork.values()], finished };
}

/** @see {@link Lost.reason} */
function reasonOf({ exit, silentFor }: Attempt): string {
  if (exit.error !== undefined) return `could not be started: ${exit.error.message}`;
  if (silentFor !== undefined) return `did not answer for ${silentFor} seconds and was ended`;
  // Node aborts when its heap is full, some systems report that as a status.
  if (exit.signal === "SIGABRT" || exit.code === 134) return "ran out of memory";
  if (exit.signal === "SIGKILL") return "was killed, probably because the machine ran out of memory";
  return exit.signal === null ? `ended with the status ${exit.code} and no result` : `was ended by ${exit.signal}`;
}

function lostTarget({ stage, target }: Slot, reason: string): Diagnostic {
  return {
    code: "process-lost",
    severity: "error",
    message: `the process that ${IN_WORK[stage][0](targetText(target))} ${reason}`,
    ...placeOfTarget(target),
    hint: "Look for content that multiplies itself, such as bases that each include two others or very large files. If the content is right, use a machine with more memory.",
  };
}

/** A target in work, in words: after the verb of a sentence, and in a list. */
const IN_WORK: Readonly<Record<Stage, readonly [work: (target: string) => string, suffix: string]>> = {
  head: [(target) => `rendered ${target} at head`, " at head"],
  base: [(target) => `rendered ${target} at base`, " at base"],
  review: [(target) => `compared ${target}`, " (comparison)"],
  causes: [(target) => `looked for the causes of changes in ${target}`, " (causes)"],
  render: [(target) => `rendered ${target}`, ""],
};

function nameOf({ stage, target }: Slot): string {
  return `${targetText(target)}${IN_WORK[stage][1]}`;
}
