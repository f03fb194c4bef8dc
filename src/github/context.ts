/** Reads the run from the runner's environment: the repository, the event, and the commits to compare. */
import { readFile } from "node:fs/promises";
import { failure } from "../diagnostics.ts";
import { readAddresses } from "./addresses.ts";
import { type Comparison, type Environment, readEvent } from "./event.ts";

/** The run of a workflow, read from its environment. */
export interface Context {
  readonly owner: string;
  readonly repository: string;
  /** Such as `https://github.com`, without a trailing slash. */
  readonly serverUrl: string;
  readonly apiUrl: string;
  /** The directory of the checkout; absolute. */
  readonly workspace: string;
  readonly workflow: string;
  readonly job: string;
  readonly run: number;
  readonly attempt: number;
  /** The page of the run. */
  readonly runUrl: string;
  /** Such as `pull_request`. */
  readonly event: string;
  readonly comparison: Comparison;
  /** The event file. Strangers may have caused the event. */
  readonly payload: unknown;
}

/**
 * Reads the runner's variables and the event file.
 * @throws KrmError `missing-environment`, `invalid-event` or `event-not-readable`
 */
export async function readContext(environment: Environment): Promise<Context> {
  const variable = (name: string): string => {
    const value = environment[name];
    if (value) return value;
    throw failure("missing-environment", `the environment variable ${name} is not set`, { hint: RUNNER_HINT });
  };
  const [owner, repository, ...rest] = variable("GITHUB_REPOSITORY").split("/");
  if (!owner || !repository || rest.length > 0) {
    throw failure("missing-environment", "GITHUB_REPOSITORY is not of the form owner/name", { hint: RUNNER_HINT });
  }
  const { serverUrl, apiUrl } = readAddresses(environment);
  const event = variable("GITHUB_EVENT_NAME");
  const run = count(environment.GITHUB_RUN_ID);
  const payload = await readPayload(variable("GITHUB_EVENT_PATH"));
  return {
    owner,
    repository,
    serverUrl,
    apiUrl,
    workspace: variable("GITHUB_WORKSPACE"),
    workflow: environment.GITHUB_WORKFLOW || "workflow",
    job: environment.GITHUB_JOB || "job",
    run,
    attempt: count(environment.GITHUB_RUN_ATTEMPT) || 1,
    runUrl: `${serverUrl}/${owner}/${repository}/actions/runs/${run}`,
    event,
    comparison: readEvent(event, payload, environment),
    payload,
  };
}

const RUNNER_HINT = "Run the action on a GitHub Actions runner. On a command line, use `krm-render diff`.";

function count(text: string | undefined): number {
  return text !== undefined && /^\d{1,15}$/.test(text) ? Number(text) : 0;
}

async function readPayload(file: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (cause) {
    throw failure("event-not-readable", `the event file ${file} cannot be read`, { hint: RUNNER_HINT, cause });
  }
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw failure("invalid-event", `the event file ${file} is not JSON`, { hint: RUNNER_HINT, cause });
  }
}
