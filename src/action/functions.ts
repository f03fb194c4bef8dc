/** Opens the functions of the action: those of the catalogs that the workflow trusts. */
import { posix } from "node:path";
import type { Switch, TrustLine } from "../catalog/index.ts";
import type { SettingName } from "../configuration/index.ts";
import { type Diagnostic, diagnosticsOf, KrmError } from "../diagnostics.ts";
import type { CatalogOptions, CatalogSources, Containers, FunctionsOfRun } from "../functions/index.ts";
import type { Context } from "../github/index.ts";
import type { Tree } from "../sources/tree.ts";
import { endpointOf } from "../store/http/addresses.ts";
import type { ContentStore } from "../store/index.ts";
import type { StoreCache } from "./caching/store-cache.ts";
import { functionConsent, mayBeByStrangers } from "./consent.ts";
import { type FunctionInputs, type Inputs, titleOf } from "./inputs/index.ts";
import { type Ports, storeOf } from "./ports.ts";

export interface ActionFunctionsOptions {
  /** The inputs with the settings of the repository. */
  readonly inputs: Inputs;
  readonly rules: FunctionRules;
  /** The revision whose catalogs count if they are trusted by their paths. Undefined: each side's own. */
  readonly baseline: Tree | undefined;
  /** Gets warnings of functions, such as that executables are not isolated. */
  readonly problems: Diagnostic[];
  readonly context: Context;
  readonly ports: Ports;
}

/** The parsed inputs about functions. */
export type FunctionRules = Awaited<ReturnType<typeof readFunctionRules>>;

/**
 * Reads the lines of trust, the hosts and the switches, so that a mistake in them does not depend on whether a function needs them.
 * Loads nothing for inputs that have their defaults.
 * @throws KrmError with one `invalid-input` for each input that is invalid
 */
export async function readFunctionRules({ hosts, functions }: Inputs) {
  const { trustedCatalogs, defaultCatalogs, allowWildcards } = functions;
  const problems: Diagnostic[] = [];
  const read = <T>(name: SettingName, parse: () => T, otherwise: T): T => {
    try {
      return parse();
    } catch (thrown) {
      for (const { message, hint } of diagnosticsOf(thrown)) {
        problems.push({ code: "invalid-input", severity: "error", message: `${titleOf(name)}: ${message}`, hint });
      }
      return otherwise;
    }
  };
  if (hosts.length > 0) {
    const { hostMatcher } = await import("../store/index.ts");
    read("remote", () => hostMatcher(hosts), undefined);
  }
  const linesOf = async (name: SettingName, lines: readonly string[]): Promise<readonly TrustLine[]> => {
    if (lines.length === 0) return [];
    const { parseTrustLines } = await import("../catalog/index.ts");
    return read(name, () => parseTrustLines(lines, { source: "this list", allowWildcards }), []);
  };
  const switchOf = async (name: SettingName, text: string): Promise<Switch> => {
    if (text === "false") return false;
    const { parseSwitch } = await import("../catalog/index.ts");
    return read(name, () => parseSwitch(text, "it"), false);
  };
  const rules = {
    trusted: await linesOf("trusted-catalogs", trustedCatalogs),
    /** Catalogs that need no reference. */
    defaults: await linesOf("default-catalogs", defaultCatalogs),
    network: await switchOf("function-network", functions.network),
    mounts: await switchOf("function-mounts", functions.mounts),
  };
  if (problems.length > 0) throw new KrmError(problems);
  return rules;
}

/** Most runs have no function, so the code that runs them is loaded on first use. Close the result. */
export function openActionFunctions(options: ActionFunctionsOptions): FunctionsOfRun {
  const { rules } = options;
  let opened: Promise<FunctionsOfRun> | undefined;
  const open = (): Promise<FunctionsOfRun> => (opened ??= openAll(options));
  let digests: ReadonlyMap<string, string> = new Map();
  return {
    prepare: async (request) => (await open()).prepare(request),
    mayLackName: () => Promise.resolve(undefined),
    catalogDigests: () => digests,
    async trustFacts(base, head) {
      // A catalog may change although no target uses it.
      if (opened === undefined && rules.trusted.length === 0 && rules.defaults.length === 0) return undefined;
      return (await open()).trustFacts(base, head);
    },
    async close() {
      // A build that needed functions has reported why there are none.
      const functions = await opened?.catch(() => undefined);
      if (functions === undefined) return;
      digests = functions.catalogDigests();
      await functions.close();
    },
  };
}

