/** Starts programs, and ends them together with everything they have started. */
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from "node:child_process";
import { cleanUpAtExit } from "./at-exit.ts";
import type { Environment } from "./environment.ts";
import { isRunning } from "./process-numbers.ts";

export interface ProgramStart {
  /** Absolute, or a name to find on the PATH of `env`. */
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  /** All variables: the program inherits no others. */
  readonly env: Environment;
  /** Three pipes by default. */
  readonly stdio?: StdioOptions;
  /**
   * Leaves the program in the session of this process, so that ssh can ask for a passphrase at the terminal. The program
   * then has no process group of its own. It is ended by SIGTERM, so that it can remove its lock files, and by SIGKILL if it
   * still runs half a second later.
   */
  readonly keepsTerminal?: boolean;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** Ends the program and its process group. SIGKILL, since a program could ignore other signals. */
  end(): void;
}

/** How long a program that keeps the terminal has to end after SIGTERM. */
const GRACE_MS = 500;
const POLL_MS = 5;

interface Running extends StartedProgram {
  readonly keepsTerminal: boolean;
}

const running = new Set<Running>();
let cancelCleanup: () => void = () => {};

/**
 * Starts a program that does not outlive this process.
 * @throws Error for arguments that no program can get, such as a NUL. If the program cannot be started, the child emits `error`.
 */
export function startProgram(start: ProgramStart): StartedProgram {
  const { command, args, cwd, env, stdio = "pipe", keepsTerminal = false } = start;
  // Windows has no process groups.
  const hasGroup = !keepsTerminal && process.platform !== "win32";
  // Registered first: a signal may arrive as soon as the program runs.
  if (running.size === 0) cancelCleanup = cleanUpAtExit("programs", endAll);
  const cancelIfIdle = (): void => {
    if (running.size === 0) cancelCleanup();
  };
  let child: ChildProcess;
  try {
    child = spawn(command, [...args], { cwd, env, stdio, detached: hasGroup });
  } catch (error) {
    cancelIfIdle();
    throw error;
  }
  const end = (): void => {
    if (hasGroup) endGroup(child);
    else if (keepsTerminal) askToEnd(child);
    else child.kill("SIGKILL");
  };
  const program = { child, end, keepsTerminal };
  running.add(program);
  const forget = (): void => {
    if (running.delete(program)) cancelIfIdle();
  };
  child.once("close", forget);
  child.once("error", forget);
  return program;
}

function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The whole group has ended.
  }
}

function askToEnd(child: ChildProcess): void {
  if (!child.kill("SIGTERM")) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  child.once("exit", () => clearTimeout(timer));
}

function endAll(): void {
  for (const program of running) program.end();
  const asked = [...running].filter(({ keepsTerminal }) => keepsTerminal);
  const isLeft = ({ child }: Running): boolean => child.pid !== undefined && isRunning(child.pid);
  const deadline = performance.now() + GRACE_MS;
  while (asked.some(isLeft) && performance.now() < deadline) sleep(POLL_MS);
  for (const { child } of asked) child.kill("SIGKILL");
  running.clear();
}

/** Blocks: this process is about to end, and no timer would fire. */
function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}

/** Runs a program during {@link cleanUpAtExit}, when nothing can be awaited. Ignores what it prints and how it ends. */
export function runBeforeExit(command: string, args: readonly string[], env: Environment, timeoutMs: number): void {
  spawnSync(command, args, { env, stdio: "ignore", timeout: timeoutMs });
}
