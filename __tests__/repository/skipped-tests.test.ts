/**
 * Tests are skipped in one way, so that each says why, and `.ci/run` finds all of them when it has the tools; `npm test` leaves out
 * what its name says; and no test asserts a time.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { ROOT, readText, repositoryFiles } from "./repository.ts";

const SUITES = repositoryFiles().filter((path) => /^__tests__\/.*\.ts$/.test(path));

test.each([
  ["skips a test", /\b(?:test|it|describe)\.skip\b|\bx(?:test|it|describe)\(/, ["unless"]],
  ["says by itself that it skips something", /write\(\s*["'`]skipped/, ["unless"]],
  ["looks for a program", /process\.env(?:\.|\[")\w+_BIN\b|\bX_OK\b/, ["programs", "nodes"]],
  ["asserts a time", /expect\([^;]*\b(?:performance\.now|Date\.now|cpuUsage|hrtime)\b/, []],
])("no other file %s", (_, pattern, allowed) => {
  const others = SUITES.filter((path) => !allowed.includes(path.slice("__tests__/".length, -".ts".length)));
  expect(others.filter((path) => pattern.test(readText(path)))).toEqual([]);
});

test("npm test leaves out the slow suites, and says how to run them", () => {
  const paths = ["a.test.ts", "a.slow.test.ts", "slow.test.ts"];
  const filter = JSON.stringify(join(ROOT, "scripts/jest-quick.cjs"));
  const program = `console.log(require(${filter})(${JSON.stringify(paths)}).filtered.join(" "))`;
  const { stdout, stderr } = spawnSync(process.execPath, ["--eval", program], { encoding: "utf8" });
  expect(stdout).toBe("a.test.ts slow.test.ts\n");
  expect(stderr).toBe("\nLeft out: 1 suite named *.slow.test.ts. `npm run test:all` runs everything.\n");
  const { scripts } = JSON.parse(readText("package.json")) as { scripts: Record<string, string> };
  expect(scripts["test"]).toBe(`${scripts["test:all"]} --filter=./scripts/jest-quick.cjs`);
});

test("each room has a suite that is not left out", () => {
  const roomOf = (path: string) => path.split("/")[1];
  const suites = SUITES.filter((path) => path.endsWith(".test.ts"));
  const quick = suites.filter((path) => !path.endsWith(".slow.test.ts"));
  expect(new Set(quick.map(roomOf))).toEqual(new Set(suites.map(roomOf)));
});
