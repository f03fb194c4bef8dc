/** The parameters that generators make. Random sets were compared with Argo CD's own code. */
import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../../../src/sources/index.ts";
import { cluster, errorOf, make, namesOf, outcome, outcomeOf, setOf, templateOf } from "./made.ts";

const GIT = "repoURL: https://x.example/o/r, revision: HEAD";
const TREE = memoryTree(
  {
    "apps/web/config.yaml": "name: w\nport: 1234567\nlist: [a, {b: true}]\nnothing: null\n",
    "apps/db/config.json": '[{"name": "d1"}, {"name": "d2"}]',
    "apps/db/deep/x.yaml": "name: x\n",
    "apps/.hidden/config.yaml": "name: h\n",
    "other/Up_1/config.yaml": "name: o\n",
    "text.yaml": "only text\n",
    "large.yaml": `name: ${"x".repeat(1 << 20)}\n`,
  },
  { "apps/link": "web", "apps/file.yaml": "web/config.yaml", "apps/gone.yaml": "nothing" },
);
const CLUSTERS = [cluster("a", "dev"), cluster("b", "prod", { annotations: { note: "n" }, project: "p" })];

/** The value of one template for each Application, apart from its number. */
async function texts(generators: string, template: string, options = {}): Promise<readonly unknown[]> {
  const found = await make(setOf(generators, templateOf("'x'", `info: [{name: t, value: '${template}'}]`)), {
    tree: TREE,
    ...options,
  });
  return found.problems.length > 0 ? found.problems : found.applications.map(({ value }) => textOf(value));
}

function textOf(value: unknown): unknown {
  return (value as { spec: { info: { value: string }[] } }).spec.info[0]?.value;
}

describe("docs/specification/argocd-application-sets.md 3.1", () => {
  test.each([
    ["[{list: {elements: [{name: a}, {name: b}]}}]", ["a", "b"]],
    ["[{list: {elements: []}}]", []],
    ["[{list: {elements: [{name: a}], elementsYaml: '[{name: b}]'}}]", ["a", "b"]],
    ["[{list: {elements: [{name: a}]}}, {list: {elements: [{name: b}]}}]", ["a", "b"]],
    ["[{list: {elements: [{}]}}]", ["{{name}}"]],
    ["[{}]", []],
  ])("%s", async (generators, names) => {
    expect(await namesOf(setOf(generators))).toEqual(names);
  });

  test.each([
    ["[{list: {elements: [{name: 1}]}}]", 'set.yaml:5:35: the parameter "name" must be a text'],
    ["[{list: {elements: [{values: {a: 1}}]}}]", 'the parameter "values.a" must be a text'],
    ["[{list: {elements: [null]}}]", "each of `elements` must be a map"],
    ["[{list: {elements: [text]}}]", "each of `elements` must be a map"],
    ["[{list: {elements: {}}}]", "`elements` must be a list"],
    ["[{list: {elementsYaml: 'text'}}]", "`elementsYaml` must hold a list of maps"],
    ["[{list: {elementsYaml: '[{'}}]", "`elementsYaml` is no YAML"],
  ])("refuses %s", async (generators, message) => {
    expect(await errorOf(setOf(generators))).toContain(message);
  });
});

describe("docs/specification/argocd-application-sets.md 3.2", () => {
  test.each([
    ["[{path: apps/*}]", ["apps/db", "apps/web"]],
    ["[{path: apps/*}, {path: apps/db, exclude: true}]", ["apps/web"]],
    ["[{path: apps/web, exclude: true}, {path: apps/*}]", ["apps/db"]],
    ["[{path: '*/*/*'}]", ["apps/db/deep"]],
    ["[{path: '**'}]", ["apps", "other"]],
    ["[{path: '[^a]*/*'}]", ["other/Up_1"]],
    ["[{path: 'a[p/][p/]*'}]", ["apps"]],
    ["[{path: apps/}]", []],
    ["[{path: '['}]", []],
  ])("%s", async (directories, paths) => {
    expect(
      await namesOf(setOf(`[{git: {${GIT}, directories: ${directories}}}]`, templateOf("'{{path}}'")), { tree: TREE }),
    ).toEqual(paths);
  });
});

