/** Directories that only this user can enter, and that do not outlive this process. */
import { chmodSync, lstatSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { failure } from "../diagnostics.ts";
import { cleanUpAtExit, uninterrupted } from "./at-exit.ts";
import { endEscaped } from "./escaped-processes.ts";
import { isAlive, processSpace } from "./process-numbers.ts";

export interface PrivateDirectory {
  /** Absolute, and free of symlinks. */
  readonly path: string;
  remove(): void;
}

/**
 * Makes a private directory. If it was not removed before, it is removed when this process ends, or by the next process that
 * makes one, if this process is killed.
 * @throws KrmError `output-unwritable`
 */
export function privateDirectory(): PrivateDirectory {
  space ??= sweep();
  return uninterrupted(() => removedAtExit(temporaryDirectory(`krm-render-${process.pid}-${space}-`)));
}

/** @returns the path of a new directory, free of symlinks. The caller removes it. @throws KrmError `output-unwritable` */
export function temporaryDirectory(prefix: string): string {
  try {
    return realpathSync(mkdtempSync(join(tmpdir(), prefix)));
  } catch (cause) {
    const hint = "Set the variable TMPDIR to a directory that can be written to.";
    const message = `a temporary directory cannot be created: ${(cause as Error).message}`;
    throw failure("output-unwritable", message, { hint, cause });
  }
}

/** Makes one, and removes it after `work`, also when that fails. @throws KrmError `output-unwritable`, and what `work` throws */
export async function withPrivateDirectory<T>(work: (directory: string) => Promise<T>): Promise<T> {
  const directory = privateDirectory();
  try {
    return await work(directory.path);
  } finally {
    directory.remove();
  }
}

/** Removes a directory, which need not exist yet, when this process ends, and ends the processes that work in it. */
export function removedAtExit(path: string): PrivateDirectory {
  const cancel = cleanUpAtExit("directories", () => {
    endEscaped(path);
    removeTree(path);
  });
  return {
    path,
    remove() {
      removeTree(path);
      cancel();
    },
  };
}

/** Also removes what a program has made read-only, as Go does with its modules. Leaves the rest to the next {@link sweep}. */
function removeTree(path: string): void {
  const remove = (): void => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  try {
    remove();
  } catch {
    try {
      makeWritable(path);
      remove();
    } catch {
      // An error here must not hide the result of the work.
    }
  }
}

function makeWritable(directory: string): void {
  chmodSync(directory, 0o700);
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    if (entry.isDirectory()) makeWritable(join(directory, entry.name));
  }
}

let space: string | undefined;

/** Removes the directories of processes that no longer exist, and returns the {@link processSpace}. */
function sweep(): string {
  const here = processSpace();
  try {
    for (const name of readdirSync(tmpdir())) {
      const [, pid, where] = /^krm-render-(\d+)-([0-9a-f]{16})-/.exec(name) ?? [];
      const path = join(tmpdir(), name);
      if (where !== here || isAlive(Number(pid)) || !isPrivate(path)) continue;
      endEscaped(path);
      removeTree(path);
    }
  } catch {
    // A directory that cannot be removed stays: the build does not depend on it.
  }
  return here;
}

/** The owner of another user's directory could redirect us to other files while we remove it. */
function isPrivate(path: string): boolean {
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o077) === 0;
}
