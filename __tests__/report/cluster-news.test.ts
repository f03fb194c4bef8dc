/** How much changes in each cluster. */
import { describe, expect, test } from "@jest/globals";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { clusterPhrases } from "../../src/report/words/cluster-news.ts";
import { type PlannedTarget, planReport } from "../review/plan/plans.ts";
import { config, deployment } from "../review/plan/single-changes.ts";

const textOf = (targets: readonly PlannedTarget[]): string =>
  phrasesText(clusterPhrases(overviewOf(planReport(targets))));
const at = (cluster: string, name: string, base: string, head: string): PlannedTarget => ({
  id: `flux://${cluster}/apps/${name}`,
  fate: {},
  base,
  head,
});
const [OLD, NEW] = [config("a: b"), config("a: c")];
const [WEB, SHOP] = [deployment("replicas: 1"), deployment("replicas: 1").replaceAll("app: web", "app: shop")];

describe("the clusters", () => {
  test.each<[string, readonly PlannedTarget[], string]>([
    ["none", [{ id: "overlays/a", base: OLD, head: NEW }], ""],
    ["one", [at("prod", "a", OLD, NEW), at("prod", "b", WEB, SHOP)], ""],
    ["one, and one where nothing changes", [at("prod", "a", OLD, NEW), at("dev", "a", OLD, OLD)], ""],
    ["the same in two", [at("prod", "a", OLD, NEW), at("dev", "a", OLD, NEW)], "dev, prod: 1 change (the same)"],
    [
      "the worst first",
      [at("dev", "a", OLD, NEW), at("eu", "a", OLD, NEW), at("prod", "a", `${OLD}---\n${WEB}`, `${NEW}---\n${SHOP}`)],
      "prod: 1 danger, 2 changes · dev, eu: 1 change (the same)",
    ],
    [
      "directories beside them",
      [at("dev", "a", OLD, NEW), at("prod", "a", WEB, SHOP), { id: "overlays/a", base: OLD, head: config("a: d") }],
      "prod: 1 danger, 1 change · dev: 1 change · other targets: 1 change",
    ],
    [
      "more than are named",
      Array.from({ length: 9 }, (_, index) => at(`c${index}`, "a", OLD, config(`a: ${index}`))),
      "c0: 1 change · c1: 1 change · c2: 1 change · c3: 1 change · c4: 1 change · c5: 1 change · 3 more clusters",
    ],
    [
      "more of the same than are named",
      Array.from({ length: 9 }, (_, index) => at(`c${index}`, "a", OLD, NEW)),
      "c0, c1, c2, c3, c4 and 4 more: 1 change (the same)",
    ],
  ])("%s", (_title, targets, expected) => {
    expect(textOf(targets)).toBe(expected);
  });
});
