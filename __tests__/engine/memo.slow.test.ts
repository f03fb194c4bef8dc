/** One builder for many directories: bases are built once, and changes of one overlay do not affect another. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import type { Tree } from "../../src/sources/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { drawFrom } from "./random/draw.ts";
import { randomTree } from "./random/kustomizations.ts";
import { type Files, outcomeOf } from "./render.ts";

/** The outcomes of several directories built by one builder, in order. */
async function together(files: Files, targets: readonly string[], tree: Tree = memoryTree(files)): Promise<unknown[]> {
  const builder = createBuilder(tree);
  const outcomes: unknown[] = [];
  for (const target of targets) {
    outcomes.push(
      await builder.build(`/${target}`).then(
        ({ resources }) => ({ text: resources.map((resource) => resource.yaml).join("---\n") }),
        (thrown: unknown) => ({ problems: diagnosticsOf(thrown) }),
      ),
    );
  }
  return outcomes;
}

async function apart(files: Files, targets: readonly string[]): Promise<unknown[]> {
  return Promise.all(targets.map((target) => outcomeOf({ files, target })));
}

const BASE = {
  "base/kustomization.yaml":
    "resources: [o.yaml]\ncommonLabels: {app: base}\nnamePrefix: b-\nconfigMapGenerator: [{name: c, literals: [a=b]}]",
  "base/o.yaml":
    "{apiVersion: apps/v1, kind: Deployment, metadata: {name: web}, spec: {template: {spec: {volumes: [{name: v, configMap: {name: c}}]}}}}",
};

