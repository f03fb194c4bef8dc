/** Checks the event of a workflow, and what its token and cache allow. */
import type { Facts, RunFacts } from "./facts.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

export function runFindings({ run }: Facts): readonly Finding[] {
  if (run === undefined) return [ok("not in a workflow: what its event allows is not checked")];
  if (!("event" in run)) return run.map(({ message, hint }) => problem(message, hint ?? "Run it on a runner."));
  return [eventFinding(run), tokenFinding(run), cacheFinding(run)];
}

function eventFinding({ event, pullRequest, readOnly }: RunFacts): Finding {
  if (readOnly !== undefined)
    return warning(
      `${readOnly === "fork" ? "the pull request comes from a fork" : "Dependabot started this run"}, so its token can only read, and there will be no comment`,
      "The job summary has the result. For a comment, let a second workflow post it: docs/reference/action.md.",
    );
  if (pullRequest !== undefined) return ok(`event ${event} of pull request ${pullRequest}`);
  return ok(`event ${event}, which has no pull request to comment on`);
}

function tokenFinding({ hasToken }: RunFacts): Finding {
  return ok(
    hasToken ? "this step has a token" : "this step has no token; the action gets one by its input github-token",
  );
}

function cacheFinding({ hasCache }: RunFacts): Finding {
  return ok(
    hasCache ? "the Actions cache is reached" : "the Actions cache is for actions only, and not seen by this step",
  );
}
