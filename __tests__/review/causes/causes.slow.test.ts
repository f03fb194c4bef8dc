import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { causesOf, parseScenarios } from "./scenarios.ts";

const scenarios = parseScenarios(readFileSync(join(import.meta.dirname, "scenarios.txt"), "utf8"));

test.each(scenarios.map((one) => [one.title, one] as const))("%s", async (_, scenario) => {
  expect(await causesOf(scenario)).toBe(scenario.expected);
});
