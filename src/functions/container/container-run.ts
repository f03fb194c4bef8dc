/**
 * Creates, runs and removes one container, and determines how it ended; docs/specification/containers.md 6 and
 * docs/specification/function-limits.md 2.
 */
import { constants } from "node:os";
import type { Environment, RunLimits } from "../../processes/index.ts";
import { failedOutcome, type ProgramOutcome, type ProgramProblem, type ProgramRun } from "../program.ts";
import { type Engine, errorLine, objectOf, parseAnswer } from "./engine.ts";
import { architectureIn } from "./engines.ts";
import { keptOutput } from "./kept-output.ts";
import type { Leftovers } from "./leftovers.ts";

interface PreparedContainer {
  readonly engine: Engine;
  readonly leftovers: Leftovers;
  readonly limits: RunLimits;
  /** The limit of memory for messages, such as `512m`. */
  readonly memory: string;
  /** The platform of the image, such as `linux/amd64`. */
  readonly imagePlatform: string;
  /** The arguments after `create`, for a container of this name. */
  options(name: string): readonly string[];
  readonly env: Environment;
}

/** The state of a container that has ended or could not start, as engines print it. */
interface State {
  readonly Status?: string;
  readonly Running?: boolean;
  readonly ExitCode?: number;
  readonly OOMKilled?: boolean;
  readonly Error?: string;
}

/**
 * The last line of docker's client if the engine closed the connection before it had read all input, which a function may leave
 * unread. The client ends as if nothing had happened. A Unix socket still delivers all output; TCP may drop the end of it.
 * docs/specification/containers.md 6.3
 */
const RESET = /^read (unix|tcp) \S+: read: connection reset by peer\n$(?![^])/m;

const ENDED = failedOutcome("killed", "the build that needs it has ended");

/** Runs the container to its end and removes it. @throws KrmError `container-engine-unavailable` */
export async function runContainer(container: PreparedContainer, run: ProgramRun): Promise<ProgramOutcome> {
  const { engine, leftovers, limits, env } = container;
  const name = leftovers.claim("container");
  let ended = false;
  try {
    const options = container.options(name);
    if (engine.traits.createsFirst) {
      // An engine goes on to create the container if its client is ended, so no signal ends this call.
      const created = await leftovers.make(name, ["create", ...options], { env });
      if (created.exitCode !== 0) return await notStarted(container, created.stderr, created.detail);
      if (run.signal?.aborted) return ENDED;
    }
    const input = { env, stdin: run.stdin, signal: run.signal, ...limits };
    const started = engine.traits.createsFirst
      ? await engine.call(["start", "-a", "-i", name], input)
      : await leftovers.make(name, ["run", ...options], input);
    if (started.problem !== undefined) return started;
    const reset = RESET.exec(started.stderr);
    const received = reset === null ? started : { ...started, stderr: started.stderr.slice(0, reset.index) };
    const outcome = await finalOutcome(container, name, received);
    ended = outcome.exitCode !== undefined;
    if (reset?.[1] === "tcp" && outcome.problem === undefined) {
      const detail = `${engine.name} lost its connection to it: ${reset[0].trim()}`;
      return { ...outcome, problem: "output-lost", detail };
    }
    if (!engine.traits.losesOutput || run.stdin === "" || outcome.problem !== undefined) return outcome;
    return await keptOutput({ engine, name, limits, outcome, signal: run.signal });
  } finally {
    if (ended) leftovers.removeLater(name);
    else await leftovers.end(name);
  }
}

/**
 * Reads the state of the container. The exit codes 1 and 125 to 127 of the client may be the engine's or the function's, and
 * only the state shows which. It also shows whether memory ran out, after which a script may go on and end with 0.
 */
