/** The command under a failure: whoever copies it must see the failure, and nothing else must happen. */
import { execFileSync } from "node:child_process";
import { describe, expect, it } from "@jest/globals";
import fc from "fast-check";
import { type Failure, gatherFailures } from "../../src/report/failures.ts";
import { markdownReport } from "../../src/report/index.ts";
import { localCommand } from "../../src/report/words/local-command.ts";
import { targetNames } from "../../src/report/words/target-names.ts";
import { failedTarget, report, type TestTarget } from "./reports.ts";

function failureOf(path: string, codes: readonly string[], more: Partial<TestTarget> = {}): Failure {
  const diagnostics = codes.map((code) => ({ code, severity: "error" as const, message: code, file: "k.yaml" }));
  const given = report(failedTarget(path, "", { diagnostics, ...more }));
  const [failure] = gatherFailures(given.targets, targetNames(given));
  return failure as Failure;
}

describe("the command that shows a failure", () => {
  it.each([
    ["apps/eu", ["file-not-found"], "krm-render build apps/eu"],
    [".", ["invalid-yaml"], "krm-render build ."],
    ["apps/eu", ["unused-patch"], "krm-render build --strict apps/eu"],
    ["apps/eu", ["unused-patch", "unused-image"], "krm-render build --strict apps/eu"],
    ["apps/eu", ["file-not-found", "unused-image"], "krm-render build apps/eu"],
    ["-o", ["file-not-found"], "krm-render build ./-o"],
    ["a b/c", ["file-not-found"], "krm-render build 'a b/c'"],
    ["it's", ["file-not-found"], "krm-render build 'it'\\''s'"],
    ["$(reboot)", ["file-not-found"], "krm-render build '$(reboot)'"],
    ["a\nb", ["file-not-found"], undefined],
    ["a\u202eb", ["file-not-found"], undefined],
    ["a/".repeat(80), ["file-not-found"], undefined],
    ["a", ["helm-failed"], undefined],
    ["a", ["function-failed"], undefined],
    ["a", ["functions-disabled"], undefined],
    ["a", ["file-not-found", "remote-failed"], undefined],
    ["a", ["build-timeout"], undefined],
    ["a", [], undefined],
  ])("for %j with %j is %s", (path, codes, command) => {
    expect(localCommand(failureOf(path, codes))).toBe(command);
  });

  it("is not told of a target for which there was no time", () => {
    const isUncompared = { resources: { base: 1, head: 1 } };
    expect(localCommand(failureOf("a", ["file-not-found"], isUncompared))).toBeUndefined();
  });

  it("is one word for a shell, whatever the directory is called", () => {
    const paths = fc.array(fc.string({ unit: "binary-ascii", minLength: 1 }), { minLength: 50, maxLength: 50 });
    fc.assert(
      fc.property(paths, (list) => {
        const told = list
          .map((path) => ({ path, command: localCommand(failureOf(path, ["file-not-found"])) }))
          .filter(({ command }) => command !== undefined);
        const script = told.map(({ command }) => `printf '%s\\0' ${command?.slice("krm-render build ".length)}`);
        const words = execFileSync("sh", ["-c", script.join("\n")], { encoding: "utf8" }).split("\0");
        expect(words).toEqual([...told.map(({ path }) => (path.startsWith("-") ? `./${path}` : path)), ""]);
      }),
      { numRuns: 20 },
    );
  });

  it("stands once in the box, also for many targets, and costs nothing where room is scarce", () => {
    const diagnostics = [{ code: "file-not-found", severity: "error" as const, message: "gone", file: "base/k.yaml" }];
    const targets = Array.from({ length: 9 }, (_, at) => failedTarget(`apps/t${at}`, "", { diagnostics }));
    const text = markdownReport(report(...targets)).text;
    expect(text.match(/krm-render build/g)).toHaveLength(1);
    expect(text).toContain("Their objects are not counted as removed. Try it: `krm-render build apps/t0`\n");
    expect(markdownReport(report(...targets), { maxBytes: 420 }).text).not.toContain("krm-render build");
  });
});
