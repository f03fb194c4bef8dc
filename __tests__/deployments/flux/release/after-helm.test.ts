/** Compares what becomes of the objects of a chart with what helm-controller does, and follows Secrets through patches. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { applyAfterHelm, type ReleaseRecipe } from "../../../../src/deployments/flux/release/index.ts";
import { withheldAfter } from "../../../../src/deployments/flux/release/withheld-paths.ts";
import { KrmError } from "../../../../src/diagnostics.ts";
import type { BuiltResource } from "../../../../src/engine/index.ts";
import { isMap, listAt, type MapValue, valueAt } from "../../../../src/manifests/index.ts";
import { parseResources, toValue, type Value } from "../../../../src/yaml/index.ts";
import { helmObjects, read, release } from "./releases.ts";

interface Recorded {
  readonly templates: Readonly<Record<string, string>>;
  readonly releases: readonly {
    readonly id: string;
    readonly spec: { readonly [field: string]: Value };
    readonly only?: Readonly<Record<string, string>>;
    readonly templates?: Readonly<Record<string, string>>;
    readonly error?: string;
    readonly manifest?: string;
    readonly hooks?: readonly string[];
  }[];
}

const recorded = JSON.parse(
  readFileSync("__tests__/deployments/flux/release/helm-controller.json", "utf8"),
) as Recorded;

const CHART = "chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: charts}}}";
const REPOSITORY =
  "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: charts, namespace: apps}\nspec: {url: https://charts.example.com}\n";

async function recipeOf(spec: string, more: Partial<Parameters<typeof read>[0]> = {}): Promise<ReleaseRecipe> {
  const { recipe } = await read({
    ...more,
    files: { "shop.yaml": release(`${CHART}\n${spec}`), "charts.yaml": REPOSITORY },
  });
  if ("problem" in recipe) throw new KrmError(recipe.problem);
  return recipe;
}

function fields(spec: Readonly<Record<string, Value>>): string {
  return Object.entries(spec)
    .map(([field, value]) => `${field}: ${JSON.stringify(value)}`)
    .join("\n");
}

/** Tests run, so that no hook is left out. */
const ALL_HOOKS = "test: {enable: true}\n";

function names(resources: readonly BuiltResource[]): string[] {
  return resources.map(({ kind, name }) => `${kind} ${name}`);
}

/** Objects by kind and name, without what is added at the very end. */
function byName(values: readonly Value[]): Record<string, Value> {
  const found = values.map((value) => {
    const metadata = { ...(valueAt(value, "metadata") as MapValue) };
    const labels = Object.entries((metadata["labels"] ?? {}) as MapValue).filter(
      ([key]) => !key.startsWith("helm.toolkit.fluxcd.io/"),
    );
    delete metadata["namespace"];
    delete metadata["labels"];
    if (labels.length > 0) metadata["labels"] = Object.fromEntries(labels);
    if (isMap(metadata["annotations"]) && Object.keys(metadata["annotations"]).length === 0)
      delete metadata["annotations"];
    const key = JSON.stringify([valueAt(value, "kind"), metadata["name"] ?? metadata["generateName"]]);
    return [key, { ...(value as MapValue), metadata }] as const;
  });
  // Several objects with one name follow each other.
  return Object.fromEntries(
    found.map(([key, value], index) => [
      `${key} ${found.slice(0, index).filter(([other]) => other === key).length}`,
      value,
    ]),
  );
}

