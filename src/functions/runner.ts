/** Prepares functions: reads their specifications, checks what is allowed, and chooses how they run. */
import { type Diagnostic, formatDiagnostic, KrmError, type Location } from "../diagnostics.ts";
import { imageReference } from "../lock/index.ts";
import type { RunLimits } from "../processes/index.ts";
import { describeId, gvkText } from "../resource/index.ts";
import type { Tree } from "../sources/tree.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { type Budget, type BudgetLimits, createBudgets } from "./budget.ts";
import { CatalogFunctions } from "./catalogs/catalog-functions.ts";
import type { CatalogOptions } from "./catalogs/catalog-options.ts";
import { CatalogPrograms } from "./catalogs/catalog-programs.ts";
import { explicitUse, useAskedFor } from "./catalogs/explicit-use.ts";
import { atPlace } from "./catalogs/placed.ts";
import { type TrustFacts, TrustRecord } from "./catalogs/trust-changes.ts";
import { configFailure, locationOf } from "./config-problems.ts";
import { type Containers, containerRunnable } from "./containers.ts";
import { declaredEnvironment, type EnvironmentRules, variableRefused } from "./declared-environment.ts";
import { execProgram } from "./exec/exec-program.ts";
import { createIsolation, type IsolationMode } from "./exec/isolation.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { placeOf } from "./place.ts";
import type { PluginOptions } from "./plugin-call.ts";
import { createPlugins, type Plugins } from "./plugins.ts";
import { createPrivateTrees, type PrivateTrees } from "./private-tree.ts";
import type { Runnable } from "./program.ts";
import { functionProtocol } from "./protocol.ts";
import type { FailOn } from "./reports.ts";
import { type FunctionRun, writeResultsFile } from "./results-file.ts";
import { createStep } from "./run-step.ts";
import { createSchedule, type Schedule } from "./schedule.ts";
import { scriptRunnable } from "./script/index.ts";
import type {
  ExecSpecification,
  FunctionSpecification,
  RequestedFunction,
} from "./specification/function-specification.ts";
import { readSpecification } from "./specification/read-specification.ts";
import type { FunctionRequest, FunctionStep, Functions } from "./step.ts";

export interface FunctionsOptions extends BudgetLimits {
  /** `--enable-alpha-plugins`: without it, only built-ins run. */
  readonly alphaPlugins: boolean;
  /** `--enable-exec` */
  readonly exec: boolean;
  /** `--enable-star`. False by default. */
  readonly starlark?: boolean | undefined;
  readonly environment: EnvironmentRules;
  /** `$XDG_CONFIG_HOME/kustomize/plugins`, absolute; see {@link ./exec/exec-program.ts}. */
  readonly pluginHome?: string | undefined;
  /** If absent, catalogs name no program. */
  readonly catalogs?: CatalogOptions | undefined;
  /** Undefined disables plugins. */
  readonly plugins?: PluginOptions | undefined;
  /** `--function-timeout`, in milliseconds. Default five minutes. */
  readonly timeoutMs?: number | undefined;
  /** `--verify-idempotent`: every call is made twice. False by default. */
  readonly verifyIdempotent?: boolean | undefined;
  /** `--fail-on` */
  readonly failOn: FailOn;
  /** `--results-dir`, absolute. */
  readonly resultsDirectory?: string | undefined;
  /** Receives standard error of functions that succeed, line by line and safe to print. */
  readonly log: (line: string) => void;
  /** Creates the port to a container engine, at first need. */
  readonly containers?: (() => Promise<Containers>) | undefined;
  /** `--isolate-functions`. `auto` by default. */
  readonly isolation?: IsolationMode | undefined;
  /** Receives the diagnostics of the whole run, such as that executables are not isolated. `log` by default. */
  readonly report?: ((diagnostic: Diagnostic) => void) | undefined;
  /** Set if no function runs in this run at all: the reason, and a remedy. */
  readonly refusal?: { readonly message: string; readonly hint: string } | undefined;
  /** The remedy where functions are disabled. By default, the one of the command line. */
  readonly disabledHint?: string | undefined;
  /** The number of programs that run at a time. 4 by default. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;

/** The functions of a run, and facts about them for reports. */
export interface FunctionsOfRun extends Functions {
  /** The digests of the catalogs that named functions, `sha256:` and 64 digits, by their references. */
  catalogDigests(): ReadonlyMap<string, string>;
  /** Compares what may run in two rendered trees. Undefined if there are no catalogs, and nothing runs. */
  trustFacts(base: Tree, head: Tree): Promise<TrustFacts | undefined>;
}

/** Creates the functions of a run. Close them in every case: they own processes, containers and private copies. */
export function createFunctions(options: FunctionsOptions): FunctionsOfRun {
  const stop = new AbortController();
  const runs: FunctionRun[] = [];
  let containers: Promise<Containers> | undefined;
  const limits = { ...DEFAULT_LIMITS, ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) };
  const trees = createPrivateTrees();
  const schedule = createSchedule(options.concurrency ?? CONCURRENCY, stop.signal);
  const budgetOf = createBudgets(options);
  // Only the results file needs the calls.
  const record = (run: FunctionRun): void => {
    if (options.resultsDirectory !== undefined) runs.push(run);
  };
  const open = (): Promise<Containers> | undefined => (containers ??= options.containers?.());
  const { report = (diagnostic: Diagnostic) => options.log(formatDiagnostic(diagnostic)) } = options;
  const isolation = createIsolation({ mode: options.isolation ?? "auto", report });
  const runners = { containers: open, trees, environment: options.environment, limits, isolation };
  const trust = new TrustRecord();
  const catalogs = options.catalogs && {
    functions: new CatalogFunctions(options.catalogs, trust),
    programs: new CatalogPrograms(options.catalogs, runners),
  };
  const context: RunContext = {
    options,
    trust,
    catalogs,
    record,
    limits,
    trees,
    schedule,
    budgetOf,
    plugins: createPlugins({ plugins: undefined, ...options, record, limits, trees, schedule, budgetOf }),
    containers: open,
  };
  return {
    prepare: (request) => prepare(request, context),
    catalogDigests: () => catalogs?.functions.documents.digests ?? new Map(),
    async trustFacts(base, head) {
      if (catalogs === undefined) return undefined;
      const { documents, paths, signatureFiles } = catalogs.functions;
      return trust.facts(base, head, { catalogs: paths, signatureFiles }, documents);
    },
    mayLackName: async () => context.plugins.mayLackName(),
    unneeded: async (level) => context.catalogs?.functions.unneeded(level),
    async close() {
      stop.abort();
      try {
        // Functions that need containers have reported why there are none.
        await (await containers?.catch(() => undefined))?.close();
      } finally {
        // Programs that still run need the copies.
        await schedule.settled();
        trees.close();
        try {
          // Also if containers stay behind.
          if (options.resultsDirectory !== undefined) writeResultsFile(options.resultsDirectory, runs);
        } finally {
          await options.catalogs?.close();
        }
      }
    },
  };
}

