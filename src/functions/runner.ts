/** Runs functions: what may run, how its input is made, and what becomes of its output. */
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
  /** `--enable-alpha-plugins`: without it nothing but built-ins runs. */
  readonly alphaPlugins: boolean;
  /** `--enable-exec` */
  readonly exec: boolean;
  /** `--enable-star`. Default no. */
  readonly starlark?: boolean | undefined;
  readonly environment: EnvironmentRules;
  /** `$XDG_CONFIG_HOME/kustomize/plugins`, absolute; see {@link ./exec/exec-program.ts}. */
  readonly pluginHome?: string | undefined;
  /** Undefined where no plugin of a plugin directory may run. */
  readonly plugins?: PluginOptions | undefined;
  /** `--function-timeout`, in milliseconds. Default five minutes. */
  readonly timeoutMs?: number | undefined;
  /** `--verify-idempotent`: every call is made twice. Default no. */
  readonly verifyIdempotent?: boolean | undefined;
  /** `--fail-on` */
  readonly failOn: FailOn;
  /** `--results-dir`, absolute. */
  readonly resultsDirectory?: string | undefined;
  /** Takes what functions that end well say on standard error, a line at a time and safe to print. */
  readonly log: (line: string) => void;
  /** Makes the port to a container engine at first need. */
  readonly containers?: (() => Promise<Containers>) | undefined;
  /** How many programs run at a time. Default 4. */
  readonly concurrency?: number;
}

const CONCURRENCY = 4;

export function createFunctions(options: FunctionsOptions): Functions {
  const stop = new AbortController();
  const runs: FunctionRun[] = [];
  let containers: Promise<Containers> | undefined;
  const limits = { ...DEFAULT_LIMITS, ...(options.timeoutMs !== undefined && { timeoutMs: options.timeoutMs }) };
  const trees = createPrivateTrees();
  const schedule = createSchedule(options.concurrency ?? CONCURRENCY, stop.signal);
  const budgetOf = createBudgets(options);
  // Nobody else asks for them.
  const record = (run: FunctionRun): void => {
    if (options.resultsDirectory !== undefined) runs.push(run);
  };
  const house: House = {
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
    prepare: (request) => prepare(request, house),
    mayLackName: async () => house.plugins.mayLackName(),
    async close() {
      stop.abort();
      try {
        await (await containers)?.close();
      } finally {
        // Nothing is removed under what still runs.
        await schedule.settled();
        trees.close();
      }
      if (options.resultsDirectory !== undefined) writeResultsFile(options.resultsDirectory, runs);
    },
  };
}

/** What all steps of a run share. */
interface House {
  readonly options: FunctionsOptions;
  readonly trees: PrivateTrees;
  readonly schedule: Schedule;
  readonly record: (run: FunctionRun) => void;
  readonly limits: RunLimits;
  readonly budgetOf: (build: object) => Budget;
  readonly plugins: Plugins;
  containers(): Promise<Containers> | undefined;
}

async function prepare(request: FunctionRequest, house: House): Promise<FunctionStep> {
  const { config, warn } = request;
  const origin = config.origin ?? { file: "the inline document" };
  if (!house.options.alphaPlugins) {
    throw refused(
      "functions-disabled",
      request,
      `external plugins disabled; unable to load external plugin '${config.id.kind}'`,
      "Allow functions and plugins with --enable-alpha-plugins, or use a built-in: apiVersion builtin.",
    );
  }
  const node = config.node as MapNode;
  const specification = readSpecification(node, origin.file, warn);
  if (specification === undefined) return house.plugins.prepare(request);
  const { program, identity } = await programOf(specification, request, house);
  const title = `the function ${describeId(config.id)} (${program.title})`;
  const { location } = specification;
  const protocol = functionProtocol(specification.type, request);
  return createStep({ title, request, location, protocol, program, identity }, { ...house, ...house.options });
}

function refused(code: string, { config }: FunctionRequest, message: string, hint: string): Error {
  return failure(code, message, { ...config.origin, object: config.describe(), hint });
}

interface Runnable {
  readonly program: Program;
  /** Beside the input, what makes two runs the same. */
  readonly identity: readonly unknown[];
}

async function programOf(
  specification: FunctionSpecification,
  request: FunctionRequest,
  house: House,
): Promise<Runnable> {
  switch (specification.type) {
    case "exec":
      return execRunnable(specification, request, house);
    case "container": {
      const { trees } = house;
      const containers = await house.containers();
      if (containers === undefined) break;
      const { root, warn } = request;
      const program = await containers.program(specification, {
        root,
        directory: async () => (await trees.directoryOf(root.tree)) + (root.path === "/" ? "" : root.path),
        warn,
      });
      const { location: _, ...said } = specification;
      const isPure = !specification.network && specification.mounts.length === 0;
      return { program, identity: ["container", program.title, said, ...(isPure ? [] : placeOf(request.root))] };
    }
    case "starlark":
      return scriptRunnable(specification, request, {
        ...house.options,
        enabled: house.options.starlark ?? false,
        limits: house.limits,
      });
  }
  throw refused(
    "function-unsupported",
    request,
    `${gvkText(request.config.id)} is a ${specification.type} function, which this version does not run`,
    "Use a function that is an executable, or a built-in.",
  );
}

async function execRunnable(
  specification: ExecSpecification,
  request: FunctionRequest,
  house: House,
): Promise<Runnable> {
  const { options, trees, limits } = house;
  const { root, restricted, config } = request;
  const { location, sha256: _, ...said } = specification;
  if (!options.exec) {
    throw failure("exec-disabled", `${gvkText(config.id)} is an exec function, and these are not enabled`, {
      ...location,
      object: config.describe(),
      hint: "Allow it with --enable-exec. It then runs as you, with all that you may do.",
    });
  }
  const env = declaredEnvironment(specification.envs, options.environment, (name) => {
    throw failure("environment-refused", `functions do not get the variable \`${name}\` of this machine`, {
      ...location,
      object: config.describe(),
      hint: `Write its value, \`${name}=…\`, or allow it: --inherit-env ${name}.`,
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
  return { program, identity: ["exec", said, [...env], ...placeOf(request.root)] };
}
