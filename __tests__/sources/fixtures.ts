/** Directories and git repositories for one test file, which are removed after it. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "@jest/globals";

/** To be called once at the top of a test file. The returned function creates a new directory each time. */
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

/** Variables that exclude the configuration of the machine and the user. */
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
  const options = {
    cwd: directory,
    env: { ...GIT_ENV, ...more.env },
    encoding: "utf8" as const,
    maxBuffer: 2 ** 26,
    timeout: 60_000,
  };
  return execFileSync("git", args, {
    ...options,
    input: more.input ?? "",
    stdio: ["pipe", "pipe", "pipe"],
  }).trimEnd();
}

/** Makes `directory` a repository with one commit of the content on `main`. */
export function initRepository(directory: string, content: Content, ...initArgs: string[]): string {
  git(directory, "init", "-q", "-b", "main", ...initArgs);
  writeContent(directory, content);
  return commitAll(directory, "first");
}

let clock = 1_700_000_000;

/** Commits all files, with a time one minute after the previous commit. Returns the id. */
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

export interface Made {
  readonly name: string;
  readonly parents: readonly string[];
}

/** A straight line of commits named `<prefix>0`, `<prefix>1`, and so on, the first one on top of `parents`. */
export function line(prefix: string, length: number, parents: readonly string[] = []): readonly Made[] {
  return Array.from({ length }, (_, index) => ({
    name: `${prefix}${index}`,
    parents: index === 0 ? parents : [`${prefix}${index - 1}`],
  }));
}

/**
 * Makes a bare repository of the commits, each a minute younger than the one before it and with one file `name` that
 * holds its name. `branches` says which commit each branch is at. Returns the ids by name.
 */
export function bareRepository(
  directory: string,
  commits: readonly Made[],
  branches: Readonly<Record<string, string>>,
): ReadonlyMap<string, string> {
  git(directory, "init", "-q", "-b", "main", "--bare");
  const marks = new Map(commits.map(({ name }, index) => [name, `:${index + 1}`]));
  const stream = commits.map(({ name, parents }, index) => {
    const [from, ...merged] = parents.map((parent) => marks.get(parent));
    return [
      `commit refs/made/${name}`,
      `mark :${index + 1}`,
      `committer Test <test@example.com> ${1_700_000_000 + index * 60} +0000`,
      `data <<END\n${name}\nEND\n`,
      ...(from === undefined ? [] : [`from ${from}`]),
      ...merged.map((parent) => `merge ${parent}`),
      `M 100644 inline name\ndata ${name.length}\n${name}\n`,
    ].join("\n");
  });
  const marksFile = join(directory, "made-marks");
  gitWith(
    directory,
    { input: `${stream.join("")}done\n` },
    "fast-import",
    "--quiet",
    "--done",
    `--export-marks=${marksFile}`,
  );
  const ids = new Map(
    readFileSync(marksFile, "utf8")
      .trimEnd()
      .split("\n")
      .map((row) => row.split(" ") as [string, string]),
  );
  const named = new Map(commits.map(({ name }) => [name, ids.get(marks.get(name) ?? "") ?? ""]));
  const refs = [
    ...commits.map(({ name }) => `delete refs/made/${name}\n`),
    ...Object.entries(branches).map(([branch, at]) => `create refs/heads/${branch} ${named.get(at)}\n`),
  ];
  gitWith(directory, { input: refs.join("") }, "update-ref", "--stdin");
  // Like GitHub's servers, allow fetching commits that no branch points to by their ids.
  git(directory, "config", "uploadpack.allowAnySHA1InWant", "true");
  git(directory, "config", "uploadpack.allowFilter", "true");
  return named;
}
