/** The command line of one engine, and what is the matter when it does not do what it is told. */
import { availableParallelism } from "node:os";
import { failure, type KrmError } from "../../diagnostics.ts";
import { type Environment, runProgram, withoutRunnerVariables } from "../../processes/index.ts";
import { maskSecrets } from "../../text/index.ts";
import type { ProgramOutcome } from "../program.ts";
import { ENGINES, type EngineName, type EngineTraits } from "./engines.ts";

export interface EngineOptions {
  readonly name: EngineName;
  /** The program; by the engine's name on the PATH unless given. */
  readonly command?: string | undefined;
  readonly cwd: string;
  readonly host: Environment;
  readonly platform: NodeJS.Platform;
  /** How long it may take for anything but pulling and running. A minute unless given. */
  readonly answerMs?: number | undefined;
}

export interface EngineCall {
  readonly env?: Environment;
  readonly stdin?: string;
  readonly timeoutMs?: number;
  readonly stdoutBytes?: number;
  readonly stderrBytes?: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Engine {
  readonly name: EngineName;
  readonly command: string;
  readonly traits: EngineTraits;
  /** Where its server is, the user's configuration, proxies. Most secrets of a run are not among them. */
  readonly env: Environment;
  /** CPUs that a container may be given: an engine refuses more than there are. */
  readonly cpus: number;
  /**
   * One call; what it comes to is the caller's to judge, but for an engine that is not there at all.
   * @throws KrmError `container-engine-unavailable`
   */
  call(args: readonly string[], call?: EngineCall): Promise<ProgramOutcome>;
}

const ANSWER_MS = 60_000;
const OUTPUT_BYTES = 16 * 1024 * 1024;
const ERROR_BYTES = 64 * 1024;

export function createEngine(options: EngineOptions): Engine {
  const { name, command = name, cwd, host, answerMs = ANSWER_MS } = options;
  const env = withoutRunnerVariables(host);
  return {
    name,
    command,
    traits: ENGINES[name],
    env,
    cpus: Math.min(2, availableParallelism()),
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
      });
      const isTooLong = /E2BIG|too long/.test(outcome.detail ?? "");
      if (outcome.problem === "could-not-start" && !isTooLong) throw missing(options, command, outcome.detail ?? "");
      if (outcome.problem === "timeout" && call.timeoutMs === undefined) throw silent(name, args[0] ?? "", answerMs);
      return outcome;
    },
  };
}

/** What an engine answers in JSON; undefined if it is none. */
export function parseAnswer(stdout: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(stdout).toString());
  } catch {
    return undefined;
  }
}

export function objectOf(answer: unknown): object | undefined {
  return typeof answer === "object" && answer !== null ? answer : undefined;
}

/** What an engine says of itself, rather than of an image or a container. A function's own words never come here. */
const DENIED = /permission denied while trying to connect|dial unix \S+: connect: permission denied/i;
const DOWN =
  /cannot connect to the docker daemon|is the docker daemon running|unable to connect to podman|cannot access containerd socket|rootless containerd not running|error during connect|failed to dial "?\S*containerd\.sock/i;

/**
 * Whether the engine itself is the trouble, and then what to do.
 * @param words what the engine said on standard error
 */
export function engineTrouble({ name }: Engine, words: string, platform: NodeJS.Platform): KrmError | undefined {
  const others = Object.keys(ENGINES).filter((other) => other !== name);
  if (DENIED.test(words)) {
    return failure("container-engine-unavailable", `${name} may not be used by this user: ${spoken(words)}`, {
      hint: `Add the user to the group that owns its socket, or use one that needs none: --container-runtime podman.`,
    });
  }
  if (DOWN.test(words)) {
    return failure("container-engine-unavailable", `${name} is there, and its engine does not run: ${spoken(words)}`, {
      hint: `Start it, or use another one: --container-runtime ${others.join(" or ")}.${elsewhere(platform)}`,
    });
  }
  return undefined;
}

function missing({ name, platform }: EngineOptions, command: string, reason: string): KrmError {
  const others = Object.keys(ENGINES).filter((other) => other !== name);
  const message = `functions in containers need ${name}, and ${command} cannot be started: ${reason}`;
  return failure("container-engine-unavailable", message, {
    hint: `Install ${name}, or choose another one: --container-runtime ${others.join(" or ")}.${elsewhere(platform)}`,
  });
}

function silent(name: EngineName, subcommand: string, answerMs: number): KrmError {
  const message = `${name} ${subcommand} gave no answer within ${answerMs / 1000} seconds`;
  return failure("container-engine-unavailable", message, { hint: "Look at the engine, and start it anew." });
}

/** docs/specification/containers.md 4.2 */
function elsewhere(platform: NodeJS.Platform): string {
  if (platform === "darwin") return " Hosted runners with macOS have no engine; use one with Linux.";
  if (platform === "win32") return " Hosted runners with Windows run no Linux containers; use one with Linux.";
  return "";
}

/** The last of what an engine said, on one line, and without the credentials of a mirror or a proxy. */
export function spoken(words: string): string {
  const lines = words
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
  // podman logs warnings before its error; docker points to its help after it.
  const relevant = lines.filter((line) => !/^time="[^"]*" level=(?:warning|info)|^Run '.*--help'|^See '/.test(line));
  return maskSecrets((relevant.length > 0 ? relevant : lines).join(" ")).slice(-MAX_WORDS);
}

const MAX_WORDS = 1000;
