/** The section `deployments` of `.krm-render.yaml`. */
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import {
  compareConfigurations,
  coverMatcher,
  type DeploymentSettings,
  globMatcher,
  rulesOf,
} from "../../src/configuration/index.ts";
import { configurationSchema } from "../../src/configuration/schema.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { COMPLETE, problemsOf, read } from "./configurations.ts";

const FOUND = {
  isOff: false,
  roots: undefined,
  ignore: [],
  values: [],
  sources: [],
  charts: [],
  clusters: [],
  generators: [],
};
const SECRET = "hunter2-Passw0rd";

const deployments = (text: string): DeploymentSettings => read(`deployments: ${text}\n`).deployments;
const values = (more: string): string => `deployments: {values: [{kind: ConfigMap, namespace: a, name: b${more}}]}`;

/** The settings without their places. */
const said = ({ roots, ignore, values: given, sources, charts, clusters, generators }: DeploymentSettings) => ({
  roots: roots?.map(({ path, cluster }) => [path, cluster]),
  ignore: ignore.map(({ pattern }) => pattern),
  values: given.map(({ kind, namespace, name, cluster, data }) => [kind, namespace, name, cluster, [...data]]),
  sources: sources.map(({ kind, namespace, name, path }) => [kind, namespace, name, path]),
  charts: charts.map(({ path, cluster, namespace, release, values: files }) => [
    path,
    `${cluster}/${namespace}/${release}`,
    files.map((file) => file.path),
  ]),
  clusters: clusters.map(({ name, server, argocd, labels }) => [name, server, argocd, [...labels]]),
  generators: generators.map(({ set, generator, elements }) => [set, generator, elements]),
});

describe("a valid section", () => {
  test("says everything", () => {
    const given = read(COMPLETE).deployments;
    expect(said(given)).toEqual({
      roots: [["clusters/prod", "prod"]],
      ignore: ["docs/**", "flux://prod/flux-system/legacy"],
      values: [["ConfigMap", "flux-system", "cluster-settings", undefined, [["DOMAIN", "example.org"]]]],
      sources: [["GitRepository", undefined, "apps", "deploy"]],
      charts: [["charts/web", "prod/shop/web", ["charts/web/prod.yaml", "common.yaml"]]],
      clusters: [
        ["prod-eu", "https://eu.example.org:6443", "hub", [["env", "prod"]]],
        ["prod-us", "https://prod-us", undefined, []],
      ],
      generators: [["argocd/previews", "pullRequest", [{ number: "12", labels: ["a"] }]]],
    });
    const lineOf = (text: string): number => COMPLETE.slice(0, COMPLETE.indexOf(text)).split("\n").length;
    expect(given.roots?.[0]?.place).toEqual({ file: ".krm-render.yaml", line: lineOf("path: ./cl"), column: 7 });
    expect(given.ignore[0]?.place.line).toBe(lineOf("ignore:"));
    expect(given.values[0]?.place.line).toBe(lineOf("kind: ConfigMap\n"));
    expect(given.sources[0]?.place.line).toBe(lineOf("kind: GitRepository"));
    expect(given.charts[0]?.values[1]?.place.line).toBe(lineOf("values: [charts"));
  });

  test.each([
    ["nothing", "", FOUND],
    ["true", "true", FOUND],
    ["an empty mapping", "{}", FOUND],
    ["false", "false", { ...FOUND, isOff: true, place: { file: ".krm-render.yaml", line: 1, column: 14 } }],
    ["False", "False", { ...FOUND, isOff: true, place: { file: ".krm-render.yaml", line: 1, column: 14 } }],
  ])("with %s", (_, text, settings) => {
    expect(deployments(text)).toEqual(settings);
  });

  test.each([
    ["one pattern", "{ignore: docs}", { ignore: ["docs"] }],
    ["paths in other forms", "{ignore: [./a//b/, ., ./]}", { ignore: ["a/b", ".", "."] }],
    [
      "ids with wildcards",
      "{ignore: ['flux://*/a/b-*', 'flux://prod/**']}",
      { ignore: ["flux://*/a/b-*", "flux://prod/**"] },
    ],
    [
      "the top as a source",
      "{sources: [{kind: Bucket, namespace: a, name: b.c}]}",
      { sources: [["Bucket", "a", "b.c", "."]] },
    ],
    ["a root without a cluster", "{roots: [{path: 'clusters/*'}]}", { roots: [["clusters/*", undefined]] }],
    [
      "several roots of one cluster",
      "{roots: [{path: a, cluster: c}, {path: b, cluster: c}]}",
      {
        roots: [
          ["a", "c"],
          ["b", "c"],
        ],
      },
    ],
    [
      "an object for one cluster beside one for all",
      "{values: [{kind: Secret, namespace: a, name: b, data: {}}, {kind: Secret, namespace: a, name: b, cluster: c, data: {k.a-b_1: ''}}]}",
      {
        values: [
          ["Secret", "a", "b", undefined, []],
          ["Secret", "a", "b", "c", [["k.a-b_1", ""]]],
        ],
      },
    ],
    [
      "a text of several lines",
      `{values: [{kind: ConfigMap, namespace: a, name: b, data: {A: "1\\n2"}}]}`,
      { values: [["ConfigMap", "a", "b", undefined, [["A", "1\n2"]]]] },
    ],
    [
      "keys that objects have",
      "{values: [{kind: ConfigMap, namespace: a, name: b, data: {__proto__: x, constructor: y}}]}",
      {
        values: [
          [
            "ConfigMap",
            "a",
            "b",
            undefined,
            [
              ["__proto__", "x"],
              ["constructor", "y"],
            ],
          ],
        ],
      },
    ],
  ])("with %s", (_, text, expected) => {
    expect(said(deployments(text))).toEqual({ ...said(FOUND), ...expected });
  });
});

