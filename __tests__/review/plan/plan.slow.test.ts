/** The plan: what becomes of each changed object when the change is applied. */
import { describe, expect, test } from "@jest/globals";
import { overviewOf } from "../../../src/report/overview.ts";
import { planSentence } from "../../../src/report/words/plan-words.ts";
import { type PlannedTarget, planLines, planReport } from "./plans.ts";
import { ARGO, config, DIRECTORY, deployment, FLUX, ROWS } from "./single-changes.ts";

describe("one change", () => {
  test.each(ROWS)("%s", (_title, target, base, head, action) => {
    const report = planReport([{ ...target, base, head }]);
    expect(report.plan.map((each) => each.action)).toEqual(action === undefined ? [] : [action]);
  });
});

describe("several targets", () => {
  const kept = config("a: b", "kept");
  const both = `${kept}---\n${deployment("replicas: 3")}`;
  test.each<[string, readonly PlannedTarget[], readonly string[]]>([
    [
      "an object moves to another target of its cluster",
      [
        { id: FLUX, fate: {}, base: both, head: kept },
        { id: "flux://prod/apps/new", fate: {}, base: kept, head: both },
      ],
      ["Deployment web: move in flux://prod/apps/new"],
    ],
    [
      "an object moves to another cluster",
      [
        { id: FLUX, fate: {}, base: both, head: kept },
        { id: "flux://staging/apps/new", fate: {}, base: kept, head: both },
      ],
      ["Deployment web: create in flux://staging/apps/new", `Deployment web: delete in ${FLUX}`],
    ],
    [
      "one edit has its own result in each target",
      [
        { id: DIRECTORY, base: `${kept}---\n${config("a: b")}`, head: kept },
        { id: ARGO, fate: { keeps: "not-pruned" }, base: `${kept}---\n${config("a: b")}`, head: kept },
        { id: FLUX, fate: {}, base: `${kept}---\n${config("a: b")}`, head: kept },
      ],
      [
        `ConfigMap settings: delete in ${FLUX}`,
        `ConfigMap settings: drop in ${DIRECTORY}`,
        `ConfigMap settings: keep in ${ARGO}`,
      ],
    ],
  ])("%s", (_title, targets, expected) => {
    expect(planLines(planReport(targets)).sort()).toEqual([...expected].sort());
  });
});

describe("the sentence", () => {
  const sentenceOf = (targets: readonly PlannedTarget[]): string => planSentence(overviewOf(planReport(targets)));
  const many = (count: number): string =>
    Array.from({ length: count }, (_, at) => config(`a: "${at}"`, `c${at}`)).join("---\n");

  test("counts each object of each target", () => {
    const [base, head] = [deployment("replicas: 2"), deployment("replicas: 2", ", tty: true")];
    expect(
      sentenceOf([
        { id: "overlays/a", base, head },
        { id: "overlays/b", base: `${base}---\n${many(2)}`, head: `${head}---\n${config("b: c", "c0")}` },
        { id: FLUX, fate: {}, base: many(1200), head: config('a: "0"', "c0") },
      ]),
    ).toBe("On apply: 1 updated in place, 2 rolling restarts (4 Pods), 1,199 deleted, 1 no longer rendered");
  });

  test("is none where nothing changes", () => {
    expect(sentenceOf([{ id: DIRECTORY, base: many(2), head: many(2) }])).toBe("");
  });
});
