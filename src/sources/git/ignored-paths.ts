/** Asks git which files of the working tree it ignores. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { once } from "../../store/index.ts";
import { parentOf } from "../paths.ts";
import { type GitContext, runGit } from "./git-process.ts";

/** Git looks from the top, wherever it runs. */
const FROM_TOP = ":(top)";

/**
 * The files among these that git neither tracks nor would add. One process answers for all of them. Files of repositories
 * inside of the working tree count as not ignored, as do all if git cannot tell.
 * @param top the top of the working tree
 * @param paths absolute within it
 */
export async function ignoredPaths(
  git: GitContext,
  top: string,
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const inner = new Map<string, boolean>([["/", false]]);
  /** Tells whether a directory is in a submodule, about whose files git refuses to answer. */
  function isInner(directory: string): boolean {
    return once(inner, directory, () => isInner(parentOf(directory)) || existsSync(join(top, directory, ".git")));
  }
  const asked = paths.filter((path) => !path.includes("\0") && !isInner(parentOf(path)));
  if (asked.length === 0) return new Set();
  const stdin = asked.map((path) => `${FROM_TOP}${path.slice(1)}\0`).join("");
  const { stdout } = await runGit(git, ["check-ignore", "-z", "--stdin"], { stdin });
  const found = stdout.split("\0").filter((path) => path.startsWith(FROM_TOP));
  return new Set(found.map((path) => `/${path.slice(FROM_TOP.length)}`));
}
