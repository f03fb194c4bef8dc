/** Compositions that multiply end with an error of their own, long before the time of the build is up. */
import { expect, test } from "@jest/globals";
import type { Files } from "../render.ts";
import { outcomeOf } from "../render.ts";

const many = (count: number, make: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => make(index)).join("");

const HEAD = "kind: Composition\n";
const fields = (count: number): string => many(count, (index) => `    field${index}: 1\n`);
const BASE = `${HEAD}transformers:\n- apiVersion: example.com/v1\n  kind: Fn\n  spec:\n`;
const OVERRIDES = `${HEAD}transformersFrom: [{path: ../base}]\ntransformerOverrides:\n`;

test.each<[title: string, files: Files, code: string]>([
  [
    "a composition of 1,000 entries that is imported 100,000 times",
    {
      "top/composition.yaml": `${HEAD}transformersFrom:\n${"- path: ../base\n".repeat(100_000)}`,
      "base/composition.yaml": `${HEAD}transformers:\n${many(1000, (index) => `- {kind: LabelTransformer, metadata: {name: n${index}}}\n`)}`,
    },
    "composition-duplicate",
  ],
  [
    "an override of as many fields as its entry",
    {
      "top/composition.yaml": `${OVERRIDES}- apiVersion: example.com/v1\n  kind: Fn\n  spec:\n${fields(90_000)}`,
      "base/composition.yaml": BASE + fields(90_000),
    },
    "functions-disabled",
  ],
  [
    "1,000 overrides of an entry with many fields",
    {
      "top/composition.yaml": OVERRIDES + "- {apiVersion: example.com/v1, kind: Fn, spec: {field7: 2}}\n".repeat(1000),
      "base/composition.yaml": BASE + fields(100_000),
    },
    "functions-disabled",
  ],
])(
  "%s",
  async (_, files, code) => {
    const outcome = await outcomeOf({ files, target: "top", options: { timeoutSeconds: 12 } });
    expect("problems" in outcome && outcome.problems.map((problem) => problem.code)).toEqual([code]);
  },
  60_000,
);
