/** The run that triggered this one by the event `workflow_run`. */
import { failure, type KrmError } from "../diagnostics.ts";
import { isCommitId } from "../text/index.ts";
import { fieldsOf, idOf, textOf } from "./answers.ts";

/** The run as GitHub describes it. Its branch and its workflow may be a stranger's. */
export interface TriggeringRun {
  readonly id: number;
  readonly attempt: number;
  /** The event that triggered that run, such as `pull_request`. */
  readonly event: string;
  readonly workflow: string;
  /** Such as `success`, `failure` and `cancelled`; undefined while it runs. */
  readonly conclusion: string | undefined;
  /** The commit that it ran for. */
  readonly head: string;
  /** The branch of that commit. */
  readonly branch: string;
  /** `owner/name` of the repository of the branch; undefined if it was deleted. */
  readonly repository: string | undefined;
  /** The pull requests of the branch; none if it is in a fork. */
  readonly pullRequests: readonly number[];
}

/**
 * Reads the payload of a `workflow_run` event.
 * @throws KrmError `invalid-event` for a payload that lacks a required field
 */
export function readTriggeringRun(payload: unknown): TriggeringRun {
  const run = fieldsOf(fieldsOf(payload)["workflow_run"]);
  const [id, attempt] = [positive(run["id"]), positive(run["run_attempt"])];
  const [event, head] = [textOf(run["event"]), textOf(run["head_sha"])];
  if (id === undefined) throw invalid("run");
  if (attempt === undefined) throw invalid("attempt of the run");
  if (!event) throw invalid("event of the run");
  if (head === undefined || !isCommitId(head)) throw invalid("commit of the run");
  const listed: readonly unknown[] = Array.isArray(run["pull_requests"]) ? run["pull_requests"] : [];
  return {
    id,
    attempt,
    event,
    head,
    workflow: textOf(fieldsOf(fieldsOf(payload)["workflow"])["name"]) || textOf(run["name"]) || "workflow",
    conclusion: textOf(run["conclusion"]),
    branch: textOf(run["head_branch"]) ?? "",
    repository: textOf(fieldsOf(run["head_repository"])["full_name"]) || undefined,
    pullRequests: listed.flatMap((each) => positive(fieldsOf(each)["number"]) ?? []),
  };
}

function positive(value: unknown): number | undefined {
  const number = idOf(value);
  return number !== undefined && Number.isSafeInteger(number) && number > 0 ? number : undefined;
}

function invalid(what: string): KrmError {
  return failure("invalid-event", `the workflow_run event does not name the ${what}`, {
    hint: "Run `mode: comment` in a workflow with `on: workflow_run`.",
  });
}
