/** How deployments are selected and planned, and which directories they leave to be targets of their own. */
import { describe, expect, test } from "@jest/globals";
import type { KrmError } from "../../src/diagnostics.ts";
import { deploymentId, type Target } from "../../src/render/index.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { explainTargets, planShards, planTargets, type TreeDeployments } from "../../src/targets/index.ts";
import { RootFiles } from "../../src/targets/root-files.ts";

const deployment = (cluster: string, name: string, path: string): Target => {
  const about = { system: "flux", kind: "Kustomization", namespace: "flux-system", name, cluster } as const;
  return { id: deploymentId(about), path, deployment: about };
};

const files = {
  "apps/shop/kustomization.yaml": "resources: [d.yaml]\n",
  "apps/shop/d.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: d}\n",
  "apps/blog/kustomization.yaml": "resources: []\n",
  "tools/kustomization.yaml": "resources: []\n",
};
const of = (...targets: readonly Target[]): TreeDeployments => ({
  targets,
  covers: (directory) => targets.some(({ path }) => `/${path}` === directory),
  has: (id) => targets.some((target) => target.id === id),
  recipeKey: (id) => targets.find((target) => target.id === id)?.path,
  pathsOf: (id) => targets.flatMap((target) => (target.id === id ? [`/${target.path}`] : [])),
  filesOf: () => ["clusters.yaml"],
});
const shop = deployment("prod", "shop", "apps/shop");
const test1 = deployment("test", "shop", "apps/shop");
const blog = deployment("prod", "blog", "apps/blog");
const all = ["tools", blog.id, shop.id, test1.id];

describe("patterns", () => {
  const tree = memoryTree(files);
  const deployments = { head: of(shop, test1, blog) };
  const selected = async (patterns: readonly string[]): Promise<string[]> => {
    const targets = await explainTargets({ head: tree }, patterns, new RootFiles(), deployments);
    return targets.map(({ id }) => id);
  };

  test.each<[patterns: string[], ids: string[]]>([
    [[], all],
    [["!tools"], [blog.id, shop.id, test1.id]],
    [["!apps/shop"], ["tools", blog.id]],
    [["!apps/**"], ["tools"]],
    [["!flux://test/**"], ["tools", blog.id, shop.id]],
    [[`!${shop.id}`], ["tools", blog.id, test1.id]],
    [["+apps/shop"], ["apps/shop", ...all]],
    [["flux://prod/**"], [blog.id, shop.id]],
    [
      ["flux://*/flux-system/shop", "tools"],
      ["tools", shop.id, test1.id],
    ],
    [[shop.id], [shop.id]],
    [
      ["tools", `+${blog.id}`],
      ["tools", blog.id],
    ],
    [["apps/*"], ["apps/blog", "apps/shop"]],
    [["apps/shop"], ["apps/shop"]],
  ])("%j selects %j", async (patterns, ids) => {
    expect(await selected(patterns)).toEqual(ids);
  });

  test("without deployments, all directories", async () => {
    const targets = await explainTargets({ head: tree }, []);
    expect(targets.map(({ id }) => id)).toEqual(["apps/blog", "apps/shop", "tools"]);
  });

  test("a pattern that matches none is an error", async () => {
    const error: unknown = await selected(["flux://absent/**"]).catch((thrown: unknown) => thrown);
    expect((error as KrmError).diagnostics).toMatchObject([
      { code: "no-target", message: '"flux://absent/**" matches nothing that a controller applies' },
    ]);
  });

  test("a target says which cluster applies it", async () => {
    const [target] = await explainTargets({ head: tree }, [shop.id], new RootFiles(), deployments);
    expect(target).toEqual({ ...shop, reason: "given" });
    const found = await explainTargets({ head: tree }, [], new RootFiles(), deployments);
    expect(found.find(({ id }) => id === shop.id)).toEqual({ ...shop, reason: "the cluster prod applies it" });
  });

  test("a directory is a target if one side covers it and the other does not", async () => {
    const base = memoryTree(files);
    const targets = await explainTargets({ base, head: tree }, [], new RootFiles(), { head: of(shop), base: of() });
    expect(targets.map(({ id }) => id)).toEqual(["apps/blog", "apps/shop", "tools", shop.id]);
  });
});

describe("a plan", () => {
  const trees = { base: memoryTree(files), head: memoryTree({ ...files, "README.md": "" }) };
  const deployments = { base: of(shop, blog), head: of(shop, test1) };

  test("leaves deployments alone whose files and recipes are the same, and says what came and went", async () => {
    const { targets } = await planTargets(trees, [], { deployments });
    expect(targets.map(({ id, affected, why }) => [id, affected, why])).toEqual([
      ["apps/blog", false, "nothing that it depends on changed"],
      ["tools", false, "nothing that it depends on changed"],
      [blog.id, true, "the target is gone"],
      [shop.id, false, "nothing that it depends on changed"],
      [test1.id, true, "new target"],
    ]);
  });

  test("divides targets by their ids", async () => {
    const { shards } = await planShards({ base: "b", head: "h", patterns: [], trees, count: 2, deployments });
    expect(shards.flat().sort()).toEqual(["apps/blog", "tools", blog.id, shop.id, test1.id].sort());
  });
});
