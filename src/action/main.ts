/**
 * The entry point of the action: `dist/index.js`, which the runner starts. It starts itself again as the worker, so that a
 * process is left to report when the worker is lost. docs/decisions/0014-a-process-to-lose.md
 */
import { type ChildProcess, fork } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { logText } from "../diagnostics.ts";
import { endEscaped, machineMemory } from "../processes/index.ts";
import type { WorkerMessage } from "./supervision.ts";
import { type StartWorker, supervise, type WorkerExit } from "./supervisor.ts";
import { Heartbeat } from "./timing/index.ts";

/** The argument that makes the program the worker. */
const WORKER = "worker";
/** The signals that runners send to cancel a step. */
const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

async function main(environment: NodeJS.ProcessEnv): Promise<void> {
  if (process.argv[2] === WORKER) {
    const { work } = await import("./worker.ts");
    return work(environment, Number(process.argv[3]));
  }
  const startedAt = String(Date.now());
  const stop = new AbortController();
  let worker: ChildProcess | undefined;
  const forward = (signal: NodeJS.Signals): void => {
    stop.abort(signal);
    worker?.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, forward);
  const heartbeat = new Heartbeat((line) => void process.stdout.write(`${logText(line)}\n`));
  const start: StartWorker = (setbacks, onMessage) => {
    heartbeat.restart();
    // What the worker leaves when it is lost is found by its temporary directory: files, and programs that still run.
    const home = makeHome();
    const execArgv = [...process.execArgv, ...heapOptions(environment)];
    const env = home === undefined ? environment : { ...environment, TMPDIR: home };
    const child = fork(process.argv[1] ?? "", [WORKER, startedAt], { execArgv, env, serialization: "advanced" });
    worker = child;
    child.on("message", (message: WorkerMessage) => {
      onMessage(message);
      heartbeat.observe(message);
    });
    // A worker that has ended already cannot be told anything. Its exit says so.
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
  heartbeat.stop();
  if (outcome.kind === "done") process.exitCode = outcome.code;
  else if (outcome.kind === "lost") {
    const { reportLoss } = await import("./loss.ts");
    await reportLoss(outcome, environment);
  } else {
    for (const signal of SIGNALS) process.off(signal, forward);
    process.kill(process.pid, stop.signal.reason as NodeJS.Signals);
  }
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
/** In MiB. A larger heap only delays the end of a build that takes everything. */
const MAX_HEAP = 8192;

/** Node's own limit is 2 or 4 GiB, also on machines with less memory and on machines with much more. */
function heapOptions(environment: NodeJS.ProcessEnv): string[] {
  const given = [...process.execArgv, environment.NODE_OPTIONS ?? ""].join(" ");
  if (/max[-_]old[-_]space[-_]size/.test(given)) return [];
  const share = Math.floor((machineMemory() * SHARE_OF_MEMORY) / 1024 ** 2);
  return [`--max-old-space-size=${Math.min(MAX_HEAP, share)}`];
}

void main(process.env);
