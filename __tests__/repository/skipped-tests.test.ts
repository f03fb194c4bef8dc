/** Tests are skipped in one way, so that each says why, and `.ci/run` finds all of them when it has the tools. */
import { expect, test } from "@jest/globals";
import { readText, repositoryFiles } from "./repository.ts";

const SUITES = repositoryFiles().filter((path) => /^__tests__\/.*\.ts$/.test(path));

test.each([
  ["skips a test", /\b(?:test|it|describe)\.skip\b|\bx(?:test|it|describe)\(/, ["unless"]],
  ["says by itself that it skips something", /write\(\s*["'`]skipped/, ["unless"]],
  ["looks for a program", /process\.env(?:\.|\[")\w+_BIN\b|\bX_OK\b/, ["programs", "nodes"]],
])("no other file %s", (_, pattern, allowed) => {
  const others = SUITES.filter((path) => !allowed.includes(path.slice("__tests__/".length, -".ts".length)));
  expect(others.filter((path) => pattern.test(readText(path)))).toEqual([]);
});
