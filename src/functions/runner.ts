/** Prepares functions: reads their specifications, checks what is allowed, and chooses how they run. */
import { type Diagnostic, failure, formatDiagnostic, KrmError } from "../diagnostics.ts";
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
import type { Containers } from "./containers.ts";
import { declaredEnvironment, type EnvironmentRules } from "./declared-environment.ts";
import { execProgram } from "./exec/exec-program.ts";
import { createIsolation, type IsolationMode } from "./exec/isolation.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { placeOf } from "./place.ts";
import type { PluginOptions } from "./plugin-call.ts";
import { createPlugins, type Plugins } from "./plugins.ts";
import { createPrivateTrees, type PrivateTrees } from "./private-tree.ts";
import type { Program } from "./program.ts";
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
  /** What is known of catalogs. If absent, catalogs name no program. */
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
  /** Receives what is to be said once in a run, such as that executables are not isolated. `log` by default. */
  readonly report?: ((diagnostic: Diagnostic) => void) | undefined;
  /** Why no function runs in this run at all, and what to do. */
  readonly refusal?: { readonly message: string; readonly hint: string } | undefined;
  /** What to do where functions are disabled. By default, what helps on the command line. */
  readonly disabledHint?: string | undefined;
  /** The number of programs that run at a time. 4 by default. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;

/** The functions of a run, and what is known of them after it. */
export interface FunctionsOfRun extends Functions {
  /** The digests of the catalogs that named functions, `sha256:` and 64 digits, by their references. */
  catalogDigests(): ReadonlyMap<string, string>;
  /** What may run in two rendered trees. Undefined if there are no catalogs, and nothing runs. */
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
  const open = (): Promise<Containers> | undefined => {
    containers ??= options.containers?.();
    return containers;
  };
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
  const origin = config.origin ?? { file: "the inline document" };
  const specification = readSpecification(config.node as MapNode, origin.file, warn);
  const isOwn = specification !== undefined && specification.type !== "catalog";
  if (catalogs !== undefined && hasCatalogs && !(isOwn && options.alphaPlugins)) {
    if (isOwn || !options.alphaPlugins) return prepareFromCatalog(specification, request, catalogs, context);
    // Only what no catalog has is looked for among the plugins.
    return prepareFromCatalog(specification, request, catalogs, context).catch((thrown) =>
      isUnknown(thrown) ? plugins.prepare(request).catch(() => Promise.reject(thrown)) : Promise.reject(thrown),
    );
  }
  if (specification?.type === "catalog") {
    throw refused(
      "invalid-function",
      request,
      "this config asks for permissions, and neither it nor a catalog says which program it is for",
      "Name the image of the function, or list the catalog that names it under `catalogs`.",
    );
  }
  if (specification === undefined) return plugins.prepare(request);
  context.trust.note(request.top, explicitUse(specification, request));
  const { program, identity } = await programOf(specification, request, context);
  const title = `the function ${describeId(config.id)} (${program.title})`;
  const { location } = specification;
  const protocol = functionProtocol(specification.type, request);
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
  const { program, identity } = await programs.runnable(found, request, asked);
  const title = `the function ${describeId(config.id)} (${program.title})`;
  const location = specification?.location ?? config.origin ?? { file: "the inline document" };
  const protocol = functionProtocol(found.program.type, request);
  return createStep({ title, request, location, protocol, program, identity }, { ...context, ...context.options });
}

/** What a config asks for; a config that names its program asks for what it declares. */
function askedOf(specification: FunctionSpecification): RequestedFunction {
  const { type, location } = specification;
  if (type === "catalog") return specification;
  if (type === "container")
    return { type: "catalog", network: specification.network, mounts: specification.mounts, location };
  return { type: "catalog", network: undefined, mounts: [], location };
}

function isUnknown(thrown: unknown): boolean {
  return thrown instanceof KrmError && UNKNOWN.has(thrown.code);
}