describe("docs/specification/flux-releases.md 6: the objects are those of helm-controller", () => {
  const accepted = recorded.releases.filter(({ error }) => error === undefined);
  test.each(accepted.map((each) => [each.id, each] as const))("%s", async (_id, each) => {
    const recipe = await recipeOf(ALL_HOOKS + fields(each.spec));
    const templates = each.only ?? { ...recorded.templates, ...each.templates };
    const { resources } = await applyAfterHelm(helmObjects(templates), recipe);
    const expected = [each.manifest ?? "", ...(each.hooks ?? [])].flatMap((text) =>
      parseResources(text, "").map(toValue),
    );
    expect(byName(resources.map((one) => one.value()))).toEqual(byName(expected));
  });

  const hookProblem = "Flux does not install it since helm-controller 1.6, whose post-renderers see hooks";
  const twice = "more than once, in shop/templates";
  const messages: Readonly<Record<string, string>> = {
    "missing smp":
      "error target-not-found: the patch for Deployment nope matches nothing: there is no Deployment.v1.apps/nope.[noNs]; the nearest is Deployment web (helm-output.yaml)",
    duplicate: `error flux-release-conflict: the chart makes Service web ${twice}/svc.yaml and shop/templates/z.yaml: Flux does not install it`,
    "hook duplicate combined": `warning flux-release-conflict: the chart makes Service web ${twice}/svc.yaml and shop/templates/z.yaml: ${hookProblem}`,
    "two hooks combined": `warning flux-release-conflict: the chart makes Job migrate ${twice}/hook.yaml and shop/templates/z.yaml: ${hookProblem}`,
    "two hooks separate": `error flux-release-conflict: the chart makes Job migrate ${twice}/hook.yaml and shop/templates/z.yaml: Flux does not install it`,
    "generateName hook": `warning flux-release-conflict: a Job of the chart, in shop/templates/hook.yaml, has no metadata.name: ${hookProblem}`,
  };
  const refused = recorded.releases.filter(({ error }) => error !== undefined);
  test.each(refused.map((each) => [each.id, each] as const))("6.5, 6.6: refused: %s", async (id, each) => {
    const recipe = await recipeOf(ALL_HOOKS + fields(each.spec));
    const work = applyAfterHelm(helmObjects({ ...recorded.templates, ...each.templates }), recipe);
    const problems = await work.then(
      ({ diagnostics }) => diagnostics,
      (thrown: KrmError) => thrown.diagnostics,
    );
    expect(problems.map(({ code, severity, message }) => `${severity} ${code}: ${message}`)).toEqual([messages[id]]);
  });
});

test.each([
  ["v2beta2", ["b", "2", "nginx:3"]],
  ["v2", ["web", undefined, "nginx:3"]],
  ["v2beta1", ["b", "2", "nginx:3"]],
])(
  "docs/specification/flux-releases.md 1.1, 6.1: the patches of older versions in an object of %s",
  async (version, expected) => {
    const spec = `postRenderers:
- kustomize:
    images: [{name: nginx, newTag: "3"}]
    patchesStrategicMerge: [{apiVersion: apps/v1, kind: Deployment, metadata: {name: web, labels: {app: a}}}]
    patches: [{target: {labelSelector: app=a}, patch: '[{"op": "replace", "path": "/metadata/labels/app", "value": "b"}]'}]
    patchesJson6902:
    - target: {group: apps, version: v1, kind: Deployment, name: web}
      patch: [{op: test, path: /metadata/labels/app, value: b}, {op: add, path: /metadata/labels/n, value: "2"}]
`;
    const file = release(`${CHART}\n${spec}`).replace("fluxcd.io/v2", `fluxcd.io/${version}`);
    const { recipe } = await read({ files: { "shop.yaml": file, "charts.yaml": REPOSITORY } });
    const { resources } = await applyAfterHelm(helmObjects(recorded.templates), recipe as ReleaseRecipe);
    const deployment = resources.find(({ kind }) => kind === "Deployment")?.value();
    const containers = valueAt(deployment, "spec", "template", "spec", "containers");
    const labels = valueAt(deployment, "metadata", "labels");
    expect([
      valueAt(labels, "app"),
      valueAt(labels, "n"),
      valueAt(listAt({ containers } as Value, "containers")[0], "image"),
    ]).toEqual(expected);
  },
);

const hook = (name: string, events: string) =>
  `apiVersion: v1\nkind: Pod\nmetadata: {name: ${name}, annotations: {helm.sh/hook: "${events}"}}\n`;

describe("docs/specification/flux-releases.md 5.3, 5.4: hooks that never run are left out", () => {
  const templates = {
    "templates/a.yaml": hook("install", "pre-install,post-install"),
    "templates/b.yaml": hook("upgrade", "pre-upgrade"),
    "templates/c.yaml": hook("delete", "pre-delete"),
    "templates/d.yaml": hook("rollback", "post-rollback"),
    "templates/e.yaml": hook("test", "test"),
    "templates/f.yaml": hook("old-test", "test-success"),
    "templates/g.yaml": hook("both", "post-install,test"),
  };
  test.each([
    ["", ["install", "upgrade", "delete", "rollback", "both"]],
    ["install: {disableHooks: true}", ["upgrade", "delete", "rollback"]],
    ["upgrade: {disableHooks: true}", ["install", "delete", "rollback", "both"]],
    ["uninstall: {disableHooks: true}", ["install", "upgrade", "rollback", "both"]],
    ["rollback: {disableHooks: true}", ["install", "upgrade", "delete", "both"]],
    ["test: {enable: true}", ["install", "upgrade", "delete", "rollback", "test", "old-test", "both"]],
    ["test: {enable: true, filters: [{name: test}]}", ["install", "upgrade", "delete", "rollback", "test", "both"]],
    [
      "test: {enable: true, filters: [{name: test, exclude: true}]}",
      ["install", "upgrade", "delete", "rollback", "old-test", "both"],
    ],
  ])("%s", async (spec, expected) => {
    const { resources } = await applyAfterHelm(helmObjects(templates), await recipeOf(spec));
    expect(resources.map(({ name }) => name)).toEqual(expected);
    for (const resource of resources) expect(valueAt(resource.value(), "metadata", "annotations")).toBeDefined();
  });
});

