import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { terminalChunks } from "../../src/report/index.ts";
import type { Danger, Report } from "../../src/review/index.ts";
import { change, failedTarget, hostileReport, report, target } from "./reports.ts";

const textOf = (of: Report, colour = false) => [...terminalChunks(of, { colour })].join("");

function withDanger(of: Report, more: Partial<Danger> = {}): Report {
  const [{ id }] = of.changes as [Report["changes"][number]];
  const danger: Danger = {
    id: "replicas-zero",
    key: "replicas-zero:0123456789ab",
    level: "high",
    targets: of.targets.map(({ path }) => path),
    change: id,
    path: "/spec/replicas",
    message: "nothing runs any more",
    ...more,
  };
  const silenced = danger.silenced !== undefined && danger.silenced.by !== "this-change";
  const dangers = { high: 0, medium: 0, low: 0, silenced: 0, [silenced ? "silenced" : danger.level]: 1 };
  return { ...of, dangers: [danger], figures: { ...of.figures, dangers } };
}

test("says that nothing changes", () => {
  expect(textOf(report(target("a"), target("b")))).toBe(
    "Nothing changes in 2 targets\nHEAD at 5d6e7f8 (pull request head) against main at 1a2b3c4 (merge base)\n",
  );
});

test("begins with the headline, and tells each row before its patch", () => {
  expect(textOf(report(target("a", { changes: [change()] }), target("b")))).toBe(`1 change in 1 of 2 targets
HEAD at 5d6e7f8 (pull request head) against main at 1a2b3c4 (merge base) · +1 −1 lines
On apply: 1 updated in place

# changed Deployment shop/web: spec.replicas 3 → 5
# made by apps/shop/base/web.yaml:3
diff --git a/a/shop/Deployment-web.yaml b/a/shop/Deployment-web.yaml
--- a/a/shop/Deployment-web.yaml
+++ b/a/shop/Deployment-web.yaml
@@ -1 +1 @@ spec
-  replicas: 3
+  replicas: 5
`);
});

test("tells dangers before changes, with objects, values, targets and places", () => {
  const text = textOf(withDanger(report(target("a", { changes: [change()] })), { before: "3", after: "0" }));
  expect(text).toContain(`
high danger replicas-zero: Deployment shop/web
  nothing runs any more (3 → 0)
  in a; made by apps/shop/base/web.yaml:3

# changed`);
});

test.each<[by: "configuration" | "annotation" | "this-change", expected: string[]]>([
  ["configuration", ["silenced danger replicas-zero", "silenced by .krm-render.yaml: planned"]],
  ["annotation", ["silenced danger replicas-zero", "silenced by an annotation of the object: planned"]],
  ["this-change", ["high danger replicas-zero", "silenced in this change, which counts once it is merged: planned"]],
])("a danger that is silenced by %s", (by, expected) => {
  const of = withDanger(report(target("a", { changes: [change()] })), { silenced: { by, reason: "planned" } });
  for (const words of expected) expect(textOf(of)).toContain(words);
});

test("tells failures first, one for each cause", () => {
  const text = textOf(report(failedTarget("a", "x.yaml is missing"), failedTarget("b", "x.yaml is missing")));
  expect(text).toContain("\nno longer builds: a, b\n  ");
  expect(text.match(/x\.yaml is missing/g)).toHaveLength(1);
});

describe("colours", () => {
  const lines = textOf(report(target("a", { changes: [change()] })), true).split("\n");

  test("are those of a diff, with the changed words inverted", () => {
    const red = (text: string) => `\u001b[31m${text}\u001b[39m`;
    expect(lines).toContain(`${red("-")}${red("  replicas: ")}\u001b[31m\u001b[7m3\u001b[27m\u001b[39m`);
    expect(lines).toContain("\u001b[36m@@ -1 +1 @@ spec\u001b[39m");
    expect(lines[0]).toBe("\u001b[1m1 change in 1 of 1 target\u001b[22m");
  });
});

test("for any names and values, no control character reaches the terminal, and every change is there", () => {
  fc.assert(
    fc.property(hostileReport, (of) => {
      const text = textOf(of);
      // biome-ignore lint: these are the very characters to be found
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      const folded = of.groups.filter(({ consequence }) => consequence === "noise").flatMap(({ changes }) => changes);
      const shown = text.match(/^diff --git /gm)?.length ?? 0;
      expect(shown).toBeGreaterThanOrEqual(of.changes.length - new Set(folded).size);
      expect(shown).toBeLessThanOrEqual(of.changes.length);
    }),
    { numRuns: 100 },
  );
});
