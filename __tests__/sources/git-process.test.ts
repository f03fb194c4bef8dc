import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { type GitContext, gitContext, outputOfGit, runGit } from "../../src/sources/git/git-process.ts";
import { GIT_ENV, git, temporaryDirectories } from "./fixtures.ts";
import { problemOf } from "./tree-table.ts";

const temporary = temporaryDirectories();

/** A context in which `git` is the given shell script. */
function contextOf(script: string): GitContext {
  const directory = temporary();
  writeFileSync(join(directory, "git"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  return gitContext(directory, { ...GIT_ENV, PATH: `${directory}:${GIT_ENV.PATH}` });
}

describe("running git", () => {
  test("passes arguments unchanged, without a shell", async () => {
    const directory = temporary();
    git(directory, "init", "-q");
    const value = "$(touch sprung); `touch sprung` 'x' \"y\" *\nz";
    await outputOfGit(gitContext(directory, GIT_ENV), ["config", "test.value", value]);
    expect(await outputOfGit(gitContext(directory, GIT_ENV), ["config", "test.value"])).toBe(value);
  });

  test("gives output, message and exit code", async () => {
    const result = await runGit(contextOf("echo out; echo words >&2; exit 3"), ["status"]);
    expect(result).toEqual({ code: 3, stdout: "out\n", message: "words" });
  });

  test("fails with git's message, or with the exit code if there is none", async () => {
    const speaking = await problemOf(outputOfGit(contextOf("echo 'fatal: no' >&2; exit 128"), ["log", "-1"]));
    expect([speaking.code, speaking.message]).toEqual(["git-failed", "git log failed: fatal: no"]);
    const silent = await problemOf(outputOfGit(contextOf("exit 5"), ["log"]));
    expect(silent.message).toBe("git log failed: exit code 5");
  });

  test("ends a git that gives no result in time", async () => {
    const error = await problemOf(runGit(contextOf("exec sleep 30"), ["fetch"], { timeoutSeconds: 0.05 }));
    expect([error.code, error.message]).toEqual([
      "git-failed",
      expect.stringContaining("no result within 0.05 seconds"),
    ]);
  });

  test("ends a git that prints without end", async () => {
    const error = await problemOf(runGit(contextOf("exec yes 0123456789012345678901234567890123456789"), ["log"]));
    expect(error.message).toContain("printed more than");
  });

  test("can stop at the first output", async () => {
    const { code, stdout } = await runGit(contextOf("exec yes"), ["status"], { stopAfter: 2 });
    expect([code, stdout]).toEqual([0, "y\n"]);
  });

  test("never prompts, and ignores the variables of another repository", async () => {
    const context = gitContext("/", { GIT_DIR: "/x", GIT_INDEX_FILE: "/y", GIT_CONFIG_COUNT: "0", HOME: "/home" });
    expect(context.env).toMatchObject({ GIT_TERMINAL_PROMPT: "0", LC_ALL: "C", GIT_CONFIG_COUNT: "0", HOME: "/home" });
    expect(Object.keys(context.env)).not.toEqual(expect.arrayContaining(["GIT_DIR"]));
    expect(Object.keys(context.env)).not.toEqual(expect.arrayContaining(["GIT_INDEX_FILE"]));
  });
});
