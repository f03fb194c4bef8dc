/** The ports of the action: the runner, GitHub, and the directories of the machine. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Context, Environment, GitHub, GitHubOptions, Runner } from "../github/index.ts";
import { defaultStoreDirectory } from "../sources/index.ts";
import type { StoreOptions } from "../store/index.ts";
import type { Setbacks } from "../supervision/index.ts";
import type { StepLog, TimeLimit } from "./timing/index.ts";
import type { Progress } from "./worker-messages.ts";

/** The ports of the action to everything but git and the disk. */
export interface Ports {
  readonly runner: Runner;
  readonly connectGitHub: (options: GitHubOptions) => Promise<GitHub>;
  /** The value of GITHUB_STEP_SUMMARY. */
  readonly summaryFile: string | undefined;
  /** All variables of the runner. Only the client of the Actions cache gets its tokens. */
  readonly environment: Environment;
  /** The environment for git and helm. */
  readonly gitEnvironment: Environment;
  /** Receives the progress of the work. */
  readonly progress?: Progress;
  /** The targets that ended earlier processes; none if absent. */
  readonly setbacks?: Setbacks;
  /** Logs the steps of the run. */
  readonly steps: StepLog;
  /** The limit for the whole run. */
  readonly time: TimeLimit;
}

/** The directory whose content stays until the job ends. That of the worker does not. */
export function temporaryOf({ environment }: Pick<Ports, "environment">): string {
  return environment["RUNNER_TEMP"] || tmpdir();
}

/** Limits of the store, because nobody runs `krm-render cache prune` on a runner. */
const STORE_LIMITS = { days: 30, bytes: 16 * 1024 ** 3 };

/**
 * A self-hosted runner keeps fetched files. Each repository has a scope of its own in the store, since repositories
 * differ in what they may read. Runs without secrets have another one: they must not read files that a run fetched with secrets.
 * @param isAnonymous true for what is fetched without credentials, which must not read what was fetched with some
 */
export function storeOf(
  { gitEnvironment }: Pick<Ports, "gitEnvironment">,
  { owner, repository, comparison }: Context,
  isAnonymous = false,
): StoreOptions {
  const untrusted = comparison.kind === "pull-request" ? (comparison.readOnly ?? "") : "";
  const tools = gitEnvironment["RUNNER_TOOL_CACHE"];
  const directory = tools ? join(tools, "krm-render") : defaultStoreDirectory(gitEnvironment);
  const scope = [`${owner}/${repository}`, untrusted, isAnonymous ? "anonymous" : ""].filter((part) => part !== "");
  return { directory, scope: scope.join(" "), keep: STORE_LIMITS };
}