/** No trusted catalog has the function. */
const UNKNOWN: ReadonlySet<string> = new Set(["catalog-function-unknown", "catalog-untrusted", "catalog-core-group"]);

function refusalOf(request: FunctionRequest, hasCatalogs: boolean, options: FunctionsOptions): Error | undefined {
  const { refusal, alphaPlugins } = options;
  if (refusal !== undefined) return refused("functions-refused", request, refusal.message, refusal.hint);
  return alphaPlugins || hasCatalogs ? undefined : disabled(request, options);
}

function disabled(request: FunctionRequest, options: FunctionsOptions): Error {
  const message = `external plugins disabled; unable to load external plugin '${request.config.id.kind}'`;
  const hint =
    "List a trusted catalog that names its program under `catalogs`, or use a built-in, whose apiVersion is builtin.";
  const { disabledHint = `${hint} --enable-alpha-plugins allows functions and plugins that name their own.` } = options;
  return refused("functions-disabled", request, message, disabledHint);
}

function refused(code: string, { config }: FunctionRequest, message: string, hint: string): Error {
  return failure(code, message, { ...config.origin, object: config.describe(), hint });
}

interface Runnable {
  readonly program: Program;
  /** Everything beside the input that two equal calls have in common; see {@link Schedule.run}. */
  readonly identity: readonly unknown[];
}

async function programOf(
  specification: Exclude<FunctionSpecification, RequestedFunction>,
  request: FunctionRequest,
  context: RunContext,
): Promise<Runnable> {
  switch (specification.type) {
    case "exec":
      return execRunnable(specification, request, context);
    case "container": {
      const { trees } = context;
      const containers = await context.containers();
      if (containers === undefined) break;
      const { root, warn, uses } = request;
      const { image, sha256, location } = specification;
      // A lock has to know the image before the engine pulls it, and its digest before it runs.
      const pinned =
        /@(sha256:.*)$/s.exec(image)?.[1] ?? (sha256 && `sha256:${sha256.replace(/^sha256:/i, "").toLowerCase()}`);
      const reference = imageReference(image, pinned);
      atPlace(location, () =>
        pinned === undefined ? uses?.expect(reference) : uses?.use({ ...reference, digest: pinned }),
      );
      const program = await containers.program(specification, {
        root,
        directory: async () => (await trees.directoryOf(root.tree)) + (root.path === "/" ? "" : root.path),
        warn,
      });
      if (pinned === undefined) atPlace(location, () => uses?.use({ ...reference, digest: program.digest }));
      const { location: _, ...declared } = specification;
      const isPure = !specification.network && specification.mounts.length === 0;
      return { program, identity: ["container", program.title, declared, ...(isPure ? [] : placeOf(request.root))] };
    }
    case "starlark":
      return scriptRunnable(specification, request, {
        ...context.options,
        enabled: context.options.starlark ?? false,
        limits: context.limits,
      });
  }
  throw refused(
    "function-unsupported",
    request,
    `${gvkText(request.config.id)} is a ${specification.type} function, and no container engine is configured`,
    "Use an executable or a built-in instead.",
  );
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
    throw failure("exec-disabled", `${gvkText(config.id)} is an exec function, and exec functions are disabled`, {
      ...location,
      object: config.describe(),
      hint: "Enable exec functions with --enable-exec. They run with all of your permissions.",
    });
  }
  const env = declaredEnvironment(specification.envs, options.environment, (name) => {
    throw failure("environment-refused", `the variable \`${name}\` of this machine is not allowed for functions`, {
      ...location,
      object: config.describe(),
      hint: `Write its value, \`${name}=…\`, or allow it with --inherit-env ${name}.`,
    });
  });
  const program = await execProgram(specification, {
    root,
    top: await trees.directoryOf(root.tree),
    restricted,
    pluginHome: options.pluginHome,
    env,
    limits,
  });
  return { program, identity: ["exec", declared, [...env], ...placeOf(request.root)] };
}
