/** What is annotated, what fails the step, and what is only counted in the log. */
import { describe, expect, test } from "@jest/globals";
import type { Inputs } from "../../src/action/inputs/index.ts";
import { verdictOf } from "../../src/action/verdict.ts";
import type { TargetDiagnostic } from "../../src/review/report.ts";
import { withDangers } from "../report/blocks.ts";
import { change, failedTarget, report, type TestTarget, target } from "../report/reports.ts";

const warning: TargetDiagnostic = {
  code: "unused-image",
  severity: "warning",
  message: "matches nothing",
  file: "base/k.yaml",
  line: 4,
};
const error: TargetDiagnostic = { ...warning, code: "file-not-found", severity: "error", message: "is absent" };
const warned = (path: string, more: Partial<TargetDiagnostic> = {}): TestTarget =>
  target(path, { diagnostics: [{ ...warning, ...more }] });
const failing = (path: string, more: Partial<TestTarget> = {}): TestTarget =>
  failedTarget(path, "", { diagnostics: [error], ...more });
const none = { base: null, head: null };

/** Each diagnostic in a line, and the lines of the log. */
function linesOf(targets: readonly TestTarget[], failOn: Inputs["failOn"]): string[] {
  const { diagnostics, logLines } = verdictOf(report(...targets), failOn);
  const shown = diagnostics.map(({ severity, code, file, line, message }) =>
    [severity, code, ...(file === undefined ? [] : [`${file}:${line}`]), message].join(" "),
  );
  return [...shown, ...logLines.map((line) => `log ${line}`)];
}

