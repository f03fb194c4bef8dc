/** Cleans up before this process ends: when it exits, when it crashes, and when a signal ends it. */

/** The signals that users and runners send to end a run. */
export const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * The order of the cleanup. Programs end first, so that they neither use nor make anything that is removed after them:
 * first what services hold for this process, such as the containers of an engine, then directories. The clients of services
 * end after the services were cleaned up: what the client of an engine has begun is complete only when it ends by itself. Then
 * the images of an engine go, which no container uses and no client loads any more.
 */
const ORDER = ["programs", "services", "clients", "images", "directories"] as const;

export type CleanupStage = (typeof ORDER)[number];

interface Cleanup {
  readonly stage: CleanupStage;
  readonly run: () => void;
}

const cleanups = new Set<Cleanup>();

/**
 * Registers a function that runs before this process ends, however it ends, except by SIGKILL. A signal that ends the process
 * is raised again after the cleanup, unless other code listens to it.
 * @param run has to finish synchronously; its errors are ignored
 * @returns a function that cancels the registration
 */
export function cleanUpAtExit(stage: CleanupStage, run: () => void): () => void {
  listen();
  const cleanup = { stage, run };
  cleanups.add(cleanup);
  return () => {
    if (cleanups.delete(cleanup) && cleanups.size === 0) stopListeningSoon();
  };
}

/**
 * Does work that leaves something to remove, and registers its cleanup. A signal waits for its end: without a listener, it
 * would end the process at once, between the making of a directory and its registration.
 * @param work has to be synchronous
 */
export function uninterrupted<T>(work: () => T): T {
  const cancel = cleanUpAtExit("directories", () => undefined);
  try {
    return work();
  } finally {
    cancel();
  }
}

let isListening = false;

function listen(): void {
  if (isListening) return;
  isListening = true;
  for (const signal of SIGNALS) process.on(signal, onSignal);
  process.on("exit", cleanUp);
}

function stopListening(): void {
  isListening = false;
  for (const signal of SIGNALS) process.off(signal, onSignal);
  process.off("exit", cleanUp);
}

/** Node drops a signal that arrived during the present work if nothing listens once it looks for signals. */
function stopListeningSoon(): void {
  const afterNextLook = (): void => {
    if (cleanups.size === 0) stopListening();
  };
  setImmediate(() => setImmediate(afterNextLook).unref()).unref();
}

function onSignal(signal: NodeJS.Signals): void {
  cleanUp();
  // Without a listener, the signal now ends the process.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

function cleanUp(): void {
  for (const stage of ORDER) {
    for (const cleanup of cleanups) if (cleanup.stage === stage) attempt(cleanup.run);
  }
  cleanups.clear();
  stopListening();
}

/** A cleanup that fails must not prevent the others. */
function attempt(run: () => void): void {
  try {
    run();
  } catch {
    // The process ends, so nobody can handle the error.
  }
}
