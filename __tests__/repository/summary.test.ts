import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT, temporaryRepository } from "./repository.ts";

/** Runs the reporter on a result, in another process, because this one already runs jest. */
function report(results: unknown): { stderr: string; summary: string } {
  const repository = temporaryRepository({
    "run.mjs": [
      `const { default: Summary } = await import(${JSON.stringify(join(ROOT, "scripts/jest-summary.mjs"))});`,
      `new Summary().onRunComplete(new Set(), ${JSON.stringify(results)});`,
    ].join("\n"),
  });
  try {
    const env = { ...process.env, SUMMARY_FILE: "summary" };
    const { stderr } = spawnSync(process.execPath, ["run.mjs"], { cwd: repository.path, env, encoding: "utf8" });
    return { stderr, summary: readFileSync(join(repository.path, "summary"), "utf8") };
  } finally {
    repository.remove();
  }
}

test("the summary counts suites that do not load as failed, and names skipped tests", () => {
  const testResults = [
    { fullName: "works", status: "passed" },
    { fullName: "needs the moon", status: "pending" },
    { fullName: "some day", status: "todo" },
  ];
  const results = {
    numPassedTests: 5,
    numFailedTests: 2,
    numRuntimeErrorTestSuites: 1,
    numPendingTests: 1,
    numTodoTests: 1,
    testResults: [{ testFilePath: "a.test.ts", testResults }],
  };
  const { stderr, summary } = report(results);
  expect(summary).toBe("5 3 2\n");
  expect(stderr.trim().split("\n")).toEqual([
    "Skipped:",
    expect.stringMatching(/ .*a\.test\.ts: needs the moon$/),
    expect.stringMatching(/ .*a\.test\.ts: some day$/),
  ]);
});
