/** Small files that exceed a limit: each is an error of its target that names the limit. */
import { describe, expect, test } from "@jest/globals";
import { type Files, outcomeOf } from "./render.ts";

const CONFIG_MAP = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\n";

function repeated(count: number, line: string): string {
  return line.repeat(count);
}

function appendToItself(times: number): string {
  const entry = [
    "- source: {kind: ConfigMap, name: a, fieldPath: data.x}",
    '  targets: [{select: {kind: ConfigMap}, fieldPaths: [data.x], options: {delimiter: ",", index: 1000000000}}]',
    "",
  ].join("\n");
  return `resources: [r.yaml]\nreplacements:\n${repeated(times, entry)}`;
}

/** Thirty levels of components that list the next one twice. */
function doublingComponents(): Files {
  const head = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\n";
  const files: Record<string, string> = { "kustomization.yaml": "components: [c0]\n" };
  for (let level = 0; level < 30; level++) {
    files[`c${level}/kustomization.yaml`] = `${head}components: [../c${level + 1}, ../c${level + 1}]\n`;
  }
  return { ...files, "c30/kustomization.yaml": `${head}namePrefix: x-\n` };
}

/** Each base includes the next one. */
function longChain(levels: number): Files {
  const files: Record<string, string> = { "kustomization.yaml": "resources: [b1]\n" };
  for (let level = 1; level < levels; level++) {
    files[`b${level}/kustomization.yaml`] = `resources: [../b${level + 1}]\n`;
  }
  return { ...files, [`b${levels}/kustomization.yaml`]: "resources: []\n" };
}

const cases: Readonly<Record<string, readonly [code: string, files: Files]>> = {
  "aliases to a long text": [
    "it builds",
    {
      "kustomization.yaml": "resources: [r.yaml]\n",
      "r.yaml": `${CONFIG_MAP}t: &t ${repeated(1_000_000, "x")}\nl:\n${repeated(100, "- *t\n")}`,
    },
  ],
  "components that are opened more often on each level": ["too-many-levels", doublingComponents()],
  "bases that are nested without end": ["too-many-levels", longChain(1001)],
  "bases that are nested as deep as they may be": ["it builds", longChain(1000)],
  "a text that is put into itself again and again": [
    "value-too-large",
    { "kustomization.yaml": appendToItself(40), "r.yaml": `${CONFIG_MAP}data: {x: abcdefgh}\n` },
  ],
};

test.each(Object.entries(cases))("%s", async (_title, [code, files]) => {
  const outcome = await outcomeOf({ files });
  expect("problems" in outcome ? outcome.problems.map((problem) => problem.code) : ["it builds"]).toEqual([code]);
});

test("a file with one long line is accepted", async () => {
  const files = {
    "kustomization.yaml":
      "configMapGenerator:\n- {name: c, files: [long]}\ngeneratorOptions: {disableNameSuffixHash: true}\n",
    long: repeated(10_000_000, "x"),
  };
  const outcome = await outcomeOf({ files });
  expect("text" in outcome ? outcome.text.length : outcome.problems).toBe(10_000_066);
});

/** A text that nearly matches at every position: a pattern that starts anew at each one takes minutes. */
const MANY = 300_000;
const KUSTOMIZATION = "kustomization.yaml";
const OBJECT = "resources: [r.yaml]\n";
const longTexts: Readonly<Record<string, Files>> = {
  "an address with many dots": { [KUSTOMIZATION]: `resources: ['https://${repeated(MANY, "a.")}']\n` },
  "an address that waits for ages": {
    [KUSTOMIZATION]: `resources: ['https://github.com/a/b?timeout=${repeated(MANY, "1")}.x.']\n`,
  },
  "a patch of many empty lines": {
    [KUSTOMIZATION]: `${OBJECT}patches: [{path: p.yaml, target: {kind: X}}]\n`,
    "p.yaml": `a${repeated(MANY, "\n")}b: [\n`,
  },
  "a path to a field with many brackets": {
    [KUSTOMIZATION]: `${OBJECT}replacements: [{sourceValue: a, targets: [{select: {}, fieldPaths: ['[.${repeated(MANY, "]")}x.]']}]}]\n`,
  },
  "a number with many digits that is none": {
    [KUSTOMIZATION]: `${OBJECT}vars: [{name: X, objref: {apiVersion: v1, kind: ConfigMap, name: a}, fieldref: {fieldPath: data.x}}]\n`,
    "r.yaml": `${CONFIG_MAP}data: {x: !!float ${repeated(MANY, "1")}x}\n`,
  },
  "a text of many spaces": {
    [KUSTOMIZATION]: OBJECT,
    "r.yaml": `${CONFIG_MAP}data: {x: "\\x85${repeated(MANY, " ")}."}\n`,
  },
  "a group of many slashes": {
    [KUSTOMIZATION]: `${OBJECT}namePrefix: x-\nconfigurations: [c.yaml]\n`,
    "r.yaml": `${CONFIG_MAP}---\n{apiVersion: e/v1, kind: W, metadata: {name: w}, spec: {r: a}}\n`,
    "c.yaml": `nameReference: [{kind: ConfigMap, group: "${repeated(MANY, "/")}\\nx", fieldSpecs: [{kind: W, path: spec/r}]}]\n`,
  },
};

test.each(Object.entries(longTexts))(
  "%s is read once",
  async (_title, files) => {
    const outcome = await outcomeOf({ files: { "r.yaml": CONFIG_MAP, ...files } });
    const isKnown = "text" in outcome || outcome.problems.every(({ code }) => code !== "internal");
    expect(isKnown).toBe(true);
  },
  20_000,
);

describe("an object that is nested too deeply is named", () => {
  /** Each replacement doubles the depth. */
  const doubling = (times: number): string =>
    Array.from(
      { length: times },
      (_, at) =>
        `- source: {kind: ConfigMap, name: a, fieldPath: data}\n  targets: [{select: {kind: ConfigMap}, fieldPaths: [data${".x".repeat(2 ** at)}]}]\n`,
    ).join("");
  const files = (times: number): Files => ({
    "app/kustomization.yaml": "resources: [r.yaml]\nreplacements: [{path: rep.yaml}]\n",
    "app/rep.yaml": doubling(times),
    "app/r.yaml": `${CONFIG_MAP}data: {x: {}}\n`,
  });

  test("with the replacement that fails", async () => {
    const outcome = await outcomeOf({ files: files(15), target: "app" });
    const [problem] = "problems" in outcome ? outcome.problems : [];
    expect(problem).toMatchObject({ code: "nested-too-deep", file: "app/rep.yaml", object: "ConfigMap a" });
    expect(problem?.message).toMatch(/^ConfigMap a is nested too deeply: \d+ levels$/);
    expect(problem?.line).toBeGreaterThan(1);
  });

  test("with the file that the deepest value came from, if no step fails", async () => {
    const outcome = await outcomeOf({ files: files(12), target: "app" });
    expect("problems" in outcome && outcome.problems).toMatchObject([
      { code: "nested-too-deep", file: "app/r.yaml", object: "ConfigMap a" },
    ]);
  });
});