describe("each mistake is told once, at its place", () => {
  test.each([
    [
      "a list",
      "deployments: []",
      "1:14: `deployments` must be a boolean or a mapping, not a list\n  hint: Write its fields as `name: value`, or `false` for no search.",
    ],
    [
      "a text",
      "deployments: off",
      "1:14: `deployments` must be a boolean or a mapping, not a string\n  hint: Write its fields as `name: value`, or `false` for no search.",
    ],
    [
      "a field",
      "deployments: {root: []}",
      '1:15: unknown field "root" in `deployments`\n  hint: Did you mean `roots`?',
    ],
    [
      "a field of a root",
      "deployments: {roots: [{path: a, name: b}]}",
      '1:33: unknown field "name" in `deployments.roots[0]`\n  hint: Its fields are `path`, `cluster`.',
    ],
    [
      "a field of values",
      values(", data: {}, namspace: c"),
      '1:75: unknown field "namspace" in `deployments.values[0]`\n  hint: Did you mean `namespace`?',
    ],
    [
      "stringData",
      values(", data: {}, stringData: {}"),
      '1:75: unknown field "stringData" in `deployments.values[0]`\n  hint: Its fields are `kind`, `namespace`, `name`, `cluster`, `data`.',
    ],
    [
      "a field of a source",
      "deployments: {sources: [{kind: Bucket, name: a, url: b}]}",
      '1:49: unknown field "url" in `deployments.sources[0]`\n  hint: Its fields are `kind`, `namespace`, `name`, `path`.',
    ],
    [
      "no roots",
      "deployments: {roots: []}",
      "1:22: `deployments.roots` is empty\n  hint: Remove the field, so that roots are found; `deployments: false` is for no search.",
    ],
    [
      "a text for roots",
      "deployments: {roots: a}",
      "1:22: `deployments.roots` must be a list, not a string\n  hint: Begin each entry with a dash.",
    ],
    [
      "a text for a root",
      "deployments: {roots: [a]}",
      "1:23: `deployments.roots[0]` must be a mapping, not a string\n  hint: Write its fields as `name: value`.",
    ],
    [
      "no path",
      "deployments: {roots: [{cluster: a}]}",
      "1:23: `deployments.roots[0]` has no `path`\n  hint: Write where the search begins: `path: clusters/prod`.",
    ],
    [
      "no kind",
      "deployments: {sources: [{name: a}]}",
      "1:25: `deployments.sources[0]` has no `kind`\n  hint: Write the kind of the source: `kind: GitRepository`.",
    ],
    [
      "no name",
      "deployments: {sources: [{kind: Bucket}]}",
      "1:25: `deployments.sources[0]` has no `name`\n  hint: Write the name of the source: `name: apps`.",
    ],
    [
      "no data",
      values(""),
      "1:24: `deployments.values[0]` has no `data`\n  hint: Write its values as texts: `data: {DOMAIN: example.org}`. An object without any has `data: {}`.",
    ],
    [
      "empty data",
      values(", data: "),
      "1:70: `deployments.values[0].data` must be a mapping, not null\n  hint: Write its values as texts: `data: {DOMAIN: example.org}`. An object without any has `data: {}`.",
    ],
    [
      "a number",
      values(", data: {PORT: 8080}"),
      "1:78: `deployments.values[0].data.PORT` must be a string, not a number\n  hint: Quote the value.",
    ],
    [
      "a mapping as a value",
      values(", data: {A: {}}"),
      "1:75: `deployments.values[0].data.A` must be a string, not a mapping\n  hint: Quote the value.",
    ],
    [
      "no value",
      values(", data: {A: }"),
      '1:74: `deployments.values[0].data.A` must be a string, not null\n  hint: Write `""` for an empty text.',
    ],
    [
      "a key",
      values(", data: {'a b': c}"),
      '1:72: `deployments.values[0].data` cannot have the key "a b"\n  hint: Keys have at most 253 letters, digits, dots, underscores and hyphens.',
    ],
    [
      "a key given twice",
      values(", data: {A: a, A: b}"),
      '1:78: the key "A" is given more than once\n  hint: Keep one of them.',
    ],
    [
      "a kind of values",
      "deployments: {values: [{kind: Secrt, namespace: a, name: b, data: {}}]}",
      '1:31: `deployments.values[0].kind` must be ConfigMap or Secret, not "Secrt"\n  hint: Did you mean `Secret`?',
    ],
    [
      "a kind of sources",
      "deployments: {sources: [{kind: HelmRepository, name: a}]}",
      '1:32: `deployments.sources[0].kind` must be GitRepository, OCIRepository, Bucket or ExternalArtifact, not "HelmRepository"\n  hint: Did you mean `GitRepository`?',
    ],
    [
      "the name of an object",
      "deployments: {sources: [{kind: Bucket, name: A_b}]}",
      '1:46: `deployments.sources[0].name` is no name of an object: "A_b"\n  hint: Names have at most 253 small letters, digits, dots and hyphens.',
    ],
    [
      "the name of a cluster",
      "deployments: {roots: [{path: a, cluster: ../b}]}",
      '1:42: `deployments.roots[0].cluster` must not be "../b"\n  hint: Use at most 63 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.',
    ],
    [
      "an empty path",
      "deployments: {roots: [{path: ''}]}",
      "1:30: `deployments.roots[0].path` is empty\n  hint: Write a name or a path in one line, with `*` for any characters.",
    ],
    [
      "a path that leaves the top",
      "deployments: {roots: [{path: a/../../b}]}",
      '1:30: a path must not contain `..`: "a/../../b"\n  hint: Write it from the top of the repository.',
    ],
    [
      "an absolute path",
      "deployments: {ignore: [a, /b/c]}",
      '1:27: a path must not begin with a slash: "/b/c"\n  hint: Write it from the top: "b/c".',
    ],
    [
      "a source that leaves the top",
      "deployments: {sources: [{kind: Bucket, name: a, path: ..}]}",
      '1:55: a path must not contain `..`: ".."\n  hint: Write it from the top of the repository.',
    ],
    [
      "a source with wildcards",
      "deployments: {sources: [{kind: Bucket, name: a, path: 'b/*'}]}",
      '1:55: this path has no wildcards: "b/*"\n  hint: Name one directory, or one file.',
    ],
    [
      "a pattern that could be slow",
      "deployments: {ignore: '(a+)+b'}",
      '1:23: a path must not contain `(`: "(a+)+b"\n  hint: Its wildcards are `*` and `**` alone.',
    ],
    [
      "braces",
      "deployments: {roots: [{path: 'a/{b,c}'}]}",
      '1:30: a path must not contain `{`: "a/{b,c}"\n  hint: Its wildcards are `*` and `**` alone.',
    ],
    [
      "an exception",
      "deployments: {ignore: ['!a']}",
      '1:24: a path must not contain `!`: "!a"\n  hint: Its wildcards are `*` and `**` alone.',
    ],
    [
      "half an id",
      "deployments: {ignore: flux://prod/legacy}",
      '1:23: no id of a deployment is like "flux://prod/legacy"\n  hint: Write `flux://CLUSTER/NAMESPACE/NAME`, `flux://CLUSTER/NAMESPACE/HelmRelease/NAME` or `argocd://CLUSTER/NAMESPACE/NAME`, with `*` for any characters of one part.',
    ],
    [
      "the id of another system",
      "deployments: {ignore: argo://a/b/c}",
      '1:23: no id of a deployment is like "argo://a/b/c"\n  hint: Write `flux://CLUSTER/NAMESPACE/NAME`, `flux://CLUSTER/NAMESPACE/HelmRelease/NAME` or `argocd://CLUSTER/NAMESPACE/NAME`, with `*` for any characters of one part.',
    ],
    [
      "a root given twice",
      "deployments:\n  roots:\n  - path: a\n  - path: ./a/\n",
      '4:5: the root "a" is given in line 3 already\n  hint: Keep one of them.',
    ],
    [
      "values given twice",
      "deployments:\n  values:\n  - &a {kind: Secret, namespace: a, name: b, data: {}}\n  - {kind: Secret, namespace: a, name: b, data: {}}\n".replace(
        "&a ",
        "",
      ),
      "4:5: the object Secret a/b is given in line 3 already\n  hint: Keep one of them.",
    ],
    [
      "a source given twice",
      "deployments:\n  sources:\n  - {kind: Bucket, name: b}\n  - {kind: Bucket, name: b, path: c}\n",
      "4:5: the source Bucket b is given in line 3 already\n  hint: Keep one of them.",
    ],
    [
      "a release given twice",
      "deployments:\n  charts:\n  - {path: a, release: web, namespace: shop, cluster: prod}\n  - {path: b, release: web, namespace: shop, cluster: prod}\n",
      "4:5: the release shop/web of the cluster prod is given in line 3 already\n  hint: Keep one of them.",
    ],
    [
      "a release without a namespace",
      "deployments: {charts: [{path: a, release: web, cluster: prod}]}\n",
      "1:24: `deployments.charts[0]` has no `namespace`\n  hint: Write the namespace that `helm upgrade` gets: `namespace: shop`.",
    ],
    [
      "a release with a name that helm does not take",
      "deployments: {charts: [{path: a, release: Web, namespace: shop, cluster: prod}]}\n",
      '1:43: `deployments.charts[0].release` is no name of an object: "Web"\n  hint: Names have at most 253 small letters, digits, dots and hyphens.',
    ],
    [
      "a cluster given twice",
      "deployments:\n  clusters:\n  - {name: eu, argocd: hub}\n  - {name: eu, argocd: hub, server: a}\n",
      "4:5: the cluster eu of the Argo CD of hub is given in line 3 already\n  hint: Keep one of them.",
    ],
    [
      "a label that is no text",
      "deployments: {clusters: [{name: eu, labels: {a: 1}}]}\n",
      '1:49: `deployments.clusters[0].labels.a` must be a string, not a number\n  hint: Quote the value: "1".',
    ],
    [
      "a generator that is no such one",
      "deployments: {generators: [{set: a/b, generator: list, elements: []}]}\n",
      '1:50: `deployments.generators[0].generator` must be scmProvider, pullRequest, plugin or clusterDecisionResource, not "list"\n  hint: Write one of them.',
    ],
    [
      "a set without a namespace",
      "deployments: {generators: [{set: previews, generator: plugin, elements: []}]}\n",
      '1:34: `deployments.generators[0].set` is no namespace and name: "previews"\n  hint: Write the ApplicationSet: `argocd/previews`.',
    ],
    [
      "values files with wildcards",
      "deployments: {charts: [{path: a, release: web, namespace: shop, cluster: prod, values: ['envs/*.yaml']}]}\n",
      '1:89: this path has no wildcards: "envs/*.yaml"\n  hint: Name one directory, or one file.',
    ],
  ])("%s", (_, text, message) => {
    expect(problemsOf(text).map(formatDiagnostic)).toEqual([`.krm-render.yaml:${message}`]);
  });

  test.each([
    ["as a value of a wrong type", values(`, data: {A: [${SECRET}]}`)],
    ["as a number", values(", data: {A: 4815162342}")],
    ["as a key", values(`, data: {"${SECRET} ": a}`)],
    ["as the data", values(`, data: ${SECRET}`)],
    ["beside mistakes", values(`, data: {A: ${SECRET}}, nme: c, cluster: "?"`)],
    [
      "beside another of the same name",
      `deployments:\n  values:\n${`  - {kind: Secret, namespace: a, name: b, data: {A: ${SECRET}}}\n`.repeat(2)}`,
    ],
    ["in a text that does not end", values(`, data: {A: "${SECRET}}`)],
    [
      "before an indentation that is none",
      `deployments:\n  values:\n  - data:\n      A: ${SECRET}\n     B: ${SECRET}\n`,
    ],
  ])("a value is not quoted: %s", (_, text) => {
    const told = problemsOf(text).map(formatDiagnostic).join("\n");
    expect(told).toMatch(/^\.krm-render\.yaml:\d+:\d+: /);
    expect(told).not.toMatch(/hunter2|Passw0rd|4815162342/);
  });
});

