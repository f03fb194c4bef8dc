/** The examples of KEP-2299 as they are written there, with functions that stand in for the images that they name. */
import { expect, test } from "@jest/globals";
import { diagnosticsOf, formatDiagnostic } from "../../../src/diagnostics.ts";
import { createBuilder } from "../../../src/engine/index.ts";
import type { FunctionStep, Functions } from "../../../src/functions/index.ts";
import { Resource } from "../../../src/resource/index.ts";
import { memoryTree } from "../../../src/sources/index.ts";
import { parseResources, toValue } from "../../../src/yaml/index.ts";
import type { MapNode } from "../../../src/yaml/nodes/node.ts";

interface Call {
  readonly config: unknown;
  /** The directory in which the function runs. */
  readonly directory: string;
  /** The names of the objects that it gets. */
  readonly input: readonly string[];
}

/** Builds with functions that add a ConfigMap of their own name. */
async function build(files: Readonly<Record<string, string>>, directory: string) {
  const calls: Call[] = [];
  const functions: Functions = {
    async prepare({ config, root }): Promise<FunctionStep> {
      const never = (): never => {
        throw new Error("an entry of a composition is a transformer");
      };
      return {
        title: config.describe(),
        generate: never,
        validate: never,
        async transform(resources) {
          const value = JSON.parse(JSON.stringify(toValue(config.node as MapNode))) as unknown;
          const input = resources.items.map(({ id }) => id.name);
          calls.push({ config: value, directory: root.path, input });
          const text = `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: by-${config.id.name}}\n`;
          const made = new Resource(parseResources(text, "stub")[0] as MapNode);
          resources.append(made);
          return { added: [made], stated: [made], removed: [] };
        },
      };
    },
    mayLackName: async () => undefined,
    close: async () => undefined,
  };
  const builder = createBuilder(memoryTree(files), { functions, reorder: "none" });
  try {
    const { resources, diagnostics } = await builder.build(`/${directory}`);
    return { names: resources.map(({ name }) => name), calls, diagnostics, text: resources.map(({ yaml }) => yaml) };
  } catch (thrown) {
    return { names: [], calls, diagnostics: diagnosticsOf(thrown), text: [] };
  }
}

const APP = `# app/composition.yaml
kind: Composition

transformers:
# generate resources for a Java application
- apiVersion: example.com/v1
  kind: JavaApplication
  provider: {container: {image: docker.example.co/kustomize_transformers/java:v1.0.0}}
  metadata:
    name: my-app
  spec:
    application: team/my-app
    version: v1.0
# transform resources to inject a logger
- apiVersion: example.com/v1
  kind: Logger
  provider: {container: {image: docker.example.co/kustomize_transformers/logger:v1.0.3}}
  metadata:
    name: logger
`;

const STAGING = `# staging/composition.yaml
kind: Composition

transformersFrom:
# import the JavaApplication and Logger transformers
- path: ../app/composition.yaml
  importMode: prepend

transformerOverrides:
# override the JavaApplication version before the function is run
- apiVersion: example.com/v1
  kind: JavaApplication
  metadata:
    name: my-app
  spec:
    version: v1.1-beta

transformers:
# transform resources from imported transformers to inject metrics
- apiVersion: example.com/v1
  kind: Prometheus
  provider: {container: {image: docker.example.co/kustomize_transformers/prometheus:v1.0.2}}
  metadata:
    name: metrics
  spec:
    prefix: my-app-
`;

test("story 1: a sequence of functions", async () => {
  const { names, calls, diagnostics } = await build({ "app/composition.yaml": APP }, "app");
  expect(diagnostics).toEqual([]);
  expect(names).toEqual(["by-my-app", "by-logger"]);
  expect(calls).toMatchObject([
    { config: { spec: { version: "v1.0" } }, directory: "/app", input: [] },
    { config: { kind: "Logger" }, directory: "/app", input: ["by-my-app"] },
  ]);
});

test("story 2: an import with an override and a further function", async () => {
  const files = { "app/composition.yaml": APP, "staging/composition.yaml": STAGING };
  const { calls, diagnostics } = await build(files, "staging");
  expect(diagnostics).toEqual([]);
  expect(calls).toMatchObject([
    { config: { spec: { application: "team/my-app", version: "v1.1-beta" } }, directory: "/app", input: [] },
    { config: { kind: "Logger" }, directory: "/app", input: ["by-my-app"] },
    { config: { spec: { prefix: "my-app-" } }, directory: "/staging", input: ["by-my-app", "by-logger"] },
  ]);
});

const ALL_FIELDS = `apiVersion: kustomize.config.k8s.io/v1alpha1
kind: Composition

# \`transformersFrom\` imports transformer lists from other Compositions.
# The target Compositions' own imports, overrides and reorderings are applied before it is imported.
transformersFrom:
- path: ../app/composition.yaml
  importMode: prepend # this is the default; append is also possible

# \`transformerOverrides\` allows fields of transformers imported via \`transformersFrom\` to be changed
# before execution.
# Entries are treated as strategic merge patches.
transformerOverrides:
- apiVersion: example.com/v1
  kind: JavaApplication
  metadata:
    name: my-app
  spec:
    application: team/my-app
    version: v3.1.3

# \`transformers\` adds new transformers to the list.
transformers:
- apiVersion: example.com/v1
  kind: Prometheus
  provider:
    container:
      image: example/prometheus:v1.0.2
  metadata:
    name: metrics-injector

# \`transformerOrder\` allows advanced users to reorder the merged transformers list explicitly.
# transformers can be referred to by name alone as long as names are unique.
transformerOrder:
  - name: my-app
  - name: logger
  - name: metrics
`;

