/** Runs git without a shell, without prompts, and without the programs that a repository configures. */
import { failure, type KrmError } from "../../diagnostics.ts";
import { presentable, runProgram, type StartedProgram, startProgram } from "../../processes/index.ts";
import { remoteFailure, withoutProgress } from "./remote-failures.ts";

export interface GitContext {
  /** The directory that git runs in: absolute and free of symlinks. Git trusts it, and no other, if another user owns it. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
  /** Configuration for each command, `name=value`. */
  readonly settings?: readonly string[];
}

export interface GitOutput {
  /** The exit code. */
  readonly code: number;
  readonly stdout: string;
  /** The standard error of git, with secrets masked, and without its progress. */
  readonly message: string;
}

export interface RunOptions {
  /** Ends git once it has printed more bytes than this, and reports success with this many. */
  readonly stopAfter?: number;
  readonly timeoutSeconds?: number;
  /** The whole standard input. Default: none. */
  readonly stdin?: string;
  /** Gets standard error while git runs, unmasked. */
  readonly onStderr?: (text: string) => void;
  /** Ends git. The reason of the signal becomes that of the failure. */
  readonly signal?: AbortSignal;
  /**
   * Runs git in a process group of its own, so that the helpers it starts end with it, as is necessary when it talks to an
   * untrusted server. Otherwise git keeps the terminal, where ssh may ask for a passphrase.
   */
  readonly group?: boolean;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_ERROR_BYTES = 64 * 1024;
const LOCAL_TIMEOUT_SECONDS = 300;

/** Git sets these for its hooks. If a hook starts us, they would redirect every command to another repository. */
const VARIABLES_OF_ANOTHER_REPOSITORY = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_OBJECT_DIRECTORY",
  "GIT_ALTERNATE_OBJECT_DIRECTORIES",
  "GIT_NAMESPACE",
  "GIT_PREFIX",
  "GIT_SHALLOW_FILE",
  "GIT_GRAFT_FILE",
  "GIT_REPLACE_REF_BASE",
  "GIT_EXTERNAL_DIFF",
];

/** The context of a directory. The configuration of system and user stays in effect: proxies, certificates, credentials. */
export function gitContext(directory: string, env: NodeJS.ProcessEnv = process.env): GitContext {
  const own: NodeJS.ProcessEnv = { ...env };
  for (const name of VARIABLES_OF_ANOTHER_REPOSITORY) delete own[name];
  return {
    directory,
    env: {
      ...own,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      // Git must not write, such as refresh the index, nor replace objects by others.
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_REPLACE_OBJECTS: "1",
    },
  };
}

/** Starts git, for commands whose streams stay open. It keeps the terminal. */
export function startGit(context: GitContext, args: readonly string[]): StartedProgram {
  return startProgram({ ...gitCommand(context, args), keepsTerminal: true });
}

function gitCommand({ directory, env, settings: own = [] }: GitContext, args: readonly string[]) {
  const settings = [
    // A container action often runs as another user than the one that checked out.
    `safe.directory=${directory}`,
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.ext.allow=never",
    "maintenance.auto=false",
    ...own,
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  return { command: "git", args: ["--no-pager", ...options, ...args], cwd: directory, env };
}

/** Runs git to its end, whatever its exit code is. @throws KrmError `git-failed`, `git-not-found` */
export async function runGit(
  context: GitContext,
  args: readonly string[],
  options: RunOptions = {},
): Promise<GitOutput> {
  const { stopAfter, timeoutSeconds = LOCAL_TIMEOUT_SECONDS, signal } = options;
  const stdoutBytes = stopAfter ?? MAX_OUTPUT_BYTES;
  const { stdout, stderr, exitCode, problem, detail, cause } = await runProgram({
    ...gitCommand(context, args),
    keepsTerminal: !options.group,
    limits: { timeoutMs: timeoutSeconds * 1000, stdoutBytes, stderrBytes: MAX_ERROR_BYTES },
    signal,
    stdin: options.stdin,
    onStderr: options.onStderr,
  });
  const outputOf = (code: number): GitOutput => ({
    code,
    stdout: Buffer.from(stdout).toString(),
    message: presentable(withoutProgress(stderr)),
  });
  if (cause !== undefined) throw cannotStart(cause);
  if (problem === "timeout") throw gitFailed(args, `gave no result within ${timeoutSeconds} seconds`);
  if (problem === "output-too-large") {
    if (stopAfter !== undefined) return outputOf(0);
    throw gitFailed(args, `printed more than ${stdoutBytes} bytes`);
  }
  if (problem === "output-lost") throw gitFailed(args, `${detail}`);
  if (problem === "killed" && signal?.aborted) throw gitFailed(args, String(signal.reason));
  return outputOf(exitCode ?? 128);
}

/** Runs git, and once more after an error of the network. */
export async function runTwice(run: () => Promise<GitOutput>): Promise<GitOutput> {
  const first = await run();
  return first.code !== 0 && remoteFailure(first.message).isTransient ? run() : first;
}

/**
 * Runs a command that has to succeed, and returns its output without the last line break.
 * @throws KrmError `git-failed` with git's own message, `git-not-found`
 */
export async function outputOfGit(
  context: GitContext,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, message } = await runGit(context, args, options);
  if (code !== 0) throw gitFailed(args, message === "" ? `exit code ${code}` : message);
  return stdout.replace(/\n$/, "");
}

export function gitFailed(args: readonly string[], reason: string): KrmError {
  return failure("git-failed", `git ${args[0] ?? ""} failed: ${reason}`);
}

/** The error for a git that could not be started. */
export function cannotStart(error: Error): KrmError {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
    return failure("git-failed", `git could not be started: ${error.message}`, { cause: error });
  }
  const message = "git could not be started: no such program, or the directory is gone";
  const hint = "Install git and make sure that it is on the PATH.";
  return failure("git-not-found", message, { hint, cause: error });
}
