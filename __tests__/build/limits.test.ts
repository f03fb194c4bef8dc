/** Small files that ask for too much: each is an error of its target that says so. */
import { expect, test } from "@jest/globals";
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

const cases: Readonly<Record<string, readonly [code: string, files: Files]>> = {
  "aliases to a long text": [
    "invalid-yaml",
    {
      "kustomization.yaml": "resources: [r.yaml]\n",
      "r.yaml": `${CONFIG_MAP}t: &t ${repeated(1_000_000, "x")}\nl:\n${repeated(100, "- *t\n")}`,
    },
  ],
  "components that are opened more often on each level": ["too-many-levels", doublingComponents()],
  "a text that is put into itself again and again": [
    "value-too-large",
    { "kustomization.yaml": appendToItself(40), "r.yaml": `${CONFIG_MAP}data: {x: abcdefgh}\n` },
  ],
};

test.each(Object.entries(cases))("%s", async (_title, [code, files]) => {
  const outcome = await outcomeOf({ files });
  expect("problems" in outcome ? outcome.problems.map((problem) => problem.code) : "it builds").toEqual([code]);
});

test("a file of one long line is no problem", async () => {
  const files = {
    "kustomization.yaml":
      "configMapGenerator:\n- {name: c, files: [long]}\ngeneratorOptions: {disableNameSuffixHash: true}\n",
    long: repeated(10_000_000, "x"),
  };
  const outcome = await outcomeOf({ files });
  expect("text" in outcome ? outcome.text.length : outcome.problems).toBe(10_000_066);
});