interface Catalogs {
  readonly functions: CatalogFunctions;
  readonly programs: CatalogPrograms;
}

/** The ports and options that all functions of a run share. */
interface RunContext {
  readonly options: FunctionsOptions;
  readonly trees: PrivateTrees;
  readonly schedule: Schedule;
  readonly record: (run: FunctionRun) => void;
  readonly limits: RunLimits;
  readonly budgetOf: (build: object) => Budget;
  readonly plugins: Plugins;
  readonly trust: TrustRecord;
  readonly catalogs: Catalogs | undefined;
  containers(): Promise<Containers> | undefined;
}

async function prepare(request: FunctionRequest, context: RunContext): Promise<FunctionStep> {
  const { config, warn } = request;
  const { catalogs, options, plugins } = context;
  const hasCatalogs = catalogs?.functions.serves(request) ?? false;
  const refusal = refusalOf(request, hasCatalogs, options);
  if (refusal !== undefined) {
    context.trust.note(request.top, useAskedFor(request));
    throw refusal;
  }
  const specification = readSpecification(config.node as MapNode, locationOf(config).file, warn);
  const isOwn = specification !== undefined && specification.type !== "catalog";
  if (catalogs !== undefined && hasCatalogs && !(isOwn && options.alphaPlugins)) {
    if (isOwn || !options.alphaPlugins) return prepareFromCatalog(specification, request, catalogs, context);
    // Only what no catalog has is looked for among the plugins.
    return prepareFromCatalog(specification, request, catalogs, context).catch((thrown) =>
      isUnknown(thrown) ? plugins.prepare(request).catch(() => Promise.reject(thrown)) : Promise.reject(thrown),
    );
  }
  if (specification?.type === "catalog") {
    const message = "this config asks for permissions, and neither it nor a catalog says which program it is for";
    const hint = "Name the image of the function, or list the catalog that names it under `catalogs`.";
    throw configFailure("invalid-function", config, message, hint);
  }
  if (specification === undefined) return plugins.prepare(request);
  context.trust.note(request.top, explicitUse(specification, request));
  const runnable = await programOf(specification, request, context);
  return stepOf(runnable, specification.type, specification.location, request, context);
}

