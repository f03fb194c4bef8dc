/**
 * A program in a thread of its own, so that it can be ended. This file is also what that thread runs: it starts itself,
 * wherever it was bundled to.
 */
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import type { Reply, Request } from "./serve.ts";

/** Marks the data of our threads. */
interface Job {
  readonly starlark: Request;
}

/** What may be used on top of what is counted. Both are far above what counting lets through. */
const MEMORY_MB = 2048;
const STACK_MB = 64;

/** Timers cannot wait for longer. */
const LONGEST_MS = 2 ** 31 - 1;

export interface Ended {
  /** Why there is no reply. */
  readonly because: string;
  readonly hint: string | undefined;
}

/**
 * Runs a request in a new thread. A thread that takes longer than the limit, or more memory, is ended.
 *
 * @param entry the module to run; this one, unless it is not JavaScript
 * @throws the signal's reason, once it is aborted
 */
export async function inWorker(
  request: Request,
  signal: AbortSignal | undefined,
  entry = new URL(import.meta.url),
): Promise<Reply | Ended> {
  signal?.throwIfAborted();
  const job: Job = { starlark: request };
  const worker = new Worker(entry, {
    workerData: job,
    env: {},
    argv: [],
    execArgv: [],
    // Not to the process's own streams.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: STACK_MB },
  });
  const { milliseconds } = request.limits;
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  try {
    return await new Promise<Reply | Ended>((resolve, reject) => {
      const late = ended(`the program did not end within ${milliseconds / 1000} s`);
      if (milliseconds <= LONGEST_MS) timer = setTimeout(() => resolve(late), milliseconds);
      abort = () => reject(signal?.reason as Error);
      signal?.addEventListener("abort", abort);
      worker.once("message", resolve);
      worker.once("error", (error: Error & { code?: string }) => {
        const isFull = error.code === "ERR_WORKER_OUT_OF_MEMORY";
        if (isFull) resolve(ended(`the program needs more than ${MEMORY_MB} MiB of memory`));
        else reject(error);
      });
      worker.once("exit", (code) => reject(new Error(`the thread of the program ended with ${code}`)));
    });
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", abort);
    worker.removeAllListeners();
    worker.on("error", () => {});
    await worker.terminate();
  }
}

function ended(because: string): Ended {
  return { because, hint: "Look for a loop, or a text, that grows without end." };
}

if (!isMainThread && isJob(workerData)) {
  const { serve } = await import("./serve.ts");
  parentPort?.postMessage(serve(workerData.starlark));
}

function isJob(data: unknown): data is Job {
  return typeof data === "object" && data !== null && "starlark" in data;
}
