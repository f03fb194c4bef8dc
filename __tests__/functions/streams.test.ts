/** Streams that a program can open by name, where they can be made; docs/specification/wire-format.md 1.1. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { runProcess } from "../../src/functions/process/run-process.ts";
import { directoryOf, leaveNothing } from "./workshop.ts";

leaveNothing();

/** A file in the way stands for a disk that is full. */
test.each(["stdin", "stdout", "stderr"])("without room for %s a program gets other streams", async (name) => {
  const home = directoryOf({});
  writeFileSync(join(home, `.krm-${name}`), "");
  const outcome = await runProcess({
    command: "/bin/sh",
    args: ["-c", "cat; echo words >&2"],
    cwd: home,
    env: new Map([["PATH", "/usr/bin:/bin"]]),
    stdin: "input",
    streamsIn: home,
    limits: { timeoutMs: 20_000, stdoutBytes: 1000, stderrBytes: 1000 },
  });
  expect({ ...outcome, stdout: Buffer.from(outcome.stdout).toString() }).toEqual({
    stdout: "input",
    stderr: "words\n",
    exitCode: 0,
  });
});