describe("many entries", () => {
  const many = (count: number, entry: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => entry(index)).join();
  const object = (index: number): string => `{kind: ConfigMap, namespace: a, name: b${index}, data: {A: a}}`;

  test.each([
    ["values", `deployments: {values: [${many(10_000, object)}]}`, ["configuration-too-large"]],
    ["roots", `deployments: {roots: [${many(10_000, (index) => `{path: a${index}}`)}]}`, ["configuration-too-large"]],
    ["patterns", `deployments: {ignore: [${many(10_000, (index) => `a${index}`)}]}`, ["configuration-too-large"]],
    [
      "bad patterns",
      `deployments: {ignore: [${many(900, (index) => `../a${index}`)}]}`,
      Array(100).fill("invalid-value"),
    ],
    ["bad keys", values(`, data: {${many(10_000, (index) => `'${index} ': a`)}}`), Array(100).fill("invalid-key")],
  ])("%s are refused", (_, text, codes) => {
    expect(problemsOf(text).map(({ code }) => code)).toEqual(codes);
  });

  test("1,000 objects and 10,000 values of one are read", () => {
    expect(read(`deployments: {values: [${many(1000, object)}]}`).deployments.values).toHaveLength(1000);
    const one = read(values(`, data: {${many(10_000, (index) => `k${index}: a`)}}`)).deployments.values[0];
    expect(one?.data.size).toBe(10_000);
  });
});

