/** How deployments are rendered: through a port that builds something. */
import { describe, expect, test } from "@jest/globals";
import {
  compareIds,
  type DeploymentBuilder,
  type DeploymentName,
  deploymentId,
  deploymentOf,
  directoryTarget,
  type Rendering,
  renderSides,
  renderTargets,
  type SidesTarget,
  type Trees,
  targetText,
} from "../../src/render/index.ts";
import { answersEqually, memoryTree, type Tree } from "../../src/sources/index.ts";
import { resource } from "../review/renderings.ts";

const configMap = (name: string) => resource(`apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n`);

/** Builds a ConfigMap with the name and the text of a file of the tree. */
function builderOf(
  recipes: Readonly<Record<string, string>>,
  calls: string[] = [],
  tree: Tree = memoryTree({}),
): DeploymentBuilder {
  return {
    build: async (id, { builds, timeoutSeconds, recorded }) => {
      const recipe = recipes[id];
      if (recipe === undefined) return undefined;
      if (recipe === "broken") throw new Error("cannot be built");
      calls.push(`${id} ${builds} ${timeoutSeconds}`);
      await recorded?.lookup("/d.yaml");
      return { resources: [configMap(recipe)], diagnostics: [] };
    },
    recipe: () => undefined,
    recipeKey: (id) => recipes[id],
    answersEqually: (_id, record) => answersEqually(record, tree),
  };
}

const name: DeploymentName = {
  system: "flux",
  kind: "Kustomization",
  namespace: "flux-system",
  name: "shop",
  cluster: "eu",
};
const shop = deploymentId(name);
const target: SidesTarget = { id: shop, path: "apps/shop", deployment: name };

const said = (rendering: Rendering): string =>
  rendering.status === "rendered" ? rendering.resources.map((each) => each.name).join() : rendering.status;

describe("the ids of deployments", () => {
  test.each([
    [name, "flux://eu/flux-system/shop"],
    [{ ...name, cluster: "clusters/eu", name: "a%2Fb" }, "flux://clusters%2Feu/flux-system/a%252Fb"],
    [{ ...name, kind: "HelmRelease", namespace: "shop" }, "flux://eu/shop/HelmRelease/shop"],
    [{ ...name, system: "argocd", kind: "Application", namespace: "argocd" }, "argocd://eu/argocd/shop"],
  ] satisfies [DeploymentName, string][])("%j has %s", (given, id) => {
    expect(deploymentId(given)).toBe(id);
    expect(deploymentOf(id)).toEqual(given);
  });

  test.each(["apps/web", ".", "flux:/eu/a/b", "flux://eu/a", "flux://eu/a/b/c", "argocd://eu/a/HelmRelease/c"])(
    "%s is none",
    (id) => {
      expect(deploymentOf(id)).toBeUndefined();
    },
  );

  test("stand behind directories, by cluster, namespace and name", () => {
    const ids = ["flux://eu/a/b", "z", "flux://ap/a/b", "a", "flux://eu/a/a"];
    expect(ids.sort(compareIds)).toEqual(["a", "z", "flux://ap/a/b", "flux://eu/a/a", "flux://eu/a/b"]);
  });

  test("have a name in messages", () => {
    expect([targetText(shop), targetText("apps/web")]).toEqual(["Kustomization flux-system/shop of eu", "apps/web"]);
  });
});

test("renderTargets asks the port for deployments, and builds directories as ever", async () => {
  const tree = memoryTree({
    "/a/kustomization.yaml": "resources: [c.yaml]\n",
    "/a/c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n",
  });
  const calls: string[] = [];
  const deployments = builderOf({ [shop]: "one", "flux://eu/a/broken": "broken" }, calls);
  const ids = ["a", shop, "flux://eu/a/absent", "flux://eu/a/broken"];
  const renderings = await renderTargets(tree, ids, { deployments, concurrency: 1, timeoutSeconds: 7 });
  expect(renderings.map(said)).toEqual(["c", "one", "absent", "failed"]);
  expect(renderings.map((each) => each.target)).toEqual(ids);
  expect(calls).toEqual([`${shop} 1 7`]);
});

test("without a port, a tree has no deployments", async () => {
  const [rendering] = await renderTargets(memoryTree({}), [shop]);
  expect(rendering).toEqual({ status: "absent", target: shop });
});

describe("both sides of a deployment", () => {
  const tree = (text: string) => {
    const made = memoryTree({ "/d.yaml": text });
    // Trees with ids can be compared.
    return { ...made, lookup: async (path: string) => ({ ...(await made.lookup(path)), id: text }) } as typeof made;
  };
  async function visited(trees: Trees, base: string | undefined, head: string | undefined): Promise<string> {
    const of = (recipe: string | undefined, at?: Tree) =>
      builderOf(recipe === undefined ? {} : { [shop]: recipe }, [], at);
    const deployments = { base: of(base, trees.base), head: of(head, trees.head) };
    let seen = "";
    await renderSides(trees, [target], { build: {}, deployments }, (visit, before, after) => {
      expect(visit.target).toBe(target);
      seen = before === after ? `${said(after)} once` : `${said(before)} → ${said(after)}`;
      return true;
    });
    return seen;
  }
  const same = { base: tree("same"), head: tree("same") };
  const other = { base: tree("old"), head: tree("new") };

  test.each<[what: string, trees: Trees, base: string | undefined, head: string | undefined, seen: string]>([
    ["equal files and equal recipes are built once", same, "one", "one", "one once"],
    ["an other recipe is built, although the files are equal", same, "one", "two", "one → two"],
    ["other files are built, although the recipe is equal", other, "one", "one", "one → one"],
    ["a new deployment", same, undefined, "one", "absent → one"],
    ["one that is gone", same, "one", undefined, "one → absent"],
  ])("%s", async (_what, trees, base, head, seen) => {
    expect(await visited(trees, base, head)).toBe(seen);
  });

  test("one that was a directory is rendered there at the base", async () => {
    const files = {
      "/a/kustomization.yaml": "resources: [c.yaml]\n",
      "/a/c.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n",
    };
    const trees = { base: memoryTree(files), head: memoryTree(files) };
    const deployments = { base: builderOf({}), head: builderOf({ [shop]: "one" }) };
    const seen: string[] = [];
    await renderSides(
      trees,
      [{ ...target, from: "a" }, directoryTarget("a")],
      { build: {}, deployments },
      (_, a, b) => {
        seen.push(`${said(a)} → ${said(b)}`);
        return true;
      },
    );
    expect(seen.sort()).toEqual(["c → c", "c → one"]);
  });
});
