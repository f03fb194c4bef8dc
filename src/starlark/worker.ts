/** A program in a thread of its own, so that it can be ended. */
import { Worker } from "node:worker_threads";
import type { Reply, Request } from "./serve.ts";

/** Whether this is in a bundle; said by scripts/bundle.mjs, and undefined where sources run as they are. */
declare const BUNDLED: true | undefined;
/** The directory of the bundle that this is in. */
declare const __dirname: string;

/** What a thread is started with. */
export interface Job {
  readonly request: Request;
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
 * @param entry the bundle of thread.ts, if it is not beside the bundle that this is in. Without bundles, which is in tests
 * only, and without it the program runs in this thread, and nothing but counting ends it.
 * @throws the signal's reason, once it is aborted
 */
export async function inWorker(
  request: Request,
  signal: AbortSignal | undefined,
  entry: URL | string | undefined = bundledThread(),
): Promise<Reply | Ended> {
  signal?.throwIfAborted();
  if (entry === undefined) {
    // A constant to the bundler, which then leaves the interpreter out of the bundles that only start threads.
    if (typeof BUNDLED === "undefined") return (await import("./serve.ts")).serve(request);
    throw new Error("there is no thread to run the program in");
  }
  const job: Job = { request };
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

function bundledThread(): string | undefined {
  return typeof BUNDLED === "undefined" ? undefined : `${__dirname}/starlark.js`;
}
