/** What becomes of the objects that helm prints of a chart that it installs itself. */
import { expect, test } from "@jest/globals";
import type { BuiltChart, ChartRecipe } from "../../../src/charts/index.ts";
import { builtRelease } from "../../../src/deployments/helm/index.ts";
import { parseResources } from "../../../src/yaml/index.ts";
import type { MapNode } from "../../../src/yaml/nodes/node.ts";

const RECIPE = {
  kind: "Release",
  charts: [
    { chart: { from: "tree", directory: "/charts/web", location: { file: "list.yaml", line: 3 } } } as ChartRecipe,
  ],
  places: [() => ({ file: "list.yaml" })],
  namespace: "shop",
} as const;

function built(...templates: readonly [template: string, text: string][]) {
  const objects = templates.flatMap(([template, text]) =>
    parseResources(text, template).map((node) => ({
      node: node as MapNode,
      template: template === "" ? undefined : template,
      hook: undefined,
      isCrd: template.includes("/crds/"),
      withheld: [],
    })),
  );
  const { resources, diagnostics } = builtRelease([{ objects, diagnostics: [] } as unknown as BuiltChart], RECIPE);
  return {
    resources: resources.map(({ kind, namespace, name, origin, release }) => [
      `${kind} ${namespace}/${name}`,
      origin?.file,
      release?.definition,
    ]),
    diagnostics: diagnostics.map(({ code, message }) => `${code}: ${message}`),
  };
}

const object = (kind: string, metadata: string, rest = ""): string =>
  `---\napiVersion: v1\nkind: ${kind}\nmetadata: ${metadata}\n${rest}`;
const CRD =
  "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: webs.acme.io}\nspec: {group: acme.io, scope: Namespaced, names: {kind: Web}}\n";

test("objects get the namespace of the release if their kind has some, lists are expanded, and each has its template", () => {
  const { resources, diagnostics } = built(
    ["web/crds/web.yaml", CRD],
    ["web/templates/a.yaml", object("ConfigMap", "{name: a}") + object("Service", "{name: b, namespace: other}")],
    ["web/templates/b.yaml", object("Namespace", "{name: c}")],
    ["web/templates/c.yaml", "apiVersion: acme.io/v1\nkind: Web\nmetadata: {name: d}\n"],
    [
      "web/templates/d.yaml",
      "apiVersion: v1\nkind: List\nitems:\n- {apiVersion: v1, kind: Secret, metadata: {name: e}}\n",
    ],
    ["", object("Job", "{generateName: f-}").replace("v1", "batch/v1")],
  );
  expect(resources).toEqual([
    ["CustomResourceDefinition /webs.acme.io", "charts/web/crds/web.yaml", "helm"],
    ["ConfigMap shop/a", "charts/web/templates/a.yaml", undefined],
    ["Service other/b", "charts/web/templates/a.yaml", undefined],
    ["Namespace /c", "charts/web/templates/b.yaml", undefined],
    ["Web shop/d", "charts/web/templates/c.yaml", undefined],
    ["Secret shop/e", "charts/web/templates/d.yaml", undefined],
    ["Job shop/f-", "list.yaml", undefined],
  ]);
  expect(diagnostics).toEqual([]);
});

test("of objects that are made twice, the last one is shown, with a warning", () => {
  const { resources, diagnostics } = built(
    ["web/templates/a.yaml", object("ConfigMap", "{name: a}")],
    ["web/templates/b.yaml", object("ConfigMap", "{name: b}") + object("ConfigMap", "{name: a, namespace: shop}")],
  );
  expect(resources.map(([name, file]) => [name, file])).toEqual([
    ["ConfigMap shop/b", "charts/web/templates/b.yaml"],
    ["ConfigMap shop/a", "charts/web/templates/b.yaml"],
  ]);
  expect(diagnostics).toEqual([
    "helm-repeated-object: the chart makes ConfigMap shop/a 2 times; the last one is shown",
  ]);
});
