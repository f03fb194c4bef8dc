/** The functions that a command may run, by its options. */
import { resolve } from "node:path";
import type { Containers, EnvironmentRules, FailOn, Functions, PullPolicy } from "../functions/index.ts";
import { parseDuration } from "../text/index.ts";
import { type Invocation, UsageError } from "./command.ts";
import type { Terminal } from "./terminal.ts";

/** Undefined where nothing but built-ins may run. To be closed when done. */
export function terminalFunctions(invocation: Invocation, terminal: Terminal): Functions | undefined {
  const timeoutMs = functionTimeout(invocation);
  const budget = { maxRuns: maxRuns(invocation), maxTimeMs: maxTime(invocation) };
  const ulimits = functionUlimits(invocation);
  if (!invocation.has("enable-alpha-plugins")) return undefined;
  const { cwd, env, stderr } = terminal;
  const results = invocation.value("results-dir");
  const kustomize = invocation.value("kustomize-binary");
  let opened: Promise<Functions> | undefined;
  // Most builds have no function, and need not load the code for them.
  const open = async (): Promise<Functions> => {
    const { chooseEngine, createContainerRuntime, createFunctions, parseMount, pluginHomes } = await import(
      "../functions/index.ts"
    );
    const environment: EnvironmentRules = {
      host: env,
      inherited: invocation.values("inherit-env"),
      given: invocation.values("env"),
    };
    const homes = pluginHomes({ ...env }, cwd);
    // What is wrong with an option is told even if no function needs it.
    const mounts = invocation.values("mount").map((text) => parseMount(text, cwd));
    const engine = chooseEngine(invocation.value("container-runtime"), { ...env });
    const containers = async (): Promise<Containers> =>
      createContainerRuntime({
        engine,
        cwd,
        environment,
        pull: invocation.value("pull") as PullPolicy | undefined,
        process: timeoutMs === undefined ? undefined : { timeoutMs },
        network: invocation.has("network"),
        networkName: invocation.value("network-name"),
        allowMounts: invocation.has("allow-mounts"),
        mounts,
        asCurrentUser: invocation.has("as-current-user"),
        limits: { ulimits },
      });
    return createFunctions({
      alphaPlugins: true,
      exec: invocation.has("enable-exec"),
      starlark: invocation.has("enable-star"),
      environment,
      containers,
      pluginHome: homes.groups,
      plugins: {
        homes,
        kustomizeBinary: kustomize === undefined ? undefined : resolve(cwd, kustomize),
      },
      timeoutMs,
      ...budget,
      verifyIdempotent: invocation.has("verify-idempotent"),
      failOn: (invocation.value("fail-on") ?? "error") as FailOn,
      resultsDirectory: results === undefined ? undefined : resolve(cwd, results),
      log: (line) => void stderr.write(`${line}\n`),
    });
  };
  return {
    async prepare(request) {
      opened ??= open();
      return (await opened).prepare(request);
    },
    async mayLackName() {
      opened ??= open();
      return (await opened).mayLackName();
    },
    async close() {
      if (opened === undefined && results !== undefined) opened = open();
      await (await opened)?.close();
    },
  };
}

function functionTimeout(invocation: Invocation): number | undefined {
  const text = invocation.value("function-timeout");
  if (text === undefined) return undefined;
  const seconds = parseDuration(text);
  if (seconds !== undefined && seconds > 0 && seconds < 2 ** 31 / 1000) return seconds * 1000;
  throw new UsageError(`illegal value "${text}" for --function-timeout: expected a time such as 90s or 5m`);
}

function functionUlimits(invocation: Invocation): readonly string[] {
  const given = invocation.values("ulimit");
  const odd = given.find((limit) => !/^[a-z]+=(?:-1|\d+)(?::(?:-1|\d+))?$/.test(limit));
  if (odd === undefined) return given;
  throw new UsageError(`illegal value "${odd}" for --ulimit: expected a limit such as nofile=1024:1024`);
}

function maxRuns(invocation: Invocation): number {
  const text = invocation.value("max-function-runs") ?? "0";
  if (/^\d{1,9}$/.test(text)) return Number(text);
  throw new UsageError(`illegal value "${text}" for --max-function-runs: expected a number, or 0 for no limit`);
}

/** In milliseconds. */
function maxTime(invocation: Invocation): number {
  const text = invocation.value("max-function-time") ?? "0";
  const seconds = text === "0" ? 0 : parseDuration(text);
  if (seconds !== undefined && seconds >= 0 && Number.isFinite(seconds)) return seconds * 1000;
  throw new UsageError(
    `illegal value "${text}" for --max-function-time: expected a time such as 10m, or 0 for no limit`,
  );
}
