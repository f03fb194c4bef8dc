/** Programs that are ended together with all that they have started: a helper of git or helm may wait for a server forever. */
import type { ChildProcess } from "node:child_process";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const running = new Set<ChildProcess>();

/** For `spawn`: the child leads a group of its own. Signals of the terminal do not reach it, hence {@link watchGroup}. */
export const GROUP = { detached: process.platform !== "win32" } as const;

/** Ends the child and its children, if they still run. It does not ask: whoever ignores a request would stay. */
export function endGroup(child: ChildProcess): void {
  const { pid } = child;
  if (pid === undefined) return;
  try {
    if (GROUP.detached) process.kill(-pid, "SIGKILL");
    else child.kill("SIGKILL");
  } catch {
    // They have ended by themselves.
  }
}

/** Sees to it that a child started with {@link GROUP} does not outlive this process. */
export function watchGroup(child: ChildProcess): void {
  if (running.size === 0) {
    for (const name of SIGNALS) process.on(name, onSignal);
    process.on("exit", endAll);
  }
  running.add(child);
  child.once("close", () => forget(child));
  child.once("error", () => forget(child));
}

function forget(child: ChildProcess): void {
  if (!running.delete(child) || running.size > 0) return;
  for (const name of SIGNALS) process.off(name, onSignal);
  process.off("exit", endAll);
}

function endAll(): void {
  for (const child of running) endGroup(child);
}

function onSignal(signal: NodeJS.Signals): void {
  endAll();
  for (const name of SIGNALS) process.off(name, onSignal);
  // With nobody listening any more, this time it ends the process.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}
