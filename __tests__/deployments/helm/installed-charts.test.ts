/** The charts that `deployments.charts` lists. */
import { describe, expect, test } from "@jest/globals";
import { readConfiguration } from "../../../src/configuration/index.ts";
import { chartInputs, fateOf, findBothDeployments, findDeployments } from "../../../src/deployments/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";

const LIST = `deployments:
  charts:
  - {path: charts/web, release: web, namespace: shop, cluster: prod, values: [envs/prod.yaml, common.yaml]}
  - {path: charts/web, release: web, namespace: shop, cluster: staging}
  - {path: charts/new, release: new, namespace: shop, cluster: prod}
`;
const { deployments: settings } = readConfiguration(Buffer.from(LIST), ".krm-render.yaml", {
  dangers: [],
  noise: [],
}).configuration;
const OPTIONS = { settings, own: undefined, build: {} };
const BASE = {
  "charts/web/Chart.yaml": "name: web\nversion: 1.0.0\ndependencies: [{name: lib, repository: file://../lib}]\n",
  "charts/web/values.yaml": "count: 1\n",
  "charts/lib/Chart.yaml": "name: lib\nversion: 1.0.0\n",
  "envs/prod.yaml": "level: info\n",
};
const NEW = { "charts/new/Chart.yaml": "name: new\nversion: 1.0.0\n" };
const MISSING = ".krm-render.yaml:5: charts/new holds no Chart.yaml, so no release of it is rendered";

const shown = ({ problems }: Awaited<ReturnType<typeof findDeployments>>): readonly string[] =>
  problems.map(({ file, line, message }) => `${file}:${line}: ${message}`);

test("are targets, and are rendered from their charts and values files", async () => {
  const found = await findDeployments(memoryTree(BASE), OPTIONS);
  expect(found.targets.map(({ id }) => id)).toEqual(["helm://prod/shop/web", "helm://staging/shop/web"]);
  expect(found.pathsOf("helm://prod/shop/web")).toEqual([
    "/charts/web",
    "/charts/lib",
    "/envs/prod.yaml",
    "/common.yaml",
  ]);
  expect(found.filesOf("helm://prod/shop/web")).toEqual([".krm-render.yaml"]);
  expect(shown(found)).toEqual([MISSING]);
});

describe("of a change", () => {
  test.each([
    ["neither side has", BASE, BASE, [MISSING]],
    ["the head has", BASE, { ...BASE, ...NEW }, []],
    ["the base has", { ...BASE, ...NEW }, BASE, []],
  ])("one is told if %s its chart", async (_, base, head, problems) => {
    const found = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, OPTIONS);
    expect([shown(found.base), shown(found.head)]).toEqual([problems, problems]);
    const ids = (side: "base" | "head", files: object): void =>
      expect(found[side].has("helm://prod/shop/new")).toBe("charts/new/Chart.yaml" in files);
    ids("base", base);
    ids("head", head);
  });

  test("nobody knows what becomes of a release whose chart goes, and helm removes what it no longer makes", async () => {
    const { base, head } = await findBothDeployments(
      { base: memoryTree({ ...BASE, ...NEW }), head: memoryTree(BASE) },
      OPTIONS,
    );
    const of = (id: string) =>
      fateOf(
        id,
        (each) => base.get(each),
        (each) => head.get(each),
      );
    expect([of("helm://prod/shop/new"), of("helm://prod/shop/web")]).toEqual([undefined, {}]);
  });

  test.each([
    ["envs/prod.yaml", "level: debug\n", ["head envs/prod.yaml:1:8 info debug"]],
    ["charts/web/values.yaml", "count: 2\n", ["head charts/web/values.yaml:1:8 1 2"]],
    ["README.md", "new\n", []],
  ])("the values of %s are its inputs", async (file, text, expected) => {
    const trees = { base: memoryTree(BASE), head: memoryTree({ ...BASE, [file]: text }) };
    const { base, head } = await findBothDeployments(trees, OPTIONS);
    const id = "helm://prod/shop/web";
    const inputs = await chartInputs(base.get(id), head.get(id), trees);
    expect(
      inputs?.changed.map(
        ({ side, place: { file: at, line, column }, before, after }) =>
          `${side} ${at}:${line}:${column} ${before} ${after}`,
      ),
    ).toEqual(expected);
    expect(inputs).toMatchObject({ chartDirectory: "charts/web", keepsVersion: false });
  });
});
