/** Both sides of targets in artifacts of Flux: a target is built once if what is ignored makes no difference for it. */
import { expect, test } from "@jest/globals";
import { renderSides } from "../../src/render/index.ts";
import { artifactTree, memoryTree } from "../../src/sources/index.ts";

const FILES = {
  "a/kustomization.yaml": "resources: [x.yaml]\n",
  "a/x.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: x}\n",
  ".sourceignore": "*.md\n",
};

test.each<[about: string, change: Record<string, string>, builds: number, status: string]>([
  ["a file that is ignored changes", { "a/README.md": "new" }, 1, "rendered"],
  ["a pattern comes that is for other files", { ".sourceignore": "*.md\n/b\n" }, 1, "rendered"],
  ["a pattern comes that ignores a file of the target", { ".sourceignore": "x.yaml\n" }, 2, "failed"],
  ["such a pattern comes in a directory", { "a/.sourceignore": "/x.yaml\n" }, 2, "failed"],
  ["a pattern ignores the whole target", { ".sourceignore": "/a/\n" }, 2, "absent"],
])("%s", async (_, change, builds, status) => {
  const base = artifactTree(memoryTree({ ...FILES, "a/README.md": "old" }), undefined);
  const head = artifactTree(memoryTree({ ...FILES, "a/README.md": "old", ...change }), undefined);
  let started = 0;
  const onWork = (event: "start" | "end"): void => void (started += event === "start" ? 1 : 0);
  const statuses: string[] = [];
  await renderSides({ base, head }, [{ id: "a", path: "a" }], { build: {}, onWork }, (_visit, before, after) => {
    statuses.push(before.status, after.status);
    return true;
  });
  expect(statuses).toEqual(["rendered", status]);
  expect(started).toBe(builds);
});
