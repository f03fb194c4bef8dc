/** The entries that a path depends on, as `follow` returns them. */
import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../src/sources/index.ts";
import { CONTENT } from "./tree-table.ts";

const TREE = memoryTree(CONTENT.files, CONTENT.links);

describe("following a path passes by", () => {
  test.each<[path: string, visited: string[], real: string | undefined]>([
    ["/", ["/"], "/"],
    ["/apps/web", ["/apps/web"], "/apps/web"],
    ["/apps/none/x", ["/apps/none"], undefined],
    ["/apps/web.yaml/x", ["/apps/web.yaml"], undefined],
    ["/link-to-file", ["/link-to-file", "/apps/web/deployment.yaml"], "/apps/web/deployment.yaml"],
    ["/link-to-link/none", ["/link-to-link", "/link-to-directory", "/apps/web/none"], undefined],
    ["/through-link-and-up", ["/through-link-and-up", "/link-to-directory", "/apps/web.yaml"], "/apps/web.yaml"],
    ["/dangling", ["/dangling", "/nowhere"], undefined],
    ["/dangling-below-file", ["/dangling-below-file", "/kustomization.yaml"], undefined],
    ["/outside", ["/outside"], undefined],
    ["/outside-absolute", ["/outside-absolute"], undefined],
  ])("%j", async (path, visited, real) => {
    const followed = await TREE.stored?.follow(path);
    expect({ visited: followed?.visited, real: followed?.located?.path }).toEqual({ visited, real });
    expect(followed?.located).toEqual(await TREE.lookup(path));
  });

  test("each link of a loop, and finds nothing", async () => {
    const followed = await TREE.stored?.follow("/loop-a");
    expect([[...new Set(followed?.visited)].sort(), followed?.located]).toEqual([["/loop-a", "/loop-b"], undefined]);
  });
});
