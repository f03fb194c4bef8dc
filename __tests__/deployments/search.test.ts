/** Which deployments are found in a repository, and what is known of each. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION, readConfiguration } from "../../src/configuration/index.ts";
import { findBothDeployments, findDeployments, isKustomize } from "../../src/deployments/index.ts";
import { memoryTree } from "../../src/sources/index.ts";

type Files = Readonly<Record<string, string>>;

const LIMITS = { builds: 1, timeoutSeconds: undefined, recorded: undefined };

/** A Kustomization of Flux. @param spec more lines */
const ks = (name: string, path: string, ...spec: string[]): string =>
  [
    "---",
    "apiVersion: kustomize.toolkit.fluxcd.io/v1",
    "kind: Kustomization",
    `metadata: { name: ${name}, namespace: flux-system }`,
    `spec:`,
    ...["prune: true", `path: ${path}`, ...spec].map((line) => `  ${line}`),
    ...(spec.some((line) => line.startsWith("sourceRef"))
      ? []
      : ["  sourceRef: { kind: GitRepository, name: flux-system }"]),
    "",
  ].join("\n");
const source = (kind: string, name: string, ...spec: string[]): string =>
  [
    "---",
    "apiVersion: source.toolkit.fluxcd.io/v1",
    `kind: ${kind}`,
    `metadata: { name: ${name}, namespace: flux-system }`,
    "spec:",
    ...spec.map((line) => `  ${line}`),
    "",
  ].join("\n");
const configMap = (name: string, data = "{ a: b }"): string =>
  `---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name}, namespace: flux-system }\ndata: ${data}\n`;
const lists = (...resources: string[]): string => `resources: [${resources.join(", ")}]\n`;

async function found(files: Files, configuration = "", own = "acme/shop") {
  const settings =
    configuration === ""
      ? EMPTY_CONFIGURATION
      : readConfiguration(Buffer.from(configuration), ".krm-render.yaml", { dangers: [], noise: [] }).configuration;
  return findDeployments(memoryTree(files), { settings: settings.deployments, own, build: {} });
}

/** The id, the directory, and the parent of each deployment, or why it is not rendered. */
async function listed(files: Files, configuration?: string): Promise<string[]> {
  const { targets } = await found(files, configuration);
  return targets.map(({ id, path, origin, recipe }) => {
    const parent = origin.parent === undefined ? "a root" : `of ${origin.parent.replace("flux://", "")}`;
    return `${id.replace("flux://", "")}: ${"problem" in recipe ? recipe.problem.message : path}, ${parent}`;
  });
}

const APPS: Files = { "apps/shop/app.yaml": configMap("shop"), "apps/blog/app.yaml": configMap("blog") };

const TENANT =
  "resources: [../base]\npatches:\n- target: { kind: Kustomization }\n  patch: |\n    - { op: add, path: /spec/path, value: ./apps/blog }\n";

