/**
 * Runs a program with limits on its time and output, and ends everything it has started;
 * docs/specification/function-limits.md 2.1, 2.2 and docs/specification/executables.md 1.4, 4.1.
 */
import type { Readable, Writable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { FirstBytes, HeadAndTail } from "./capture.ts";
import { marked, markedStartError } from "./escaped-processes.ts";
import { checkFormat } from "./executable-format.ts";
import { type CoveredDescriptors, coverInherited } from "./inherited-descriptors.ts";
import { withMemoryLimit } from "./memory-limit.ts";
import { openNamedStreams } from "./named-streams.ts";
import { startError } from "./start-error.ts";
import { isChildRunning, type ProgramStart, type StartedProgram, startProgram } from "./start-program.ts";

export interface ProgramCall extends Omit<ProgramStart, "stdio"> {
  /**
   * The whole standard input. The program need not read it. Default: none. What is produced piece by piece is read no faster
   * than the program reads it, so an input of any size takes constant memory. If it throws, the program is ended with the
   * problem `input-failed`.
   */
  readonly stdin?: string | AsyncIterable<Uint8Array> | undefined;
  /**
   * A private directory of this run. With it, the program can open its streams by name, such as `/dev/stderr`, what it leaves
   * running can be ended by {@link endEscaped}, and it inherits no descriptor.
   */
  readonly home?: string | undefined;
  readonly limits: RunLimits;
  /** The file that the command starts in the end, and whose format is checked. Default: the command. */
  readonly format?: string | undefined;
  /** Ends the program, and everything it has started. */
  readonly signal?: AbortSignal | undefined;
  /** Called once it has started, with a function that says whether it still runs, also during the end of this process. */
  readonly onStart?: ((isRunning: () => boolean) => void) | undefined;
  /** Gets what the program writes to standard error, as it arrives. */
  readonly onStderr?: ((text: string) => void) | undefined;
}

export interface RunLimits {
  readonly timeoutMs: number;
  /** A program that prints more is ended. */
  readonly stdoutBytes: number;
  /** Beyond this, only the beginning and the end of standard error are kept. */
  readonly stderrBytes: number;
  /** The memory of the program, and of each program that it starts, by {@link withMemoryLimit}. Default: no limit. */
  readonly memoryBytes?: number | undefined;
}

export type RunProblem = "timeout" | "output-too-large" | "output-lost" | "could-not-start" | "input-failed" | "killed";

export interface RunOutcome {
  /** At most as many bytes as the limit allows. */
  readonly stdout: Uint8Array;
  readonly stderr: string;
  /** Undefined if the program did not end by itself. */
  readonly exitCode: number | undefined;
  readonly problem?: RunProblem;
  /** More about the problem, in one line. */
  readonly detail?: string;
  /** A way to solve the problem. */
  readonly hint?: string;
  /** Why the program could not be started, or its input not be read. */
  readonly cause?: NodeJS.ErrnoException;
}

/** How long a process that has left the group may hold the streams open after everything was ended. */
const GRACE_MS = 500;
/** How long processes that a program leaves running may hold its standard output open without writing to it. */
const SILENCE_MS = 10_000;

/** Never rejects: failures of any kind, and programs that cannot be started, are outcomes. */
export function runProgram(call: ProgramCall): Promise<RunOutcome> {
  const { command, stdin, limits, signal } = call;
  const stdout = new FirstBytes(limits.stdoutBytes);
  const stderr = new HeadAndTail(limits.stderrBytes);
  return new Promise((resolve) => {
    let failed: Failure | undefined;
    let grace: ReturnType<typeof setTimeout> | undefined;

    const finish = (exitCode: number | undefined): void => {
      const cause = call.home === undefined ? undefined : markedStartError(exitCode, stderr.text());
      clearTimeout(timer);
      clearTimeout(grace);
      signal?.removeEventListener("abort", onAbort);
      if (cause !== undefined) resolve({ ...NOTHING, ...notStarted(cause) });
      else resolve({ stdout: stdout.bytes(), stderr: stderr.text(), exitCode, ...failed });
    };
    const fail = (problem: RunProblem, detail: string, cause?: Error): void => {
      failed ??= { problem, detail, ...(cause && { cause }) };
    };

    // What can be opened by name has to be there as a whole.
    const isWhole = typeof stdin !== "object";
    const streams = call.home === undefined || !isWhole ? undefined : openNamedStreams(call.home, stdin ?? "");
    let program: StartedProgram;
    let covered: CoveredDescriptors | undefined;
    try {
      checkFormat(call.format ?? command);
      const sockets = [stdin === undefined ? "ignore" : "pipe", "pipe", "pipe"] as const;
      const started = call.home === undefined ? call : marked(call, call.home);
      const standard = streams?.stdio ?? sockets;
      covered = call.home === undefined ? undefined : coverInherited(standard);
      const start: ProgramStart = { ...call, ...started, stdio: covered?.stdio ?? [...standard] };
      program = startProgram(limits.memoryBytes === undefined ? start : withMemoryLimit(start, limits.memoryBytes));
    } catch (thrown) {
      streams?.stdout.destroy();
      streams?.stderr.destroy();
      resolve({ ...NOTHING, ...notStarted(thrown as Error) });
      return;
    } finally {
      streams?.release();
      covered?.release();
    }
    const { child } = program;
    call.onStart?.(() => isChildRunning(child));
    const output = streams?.stdout ?? (child.stdout as Readable);
    const errors = streams?.stderr ?? (child.stderr as Readable);
    let hasEnded = false;
    const end = (problem: RunProblem, detail: string, cause?: Error): void => {
      fail(problem, detail, cause);
      if (hasEnded) endGroup();
      else program.end();
    };
    /** Ends the processes that the program has left running. */
    const endGroup = (): void => {
      program.end();
      clearTimeout(grace);
      grace = setTimeout(closeStreams, GRACE_MS);
    };
    /** A process that the program leaves running may still print, as with `exec > >(filter)`. kustomize waits for it, too. */
    const awaitOutput = (): void => {
      clearTimeout(grace);
      grace = setTimeout(() => end("output-lost", "a process that it left running keeps its output open"), SILENCE_MS);
    };
    const seconds = limits.timeoutMs / 1000;
    const timer = setTimeout(() => end("timeout", `it ran longer than ${seconds} seconds`), limits.timeoutMs);
    const onAbort = (): void => end("killed", "the build that needs it has ended");
    if (signal?.aborted) onAbort();
    signal?.addEventListener("abort", onAbort, { once: true });

    output.on("data", (chunk: Buffer) => {
      stdout.add(chunk);
      if (stdout.isExceeded) end("output-too-large", `it printed more than ${limits.stdoutBytes} bytes`);
      else if (hasEnded && failed === undefined) awaitOutput();
    });
    errors.on("data", (chunk: Buffer) => {
      stderr.add(chunk);
      call.onStderr?.(chunk.toString());
    });
    // Fails if the program does not read its input, which is no problem.
    child.stdin?.on("error", () => {});
    if (isWhole) child.stdin?.end(stdin);
    else if (child.stdin !== null) {
      const onFailure = (cause: Error): void => end("input-failed", `its input failed: ${cause.message}`, cause);
      void feed(stdin, child.stdin, onFailure);
    }

    let exitCode: number | undefined;
    let open = 3;
    const closed = (): void => {
      open--;
      if (open === 0) finish(exitCode);
    };
    output.on("close", () => {
      if (hasEnded) endGroup();
      closed();
    });
    errors.on("close", closed);
    const closeStreams = (): void => {
      output.destroy();
      errors.destroy();
    };
    child.on("error", (error) => {
      if (child.pid !== undefined) return;
      failed ??= notStarted(error);
      closeStreams();
      closed();
    });
    child.on("exit", (code, killedBy) => {
      exitCode = code ?? undefined;
      hasEnded = true;
      if (killedBy !== null) fail("killed", `it was ended by ${killedBy}`);
      if (failed !== undefined || output.closed) endGroup();
      else awaitOutput();
      closed();
    });
  });
}

/**
 * Passes an input on as fast as the program reads it. Stops without a failure when the program reads no more.
 * @param onFailure called before the program sees the end of its input
 */
async function feed(input: AsyncIterable<Uint8Array>, to: Writable, onFailure: (cause: Error) => void): Promise<void> {
  async function* watched(): AsyncGenerator<Uint8Array> {
    try {
      yield* input;
    } catch (thrown) {
      onFailure(thrown instanceof Error ? thrown : new Error(String(thrown)));
      throw thrown;
    }
  }
  // What remains is that the program has closed its input.
  await pipeline(watched, to).catch(() => undefined);
}

type Failure = Pick<RunOutcome, "problem" | "detail" | "hint" | "cause">;

const NOTHING = { stdout: new Uint8Array(), stderr: "", exitCode: undefined };

function notStarted(cause: NodeJS.ErrnoException): Failure {
  return { problem: "could-not-start", ...startError(cause), cause };
}
