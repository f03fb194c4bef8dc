/** Opens the runner of functions and plugins, when a build first needs it. */
import { realpathSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import type {
  CatalogOptions,
  CatalogSources,
  Containers,
  EnvironmentRules,
  FunctionsOfRun,
} from "../functions/index.ts";
import { sourceOptions } from "./catalog-sources.ts";
import type { FunctionSettings } from "./options/function-settings.ts";
import { repositoryAround } from "./repository-directory.ts";
import { printDiagnostics, type Terminal } from "./terminal.ts";

/** The functions of a command, and how two trees differ in what may run. */
export type OpenFunctions = Omit<FunctionsOfRun, "catalogDigests">;

/** Most builds run no function, so the code that runs them is loaded on first use. Close the result. */
export function openFunctions(settings: FunctionSettings, terminal: Terminal, top: string): OpenFunctions {
  const { cwd } = terminal;
  const { alphaPlugins, resultsDirectory, catalogs } = settings;
  const results = resultsDirectory === undefined || !alphaPlugins ? undefined : resolve(cwd, resultsDirectory);
  let opened: Promise<FunctionsOfRun> | undefined;
  const open = (): Promise<FunctionsOfRun> => (opened ??= createRunner(settings, terminal, top, results));
  return {
    prepare: async (request) => (await open()).prepare(request),
    mayLackName: async () => (alphaPlugins ? (await open()).mayLackName() : undefined),
    unneeded: async (level) => (await open()).unneeded?.(level),
    async trustFacts(base, head) {
      // A catalog may change although no target uses it.
      const isTrusting = catalogs.trusted.length > 0 || catalogs.defaults.length > 0;
      return opened === undefined && !isTrusting ? undefined : (await open()).trustFacts(base, head);
    },
    async close() {
      // The results are written on closing, also when no function ran.
      const runner = results === undefined ? opened : open();
      await (await runner)?.close();
    },
  };
}

async function createRunner(
  settings: FunctionSettings,
  terminal: Terminal,
  top: string,
  resultsDirectory: string | undefined,
): Promise<FunctionsOfRun> {
  const { cwd, env, stderr } = terminal;
  const { chooseEngine, createContainerRuntime, createFunctions, parseMount, pluginHomes } = await import(
    "../functions/index.ts"
  );
  const catalogs = await openCatalogs(settings, terminal, top);
  const { alphaPlugins, kustomizeBinary, timeoutMs } = settings;
  const environment: EnvironmentRules = { host: env, inherited: settings.inherited, given: settings.given };
  const homes = pluginHomes({ ...env }, cwd);
  const mounts = settings.mounts.map((text) => parseMount(text, cwd));
  const engine = chooseEngine(settings.engine, { ...env });
  const containers = async (): Promise<Containers> =>
    createContainerRuntime({
      ...settings,
      engine,
      images: async () => (await catalogs.sources()).images,
      log: (line) => void stderr.write(`${line}\n`),
      cwd,
      environment,
      process: timeoutMs === undefined ? undefined : { timeoutMs },
      mounts,
      limits: { ulimits: settings.ulimits },
    });
  return createFunctions({
    ...settings,
    environment,
    containers,
    catalogs,
    pluginHome: homes.groups,
    plugins: alphaPlugins
      ? { homes, kustomizeBinary: kustomizeBinary === undefined ? undefined : resolve(cwd, kustomizeBinary) }
      : undefined,
    report: (diagnostic) => void printDiagnostics(terminal, [diagnostic]),
    resultsDirectory,
    log: (line) => void stderr.write(`${line}\n`),
  });
}

/** @param top the directory that is the top of the trees: paths of trust lines are relative to the working directory */
async function openCatalogs(
  { catalogs, network, allowMounts }: FunctionSettings,
  terminal: Terminal,
  top: string,
): Promise<CatalogOptions> {
  const { goPlatform, openSources } = await import("../functions/index.ts");
  const { trusted, defaults, requirePinned, failOnUnavailable } = catalogs;
  const cwd = realpathSync(terminal.cwd);
  let opened: CatalogSources | undefined;
  return {
    trusted,
    defaults,
    requirePinned,
    failOnUnavailable,
    switches: {
      network: { value: network, name: "--network", takesKinds: false },
      mounts: { value: allowMounts, name: "--allow-mounts", takesKinds: false },
    },
    nameOf: (path) => relative(cwd, join(top, path)),
    lockNameOf: (name) => relative(repositoryAround(cwd) ?? cwd, resolve(cwd, name)),
    pathOf: (name) => `/${relative(top, resolve(cwd, name))}`,
    report: (diagnostic) => void printDiagnostics(terminal, [diagnostic]),
    platform: goPlatform(),
    sources: async () => (opened ??= openSources(sourceOptions(terminal, top, catalogs, catalogs.trustRoot))),
    close: async () => opened?.close(),
  };
}