describe("the roots", () => {
  test.each<[what: string, files: Files, expected: string[]]>([
    ["none without Flux", { "apps/kustomization.yaml": lists("app.yaml"), "apps/app.yaml": configMap("a") }, []],
    [
      "a file that nothing renders",
      { ...APPS, "flux/cluster/ks.yaml": ks("shop", "./apps/shop") + ks("blog", "apps/blog/") },
      ["cluster/flux-system/blog: apps/blog, a root", "cluster/flux-system/shop: apps/shop, a root"],
    ],
    [
      "that of `flux bootstrap`, which renders itself and the files beside it",
      {
        ...APPS,
        "clusters/prod/flux-system/kustomization.yaml": lists("gotk-sync.yaml"),
        "clusters/prod/flux-system/gotk-sync.yaml": ks("flux-system", "./clusters/prod"),
        "clusters/prod/apps.yaml": ks("shop", "./apps/shop"),
      },
      [
        "prod/flux-system/flux-system: clusters/prod, a root",
        "prod/flux-system/shop: apps/shop, of prod/flux-system/flux-system",
      ],
    ],
    [
      "one that renders the directory that declares it, and substitutes into the others there",
      {
        ...APPS,
        "clusters/prod/kustomization.yaml": lists("flux.yaml", "a.yaml", "b.yaml", "c.yaml", "d.yaml", "shop.yaml"),
        ...Object.fromEntries(["b", "c", "d"].map((x) => [`clusters/prod/${x}.yaml`, ks(x, "./apps/$" + "{app}")])),
        "clusters/prod/flux.yaml": ks("flux-system", "./clusters/prod", "postBuild: { substitute: { app: shop } }"),
        "clusters/prod/a.yaml": ks("a", "./apps/$" + "{app}"),
        "clusters/prod/shop.yaml": ks("shop", "./apps/$" + "{app}"),
      },
      [
        ...["a", "b", "c", "d"].map((x) => `prod/flux-system/${x}: apps/shop, of prod/flux-system/flux-system`),
        "prod/flux-system/flux-system: clusters/prod, a root",
        "prod/flux-system/shop: apps/shop, of prod/flux-system/flux-system",
      ],
    ],
    [
      "a ConfigMap beside the root that the root substitutes into",
      {
        ...APPS,
        "clusters/prod/kustomization.yaml": lists("flux.yaml", "names.yaml", "shop.yaml"),
        "clusters/prod/flux.yaml": ks("flux-system", "./clusters/prod", "postBuild: { substitute: { app: shop } }"),
        "clusters/prod/names.yaml": configMap("names", "{ dir: '$" + "{app}' }"),
        "clusters/prod/shop.yaml": ks(
          "shop",
          "./more",
          "postBuild: { substituteFrom: [{ kind: ConfigMap, name: names }] }",
        ),
        "more/ks.yaml": ks("child", "./apps/$" + "{dir}"),
      },
      [
        "prod/flux-system/child: apps/shop, of prod/flux-system/shop",
        "prod/flux-system/flux-system: clusters/prod, a root",
        "prod/flux-system/shop: more, of prod/flux-system/flux-system",
      ],
    ],
    [
      "two that render each other",
      {
        "clusters/prod/kustomization.yaml": lists("a.yaml", "b.yaml"),
        "clusters/prod/a.yaml": ks("a", "./b"),
        "clusters/prod/b.yaml": ks("b", "./a"),
        "a/ks.yaml": ks("a", "./b"),
        "b/ks.yaml": ks("b", "./a"),
      },
      ["prod/flux-system/a: b, a root", "prod/flux-system/b: a, of prod/flux-system/a"],
    ],
    [
      "several clusters side by side",
      {
        ...APPS,
        "clusters/prod/shop.yaml": ks("shop", "./apps/shop"),
        "clusters/staging/shop.yaml": ks("shop", "./apps/shop"),
      },
      ["prod/flux-system/shop: apps/shop, a root", "staging/flux-system/shop: apps/shop, a root"],
    ],
    [
      "clusters whose directories end alike",
      {
        ...APPS,
        "clusters/main/flux/shop.yaml": ks("shop", "./apps/shop"),
        "clusters/edge/flux/shop.yaml": ks("shop", "./apps/shop"),
      },
      ["edge/flux-system/shop: apps/shop, a root", "main/flux-system/shop: apps/shop, a root"],
    ],
    [
      "an overlay that nothing includes",
      {
        ...APPS,
        "base/kustomization.yaml": lists("ks.yaml"),
        "base/ks.yaml": ks("shop", "./apps/shop"),
        "clusters/prod/kustomization.yaml": `${lists("../../base")}patches:\n- target: { kind: Kustomization }\n  patch: '[{"op": "replace", "path": "/spec/path", "value": "./apps/blog"}]'\n`,
      },
      ["prod/flux-system/shop: apps/blog, a root"],
    ],
    [
      "what a FluxInstance syncs",
      {
        ...APPS,
        "clusters/prod/flux.yaml":
          "apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: { name: flux, namespace: flux-system }\nspec: { sync: { kind: GitRepository, url: 'https://github.com/acme/shop', path: clusters/prod/all } }\n",
        "clusters/prod/all/shop.yaml": ks("shop", "./apps/shop"),
      },
      [
        "prod/flux-system/flux-system: clusters/prod/all, a root",
        "prod/flux-system/shop: apps/shop, of prod/flux-system/flux-system",
      ],
    ],
    [
      "a Kustomization of a base has no path before it is patched",
      {
        ...APPS,
        "tenants/base/kustomization.yaml": lists("sync.yaml"),
        "tenants/base/sync.yaml": ks("dev", "").replace("  path: \n", ""),
        "tenants/prod/kustomization.yaml": TENANT,
        "tenants/staging/kustomization.yaml": TENANT,
        "clusters/prod/a.yaml": ks("a", "./apps/shop"),
        "clusters/prod/tenants.yaml": ks("tenants", "./tenants/prod"),
        "clusters/staging/tenants.yaml": ks("tenants", "./tenants/staging"),
      },
      [
        "prod/flux-system/a: apps/shop, a root",
        "prod/flux-system/dev: apps/blog, of prod/flux-system/tenants",
        "prod/flux-system/tenants: tenants/prod, a root",
        "staging/flux-system/dev: apps/blog, of staging/flux-system/tenants",
        "staging/flux-system/tenants: tenants/staging, a root",
      ],
    ],
    [
      "two that only render one another",
      { "a/ks.yaml": ks("b", "./b"), "b/ks.yaml": ks("a", "./a") },
      ["a/flux-system/a: a, of a/flux-system/b", "a/flux-system/b: b, a root"],
    ],
    [
      "of those that name one another, the one that leads to the others",
      {
        ...APPS,
        "apps/blog/kustomization.yaml": lists("ks.yaml"),
        "apps/blog/ks.yaml": ks("flux", "./clusters/prod"),
        "apps/shop/kustomization.yaml": lists("ks.yaml"),
        "apps/shop/ks.yaml": ks("shop", "./shop"),
        "clusters/prod/apps.yaml": ks("apps", "./apps"),
        "apps/shop/tenant.yaml": ks("tenant", "./"),
        "shop/app.yaml": configMap("shop"),
      },
      [
        "prod/flux-system/apps: apps, a root",
        "prod/flux-system/flux: clusters/prod, of prod/flux-system/apps",
        "prod/flux-system/shop: shop, of prod/flux-system/apps",
      ],
    ],
    [
      "a file and a directory are none that the kustomization around them leaves out",
      {
        ...APPS,
        "clusters/prod/kustomization.yaml": lists("shop.yaml"),
        "clusters/prod/shop.yaml": ks("shop", "./apps/shop"),
        "clusters/prod/old.yaml": ks("old", "./apps/blog"),
        "clusters/prod/blog/kustomization.yaml": lists("ks.yaml"),
        "clusters/prod/blog/ks.yaml": ks("blog", "./apps/blog"),
      },
      ["prod/flux-system/shop: apps/shop, a root"],
    ],
    ["a template is none", { "tmpl/ks.yaml": ks("shop", "{{ .path }}/shop"), ...APPS }, []],
  ])("%s", async (_what, files, expected) => {
    expect(await listed(files)).toEqual(expected);
  });
});

