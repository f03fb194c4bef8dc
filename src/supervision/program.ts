/** Starts this program again, as the worker that can be lost. docs/decisions/0014-a-process-to-lose.md */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endEscaped, machineMemory, SIGNALS } from "../processes/index.ts";
import type { WorkMessage } from "./messages.ts";
import { type StartWorker, type Supervised, supervise, type WorkerExit } from "./supervisor.ts";

interface ProgramOptions<Message extends WorkMessage> {
  /** The arguments of the worker. */
  readonly args: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
  /** Called before each worker is started. */
  readonly onStart?: () => void;
  readonly onMessage?: (message: Message) => void;
}

/** Runs this program as workers until one has a result. A signal goes to the worker, and ends this process after it. */
export async function superviseProgram<Message extends WorkMessage>({
  args,
  environment,
  onStart,
  onMessage,
}: ProgramOptions<Message>): Promise<Exclude<Supervised, { readonly kind: "stopped" }>> {
  const stop = new AbortController();
  let worker: ChildProcess | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    stop.abort(signal);
    worker?.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const start: StartWorker = (setbacks, observe) => {
    onStart?.();
    // The temporary directory identifies what a lost worker leaves behind: files, and programs that still run.
    const home = makeHome();
    const execArgv = [...process.execArgv, ...heapOptions(environment)];
    const env = home === undefined ? environment : { ...environment, TMPDIR: home };
    const child = fork(process.argv[1] ?? "", args, { execArgv, env, serialization: "advanced" });
    worker = child;
    child.on("message", (message: Message) => {
      observe(message);
      onMessage?.(message);
    });
    // A worker that has ended already gets no message. Its exit reports that.
    child.send(setbacks, () => undefined);
    const exit = new Promise<WorkerExit>((resolve) => {
      child.once("error", (error) => resolve({ code: null, signal: null, error }));
      child.once("exit", (code, signal) => {
        if (home !== undefined) {
          if (signal !== null) endEscaped(home);
          rmSync(home, { recursive: true, force: true });
        }
        resolve({ code, signal });
      });
    });
    return { exit, kill: () => void child.kill("SIGKILL") };
  };
  const outcome = await supervise(start, stop.signal);
  for (const signal of SIGNALS) process.off(signal, forward);
  if (outcome.kind !== "stopped") return outcome;
  process.kill(process.pid, stop.signal.reason as NodeJS.Signals);
  return new Promise(() => undefined);
}

/** A new temporary directory; undefined where none can be made. The worker reports that if it needs one. */
function makeHome(): string | undefined {
  try {
    return mkdtempSync(join(tmpdir(), "krm-render-worker-"));
  } catch {
    return undefined;
  }
}

/** The part of the memory of the machine, or of the control group, that the heap of the worker may take. */
const SHARE_OF_MEMORY = 0.6;
/** In MiB. A larger heap only delays the end of a build that takes everything, and lets the process grow beyond 4 GiB. */
const MAX_HEAP = 4096;

/** Node's own limit is 2 or 4 GiB, also on machines with less memory and on machines with much more. */
function heapOptions(environment: NodeJS.ProcessEnv): string[] {
  const given = [...process.execArgv, environment.NODE_OPTIONS ?? ""].join(" ");
  if (/max[-_]old[-_]space[-_]size/.test(given)) return [];
  const share = Math.floor((machineMemory() * SHARE_OF_MEMORY) / 1024 ** 2);
  return [`--max-old-space-size=${Math.min(MAX_HEAP, share)}`];
}
