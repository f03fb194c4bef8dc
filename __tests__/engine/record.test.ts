/** What a build of a recorded tree depends on: also what other builds of the same builder did before it. */
import { describe, expect, test } from "@jest/globals";
import { createBuilder } from "../../src/engine/index.ts";
import { answersEqually, type Helm, memoryTree, recordedTree, type TreeRecord } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const OBJECT = "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n";
const COMPOSITION = "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Composition\n";
const TARGETS = ["t0", "t1", "t2"] as const;

/** Prints an object for each chart. */
const helm: Helm = {
  honoursConfigHome: false,
  run: ([command]) => Promise.resolve(command === "version" ? "v3.20.0" : OBJECT),
  close: () => undefined,
};

/** The records of three targets, built by one builder one after the other. */
async function recordsOf(files: Files): Promise<TreeRecord[]> {
  const tree = memoryTree(files);
  const builder = createBuilder(tree, { helm: { helm } });
  const records: TreeRecord[] = [];
  for (const target of TARGETS) {
    const recorded = recordedTree(tree);
    await builder.build(`/${target}`, { recorded }).catch(() => undefined);
    records.push(recorded.record);
  }
  return records;
}

describe("each of several targets depends on what they share:", () => {
  const each = (text: string): Files => Object.fromEntries(TARGETS.map((name) => [`${name}/kustomization.yaml`, text]));

  test.each<[name: string, files: Files, shared: string]>([
    [
      "a file of a base",
      { ...each("resources: [../b]\n"), "b/kustomization.yaml": "resources: [a.yaml]\n", "b/a.yaml": OBJECT },
      "b/a.yaml",
    ],
    [
      "a base of a base",
      {
        ...each("resources: [../b]\n"),
        "b/kustomization.yaml": "resources: [../c]\n",
        "c/kustomization.yaml": "resources: [a.yaml]\n",
        "c/a.yaml": OBJECT,
      },
      "c/kustomization.yaml",
    ],
    [
      "a base whose objects cannot be added",
      {
        ...each("resources: [../b, ../c]\n"),
        "b/kustomization.yaml": "resources: [a.yaml]\n",
        "b/a.yaml": OBJECT,
        "c/kustomization.yaml": "resources: [a.yaml]\n",
        "c/a.yaml": OBJECT,
      },
      "c/a.yaml",
    ],
    [
      "a base that fails",
      { ...each("resources: [../b]\n"), "b/kustomization.yaml": "resources: [a.yaml]\n", "b/a.yaml": "a: [\n" },
      "b/a.yaml",
    ],
    [
      "the kustomization of a component",
      {
        ...each("components: [../c]\nresources: [../b]\n"),
        "c/kustomization.yaml": "kind: Component\nnamePrefix: c-\n",
        "b/kustomization.yaml": "resources: [a.yaml]\n",
        "b/a.yaml": OBJECT,
      },
      "c/kustomization.yaml",
    ],
    [
      "a composition that is imported by one that is included",
      {
        ...each("resources: [../m]\n"),
        "m/composition.yaml": `${COMPOSITION}transformersFrom: [{path: ../n}]\n`,
        "n/composition.yaml": `${COMPOSITION}transformers: [{kind: ResourceAccumulator, paths: [a.yaml]}]\n`,
        "n/a.yaml": OBJECT,
      },
      "n/composition.yaml",
    ],
    [
      "the list of a composition that changes the objects of each",
      {
        ...each("resources: [../b]\ntransformers: [../m]\n"),
        "b/kustomization.yaml": "resources: [a.yaml]\n",
        "b/a.yaml": OBJECT,
        "m/composition.yaml": `${COMPOSITION}transformersFrom: [{path: ../n}]\n`,
        "n/composition.yaml": `${COMPOSITION}transformers: [e.yaml]\n`,
        "n/e.yaml": "{apiVersion: builtin, kind: PrefixTransformer, metadata: {name: p}, prefix: p-}\n",
      },
      "n/e.yaml",
    ],
    [
      "a file that an entry of such a list names",
      {
        ...each("resources: [../b]\ntransformers: [../m]\n"),
        "b/kustomization.yaml": "resources: [a.yaml]\n",
        "b/a.yaml": OBJECT,
        "m/composition.yaml": `${COMPOSITION}transformers: [{kind: PatchTransformer, path: p.yaml}]\n`,
        "m/p.yaml": OBJECT,
      },
      "m/p.yaml",
    ],
    [
      "a file of a chart",
      {
        ...each("helmGlobals: {chartHome: ../charts}\nhelmCharts: [{name: one}]\n"),
        "charts/one/Chart.yaml": "name: one\n",
        "charts/one/values.yaml": "",
        "charts/one/templates/a.yaml": "",
      },
      "charts/one/templates/a.yaml",
    ],
  ])("%s", async (_, files, shared) => {
    const records = await recordsOf(files);
    const same = memoryTree({ ...files, unrelated: "" });
    const other = memoryTree({ ...files, [shared]: `${files[shared]}# changed\n` });
    const answers = (tree: typeof same) => Promise.all(records.map((record) => answersEqually(record, tree)));
    expect(await answers(same)).toEqual([true, true, true]);
    expect(await answers(other)).toEqual([false, false, false]);
  });

  test("but not on what only another one reads", async () => {
    const files = {
      ...each("resources: [a.yaml]\n"),
      ...Object.fromEntries(TARGETS.map((t) => [`${t}/a.yaml`, OBJECT])),
    };
    const other = memoryTree({ ...files, "t1/a.yaml": `${OBJECT}# changed\n` });
    const answers = (await recordsOf(files)).map((record) => answersEqually(record, other));
    expect(await Promise.all(answers)).toEqual([true, false, true]);
  });
});

test("a build that is stopped depends on more than it asked for", async () => {
  const tree = memoryTree({ "t/kustomization.yaml": "resources: [a.yaml]\n", "t/a.yaml": OBJECT });
  const recorded = recordedTree(tree);
  const build = createBuilder(tree).build("/t", { timeoutSeconds: 0, recorded });
  await expect(build).rejects.toThrow("was stopped");
  expect([...recorded.record.gaps]).toEqual(["its build was stopped"]);
});

test("a build that runs functions depends on more than it asked for", async () => {
  const fn = "{apiVersion: a/v1, kind: Fn, metadata: {name: f}}\n";
  const tree = memoryTree({ "t/kustomization.yaml": "transformers: [f.yaml]\n", "t/f.yaml": fn });
  const recorded = recordedTree(tree);
  const functions = {
    prepare: () => Promise.reject(new Error("prepared")),
    mayLackName: () => Promise.resolve(undefined),
    close: () => Promise.resolve(),
  };
  await expect(createBuilder(tree, { functions }).build("/t", { recorded })).rejects.toThrow("prepared");
  expect([...recorded.record.all()].flatMap(({ gaps }) => [...gaps])).toEqual(["it runs functions"]);
});