describe("the verdict on", () => {
  const cases: readonly {
    what: string;
    targets: readonly TestTarget[];
    lines: readonly string[];
    /** For `fail-on: never` and `fail-on: warning`, where they differ. */
    never?: readonly string[];
    all?: readonly string[];
  }[] = [
    { what: "nothing", targets: [target("a")], lines: [] },
    {
      what: "a target that builds no more",
      targets: [failing("a")],
      lines: ["error file-not-found base/k.yaml:4 is absent"],
      never: ["warning file-not-found base/k.yaml:4 is absent"],
    },
    {
      what: "one cause in many places, at the place that the change edits",
      targets: [
        failing("a"),
        failing("b", { diagnostics: [{ ...error, file: "b/k.yaml", line: 2, inChange: true }] }),
        failing("c", { diagnostics: [{ ...error, file: "c/k.yaml", line: 3 }] }),
      ],
      lines: ["error file-not-found b/k.yaml:2 is absent (and in 2 more places)"],
      never: ["warning file-not-found b/k.yaml:2 is absent (and in 2 more places)"],
    },
    {
      what: "what built before, and then a new target",
      targets: [
        failing("a", { resources: none, isNew: true, diagnostics: [{ ...error, message: "new" }] }),
        failing("b", { diagnostics: [{ ...error, message: "old" }] }),
      ],
      lines: ["error file-not-found base/k.yaml:4 old", "error file-not-found base/k.yaml:4 new"],
      never: ["warning file-not-found base/k.yaml:4 old", "warning file-not-found base/k.yaml:4 new"],
    },
    {
      what: "a target that rendered at the base, and lacks an input, with what could not be judged",
      targets: [failing("a", { needs: ["remote"], resources: { base: 12, head: null } })],
      lines: [
        "error file-not-found base/k.yaml:4 a is not rendered here: needs remote: is absent. It rendered at the base: what this change does to its 12 objects is not known",
      ],
      never: [
        "warning file-not-found base/k.yaml:4 a is not rendered here: needs remote: is absent. It rendered at the base: what this change does to its 12 objects is not known",
      ],
    },
    {
      what: "targets that lack an input, and are new, or are edited and were not rendered before either",
      targets: [
        failing("a", { needs: ["remote"], isNew: true, resources: none }),
        failing("b", { needs: ["remote"], failedBefore: true, edited: true, resources: none }),
      ],
      lines: ["warning file-not-found base/k.yaml:4 a, b are not rendered here: need remote: is absent"],
      all: ["error file-not-found base/k.yaml:4 a, b are not rendered here: need remote: is absent"],
    },
    {
      what: "a target whose base lacks an input",
      targets: [target("a", { status: "failed-at-base", needs: ["remote"] })],
      lines: [
        "notice failed-at-base a is rendered at the head only. It could not be compared, because the base needs remote",
      ],
    },
    {
      what: "a new warning",
      targets: [warned("a", { isNew: true }), warned("b", { isNew: true })],
      lines: ["warning unused-image base/k.yaml:4 matches nothing"],
      all: ["error unused-image base/k.yaml:4 matches nothing"],
    },
    {
      what: "warnings that were there, in a file that the change edits",
      targets: [warned("a", { inChange: true })],
      lines: ["warning unused-image base/k.yaml:4 matches nothing"],
      all: ["error unused-image base/k.yaml:4 matches nothing"],
    },
    {
      what: "warnings that were there, in files that the change leaves alone",
      targets: [warned("a"), warned("b"), warned("c", { message: "another" })],
      lines: ["log 2 warnings that were there before, in files that this change leaves alone: see the report"],
      all: [
        "error known-problems 2 problems that were there before fail the step, because the input fail-on is `warning`:\n- base/k.yaml:4: matches nothing\n- base/k.yaml:4: another",
      ],
    },
    {
      what: "what a controller refuses, new and old, of a target that is rendered all the same",
      targets: [
        target("a", {
          diagnostics: [
            { ...warning, isNew: true },
            { ...error, isNew: true },
          ],
        }),
        target("b", { diagnostics: [{ ...error, message: "was absent" }] }),
      ],
      lines: [
        "error file-not-found base/k.yaml:4 is absent",
        "warning unused-image base/k.yaml:4 matches nothing",
        "log 1 warning that was there before, in files that this change leaves alone: see the report",
      ],
      never: [
        "warning file-not-found base/k.yaml:4 is absent",
        "warning unused-image base/k.yaml:4 matches nothing",
        "log 1 warning that was there before, in files that this change leaves alone: see the report",
      ],
      all: [
        "error file-not-found base/k.yaml:4 is absent",
        "error unused-image base/k.yaml:4 matches nothing",
        "error known-problems 1 problem that was there before fails the step, because the input fail-on is `warning`:\n- base/k.yaml:4: was absent",
      ],
    },
    {
      what: "a failure on both sides that the change leaves alone",
      targets: [failing("a", { failedBefore: true, edited: false })],
      lines: ["log 1 error that was there before, in files that this change leaves alone: see the report"],
      all: [
        "error known-problems 1 problem that was there before fails the step, because the input fail-on is `warning`:\n- base/k.yaml:4: is absent",
      ],
    },
    {
      what: "a failure on both sides whose files the change edits",
      targets: [failing("a", { failedBefore: true, edited: true })],
      lines: ["warning file-not-found base/k.yaml:4 is absent"],
      all: ["error file-not-found base/k.yaml:4 is absent"],
    },
    {
      what: "targets that build again, with what is new in one of them",
      targets: [
        target("a", { status: "failed-at-base", diagnostics: [error, { ...warning, isNew: true, inChange: true }] }),
        target("b", { status: "failed-at-base", diagnostics: [error] }),
      ],
      lines: [
        "warning unused-image base/k.yaml:4 matches nothing",
        "notice failed-at-base 2 targets build again. They could not be compared, because the base does not build",
      ],
      all: [
        "error unused-image base/k.yaml:4 matches nothing",
        "notice failed-at-base 2 targets build again. They could not be compared, because the base does not build",
      ],
    },
    {
      what: "a target whose base does not render in this run",
      targets: [target("a", { status: "failed-at-base", diagnostics: [{ ...error, code: "catalog-untrusted" }] })],
      lines: [
        "warning failed-at-base a is rendered at the head only. It could not be compared, because the base does not render in this run: what this change removes is not known",
      ],
    },
    {
      what: "one target that builds again",
      targets: [target("a", { status: "failed-at-base", diagnostics: [error] })],
      lines: ["notice failed-at-base a builds again. It could not be compared, because the base does not build"],
    },
    {
      what: "a target that is gone",
      targets: [target("a", { status: "removed", diagnostics: [error, warning] })],
      lines: [],
    },
    {
      what: "notices: new ones only",
      targets: [warned("a", { severity: "notice", isNew: true }), warned("b", { severity: "notice", message: "old" })],
      lines: ["notice unused-image base/k.yaml:4 matches nothing"],
    },
  ];
  test.each(cases)("$what", ({ targets, lines, never = lines, all = lines }) => {
    expect(linesOf(targets, "error")).toEqual(lines);
    expect(linesOf(targets, "never")).toEqual(never);
    expect(linesOf(targets, "warning")).toEqual(all);
  });

  test("every problem that fails the step with fail-on: warning, whatever was there before", () => {
    const targets = [warned("a"), failing("b", { failedBefore: true }), warned("c", { inChange: true, message: "m" })];
    for (const one of targets)
      expect(verdictOf(report(one), "warning").diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
  });
});

describe("dangers", () => {
  const causes = [
    { side: "base" as const, file: "old.yaml", line: 1, step: "resources", inChange: true as const },
    { side: "head" as const, file: "left.yaml", line: 2, step: "resources" },
    { side: "head" as const, file: "base/web.yaml", line: 7, step: "resources", inChange: true as const },
  ];
  const changed = report(
    target("a", { changes: [change({ causes })] }),
    target("b", { changes: [change({ causes })] }),
    failing("c"),
  );

  test("are annotated at the line that brings them, the high ones behind what fails, and fail nothing", () => {
    const given = withDangers(changed, [
      { level: "low", id: "image-latest", message: "the image has no tag" },
      { level: "medium", id: "image-major", message: "the major version of `web` changes", before: "1", after: "2" },
      { level: "high", targets: ["a", "b"] },
      { level: "high", message: "accepted", silenced: { by: "configuration", reason: "r" } },
    ]);
    const { diagnostics } = verdictOf(given, "warning");
    expect(diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      "error file-not-found",
      "warning replicas-zero",
      "warning image-major",
      "notice image-latest",
    ]);
    expect(diagnostics[1]).toEqual({
      code: "replicas-zero",
      severity: "warning",
      message: "high danger: Deployment shop/web: the Deployment is scaled to zero, in a and 1 other target",
      file: "base/web.yaml",
      line: 7,
      hint: "See https://github.com/org/krm-render/blob/v0.1.0/docs/dangers/replicas-zero.md",
    });
    expect(diagnostics[2]?.message).toBe(
      "medium danger: Deployment shop/web: the major version of web changes (1 → 2), in a",
    );
  });

  test("have no place where the change edits no file of head for them", () => {
    const given = withDangers(report(target("a", { changes: [change({ causes: causes.slice(0, 2) })] })), [{}]);
    expect(verdictOf(given, "error").diagnostics[0]).not.toHaveProperty("file");
  });
});
