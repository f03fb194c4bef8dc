/** A directory that only this user can enter, and that is gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A directory to be removed by whoever made it. */
export interface PrivateDirectory {
  /** Absolute, and free of symlinks. */
  readonly path: string;
  remove(): void;
}

/** Makes one. It is also removed when the process ends, or is told to end, before. */
export function privateDirectory(): PrivateDirectory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), `krm-render-${process.pid}-`)));
  const onExit = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  const onSignal = (signal: NodeJS.Signals): void => {
    remove();
    // With nobody listening any more, this time it ends the process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  const remove = (): void => {
    for (const name of SIGNALS) process.off(name, onSignal);
    process.off("exit", onExit);
    onExit();
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  process.on("exit", onExit);
  return { path, remove };
}

/** Removes the directory whatever comes of `work`. */
export async function withPrivateDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = privateDirectory();
  try {
    return await work(directory.path);
  } finally {
    directory.remove();
  }
}
