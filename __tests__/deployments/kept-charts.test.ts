/** docs/specification/flux-releases.md 3.9: charts that Flux does not build again. */
import { expect, test } from "@jest/globals";
import { chartFiles } from "../../src/charts/index.ts";
import type { ReleaseRecipe } from "../../src/deployments/flux/index.ts";
import { keptChart } from "../../src/deployments/kept-charts.ts";
import { memoryTree } from "../../src/sources/index.ts";
import { read, release } from "./flux/release/releases.ts";

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
