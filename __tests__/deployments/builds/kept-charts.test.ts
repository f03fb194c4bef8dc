/** docs/specification/flux-releases.md 3.9: charts that Flux does not build again. */
import { expect, test } from "@jest/globals";
import { chartFiles } from "../../../src/charts/index.ts";
import { EMPTY_CONFIGURATION } from "../../../src/configuration/index.ts";
import { keptChart } from "../../../src/deployments/builds/kept-charts.ts";
import type { ReleaseRecipe } from "../../../src/deployments/flux/index.ts";
import { findBothDeployments } from "../../../src/deployments/index.ts";
import { type Helm, memoryTree, recordedTree } from "../../../src/sources/index.ts";
import { read, release } from "../flux/release/releases.ts";

const spec = (more = "", strategy = ""): string =>
  `interval: 10m\nchart: {spec: {chart: charts/shop, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}${strategy}}}${more}`;
const files = (version: string, text: string, name = "shop"): Record<string, string> => ({
  "charts/shop/Chart.yaml": `apiVersion: v2\nname: ${name}\nversion: ${version}\n`,
  "charts/shop/templates/web.yaml": `kind: ${text}\n`,
});
const SOURCE =
  "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: flux-system, namespace: flux-system}\nspec: {url: https://github.com/acme/fleet, ref: {branch: main}}\n";
const of = (text: string) => read({ files: { "apps/shop.yaml": release(text), "source.yaml": SOURCE } });

interface Side {
  readonly spec: string;
  readonly chart: Record<string, string>;
}

async function kept(base: Side, head: Side): Promise<string | undefined> {
  const [before, now] = [await of(base.spec), await of(head.spec)];
  const recipe = now.recipe as ReleaseRecipe;
  const tree = memoryTree(head.chart);
  const own = await chartFiles(recipe.chart.chart, { tree, remotes: undefined, uses: undefined });
  const found = await keptChart(now, recipe, own, { tree: memoryTree(base.chart), get: () => before });
  const template = found?.files.get("templates/web.yaml");
  return template && Buffer.from(template).toString().trim();
}

const base = { spec: spec(), chart: files("1.0.0", "Old") };
const changed = files("1.0.0", "New");
const REVISION = ", reconcileStrategy: Revision";

test.each<[about: string, base: Side, head: Side, expected: string | undefined]>([
  ["a template changes", base, { spec: spec(), chart: changed }, "kind: Old"],
  ["values change as well", base, { spec: spec("\nvalues: {a: 1}"), chart: changed }, "kind: Old"],
  ["nothing changes", base, base, undefined],
  ["the version changes", base, { spec: spec(), chart: files("1.0.1", "New") }, undefined],
  ["the name of the chart changes", base, { spec: spec(), chart: files("1.0.0", "New", "web") }, undefined],
  ["the strategy becomes Revision", base, { spec: spec("", REVISION), chart: changed }, undefined],
  [
    "the strategy is Revision",
    { ...base, spec: spec("", REVISION) },
    { spec: spec("", REVISION), chart: changed },
    undefined,
  ],
  ["the interval changes", base, { spec: spec().replace("10m", "5m"), chart: changed }, undefined],
  ["chart.spec changes", base, { spec: spec("", ", version: 1.x"), chart: changed }, undefined],
  ["the base has no chart", { ...base, chart: {} }, { spec: spec(), chart: changed }, undefined],
])("%s", async (_about, before, after, expected) => {
  expect(await kept(before, after)).toBe(expected);
});

test("a base whose artifact leaves a file of the chart out answers otherwise than the head", async () => {
  const tree = (more: Record<string, string>) =>
    memoryTree({
      "clusters/prod/root.yaml":
        "apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: {name: root, namespace: flux-system}\nspec: {path: ./apps, sourceRef: {kind: GitRepository, name: flux-system}}\n",
      "apps/shop.yaml": release(spec("", REVISION)),
      "apps/source.yaml": SOURCE,
      ...changed,
      ...more,
    });
  const trees = { base: tree({ ".sourceignore": "/charts/shop/templates/\n" }), head: tree({}) };
  const helm: Helm = {
    honoursConfigHome: false,
    run: async ([first]) => (first === "version" ? "v3.18.0" : ""),
    close() {},
  };
  const found = await findBothDeployments(trees, {
    settings: EMPTY_CONFIGURATION.deployments,
    own: "acme/fleet",
    build: {},
  });
  const id = found.head.targets.find(({ deployment }) => deployment?.kind === "HelmRelease")?.id ?? "";
  const answers = async (side: keyof typeof trees): Promise<boolean> => {
    const recorded = recordedTree(trees.head);
    const limits = { builds: 1, timeoutSeconds: undefined, recorded };
    await found.head.builder({ deploymentHelm: { helm } }).build(id, limits);
    return found[side].builder({}).answersEqually(id, recorded.record);
  };
  expect([await answers("head"), await answers("base")]).toEqual([true, false]);
});
