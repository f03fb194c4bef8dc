/** Opens the ports of the builds of a run: helm, remote sources and functions. */

import type { DeploymentSettings } from "../configuration/index.ts";
import { findDeployments, type SearchBuild } from "../deployments/index.ts";
import type { Diagnostic } from "../diagnostics.ts";
import type { BuildOptions } from "../engine/index.ts";
import type { FunctionsOfRun } from "../functions/index.ts";
import type { Context } from "../github/index.ts";
import { createJsonnet, type Jsonnet } from "../jsonnet/index.ts";
import {
  createHelm,
  lazyRemotes,
  type OpenRemotes,
  ownAddress,
  permittedRemotes,
  type Repository,
  refusingRemotes,
  repositoryHistory,
  SAFE_PROTOCOLS,
} from "../sources/index.ts";
import { lazyStore, type ReachRules } from "../store/index.ts";
import { automaticPermission, readTips } from "./automatic/index.ts";
import { createRenderingCache } from "./caching/rendering-cache.ts";
import { isPrivileged, mayBeByStrangers } from "./consent.ts";
import { type ActionFunctionsOptions, openActionFunctions } from "./functions.ts";
import type { Inputs, RemoteHosts } from "./inputs/index.ts";
import { keepGoing } from "./keep-going.ts";
import { type Ports, storeOf } from "./ports.ts";

/** Seconds that closing has in any case. */
const MIN_SECONDS = 10;

interface Options extends Pick<ActionFunctionsOptions, "inputs" | "rules" | "baseline" | "problems"> {
  readonly remotes: OpenRemotes | undefined;
}

/** The ports of a build. */
export type ActionBuild = BuildOptions & { readonly functions: FunctionsOfRun };

interface RemoteOptions extends Pick<Options, "inputs" | "problems"> {
  /** The clone, whose default branch decides what is fetched automatically. */
  readonly repository: Repository;
  /** The settings for finding what is deployed, of the configuration that counts. */
  readonly deployments: DeploymentSettings;
}

/** Opens remote sources as the inputs allow them, does the work, and closes them: the search for deployments and all builds share them. */
export async function withRemotes<T>(
  options: RemoteOptions,
  context: Context,
  ports: Ports,
  work: (remotes: OpenRemotes | undefined) => Promise<T>,
): Promise<T> {
  const remotes = remotesOf(options, context, ports);
  try {
    return await work(remotes);
  } finally {
    const close = async () => remotes?.close();
    await keepGoing(options.problems, () => ports.time.within("closing what was fetched", MIN_SECONDS, close));
  }
}

/**
 * Opens the ports that the inputs allow, does the work, and closes them. Both sides share them: equal charts and equal calls of
 * functions run once, so random values in them do not differ, and a branch that moves between two fetches is no change.
 */
export async function withBuild<T>(
  options: Options,
  context: Context,
  ports: Ports,
  work: (build: ActionBuild) => Promise<T>,
): Promise<T> {
  const { loadRestrictor, timeoutSeconds, kubernetesVersion } = options.inputs;
  const { steps, time } = ports;
  const helm = helmOf(options.inputs, context, ports);
  const jsonnet = jsonnetOf(options.inputs, ports, (notice) => void options.problems.push(notice));
  const { remotes } = options;
  const renderings = helm && renderingsOf(options.inputs, context, ports);
  const functions = openActionFunctions({ ...options, context, ports });
  try {
    return await work({
      loadRestrictor,
      timeoutSeconds,
      helm: helm && { helm },
      deploymentHelm: helm && { helm, kubeVersion: kubernetesVersion },
      jsonnet,
      keptRenderings: renderings?.kept,
      remotes,
      functions,
    });
  } finally {
    // The results are presented also if something stays behind.
    const close = async (): Promise<void> => {
      helm?.close();
      jsonnet?.close();
    };
    steps.begin("closing");
    await keepGoing(options.problems, () =>
      time.within("saving renderings of charts", MIN_SECONDS, async () => renderings?.close()),
    );
    await keepGoing(options.problems, () =>
      time.within("saving what functions need", MIN_SECONDS, () => functions.close()),
    );
    await keepGoing(options.problems, () => time.within("closing helm and jsonnet", MIN_SECONDS, close));
  }
}

