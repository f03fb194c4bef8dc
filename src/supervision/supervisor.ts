/**
 * Runs the work in a process that can be lost. When one ends without a result, the next one leaves out the target that
 * ended it. docs/decisions/0014-a-process-to-lose.md
 */
import type { Diagnostic } from "../diagnostics.ts";
import type { Setback } from "../render/index.ts";
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
  /** What was in work then, in words. */
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
  const setbacks: Record<Stage, { lost: Map<string, Diagnostic>; first: Set<string> }> = {
    head: newSetback(),
    base: newSetback(),
    review: newSetback(),
    causes: newSetback(),
    render: newSetback(),
  };
  for (let processes = 1; ; processes++) {
    const attempt = await runWorker(start, setbacks);
    if (attempt.done) return { kind: "done", code: attempt.exit.code ?? 1 };
    if (stop.aborted) return { kind: "stopped" };
    const { inWork, finished } = attempt;
    const reason = reasonOf(attempt);
    const [only] = inWork;
    if (only === undefined || processes === MAX_PROCESSES) {
      return { kind: "lost", reason, inWork: inWork.map(nameOf), finished: finished.map(nameOf) };
    }
    if (inWork.length === 1) setbacks[only.stage].lost.set(only.target, lostTarget(only, reason));
    else for (const { stage, target } of inWork) setbacks[stage].first.add(target);
  }
}

function newSetback(): { lost: Map<string, Diagnostic>; first: Set<string> } {
  return { lost: new Map(), first: new Set() } satisfies Setback;
}

interface Attempt {
  readonly exit: WorkerExit;
  readonly done: boolean;
  /** Whether the worker was ended because it did not answer; the seconds. */
  readonly silentFor: number | undefined;
  readonly inWork: readonly Slot[];
  readonly finished: readonly Slot[];
}

async function runWorker(start: StartWorker, setbacks: Setbacks): Promise<Attempt> {
  const inWork = new Map<string, Slot>();
  const finished: Slot[] = [];
  let done = false;
  let patience: number | undefined;
  let deadline: number | undefined;
  let silentFor: number | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const watch = (): void => {
    clearTimeout(timer);
    if (done) return;
    const isBuilding = [...inWork.values()].some(({ stage }) => stage !== "review");
    const late =
      deadline === undefined ? Infinity : Math.max(Math.ceil((deadline - performance.now()) / 1000), MAX_SILENCE);
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
    message: `the process that ${WORK[stage](target)} ${reason}`,
    file: target,
    hint: "Look for content that multiplies itself, such as bases that each include two others or very large files. If the content is right, use a machine with more memory.",
  };
}

const WORK: Readonly<Record<Stage, (target: string) => string>> = {
  head: (target) => `rendered ${target} at head`,
  base: (target) => `rendered ${target} at base`,
  review: (target) => `compared ${target}`,
  causes: (target) => `looked for the causes of changes in ${target}`,
  render: (target) => `rendered ${target}`,
};

const NAMES: Readonly<Record<Stage, string>> = {
  head: " at head",
  base: " at base",
  review: " (comparison)",
  causes: " (causes)",
  render: "",
};

function nameOf({ stage, target }: Slot): string {
  return `${target}${NAMES[stage]}`;
}
