/** What becomes of the templates of sets. Random sets were compared with Argo CD's own code. */
import { describe, expect, test } from "@jest/globals";
import { textAt } from "../../../../src/manifests/index.ts";
import { errorOf, make, namesOf, setOf, templateOf } from "./made.ts";

const ONE = "[{list: {elements: [{name: web, env: prod}]}}]";

/** The Applications of a set, as plain data. */
async function made(text: string): Promise<readonly unknown[]> {
  const { applications } = await make(text);
  return JSON.parse(JSON.stringify(applications.map(({ value }) => value)));
}

// docs/specification/argocd-application-sets.md 1.5, 8.5
test("a whole Application", async () => {
  const template = `{metadata: {name: '{{name}}', namespace: other, labels: {'{{env}}': '{{name}}'}, annotations: {a: null}},
    spec: {project: default, destination: {name: '{{env}}', unknown: 1}, syncPolicy: null}}`;
  const { applications, problems } = await make(setOf(ONE, template));
  expect(problems).toEqual([]);
  expect(JSON.parse(JSON.stringify(applications))).toEqual([
    {
      value: {
        apiVersion: "argoproj.io/v1alpha1",
        kind: "Application",
        metadata: {
          name: "web",
          namespace: "argocd",
          labels: { prod: "web" },
          annotations: { a: "" },
          finalizers: ["resources-finalizer.argocd.argoproj.io"],
        },
        spec: { project: "default", destination: { name: "prod" } },
      },
      generator: { file: "set.yaml", line: 5, column: 35 },
    },
  ]);
});

describe("docs/specification/argocd-application-sets.md 1", () => {
  test("Applications with the same name are not made", async () => {
    const elements = "{name: a}, {name: b}, {name: a}, {name: ''}";
    const { applications, problems } = await make(setOf(`[{list: {elements: [${elements}]}}]`));
    expect(applications.map(({ value }) => textAt(value, "metadata", "name"))).toEqual(["b"]);
    expect(problems).toMatchObject([
      {
        code: "argocd-set-invalid",
        severity: "error",
        message: "the ApplicationSet apps makes 2 Applications with the name a, and Argo CD creates none of them",
        line: 5,
        column: 35,
      },
      { message: "the ApplicationSet apps makes an Application without a name", line: 5, column: 68 },
    ]);
  });

  test.each([
    ["spec: 1", "`spec` must be a map"],
    ["spec: {generators: {}}", "`generators` must be a list"],
    ["spec: {generators: [{list: 1}]}", "`list` must be a map"],
    ["spec: {template: {metadata: {name: 1}}}", "set.yaml:3:36: `name` must be a text"],
    ["spec: {template: {spec: {syncPolicy: {automated: {prune: 'true'}}}}}", "`prune` must be true or false"],
    ["spec: {template: {spec: {revisionHistoryLimit: 1.5}}}", "`revisionHistoryLimit` must be a whole number"],
    ["spec: {template: {spec: {sources: [{helm: {valueFiles: [{}]}}]}}}", "`valueFiles[0]` must be a text"],
    ["spec: {generators: [{plugin: {values: {a: 1}}}]}", "`a` must be a text"],
    ["spec: {generators: [{plugin: 1}]}", "`plugin` must be a map"],
  ])("%s", async (spec, message) => {
    const text = `apiVersion: argoproj.io/v1alpha1\nkind: ApplicationSet\n${spec}\nmetadata: {name: apps}\n`;
    expect(await errorOf(text)).toContain(message);
  });
});

