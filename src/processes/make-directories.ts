import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";

/**
 * Makes a directory, and those above it that do not exist. Node's recursive `mkdirSync` never returns where a directory exists
 * and reports ENOENT for everything made in it, as `/proc` does.
 * @throws the error of the system
 */
export function makeDirectories(path: string, mode = 0o777): void {
  try {
    mkdirSync(path, { mode });
  } catch (error) {
    if (isDirectory(path)) return;
    const parent = dirname(path);
    if ((error as NodeJS.ErrnoException).code !== "ENOENT" || parent === path) throw error;
    makeDirectories(parent, mode);
    try {
      mkdirSync(path, { mode });
    } catch (last) {
      // Another process may have been faster.
      if (!isDirectory(path)) throw last;
    }
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
