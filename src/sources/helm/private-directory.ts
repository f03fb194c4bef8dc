/** A directory that only this user can enter, and that is gone afterwards. */
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Removes the directory whatever comes of `work`, also when the process is told to end meanwhile. */
export async function withPrivateDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = realpathSync(mkdtempSync(join(tmpdir(), `krm-render-${process.pid}-`)));
  const remove = (): void => rmSync(directory, { recursive: true, force: true, maxRetries: 3 });
  const onSignal = (signal: NodeJS.Signals): void => {
    remove();
    for (const name of SIGNALS) process.off(name, onSignal);
    // With nobody listening any more, this time it ends the process.
    if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
  };
  for (const name of SIGNALS) process.on(name, onSignal);
  try {
    return await work(directory);
  } finally {
    for (const name of SIGNALS) process.off(name, onSignal);
    remove();
  }
}