test("children count as their parent patches and substitutes them", async () => {
  const files = {
    ...APPS,
    "clusters/prod/root.yaml": ks(
      "root",
      "./tenants",
      "patches:",
      "- target: { kind: Kustomization }",
      "  patch: |",
      "    - { op: add, path: /spec/targetNamespace, value: shop }",
      "postBuild: { substitute: { APP: shop } }",
    ),
    "tenants/shop.yaml": ks("shop", "./apps/${APP}"),
  };
  expect(await listed(files)).toEqual([
    "prod/flux-system/root: tenants, a root",
    "prod/flux-system/shop: apps/shop, of prod/flux-system/root",
  ]);
  const { targets } = await found(files);
  const recipe = targets.at(-1)?.recipe;
  expect(recipe).toHaveProperty("edits.namespace.text", "shop");
  // The child does not have the field: the place is that of the parent, which patches it.
  expect(recipe).toHaveProperty("edits.namespace.location.file", "clusters/prod/root.yaml");
});

describe("sources", () => {
  const root = (ref: string): Files => ({ ...APPS, "clusters/prod/ks.yaml": ks("root", "./tenants", ref) });
  const generator = (copies: string): string =>
    `apiVersion: source.extensions.fluxcd.io/v1beta1\nkind: ArtifactGenerator\nmetadata: { name: g, namespace: flux-system }\nspec:\n  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]\n  artifacts:\n  - { name: apps, copy: [${copies}] }\n`;
  test.each<[what: string, files: Files, path: string]>([
    ["a root is of this repository", root("sourceRef: { kind: OCIRepository, name: fleet }"), "tenants"],
    [
      "its source is declared, and is another repository",
      {
        ...root("sourceRef: { kind: GitRepository, name: other }"),
        "clusters/prod/source.yaml": source("GitRepository", "other", "url: https://github.com/acme/infra"),
      },
      "Kustomization flux-system/root is not rendered: its source, GitRepository flux-system/other, is at https://github.com/acme/infra, which is not this repository",
    ],
    [
      "its source is declared, and is an artifact of anybody",
      {
        "clusters/prod/ks.yaml": ks("root", "./tenants"),
        "tenants/shop.yaml": ks("shop", "./shop", "sourceRef: { kind: OCIRepository, name: apps }"),
        "tenants/source.yaml": source("OCIRepository", "apps", "url: oci://ghcr.io/acme/shop"),
      },
      "Kustomization flux-system/shop is not rendered: its source, OCIRepository flux-system/apps, is at oci://ghcr.io/acme/shop, and whether its content is that of this repository is not known",
    ],
    [
      "its source is declared, and is this repository by another protocol",
      {
        ...root("sourceRef: { kind: GitRepository, name: other }"),
        "clusters/prod/source.yaml": source("GitRepository", "other", "url: ssh://git@github.com/acme/shop.git"),
      },
      "tenants",
    ],
    [
      "an artifact that is copied out of this repository",
      {
        ...root("sourceRef: { kind: ExternalArtifact, name: apps }"),
        "clusters/prod/artifacts.yaml": generator("{ from: '@repo/deploy/**', to: '@artifact/tenants/' }"),
      },
      "deploy",
    ],
    [
      "an artifact that nothing makes",
      root("sourceRef: { kind: ExternalArtifact, name: apps }"),
      "Kustomization flux-system/root is not rendered: its source, ExternalArtifact flux-system/apps, is made by nothing in this repository",
    ],
  ])("%s", async (_what, files, path) => {
    const last = (await listed(files)).at(-1);
    expect(last?.replace(/^[^:]*: (.*), (a root|of .*)$/, "$1")).toBe(path);
  });

  test("a child with a source that nothing declares is not rendered, until the configuration says what it is", async () => {
    const files = {
      ...APPS,
      "clusters/prod/ks.yaml": ks("root", "./tenants"),
      "tenants/shop.yaml": ks("shop", "./shop", "sourceRef: { kind: OCIRepository, name: apps }"),
    };
    expect(await listed(files)).toContain(
      "prod/flux-system/shop: Kustomization flux-system/shop is not rendered: its source, OCIRepository flux-system/apps, is not declared in this repository, of prod/flux-system/root",
    );
    const configuration = "deployments: { sources: [{ kind: OCIRepository, name: apps, path: apps }] }\n";
    expect(await listed(files, configuration)).toContain("prod/flux-system/shop: apps/shop, of prod/flux-system/root");
  });
});