function stepOf(
  { program, identity }: Runnable,
  type: FunctionRun["type"],
  location: Location,
  request: FunctionRequest,
  context: RunContext,
): FunctionStep {
  const title = `the function ${describeId(request.config.id)} (${program.title})`;
  const protocol = functionProtocol(type, request);
  return createStep({ title, request, location, protocol, program, identity }, { ...context, ...context.options });
}

/** Prepares a function whose program a trusted catalog names. */
async function prepareFromCatalog(
  specification: FunctionSpecification | undefined,
  request: FunctionRequest,
  { functions, programs }: Catalogs,
  context: RunContext,
): Promise<FunctionStep> {
  const { config } = request;
  const asked = specification === undefined ? undefined : askedOf(specification);
  const hasEngine = async (): Promise<boolean> => (await (await context.containers())?.isAvailable()) ?? false;
  const found = await functions.find(request, specification, asked, hasEngine);
  const runnable = await programs.runnable(found, request, asked);
  return stepOf(runnable, found.program.type, specification?.location ?? locationOf(config), request, context);
}

/** Returns the permissions that a config asks for. A config that names its program asks for those that it declares. */
function askedOf(specification: FunctionSpecification): RequestedFunction {
  const { type, location } = specification;
  if (type === "catalog") return specification;
  const { network, mounts } = type === "container" ? specification : { network: undefined, mounts: [] };
  return { type: "catalog", network, mounts, location };
}

function isUnknown(thrown: unknown): boolean {
  return thrown instanceof KrmError && UNKNOWN.has(thrown.code);
}

/** The codes of a function that no trusted catalog has. */
const UNKNOWN: ReadonlySet<string> = new Set(["catalog-function-unknown", "catalog-untrusted", "catalog-core-group"]);

function refusalOf({ config }: FunctionRequest, hasCatalogs: boolean, options: FunctionsOptions): Error | undefined {
  const { refusal, alphaPlugins, disabledHint = DISABLED_HINT } = options;
  if (refusal !== undefined) return configFailure("functions-refused", config, refusal.message, refusal.hint);
  if (alphaPlugins || hasCatalogs) return undefined;
  const message = `external plugins disabled; unable to load external plugin '${config.id.kind}'`;
  return configFailure("functions-disabled", config, message, disabledHint);
}

const DISABLED_HINT =
  "List a trusted catalog that names its program under `catalogs`, or use a built-in, whose apiVersion is builtin. --enable-alpha-plugins allows functions and plugins that name their own.";

async function programOf(
  specification: Exclude<FunctionSpecification, RequestedFunction>,
  request: FunctionRequest,
  context: RunContext,
): Promise<Runnable> {
  switch (specification.type) {
    case "exec":
      return execRunnable(specification, request, context);
    case "container": {
      const containers = await context.containers();
      if (containers === undefined) break;
      const { uses } = request;
      const { image, sha256, location } = specification;
      // A lock has to know the image before the engine pulls it, and its digest before it runs.
      const pinned =
        /@(sha256:.*)$/s.exec(image)?.[1] ?? (sha256 && `sha256:${sha256.replace(/^sha256:/i, "").toLowerCase()}`);
      const reference = imageReference(image, pinned);
      atPlace(location, () =>
        pinned === undefined ? uses?.expect(reference) : uses?.use({ ...reference, digest: pinned }),
      );
      const runnable = await containerRunnable(containers, specification, request, context.trees);
      const { digest } = runnable.program;
      if (pinned === undefined) atPlace(location, () => uses?.use({ ...reference, digest }));
      return runnable;
    }
    case "starlark": {
      const { options, limits } = context;
      return scriptRunnable(specification, request, { ...options, enabled: options.starlark ?? false, limits });
    }
  }
  const { config } = request;
  const message = `${gvkText(config.id)} is a ${specification.type} function, and no container engine is configured`;
  throw configFailure("function-unsupported", config, message, "Use an executable or a built-in instead.");
}

async function execRunnable(
  specification: ExecSpecification,
  request: FunctionRequest,
  context: RunContext,
): Promise<Runnable> {
  const { options, trees, limits } = context;
  const { root, restricted, config } = request;
  const { location, sha256: _, ...declared } = specification;
  if (!options.exec) {
    const message = `${gvkText(config.id)} is an exec function, and exec functions are disabled`;
    const hint = "Enable exec functions with --enable-exec. They run with all of your permissions.";
    throw configFailure("exec-disabled", config, message, hint, location);
  }
  const env = declaredEnvironment(options.environment, specification.envs, (name) =>
    variableRefused(name, { ...location, object: config.describe() }),
  );
  const top = await trees.directoryOf(root.tree);
  const { pluginHome } = options;
  const program = await execProgram(specification, { root, top, restricted, pluginHome, env, limits });
  return { program, identity: ["exec", declared, [...env], ...placeOf(request.root)] };
}
