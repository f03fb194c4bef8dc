/** Directories and git repositories made for one test file, and removed after it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";

/** Call once at the top of a test file; the returned function makes a fresh directory each time. */
export function temporaryDirectories(): () => string {
  const made: string[] = [];
  afterAll(() => {
    for (const directory of made) rmSync(directory, { recursive: true, force: true });
  });
  return () => {
    const directory = mkdtempSync(join(realpathSync(tmpdir()), "krm-sources-"));
    made.push(directory);
    return directory;
  };
}

export interface Content {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly links?: Readonly<Record<string, string>>;
}

export function writeContent(directory: string, content: Content): void {
  for (const [path, bytes] of Object.entries(content.files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), bytes);
  }
  for (const [path, target] of Object.entries(content.links ?? {})) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    symlinkSync(target, join(directory, path));
  }
}

/** Nothing of the machine's or the user's configuration takes part. */
export const GIT_ENV = {
  PATH: process.env["PATH"] ?? "",
  HOME: "/nonexistent",
  LC_ALL: "C",
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_CONFIG_GLOBAL: "/dev/null",
  GIT_AUTHOR_NAME: "Test",
  GIT_AUTHOR_EMAIL: "test@example.com",
  GIT_COMMITTER_NAME: "Test",
  GIT_COMMITTER_EMAIL: "test@example.com",
} as const;

export function git(directory: string, ...args: string[]): string {
  return gitWith(directory, {}, ...args);
}

export function gitWith(
  directory: string,
  more: { input?: string | Uint8Array; env?: Record<string, string> },
  ...args: string[]
): string {
  const options = { cwd: directory, env: { ...GIT_ENV, ...more.env }, encoding: "utf8" as const, maxBuffer: 2 ** 26 };
  return execFileSync("git", args, {
    ...options,
    input: more.input ?? "",
    stdio: ["pipe", "pipe", "pipe"],
  }).trimEnd();
}

/** Makes `directory` a repository whose one commit, on `main`, has the content. */
export function initRepository(directory: string, content: Content, ...initArgs: string[]): string {
  git(directory, "init", "-q", "-b", "main", ...initArgs);
  writeContent(directory, content);
  return commitAll(directory, "first");
}

let clock = 1_700_000_000;

/** Commits all there is; each commit is a minute younger than the one before it. Returns its id. */
export function commitAll(directory: string, message: string): string {
  clock += 60;
  const date = `${clock} +0000`;
  git(directory, "add", "--all");
  gitWith(
    directory,
    { env: { GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date } },
    "commit",
    "-q",
    "--allow-empty",
    "-m",
    message,
  );
  return git(directory, "rev-parse", "HEAD");
}
