/** Builds every case of the tables in `cases/`; cases.ts describes their form. kustomize printed the expected bytes. */
import { describe, expect, test } from "@jest/globals";
import { tables } from "./cases.ts";
import { outcomeOf } from "./render.ts";

// docs/specification/build-order.md 2.8
describe.each(tables("cases"))("%s", (_, cases) => {
  test.each(cases.map((one) => [one.title, one] as const))("%s", async (_title, { inputs, output }) => {
    expect(await outcomeOf(inputs)).toEqual({ text: output });
  });
});

test("every case has an expectation", () => {
  const without = tables("cases").flatMap(([name, cases]) =>
    cases.filter(({ output }) => output.trim() === "").map(({ title }) => `${name}: ${title}`),
  );
  expect(without).toEqual([]);
});
