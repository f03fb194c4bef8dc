/** How much changes in each cluster, or in each deployment of one. */
import { describe, expect, test } from "@jest/globals";
import { phrasesText } from "../../src/report/edit-phrases.ts";
import { overviewOf } from "../../src/report/overview.ts";
import { placeNews } from "../../src/report/words/place-news.ts";
import { type PlannedTarget, planReport } from "../review/plan/plans.ts";
import { config, deployment } from "../review/plan/single-changes.ts";

const textOf = (targets: readonly PlannedTarget[], of: string): string => {
  const news = placeNews(overviewOf(planReport(targets)));
  return news?.of === of ? phrasesText(news.phrases) : "";
};
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
    expect(textOf(targets, "Clusters")).toBe(expected);
  });
});

describe("the deployments of one cluster", () => {
  /** Objects of which each has an edit of its own. */
  const objects = (...numbers: readonly number[]): [string, string] => {
    const object = (number: number, value: number): string =>
      `apiVersion: example.com/v1\nkind: Kind\nmetadata: {name: o${number}}\nspec: {${"a".repeat(number)}: ${number * 7 + value}}\n`;
    return [1, 2].map((value) => numbers.map((number) => object(number, value)).join("---\n")) as [string, string];
  };
  const DIRECTORY: PlannedTarget = { id: "overlays/a", base: OLD, head: config("a: d") };

  test.each<[string, readonly PlannedTarget[], string]>([
    ["few rows", [at("prod", "a", ...objects(1)), at("prod", "b", ...objects(2))], ""],
    [
      "several",
      [at("prod", "a", ...objects(1, 2)), at("prod", "b", ...objects(3)), at("prod", "c", WEB, SHOP)],
      "c: 1 danger, 1 change · a: 2 changes · b: 1 change",
    ],
    ["the same in all", [at("prod", "a", ...objects(1, 2, 3, 4)), at("prod", "b", ...objects(1, 2, 3, 4))], ""],
    ["one beside a directory", [at("prod", "a", ...objects(1, 2, 3, 4)), DIRECTORY], ""],
    [
      "directories beside them",
      [at("prod", "a", ...objects(1, 2)), at("prod", "b", ...objects(3)), DIRECTORY],
      "a: 2 changes · b: 1 change · other targets: 1 change",
    ],
    [
      "equal names",
      [
        at("prod", "a", ...objects(1, 2)),
        at("prod", "b", ...objects(4)),
        { ...at("prod", "a", ...objects(3)), id: "flux://prod/other/a" },
      ],
      "Kustomization apps/a: 2 changes · Kustomization other/a: 1 change · b: 1 change",
    ],
  ])("%s", (_title, targets, expected) => {
    expect(textOf(targets, "Deployments")).toBe(expected);
  });
});