/** Opens what the search for deployments may use beside remote sources, and closes it behind the work. */
export async function withSearch<T>(
  { inputs, repository, remotes }: Pick<RemoteOptions, "inputs" | "repository"> & Pick<SearchBuild, "remotes">,
  context: Context,
  ports: Ports,
  work: (build: SearchBuild) => Promise<T>,
): Promise<T> {
  const { timeoutSeconds, kubernetesVersion } = inputs;
  const helm = helmOf(inputs, context, ports);
  // What renders afterwards tells that there is no sandbox.
  const jsonnet = jsonnetOf(inputs, ports, () => undefined);
  try {
    const history = repositoryHistory(async () => repository);
    const deploymentHelm = helm && { helm, kubeVersion: kubernetesVersion };
    return await work({ timeoutSeconds, deploymentHelm, jsonnet, history, remotes });
  } finally {
    helm?.close();
    jsonnet?.close();
  }
}

function jsonnetOf(
  { enableJsonnet, functions: { isolation } }: Inputs,
  { gitEnvironment: env }: Ports,
  report: (notice: Diagnostic) => void,
): Jsonnet | undefined {
  return enableJsonnet ? createJsonnet({ env, isolation, report }) : undefined;
}

function helmOf({ enableHelm }: Inputs, context: Context, { gitEnvironment: env }: Ports) {
  if (enableHelm === false || (enableHelm === "auto" && isPrivileged(context))) return undefined;
  const isolated = enableHelm === "auto";
  return createHelm({ command: "helm", cwd: "/", env, configHome: "private", isolated });
}

/** Undefined where strangers may have written what is rendered, or caused the run: nothing verifies what is kept. */
function renderingsOf({ functions: { cacheSave } }: Inputs, context: Context, ports: Ports) {
  if (isPrivileged(context) || mayBeByStrangers(context)) return undefined;
  const { environment, runner } = ports;
  const store = lazyStore(storeOf(ports, context));
  const isSaved = cacheSave !== "never";
  const kept = createRenderingCache({ store, log: (line) => runner.log(line), environment, isSaved });
  return {
    kept,
    async close(): Promise<void> {
      await kept.save();
      store.close();
    },
  };
}

function remotesOf(
  { inputs, repository, deployments }: RemoteOptions,
  context: Context,
  ports: Ports,
): OpenRemotes | undefined {
  const { remote, autoBranches } = inputs;
  const { runner, gitEnvironment: env } = ports;
  if (remote === undefined) return undefined;
  const store = storeOf(ports, context, remote === "auto");
  const options = {
    store,
    untrusted: true,
    env,
    workTree: context.workspace,
    log: (line: string) => runner.log(line),
    onSecret: (text: string) => runner.hide(text),
  };
  if (remote !== "auto") return lazyRemotes({ ...options, rules: { protocols: SAFE_PROTOCOLS, ...reachOf(remote) } });
  if (isPrivileged(context))
    return refusingRemotes({
      why: `\`remote: auto\` is off on ${context.event}, whose runs have secrets although a stranger can cause them`,
      hint: "Use the event pull_request, or set the input `remote`.",
    });
  const proxy = PROXIES.find((name) => env[name]);
  if (proxy !== undefined)
    return refusingRemotes({
      why: `\`remote: auto\` is off, because ${proxy} is set: behind a proxy, the address that is connected to cannot be checked`,
      hint: "Set the input `remote` to `public`, or to the hosts that the proxy may be asked for.",
    });
  const permission = automaticPermission(
    () => readTips(repository, context, autoBranches),
    async (tree, remotes) => {
      const own = ownAddress(await repository.originAddress(), ports.environment);
      return withSearch({ inputs, repository, remotes }, context, ports, async (build) => {
        const found = await findDeployments(tree, { settings: deployments, own, build });
        return found.remoteSources();
      });
    },
  );
  const rules: ReachRules = { protocols: ["https"], privateHosts: false, asksForPrivateHosts: true };
  return permittedRemotes({ ...options, rules }, permission);
}

/** The variables that lead https requests of git, or of Node, to a proxy. */
const PROXIES = ["HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"];

function reachOf({ isPublic, listed }: RemoteHosts): Omit<ReachRules, "protocols"> {
  return { privateHosts: false, allowHosts: listed, onlyAllowed: !isPublic };
}