describe("docs/specification/argocd-application-sets.md 3.3", () => {
  test.each([
    [
      "{{path}} {{path.basename}} {{path.basenameNormalized}} {{path[0]}} {{path[1]}} {{path[2]}}",
      "",
      "other/Up_1 Up_1 up-1 other Up_1 {{path[2]}}",
    ],
    ["{{path}} {{p.path}} {{p.path[1]}}", "pathParamPrefix: p", "{{path}} other/Up_1 Up_1"],
    ["{{values.a}}", "values: {a: 'x-{{path.basename}}-{{values.a}}'}", "x-Up_1-{{values.a}}"],
  ])("%s %s", async (template, more, expected) => {
    const git = `[{git: {${GIT}, directories: [{path: other/*}]${more === "" ? "" : `, ${more}`}}}]`;
    expect(await texts(git, template)).toEqual([expected]);
  });
});

describe("docs/specification/argocd-application-sets.md 3.4", () => {
  test.each([
    ["[{path: apps/web/config.yaml}]", ["w"]],
    ["[{path: apps/db}]", ["d1", "d2", "x"]],
    ["[{path: 'apps/*.json'}]", ["d1", "d2"]],
    ["[{path: '**/config.yaml'}]", ["h", "w", "o"]],
    ["[{path: './apps/../other'}]", ["o"]],
    ["[{path: 'apps/*/config.*'}, {path: 'apps/db/*', exclude: true}]", ["h", "w"]],
    ["[{path: 'apps/[!.]eb/config.yaml'}]", ["w"]],
    ["[{path: 'apps/link/config.yaml'}]", []],
    ["[{path: 'apps/file.yaml'}]", ["w"]],
    ["[{path: 'apps/db/deep/..'}]", ["d1", "d2", "x"]],
    ["[{path: 'apps/web/config.yaml/.'}]", []],
    ["[{path: nothing}]", []],
  ])("%s", async (files, names) => {
    expect(await namesOf(setOf(`[{git: {${GIT}, files: ${files}}}]`), { tree: TREE })).toEqual(names);
  });

  test.each([
    ["[{path: ../x}]", 'set.yaml:5:86: a git generator cannot have the path "../x"'],
    ["[{path: /apps}]", 'cannot have the path "/apps"'],
    ["[{path: ':!apps'}]", 'cannot have the path ":!apps"'],
    ["[{path: apps/gone.yaml}]", "set.yaml:5:86: the file apps/gone.yaml of a git generator cannot be read"],
    [
      "[{path: apps/web}, {path: 'apps/go*', exclude: true}]",
      "the file apps/gone.yaml of a git generator cannot be read",
    ],
    ["[{path: apps/link}]", "the file apps/link of a git generator cannot be read"],
    ["[{path: text.yaml}]", "text.yaml: a git generator reads text.yaml, which holds no map and no list of maps"],
    ["[{path: large.yaml}]", "the files of a git generator are too large, at large.yaml"],
  ])("refuses %s", async (files, message) => {
    expect(await errorOf(setOf(`[{git: {${GIT}, files: ${files}}}]`), { tree: TREE })).toContain(message);
  });
});

describe("docs/specification/argocd-application-sets.md 3.5", () => {
  test("data is flattened, and numbers are floats", async () => {
    const template =
      "{{port}} {{list.0}} {{list.1.b}} {{nothing}} {{list}} {{path}} {{path.filename}} {{path.filenameNormalized}}";
    expect(await texts(`[{git: {${GIT}, files: [{path: apps/web/config.yaml}]}}]`, template)).toEqual([
      "1.234567e+06 a true <nil> {{list}} apps/web config.yaml config.yaml",
    ]);
  });
});