async function finalOutcome(
  container: PreparedContainer,
  name: string,
  started: ProgramOutcome,
): Promise<ProgramOutcome> {
  const { engine, memory } = container;
  const { createsFirst } = engine.traits;
  const state = await stateOf(engine, name);
  const ended = (problem: ProgramProblem, detail: string, exitCode?: number): ProgramOutcome => {
    return { ...started, exitCode, problem, detail };
  };
  if (started.exitCode === 0) {
    if (state === undefined) return ended("output-lost", `${engine.name} does not report how it ended`);
  } else if (state === undefined || (createsFirst && state.Status === "created") || state.Error) {
    // The container never started, so the engine has failed and not the function.
    return notStarted(container, state?.Error || started.stderr);
  }
  const lost = `${engine.name} lost its connection to it: ${errorLine(started.stderr)}`;
  if (state.Running) return ended("killed", lost);
  // nerdctl reports a container whose task is gone as `created`, without an exit code.
  const known = createsFirst ? state.ExitCode : undefined;
  // It may have received only a part of its input, or have printed more than arrived.
  if (known === 0 && started.exitCode !== 0) return ended("output-lost", lost, known);
  const exitCode = known ?? started.exitCode;
  if (state.OOMKilled) return ended("out-of-memory", `it used more than ${memory} of memory`, exitCode);
  // runc reports this on the standard error of the container, and ends with 1.
  if (WRONG_FORMAT.test(started.stderr) && exitCode === 1) return wrongFormat(container);
  const signal = signalOf(exitCode);
  if (signal === undefined) return { ...started, exitCode };
  // Not every engine reports a lack of memory, but nothing inside a container can end its first process by SIGKILL.
  const guess = signal === "SIGKILL" ? `, most likely because it used more than ${memory} of memory` : "";
  return ended("killed", `it was ended by ${signal}${guess}`, exitCode);
}

async function stateOf(engine: Engine, name: string): Promise<State | undefined> {
  const { exitCode, stdout } = await engine.call(["inspect", "--format", "{{json .State}}", name]);
  return exitCode === 0 ? objectOf(parseAnswer(stdout)) : undefined;
}

async function notStarted(container: PreparedContainer, message: string, detail?: string): Promise<ProgramOutcome> {
  const { engine } = container;
  const failed = engine.failure(message);
  if (failed !== undefined) throw failed;
  const reason = errorLine(message) || (detail ?? "the engine gives no reason");
  if (/exec format error/i.test(reason)) return wrongFormat(container);
  const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
  return failedOutcome("could-not-start", `${engine.name} could not start it: ${reason}`, hint);
}

/** The whole standard error of a container whose program the machine cannot run, apart from warnings of the engine. */
const WRONG_FORMAT = /^(?:WARNING: .*\n)*(?:standard_init_linux\.go:\d+: )?exec .*exec format error"?\n?$/;

/** Explains a program that the machine cannot run: either it is for another processor, or it is no program. */
async function wrongFormat({ engine, imagePlatform }: PreparedContainer): Promise<ProgramOutcome> {
  const { exitCode, stdout } = await engine.call(engine.traits.about);
  const machine = `linux/${architectureIn(exitCode === 0 ? Buffer.from(stdout).toString() : "")}`;
  if (machine !== imagePlatform) {
    const hint = `Use an image for ${machine}, or let the machine emulate ${imagePlatform} with QEMU.`;
    return failedOutcome("could-not-start", `its image is for ${imagePlatform}, but this machine is ${machine}`, hint);
  }
  const hint =
    "Build the image for the processor that it names. A script has to begin with a line such as `#!/bin/sh`.";
  return failedOutcome("could-not-start", `its ENTRYPOINT is not a program for ${machine}`, hint);
}

/** Hints for the reasons of an engine that could not start a container. */
const HINTS: readonly (readonly [reason: RegExp, hint: string])[] = [
  [/rlimit/i, "Set limits that the engine may apply, such as --ulimit nofile=1000:1000 --ulimit nproc=1000:1000."],
  [
    /cgroup controller|cgroup.*permission denied/i,
    "The engine may not set limits on resources. Let systemd delegate the controllers cpu, memory and pids to users, or run the engine as root.",
  ],
  [
    /\bnetwork\b.*\bnot found|no such network|unable to find network/i,
    "Create the network, name another one with --network-name NAME, or remove that option.",
  ],
  [
    /no such file|not found|no command/i,
    "Check that the image contains its ENTRYPOINT, and the libraries and the interpreter that this needs.",
  ],
];

/** The signal that ended a process: shells and engines exit with 128 plus its number. */
function signalOf(exitCode: number | undefined): string | undefined {
  const found = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number);
  return found?.[0];
}
