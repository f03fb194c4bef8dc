/** Each mistake gives one problem, at its place, that names the culprit. cases.ts describes the form of the tables. */
import { describe, expect, test } from "@jest/globals";
import { formatLocation } from "../../src/diagnostics.ts";
import { tables } from "./cases.ts";
import { outcomeOf } from "./render.ts";

describe.each(tables("bad-input"))("%s", (_, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, { inputs, output }) => {
    const [head = "", culprit = ""] = output.split("\n");
    const outcome = await outcomeOf(inputs);
    const problems = "problems" in outcome ? outcome.problems : [];
    expect(problems.map((problem) => `${problem.severity}: ${problem.code} ${formatLocation(problem)}`)).toEqual([
      `error: ${head}`,
    ]);
    expect(culprit).not.toBe("");
    expect(problems[0]?.message).toContain(culprit);
    expect(problems[0]?.message).not.toMatch(/^unexpected:/);
    expect(problems[0]?.hint ?? "").not.toBe("");
  });
});

test("two mistakes in a kustomization are both reported", async () => {
  const outcome = await outcomeOf({ files: { "kustomization.yaml": "foo: 1\nbar: 2\n" } });
  const problems = "problems" in outcome ? outcome.problems : [];
  expect(problems.map((problem) => formatLocation(problem))).toEqual([
    "kustomization.yaml:1:1",
    "kustomization.yaml:2:1",
  ]);
});
