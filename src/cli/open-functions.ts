/** Opens the runner of functions and plugins, when a build first needs it. */
import { resolve } from "node:path";
import type { Containers, EnvironmentRules, Functions } from "../functions/index.ts";
import type { FunctionSettings } from "./options/function-settings.ts";
import type { Terminal } from "./terminal.ts";

/** Most builds run no function, so the code that runs them is loaded on first use. Close the result. */
export function openFunctions(settings: FunctionSettings, terminal: Terminal): Functions {
  const { cwd } = terminal;
  const { alphaPlugins, resultsDirectory } = settings;
  const results = resultsDirectory === undefined || !alphaPlugins ? undefined : resolve(cwd, resultsDirectory);
  let opened: Promise<Functions> | undefined;
  const open = (): Promise<Functions> => {
    opened ??= createRunner(settings, terminal, results);
    return opened;
  };
  return {
    prepare: async (request) => (await open()).prepare(request),
    mayLackName: async () => (alphaPlugins ? (await open()).mayLackName() : undefined),
    async close() {
      // The results are written on closing, also when no function ran.
      const runner = results === undefined ? opened : open();
      await (await runner)?.close();
    },
  };
}

async function createRunner(
  settings: FunctionSettings,
  { cwd, env, stderr }: Terminal,
  resultsDirectory: string | undefined,
): Promise<Functions> {
  const { chooseEngine, createContainerRuntime, createFunctions, parseMount, pluginHomes } = await import(
    "../functions/index.ts"
  );
  const { alphaPlugins, kustomizeBinary, timeoutMs } = settings;
  const environment: EnvironmentRules = { host: env, inherited: settings.inherited, given: settings.given };
  const homes = pluginHomes({ ...env }, cwd);
  const mounts = settings.mounts.map((text) => parseMount(text, cwd));
  const engine = chooseEngine(settings.engine, { ...env });
  const containers = async (): Promise<Containers> =>
    createContainerRuntime({
      engine,
      cwd,
      environment,
      pull: settings.pull,
      process: timeoutMs === undefined ? undefined : { timeoutMs },
      network: settings.network,
      networkName: settings.networkName,
      allowMounts: settings.allowMounts,
      mounts,
      asCurrentUser: settings.asCurrentUser,
      limits: { ulimits: settings.ulimits },
    });
  return createFunctions({
    alphaPlugins,
    exec: settings.exec,
    starlark: settings.starlark,
    environment,
    containers,
    pluginHome: homes.groups,
    plugins: alphaPlugins
      ? { homes, kustomizeBinary: kustomizeBinary === undefined ? undefined : resolve(cwd, kustomizeBinary) }
      : undefined,
    timeoutMs,
    maxRuns: settings.maxRuns,
    maxTimeMs: settings.maxTimeMs,
    verifyIdempotent: settings.verifyIdempotent,
    failOn: settings.failOn,
    resultsDirectory,
    log: (line) => void stderr.write(`${line}\n`),
  });
}