describe("variables", () => {
  const shop = ks("shop", "./apps/shop", "postBuild: { substituteFrom: [{ kind: ConfigMap, name: settings }] }");
  async function level(files: Files, configuration?: string): Promise<string | undefined> {
    const { targets } = await found(files, configuration);
    const recipe = targets.find(({ id }) => id.endsWith("/shop"))?.recipe;
    if (recipe === undefined || !isKustomize(recipe)) return undefined;
    const { named, unseen } = recipe.substitution.variables;
    return named.get("LEVEL")?.value ?? unseen.join();
  }
  const values = (cluster = "") =>
    `deployments:\n  values:\n  - { kind: ConfigMap, namespace: flux-system, name: settings, data: { LEVEL: given }${cluster} }\n`;
  test.each<[what: string, files: Files, configuration: string | undefined, expected: string]>([
    [
      "of a file beside the roots",
      { "c/prod/a.yaml": shop, "c/prod/s.yaml": configMap("settings", "{ LEVEL: beside }"), ...APPS },
      undefined,
      "beside",
    ],
    [
      "of what a sibling renders",
      {
        "c/prod/a.yaml": shop + ks("vars", "./vars"),
        "vars/s.yaml": configMap("settings", "{ LEVEL: sibling }"),
        ...APPS,
      },
      undefined,
      "sibling",
    ],
    [
      "of a generator of a sibling",
      {
        "c/prod/a.yaml": shop + ks("vars", "./vars"),
        "vars/kustomization.yaml":
          "namespace: flux-system\nconfigMapGenerator: [{ name: settings, literals: [LEVEL=made] }]\ngeneratorOptions: { disableNameSuffixHash: true }\n",
        ...APPS,
      },
      undefined,
      "made",
    ],
    [
      "of nothing",
      { "c/prod/a.yaml": shop, ...APPS },
      undefined,
      "ConfigMap `settings`, which nothing in this repository renders",
    ],
    [
      "of another cluster",
      { "c/prod/a.yaml": shop, "c/test/a.yaml": ks("vars", "./vars"), "vars/s.yaml": configMap("settings"), ...APPS },
      undefined,
      "ConfigMap `settings`, which nothing in this repository renders",
    ],
    ["of the configuration", { "c/prod/a.yaml": shop, ...APPS }, values(), "given"],
    [
      "of the configuration, for another cluster",
      { "c/prod/a.yaml": shop, ...APPS },
      values(", cluster: test"),
      "ConfigMap `settings`, which nothing in this repository renders",
    ],
  ])("%s", async (_what, files, configuration, expected) => {
    expect(await level(files, configuration)).toBe(expected);
  });
});

