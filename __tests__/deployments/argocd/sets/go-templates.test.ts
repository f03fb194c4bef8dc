/** Sets with `goTemplate`. Random ones were compared with Argo CD's own code. */
import { describe, expect, test } from "@jest/globals";
import { memoryTree } from "../../../../src/sources/index.ts";
import { cluster, errorOf, make, namesOf, setOf, templateOf } from "./made.ts";

const GO = "  goTemplate: true\n";
const STRICT = `${GO}  goTemplateOptions: [missingkey=error]\n`;
const GIT = "repoURL: https://x.example/o/r, revision: HEAD";
const TREE = memoryTree({
  "apps/web/config.yaml": "name: w\nport: 1234567\nlist: [a, {b: true}]\npath: lost\n",
  "apps/Db_1/x.yaml": "name: d\n",
});
const CLUSTERS = [cluster("a", "dev"), cluster("b", "prod", { annotations: { note: "n" } })];

async function names(generators: string, name: string, options = GO): Promise<readonly unknown[]> {
  const text = setOf(generators, templateOf(JSON.stringify(name)), options);
  return namesOf(text, { tree: TREE, clusters: CLUSTERS });
}

describe("docs/specification/argocd-application-sets.md 2.1, 3.3, 3.5 and 8.3", () => {
  test.each([
    [
      "[{list: {elements: [{name: a, n: 1234567, more: {x: [true]}}]}}]",
      "{{.name}}-{{.n}}-{{.more.x}}-{{index .more.x 0}}",
      "a-1.234567e+06-[true]-true",
    ],
    ["[{list: {elements: [{name: a}]}}]", "{{.gone}} {{.name | upper}}", "<no value> A"],
    ["[{list: {elements: [{name: a}]}}]", "no template", "no template"],
    [
      `[{git: {${GIT}, directories: [{path: apps/D*}]}}]`,
      "{{.path.path}} {{.path.basename}} {{.path.basenameNormalized}} {{index .path.segments 1}} {{.path.filename}}",
      "apps/Db_1 Db_1 db-1 Db_1 <no value>",
    ],
    [
      `[{git: {${GIT}, files: [{path: '*.yaml'}, {path: '*/x.yaml', exclude: true}], values: {v: '{{.port}}'}}}]`,
      "{{.name}} {{.port}} {{.list}} {{.path.filename}} {{.path.filenameNormalized}} {{.path.path}} {{.values.v}}",
      "w 1.234567e+06 [a map[b:true]] config.yaml config.yaml apps/web 1.234567e+06",
    ],
    [
      `[{git: {${GIT}, files: [{path: 'apps/web/*'}], pathParamPrefix: p}}]`,
      "{{.path}} {{.p.path.basename}}",
      "lost web",
    ],
    [
      "[{clusters: {selector: {matchLabels: {env: prod}}}}]",
      "{{.name}} {{.metadata.labels.env}} {{.metadata.annotations.note}}",
      "b prod n",
    ],
    [
      "[{clusters: {selector: {matchLabels: {env: dev}}, values: {v: x}}}]",
      '{{index .metadata.labels "gone"}}{{eq (index .metadata.labels "gone") "a"}} {{.values.gone}}',
      "false <no value>",
    ],
    ["[{clusters: {flatList: true}}]", "{{range .clusters}}{{.name}} {{end}}", "a b in-cluster "],
  ])("%s %s", async (generators, template, expected) => {
    expect(await names(generators, template)).toEqual([expected]);
  });

  test.each([
    ["{{.gone}}", STRICT, 'set.yaml:6:13: the template "{{.gone}}" fails:'],
    ["{{.name", GO, 'the template "{{.name" fails:'],
    ['{{get .values "v"}}', GO, "fails:"],
    ["{{lost .name}}", GO, 'the template "{{lost .name}}" fails:'],
    ["{{fail .name}}", GO, "fails:"],
    ["a", `${GO}  goTemplateOptions: [missingkey=other]\n`, '"missingkey=other" is no option of a template'],
    ["{{range until 100000000}}{{end}}", GO, "fails:"],
    ['{{template "base" .}}', GO, "fails:"],
  ])("refuses %s", async (template, options, message) => {
    const generators = "[{clusters: {values: {v: x}}}]";
    const error = await errorOf(setOf(generators, templateOf(JSON.stringify(template)), options), {
      clusters: CLUSTERS,
    });
    expect(error).toMatch(/^argocd-set-invalid set\.yaml:/);
    expect(error).toContain(message);
  });

  test.each(["{{now}}", "{{uuidv4}}", "{{randAlpha 3}}"])("only the cluster knows %s", async (template) => {
    const text = setOf("[{list: {elements: [{name: a}]}}]", templateOf(JSON.stringify(template)), GO);
    expect(await errorOf(text)).toMatch(/^argocd-set-unknown set\.yaml:6:13: the template .* fails:/);
  });
});

