/** `fail-on-danger`: which dangers fail a run, and what it says. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { countsOf } from "../../src/action/outputs.ts";
import { dangerGate } from "../../src/report/index.ts";
import type { Danger, DangerLevel, Report, Silence } from "../../src/review/index.ts";
import { change, failedTarget, hostileReport, report, target } from "./reports.ts";

const SILENCED: Silence = { by: "configuration", reason: "agreed" };

function withDangers(of: Report, ...dangers: Partial<Danger>[]): Report {
  const whole = dangers.map(
    (each, index): Danger => ({
      id: "removed-pvc",
      key: `removed-pvc:${String(index).padStart(12, "0")}`,
      level: "high",
      targets: ["apps/shop"],
      change: of.changes[0]?.id ?? "",
      message: "the volume claim is removed: its data may be lost",
      ...each,
    }),
  );
  return { ...of, dangers: whole };
}

const edited = { side: "head" as const, file: "apps/base.yaml", line: 3, step: "resources", inChange: true as const };
const shop = report(target("apps/shop", { changes: [change({ causes: [edited] })] }));

describe("which dangers count", () => {
  const levels: readonly DangerLevel[] = ["high", "medium", "low"];
  test.each<[lowest: DangerLevel | "never", danger: Partial<Danger>, fails: boolean]>([
    ["high", { level: "high" }, true],
    ["high", { level: "medium" }, false],
    ["medium", { level: "high" }, true],
    ["medium", { level: "medium" }, true],
    ["medium", { level: "low" }, false],
    ["low", { level: "low" }, true],
    ["never", { level: "high" }, false],
    ["low", { silenced: SILENCED }, false],
    ["low", { silenced: { ...SILENCED, by: "annotation" } }, false],
    ["low", { silenced: { ...SILENCED, by: "this-change" } }, true],
  ])("%s and %j", (lowest, danger, fails) => {
    expect(dangerGate(withDangers(shop, danger), lowest) !== undefined).toBe(fails);
  });

  test("none", () => {
    expect(levels.map((level) => dangerGate(shop, level))).toEqual([undefined, undefined, undefined]);
  });
});

test("the message names the dangers, at the place that the change edits", () => {
  const of = withDangers(
    shop,
    {},
    { level: "medium", targets: ["a", "b", "c"], id: "image-major", key: "image-major:1" },
  );
  expect(dangerGate(of, "medium")).toEqual({
    code: "dangerous-change",
    severity: "error",
    message:
      "this change brings 2 dangers of the level high or medium:\n" +
      "- removed-pvc:000000000000 (high): Deployment shop/web in apps/shop: the volume claim is removed: its data may be lost\n" +
      "- image-major:1 (medium): Deployment shop/web in a and 2 others: the volume claim is removed: its data may be lost",
    file: "apps/base.yaml",
    line: 3,
    hint: expect.stringMatching(
      /^Correct the change, or have a danger accepted in \.krm-render\.yaml .*dangers\.md#accept-a-danger\.$/,
    ),
  });
});

describe("a target that does not render does not pass, since nobody knows its dangers", () => {
  const failed = (path: string, more: Parameters<typeof failedTarget>[2], code = "file-not-found") =>
    failedTarget(path, "broken", { diagnostics: [{ code, severity: "error", message: "broken" }], ...more });
  const before = { failedBefore: true };
  const gone = { status: "removed", resources: { base: null, head: null } } as const;

  test.each<[name: string, of: Report, message: string | undefined]>([
    [
      "it rendered at the base, and lacks an input",
      report(failed("apps/a", { edited: true, needs: ["remote"] })),
      "1 target could not be judged, since it is not rendered here without remote and this change may affect it: apps/a",
    ],
    [
      "it lacks an input on both sides",
      report(failed("apps/a", { ...before, edited: true, needs: ["remote"] })),
      undefined,
    ],
    ["it is new, and lacks an input", report(failed("apps/a", { isNew: true, needs: ["remote"] })), undefined],
    [
      "it rendered at the base",
      report(failed("apps/a", { edited: true })),
      "1 target could not be judged, since it does not render and this change may affect it: apps/a",
    ],
    [
      "it rendered at the base, and what it depends on is not known",
      report(failed("apps/a", {})),
      "1 target could not be judged, since it does not render: apps/a",
    ],
    [
      "it is new",
      report(failed("apps/a", { isNew: true, edited: true })),
      "1 target could not be judged, since it does not render and this change may affect it: apps/a",
    ],
    [
      "it fails on both sides, and the change may affect it",
      report(failed("apps/a", { ...before, edited: true }), failed("apps/b", { ...before, edited: true })),
      "2 targets could not be judged, since they do not render and this change may affect them: apps/a, apps/b",
    ],
    [
      "it fails on both sides, and the change leaves it alone",
      report(failed("apps/a", { ...before, edited: false })),
      undefined,
    ],
    [
      "it fails on both sides, and what it depends on is not known",
      report(failed("apps/a", before)),
      "1 target could not be judged, since it does not render: apps/a",
    ],
    [
      "it builds again",
      report(failed("apps/a", { status: "failed-at-base", edited: true }, "file-not-found")),
      undefined,
    ],
    [
      "its base does not render in this run",
      report(failed("apps/a", { status: "failed-at-base", edited: true }, "catalog-untrusted")),
      "what this change removes from 1 target could not be judged, since the base does not render in this run: apps/a",
    ],
    [
      "it is removed, and its base does not render in this run",
      report(failed("apps/a", gone, "lock-mismatch"), failed("apps/b", {}, "lock-mismatch")),
      "1 target could not be judged, since it does not render: apps/b; " +
        "what this change removes from 1 target could not be judged, since the base does not render in this run: apps/a",
    ],
    ["it is removed, and its base has mistakes", report(failed("apps/a", gone)), undefined],
  ])("%s", (_name, of, message) => {
    expect(dangerGate(of, "high")?.message).toBe(message);
    expect(dangerGate(of, "never")).toBeUndefined();
  });

  test("the hint says what to do", () => {
    const of = report(failed("apps/a", { edited: true }));
    expect(dangerGate(of, "low")?.hint).toBe("Mend the targets that do not render, or exclude them with `targets`.");
  });

  test("the hint says how to render a base that needs other trust", () => {
    const of = report(failed("apps/a", gone, "catalog-untrusted"));
    expect(dangerGate(of, "low")?.hint).toMatch(
      /^Let this run render the base: what it needs, such as a line of trusted-catalogs, .* See .*taking-a-new-version\.$/,
    );
  });

  test("it is told beside the dangers of others", () => {
    const of = report(failed("apps/a", { edited: true }), target("apps/shop", { changes: [change({})] }));
    const gate = dangerGate(withDangers(of, {}), "high");
    expect(gate?.message).toMatch(
      /^this change brings 1 danger of the level high:\n- removed-pvc.*\n- 1 target could not be judged, .*: apps\/a$/,
    );
    expect(gate?.hint).toMatch(/^Mend .* Correct the change, /);
  });

  test("many are counted", () => {
    const many = Array.from({ length: 30 }, (_, index) => failed(`apps/${"x".repeat(190)}${index + 10}`, {}));
    const message = dangerGate(report(...many), "high")?.message ?? "";
    expect(message).toMatch(
      /^30 targets could not be judged, since they do not render: (apps\/x+… \(\d+ more characters\)(, )?){5} and 25 more$/,
    );
  });
});

test("an object that a rule could not look at does not pass either", () => {
  const warning = { code: "danger-unchecked", severity: "warning" as const, message: "the rule x could not look at y" };
  const of = report(target("apps/odd", { diagnostics: [warning] }));
  expect(dangerGate(of, "high")?.message).toBe(
    "this change brings 1 place whose dangers are not known:\n- apps/odd: the rule x could not look at y",
  );
});

test("many dangers are counted", () => {
  const many = Array.from({ length: 3000 }, () => ({ message: "x".repeat(1000) }));
  const message = dangerGate(withDangers(shop, ...many), "high")?.message ?? "";
  expect(message).toMatch(/^this change brings 3000 dangers .*\n(- removed-pvc.*\n){10}- and 2990 more$/);
});

test("the longest message fits an annotation", () => {
  const warning = { code: "danger-unchecked", severity: "warning" as const, message: "y".repeat(1000) };
  const odd = Array.from({ length: 9 }, (_, index) =>
    failedTarget(`${index}${"x".repeat(1000)}`, "broken", { diagnostics: [warning] }),
  );
  const many = Array.from({ length: 3000 }, () => ({
    message: "x".repeat(1000),
    id: "moved-between-targets",
    key: "moved-between-targets:000000000000",
    level: "medium" as const,
  }));
  expect(
    dangerGate(
      withDangers(report(...shop.targets.map(() => target("apps/shop", { changes: [change({})] })), ...odd), ...many),
      "low",
    )?.message.length,
  ).toBeLessThan(4096);
});

test("each danger is a line, whatever its names hold", () => {
  fc.assert(
    fc.property(hostileReport, fc.string(), (of, message) => {
      const lines = dangerGate(withDangers(of, { message, targets: [message] }), "low")?.message.split("\n") ?? [];
      expect(lines.slice(1).every((line) => line.startsWith("- "))).toBe(true);
    }),
  );
});

describe("the outputs", () => {
  const outputsOf = (...dangers: Partial<Danger>[]) => {
    const counts = countsOf(withDangers(shop, ...dangers));
    return [counts.dangers, counts["danger-level"], counts["danger-ids"]];
  };

  test.each<[string, Partial<Danger>[], unknown[]]>([
    ["nothing", [], ["0", "", "[]"]],
    [
      "those that are not silenced",
      [{ silenced: SILENCED }, { level: "low" }],
      ["1", "low", '["removed-pvc:000000000001"]'],
    ],
    ["a key once", [{ key: "a:1" }, { key: "a:1", targets: ["b"] }], ["2", "high", '["a:1"]']],
  ])("%s", (_, dangers, expected) => {
    expect(outputsOf(...dangers)).toEqual(expected);
  });

  test("have at most 100 keys, beside the number of all", () => {
    const [count, level, keys] = outputsOf(...Array.from({ length: 250 }, () => ({})));
    expect([count, level]).toEqual(["250", "high"]);
    expect(JSON.parse(keys ?? "")).toHaveLength(100);
  });
});