describe("the configuration", () => {
  const files = {
    ...APPS,
    "clusters/prod/shop.yaml": ks("shop", "./apps/shop"),
    "docs/example.yaml": ks("blog", "./apps/blog"),
  };
  test.each<[configuration: string, expected: string[]]>([
    ["deployments: false\n", []],
    ["deployments: { ignore: [docs] }\n", ["prod/flux-system/shop: apps/shop, a root"]],
    ["deployments: { ignore: ['flux://prod/**'] }\n", ["docs/flux-system/blog: apps/blog, a root"]],
    ["deployments: { roots: [{ path: clusters/prod, cluster: eu }] }\n", ["eu/flux-system/shop: apps/shop, a root"]],
  ])("%s", async (configuration, expected) => {
    expect(await listed(files, configuration)).toEqual(expected);
  });
});

test("directories that deployments build are covered, and others are not", async () => {
  const { covers } = await found({
    "clusters/prod/ks.yaml": ks("apps", "./apps"),
    "apps/shop/kustomization.yaml": lists("app.yaml"),
    "apps/shop/app.yaml": configMap("shop"),
    "apps/shop/inner/kustomization.yaml": lists(),
    "tools/kustomization.yaml": lists(),
  });
  const directories = ["/apps", "/apps/shop", "/apps/shop/inner", "/tools", "/clusters/prod"];
  expect(directories.filter(covers)).toEqual(["/apps", "/apps/shop"]);
});