const DEFINITION = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: things.example.com}
spec: {group: example.com, names: {kind: Thing}, scope: Namespaced}
`;

describe("docs/specification/flux-releases.md 5.1, 5.2: the objects of crds/", () => {
  const templates = {
    "crds/things.yaml": DEFINITION,
    "crds/other.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: stray}\n",
    "templates/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: own}\n",
  };
  test.each([
    ["", true],
    ["install: {crds: Skip}", true],
    ["install: {crds: Skip}\nupgrade: {crds: Skip}", false],
    ["install: {crds: Skip}\nupgrade: {crds: CreateReplace}", true],
    // The field has no effect any more.
    ["install: {skipCRDs: true}", true],
  ])("%s", async (spec, isThere) => {
    const { resources, diagnostics } = await applyAfterHelm(
      helmObjects(templates),
      await recipeOf(`${spec}\ncommonMetadata: {labels: {team: a}}`),
    );
    expect(names(resources)).toEqual([
      ...(isThere ? ["CustomResourceDefinition things.example.com"] : []),
      "ConfigMap own",
    ]);
    expect(diagnostics.map(({ message }) => message)).toEqual(
      isThere ? ["ConfigMap stray is in crds/ of the chart, where Flux applies only definitions of resources"] : [],
    );
    expect(resources.map((one) => valueAt(one.value(), "metadata", "labels", "team"))).toEqual(
      isThere ? [undefined, "a"] : ["a"],
    );
  });
});

test.each([
  ["combined", [[], [], ["annotations"]]],
  ["nohooks", [[], [], ["annotations", "labels"]]],
])("labels and annotations without any go from what helm-controller labels: %s", async (strategy, expected) => {
  const object = (rest: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {${rest}}\n`;
  const templates = {
    "templates/a.yaml": object("name: a, annotations: {}, labels: null"),
    "templates/b.yaml": object("name: b, annotations: null, labels: {}"),
    "templates/c.yaml": object("name: c, annotations: {helm.sh/hook: pre-upgrade}, labels: {}"),
  };
  const recipe = await recipeOf(`postRenderStrategy: ${strategy}`);
  const { resources } = await applyAfterHelm(helmObjects(templates), recipe);
  const fieldsOf = (one: BuiltResource) => Object.keys(valueAt(one.value(), "metadata") as MapValue);
  const left = resources.map((one) => fieldsOf(one).filter((field) => /^(?:labels|annotations)$/.test(field)));
  expect(left).toEqual(expected);
});

test("docs/specification/flux-releases.md 7.2: objects get the namespace of the release where their kind has one", async () => {
  const object = (kind: string, more = "") => `${kind}\nmetadata: {name: a${more}}\n`;
  const templates = {
    "crds/things.yaml": DEFINITION,
    "templates/a.yaml": object("apiVersion: v1\nkind: Secret"),
    "templates/b.yaml": object("apiVersion: v1\nkind: Secret", ", namespace: own"),
    "templates/c.yaml": object("apiVersion: v1\nkind: Namespace"),
    "templates/d.yaml": object("apiVersion: example.com/v2\nkind: Thing"),
    "templates/e.yaml": object("apiVersion: other.com/v2\nkind: Thing"),
    "templates/f.yaml": hook("f", "pre-install"),
  };
  const { resources } = await applyAfterHelm(helmObjects(templates), await recipeOf("targetNamespace: prod"));
  const found = resources.map((one) => [one.namespace, valueAt(one.value(), "metadata", "namespace") ?? ""]);
  expect(found).toEqual([
    ["", ""],
    ["prod", "prod"],
    ["own", "own"],
    ["", ""],
    ["prod", "prod"],
    ["", ""],
    ["prod", "prod"],
  ]);
});