describe("docs/specification/argocd-application-sets.md 8.1", () => {
  test("the template of a generator comes over that of the set", async () => {
    const own = `{metadata: {name: '', labels: {a: own}}, spec: {project: '', destination: {name: own}, source: {repoURL: r, helm: {skipCrds: false, valueFiles: [own], valuesObject: {own: 1}}}}}`;
    const base = `{metadata: {name: base, labels: {a: base, b: base}}, spec: {project: p, destination: {name: base, namespace: n},
      source: {repoURL: x, helm: {skipCrds: true, valueFiles: [a, b], valuesObject: {base: 1}, releaseName: r}}}}`;
    expect(await made(setOf(`[{list: {elements: [{name: a}], template: ${own}}}]`, base))).toMatchObject([
      {
        metadata: { name: "base", labels: { a: "own", b: "base" } },
        spec: {
          project: "p",
          destination: { name: "own", namespace: "n" },
          source: {
            repoURL: "r",
            helm: { skipCrds: true, valueFiles: ["own"], valuesObject: { own: 1 }, releaseName: "r" },
          },
        },
      },
    ]);
  });

  test("a template in a matrix is not used", async () => {
    const list = "{list: {elements: [{name: a}], template: {metadata: {name: no}}}}";
    const other = "{list: {elements: [{x: b}], template: {metadata: {name: no}}}}";
    expect(await namesOf(setOf(`[{matrix: {generators: [${list}, ${other}]}}]`))).toEqual(["a"]);
  });
});

describe("docs/specification/argocd-application-sets.md 8.2", () => {
  test.each([
    ["{{name}}-{{ env }}", "web-prod"],
    ["{{gone}}", "{{gone}}"],
    ["{{ }}", "{{ }}"],
    ["{{ {{name}} }}", "{{ {{name}} }}"],
    ["}}{{", "}}{{"],
    ["{{__proto__}}{{constructor}}", "{{__proto__}}{{constructor}}"],
    ["{{name", "{{name"],
    ["{{\\n name}}", "{{\n name}}"],
    ["{{name}}\\n{{\\nenv\\n}}", "web\nprod"],
  ])("%s", async (name, expected) => {
    expect(await namesOf(setOf(ONE, templateOf(`"${name}"`)))).toEqual([expected]);
  });

  test("a name that does not end", async () => {
    expect(await errorOf(setOf(ONE, templateOf("'{{name}} {{'")))).toBe(
      'argocd-set-invalid set.yaml:6:13: the template "{{name}} {{" has `{{` without `}}`\n  hint: Write `}}` behind each name.',
    );
  });
});

describe("docs/specification/argocd-application-sets.md 8.4", () => {
  test("keys and texts of data", async () => {
    const values = "{'{{name}}': ['{{env}}', 1, null, {x: null}], no: null, big: 12345678901234567890}";
    const spec = `source: {repoURL: r, helm: {valuesObject: ${values}}}`;
    expect((await make(setOf(ONE, templateOf("a", spec)))).applications[0]?.value).toMatchObject({
      spec: { source: { helm: { valuesObject: { web: ["prod", 1, null, {}], big: 12345678901234567000 } } } },
    });
  });

  test("a template stays as it is without parameters", async () => {
    expect(await made(setOf("[{list: {elements: [{}]}}]", templateOf("'{{name}} {{'")))).toMatchObject([
      { metadata: { name: "{{name}} {{" } },
    ]);
  });
});

describe("docs/specification/argocd-application-sets.md 8.5", () => {
  const FINALIZER = "resources-finalizer.argocd.argoproj.io";

  test.each([
    ["", "", [FINALIZER]],
    [", finalizers: []", "", [FINALIZER]],
    [", finalizers: ['{{env}}']", "", ["prod"]],
    ["", "  syncPolicy: {preserveResourcesOnDeletion: true}\n", undefined],
    ["", "  syncPolicy: {preserveResourcesOnDeletion: false}\n", [FINALIZER]],
  ])("%s %s", async (metadata, spec, finalizers) => {
    const template = `{metadata: {name: '{{name}}'${metadata}}, spec: {project: p, destination: {name: a}}}`;
    expect((await make(setOf(ONE, template, spec))).applications[0]?.value["metadata"]).toEqual({
      name: "web",
      namespace: "argocd",
      ...(finalizers && { finalizers }),
    });
  });
});

