/** Runs git: never through a shell, never asking a question, never running what a repository configures. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { failure, type KrmError } from "../../diagnostics.ts";
import { endGroup, GROUP, watchGroup } from "../../processes/index.ts";

/** Where git runs, and with which environment. */
export interface GitContext {
  /** Absolute and free of symlinks. The only directory trusted although somebody else may own it. */
  readonly directory: string;
  readonly env: NodeJS.ProcessEnv;
}

export interface GitOutput {
  /** The exit code. */
  readonly code: number;
  readonly stdout: string;
  /** Git's own words, with secrets masked. */
  readonly words: string;
}

export interface RunOptions {
  /** Ends git quietly once it printed this many bytes. */
  readonly stopAfter?: number;
  readonly timeoutSeconds?: number;
  /** Gets what git says while it runs, unmasked. */
  readonly onWords?: (words: string) => void;
  /** Ends git; its reason becomes the reason of the failure. */
  readonly signal?: AbortSignal;
  /** Whether what git starts is ended with it: needed where it talks to a server that nobody vouches for. */
  readonly group?: boolean;
}

const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;
const MAX_WORDS = 2000;
const LOCAL_TIMEOUT_SECONDS = 300;

/** Set where git itself started us, as a hook does; they would turn every command to another repository. */
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

/** The context of a directory. System and user configuration stay in force: proxies, certificates, credentials. */
export function gitContext(directory: string, env: NodeJS.ProcessEnv = process.env): GitContext {
  const own: NodeJS.ProcessEnv = { ...env };
  for (const name of VARIABLES_OF_ANOTHER_REPOSITORY) delete own[name];
  return {
    directory,
    env: {
      ...own,
      LC_ALL: "C",
      GIT_TERMINAL_PROMPT: "0",
      // Reading must not write: no refresh of the index, and objects are what their ids say.
      GIT_OPTIONAL_LOCKS: "0",
      GIT_NO_REPLACE_OBJECTS: "1",
    },
  };
}

/** Starts git in the directory of the context. */
export function startGit(
  context: GitContext,
  args: readonly string[],
  how: { readonly detached?: boolean } = {},
): ChildProcessWithoutNullStreams {
  const settings = [
    // A container action often runs as another user than the one who checked out.
    `safe.directory=${context.directory}`,
    "core.fsmonitor=false",
    "core.hooksPath=/dev/null",
    "protocol.ext.allow=never",
    "maintenance.auto=false",
  ];
  const options = settings.flatMap((setting) => ["-c", setting]);
  return spawn("git", ["--no-pager", ...options, ...args], { cwd: context.directory, env: context.env, ...how });
}

/** Runs git to its end and returns what it said, whatever the exit code. Throws `git-failed` or `git-not-found`. */
export function runGit(context: GitContext, args: readonly string[], options: RunOptions = {}): Promise<GitOutput> {
  const limit = options.stopAfter ?? MAX_OUTPUT_BYTES;
  const seconds = options.timeoutSeconds ?? LOCAL_TIMEOUT_SECONDS;
  return new Promise((resolve, reject) => {
    const child = startGit(context, args, options.group ? GROUP : {});
    if (options.group) watchGroup(child);
    const output: Buffer[] = [];
    let bytes = 0;
    let errors = "";
    const finish = (code: number): void => {
      clearTimeout(timer);
      resolve({ code, stdout: Buffer.concat(output).toString(), words: presentable(errors) });
    };
    /** Does not wait for the end: a child of git, such as ssh, may hold the pipes open. */
    const abandon = (reason?: string): void => {
      if (options.group) endGroup(child);
      else child.kill();
      child.stdout.destroy();
      child.stderr.destroy();
      if (reason === undefined) return finish(0);
      clearTimeout(timer);
      reject(gitFailed(args, reason));
    };
    const timer = setTimeout(() => abandon(`gave no result within ${seconds} seconds`), seconds * 1000);
    const { signal } = options;
    const stop = (): void => abandon(String(signal?.reason));
    if (signal?.aborted) stop();
    else signal?.addEventListener("abort", stop, { once: true });
    child.stdin.on("error", ignore).end();
    child.stdout.on("data", (chunk: Buffer) => {
      output.push(chunk);
      bytes += chunk.length;
      if (bytes < limit) return;
      abandon(options.stopAfter === undefined ? `printed more than ${limit} bytes` : undefined);
    });
    child.stderr.on("data", (chunk: Buffer) => {
      if (errors.length < MAX_OUTPUT_BYTES) errors += chunk.toString();
      options.onWords?.(chunk.toString());
    });
    child.on("error", (error) => {
      clearTimeout(timer);
      reject(cannotStart(error));
    });
    child.on("close", (code) => {
      signal?.removeEventListener("abort", stop);
      finish(code ?? 128);
    });
  });
}

/** The output of a command that has to succeed, without its last line break. Throws `git-failed` with git's words. */
export async function outputOfGit(
  context: GitContext,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, stdout, words } = await runGit(context, args, options);
  if (code !== 0) throw gitFailed(args, words === "" ? `exit code ${code}` : words);
  return stdout.replace(/\n$/, "");
}

export function gitFailed(args: readonly string[], reason: string): KrmError {
  return failure("git-failed", `git ${args[0] ?? ""} failed: ${reason}`);
}

/** The error of a process that did not even start. */
export function cannotStart(error: Error): KrmError {
  if ((error as NodeJS.ErrnoException).code !== "ENOENT") {
    return failure("git-failed", `git could not be started: ${error.message}`, { cause: error });
  }
  return failure("git-not-found", "git could not be started: no such program, or the directory is gone", {
    hint: "Install git and make sure that it is on the PATH.",
    cause: error,
  });
}

/** Git's words fit to be shown: secrets masked, control characters gone, the end kept when it is long. */
export function presentable(words: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to remove
  const plain = maskSecrets(words.slice(-4 * MAX_WORDS)).replace(/[\x00-\x08\x0b-\x1f\x7f]/g, "");
  const trimmed = plain.trim();
  return trimmed.length <= MAX_WORDS ? trimmed : `…${trimmed.slice(-MAX_WORDS)}`;
}

/** Replaces credentials in URLs and headers, and tokens of GitHub, by `***`. */
export function maskSecrets(text: string): string {
  return text
    .replace(/(?<=:\/\/)[^/\s]*@/g, "***@")
    .replace(/(authorization:\s*\w+\s+)\S+/gi, "$1***")
    .replace(/\b(?:gh[a-z]_|github_pat_)\w{10,}/g, "***");
}

function ignore(): void {}
