/** What a HelmRelease installs: the chart, its name, its values, and what follows. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import type { Release } from "../../../../src/deployments/flux/release/index.ts";
import { formatDiagnostic } from "../../../../src/diagnostics.ts";
import type { Value } from "../../../../src/yaml/index.ts";
import { type Cluster, read, release } from "./releases.ts";

interface Recorded {
  readonly names: readonly {
    readonly name: string;
    readonly spec: { readonly [field: string]: Value };
    readonly releaseName: string;
    readonly namespace: string;
  }[];
}

const { names } = JSON.parse(
  readFileSync("__tests__/deployments/flux/release/helm-controller.json", "utf8"),
) as Recorded;

const source = (kind: string, name: string, spec: string, namespace = "apps") =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: ${namespace}}\nspec: ${spec}\n`;

const CHART = "chart: {spec: {chart: shop, version: 1.0.0, sourceRef: {kind: HelmRepository, name: charts}}}";
const REPOSITORY = source("HelmRepository", "charts", "{url: https://charts.example.com}");

function readOne(spec: string, others = REPOSITORY, more: Partial<Cluster> = {}, metadata?: string): Promise<Release> {
  return read({ ...more, files: { "apps/shop.yaml": release(spec, metadata), "others.yaml": others, ...more.files } });
}

function renderable({ recipe }: Release): Exclude<Release["recipe"], { problem: unknown }> {
  if ("problem" in recipe) throw new Error(formatDiagnostic(recipe.problem));
  return recipe;
}

function problemOf({ recipe }: Release): string {
  return "problem" in recipe ? formatDiagnostic(recipe.problem) : "none";
}

const chart = (kind: string, name: string, more = "", path = "shop", version = "version: 1.0.0, ") =>
  `chart: {spec: {chart: ${path}, ${version}sourceRef: {kind: ${kind}, name: ${name}}${more}}}`;

describe("docs/specification/flux-releases.md 2: names", () => {
  test.each(names)("$releaseName in $namespace", async ({ name, spec, releaseName, namespace }) => {
    const fields = Object.entries(spec).map(([field, value]) => `${field}: ${JSON.stringify(value)}`);
    const found = await readOne([CHART, ...fields].join("\n"), REPOSITORY, {}, `name: ${name}, namespace: apps`);
    expect(renderable(found).chart).toMatchObject({ releaseName, namespace });
  });
});

describe("docs/specification/flux-releases.md 3: the chart", () => {
  const line = (file: string, at: number, column: number) => ({ file, line: at, column });
  const version = expect.objectContaining({ file: "apps/shop.yaml", line: 5 });
  const fetched = (repo: string, wanted = "1.0.0", name = "shop") => ({
    repo,
    name,
    version: wanted,
    devel: false,
    chosenBy: "source-controller",
  });
  test.each<[about: string, spec: string, others: string, chart: object]>([
    [
      "3.2: a repository",
      CHART,
      REPOSITORY,
      { from: "repository", wanted: fetched("https://charts.example.com"), location: version },
    ],
    [
      "3.2: without a version",
      chart("HelmRepository", "charts", "", "shop", ""),
      source("HelmRepository", "charts", "{url: https://charts.example.com/}"),
      { from: "repository", wanted: fetched("https://charts.example.com", "*"), location: version },
    ],
    [
      "3.2: of a registry",
      CHART,
      source("HelmRepository", "charts", "{type: oci, url: oci://ghcr.io/acme/charts/, suspend: true}"),
      { from: "repository", wanted: fetched("oci://ghcr.io/acme/charts"), location: version },
    ],
    [
      "3.2: of another namespace, with values files",
      "chart: {spec: {chart: shop, version: 1.x, valuesFiles: [values.yaml, prod.yaml], ignoreMissingValuesFiles: true, sourceRef: {kind: HelmRepository, name: charts, namespace: flux-system}}}",
      source("HelmRepository", "charts", "{url: https://x.org}", "flux-system"),
      {
        from: "repository",
        wanted: fetched("https://x.org", "1.x"),
        location: version,
        valuesFiles: ["values.yaml", "prod.yaml"],
        ignoresMissingValuesFiles: true,
      },
    ],
    [
      "3.3: in this repository",
      chart("GitRepository", "fleet", ", valuesFiles: [charts/shop/values.yaml, ../envs/prod.yaml]", "./charts/shop/"),
      source("GitRepository", "fleet", "{url: ssh://git@github.com/acme/fleet.git, ignore: '*.md'}"),
      {
        from: "tree",
        directory: "/charts/shop",
        location: version,
        valuesFiles: ["/charts/shop/values.yaml", "/envs/prod.yaml"],
        ignoresMissingValuesFiles: false,
      },
    ],
    [
      "3.3: in the bootstrap repository",
      "chart: {spec: {chart: ../../shop, sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}}}",
      "",
      { from: "tree", directory: "/shop", location: version },
    ],
    ...(
      [
        ["{}", "master"],
        ["{branch: main}", "main"],
        ["{branch: main, tag: v1}", "v1"],
        ["{branch: main, tag: v1, name: refs/heads/x}", "refs%2Fheads%2Fx"],
        ["{semver: '1', name: refs/heads/x}", "refs%2Fheads%2Fx"],
        ["{branch: main, commit: abc, name: refs/heads/x}", "abc"],
        ["{tag: v1, semver: '>=1 <2'}", "%3E%3D1%20%3C2", ">=1 <2"],
      ] as const
    ).map(([ref, shown, range]): [string, string, string, object] => [
      `3.4: in another repository at ${ref}`,
      chart("GitRepository", "other", ", valuesFiles: [a.yaml]", "./charts/shop"),
      source("GitRepository", "other", `{url: https://gitlab.com/a/b/other, ref: ${ref}}`),
      {
        from: "git",
        repository: `https://gitlab.com/a/b/other//?ref=${shown}`,
        ...(range !== undefined && { newest: { range, prefix: "", chosenBy: "source-controller" } }),
        directory: "/charts/shop",
        location: version,
        valuesFiles: ["/a.yaml"],
        ignoresMissingValuesFiles: false,
      },
    ]),
    ...(
      [
        ["", { tag: "latest" }, "latest", line("others.yaml", 4, 13)],
        [", ref: {tag: 1.2.3}", { tag: "1.2.3" }, "1.2.3", line("others.yaml", 4, 55)],
        [", ref: {tag: 1.2.3, semver: 1.x}", { semver: "1.x" }, "1.x", line("others.yaml", 4, 70)],
        [
          ", ref: {semver: 1.x, semverFilter: '.*-rc'}",
          { semver: "1.x", semverFilter: ".*-rc" },
          "1.x",
          line("others.yaml", 4, 58),
        ],
        [
          ", ref: {digest: 'sha256:0', tag: 1.2.3, semver: 1.x}",
          { digest: "sha256:0" },
          "",
          line("others.yaml", 4, 58),
        ],
        [
          ", layerSelector: {mediaType: a/b, operation: copy}, ignore: '*.md'",
          { tag: "latest", layer: "a/b", isCopied: true, ignore: "*.md" },
          "latest",
          line("others.yaml", 4, 13),
        ],
      ] as const
    ).map(([ref, artifact, wanted, location]): [string, string, string, object] => [
      `3.5: an artifact${ref}`,
      "chartRef: {kind: OCIRepository, name: shop}",
      source("OCIRepository", "shop", `{url: oci://ghcr.io/acme/charts/web${ref}}`),
      {
        from: "repository",
        wanted: { ...fetched("oci://ghcr.io/acme/charts", wanted, "web"), artifact },
        location,
      },
    ]),
    [
      "3.6: a HelmChart",
      "chartRef: {kind: HelmChart, name: shop, namespace: other}",
      `${source("HelmChart", "shop", "{chart: shop, version: '2', sourceRef: {kind: HelmRepository, name: charts}}", "other")}---\n${source("HelmRepository", "charts", "{url: https://x.org}", "other")}`,
      {
        from: "repository",
        wanted: fetched("https://x.org", "2"),
        location: expect.objectContaining({ file: "others.yaml", line: 4 }),
      },
    ],
  ])("%s", async (_about, spec, others, expected) => {
    const found = await readOne(spec, others);
    expect(renderable(found).chart.chart).toEqual(expected);
    expect(found.problems).toEqual([]);
  });

  test.each<[spec: string, others: string, message: string]>([
    ["interval: 5m", "", "has neither chart nor chartRef"],
    [`${CHART}\nchartRef: {kind: OCIRepository, name: a}`, REPOSITORY, "has both chart and chartRef"],
    [CHART, "", "HelmRepository apps/charts, is not declared in this repository"],
    ["chartRef: {kind: OCIRepository, name: a}", "", "OCIRepository apps/a, is not declared in this repository"],
    [
      "chartRef: {kind: OCIRepository, name: a}",
      source("OCIRepository", "a", "{url: https://x.org/y}"),
      "OCIRepository apps/a, is at https://x.org/y, which is no place in a registry",
    ],
    ["chartRef: {kind: HelmChart, name: a}", "", "HelmChart apps/a, is not declared in this repository"],
    ["chartRef: {kind: ExternalArtifact, name: a}", "", "ExternalArtifact apps/a, is made by a generator"],
    [chart("GitRepository", "x"), "", "GitRepository apps/x, is not declared in this repository"],
    [
      chart("GitRepository", "x"),
      source("GitRepository", "x", '{url: "https://${HOST}/x"}'),
      "may not be this repository",
    ],
    [chart("Bucket", "x"), source("Bucket", "x", "{bucketName: b}"), "Bucket apps/x, is at b, and whether its content"],
  ])("3.7: %s", async (spec, others, message) => {
    const found = await readOne(spec, others);
    expect(problemOf(found)).toContain(message);
    expect(problemOf(found)).toContain("apps/shop.yaml:");
  });

  test.each([
    ["GitRepository", "url: https://github.com/acme/fleet", chart("GitRepository", "x")],
    ["HelmRepository", "url: https://x.org", chart("HelmRepository", "x")],
    ["OCIRepository", "url: oci://x.org/y", "chartRef: {kind: OCIRepository, name: x}"],
  ])("3.8: a %s that is suspended is told", async (kind, spec, reference) => {
    const { problems } = await readOne(reference, source(kind, "x", `{${spec}, suspend: true}`));
    expect(problems).toMatchObject([
      {
        code: "flux-source-suspended",
        severity: "notice",
        message: `${kind} apps/x is suspended: Flux goes on with what it has fetched of it`,
        file: "apps/shop.yaml",
      },
    ]);
  });

  test("3.9: the strategy, and the ignore rules of a source in the tree", async () => {
    const others = source("GitRepository", "fleet", "{url: https://github.com/acme/fleet, ignore: '*.md'}");
    const found = await readOne(chart("GitRepository", "fleet", ", reconcileStrategy: Revision"), others);
    expect(renderable(found)).toMatchObject({ ignore: "*.md", reconcileStrategy: "Revision" });
    expect(found.path).toBe("shop");
    const usual = await readOne(CHART);
    expect(renderable(usual)).toMatchObject({ ignore: undefined, reconcileStrategy: "ChartVersion" });
    expect(usual.path).toBe("apps");
  });
});

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString("base64");

describe("docs/specification/flux-releases.md 4: values of other objects", () => {
  const OBJECTS = `${REPOSITORY}---
kind: ConfigMap
apiVersion: v1
metadata: {name: plain, namespace: apps}
data: {values.yaml: "x: 1", one: text}
---
kind: Secret
apiVersion: v1
metadata: {name: open, namespace: apps}
stringData: {one: written}
data: {one: ${base64("below")}, two: ${base64("décodé")}, binary: ${base64(new Uint8Array([255, 254]))}}
---
kind: Secret
apiVersion: v1
metadata: {name: closed, namespace: apps}
stringData: {one: "ENC[x]"}
sops: {}
`;
  const valueOf = (found: Release) =>
    renderable(found).chart.values.map((each) => ("value" in each ? each.value : each));
  const from = (entry: string) => `${CHART}\nvaluesFrom: [{targetPath: a, ${entry}}]`;

  test.each<[entry: string, value: string | undefined]>([
    ["kind: ConfigMap, name: plain", "x: 1"],
    ["kind: ConfigMap, name: plain, valuesKey: one", "text"],
    ["kind: Secret, name: open, valuesKey: one", "written"],
    ["kind: Secret, name: open, valuesKey: two", "décodé"],
    ["kind: Secret, name: open, valuesKey: binary", "krm-render-withheld"],
    ["kind: Secret, name: closed, valuesKey: one", "krm-render-withheld"],
    ["kind: Secret, name: nowhere, valuesKey: one", "krm-render-withheld"],
    ["kind: Secret, name: nowhere, optional: true", undefined],
    ["kind: ConfigMap, name: plain, valuesKey: no, optional: true", undefined],
  ])("4.2, 4.5, 4.8: targetPath of %s", async (entry, value) => {
    const found = await readOne(from(entry), OBJECTS);
    expect(valueOf(found)).toEqual([value === undefined ? {} : { a: value }]);
    expect(found.problems).toEqual([]);
    const isSecret = entry.includes("Secret") && value !== undefined;
    expect(renderable(found).secrets).toEqual(isSecret ? [["a"]] : []);
    expect(renderable(found).chart.skipsSchema).toBe(value === "krm-render-withheld");
  });

  test.each<[entry: string, unknown: string]>([
    ["kind: Secret, name: closed, valuesKey: one", "Secret apps/closed, which is encrypted"],
    ["kind: Secret, name: nowhere", "Secret apps/nowhere, which nothing in this repository renders"],
    ["kind: ConfigMap, name: nowhere", "ConfigMap apps/nowhere, which nothing in this repository renders"],
    ["kind: Secret, name: open, valuesKey: binary", "Secret apps/open, which has no text there"],
  ])("4.4: the rendering is without the values of %s", async (entry, unknown) => {
    const found = await readOne(`${CHART}\nvaluesFrom: [{${entry}}]\nvalues: {own: 1}`, OBJECTS);
    expect(valueOf(found)).toEqual([{ own: 1 }]);
    expect(renderable(found).chart.skipsSchema).toBe(true);
    expect(found.problems).toMatchObject([
      {
        code: "flux-values-unknown",
        severity: "notice",
        message: `HelmRelease apps/shop is rendered without the values of ${unknown}`,
        file: "apps/shop.yaml",
        line: 6,
      },
    ]);
  });

  test.each<[entry: string, message: string]>([
    [
      "kind: ConfigMap, name: plain, valuesKey: no",
      "ConfigMap apps/plain has no key `no`, from which HelmRelease apps/shop",
    ],
    [
      "kind: Secret, name: open",
      "Secret apps/open has no key `values.yaml`, from which HelmRelease apps/shop takes values",
    ],
    ["kind: Thing, name: open", "HelmRelease apps/shop names no ConfigMap and no Secret for values"],
  ])("4.3: %s", async (entry, message) => {
    const found = await readOne(`${CHART}\nvaluesFrom: [{${entry}}]`, OBJECTS);
    expect(problemOf(found)).toContain(message);
    expect(problemOf(found)).toContain("apps/shop.yaml:6:");
  });

  const asSecret = (maker: string): Partial<Cluster> => ({
    sources: {
      lookUp: async ({ kind, name }) => {
        const value = (
          kind === "HelmRepository"
            ? { spec: { url: "https://x.org" } }
            : {
                apiVersion: "external-secrets.io/v1",
                kind: "ExternalSecret",
                metadata: { name },
                spec: JSON.parse(maker),
              }
        ) as Value;
        return { apiVersion: "v1", kind, namespace: "apps", name, value, origin: undefined };
      },
    },
  });
  const MAKER = '{"target": {"template": {"data": {"fixed": "known", "filled": "{{ .x }}"}}}}';
  test.each([
    ["fixed", "known"],
    ["filled", "krm-render-withheld"],
  ])("4.2: the key %s of a Secret that an ExternalSecret makes", async (key, value) => {
    const found = await readOne(from(`kind: Secret, name: made, valuesKey: ${key}`), "", asSecret(MAKER));
    expect(valueOf(found)).toEqual([{ a: value }]);
  });

  test("4.3: a key that an ExternalSecret does not make", async () => {
    const found = await readOne(from("kind: Secret, name: made, valuesKey: other"), "", asSecret(MAKER));
    expect(problemOf(found)).toContain("Secret apps/made has no key `other`");
  });

  test("4.6: values that the parent took from a Secret are withheld", async () => {
    const paths = [
      ["spec", "values", "ingress", "host"],
      ["metadata", "annotations", "x"],
      ["spec", "commonMetadata", "labels", "y"],
    ];
    const found = await readOne(`${CHART}\nvalues: {ingress: {host: x}}`, REPOSITORY, { withheld: paths });
    expect(renderable(found).secrets).toEqual([["ingress", "host"]]);
    expect(renderable(found).writesSecrets).toBe(true);
    const whole = await readOne(CHART, REPOSITORY, { withheld: [["spec"]] });
    expect(renderable(whole).secrets).toEqual([[]]);
    expect(renderable(await readOne(CHART)).writesSecrets).toBe(false);
  });

  test("4.7: values that the cluster keeps are told", async () => {
    const { problems } = await readOne(`${CHART}\nupgrade: {preserveValues: true}`);
    expect(problems.map(({ code, severity, line: at }) => [code, severity, at])).toEqual([
      ["flux-values-preserved", "notice", 6],
    ]);
  });
});

test("a release with too many post-renderers is not rendered", async () => {
  const images = (count: number) => JSON.stringify(Array.from({ length: count }, () => ({ name: "a", newTag: "1" })));
  const spec = (count: number) => `${CHART}\npostRenderers: [{kustomize: {images: ${images(count)}}}]`;
  expect(renderable(await readOne(spec(100))).postRenderers).toHaveLength(100);
  expect(problemOf(await readOne(spec(101)))).toContain(
    "apps/shop.yaml:6:18: HelmRelease apps/shop has more than 100 post-renderers, or images of one name",
  );
});

test("the other fields of a release", async () => {
  const found = await readOne(
    `${CHART}
suspend: true
dependsOn: [{name: a}, {name: b, namespace: other}]
kubeConfig: {secretRef: {name: x}}
uninstall: {keepHistory: true, deletionPropagation: orphan}
storageNamespace: store
upgrade: {chartNameChangeStrategy: InPlaceUpdate, force: true, disableSchemaValidation: true}`,
    REPOSITORY,
    { parent: { id: "flux://prod/flux-system/apps", patched: { patches: [], location: { file: "parent.yaml" } } } },
    "name: shop, namespace: apps, annotations: {kustomize.toolkit.fluxcd.io/prune: disabled}",
  );
  expect(found).toMatchObject({
    id: "flux://prod/apps/HelmRelease/shop",
    deployment: { system: "flux", kind: "HelmRelease", namespace: "apps", name: "shop", cluster: "prod" },
    origin: { location: { file: "apps/shop.yaml", line: 1 }, parent: "flux://prod/flux-system/apps" },
    dependsOn: [
      { id: "flux://prod/apps/HelmRelease/a", location: { file: "apps/shop.yaml", line: 7 } },
      { id: "flux://prod/other/HelmRelease/b", location: { file: "apps/shop.yaml", line: 7 } },
    ],
    controls: { isSuspended: true, isKept: true, prunes: true, deletionPolicy: "Delete", forces: false, orphans: true },
  });
  expect(renderable(found).chart).toMatchObject({ skipsSchema: true, skipsHooks: false, skipsTests: false });
  const usual = await readOne(CHART);
  expect(renderable(usual).chart.skipsSchema).toBe(false);
  expect(usual.controls).toMatchObject({ isSuspended: false, isKept: false, orphans: false });
});
