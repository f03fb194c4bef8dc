/**
 * Runs helm in a private directory, on copies of the files, with limits on memory, time and output;
 * docs/specification/helm-charts.md 4.
 */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join, resolve } from "node:path";
import { failure, type KrmError } from "../../diagnostics.ts";
import {
  createTurns,
  type Environment,
  machineVariables,
  presentable,
  programMemory,
  runProgram,
  SharedCalls,
  withoutRunnerVariables,
  withPrivateDirectory,
} from "../../processes/index.ts";
import { ChartDirectories } from "./chart-directories.ts";
import { digestOf } from "./directory.ts";
import type { Helm, HelmArgument, HelmCall, HelmOptions } from "./helm.ts";
import { helmMemory, OutOfMemory } from "./memory.ts";

const MIB = 1024 * 1024;
const MAX_OUTPUT_BYTES = 64 * MIB;
const LIMITS = { stdoutBytes: MAX_OUTPUT_BYTES, stderrBytes: MIB };
const TIMEOUT_SECONDS = 300;
/** The limit of cached outputs: enough for the charts that base and head have in common. */
const MAX_KEPT_CHARACTERS = 128 * 1024 * 1024;

const SMALLER =
  "Look for a loop in its templates that a value makes long, and for large values. Or render the chart once, and commit the result.";

const LACKS_DEPENDENCIES = /missing in charts\/? directory/;
const VENDOR =
  "Run `helm dependency build` on the chart, and commit its directory charts: helm downloads nothing here.";

/** The standard error of programs in Go that get no more memory. */
const OUT_OF_MEMORY = /^(?:fatal error|runtime): .*(?:memory|stack overflow|OS thread)|^SIGSEGV: /m;

/** A command line whose files are written to disk. */
interface Prepared {
  readonly args: readonly string[];
  /** The name in messages, by path. */
  readonly displays: ReadonlyMap<string, string>;
}

/** @param signal ends all running programs */
export function helmProcess(given: HelmOptions, signal: AbortSignal = new AbortController().signal): Pick<Helm, "run"> {
  const options = { ...given, env: given.isolated ? machineVariables(given.env) : withoutRunnerVariables(given.env) };
  const { memoryBytes = programMemory() } = options;
  const memory = helmMemory(memoryBytes);
  /** Helm has work for a processor from its start to its end. */
  const turns = createTurns(availableParallelism());
  const charts = new ChartDirectories();
  signal.addEventListener("abort", () => charts.close(), { once: true });
  const outputs = new SharedCalls<string>(signal);
  let kept = 0;

  function keyOf(args: readonly HelmArgument[], call: HelmCall): string {
    const hash = createHash("sha256").update(JSON.stringify([call.configHome ?? null, call.repetition ?? 0]));
    for (const arg of args) {
      if (typeof arg === "string") hash.update(JSON.stringify(arg));
      else if ("file" in arg)
        hash.update(`file ${JSON.stringify(arg.prefix ?? "")} ${arg.file.length}\n`).update(arg.file);
      else hash.update(`directory ${digestOf(arg.directory)}\n`);
    }
    return hash.digest("hex");
  }

  function forget(incoming: number): void {
    kept += incoming;
    if (kept <= MAX_KEPT_CHARACTERS) return;
    outputs.clear();
    kept = 0;
  }

  /** Runs a helm within the memory, and reports one that needs more. */
  async function limited<T>(subcommand: string, work: (bytes: number) => Promise<T>): Promise<T> {
    try {
      return await memory.run(work);
    } catch (cause) {
      if (!(cause instanceof OutOfMemory)) throw cause;
      const message = `helm ${subcommand} needs more than ${Math.floor(memoryBytes / MIB)} MiB of memory`;
      throw failure("helm-failed", message, { hint: SMALLER, cause });
    }
  }

  return {
    run(args, call = {}) {
      return outputs.result(keyOf(args, call), call.signal, async (ending) => {
        const output = await limited(subcommandOf(args), (bytes) =>
          turns(() =>
            withPrivateDirectory((directory) =>
              withCharts(charts, args, (paths) =>
                execute({ ...options, signal: ending }, directory, prepare(args, directory, paths), call, bytes),
              ),
            ),
          ),
        );
        forget(output.length);
        return output;
      });
    },
  };
}

function subcommandOf([first = ""]: readonly HelmArgument[]): string {
  return typeof first === "string" ? first : "";
}