test("T33 the example of all fields orders a transformer that it does not have", async () => {
  const wrong = await build({ "app/composition.yaml": APP, "all/composition.yaml": ALL_FIELDS }, "all");
  expect(wrong.diagnostics.map(formatDiagnostic)).toEqual([
    'all/composition.yaml:37:5: there is no transformer "metrics" for `transformerOrder`\n' +
      "  hint: Correct the name, or remove it. `krm-render view composition` prints all transformers.",
  ]);
  expect(wrong.calls).toEqual([]);
  const renamed = ALL_FIELDS.replace("metrics-injector", "metrics");
  const { names, diagnostics } = await build({ "app/composition.yaml": APP, "all/composition.yaml": renamed }, "all");
  expect(diagnostics).toEqual([]);
  expect(names).toEqual(["by-my-app", "by-logger", "by-metrics"]);
});

const BASE = `kind: Composition
modules:
- apiVersion: builtin
  kind: ResourceAccumulator
  metadata: {name: local-resources}
  paths: [resources/configmap.yaml]
- apiVersion: team.example.com/v1alpha1
  kind: WebServer
  metadata: {name: web-server}
  provider: {container: {image: example.com/web-server:v1}}
  spec: {appName: nginx-example, image: 'nginx:1.18', replicas: 2, expose: {http: yes}}
- apiVersion: team.example.com/v1alpha1
  kind: Logging
  metadata: {name: logging}
  provider: {container: {image: example.com/logging:v1}}
- apiVersion: team.example.com/v1alpha1
  kind: HTTPLoadBalancer
  metadata: {name: lb}
  provider: {container: {image: example.com/lb:v1}}
  spec:
    selector: {matchLabels: {app: nginx-example}}
    loadBalancer: {domain: nginx-example.myco-dev.io}
    expose: {serviceName: nginx, port: 80}
- apiVersion: kustomize.config.k8s.io/v1beta1
  kind: Kustomization
  metadata: {name: my-kustomize}
  commonLabels: {foo: bar}
`;

const TOP = `kind: Composition
modulesFrom:
- path: base/composition.yaml
moduleOverrides:
- apiVersion: team.example.com/v1alpha1
  kind: HTTPLoadBalancer
  metadata: {name: lb}
  spec: {loadBalancer: {domain: foo.app.example.com}}
modules:
- apiVersion: kustomize.config.k8s.io/v1beta1
  kind: Kustomization
  metadata: {name: productionizer}
  commonLabels: {env: production}
  namespace: nginx-example-prod
`;

test("T29 the example directory of the proposal, in its vocabulary", async () => {
  const files = {
    "app/composition.yaml": TOP,
    "app/base/composition.yaml": BASE,
    "app/base/resources/configmap.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: game-demo}\n",
  };
  const { names, calls, text, diagnostics } = await build(files, "app");
  expect(diagnostics.filter(({ code }) => code !== "deprecated-field")).toEqual([]);
  expect(names).toEqual(["game-demo", "by-web-server", "by-logging", "by-lb"]);
  expect(calls.map(({ config }) => config)).toMatchObject([
    { spec: { expose: { http: "yes" }, replicas: 2 } },
    { kind: "Logging" },
    {
      spec: {
        selector: { matchLabels: { app: "nginx-example" } },
        loadBalancer: { domain: "foo.app.example.com" },
        expose: { serviceName: "nginx", port: 80 },
      },
    },
  ]);
  expect(text).toHaveLength(4);
  for (const yaml of text) {
    expect(yaml).toContain("  labels:\n    env: production\n    foo: bar\n");
    expect(yaml).toContain("  namespace: nginx-example-prod\n");
  }
});

test("T29 one file has one vocabulary", async () => {
  const { diagnostics } = await build({ "app/composition.yaml": `${BASE}transformers: []\n` }, "app");
  expect(diagnostics.map(({ code, line }) => [code, line])).toEqual([["composition-mixed-fields", 28]]);
});

test.each([
  ["the directory itself", "app"],
  ["an import", "importing"],
  ["an entry of resources", "including"],
])("T19 a composition beside a kustomization is an error: %s", async (_, directory) => {
  const files = {
    "app/composition.yaml": APP,
    "app/kustomization.yaml": "namePrefix: a-\n",
    "importing/composition.yaml": "kind: Composition\ntransformersFrom: [{path: ../app}]\n",
    "including/kustomization.yaml": "resources: [../app]\n",
  };
  const { diagnostics } = await build(files, directory);
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([["composition-conflict", "app/composition.yaml"]]);
});
