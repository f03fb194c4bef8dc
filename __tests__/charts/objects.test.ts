/** The objects that helm prints, and what its comments and annotations say; docs/specification/helm-charts.md 6. */
import { describe, expect, test } from "@jest/globals";
import { renderChart } from "../../src/charts/index.ts";
import { printedObjects } from "../../src/charts/objects.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { scalarText } from "../../src/resource/index.ts";
import { toConfigValue, toValue } from "../../src/yaml/index.ts";
import { get } from "../../src/yaml/nodes/node.ts";
import { callOf, chartOf, helmOf, recipeOf } from "./calls.ts";

const OUTPUT = `---
# Source: web/crds/a.yaml
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: first}
---
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: second}
---
# Source: web/charts/db/crds/b.yaml
apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: third}
---
# Source: web/templates/crds/c.yaml
apiVersion: v1
kind: ConfigMap
metadata: {name: fourth}
data:
  text: |
    ---
    # Source: web/crds/none.yaml
---
# Source: web/templates/list.yaml
apiVersion: v1
kind: List
items:
- {apiVersion: v1, kind: ConfigMap, metadata: {name: last}}
---
# Source: web/templates/job.yaml
apiVersion: batch/v1
kind: Job
metadata:
  generateName: job-
  annotations:
    helm.sh/hook: "pre-install , Post-Upgrade"
    helm.sh/hook-weight: "-5"
    helm.sh/hook-delete-policy: before-hook-creation,hook-succeeded
`;

test("have their templates, are definitions or hooks", () => {
  const found = printedObjects(OUTPUT).map(({ node, ...rest }) => ({
    name: scalarText(get(get(node, "metadata"), "name")),
    ...rest,
  }));
  const plain = { hook: undefined, isCrd: false };
  expect(found).toEqual([
    { ...plain, name: "first", template: "web/crds/a.yaml", isCrd: true },
    { ...plain, name: "second", template: "web/crds/a.yaml", isCrd: true },
    { ...plain, name: "third", template: "web/charts/db/crds/b.yaml", isCrd: true },
    { ...plain, name: "fourth", template: "web/templates/crds/c.yaml" },
    {
      name: "",
      template: "web/templates/job.yaml",
      isCrd: false,
      hook: { events: ["pre-install", "post-upgrade"] },
    },
    { ...plain, name: "last", template: "web/templates/list.yaml" },
  ]);
});

describe("are read as the program reads them that gets them", () => {
  const read = (output: string) => {
    const [kustomize, kubectl] = [printedObjects(output), printedObjects(output, "kubectl")];
    return {
      kustomize: kustomize.map(({ node }) => toValue(node)),
      kubectl: kubectl.map(({ node }) => toConfigValue(node)),
    };
  };
  const object = (data: string) => `---\n# Source: web/templates/a.yaml\nkind: A\nmetadata: {name: a}\ndata:\n${data}`;

  test.each<[string, string, unknown, unknown]>([
    ["a folded text", "  a: >-\n    - b\n      c\n    - d\n", "- b\n\n  c\n- d", "- b\n  c\n- d"],
    ["a truth value of YAML 1.1", "  a: yes\n", "yes", true],
    ["a date", "  a: 2020-01-01\n", "2020-01-01T00:00:00Z", "2020-01-01"],
  ])("%s", (_, data, kustomize, kubectl) => {
    expect(read(object(data))).toMatchObject({
      kustomize: [{ data: { a: kustomize } }],
      kubectl: [{ data: { a: kubectl } }],
    });
  });

  test("of equal keys, kubectl takes the last", () => {
    const output = object("  a: b\n  a: c\n");
    expect(printedObjects(output, "kubectl").map(({ node }) => toConfigValue(node))).toMatchObject([
      { data: { a: "c" } },
    ]);
    expect(() => printedObjects(output).map(({ node }) => toValue(node))).toThrow("a");
  });

  test("kubectl keeps lists, in their places", () => {
    const found = printedObjects(OUTPUT, "kubectl");
    expect(found.map(({ node }) => scalarText(get(node, "kind"))).slice(-3)).toEqual(["ConfigMap", "List", "Job"]);
    expect(found.at(-2)?.template).toBe("web/templates/list.yaml");
  });
});

describe("the call of helm", () => {
  test("has the options of the recipe, and files by their keys", async () => {
    const calls: unknown[] = [];
    const helm = {
      ...helmOf(() => ""),
      run: async (args: readonly unknown[]) => (calls.push(args), args[0] === "version" ? "v4.0.0" : ""),
    };
    const recipe = recipeOf({
      capabilities: { kubeVersion: "1.30", apiVersions: ["a/v1", "b/v1"] },
      skipsTests: true,
      skipsHooks: true,
      skipsSchema: true,
      settings: [
        { option: "set", argument: "a=b" },
        { option: "set-file", key: "c", path: "/c", location: { file: "app.yaml" } },
        { option: "set-string", argument: "-d=e" },
      ],
    });
    const file = { file: Buffer.from("x"), display: "c.txt" };
    const files = chartOf("");
    await renderChart(
      callOf(files, { recipe, values: [{ file: Buffer.from("a: b\n"), display: "the values" }], setFiles: [file] }),
      { helm },
    );
    expect(calls.at(-1)).toEqual([
      "template",
      "r",
      { directory: files, display: "web" },
      "--namespace",
      "ns",
      "-f",
      { file: Buffer.from("a: b\n"), display: "the values" },
      "--set",
      "a=b",
      "--set-file",
      { ...file, prefix: "c=" },
      "--set-string",
      "-d=e",
      "--api-versions",
      "a/v1",
      "--api-versions",
      "b/v1",
      "--kube-version",
      "1.30",
      "--include-crds",
      "--skip-tests",
      "--no-hooks",
      "--skip-schema-validation",
    ]);
  });

  test.each<[string, string, string]>([
    [
      "a name that is an option",
      "--post-renderer=x",
      'web: `releaseName` must not begin with a dash: "--post-renderer=x"',
    ],
    ["no name", "", "web: the release name cannot be empty"],
  ])("is refused for %s", async (_, releaseName, message) => {
    const helm = helmOf(() => "");
    const problems = await renderChart(callOf(chartOf(""), { recipe: recipeOf({ releaseName }) }), { helm }).then(
      () => [],
      diagnosticsOf,
    );
    expect(problems).toMatchObject([{ message, file: "release.yaml", line: 3 }]);
    expect(helm.calls).toEqual([]);
  });

  test("that prints no YAML is an error of the chart", async () => {
    const problems = await renderChart(callOf(chartOf("")), { helm: helmOf(() => "a: b\n  c: d\n") }).then(
      () => [],
      diagnosticsOf,
    );
    expect(problems).toMatchObject([
      {
        code: "invalid-yaml",
        message: expect.stringContaining("web: the output of helm cannot be used: "),
        file: "release.yaml",
      },
    ]);
  });
});