/** Does work while the directories among the arguments are on disk. @param work gets their paths, by the place of the argument */
async function withCharts<T>(
  charts: ChartDirectories,
  args: readonly HelmArgument[],
  work: (paths: ReadonlyMap<number, string>) => Promise<T>,
): Promise<T> {
  const paths = new Map<number, string>();
  const directories = args.flatMap((arg, index) =>
    typeof arg === "object" && "directory" in arg ? [[index, arg.directory] as const] : [],
  );
  const next = (): Promise<T> => {
    const [index, directory] = directories.shift() ?? [];
    if (index === undefined || directory === undefined) return work(paths);
    return charts.use(directory, (path) => {
      paths.set(index, path);
      return next();
    });
  };
  return next();
}

function prepare(args: readonly HelmArgument[], directory: string, charts: ReadonlyMap<number, string>): Prepared {
  const displays = new Map<string, string>();
  const words = args.map((arg, index) => {
    if (typeof arg === "string") return arg;
    // Numbers, since helm splits the value of -f at commas, which the name of a file may contain.
    const path = charts.get(index) ?? join(directory, `${index}.input`);
    displays.set(path, arg.display);
    if ("directory" in arg) return path;
    writeFileSync(path, arg.file);
    return (arg.prefix ?? "") + path;
  });
  return { args: words, displays };
}

async function execute(
  options: HelmOptions & { readonly signal: AbortSignal },
  directory: string,
  prepared: Prepared,
  call: HelmCall,
  memoryBytes: number,
): Promise<string> {
  const { command, cwd, signal, timeoutSeconds = TIMEOUT_SECONDS } = options;
  const subcommand = subcommandOf(prepared.args);
  const { stdout, stderr, exitCode, problem, detail, cause } = await runProgram({
    command: /[/\\]/.test(command) ? resolve(cwd, command) : command,
    args: prepared.args,
    cwd: directory,
    // Go collects garbage before it exceeds GOMEMLIMIT, and seldom otherwise, which takes a fifth less of the processor.
    env: { GOGC: "400", GOMEMLIMIT: String(Math.floor(memoryBytes * 0.8)), ...environment(options, directory, call) },
    limits: { ...LIMITS, timeoutMs: timeoutSeconds * 1000, memoryBytes },
    signal,
  });
  const failed = (reason: string, hint?: string): KrmError =>
    failure("helm-failed", `helm ${subcommand} ${reason}`, { hint });
  if (cause !== undefined) throw cannotStart(command, cause, options.isolated === true);
  if (problem === "timeout") throw failed(`gave no result within ${timeoutSeconds} seconds`, SMALLER);
  if (problem === "output-too-large") throw failed(`printed more than ${MAX_OUTPUT_BYTES / MIB} MiB`, SMALLER);
  if (signal.aborted && problem === "killed") throw failed(`was ended: ${detail}`);
  if (exitCode === 0 && problem === undefined)
    return Buffer.from(stdout.buffer, stdout.byteOffset, stdout.length).toString();
  if (OUT_OF_MEMORY.test(stderr)) throw new OutOfMemory();
  const message = presentable(renamed(errorOf(stderr), prepared.displays, directory));
  const hint = LACKS_DEPENDENCIES.test(stderr) ? VENDOR : undefined;
  throw failed(`failed: ${message || (detail ?? `exit status ${exitCode}`)}`, hint);
}

function environment(options: HelmOptions, directory: string, call: HelmCall): Environment {
  const trusted = options.configHome === "as-given" ? call.configHome : undefined;
  const home = trusted ? resolve(options.cwd, trusted) : join(directory, "helm");
  return {
    ...options.env,
    ...(options.isolated ? { HOME: home, HELM_NO_PLUGINS: "1" } : {}),
    HELM_CONFIG_HOME: home,
    HELM_CACHE_HOME: `${home}/.cache`,
    HELM_DATA_HOME: `${home}/.data`,
  };
}

/** Standard error from the error on. Helm prints warnings about other things before it. */
function errorOf(errors: string): string {
  const at = errors.search(/^Error: /m);
  return at < 0 ? errors : errors.slice(at + "Error: ".length);
}

/** Replaces the paths of private copies, which mean nothing to the reader. */
function renamed(words: string, displays: ReadonlyMap<string, string>, directory: string): string {
  let text = words;
  for (const [path, display] of displays) text = text.replaceAll(path, display);
  return text.replaceAll(directory, "");
}

function cannotStart(command: string, cause: Error, isOptional: boolean): KrmError {
  const isAbsent = (cause as NodeJS.ErrnoException).code === "ENOENT";
  if (isOptional && isAbsent) {
    const message = "it is not inflated: helm is not installed here";
    return failure("helm-unusable", message, { hint: "Install helm 3 or 4 in an earlier step.", cause });
  }
  const reason = isAbsent ? "there is no such program" : cause.message;
  const hint = "Install helm 3 or 4, or name the program: --helm-command PATH.";
  return failure("helm-not-found", `${command} cannot be started: ${reason}`, { hint, cause });
}
