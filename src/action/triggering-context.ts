/** Finds the pull request of the run that triggered this one. Asks GitHub, and trusts nothing of the run itself. */
import type { Diagnostic } from "../diagnostics.ts";
import type { Context, GitHub, PullRequest, TriggeringRun } from "../github/index.ts";

/** Events whose runs have a pull request. */
const EVENTS: ReadonlySet<string> = new Set([
  "pull_request",
  "pull_request_target",
  "pull_request_review",
  "pull_request_review_comment",
]);

/**
 * Makes the context of the run that rendered, as it would be if that run wrote the comment. A pull request is one of this repository
 * whose branch is still at the commit of the run. Without one there is nothing to do, and a notice says why.
 * @throws KrmError with one of the codes of `apiProblem`
 */
export async function triggeringContext(github: GitHub, context: Context, run: TriggeringRun): Promise<Context> {
  const nothing = (reason: string): Context => ({
    ...context,
    comparison: { kind: "nothing", notes: [notice(reason)] },
  });
  if (!EVENTS.has(run.event)) return nothing(`the run was triggered by ${run.event}, so it has no pull request`);
  if (run.repository === undefined) return nothing("the repository of the branch does not exist any more");
  const own = `${context.owner}/${context.repository}`;
  const [owner = ""] = run.repository.split("/");
  const heads = await github.pullRequestsOfHead(run.head, owner, run.branch);
  const open = heads.filter(
    ({ state, head, base }) =>
      state === "open" && isSame(head.repository, run.repository) && isSame(base.repository, own),
  );
  const named = open.filter(({ number }) => run.pullRequests.includes(number));
  const [pullRequest, ...others] = named.length === 1 ? named : open;
  if (pullRequest === undefined) {
    return nothing(
      `no open pull request has the commit ${run.head.slice(0, 7)} any more: its own run will write the comment`,
    );
  }
  if (others.length > 0) {
    const numbers = [pullRequest, ...others].map(({ number }) => `#${number}`).join(", ");
    return nothing(
      `the branch has several pull requests, ${numbers}, and GitHub does not say which of them the run was for`,
    );
  }
  return contextOf(pullRequest, context, run);
}

function contextOf(pullRequest: PullRequest, context: Context, run: TriggeringRun): Context {
  return {
    ...context,
    workflow: run.workflow,
    run: run.id,
    attempt: run.attempt,
    runUrl: `${context.serverUrl}/${context.owner}/${context.repository}/actions/runs/${run.id}`,
    event: run.event,
    comparison: comparisonOf(pullRequest, run.head, []),
  };
}

/**
 * The comparison of a pull request at a commit of its head, for a run whose token may write. A repository that is not known counts
 * as a stranger's.
 */
export function comparisonOf(
  { number, base, head }: PullRequest,
  sha: string,
  notes: readonly Diagnostic[],
): Context["comparison"] {
  return {
    kind: "pull-request",
    number,
    head: { sha, label: `#${number}`, reason: "pull request head" },
    base: { rule: "merge-base", sha: base.sha, label: base.ref },
    fromFork: !isSame(head.repository, base.repository),
    readOnly: undefined,
    notes,
  };
}

function isSame(left: string | undefined, right: string | undefined): boolean {
  return left !== undefined && left.toLowerCase() === right?.toLowerCase();
}

function notice(reason: string): Diagnostic {
  return { code: "no-pull-request", severity: "notice", message: `comment not written: ${reason}` };
}
