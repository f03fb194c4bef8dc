/** Turns off the programs that filter files, such as git-lfs, for commands that only compare. */
import { type GitContext, runGit } from "./git-process.ts";

/**
 * The context with every configured filter turned off, since a pull request could choose the filtered files by its
 * `.gitattributes`. A file that was touched but not changed may then seem to differ.
 */
export async function withoutFilters(git: GitContext): Promise<GitContext> {
  const pattern = "^filter\\..*\\.(clean|process|required)$";
  const { stdout } = await runGit(git, ["config", "--null", "--name-only", "--get-regexp", pattern]);
  const keys = [...new Set(stdout.split("\0").filter((key) => key !== ""))];
  if (keys.length === 0) return git;
  // Set by variables, since `-c` could not separate name and value if the name contains `=`.
  const present = Number(git.env["GIT_CONFIG_COUNT"] ?? 0) || 0;
  const env = { ...git.env, GIT_CONFIG_COUNT: String(present + keys.length) };
  for (const [index, key] of keys.entries()) {
    Object.assign(env, {
      [`GIT_CONFIG_KEY_${present + index}`]: key,
      [`GIT_CONFIG_VALUE_${present + index}`]: key.endsWith(".required") ? "false" : "",
    });
  }
  return { ...git, env };
}
