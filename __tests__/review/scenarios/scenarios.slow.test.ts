/**
 * The comment of each scenario, as it is recorded in `reviews/`, and the facts of its report that the table states. KRM_RECORD=1
 * writes the comments again. They are without links, so that a person can compare two versions of them.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { markdownReport } from "../../../src/report/index.ts";
import { RULES } from "../../../src/review/dangers/index.ts";
import { parseReport, type Report } from "../../../src/review/index.ts";
import { VERSION } from "../../../src/version.ts";
import { unless } from "../../unless.ts";
import { type Comparisons, nameOf, openComparisons } from "./comparisons.ts";
import { FACTS } from "./facts.ts";
import { type Scenario, tables } from "./scenario.ts";

const REVIEWS = join(import.meta.dirname, "reviews");
const record = process.env.KRM_RECORD === "1";

describe.each(tables())("%s", (table, scenarios) => {
  let comparisons: Comparisons;

  beforeAll(() => {
    comparisons = openComparisons(scenarios);
  });
  afterAll(() => comparisons.remove());

  for (const scenario of scenarios) {
    const { title, lack, never, facts } = scenario;
    unless(lack, test)(title, async () => {
      const text = await outputOf(scenario, "json");
      const report = JSON.parse(text) as Report;
      for (const [name, stated] of facts) expect([name, ...(FACTS[name]?.(report) ?? [])]).toEqual([name, ...stated]);
      const outputs = [text];
      for (const format of never.length === 0 ? [] : ["markdown", "html", "patch"])
        outputs.push(await outputOf(scenario, format));
      for (const output of outputs) expect(never.filter((word) => output.includes(word))).toEqual([]);

      // The pages of dangers are linked in this version.
      const review = markdownReport(parseReport(text)).text.replaceAll(`/blob/v${VERSION}/`, "/blob/v0/");
      const file = reviewFile(table, scenario);
      if (record) {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, review);
      }
      expect(review).toBe(existsSync(file) ? readFileSync(file, "utf8") : "");
    });
  }

  async function outputOf(scenario: Scenario, format: string): Promise<string> {
    const { status, stdout, stderr } = await comparisons.compare(scenario, format);
    const { exit } = scenario;
    expect({ status, stderr: status === exit ? "" : stderr }).toEqual({ status: exit, stderr: "" });
    return stdout;
  }
});

const all = tables().flatMap(([table, scenarios]) => scenarios.map((scenario) => [table, scenario] as const));

test("each recorded review belongs to a scenario, and each scenario states a fact of its report", () => {
  const recorded = readdirSync(REVIEWS, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(recorded.sort()).toEqual(all.map(([table, scenario]) => reviewFile(table, scenario)).sort());
  expect(all.filter(([, { facts }]) => facts.size === 0).map(([, { title }]) => title)).toEqual([]);
});

test("each rule of dangers has a scenario in which it finds something", () => {
  const found = new Set(all.flatMap(([, { facts }]) => (facts.get("danger") ?? []).map((fact) => fact.split(":")[0])));
  expect(RULES.map(({ id }) => id).filter((id) => !found.has(id))).toEqual([]);
});

function reviewFile(table: string, scenario: Scenario): string {
  return join(REVIEWS, table, `${nameOf(scenario)}.md`);
}
