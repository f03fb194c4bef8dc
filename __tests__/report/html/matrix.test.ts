/** The overview of the HTML page. */
import { expect, test } from "@jest/globals";
import { type PlannedTarget, planReport } from "../../review/plan/plans.ts";
import { config, deployment } from "../../review/plan/single-changes.ts";
import { attributeOf, elementsBelow, type ParsedPage, pageOf, textOf } from "./parsed.ts";

/** The lines of the table, with links as `text → #id`, and the ids of the page. */
function tableOf(page: ParsedPage): readonly string[] {
  const table = page.elements.find((each) => attributeOf(each, "id") === "overview");
  if (table === undefined) return [];
  return elementsBelow(table)
    .filter(({ tagName }) => tagName === "tr")
    .map((row) =>
      elementsBelow(row)
        .filter(({ tagName }) => tagName === "td" || tagName === "th")
        .map((cell) => textOf(cell).trim())
        .join(" | "),
    );
}

const at = (cluster: string, name: string, base: string, head: string): PlannedTarget => ({
  id: `flux://${cluster}/apps/${name}`,
  fate: {},
  base,
  head,
});
const WEB = deployment("replicas: 1");
const SHOP = WEB.replaceAll("app: web", "app: shop");
const [OLD, NEW] = [config("a: b"), config("a: c")];

test("has a row for the targets of each cluster in which the same happens", () => {
  const page = pageOf(
    planReport([
      { id: "overlays/a", base: OLD, head: NEW },
      at("eu", "one", `${OLD}---\n${WEB}`, `${NEW}---\n${SHOP}`),
      at("us", "one", OLD, NEW),
      at("us", "two", OLD, NEW),
      at("us", "three", OLD, OLD),
    ]),
  );
  expect(page.errors).toEqual([]);
  expect(tableOf(page)).toEqual([
    "target | updated | refused | dangers",
    "overlays/a | 1 |  | ",
    "cluster eu",
    "Kustomization apps/one | 1 | 1 | 1",
    "cluster us",
    "Kustomizations apps/one, apps/two | 2 |  | ",
  ]);
});

test("leads to what is on the page", () => {
  const page = pageOf(planReport([at("eu", "one", WEB, SHOP), at("us", "one", OLD, NEW)]));
  const ids = new Set(page.elements.map((each) => attributeOf(each, "id")));
  const table = page.elements.find((each) => attributeOf(each, "id") === "matrix");
  const links = elementsBelow(table as NonNullable<typeof table>).flatMap((each) => attributeOf(each, "href") ?? []);
  expect(links.length).toBeGreaterThan(2);
  for (const link of links) expect(ids).toContain(link.slice(1));
});

test("is not there for one target", () => {
  expect(tableOf(pageOf(planReport([at("eu", "one", WEB, SHOP), at("us", "one", OLD, OLD)])))).toEqual([]);
});

test("folds rows beyond those that people look over", () => {
  const many = Array.from({ length: 60 }, (_, index) => at(`c${index}`, "one", OLD, config(`a: ${index}`)));
  const page = pageOf(planReport(many));
  expect(tableOf(page)).toHaveLength(1 + 40 * 2);
  expect(page.html).toContain("<summary>20 more rows</summary>");
  expect(page.errors).toEqual([]);
});
