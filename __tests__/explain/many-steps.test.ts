/** A trace compares each object after each step, so it ends where both are very many. */
import { expect, test } from "@jest/globals";
import { LimitError } from "../../src/diagnostics.ts";
import { createBuilder } from "../../src/engine/index.ts";
import { Tracer } from "../../src/explain/history.ts";
import { memoryTree } from "../../src/sources/index.ts";

const objects = (count: number) =>
  Array.from({ length: count }, (_, at) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c${at}}\n`).join("---\n");

const build = (most: number) =>
  createBuilder(
    memoryTree({ "/kustomization.yaml": "resources: [r.yaml]\nnamePrefix: a-\n", "/r.yaml": objects(20) }),
    {
      trace: new Tracer(undefined, most),
    },
  ).build("/");

test("a build that takes more comparisons ends, one that takes fewer does not", async () => {
  await expect(build(40)).rejects.toThrow("this build has too many steps and objects to record what each step did");
  await expect(build(40)).rejects.toBeInstanceOf(LimitError);
  expect((await build(1000)).resources).toHaveLength(20);
});
