/** Finds the repository around a directory, without git. */
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The nearest directory that has a `.git`: the given one, or one above it. Undefined if there is none. */
export function repositoryAround(directory: string): string | undefined {
  if (existsSync(join(directory, ".git"))) return directory;
  const parent = dirname(directory);
  return parent === directory ? undefined : repositoryAround(parent);
}
