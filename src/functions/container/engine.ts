/** Calls the command line of a container engine, and explains its failures. */
import { availableParallelism } from "node:os";
import { failure, type KrmError } from "../../diagnostics.ts";
import { type Environment, type RunOutcome, runProgram, withoutRunnerVariables } from "../../processes/index.ts";
import { maskSecrets } from "../../text/index.ts";
import { ENGINES, type EngineName, type EngineTraits } from "./engines.ts";

interface EngineOptions {
  readonly name: EngineName;
  /** The engine's program. By default it is looked up on the PATH by the engine's name. */
  readonly command?: string | undefined;
  readonly cwd: string;
  readonly host: Environment;
  readonly platform: NodeJS.Platform;
  /** The time limit of calls that set none, in milliseconds. One minute by default. */
  readonly answerMs?: number | undefined;
}

/** Options of one call. `timeoutMs` is in milliseconds. */
export interface EngineCall {
  readonly env?: Environment;
  readonly stdin?: string | AsyncIterable<Uint8Array>;
  readonly timeoutMs?: number;
  readonly stdoutBytes?: number;
  readonly stderrBytes?: number;
  readonly signal?: AbortSignal | undefined;
  /** Called once the engine's program has started, with a function that tells whether it still runs. */
  readonly onStart?: ((isRunning: () => boolean) => void) | undefined;
}

export interface Engine {
  readonly name: EngineName;
  readonly command: string;
  readonly traits: EngineTraits;
  /** The variables of the engine's program: those of the host without most secrets of a workflow. */
  readonly env: Environment;
  readonly platform: NodeJS.Platform;
  /** The CPUs that a container gets. An engine refuses more than the machine has. */
  readonly cpus: number;
  /**
   * Calls the engine. A call that fails is an outcome.
   * @throws KrmError `container-engine-unavailable` if the engine cannot be started or does not answer in time
   */
  call(args: readonly string[], call?: EngineCall): Promise<RunOutcome>;
  /** Returns an error if the engine itself has failed, given its standard error; else undefined. */
  failure(message: string): KrmError | undefined;
}

const ANSWER_MS = 60_000;
const OUTPUT_BYTES = 16 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;

export function createEngine(options: EngineOptions): Engine {
  const { name, command = name, cwd, host, platform, answerMs = ANSWER_MS } = options;
  const env = withoutRunnerVariables(host);
  return {
    name,
    command,
    traits: ENGINES[name],
    env,
    platform,
    cpus: Math.min(2, availableParallelism()),
    failure: (message) => engineFailure(name, message, platform),
    async call(args, call = {}) {
      const outcome = await runProgram({
        command,
        args,
        cwd,
        env: call.env ?? env,
        stdin: call.stdin ?? "",
        limits: {
          timeoutMs: call.timeoutMs ?? answerMs,
          stdoutBytes: call.stdoutBytes ?? OUTPUT_BYTES,
          stderrBytes: call.stderrBytes ?? ERROR_BYTES,
        },
        signal: call.signal,
        isClient: true,
        onStart: call.onStart,
      });
      const isTooLong = /E2BIG|too long/.test(outcome.detail ?? "");
      if (outcome.problem === "could-not-start" && !isTooLong) throw missing(options, command, outcome.detail ?? "");
      if (outcome.problem === "timeout" && call.timeoutMs === undefined) throw silent(name, args[0] ?? "", answerMs);
      return outcome;
    },
  };
}

/** Parses an answer in JSON. Returns undefined for invalid JSON. */
export function parseAnswer(stdout: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(stdout).toString());
  } catch {
    return undefined;
  }
}

/** The answer if it is an object, else undefined. */
export function objectOf(answer: unknown): object | undefined {
  return typeof answer === "object" && answer !== null ? answer : undefined;
}

/** Errors of the engine itself, not of an image or container. They are never matched with the output of a function. */
const DENIED = /permission denied while trying to connect|dial unix \S+: connect: permission denied/i;
const DOWN =
  /cannot connect to the docker daemon|is the docker daemon running|unable to connect to podman|cannot access containerd socket|rootless containerd not running|error during connect|failed to dial "?\S*containerd\.sock/i;

function engineFailure(name: EngineName, message: string, platform: NodeJS.Platform): KrmError | undefined {
  if (DENIED.test(message)) {
    return failure("container-engine-unavailable", `this user has no access to ${name}: ${errorLine(message)}`, {
      hint: `Add the user to the group that owns the socket of ${name}, or use an engine without a socket: --container-runtime podman.`,
    });
  }
  if (DOWN.test(message)) {
    return failure("container-engine-unavailable", `${name} is installed but not running: ${errorLine(message)}`, {
      hint: `Start it, ${otherEngines(name, platform)}`,
    });
  }
  return undefined;
}

function missing({ name, platform }: EngineOptions, command: string, reason: string): KrmError {
  const message = `${command} cannot be started, which container functions need: ${reason}`;
  return failure("container-engine-unavailable", message, { hint: `Install ${name}, ${otherEngines(name, platform)}` });
}

function silent(name: EngineName, subcommand: string, answerMs: number): KrmError {
  const message = `${name} ${subcommand} did not answer within ${answerMs / 1000} seconds`;
  return failure("container-engine-unavailable", message, { hint: "Check the engine, and restart it." });
}

/** The end of a hint, with advice for hosted runners without an engine; docs/specification/containers.md 4.2. */
function otherEngines(name: EngineName, platform: NodeJS.Platform): string {
  const others = Object.keys(ENGINES).filter((other) => other !== name);
  return `or use another engine: --container-runtime ${others.join(" or ")}.${RUNNER_ADVICE[platform] ?? ""}`;
}

const RUNNER_ADVICE: { readonly [Platform in NodeJS.Platform]?: string } = {
  darwin: " Hosted macOS runners have no engine: use a Linux runner.",
  win32: " Hosted Windows runners cannot run Linux containers: use a Linux runner.",
};

/** The error message of an engine on one line, without warnings, and with credentials of mirrors and proxies masked. */
export function errorLine(message: string): string {
  const trimmed = message.split("\n").map((line) => line.trim());
  const lines = trimmed.filter((line) => line !== "");
  // podman logs warnings before its error, and docker refers to its help after it.
  const relevant = lines.filter((line) => !/^time="[^"]*" level=(?:warning|info)|^Run '.*--help'|^See '/.test(line));
  return maskSecrets((relevant.length > 0 ? relevant : lines).join(" ")).slice(-MAX_CHARACTERS);
}

const MAX_CHARACTERS = 1000;