test("objects have the place of their template, if that is in the tree, or of the HelmRelease", async () => {
  const charts =
    "apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: {name: fleet, namespace: apps}\nspec: {url: https://github.com/acme/fleet}\n";
  const spec = "chart: {spec: {chart: ./charts/shop, sourceRef: {kind: GitRepository, name: fleet}}}";
  const { recipe } = await read({ files: { "shop.yaml": release(spec), "charts.yaml": charts } });
  const templates = { "templates/a.yaml": hook("a", "test"), "charts/b/templates/b.yaml": DEFINITION };
  const own = helmObjects(templates).map((object) => ({ ...object, hook: undefined }));
  const { resources } = await applyAfterHelm(own, recipe as ReleaseRecipe);
  expect(resources.map(({ origin }) => origin)).toEqual([
    { file: "shop.yaml", line: 1, column: 1 },
    { file: "charts/shop/templates/a.yaml" },
  ]);
});

describe("docs/specification/flux-releases.md 6.7: values of Secrets stay withheld", () => {
  const templates = {
    "templates/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec: {template: {spec: {containers: [{name: web, image: a, env: [{name: A, value: hidden}, {name: B, value: open}]}]}}}
`,
  };
  const env = ["spec", "template", "spec", "containers", "0", "env"];
  const secret = [...env, "0", "value"];
  const patch = (text: string) =>
    `postRenderers: [{kustomize: {patches: [{target: {kind: Deployment}, patch: ${JSON.stringify(text)}}]}}]`;
  test.each<[about: string, spec: string, paths: readonly (readonly string[])[] | undefined]>([
    ["no post-renderer", "", [secret]],
    [
      "another object is changed",
      patch("- {op: add, path: /spec/replicas, value: 2}").replace("Deployment", "Job"),
      [secret],
    ],
    ["another field is changed", patch("- {op: add, path: /spec/replicas, value: 2}"), [secret]],
    [
      "an element comes before",
      patch("- {op: add, path: /spec/template/spec/containers/0/env/0, value: {name: C, value: c}}"),
      [env.slice(0, -2), [...env, "1", "value"]],
    ],
    [
      "the value is copied",
      patch("- {op: copy, from: /spec/template/spec/containers/0/env/0/value, path: /metadata/annotations/x}"),
      [secret, ["metadata", "annotations", "x"]],
    ],
    ["the value is removed", patch("- {op: remove, path: /spec/template/spec/containers/0/env}"), [env.slice(0, -2)]],
    ["its annotations are removed", patch("- {op: remove, path: /metadata/annotations}"), [secret]],
  ])("%s", async (_about, spec, paths) => {
    const objects = helmObjects(templates, { "templates/web.yaml": [secret] });
    const { resources } = await applyAfterHelm(objects, await recipeOf(spec));
    expect(resources[0]?.withheld).toEqual(paths);
  });

  test("what the patches write is withheld where it comes from a Secret", async () => {
    const spec = patch("- {op: add, path: /spec/replicas, value: 2}");
    const recipe = await recipeOf(spec, {
      withheld: [["spec", "postRenderers", "0", "kustomize", "patches", "0", "patch"]],
    });
    const { resources } = await applyAfterHelm(helmObjects(templates), recipe);
    expect(resources[0]?.withheld).toContainEqual(["spec", "replicas"]);
  });

  test("a value that is withheld before is withheld after, wherever it stands", () => {
    const { tree: value } = fc.letrec<{ tree: Value }>((tie) => ({
      tree: fc.oneof(
        { maxDepth: 4 },
        fc.constantFrom<Value>("secret-1", "secret-2", "open", 3, null),
        fc.array(tie("tree"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("a", "b", "c"), tie("tree"), { maxKeys: 3 }),
      ),
    }));
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [before, after] = [{ spec: one }, { spec: other }];
        const secrets = leaves(before).filter(isSecret);
        const withheld = withheldAfter(
          before,
          after,
          secrets.map(([path]) => path),
          new Set(["secret-1", "secret-2"]),
          false,
        );
        for (const [path] of leaves(after).filter(isSecret))
          expect(withheld.some((each) => each.every((step, index) => step === path[index]))).toBe(true);
      }),
    );
  });
});

function isSecret([, leaf]: readonly [readonly string[], Value]): boolean {
  return typeof leaf === "string" && leaf.startsWith("secret");
}

function leaves(value: Value, path: readonly string[] = []): [readonly string[], Value][] {
  if (typeof value !== "object" || value === null) return [[path, value]];
  return Object.entries(value).flatMap(([step, child]) => leaves(child, [...path, step]));
}