async function openAll(options: ActionFunctionsOptions): Promise<FunctionsOfRun> {
  const { inputs, rules, context, ports } = options;
  const consent = functionConsent(inputs, context);
  const { runner, gitEnvironment: host } = ports;
  const { chooseEngine, createContainerRuntime, createFunctions } = await import("../functions/index.ts");
  const { connectEngineTools } = await import("./engine-tools.ts");
  const { functions, refusal } = consent;
  const log = (line: string): void => runner.log(line);
  const environment = { host, inherited: [], given: [] };
  const timeoutMs = functions.timeoutSeconds * 1000;
  const catalogs = await openCatalogs(options, functions);
  const containers = async (): Promise<Containers> =>
    createContainerRuntime({
      engine: chooseEngine(functions.engine, { ...host }),
      cwd: context.workspace,
      environment,
      images: async () => (await catalogs.sources()).images,
      keepImages: false,
      tools: connectEngineTools(runner),
      log,
      process: { timeoutMs },
      // For functions that name their own image; those of catalogs have the switches.
      network: rules.network === true,
      allowMounts: rules.mounts === true,
    });
  return createFunctions({
    alphaPlugins: functions.plugins.alpha,
    exec: functions.plugins.exec,
    starlark: functions.plugins.starlark,
    environment,
    containers,
    catalogs,
    timeoutMs,
    failOn: "error",
    isolation: functions.isolation,
    report: (diagnostic) => void options.problems.push(diagnostic),
    log,
    refusal,
    disabledHint:
      "List the catalog that names its program under `catalogs`, and trust it: add it to the input `trusted-catalogs`. Or use a built-in, whose apiVersion is builtin.",
  });
}

async function openCatalogs(
  { inputs, rules, baseline, context, ports }: ActionFunctionsOptions,
  functions: FunctionInputs,
): Promise<CatalogOptions> {
  const { goPlatform, openSources } = await import("../functions/index.ts");
  const { createStoreCache } = await import("./caching/store-cache.ts");
  const { runner } = ports;
  const caching = {
    environment: ports.environment,
    save: inputs.functions.cacheSave,
    isUntrusted: mayBeByStrangers(context),
  };
  const { requirePinned, failOnUnavailable, trustRoot } = functions;
  let opened: CatalogSources | undefined;
  let cache: StoreCache | undefined;
  const needed = new Set<string>();
  const restore = async (sha256: string, files: ContentStore): Promise<void> => {
    cache ??= createStoreCache({ ...caching, store: files, log: (line) => runner.log(line) });
    needed.add(sha256);
    await cache.restore([sha256]);
  };
  return {
    trusted: rules.trusted,
    defaults: rules.defaults,
    trustRoot,
    requirePinned,
    failOnUnavailable,
    switches: {
      network: { value: rules.network, name: "the setting function-network", takesKinds: true },
      mounts: { value: rules.mounts, name: "the setting function-mounts", takesKinds: true },
    },
    nameOf: (path) => posix.relative("/", path),
    // A name that leads out of the repository stays so: it is no path of a revision.
    lockNameOf: (name) => name,
    pathOf: (name) => `/${name}`,
    baseline,
    platform: goPlatform(),
    sources: async () =>
      (opened ??= openSources({
        store: storeOf(ports, context),
        privateHosts: false,
        // A host that a trust line names is the workflow's choice, as one that `remote` lists.
        allowHosts: [...inputs.hosts, ...trustedHosts(rules)],
        insecureRegistries: [],
        tokenServers: inputs.functions.tokenServers,
        env: ports.gitEnvironment,
        workTree: context.workspace,
        log: (line) => runner.log(line),
        onSecret: (text) => runner.hide(text),
        trustRoot,
        restore,
      })),
    async close() {
      // Each program is an entry of its own: its digest names all of its files.
      for (const sha256 of needed) await cache?.save([sha256]);
      await opened?.close();
    },
  };
}

/** The hosts of the catalogs that the workflow trusts, as `host:port`. */
function trustedHosts({ trusted, defaults }: FunctionRules): readonly string[] {
  return [...trusted, ...defaults].flatMap(({ reference }) => {
    if (reference.kind === "path") return [];
    const oci = reference.kind === "oci" ? `https://${reference.registry}` : undefined;
    const endpoint = endpointOf(oci ?? (reference.kind === "git" ? reference.repository : reference.normal));
    // Another spelling of a host is refused where it is read.
    if (endpoint === undefined || !/^[\w.-]*\w$|:/.test(endpoint.host)) return [];
    const { host, port } = endpoint;
    return [`${host.includes(":") ? `[${host}]` : host}:${port}`];
  });
}
