/** Policies of the team in a review. */
import { describe, expect, test } from "@jest/globals";
import { readConfiguration } from "../../../src/configuration/index.ts";
import { checkedPolicies } from "../../../src/policies/index.ts";
import { KNOWN_RULES, type Report } from "../../../src/review/index.ts";
import { reviewed } from "./found.ts";

async function review(
  text: string,
  sides: Readonly<Record<string, readonly [base: string, head: string]>>,
): Promise<Report> {
  const { configuration, warnings } = await checkedPolicies(readConfiguration(Buffer.from(text), "f", KNOWN_RULES));
  expect(warnings).toEqual([]);
  return reviewed(sides, configuration);
}

const told = ({ dangers }: Report): readonly string[] =>
  dangers.map(({ id, level, message, targets, silenced }) =>
    [id, level, targets.join("+"), message, ...(silenced === undefined ? [] : [silenced.reason])].join(": "),
  );

const web = (replicas: number): string =>
  `apiVersion: example.com/v1\nkind: Web\nmetadata: {name: web, namespace: shop}\nspec: {replicas: ${replicas}}`;
const OTHER = "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: other, namespace: shop}";
const TWO = "policies: [{id: two, kinds: Web, expression: new.spec.replicas >= 2, message: Two replicas}]\n";
const BROKEN = "a policy of the team is broken: Two replicas";

describe("policies of the team", () => {
  test("are rules of dangers", async () => {
    const report = await review(TWO, { a: [web(3), web(1)], b: [OTHER, `${OTHER}\n---\n${web(0)}`] });
    expect(told(report)).toEqual([`policy-two: high: a: ${BROKEN}`, `policy-two: high: b: ${BROKEN}`]);
  });

  test("can be accepted, by their rules or by a pattern", async () => {
    const silence = (rule: string): string => `${TWO}dangers: {silence: [{rule: ${rule}, reason: known}]}\n`;
    for (const rule of ["policy-two", "policy-*"])
      expect(told(await review(silence(rule), { a: [web(3), web(1)] }))).toEqual([
        `policy-two: high: a: ${BROKEN}: known`,
      ]);
  });

  test("can have other levels, or be off", async () => {
    const level = (name: string): string => `${TWO}dangers: {levels: {policy-two: ${name}}}\n`;
    expect(told(await review(level("low"), { a: [web(3), web(1)] }))).toEqual([`policy-two: low: a: ${BROKEN}`]);
    expect(told(await review(level("off"), { a: [web(3), web(1)] }))).toEqual([]);
  });

  test("judge an object that goes to another target as one change", async () => {
    const sides = { a: [`${OTHER}\n---\n${web(1)}`, OTHER], b: [OTHER, `${OTHER}\n---\n${web(1)}`] } as const;
    expect(told(await review(TWO, sides)).filter((each) => each.startsWith("policy"))).toEqual([]);
  });

  test("see who deploys an object", async () => {
    const text = "policies: [{id: d, kinds: Web, expression: deployment.directory != 'a', message: Not here}]\n";
    expect(told(await review(text, { a: [OTHER, `${OTHER}\n---\n${web(3)}`], b: [web(3), web(1)] }))).toEqual([
      "policy-d: high: a: a policy of the team is broken: Not here",
    ]);
  });
});
