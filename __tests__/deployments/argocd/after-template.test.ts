/** What becomes of the objects that helm prints. */
import { describe, expect, test } from "@jest/globals";
import { afterTemplate, phasesOf } from "../../../src/deployments/argocd/index.ts";
import { valueAt } from "../../../src/manifests/index.ts";
import { parseResources, toValue, type Value } from "../../../src/yaml/index.ts";

const valuesOf = (text: string): Value[] => parseResources(text, "helm").map((node) => toValue(node));
const after = (text: string, namespace = "shop") =>
  afterTemplate(
    valuesOf(text).map((value) => ({ value })),
    namespace,
  );

// docs/specification/argocd-helm-sources.md 6.1
test("lists are expanded, whatever their kind, and what is withheld of their items stays so", () => {
  const [value] = valuesOf("kind: X\nitems: [{kind: A, metadata: {name: a}}, {kind: B, metadata: {name: b}}]\n");
  const withheld = [["items", "1", "spec", "x"]];
  const { objects } = afterTemplate([{ value: value as Value, withheld }], "");
  expect(objects).toEqual([
    { value: { kind: "A", metadata: { name: "a" } }, withheld: [] },
    { value: { kind: "B", metadata: { name: "b" } }, withheld: [["spec", "x"]] },
  ]);
  expect(after("kind: ConfigMapList\nitems: null\n").objects).toEqual([]);
  expect(after("kind: X\nspec: {}\nitems: null\n").objects).toHaveLength(1);
  expect(() => after("kind: XList\nitems: [text]\n")).toThrow("an item of a XList is no object");
});

// docs/specification/argocd-helm-sources.md 6.2
describe("namespaces", () => {
  const crd = (scope: string): string =>
    `\n---\napiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: d}\nspec: {group: x.io, scope: ${scope}, names: {kind: X}}\n`;
  test.each([
    ["apiVersion: v1\nkind: Service\nmetadata: {name: a}", "shop"],
    ["apiVersion: v1\nkind: Service\nmetadata: {name: a, namespace: own}", "own"],
    ["apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, namespace: own}", undefined],
    ["apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\nmetadata: {name: a}", "shop"],
    ["apiVersion: x.io/v1\nkind: X\nmetadata: {name: a}", undefined],
    ["apiVersion: x.io/v1\nkind: X\nmetadata: {name: a, namespace: own}", "own"],
    [`apiVersion: x.io/v1\nkind: X\nmetadata: {name: a}${crd("Namespaced")}`, "shop"],
    [`apiVersion: x.io/v1\nkind: X\nmetadata: {name: a, namespace: own}${crd("Cluster")}`, undefined],
  ])("%s", (text, namespace) => {
    const [object] = after(text).objects;
    expect(valueAt(object?.value, "metadata", "namespace")).toBe(namespace);
  });
});

// docs/specification/argocd-helm-sources.md 6.3
test("the last of equal objects is applied, with a warning", () => {
  const object = (data: string, more = ""): string =>
    `---\napiVersion: v1\nkind: ConfigMap\nmetadata: {name: a${more}}\ndata: {a: ${data}}\n`;
  const { objects, diagnostics } = after(
    object("x") + object("other", ", namespace: other") + object("y", ", namespace: shop"),
  );
  expect(objects.map(({ value }) => (value as { data: { a: string } }).data.a)).toEqual(["other", "y"]);
  expect(diagnostics.map(({ code, message }) => `${code}: ${message}`)).toEqual([
    "argocd-repeated-object: ConfigMap shop/a is rendered 2 times: Argo CD applies the last one, and warns",
  ]);
  const generated = "---\napiVersion: batch/v1\nkind: Job\nmetadata: {generateName: a-}\n";
  expect(after(generated + generated).objects).toHaveLength(2);
});

// docs/specification/argocd-helm-sources.md 6.4, 6.5
describe("hooks", () => {
  const hook = "argocd.argoproj.io/hook";
  const helm = "helm.sh/hook";
  test.each<[Record<string, string>, string[]]>([
    [{}, ["Sync"]],
    [{ [hook]: "PreSync" }, ["PreSync"]],
    [{ [hook]: "PreSync, SyncFail" }, ["PreSync", "SyncFail"]],
    [{ [hook]: "Skip" }, []],
    [{ [hook]: "Skip,PostSync" }, ["PostSync"]],
    [{ [hook]: "PostDelete" }, ["PostDelete"]],
    [{ [hook]: "Other" }, []],
    [{ [hook]: "Other", [helm]: "pre-install" }, ["PreSync"]],
    [{ [hook]: "Sync", [helm]: "pre-install" }, ["Sync"]],
    [{ [helm]: "pre-install,pre-upgrade" }, ["PreSync"]],
    [{ [helm]: "post-install" }, ["PostSync"]],
    [{ [helm]: "pre-delete" }, ["PreDelete"]],
    [{ [helm]: "pre-delete,post-upgrade" }, ["PostSync"]],
    [{ [helm]: "test" }, []],
    [{ [helm]: "pre-rollback" }, []],
    [{ [helm]: "crd-install" }, ["Sync"]],
  ])("%j", (annotations, phases) => {
    const value = { apiVersion: "v1", kind: "Pod", metadata: { name: "a", annotations } };
    expect(phasesOf(value)).toEqual(phases);
    expect(afterTemplate([{ value }], "").objects).toHaveLength(phases.length > 0 ? 1 : 0);
  });
});
