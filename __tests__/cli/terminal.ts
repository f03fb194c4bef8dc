/** Runs the command line in this process, in a directory of the test. */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { run } from "../../src/cli/run.ts";
import type { Sink } from "../../src/cli/terminal.ts";

export interface Result {
  readonly status: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Surroundings {
  readonly cwd?: string;
  readonly env?: Record<string, string>;
  readonly isTTY?: boolean;
}

/** Runs the program with arguments. The default working directory is empty. */
export async function krmRender(args: readonly string[], surroundings: Surroundings = {}): Promise<Result> {
  const written = { stdout: "", stderr: "" };
  function sink(name: keyof typeof written): Sink {
    return {
      isTTY: surroundings.isTTY ?? false,
      async write(text) {
        written[name] += text;
      },
    };
  }
  const { PATH } = process.env;
  const env = { PATH, HOME: tmpdir(), GIT_CONFIG_NOSYSTEM: "1", ...surroundings.env };
  const cwd = surroundings.cwd ?? tmpdir();
  const status = await run(args, { cwd, env, stdout: sink("stdout"), stderr: sink("stderr") });
  return { status, ...written };
}

export interface Directory {
  /** The path without symbolic links. */
  readonly path: string;
  write(files: Record<string, string>): void;
  git(...args: string[]): string;
  /** Commits all files, and returns the commit. */
  commit(message: string): string;
  remove(): void;
}

export function temporaryDirectory(files: Record<string, string> = {}): Directory {
  const path = realpathSync(mkdtempSync(join(tmpdir(), "krm-cli-")));
  const env = {
    PATH: process.env.PATH,
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Ada",
    GIT_AUTHOR_EMAIL: "ada@example.com",
    GIT_COMMITTER_NAME: "Ada",
    GIT_COMMITTER_EMAIL: "ada@example.com",
  };
  const directory: Directory = {
    path,
    write(more) {
      for (const [name, text] of Object.entries(more)) {
        mkdirSync(dirname(join(path, name)), { recursive: true });
        writeFileSync(join(path, name), text);
      }
    },
    git: (...args) => execFileSync("git", args, { cwd: path, env, encoding: "utf8" }).trim(),
    commit(message) {
      directory.git("add", "--all");
      directory.git("commit", "--quiet", "--allow-empty", `--message=${message}`);
      return directory.git("rev-parse", "HEAD");
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
  directory.write(files);
  return directory;
}

export function configMap(name: string, data = ""): string {
  const lines = data === "" ? "" : `data:\n  key: ${data}\n`;
  return `apiVersion: v1\n${lines}kind: ConfigMap\nmetadata:\n  name: ${name}\n`;
}
