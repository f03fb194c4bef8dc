/** Prepares functions: reads their specifications, checks what is allowed, and chooses how they run. */
import { failure } from "../diagnostics.ts";
import type { RunLimits } from "../processes/index.ts";
import { describeId, gvkText } from "../resource/index.ts";
import type { MapNode } from "../yaml/nodes/node.ts";
import { type Budget, type BudgetLimits, createBudgets } from "./budget.ts";
import type { Containers } from "./containers.ts";
import { declaredEnvironment, type EnvironmentRules } from "./declared-environment.ts";
import { execProgram } from "./exec/exec-program.ts";
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
import type { ExecSpecification, FunctionSpecification } from "./specification/function-specification.ts";
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
  /** The number of programs that run at a time. 4 by default. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;

/** Creates the functions of a run. Close them in every case: they own processes, containers and private copies. */
export function createFunctions(options: FunctionsOptions): Functions {
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
  const context: RunContext = {
    options,
    record,
    limits,
    trees,
    schedule,
    budgetOf,
    plugins: createPlugins({ plugins: undefined, ...options, record, limits, trees, schedule, budgetOf }),
    containers() {
      containers ??= options.containers?.();
      return containers;
    },
  };
  return {
    prepare: (request) => prepare(request, context),
    mayLackName: async () => context.plugins.mayLackName(),
    async close() {
      stop.abort();
      try {
        await (await containers)?.close();
      } finally {
        // Programs that still run need the copies.
        await schedule.settled();
        trees.close();
      }
      if (options.resultsDirectory !== undefined) writeResultsFile(options.resultsDirectory, runs);
    },
  };
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
  containers(): Promise<Containers> | undefined;
}

async function prepare(request: FunctionRequest, context: RunContext): Promise<FunctionStep> {
  const { config, warn } = request;
  const origin = config.origin ?? { file: "the inline document" };
  if (!context.options.alphaPlugins) {
    throw refused(
      "functions-disabled",
      request,
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      "Enable functions and plugins with --enable-alpha-plugins, or use a built-in, whose apiVersion is builtin.",
    );
  }
  const node = config.node as MapNode;
  const specification = readSpecification(node, origin.file, warn);
  if (specification === undefined) return context.plugins.prepare(request);
  const { program, identity } = await programOf(specification, request, context);
  const title = `the function ${describeId(config.id)} (${program.title})`;
  const { location } = specification;
  const protocol = functionProtocol(specification.type, request);
  return createStep({ title, request, location, protocol, program, identity }, { ...context, ...context.options });
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
  specification: FunctionSpecification,
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
      const { root, warn } = request;
      const program = await containers.program(specification, {
        root,
        directory: async () => (await trees.directoryOf(root.tree)) + (root.path === "/" ? "" : root.path),
        warn,
      });
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
