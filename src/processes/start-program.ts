/** Starts programs, and ends them together with everything they have started. */
import { type ChildProcess, type StdioOptions, spawn, spawnSync } from "node:child_process";
import { type CleanupStage, cleanUpAtExit } from "./at-exit.ts";
import type { Environment } from "./environment.ts";
import { pause } from "./pause.ts";
import { isRunning, sendSignal } from "./process-numbers.ts";

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
  /**
   * True for the client of a service. If this process ends, the client goes on until the service was cleaned up, and has one
   * more second to end by itself, since a client that is ended leaves its temporary files. Then it gets SIGTERM, and SIGKILL
   * if it still runs half a second later.
   */
  readonly isClient?: boolean;
}

export interface StartedProgram {
  readonly child: ChildProcess;
  /** Ends the program and its process group. SIGKILL, since a program could ignore other signals. */
  end(): void;
}

/** The time that a program has to end after SIGTERM, in milliseconds. */
const GRACE_MS = 500;
/** The time that a client has to end by itself, in milliseconds. */
const CLIENT_MS = 1000;
const POLL_MS = 5;

interface Running extends StartedProgram {
  readonly kill: () => void;
  /** Asks it to end when this process ends. Undefined for a program that is killed at once. */
  readonly ask: (() => void) | undefined;
}

/** The programs that end in one stage of the cleanup. */
class RunningPrograms {
  readonly #running = new Set<Running>();
  readonly #stage: CleanupStage;
  readonly #patienceMs: number;
  #cancelCleanup: () => void = () => {};

  /** @param patienceMs the time that those that are asked to end have before, to end by themselves, in milliseconds */
  constructor(stage: CleanupStage, patienceMs: number) {
    this.#stage = stage;
    this.#patienceMs = patienceMs;
  }

  /** Starts a program. The cleanup is registered first: a signal may arrive as soon as the program runs. */
  add(start: () => Running): Running {
    if (this.#running.size === 0) this.#cancelCleanup = cleanUpAtExit(this.#stage, () => this.#endAll());
    try {
      const program = start();
      this.#running.add(program);
      const forget = (): void => {
        this.#running.delete(program);
        this.#cancelIfIdle();
      };
      program.child.once("close", forget);
      program.child.once("error", forget);
      return program;
    } catch (error) {
      this.#cancelIfIdle();
      throw error;
    }
  }

  #cancelIfIdle(): void {
    if (this.#running.size === 0) this.#cancelCleanup();
  }

  #endAll(): void {
    const asked = [...this.#running].filter(({ ask }) => ask);
    const haveEnded = (): boolean => !asked.some(({ child }) => isChildRunning(child));
    waitUntil(haveEnded, this.#patienceMs);
    for (const { ask, kill } of this.#running) (ask ?? kill)();
    waitUntil(haveEnded, GRACE_MS);
    for (const { kill } of asked) kill();
    this.#running.clear();
  }
}

const PROGRAMS = new RunningPrograms("programs", 0);
const CLIENTS = new RunningPrograms("clients", CLIENT_MS);

/**
 * Starts a program that does not outlive this process.
 * @throws Error for arguments that no program can get, such as a NUL. If the program cannot be started, the child emits `error`.
 */
export function startProgram(start: ProgramStart): StartedProgram {
  const { command, args, cwd, env, stdio = "pipe", keepsTerminal = false, isClient = false } = start;
  // Windows has no process groups.
  const hasGroup = !keepsTerminal && process.platform !== "win32";
  return (isClient ? CLIENTS : PROGRAMS).add(() => {
    const child = spawn(command, [...args], { cwd, env, stdio, detached: hasGroup });
    const { pid } = child;
    const signal = (name: NodeJS.Signals): void => {
      if (!hasGroup) child.kill(name);
      else if (pid !== undefined) sendSignal(-pid, name);
    };
    const kill = (): void => signal("SIGKILL");
    return {
      child,
      end: keepsTerminal ? () => askToEnd(child) : kill,
      kill,
      ask: keepsTerminal || isClient ? () => signal("SIGTERM") : undefined,
    };
  });
}

function askToEnd(child: ChildProcess): void {
  if (!child.kill("SIGTERM")) return;
  const timer = setTimeout(() => child.kill("SIGKILL"), GRACE_MS).unref();
  child.once("exit", () => clearTimeout(timer));
}

/** Tells whether a program still runs. Works during {@link cleanUpAtExit}, too, when no event can arrive. */
export function isChildRunning({ pid }: ChildProcess): boolean {
  return pid !== undefined && isRunning(pid);
}

/**
 * Blocks until a condition holds, for {@link cleanUpAtExit}: this process is about to end, and no timer would fire.
 * @returns whether the condition holds
 */
export function waitUntil(holds: () => boolean, timeoutMs: number): boolean {
  const deadline = performance.now() + timeoutMs;
  while (!holds()) {
    if (performance.now() >= deadline) return false;
    pause(POLL_MS);
  }
  return true;
}

/**
 * Runs a program during {@link cleanUpAtExit}, when nothing can be awaited. It has its own session, so that a second
 * Ctrl-C does not end it.
 * @returns whether it has succeeded, and what it printed to standard error
 */
export function runBeforeExit(
  command: string,
  args: readonly string[],
  env: Environment,
  timeoutMs: number,
): { readonly succeeded: boolean; readonly stderr: string } {
  const stdio: StdioOptions = ["ignore", "ignore", "pipe"];
  const timeout = Math.max(1, Math.ceil(timeoutMs));
  // The types of Node do not know that `spawnSync` takes `detached`, too.
  const options = { detached: true, env, stdio, timeout, killSignal: "SIGKILL", encoding: "utf8" } as const;
  const { status, stderr } = spawnSync(command, args, options);
  return { succeeded: status === 0, stderr: stderr ?? "" };
}