describe("docs/specification/argocd-application-sets.md 8.6", () => {
  const TEMPLATE = `{metadata: {name: '{{name}}', labels: {a: a, b: b}, finalizers: [f, g]},
    spec: {project: p, destination: {name: in-cluster}, syncPolicy: {automated: {prune: true}, syncOptions: [x]},
      source: {repoURL: r, helm: {valueFiles: [a, b], valuesObject: {deep: {x: 1}, list: [1], text: t}}}}}`;
  const patched = (patch: string): string => setOf(ONE, TEMPLATE, `  templatePatch: ${JSON.stringify(patch)}\n`);

  test.each<[string, object]>([
    ["metadata: {labels: {a: null, c: '{{env}}'}}", { metadata: { labels: { b: "b", c: "prod" } } }],
    ["metadata: {finalizers: [h, g]}", { metadata: { finalizers: ["h", "f", "g"] } }],
    ["metadata: {name: '{{env}}', namespace: other}", { metadata: { name: "prod", namespace: "argocd" } }],
    ['{"spec": {"source": {"helm": {"valueFiles": ["c"]}}}}', { spec: { source: { helm: { valueFiles: ["c"] } } } }],
    ["spec: {project: other}", { spec: { project: "p" } }],
    [
      "spec: {source: {helm: {valuesObject: {text: u, deep: null, more: {y: null, z: 1}}}}}",
      { spec: { source: { helm: { valuesObject: { list: [1], text: "u", more: { z: 1 } } } } } },
    ],
    ["spec: {syncPolicy: {$patch: replace, syncOptions: [z]}}", { spec: { syncPolicy: { syncOptions: ["z"] } } }],
    ["spec: {syncPolicy: {$patch: delete}}", { spec: { syncPolicy: {} } }],
    [
      "spec: {syncPolicy: {$retainKeys: [syncOptions], syncOptions: [z]}}",
      { spec: { syncPolicy: { syncOptions: ["z"] } } },
    ],
    ["spec: {unknown: 1}", { spec: { project: "p" } }],
    ["", { metadata: { name: "web" } }],
    ["null", { metadata: { name: "web" } }],
  ])("%s", async (patch, expected) => {
    const { applications } = await make(patched(patch));
    expect(applications).toHaveLength(1);
    expect(applications[0]?.value).toMatchObject(expected);
    const written = JSON.stringify(applications[0]?.value);
    for (const gone of ['"$', "unknown"]) expect(written).not.toContain(gone);
  });

  test("maps are replaced as a whole only where the patch says so", async () => {
    const [one] = await made(patched("spec: {syncPolicy: {automated: {prune: false}}}"));
    expect(one).toMatchObject({ spec: { syncPolicy: { automated: { prune: false }, syncOptions: ["x"] } } });
    const [other] = await made(patched("spec: {syncPolicy: {$patch: replace}}"));
    expect(other).toHaveProperty("spec.syncPolicy", {});
  });

  test.each([
    ["[1]", "`templatePatch` must hold a map"],
    ["text", "`templatePatch` must hold a map"],
    ["a: [", "`templatePatch` cannot be read as YAML"],
    ["{bad", "`templatePatch` cannot be read as YAML: it is no JSON"],
    ["spec: {syncPolicy: {automated: {prune: 'true'}}}", "`prune` must be true or false"],
    [
      "spec: {source: {helm: {valuesObject: {deep: {y: 2}}}}}",
      "changes `deep` in `valuesObject`, which the template has, too",
    ],
    ["spec: {source: {helm: {valuesObject: {list: [2]}}}}", "changes `list` in `valuesObject`"],
    ["spec: {syncPolicy: {$patch: other}}", "`$patch` of `templatePatch` must be `replace` or `delete`"],
    [
      "spec: {syncPolicy: {$retainKeys: [a], syncOptions: [z]}}",
      "`$retainKeys` of `templatePatch` must list all keys beside it",
    ],
    [
      "metadata: {$setElementOrder/finalizers: [a]}",
      "`$setElementOrder/finalizers` of `templatePatch` is not read here",
    ],
  ])("refuses %s", async (patch, message) => {
    expect(await errorOf(patched(patch))).toContain(`argocd-set-invalid set.yaml:`);
    expect(await errorOf(patched(patch))).toContain(message);
  });
});
