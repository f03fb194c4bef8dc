/**
 * One container, from its making to its removal, and what it came to; docs/specification/containers.md 6 and
 * docs/specification/function-limits.md 2.
 */
import { constants } from "node:os";
import type { Environment, RunLimits } from "../../processes/index.ts";
import type { ProgramOutcome, ProgramProblem, ProgramRun } from "../program.ts";
import { type Engine, engineTrouble, objectOf, parseAnswer, spoken } from "./engine.ts";
import { keptOutput } from "./kept-output.ts";
import type { Leftovers } from "./leftovers.ts";

export interface PreparedContainer {
  readonly engine: Engine;
  readonly leftovers: Leftovers;
  readonly limits: RunLimits;
  /** For messages, such as `512m`. */
  readonly memory: string;
  /** What the image is for, such as `linux/amd64`. */
  readonly imagePlatform: string;
  readonly hostPlatform: NodeJS.Platform;
  /** Everything behind `create`, with the container's name. */
  options(name: string): readonly string[];
  readonly env: Environment;
}

/** How engines describe a container that has ended, or never began. */
interface State {
  readonly Status?: string;
  readonly Running?: boolean;
  readonly ExitCode?: number;
  readonly OOMKilled?: boolean;
  readonly Error?: string;
}

/** @throws KrmError `container-engine-unavailable` */
export async function runContainer(container: PreparedContainer, run: ProgramRun): Promise<ProgramOutcome> {
  const { engine, leftovers, limits, env } = container;
  const name = leftovers.claim("container");
  let ended = false;
  try {
    const options = container.options(name);
    if (engine.traits.createsFirst) {
      const created = await engine.call(["create", ...options], { env, signal: run.signal });
      if (created.problem === "killed") return { ...created, stderr: "" };
      if (created.exitCode !== 0) return notStarted(container, created.stderr, created.detail);
    }
    const started = await engine.call(engine.traits.createsFirst ? ["start", "-a", "-i", name] : ["run", ...options], {
      env,
      stdin: run.stdin,
      signal: run.signal,
      ...limits,
    });
    if (started.problem !== undefined) return started;
    const outcome = await judged(container, name, started);
    ended = outcome.exitCode !== undefined;
    if (!engine.traits.losesOutput || run.stdin === "" || outcome.problem !== undefined) return outcome;
    return await keptOutput({ engine, name, limits, outcome, signal: run.signal });
  } finally {
    if (ended) leftovers.removeLater(name);
    else await leftovers.end(name);
  }
}

/**
 * The exit code of the client may be the engine's own, 125 to 127 and 1, or the function's: the engine knows. It also knows
 * whether a process was ended for want of memory. In a script, that can leave a part of the output and status 0.
 */
async function judged(container: PreparedContainer, name: string, started: ProgramOutcome): Promise<ProgramOutcome> {
  const { engine, memory } = container;
  const { createsFirst } = engine.traits;
  const state = await stateOf(engine, name);
  const ended = (problem: ProgramProblem, detail: string, exitCode?: number): ProgramOutcome => ({
    ...started,
    exitCode,
    problem,
    detail,
  });
  if (started.exitCode === 0) {
    if (state === undefined) return ended("output-lost", `${engine.name} does not tell how it ended`);
  } else if (state === undefined || (createsFirst && state.Status === "created") || state.Error) {
    // Without a container there was nothing that could have failed but the engine.
    return notStarted(container, state?.Error || started.stderr);
  }
  const lost = `${engine.name} lost its connection to it: ${spoken(started.stderr)}`;
  if (state.Running) return ended("killed", lost);
  // nerdctl calls a container created once its task is gone, and knows no exit code then.
  const known = createsFirst ? state.ExitCode : undefined;
  // It may have been given a part of its input, or have said more.
  if (known === 0 && started.exitCode !== 0) return ended("output-lost", lost, known);
  const exitCode = known ?? started.exitCode;
  if (state.OOMKilled) return ended("out-of-memory", `it used more than ${memory} of memory`, exitCode);
  const signal = signalOf(exitCode);
  if (signal === undefined) return { ...started, exitCode };
  // Not every engine tells, but nothing in a container can end its first process by SIGKILL.
  const guess = signal === "SIGKILL" ? `, most likely since it used more than ${memory} of memory` : "";
  return ended("killed", `it was ended by ${signal}${guess}`, exitCode);
}

async function stateOf(engine: Engine, name: string): Promise<State | undefined> {
  const { exitCode, stdout } = await engine.call(["inspect", "--format", "{{json .State}}", name]);
  return exitCode === 0 ? objectOf(parseAnswer(stdout)) : undefined;
}

function notStarted(container: PreparedContainer, words: string, detail?: string): ProgramOutcome {
  const { engine, imagePlatform, hostPlatform } = container;
  const trouble = engineTrouble(engine, words, hostPlatform);
  if (trouble !== undefined) throw trouble;
  const reason = spoken(words) || (detail ?? "the engine does not say why");
  const foreign = /exec format error/i.test(reason) ? ` (the image is for ${imagePlatform})` : "";
  return {
    stdout: new Uint8Array(),
    stderr: "",
    exitCode: undefined,
    problem: "could-not-start",
    detail: `${engine.name} could not start it: ${reason}${foreign}`,
    ...hintFor(reason),
  };
}

function hintFor(reason: string): { readonly hint?: string } {
  if (/rlimit/i.test(reason)) {
    return { hint: "Name limits that the engine may set, such as --ulimit nofile=1000:1000 --ulimit nproc=1000:1000." };
  }
  if (/cgroup controller|cgroup.*permission denied/i.test(reason)) {
    return {
      hint: "The engine may not limit what functions use: let systemd delegate the controllers cpu, memory and pids to users, or run it as root.",
    };
  }
  if (/exec format error/i.test(reason)) return { hint: "Use an image for the processors of this machine." };
  if (/no such file|not found|no command/i.test(reason)) {
    return {
      hint: "The image needs an ENTRYPOINT that is in it, with the libraries and the interpreter that it needs.",
    };
  }
  return {};
}

/** Shells and engines add the number of the signal to 128. */
function signalOf(exitCode: number | undefined): string | undefined {
  const found = Object.entries(constants.signals).find(([, number]) => exitCode === 128 + number);
  return found?.[0];
}
