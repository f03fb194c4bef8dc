/** A directory that only this user can enter, and that is gone afterwards. */
import { chmodSync, lstatSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isAlive, processSpace } from "./process-numbers.ts";
import { endStrays } from "./strays.ts";
import { temporaryDirectory } from "./temporary-directory.ts";

const SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** A directory to be removed by whoever made it. */
export interface PrivateDirectory {
  /** Absolute, and free of symlinks. */
  readonly path: string;
  remove(): void;
}

/**
 * Makes one. It is also removed when the process ends, or is told to end, before; and by the next process that makes one,
 * if this one is killed.
 */
export function privateDirectory(): PrivateDirectory {
  space ??= sweep();
  const path = temporaryDirectory(`krm-render-${process.pid}-${space}-`);
  if (made.size === 0) {
    for (const name of SIGNALS) process.on(name, onSignal);
    process.on("exit", removeAll);
  }
  made.add(path);
  return {
    path,
    remove() {
      removeTree(path);
      made.delete(path);
      if (made.size === 0) unhook();
    },
  };
}

const made = new Set<string>();

function unhook(): void {
  for (const name of SIGNALS) process.off(name, onSignal);
  process.off("exit", removeAll);
}

function removeAll(): void {
  for (const path of made) {
    endStrays(path);
    removeTree(path);
  }
  made.clear();
}

/** Also what a program has made read-only, as Go does with its modules. What still cannot be removed is left to the next {@link sweep}. */
function removeTree(path: string): void {
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    try {
      makeWritable(path);
      remove();
    } catch {
      // Nobody is to hear of it in place of what the work came to.
    }
  }
}

function makeWritable(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(directory, entry.name));
  }
}

function onSignal(signal: NodeJS.Signals): void {
  removeAll();
  unhook();
  // With nobody listening any more, this time it ends the process.
  if (process.listenerCount(signal) === 0) process.kill(process.pid, signal);
}

let space: string | undefined;

/** Removes what processes that are gone have left, and yields where process numbers mean the same. */
function sweep(): string {
  const here = processSpace();
  try {
    for (const name of readdirSync(tmpdir())) {
      const [, pid, where] = /^krm-render-(\d+)-([0-9a-f]{16})-/.exec(name) ?? [];
      const path = join(tmpdir(), name);
      if (where !== here || isAlive(Number(pid)) || !isPrivate(path)) continue;
      endStrays(path);
      removeTree(path);
    }
  } catch {
    // It is tidiness: what cannot be removed stays.
  }
  return here;
}

/** In a directory of somebody else, we could be led elsewhere while it is removed. */
function isPrivate(path: string): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
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
