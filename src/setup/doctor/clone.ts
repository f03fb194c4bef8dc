/** Checks that the clone has both sides of a comparison. */
import type { Facts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

export function repositoryFindings({ repository, run, git }: Facts): readonly Finding[] {
  // A git that does not run is a finding of its own.
  if (git.version === undefined) return [];
  if (repository === undefined)
    return [
      problem("this is no git repository", "Run this in a clone; in a workflow, use actions/checkout before it."),
    ];
  const { isShallow, hasCommit, hasOrigin, hasCredentials, base } = repository;
  if (!hasCommit) return [problem("the repository has no commit", "Commit the files.")];
  if (base === undefined)
    return [
      warning(
        "the clone does not know the default branch of origin, which reviews compare with",
        hasOrigin
          ? "Run `git remote set-branches origin '*' && git fetch && git remote set-head origin --auto`, or name it with `diff --base`."
          : "Add a remote called origin, or name a revision with `diff --base`.",
      ),
    ];
  if (base.isHere) return [ok(`the base ${base.label} is in the clone${isShallow ? ", which is shallow" : ""}`)];
  const missing = `the clone lacks the base ${base.label}, or the history up to it`;
  if (!hasOrigin)
    return [problem(`${missing}, and has no origin to fetch it from`, "Set `fetch-depth: 0` of actions/checkout.")];
  if (run === undefined) return [warning(missing, isShallow ? "Run `git fetch --unshallow`." : "Run `git fetch`.")];
  if (!hasCredentials)
    return [
      warning(
        `${missing}; the action fetches it, but git has no credentials, which a private repository asks for`,
        "Remove `persist-credentials: false`, or set `fetch-depth: 0` of actions/checkout.",
      ),
    ];
  return [ok(`${missing}; the action fetches it`)];
}