describe("an edit is told without values", () => {
  const told = (base: string, head: string): string[] =>
    compareConfigurations(read(base), read(head), { file: ".krm-render.yaml", dangers: [] }).map(
      ({ kind, op, subject, line, fields }) =>
        `${kind} ${op}: ${subject}:${line}${fields.map(({ name, before = "-", after = "-" }) => `; ${name} ${before} → ${after}`).join("")}`,
    );
  const object = (data: string, cluster = ""): string =>
    `deployments:\n  values:\n  - {kind: Secret, namespace: a, name: b${cluster}, data: {${data}}}\n`;

  test.each([
    ["the search", "", "deployments: false", ["deployment-search added: false:1"]],
    ["nothing", "deployments: true", "deployments: {}", []],
    [
      "roots",
      "deployments: {roots: [{path: a}, {path: b, cluster: c}]}",
      "deployments:\n  roots:\n  - {path: b, cluster: d}\n  - path: e\n",
      ["deployment-root changed: b:3; cluster c → d", "deployment-root added: e:4", "deployment-root removed: a:1"],
    ],
    ["ignored paths", "", "deployments: {ignore: [docs]}", ["ignored-deployments added: docs:1"]],
    [
      "sources",
      "deployments: {sources: [{kind: Bucket, name: a}]}",
      "deployments: {sources: [{kind: Bucket, name: a, path: b}, {kind: Bucket, namespace: c, name: a}]}",
      ["deployment-source changed: Bucket a:1; path . → b", "deployment-source added: Bucket c/a:1; path - → ."],
    ],
    [
      "another values file",
      "deployments: {charts: [{path: a, release: b, namespace: c, cluster: d, values: e}]}\n",
      "deployments: {charts: [{path: a, release: b, namespace: c, cluster: d, values: [f, g]}]}\n",
      ["installed-chart changed: c/b of the cluster d:1; values e → f, g"],
    ],
    [
      "a cluster that gets a label",
      "deployments: {clusters: [{name: a}]}\n",
      "deployments: {clusters: [{name: a, labels: {c: d, b: e}}, {name: a, argocd: b}]}\n",
      [
        "argocd-cluster changed: a:1; labels - → b=e, c=d",
        "argocd-cluster added: a of the Argo CD of b:1; server - → https://a",
      ],
    ],
    [
      "parameters",
      "deployments: {generators: [{set: a/b, generator: plugin, elements: [{c: d}]}]}\n",
      "deployments: {generators: [{set: a/b, generator: plugin, elements: [{c: e}]}]}\n",
      ["generated-parameters changed: plugin of a/b:1; elements <redacted, before> → <redacted, after>"],
    ],
    ["values that come", "", object(`A: ${SECRET}`), ["cluster-values added: Secret a/b:3; A - → <redacted>"]],
    [
      "values that differ",
      object(`A: ${SECRET}, B: ${SECRET}, C: ${SECRET}`),
      object(`A: ${SECRET}, B: other, D: ${SECRET}`),
      [
        "cluster-values changed: Secret a/b:3; B <redacted, before> → <redacted, after>; C <redacted> → -; D - → <redacted>",
      ],
    ],
    [
      "those of one cluster",
      object(`A: ${SECRET}`),
      object(`A: ${SECRET}`, ", cluster: c"),
      [
        "cluster-values added: Secret a/b of the cluster c:3; A - → <redacted>",
        "cluster-values removed: Secret a/b:3; A <redacted> → -",
      ],
    ],
  ])("%s", (_, base, head, expected) => {
    expect(told(base, head)).toEqual(expected);
  });

  test("of many values, the most are counted", () => {
    const data = Array.from({ length: 30 }, (_, index) => `k${index}: ${SECRET}`).join();
    expect(told(object(""), object(data))).toEqual([
      expect.stringMatching(/k19 - → <redacted>; 10 more values - → <redacted>$/),
    ]);
  });

  test("and so is what stands in the file", () => {
    const text = `${object(`A: ${SECRET}, B: x`)}  roots: [{path: a, cluster: c}]\n  ignore: docs\n  sources: [{kind: Bucket, name: d, path: e}]\n`;
    expect(rulesOf(read(text), ".krm-render.yaml").map(({ kind, subject, value }) => [kind, subject, value])).toEqual([
      ["deployment-root", "a", "cluster c"],
      ["ignored-deployments", "docs", undefined],
      ["cluster-values", "Secret a/b", "A, B"],
      ["deployment-source", "Bucket d", "e"],
    ]);
    expect(rulesOf(read("deployments: false"), "")).toMatchObject([{ kind: "deployment-search", subject: "false" }]);
    expect(rulesOf(read(object("")), "")).toMatchObject([{ kind: "cluster-values", value: undefined }]);
  });
});

