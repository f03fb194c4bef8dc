/** What the result of a build says about the names that its objects had before. */
import { expect, test } from "@jest/globals";
import { createBuilder } from "../../src/engine/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

const WEB = "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\n";
const ROLE = "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: reader\n";

test.each([
  {
    what: "objects that no step renamed say nothing",
    files: { "app/kustomization.yaml": "resources: [web.yaml]\nlabels: [{pairs: {a: b}}]\n", "app/web.yaml": WEB },
    expected: [["Deployment", "", "web", undefined]],
  },
  {
    what: "the first name counts, whatever prefixes, suffixes and namespaces came after it",
    files: {
      "app/kustomization.yaml": "resources: [../base]\nnamePrefix: prod-\nnamespace: shop\n",
      "base/kustomization.yaml": "resources: [web.yaml, role.yaml]\nnameSuffix: -v2\n",
      "base/web.yaml": WEB,
      "base/role.yaml": ROLE,
    },
    expected: [
      ["ClusterRole", "", "prod-reader-v2", { kind: "ClusterRole", namespace: "", name: "reader" }],
      ["Deployment", "shop", "prod-web-v2", { kind: "Deployment", namespace: "default", name: "web" }],
    ],
  },
  {
    what: "generated objects have the name of their generator",
    files: { "app/kustomization.yaml": "namePrefix: a-\nconfigMapGenerator: [{name: settings, literals: [a=b]}]\n" },
    expected: [
      ["ConfigMap", "", "a-settings-4h2mbtbbt6", { kind: "ConfigMap", namespace: "default", name: "settings" }],
    ],
  },
  {
    what: "a patch that renames and changes the kind",
    files: {
      "app/kustomization.yaml": `resources: [web.yaml]
patches:
- target: {name: web}
  options: {allowNameChange: true, allowKindChange: true}
  patch: |-
    - {op: replace, path: /metadata/name, value: db}
    - {op: replace, path: /kind, value: StatefulSet}
`,
      "app/web.yaml": WEB,
    },
    expected: [["StatefulSet", "", "db", { kind: "Deployment", namespace: "default", name: "web" }]],
  },
])("$what", async ({ files, expected }) => {
  const { resources } = await createBuilder(memoryTree(files)).build("/app");
  expect(resources.map(({ kind, namespace, name, original }) => [kind, namespace, name, original])).toEqual(expected);
});
