/** Streams that a program can open by name, where they can be made; docs/specification/wire-format.md 1.1. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { runProgram } from "../../src/processes/index.ts";
import { temporaryDirectories } from "../sources/fixtures.ts";

const temporary = temporaryDirectories();

/** A file with the name of the stream has the effect of a full disk. */
test.each(["stdin", "stdout", "stderr"])("without room for %s, a program gets unnamed streams", async (name) => {
  const home = temporary();
  writeFileSync(join(home, `.krm-${name}`), "");
  const outcome = await runProgram({
    command: "/bin/sh",
    args: ["-c", "cat; echo words >&2"],
    cwd: home,
    env: { PATH: "/usr/bin:/bin" },
    stdin: "input",
    home,
    limits: { timeoutMs: 20_000, stdoutBytes: 1000, stderrBytes: 1000 },
  });
  expect({ ...outcome, stdout: Buffer.from(outcome.stdout).toString() }).toEqual({
    stdout: "input",
    stderr: "words\n",
    exitCode: 0,
  });
});