describe("docs/specification/argocd-application-sets.md 3.6", () => {
  test.each([
    [
      "repoURL: https://x.example/o/other, revision: HEAD",
      "argocd-source-elsewhere set.yaml:5:32: the source https://x.example/o/other is not this repository",
    ],
    ["repoURL: https://x.example/o/r, revision: v1", "is this repository at v1, which is not what is reviewed"],
    [
      "repoURL: https://x.example/o/r, revision: main",
      "argocd-set-invalid set.yaml:5:22: a git generator must have `directories` or `files`",
    ],
  ])("%s", async (fields, message) => {
    expect(await errorOf(setOf(`[{git: {${fields}}}]`))).toContain(message);
  });
});

describe("docs/specification/argocd-application-sets.md 3.7", () => {
  test.each(["scmProvider", "pullRequest", "plugin", "clusterDecisionResource"])("%s", async (kind) => {
    const text = setOf(`[{${kind}: {values: {a: '{{name}}'}}}]`, templateOf("'{{name}}-{{values.a}}-{{more.x}}'"));
    expect(await errorOf(text)).toMatch(
      new RegExp(`^argocd-set-unknown set.yaml:5:.*: a generator \`${kind}\` .* which only the cluster knows`),
    );
    const declared = () => [{ name: "n", more: { x: 1 } }];
    expect(await namesOf(text, { declared })).toEqual([kind === "clusterDecisionResource" ? "n-{{name}}-1" : "n-n-1"]);
  });
});

describe("docs/specification/argocd-application-sets.md 4", () => {
  const names = (fields: string, clusters = CLUSTERS) => namesOf(setOf(`[{clusters: {${fields}}}]`), { clusters });

  test.each([
    ["", ["a", "b", "in-cluster"]],
    ["selector: {}", ["a", "b", "in-cluster"]],
    ["selector: {matchLabels: {env: prod}}", ["b"]],
    ["selector: {matchLabels: {argocd.argoproj.io/secret-type: other}}", ["a", "b"]],
    ["selector: {matchExpressions: [{key: env, operator: NotIn, values: [prod]}]}", ["a"]],
    ["selector: {matchExpressions: [{key: gone, operator: DoesNotExist}]}", ["a", "b"]],
  ])("%s", async (fields, expected) => {
    expect(await names(fields)).toEqual(expected);
  });

  test("the own cluster counts once", async () => {
    expect(await names("", [cluster("home", "dev", { server: "https://kubernetes.default.svc" })])).toEqual(["home"]);
  });

  test("parameters", async () => {
    const template =
      "{{nameNormalized}} {{server}} {{project}} {{metadata.labels.env}} {{metadata.annotations.note}} {{values.v}}";
    const generators = "[{clusters: {selector: {matchLabels: {env: prod}}, values: {v: 'v-{{name}}'}}}]";
    expect(await texts(generators, template, { clusters: CLUSTERS })).toEqual(["b https://b.example p prod n v-b"]);
  });

  test("nobody says which clusters there are", async () => {
    expect(await errorOf(setOf("[{clusters: {}}]"))).toContain("argocd-set-unknown set.yaml:5:");
  });
});

