/**
 * Runs a program with bounds on its time and its output, and ends it with all that it has started;
 * docs/specification/function-limits.md 2.1, 2.2 and docs/specification/executables.md 1.4, 4.1.
 */
import { type ChildProcess, spawn } from "node:child_process";
import type { Readable } from "node:stream";
import { endGroup, GROUP, watchGroup } from "../../sources/index.ts";
import type { ProgramOutcome, ProgramProblem } from "../program.ts";
import { HeadAndTail, Whole } from "./capture.ts";
import { checkFormat } from "./executable-format.ts";
import { openStreams } from "./streams.ts";

export interface ProcessCall {
  /** Absolute, or a name to be found on the PATH of `env`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All variables: nothing is inherited. */
  readonly env: ReadonlyMap<string, string>;
  readonly stdin: string;
  /** A private directory, for streams that the program can open by name: `/dev/stderr`. Sockets unless given. */
  readonly streamsIn?: string | undefined;
  readonly limits: ProcessLimits;
  readonly signal?: AbortSignal | undefined;
}

export interface ProcessLimits {
  readonly timeoutMs: number;
  readonly stdoutBytes: number;
  readonly stderrBytes: number;
}

export const DEFAULT_LIMITS: ProcessLimits = {
  timeoutMs: 300_000,
  stdoutBytes: 64 * 1024 * 1024,
  stderrBytes: 1024 * 1024,
};

/** How long a child that has left the group may hold the pipes open after everything was ended. */
const GRACE_MS = 500;
/** How long what a program has started, and left running, may hold its output open without printing anything. */
const SILENCE_MS = 10_000;

/** Never rejects: a program that cannot be started is an outcome as well. */
export function runProcess(call: ProcessCall): Promise<ProgramOutcome> {
  const { command, args, cwd, env, limits, signal } = call;
  const stdout = new Whole(limits.stdoutBytes);
  const stderr = new HeadAndTail(limits.stderrBytes);
  return new Promise((resolve) => {
    let problem: ProgramProblem | undefined;
    let detail: string | undefined;
    let hint: string | undefined;
    let grace: ReturnType<typeof setTimeout> | undefined;

    const outcome = (code: number | undefined): void => {
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener("abort", onAbort);
      resolve({
        stdout: stdout.bytes(),
        stderr: stderr.text(),
        exitCode: code,
        ...(problem && { problem }),
        ...(detail !== undefined && { detail }),
        ...(hint !== undefined && { hint }),
      });
    };
    const fail = (what: ProgramProblem, why: string): void => {
      if (problem !== undefined) return;
      problem = what;
      detail = why;
    };

    const streams = call.streamsIn === undefined ? undefined : openStreams(call.streamsIn, call.stdin);
    let child: ChildProcess;
    try {
      checkFormat(command);
      const stdio = streams === undefined ? (["pipe", "pipe", "pipe"] as const) : streams.stdio;
      child = spawn(command, [...args], { cwd, env: Object.fromEntries(env), stdio: [...stdio], ...GROUP });
    } catch (thrown) {
      // Such as a NUL in an argument.
      const error = thrown as NodeJS.ErrnoException;
      streams?.stdout.destroy();
      streams?.stderr.destroy();
      resolve({
        stdout: new Uint8Array(),
        stderr: "",
        exitCode: undefined,
        problem: "could-not-start",
        detail: reasonOf(error),
        ...hintFor(error),
      });
      return;
    } finally {
      streams?.release();
    }
    const output = (streams?.stdout ?? child.stdout) as Readable;
    const errors = (streams?.stderr ?? child.stderr) as Readable;
    watchGroup(child);
    let hasEnded = false;
    const end = (what: ProgramProblem, why: string): void => {
      fail(what, why);
      if (hasEnded) endRest();
      else endGroup(child);
    };
    /** Nothing that it has left running outlives it. */
    const endRest = (): void => {
      endGroup(child);
      clearTimeout(grace);
      grace = setTimeout(closeStreams, GRACE_MS);
    };
    /** What it has left running may be what prints, as with `exec > >(filter)`: kustomize waits for it, too. */
    const awaitOutput = (): void => {
      clearTimeout(grace);
      grace = setTimeout(() => end("output-lost", "what it has left running keeps its output open"), SILENCE_MS);
    };
    const seconds = limits.timeoutMs / 1000;
    const timer = setTimeout(() => end("timeout", `it ran longer than ${seconds} seconds`), limits.timeoutMs);
    const onAbort = (): void => end("killed", "nobody waits for it any more");
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });

    output.on("data", (chunk: Buffer) => {
      stdout.add(chunk);
      if (stdout.isFull) end("output-too-large", `it printed more than ${limits.stdoutBytes} bytes`);
      else if (hasEnded && problem === undefined) awaitOutput();
    });
    errors.on("data", (chunk: Buffer) => stderr.add(chunk));
    // A program need not read its input; whether that was right shows in how it ends.
    child.stdin?.on("error", () => {});
    child.stdin?.end(call.stdin);

    let exitCode: number | undefined;
    let open = 3;
    const closed = (): void => {
      open--;
      if (open === 0) outcome(exitCode);
    };
    output.on("close", () => {
      if (hasEnded) endRest();
      closed();
    });
    errors.on("close", closed);
    const closeStreams = (): void => {
      output.destroy();
      errors.destroy();
    };
    child.on("error", (error: NodeJS.ErrnoException) => {
      if (child.pid !== undefined) return;
      fail("could-not-start", reasonOf(error));
      hint = HINTS[error.code ?? ""];
      closeStreams();
      closed();
    });
    child.on("exit", (code, killedBy) => {
      exitCode = code ?? undefined;
      hasEnded = true;
      if (killedBy !== null) fail("killed", `it was ended by ${killedBy}`);
      if (problem !== undefined || output.closed) endRest();
      else awaitOutput();
      closed();
    });
  });
}

function reasonOf(error: NodeJS.ErrnoException): string {
  switch (error.code) {
    case "ENOENT":
      return "there is no such program, or the interpreter that its first line names does not exist";
    case "EACCES":
      return "it is not executable";
    case "ENOEXEC":
      return "it is neither a program nor a script that begins with #!";
    case "E2BIG":
      return "its arguments and variables are too long";
    default:
      return error.message;
  }
}

const HINTS: Readonly<Record<string, string>> = {
  ENOENT: "See that its first line names an interpreter of this machine, and ends without a carriage return.",
  EACCES: "Run `chmod +x` on it; so that git keeps it, `git update-index --chmod=+x` as well.",
  ENOEXEC: "Begin it with a line such as `#!/bin/sh`, or use a program that was built for this machine.",
};

function hintFor({ code = "" }: NodeJS.ErrnoException): { readonly hint?: string } {
  const hint = HINTS[code];
  return hint === undefined ? {} : { hint };
}