describe("the text for other runs", () => {
  test("is the file, unless it holds values of Secrets", () => {
    expect(read(COMPLETE).text).toBe(COMPLETE);
    const text = `${COMPLETE.replace("kind: ConfigMap\n", "kind: Secret # was hunter2\n").replace("example.org", SECRET)}strict: True\nconcurrency: 4\n`;
    const original = read(text);
    const again = read(original.text ?? "");
    expect(original.text).not.toContain("hunter2");
    expect(said(again.deployments)).toEqual({
      ...said(original.deployments),
      values: [["Secret", "flux-system", "cluster-settings", undefined, [["DOMAIN", ""]]]],
    });
    const rest = (all: typeof original): string =>
      JSON.stringify({ ...all, deployments: 0, text: 0 }, (key, value: unknown) =>
        key === "place" ? undefined : value instanceof Map ? [...value] : value instanceof Set ? [...value] : value,
      );
    expect(rest(again)).toBe(rest(original));
  });

  test("says the same for any texts", () => {
    // YAML reads one of them only as an escape.
    const unit = fc.constantFrom(...Array.from("aé😀 \t\n\r\u007f\u0085\u2028\u2029\ufeff\"'\\:#,{}[]|>&*!%@`~0-"));
    const text = fc.string({ unit, maxLength: 20 });
    fc.assert(
      fc.property(text, text, (secret, other) => {
        const objects = ["Secret", "ConfigMap"].map((kind) => {
          return { kind, namespace: "a", name: "b", data: { A: kind === "Secret" ? secret : other } };
        });
        const file = JSON.stringify({ deployments: { values: objects } }).replaceAll("\u007f", "\\u007f");
        const given = read(file);
        const [, config] = read(given.text ?? "").deployments.values;
        expect(config?.data).toEqual(given.deployments.values[1]?.data);
      }),
    );
  });
});