describe("docs/specification/argocd-application-sets.md 5 with `goTemplate`", () => {
  const matrix = (...generators: string[]) => `[{matrix: {generators: [${generators.join(", ")}]}}]`;
  const list = (...elements: string[]) => `{list: {elements: [${elements.join(", ")}]}}`;
  const own = "{clusters: {selector: {matchLabels: {env: dev}}, values: {v: 'v-{{.other}}', w: '{{.own}}'}}}";

  test.each([
    [
      matrix(list("{x: first, m: {a: 1, b: 1}}"), list("{x: second, m: {b: 2, c: 2}}")),
      "{{.x}} {{.m}}",
      ["first map[a:1 b:1 c:2]"],
    ],
    [
      matrix(list("{list: [a, b]}"), "{list: {elementsYaml: '[{{range .list}}{x: {{.}}},{{end}}]'}}"),
      "{{.x}}",
      ["a", "b"],
    ],
    [matrix(list("{x: '{{.y}}'}"), list("{y: 'y-{{.x}}'}")), "{{.y}}", ["y-{{.y}}"]],
    // `values` keep names that the first generator does not give.
    [matrix(list("{other: o}"), own), "{{.values.v}} {{.values.w}}", ["v-o <no value>"]],
    [matrix(list("{own: o}"), own), "{{.values.v}} {{.values.w}}", ["v-<no value> o"]],
  ])("%s", async (generators, template, expected) => {
    expect(await names(generators, template)).toEqual(expected);
  });

  test("an error in `values` that is no missing name", async () => {
    const text = setOf(matrix(list("{x: a}"), "{clusters: {values: {v: '{{fail .x}}'}}}"), templateOf("a"), GO);
    expect(await errorOf(text, { clusters: CLUSTERS })).toContain('the template "{{fail .x}}" fails:');
  });

  test("data does not merge into texts", async () => {
    const [data, texts] = [list("{name: a, values: {x: a}}"), "{clusters: {values: {y: b}}}"];
    const message = 'Argo CD fails to merge the parameter "values" of a list or a file into that of another generator';
    expect(await errorOf(setOf(matrix(data, texts), templateOf("a"), GO), { clusters: CLUSTERS })).toContain(message);
    expect(
      await names(
        matrix("{clusters: {selector: {matchLabels: {env: dev}}, values: {y: b}}}", list("{values: {x: a}}")),
        "{{.values}}",
      ),
    ).toEqual(["map[x:a y:b]"]);
  });
});

describe("docs/specification/argocd-application-sets.md 6.3", () => {
  test("maps are merged, and empty values override", async () => {
    const generators = `[{merge: {mergeKeys: [name], generators: [
      {list: {elements: [{name: a, m: {x: 1, y: 1}, e: full, l: [1, 2]}]}},
      {list: {elements: [{name: a, m: {y: 2}, e: '', l: []}]}}]}}]`;
    expect(await names(generators, "{{.m}} {{.e}} {{.l}}")).toEqual(["map[x:1 y:2]  []"]);
  });
});

test("parameters of a selector are flattened", async () => {
  const elements = "{name: a, m: {env: prod}}, {name: b, m: {env: dev}}, {name: c, n: 1}";
  const select = (labels: string) =>
    names(`[{list: {elements: [${elements}]}, selector: {matchLabels: {${labels}}}}]`, "{{.name}}");
  expect(await select("m.env: prod")).toEqual(["a"]);
  expect(await select("n: '1'")).toEqual(["c"]);
});

test("names of prototypes are ordinary keys", async () => {
  const elements = "{__proto__: {x: p}, constructor: c}";
  expect(
    await names(`[{list: {elements: [${elements}]}}]`, '{{index . "__proto__"}} {{.constructor}} {{.toString}}'),
  ).toEqual(["map[x:p] c <no value>"]);
});

test("a patch of Go", async () => {
  const patch = "{{- if .enabled }}\nspec: {syncPolicy: {automated: {prune: {{ .prune }}}}}\n{{- end }}";
  const text = setOf(
    "[{list: {elements: [{name: a, enabled: true, prune: false}, {name: b}]}}]",
    templateOf("'{{.name}}'"),
    `${GO}  templatePatch: ${JSON.stringify(patch)}\n`,
  );
  const { applications } = await make(text);
  expect(applications.map(({ value }) => JSON.parse(JSON.stringify(value)))).toMatchObject([
    { metadata: { name: "a" }, spec: { syncPolicy: { automated: { prune: false } } } },
    { metadata: { name: "b" }, spec: { project: "default" } },
  ]);
});
