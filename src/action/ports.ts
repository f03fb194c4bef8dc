/** What the action reaches: the runner and GitHub, and for builds helm, other machines and the store. */
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BuildOptions } from "../engine/index.ts";
import type { Context, Environment, GitHub, GitHubOptions, Runner } from "../github/index.ts";
import { createHelm, defaultStoreDirectory, lazyRemotes, type OpenRemotes, SAFE_PROTOCOLS } from "../sources/index.ts";
import type { ReachRules, StoreOptions } from "../store/index.ts";
import type { Setbacks } from "../supervision/index.ts";
import type { Inputs, RemoteHosts } from "./inputs/index.ts";
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
  /** Told what the run does, for the log. */
  readonly steps: StepLog;
  /** The limit for the whole run. */
  readonly time: TimeLimit;
}

/** What builds of both sides share. */
export interface BuildPorts extends Pick<BuildOptions, "helm" | "remotes"> {
  close(): Promise<void>;
}

/** Opens what the inputs allow. Close the result. */
export function openBuildPorts(inputs: Inputs, ports: Ports, context: Context): BuildPorts {
  // Both sides share one helm: equal charts with equal values are rendered once, so random values in them do not differ.
  const helm = inputs.enableHelm
    ? createHelm({
        command: "helm",
        cwd: "/",
        env: ports.gitEnvironment,
        configHome: "private",
        // A chart is pulled under the same rules as any other remote resource.
        pulls: inputs.remote === undefined ? "refused" : { protocols: ["https"], ...reachOf(inputs.remote) },
      })
    : undefined;
  // Both sides share one port: otherwise a branch that moves between two fetches would show as a change.
  const { remote } = inputs;
  const remotes = remote && remotesFor(remote, ports, context);
  return {
    helm: helm && { helm },
    remotes,
    async close() {
      helm?.close();
      await remotes?.close();
    },
  };
}

/** A directory whose content stays until the job ends. The worker's own does not. */
export function temporaryOf({ environment }: Pick<Ports, "environment">): string {
  return environment["RUNNER_TEMP"] || tmpdir();
}

/** Limits of the store, because nobody runs `krm-render cache prune` on a runner. */
const STORE_LIMITS = { days: 30, bytes: 16 * 1024 ** 3 };

function reachOf({ isPublic, listed }: RemoteHosts): Omit<ReachRules, "protocols"> {
  return { privateHosts: false, allowHosts: listed, onlyAllowed: !isPublic };
}

/**
 * A self-hosted runner keeps what was fetched. Each repository has a scope of its own in the store, since repositories
 * differ in what they may read. Runs without secrets have another one: they must not read what a run fetched with secrets.
 */
export function storeOf({ gitEnvironment }: Ports, { owner, repository, comparison }: Context): StoreOptions {
  const untrusted = comparison.kind === "pull-request" ? (comparison.readOnly ?? "") : "";
  const tools = gitEnvironment["RUNNER_TOOL_CACHE"];
  const directory = tools ? join(tools, "krm-render") : defaultStoreDirectory(gitEnvironment);
  return { directory, scope: `${owner}/${repository}${untrusted && ` ${untrusted}`}`, keep: STORE_LIMITS };
}

function remotesFor(remote: RemoteHosts, ports: Ports, context: Context): OpenRemotes {
  const { runner, gitEnvironment } = ports;
  return lazyRemotes({
    store: storeOf(ports, context),
    untrusted: true,
    rules: { protocols: SAFE_PROTOCOLS, ...reachOf(remote) },
    env: gitEnvironment,
    log: (line) => runner.log(line),
  });
}