describe("docs/specification/argocd-application-sets.md 5", () => {
  const matrix = (...generators: string[]) => `[{matrix: {generators: [${generators.join(", ")}]}}]`;
  const list = (...elements: string[]) => `{list: {elements: [${elements.join(", ")}]}}`;

  test.each([
    [matrix(list("{name: a}", "{name: b}"), list("{x: '1'}", "{x: '2'}")), ["a-1", "a-2", "b-1", "b-2"]],
    [matrix(list("{name: a}"), list("{x: 'of-{{name}}'}")), ["a-of-a"]],
    [matrix(list("{name: a}"), matrix(list("{x: '{{name}}'}"), list("{y: z}")).slice(1, -1)), ["a-a"]],
    [matrix(list(), list("{x: '1'}")), []],
    [
      matrix(
        `{git: {${GIT}, directories: [{path: apps/*}], values: {name: '{{path.basename}}'}}}`,
        list("{name: n, x: '{{values.name}}'}"),
      ),
      ["n-db", "n-web"],
    ],
    [
      matrix(list("{name: web}"), `{git: {${GIT}, files: [{path: 'apps/{{name}}/*.yaml'}], pathParamPrefix: g}}`),
      'the generators of `matrix` give the parameter "name" different values',
    ],
    [matrix(list("{name: a}")), "`matrix` must have two generators"],
    [matrix(list("{name: a}"), "{}"), "a generator in `matrix` or `merge` must be of one kind, and this is of none"],
    [matrix(list("{name: a}"), matrix(matrix(list(), list()).slice(1, -1), list()).slice(1, -1)), "is of none"],
  ])("%s", async (generators, expected) => {
    const text = setOf(generators, templateOf("'{{name}}-{{x}}'"));
    expect(await outcomeOf(text, { tree: TREE })).toEqual(outcome(expected));
  });
});

describe("docs/specification/argocd-application-sets.md 6", () => {
  const merge = (keys: string, ...generators: string[]) =>
    `[{merge: {mergeKeys: [${keys}], generators: [${generators.join(", ")}]}}]`;
  const list = (...elements: string[]) => `{list: {elements: [${elements.join(", ")}]}}`;

  test.each([
    [
      merge("name", list("{name: a, x: '1'}", "{name: b, x: '1'}"), list("{name: b, x: '2'}", "{name: c, x: '3'}")),
      ["a-1", "b-2"],
    ],
    [merge("name", list("{name: a, x: '1'}"), list("{name: a, x: ''}")), ["a-"]],
    [merge("name", "{clusters: {values: {x: c}}}", list("{name: a, x: l}")), ["a-l", "b-{{x}}", "in-cluster-{{x}}"]],
    [merge("gone", list("{name: a}"), list("{x: y}")), ["a-y"]],
    [merge("gone", list("{}"), list("{x: y}")), "set.yaml:5:76: Argo CD fails to merge into a set without parameters"],
    [
      merge("name", list("{name: a}", "{name: a, x: '1'}"), list()),
      "two sets of parameters of one generator are equal in name",
    ],
    [merge("name", list("{name: a}")), "`merge` must have two generators or more"],
    [merge("", list("{name: a}"), list()), "`merge` must have `mergeKeys`"],
  ])("%s", async (generators, expected) => {
    const text = setOf(generators, templateOf("'{{name}}-{{x}}'"));
    expect(await outcomeOf(text, { clusters: CLUSTERS })).toEqual(outcome(expected));
  });
});

describe("docs/specification/argocd-application-sets.md 7", () => {
  test.each([
    ["matchLabels: {env: dev}", ["a"]],
    ["matchExpressions: [{key: env, operator: In, values: [prod, test]}]", ["b"]],
    ["matchExpressions: [{key: n.0, operator: Exists}]", []],
    ["", ["a", "b", "c"]],
    ["matchLabels: {'path[0]': x}", '"path[0]" cannot be the key of a selector'],
    [
      "matchExpressions: [{key: env, operator: Gt, values: ['1']}]",
      'a selector cannot have the operator "Gt" with 1 values',
    ],
    ["matchExpressions: [{key: env, operator: In}]", 'the operator "In" with 0 values'],
  ])("%s", async (selector, expected) => {
    const elements = "{name: a, env: dev}, {name: b, env: prod}, {name: c}";
    const text = setOf(`[{list: {elements: [${elements}]}, selector: {${selector}}}]`);
    expect(await outcomeOf(text)).toEqual(outcome(expected));
  });
});