describe("one builder gives the same results as separate builders", () => {
  test("for messages that quote a value: those count that the target itself has", async () => {
    const value = "hunter2-hunter2";
    const quoting = `patches: [{path: ${value}.yaml}]`;
    const head = "kind: Composition\n";
    const generator = `{apiVersion: builtin, kind: SecretGenerator, metadata: {name: s}, literals: [key=${value}]}`;
    const files = {
      "alone/kustomization.yaml": quoting,
      "base/kustomization.yaml": `secretGenerator: [{name: s, literals: [key=${value}]}]`,
      "middle/kustomization.yaml": "resources: [../base]",
      "composed/composition.yaml": `${head}generators:\n- ${generator}\n`,
      // These fail before they generate the Secret.
      "early/kustomization.yaml": `resources: [${value}.yaml]\nsecretGenerator: [{name: s, literals: [key=${value}]}]`,
      "sooner/composition.yaml": `${head}generatorsFrom: [{path: ../imported}]\n`,
      "imported/composition.yaml": `${head}generators:\n- {kind: ConfigMapGenerator, metadata: {name: m}, files: [${value}.txt]}\n- ${generator}\n`,
      ...Object.fromEntries(
        ["base", "middle", "composed", "early", "sooner"].flatMap((base) =>
          [1, 2, 3, 4].map((at) => [`${base}-${at}/kustomization.yaml`, `resources: [../${base}]\n${quoting}`]),
        ),
      ),
    };
    const targets = ["alone", ...Object.keys(files).flatMap((path) => /^\w+-\d/.exec(path)?.[0] ?? []), "alone"];
    const [first, ...others] = await together(files, targets);
    expect([first, ...others]).toEqual(await apart(files, targets));
    const texts = others.map((outcome) => JSON.stringify(outcome).includes(value));
    expect([JSON.stringify(first).includes(value), ...texts]).toEqual(targets.map((target) => target === "alone"));
  });

  test("for overlays that change the base in different ways", async () => {
    const files = {
      ...BASE,
      "one/kustomization.yaml": "resources: [../base]\nlabels: [{pairs: {app: one}}]\nnamePrefix: one-",
      "two/kustomization.yaml":
        'resources: [../base]\npatches: [{target: {kind: Deployment}, patch: \'[{"op": "remove", "path": "/spec"}]\'}]',
      "three/kustomization.yaml": "resources: [../base]\nlabels: [{pairs: {app: three}}]\nnamespace: n",
      "four/kustomization.yaml":
        "resources: [../base]\nconfigMapGenerator: [{name: c, behavior: merge, literals: [a=changed]}]",
    };
    const targets = ["one", "base", "two", "three", "four", "one", "three"];
    expect(await together(files, targets)).toEqual(await apart(files, targets));
  });

  test("for directories built at the same time", async () => {
    const overlays = Array.from({ length: 8 }, (_, index) => `o${index}`);
    const files: Files = {
      ...BASE,
      ...Object.fromEntries(
        overlays.map((name) => [`${name}/kustomization.yaml`, `resources: [../base]\nnamePrefix: ${name}-`]),
      ),
    };
    const builder = createBuilder(memoryTree(files));
    const built = await Promise.all(overlays.map((name) => builder.build(`/${name}`)));
    const texts = built.map(({ resources }) => ({ text: resources.map(({ yaml }) => yaml).join("---\n") }));
    expect(texts).toEqual(await apart(files, overlays));
  });

  test("for random trees under three overlays", async () => {
    const property = fc.asyncProperty(fc.gen(), async (g) => {
      const files = {
        ...randomTree(drawFrom(g)),
        "x/kustomization.yaml": "resources: [../top]\nlabels: [{pairs: {app: x}}]",
        "y/kustomization.yaml": "resources: [../top]\nnamespace: y\nnameSuffix: -y",
        "z/kustomization.yaml": "resources: [../top, ../top]",
      };
      const targets = ["x", "y", "z", "top", "x"];
      expect(await together(files, targets)).toEqual(await apart(files, targets));
    });
    await fc.assert(property, { numRuns: 25, seed: 1802 });
  });

  test("a base that fails gives the same message in each overlay", async () => {
    const files = {
      "base/kustomization.yaml": "resources: [o.yaml]\nnope: 1",
      "one/kustomization.yaml": "resources: [../base]",
      "two/kustomization.yaml": "resources: [../base]",
      "three/kustomization.yaml": "resources: [../base]",
    };
    const targets = ["one", "two", "three", "base"];
    const outcomes = await together(files, targets);
    expect(outcomes).toEqual(await apart(files, targets));
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({
        problems: [{ code: "unknown-field", file: "base/kustomization.yaml", line: 2 }],
      });
    }
  });

  test("a cycle is reported from wherever it is entered", async () => {
    const files = {
      "a/kustomization.yaml": "resources: [../b]",
      "b/kustomization.yaml": "resources: [../c]",
      "c/kustomization.yaml": "resources: [../b]",
      "d/kustomization.yaml": "resources: [../e, ../f]",
      "e/kustomization.yaml": "resources: [../f]",
      "f/kustomization.yaml": "{metadata: {name: f}}",
    };
    const targets = ["a", "b", "c", "a", "b", "c", "d", "d"];
    const outcomes = await together(files, targets);
    expect(outcomes).toEqual(await apart(files, targets));
    const codes = outcomes.map((outcome) => (outcome as { problems?: { code: string }[] }).problems?.[0]?.code);
    expect(codes).toEqual(["cycle", "cycle", "cycle", "cycle", "cycle", "cycle", undefined, undefined]);
  });
});

test("a directory can be part of a cycle for one target and not for another", async () => {
  const files = {
    "up/kustomization.yaml": "resources: [o.yaml]",
    "up/o.yaml": "{apiVersion: v1, kind: ConfigMap, metadata: {name: o}}",
    "base/kustomization.yaml": "resources: [../up]",
    "up/below/kustomization.yaml": "resources: [../../base]",
    "beside/kustomization.yaml": "resources: [../base]",
  };
  const targets = ["up/below", "up/below", "beside", "beside", "up/below"];
  const outcomes = await together(files, targets);
  expect(outcomes).toEqual(await apart(files, targets));
  expect(outcomes.map((outcome) => "text" in (outcome as object))).toEqual([false, false, true, true, false]);
});

test("a file of the base is read once", async () => {
  const files = {
    ...BASE,
    "one/kustomization.yaml": "resources: [../base]",
    "two/kustomization.yaml": "resources: [../base]",
    "three/kustomization.yaml": "resources: [../base]",
  };
  const tree = memoryTree(files);
  const read = new Map<string, number>();
  const counting: Tree = {
    ...tree,
    read(path) {
      read.set(path, (read.get(path) ?? 0) + 1);
      return tree.read(path);
    },
  };
  await together(files, ["one", "two", "three"], counting);
  expect(read.get("/base/kustomization.yaml")).toBe(1);
});
