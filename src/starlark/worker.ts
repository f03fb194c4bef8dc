/** Runs a program in its own thread, so that it can be terminated. */
import { Worker } from "node:worker_threads";
import type { Reply, Request } from "./run-request.ts";

/** True in a bundle, where scripts/bundle.mjs defines it. Undefined if the sources run unbundled. */
declare const BUNDLED: true | undefined;
/** The directory of the bundle with this code. */
declare const __dirname: string;

/** Limits of the thread itself. The counted limits end a program long before these. */
const MEMORY_MB = 2048;
const STACK_MB = 64;

/** The longest time that a timer can wait. */
const MAX_TIMER_MS = 2 ** 31 - 1;

/**
 * Runs a request in a new thread. Terminates the thread when it exceeds the limit of time or memory.
 * @param entry the bundle of thread.ts; by default the one beside this bundle. In unbundled sources, which only tests
 *   run, the program runs in the current thread if there is no entry, and only the counted limits end it
 * @throws the reason of the signal when it is aborted
 */
export async function runInWorker(
  request: Request,
  signal: AbortSignal | undefined,
  entry: URL | string | undefined = bundledThread(),
): Promise<Reply> {
  signal?.throwIfAborted();
  if (entry === undefined) {
    // BUNDLED is a constant for the bundler, which leaves the interpreter out of bundles that only start threads.
    if (typeof BUNDLED === "undefined") return (await import("./run-request.ts")).runRequest(request);
    throw new Error("there is no thread to run the program in");
  }
  const worker = new Worker(entry, {
    workerData: request,
    env: {},
    argv: [],
    execArgv: [],
    // Do not write to the streams of the process.
    stdout: true,
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB, stackSizeMb: STACK_MB },
  });
  const { milliseconds } = request.limits;
  let timer: NodeJS.Timeout | undefined;
  let abort = () => {};
  try {
    return await new Promise<Reply>((resolve, reject) => {
      const late = ended(`the program did not end within ${milliseconds / 1000} s`);
      if (milliseconds <= MAX_TIMER_MS) timer = setTimeout(() => resolve(late), milliseconds);
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

/** The reply for a program that was terminated. */
function ended(message: string): Reply {
  const hint = "Look for a loop that does not end, or a text that grows without end.";
  const failures = [{ kind: "limit", message, hint, trace: [] }] as const;
  return { failures, printed: [], cut: false, steps: 0, output: undefined };
}

function bundledThread(): string | undefined {
  return typeof BUNDLED === "undefined" ? undefined : `${__dirname}/starlark.js`;
}