describe("globs", () => {
  test.each<[glob: string, matching: string[], others: string[]]>([
    ["a", ["a"], ["a/b", "b", "."]],
    [".", ["."], ["a"]],
    ["*", ["a", ".a"], ["a/b", "."]],
    ["**", [".", "a", "a/b"], []],
    ["a/*", ["a/b"], ["a", "a/b/c"]],
    ["a/**", ["a", "a/b", "a/b/c"], ["ab", "b/a"]],
    ["**/a", ["a", "b/a", "b/c/a"], ["a/b", "ba"]],
    ["a/**/b", ["a/b", "a/c/b", "a/b/c/b"], ["a", "b", "a/b/c"]],
    ["**/a/*/b/**/c", ["a/x/b/c", "z/a/a/b/b/c/c", "a/a/x/b/c"], ["a/b/c", "a/x/b", "a/x/c/b"]],
    ["a/**/**/b", ["a/b", "a/c/b"], ["a"]],
    ["x*y/z", ["xy/z", "x-y/z"], ["x/y/z"]],
    ["a/**/a", ["a/a", "a/b/a"], ["a"]],
  ])("%s", (glob, matching, others) => {
    const matches = globMatcher(glob);
    expect(matching.filter((path) => !matches(path))).toEqual([]);
    expect(others.filter(matches)).toEqual([]);
  });

  test.each<[pattern: string, covered: string[], others: string[]]>([
    ["docs", ["docs", "docs/a/b.yaml"], ["docs2", "a/docs"]],
    ["docs/**", ["docs", "docs/a"], ["a"]],
    [".", [".", "a", "a/b"], []],
    ["flux://*/flux-system/legacy", ["flux://prod/flux-system/legacy"], ["flux://prod/flux-system/legacy2", "flux:"]],
    ["flux://prod/**", ["flux://prod/a/b"], ["flux://stage/a/b"]],
  ])("%s covers", (pattern, covered, others) => {
    const covers = coverMatcher(pattern);
    expect(covered.filter((path) => !covers(path))).toEqual([]);
    expect(others.filter(covers)).toEqual([]);
  });

  test("match as regular expressions do", () => {
    const step = fc.constantFrom("a", "b", "ab", "*", "a*", "**");
    const path = fc.array(fc.constantFrom("a", "b", "ab"), { maxLength: 6 }).map((steps) => steps.join("/") || ".");
    const glob = fc.array(step, { maxLength: 6 });
    fc.assert(
      fc.property(glob, path, (steps, given) => {
        const form = steps.map((one) => (one === "**" ? "(?:[^/]+/)*" : `${one.replaceAll("*", "[^/]*")}/`)).join("");
        const wanted = new RegExp(`^${form}$`).test(given === "." ? "" : `${given}/`);
        expect(globMatcher(steps.join("/") || ".")(given)).toBe(wanted);
      }),
      { numRuns: 2000 },
    );
  });
});

test("editors accept the section", () => {
  const valid = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile({ ...configurationSchema });
  const entry = { kind: "Secret", namespace: "a", name: "b", data: { A: "x" } };
  for (const section of [false, null, { roots: [{ path: "a" }], ignore: "docs", values: [entry] }])
    expect(valid({ deployments: section })).toBe(true);
  for (const section of [[], { roots: [] }, { values: [{ ...entry, data: { "a b": "c" } }] }])
    expect(valid({ deployments: section })).toBe(false);
});
