/** The pull request that a run is about, where the event does not name its commits. */
import { isReadIn } from "../configuration/index.ts";
import { type Diagnostic, failure } from "../diagnostics.ts";
import { type Context, type GitHub, type GitHubOptions, readTriggeringRun } from "../github/index.ts";
import type { Inputs } from "./inputs/index.ts";
import { comparisonOf, triggeringContext } from "./triggering-context.ts";

/**
 * Asks GitHub for the pull request where the event does not name its commits: on `issue_comment`, and on `workflow_run` in the mode
 * `comment`, which gets the context of the run that rendered, unless it posts a report of its own run. Returns the context as it is on other events, for comments on issues,
 * without a token, and where the input `head` names the commit.
 * @throws KrmError `wrong-event`, `invalid-event`, and one of the codes of `apiProblem`
 */
export async function withPullRequest(
  context: Context,
  { mode, head: requested, token, reports }: Pick<Inputs, "mode" | "head" | "token" | "reports">,
  connect: (options: GitHubOptions) => Promise<GitHub>,
): Promise<Context> {
  const { owner, repository, apiUrl, event, payload } = context;
  const isOfOtherRun = mode === "comment" && reports.length === 0;
  if (isOfOtherRun && event !== "workflow_run") {
    throw failure("wrong-event", `mode comment cannot run on ${event} without the input reports`, {
      hint: "For a report of this run, set reports to the directory with it. For that of another run, use the event workflow_run in a workflow of its own: see docs/reference/action.md.",
    });
  }
  if (token === undefined) return context;
  const open = () => connect({ token, apiUrl, owner, repository });
  if (isOfOtherRun) {
    const run = readTriggeringRun(payload);
    return triggeringContext(await open(), context, run);
  }
  const number = event === "issue_comment" ? commentedNumber(payload) : undefined;
  if (number === undefined || requested !== undefined || !isReadIn("comment", mode)) return context;
  const pullRequest = await (await open()).pullRequest(number);
  return { ...context, comparison: comparisonOf(pullRequest, pullRequest.head.sha, [PRIVILEGED]) };
}

function commentedNumber(payload: unknown): number | undefined {
  const { issue } = (payload ?? {}) as {
    readonly issue?: { readonly number?: unknown; readonly pull_request?: unknown };
  };
  const number = issue?.number;
  const isPullRequest = typeof issue?.pull_request === "object" && issue.pull_request !== null;
  return isPullRequest && typeof number === "number" && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

const PRIVILEGED: Diagnostic = {
  code: "privileged-event",
  severity: "warning",
  message:
    "issue_comment gives this job a token that can write, although anyone may comment, while the files come from the pull " +
    "request. They are read from git as data: nothing of them is checked out or executed here",
  hint: "Let the workflow ask who commented, and keep steps that run code of the pull request out of this job.",
};