describe("dependencies", () => {
  const problems = async (...files: string[]): Promise<string[]> => {
    const { targets } = await found({ ...APPS, "clusters/prod/ks.yaml": files.join("") });
    return targets.flatMap((target) => target.problems.map(({ line, message }) => `${line}: ${message}`));
  };
  test("on nothing", async () => {
    expect(await problems(ks("shop", "./apps/shop", "dependsOn: [{ name: blog }]"))).toEqual([
      "8: Kustomization flux-system/shop waits for flux-system/blog, which nothing in this repository declares for its cluster",
    ]);
  });
  test("in a circle", async () => {
    const a = ks("a", "./apps/shop", "dependsOn: [{ name: b }]");
    const b = ks("b", "./apps/shop", "dependsOn: [{ name: c }]");
    const c = ks("c", "./apps/shop", "dependsOn: [{ name: b }, { name: d }]");
    const d = ks("d", "./apps/shop", "dependsOn: [{ name: d }]");
    expect((await problems(a, b, c, d)).map((line) => line.replace(/^\d+: Kustomization flux-system\//, ""))).toEqual([
      "b waits for flux-system/c, which waits for it, directly or not: Flux applies neither",
      "c waits for flux-system/b, which waits for it, directly or not: Flux applies neither",
      "d waits for itself, so Flux never applies it",
    ]);
  });
});

test("what a deployment declares counts as on the other side where it does not build", async () => {
  const files = {
    ...APPS,
    "clusters/prod/root.yaml": ks("root", "./tenants"),
    "tenants/shop.yaml": ks("shop", "./apps/shop"),
  };
  const trees = { base: memoryTree(files), head: memoryTree({ ...files, "tenants/broken.yaml": "a: [\n" }) };
  const options = { settings: EMPTY_CONFIGURATION.deployments, own: undefined, build: {} };
  const { base, head } = await findBothDeployments(trees, options);
  const ids = ["flux://prod/flux-system/root", "flux://prod/flux-system/shop"];
  expect([base, head].map(({ targets }) => targets.map(({ id }) => id))).toEqual([ids, ids]);
});

test("what a parent with a remote base declares itself is found, and the parent is not taken for built", async () => {
  const files = {
    ...APPS,
    "clusters/prod/root.yaml": ks("root", "./tenants"),
    "tenants/kustomization.yaml": lists(
      "shop.yaml",
      "'https://git.example/acme/crds//config?ref=v1'",
      "https://git.example/crd.yaml",
    ),
    "tenants/shop.yaml": ks("shop", "./apps/shop", "dependsOn: [{ name: crds }]"),
    "tenants/old/kustomization.yaml": lists("app.yaml"),
    "tenants/old/app.yaml": configMap("old"),
  };
  const deployments = await found(files);
  expect(deployments.problems).toEqual([]);
  expect(deployments.targets.map(({ id }) => id)).toEqual([
    "flux://prod/flux-system/root",
    "flux://prod/flux-system/shop",
  ]);
  const built = deployments.builder({}).build("flux://prod/flux-system/root", LIMITS);
  await expect(built).rejects.toMatchObject({ code: "remote-unsupported" });
  // The remote base may declare what nothing here does.
  expect(deployments.get("flux://prod/flux-system/shop")?.problems).toEqual([]);
  expect(deployments.leavesOut("/tenants/old")).toBe(false);
});

test("a parent that builds on no side is told, because what it declares is not known", async () => {
  const sideOf = (more: Files): Files => ({
    ...APPS,
    "clusters/prod/root.yaml": ks("root", "./tenants"),
    "tenants/shop.yaml": ks("shop", "./apps/shop"),
    ...more,
  });
  const broken = sideOf({ "tenants/broken.yaml": "a: [\n" });
  const options = { settings: EMPTY_CONFIGURATION.deployments, own: undefined, build: {} };
  const codesOf = async (base: Files, head: Files) => {
    const both = await findBothDeployments({ base: memoryTree(base), head: memoryTree(head) }, options);
    return both.head.problems.map(({ code, message }) => `${code}: ${message.split(": ")[0]}`);
  };
  expect(await codesOf(sideOf({}), broken)).toEqual([]);
  expect(await codesOf(broken, sideOf({}))).toEqual([]);
  expect(await codesOf(broken, broken)).toEqual([
    "flux-children-unknown: it is not known what flux://prod/flux-system/root declares, because the search, which fetches nothing for Flux, cannot build it",
  ]);
});

test.each<[what: string, head: Files, touches: readonly string[] | undefined, severity: "warning" | "notice"]>([
  ["nothing", {}, [], "notice"],
  ["what nobody can tell", {}, undefined, "notice"],
  ["a file that it reads", {}, ["flux://prod/flux-system/root"], "warning"],
  ["another deployment", {}, ["flux://prod/flux-system/shop"], "notice"],
  ["the reason", { "tenants/kustomization.yaml": "resources: [none.yaml]\n" }, [], "warning"],
  ["its object", { "clusters/prod/root.yaml": ks("root", "./tenants", "targetNamespace: shop") }, [], "warning"],
])(
  "where a change affects %s, what a parent that does not build declares is told as such",
  async (_what, more, touches, severity) => {
    const base = {
      ...APPS,
      "clusters/prod/root.yaml": ks("root", "./tenants"),
      "tenants/shop.yaml": ks("shop", "./apps/shop"),
      "tenants/broken.yaml": "a: [\n",
    };
    const options = { settings: EMPTY_CONFIGURATION.deployments, own: undefined, build: {} };
    const { head } = await findBothDeployments(
      { base: memoryTree(base), head: memoryTree({ ...base, ...more }) },
      options,
    );
    const { told, ifUnread } = head.problemsOfChange(touches && ((id) => touches.includes(id)));
    const [place, other] = severity === "notice" ? [ifUnread, told] : [told, ifUnread];
    expect(place).toMatchObject([{ code: "flux-children-unknown", severity }]);
    expect(other).toEqual([]);
  },
);

const instance = (distribution: string): string =>
  `apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: { name: flux, namespace: flux-system }\nspec: { distribution: ${distribution} }\n`;
const chart = (distribution: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: flux-instance, namespace: flux-system }\nspec:\n  values: { instance: { distribution: ${distribution} } }\n`;
const controller = (image: string, args = ""): string =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: kustomize-controller, namespace: flux-system }\nspec: { template: { spec: { containers: [{ name: manager, image: ${image}, args: [${args}] }] } } }\n`;
const MANIFESTS = "oci://ghcr.io/controlplaneio-fluxcd/flux-operator-manifests";

test.each<[what: string, installs: string, isStrict: boolean]>([
  ["nothing", configMap("other"), true],
  ["a controller before 1.9", controller("ghcr.io/fluxcd/kustomize-controller:v1.8.2"), false],
  ["a controller of 1.9", controller("ghcr.io/fluxcd/kustomize-controller:v1.9.0"), true],
  [
    "a gate",
    controller("ghcr.io/fluxcd/kustomize-controller:v1.9.1", "--feature-gates=StrictPostBuildSubstitutions=false"),
    false,
  ],
  ["an instance of 2.8", instance("{ version: 2.8.x }"), false],
  ["an instance of any version", instance("{ version: 2.x }"), true],
  ["an instance of old manifests", instance(`{ version: 2.x, artifact: "${MANIFESTS}:v0.52.3@sha256:ab" }`), false],
  ["an instance of new manifests", instance(`{ version: 2.x, artifact: "${MANIFESTS}:v0.53.0" }`), true],
  ["the chart of an instance", chart(`{ version: 2.x, artifact: "${MANIFESTS}:v0.38.1" }`), false],
  ["the chart of an instance with a version", chart(`{ version: 2.9.1, artifact: "${MANIFESTS}:v0.38.1" }`), true],
])("where the repository installs %s, an undefined variable fails as there", async (_what, installs, isStrict) => {
  const deployments = await found({
    "clusters/prod/shop.yaml": ks("shop", "./apps/shop", "postBuild: { substitute: { A: a } }"),
    "clusters/prod/flux.yaml": ks("flux", "./flux"),
    "apps/shop/app.yaml": configMap("shop", '{ a: "${B}" }'),
    "flux/flux.yaml": installs,
  });
  const built = deployments.builder({}).build("flux://prod/flux-system/shop", LIMITS);
  const outcome = await built.then(
    () => "built",
    ({ code }) => code,
  );
  expect(outcome).toBe(isStrict ? "undefined-variable" : "built");
});

test("a parent that declares a child with another name on each level ends", async () => {
  const files: Record<string, string> = { "clusters/prod/root.yaml": ks("k0", "./d0") };
  for (let level = 0; level < 40; level++) files[`d${level}/ks.yaml`] = ks(`k${level + 1}`, `./d${level + 1}`);
  const { targets, problems } = await found(files);
  expect(targets).toHaveLength(31);
  expect(problems.map(({ code }) => code)).toEqual(["too-deep-deployments"]);
});

test("what a cluster renders through an artifact is no root of its own", async () => {
  const generator =
    "apiVersion: source.extensions.fluxcd.io/v1beta1\nkind: ArtifactGenerator\nmetadata: { name: g, namespace: flux-system }\nspec:\n  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]\n  artifacts:\n  - { name: infra, copy: [{ from: '@repo/infra/**', to: '@artifact/' }] }\n";
  const controllers = ks("controllers", "./controllers", "sourceRef: { kind: ExternalArtifact, name: infra }");
  expect(
    await listed({
      ...APPS,
      "clusters/prod/infra.yaml": controllers,
      "clusters/prod/artifacts.yaml": generator,
      "infra/controllers/shop.yaml": ks("shop", "./apps/shop"),
    }),
  ).toEqual([
    "prod/flux-system/controllers: infra/controllers, a root",
    "prod/flux-system/shop: apps/shop, of prod/flux-system/controllers",
  ]);
});

test("paths count from the directory that is pushed as the artifact, where the files show which one that is", async () => {
  const oci = "sourceRef: { kind: OCIRepository, name: fleet }";
  expect(
    await listed({
      "deploy/apps/shop/app.yaml": configMap("shop"),
      "deploy/clusters/prod/ks.yaml": ks("shop", "./apps/shop", oci),
    }),
  ).toEqual(["prod/flux-system/shop: deploy/apps/shop, a root"]);
});

test("an artifact that is copied out of such a directory has its paths and its ignore rules", async () => {
  const generator =
    "---\napiVersion: source.extensions.fluxcd.io/v1beta1\nkind: ArtifactGenerator\nmetadata: { name: g, namespace: flux-system }\nspec:\n  sources: [{ alias: repo, kind: GitRepository, name: flux-system }]\n  artifacts:\n  - { name: shop, copy: [{ from: '@repo/apps/shop/', to: '@artifact/apps/shop/' }] }\n";
  const { targets } = await found({
    "deploy/apps/shop/app.yaml": configMap("shop"),
    "deploy/clusters/prod/ks.yaml": ks("root", "./clusters/prod"),
    "deploy/clusters/prod/shop.yaml": ks("shop", "./apps/shop", "sourceRef: { kind: ExternalArtifact, name: shop }"),
    "deploy/clusters/prod/source.yaml": source("GitRepository", "flux-system", "ignore: '*.txt'") + generator,
  });
  expect(targets.map(({ recipe }) => recipe)).toMatchObject([
    { directory: "/deploy/clusters/prod", ignore: "*.txt" },
    { directory: "/deploy/apps/shop", ignore: "*.txt" },
  ]);
});

test("a Kustomization that builds all of an artifact declares nothing of this repository", async () => {
  const flux = ks("flux", "./", "sourceRef: { kind: OCIRepository, name: manifests }");
  const files = {
    ...APPS,
    "c/a/flux.yaml": flux + source("OCIRepository", "manifests", "url: oci://ghcr.io/fluxcd/flux-manifests"),
    "c/a/apps.yaml": ks("shop", "./apps/shop"),
    "c/b/flux.yaml": flux + source("OCIRepository", "manifests", "url: oci://ghcr.io/fluxcd/flux-manifests"),
    "c/b/apps.yaml": ks("shop", "./apps/shop"),
  };
  expect((await listed(files)).filter((line) => line.includes("/shop:"))).toEqual([
    "a/flux-system/shop: apps/shop, a root",
    "b/flux-system/shop: apps/shop, a root",
  ]);
});

test("an object without apiVersion, which kustomize accepts, fails what Flux applies", async () => {
  const deployments = await found({
    "apps/shop/app.yaml": "kind: ServiceAccount\nmetadata: { name: shop }\n",
    "clusters/prod/ks.yaml": ks("shop", "./apps/shop"),
  });
  const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
  await expect(deployments.builder({}).build("flux://prod/flux-system/shop", limits)).rejects.toMatchObject({
    diagnostics: [{ code: "invalid-resource", file: "apps/shop/app.yaml", object: "ServiceAccount shop" }],
  });
});

test("a patch that a parent gives to all of its children may select nothing in one of them", async () => {
  const patches = "patches: [{ target: { kind: Secret }, patch: '- { op: remove, path: /data }' }]";
  const ofParent = `patches:
    - target: { kind: Kustomization, name: blog }
      patch: |
        - op: add
          path: /spec/patches
          value: [{ target: { kind: Secret }, patch: "- { op: remove, path: /data }" }]`;
  const deployments = await found({
    ...APPS,
    "clusters/prod/ks.yaml": ks("root", "./tenants", ofParent),
    "tenants/blog.yaml": ks("blog", "./apps/blog"),
    "tenants/shop.yaml": ks("shop", "./apps/shop", patches),
  });
  const builder = deployments.builder({});
  const limits = { builds: 1, timeoutSeconds: undefined, recorded: undefined };
  const codesOf = async (name: string) =>
    (await builder.build(`flux://prod/flux-system/${name}`, limits))?.diagnostics.map(({ code }) => code);
  expect([await codesOf("root"), await codesOf("blog"), await codesOf("shop")]).toEqual([[], [], ["unused-patch"]]);
});

describe("a directory is left out", () => {
  const cluster: Files = {
    "clusters/prod/apps.yaml": ks("apps", "./apps"),
    "apps/kustomization.yaml": lists("shop"),
    "apps/shop/kustomization.yaml": lists("ks.yaml"),
    "apps/shop/ks.yaml": ks("shop", "./apps/shop/app"),
    "apps/shop/app/kustomization.yaml": lists("app.yaml"),
    "apps/shop/app/app.yaml": configMap("shop"),
    "apps/old/kustomization.yaml": lists("app.yaml"),
    "apps/old/app.yaml": configMap("old"),
    "apps/old/ks.yaml": ks("old", "./apps/old"),
    "tools/lint/kustomization.yaml": lists("app.yaml"),
    "tools/lint/app.yaml": configMap("lint"),
  };
  const broken: Files = { "apps/shop/ks.yaml": `${ks("shop", "./apps/shop/app")}---\n- a list\n` };
  const naming = (path: string): Files => ({
    "apps/shop/kustomization.yaml": lists("ks.yaml", "old.yaml"),
    "apps/shop/old.yaml": ks("old", path),
  });
  test.each<[what: string, files: Files, directory: string, expected: boolean]>([
    ["where none builds it, and one builds a directory around it", cluster, "/apps/old", true],
    ["not where one builds it", cluster, "/apps/shop/app", false],
    ["not where none builds a directory around it", cluster, "/tools/lint", false],
    [
      "not where only one of the top is around it",
      { ...cluster, "clusters/prod/top.yaml": ks("top", "./"), "tools/kustomization.yaml": lists() },
      "/tools/lint",
      false,
    ],
    ["not without deployments", { ...cluster, "clusters/prod/apps.yaml": configMap("a") }, "/apps/old", false],
    [
      "not where what does not build may declare it",
      { ...cluster, ...broken, ...naming("./apps/old") },
      "/apps/old",
      false,
    ],
    ["also where the file that declares it is left out", { ...cluster, ...broken }, "/apps/old", true],
    [
      "also where something does not build, if no file declares it",
      { ...cluster, ...broken, "apps/old/ks.yaml": "" },
      "/apps/old",
      true,
    ],
    [
      "not where what does not build may declare it by its path in an artifact",
      { ...cluster, ...broken, ...naming("./old") },
      "/apps/old",
      false,
    ],
    [
      "not where what does not build may declare anything",
      { ...cluster, ...broken, ...naming("./apps/${APP}") },
      "/apps/old",
      false,
    ],
    [
      "not where the source of one that names it is not at hand",
      {
        ...cluster,
        "clusters/prod/old.yaml":
          source("GitRepository", "elsewhere", "url: https://github.com/acme/elsewhere") +
          ks("old", "./apps/old", "sourceRef: { kind: GitRepository, name: elsewhere }"),
      },
      "/apps/old",
      false,
    ],
  ])("%s", async (_what, files, directory, expected) => {
    expect((await found(files)).leavesOut(directory)).toBe(expected);
  });
});
