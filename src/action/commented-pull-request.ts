/** The pull request that a comment was written on, for workflows that render on demand. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context } from "../github/index.ts";
import type { Inputs } from "./inputs/index.ts";
import type { Ports } from "./ports.ts";

/**
 * On `issue_comment`, the payload names the pull request but not its commits, so GitHub is asked for them. Returns the context as it
 * is on other events, for comments on issues, without a token, and where the input `head` names the commit.
 * @throws KrmError with one of the codes of `apiProblem`
 */
export async function withCommentedPullRequest(
  context: Context,
  { head: requested, token }: Pick<Inputs, "head" | "token">,
  ports: Pick<Ports, "connectGitHub">,
): Promise<Context> {
  const number = context.event === "issue_comment" ? commentedNumber(context.payload) : undefined;
  if (number === undefined || requested !== undefined || token === undefined) return context;
  const { owner, repository, apiUrl } = context;
  const github = await ports.connectGitHub({ token, apiUrl, owner, repository });
  const { head, base } = await github.pullRequest(number);
  const comparison = {
    kind: "pull-request" as const,
    number,
    head: { sha: head.sha, label: `#${number}`, reason: "pull request head" },
    base: { rule: "merge-base" as const, sha: base.sha, label: base.ref },
    // A repository that is not known counts as a stranger's.
    fromFork: head.repository === undefined || head.repository.toLowerCase() !== base.repository?.toLowerCase(),
    readOnly: undefined,
    notes: [PRIVILEGED],
  };
  return { ...context, comparison };
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
