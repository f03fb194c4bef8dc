/** Charts, inflated by the real helm: the output equals that of kustomize byte for byte. */
import { execFile } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, type Result, temporaryDirectory } from "../cli/terminal.ts";
import { note, unless } from "../unless.ts";
import { webChart } from "./chart.ts";
import { HELM, helm, KUSTOMIZE, NO_HELM, NO_KUSTOMIZE, NO_REGISTRY, registry, serve, writeFiles } from "./tools.ts";

const withHelm = unless(NO_HELM, describe);
note(NO_KUSTOMIZE);

const directories: Directory[] = [];
/** A store of their own: ports come back, and with them the addresses of charts. */
const env = { XDG_CACHE_HOME: temporaryDirectory().path };
afterAll(() => rmSync(env.XDG_CACHE_HOME, { recursive: true }));

function directory(files: Record<string, string>): Directory {
  const made = temporaryDirectory(files);
  directories.push(made);
  return made;
}

function kustomization(text: string): string {
  return `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${text}`;
}

/** `--enable-helm` with the helm of the tests. */
function build({ path }: Directory, target = ".", ...flags: string[]): Promise<Result> {
  return krmRender(["build", target, "--enable-helm", "--helm-command", HELM as string, ...flags], { cwd: path, env });
}

/** The output of kustomize, or `ours` without a kustomize. Asynchronous, because it may request from a server in this process. */
async function reference(
  ours: string,
  { path }: Directory,
  target: string,
  flags: readonly string[] = [],
): Promise<string> {
  if (KUSTOMIZE === undefined) return ours;
  const args = ["build", target, "--enable-helm", "--helm-command", HELM as string, ...flags];
  const { stdout } = await promisify(execFile)(KUSTOMIZE, args, { cwd: path, maxBuffer: 2 ** 26 });
  return stdout;
}

function leftovers(): string[] {
  return readdirSync(tmpdir()).filter((name) => name.startsWith(`krm-render-${process.pid}-`));
}

afterEach(() => {
  for (const made of directories.splice(0)) made.remove();
  expect(leftovers()).toEqual([]);
});

withHelm("a chart beside the kustomization", () => {
  const entry = (fields: string): string => kustomization(`helmCharts:\n- name: web\n  releaseName: r\n${fields}`);
  const inline =
    "  valuesInline:\n    replicas: 3\n    image: {tag: '2'}\n    ports: [8080]\n    more: [1.5, 1e6, 12345678901234567890, null, true, '007']\n";

  test.each<[name: string, files: Record<string, string>, flags?: string[]]>([
    ["as it is", { "kustomization.yaml": entry("") }],
    ["with inline values", { "kustomization.yaml": entry(inline) }],
    ["override", { "kustomization.yaml": entry(`${inline}  valuesMerge: override\n`) }],
    ["merge", { "kustomization.yaml": entry(`${inline}  valuesMerge: merge\n`) }],
    ["replace", { "kustomization.yaml": entry(`${inline}  valuesMerge: replace\n`) }],
    [
      // docs/specification/helm-charts.md 3.4
      "nulls and directives in values",
      {
        "kustomization.yaml": entry(
          "  valuesInline: {image: {$patch: replace, a: b}, ports: null, labels: {$patch: delete}}\n",
        ),
      },
    ],
    [
      "a values file of its own",
      { "kustomization.yaml": entry("  valuesFile: my.yaml\n"), "my.yaml": "replicas: 7\n" },
    ],
    [
      "a values file and inline values",
      { "kustomization.yaml": entry(`  valuesFile: my.yaml\n${inline}`), "my.yaml": "---\nreplicas: 7\nown: mine\n" },
    ],
    [
      "additional values files",
      {
        "kustomization.yaml": entry("  additionalValuesFiles: [a.yaml, 'b.yaml']\n"),
        "a.yaml": "replicas: 8\nown: a\n",
        "b.yaml": "own: b\n",
      },
    ],
    ["a namespace", { "kustomization.yaml": entry("  namespace: shop\n") }],
    ["the namespace of the kustomization", { "kustomization.yaml": `${entry("")}namespace: outer\n` }],
    // docs/specification/helm-charts.md 1.3, 1.4
    ["both", { "kustomization.yaml": `${entry("  namespace: shop\n")}namespace: outer\n` }],
    ["CRDs", { "kustomization.yaml": entry("  includeCRDs: true\n") }],
    ["no hooks", { "kustomization.yaml": entry("  skipHooks: true\n") }],
    ["no tests", { "kustomization.yaml": entry("  skipTests: true\n") }],
    ["capabilities", { "kustomization.yaml": entry('  apiVersions: [x/v1, shop/v1]\n  kubeVersion: "1.27.3"\n') }],
    ["no name", { "kustomization.yaml": kustomization("helmCharts: [{name: web}]\n") }],
    [
      "a name from a template",
      {
        "kustomization.yaml": kustomization('helmCharts:\n- name: web\n  nameTemplate: "{{ upper `x` | lower }}-1"\n'),
      },
    ],
    ["debug and devel", { "kustomization.yaml": entry("  debug: true\n  devel: true\n") }],
    [
      "flags",
      { "kustomization.yaml": entry("") },
      ["--helm-api-versions=shop/v1", "--helm-kube-version", "1.26.0", "--helm-debug"],
    ],
    [
      // docs/specification/command-line.md 2.6
      // docs/specification/helm-charts.md 1.2
      "flags that the entry overrides",
      { "kustomization.yaml": entry('  apiVersions: [a/v1]\n  kubeVersion: "1.27.3"\n') },
      ["--helm-api-versions=shop/v1", "--helm-kube-version", "1.26.0"],
    ],
    [
      "transformers on top",
      {
        "kustomization.yaml": `${entry("")}namePrefix: p-\nlabels: [{pairs: {a: b}}]\npatches: [{target: {kind: Deployment}, patch: '[{"op": "add", "path": "/metadata/annotations/x", "value": "y"}]'}]\n`,
      },
    ],
    [
      // docs/specification/helm-charts.md 2.2
      "a home of its own",
      { "kustomization.yaml": `${entry("")}helmGlobals: {chartHome: deeper/home}\n`, ...webChart("deeper/home/web/") },
    ],
    [
      // docs/specification/kustomization-file.md 3.2
      "the old form",
      {
        "kustomization.yaml": kustomization(
          "helmChartInflationGenerator:\n- chartName: web\n  releaseName: old\n  valuesLocal: {replicas: 4}\n",
        ),
      },
    ],
    [
      // docs/specification/helm-charts.md 1.3
      "a generator",
      {
        "kustomization.yaml": kustomization("namespace: outer\ngenerators: [gen.yaml]\n"),
        "gen.yaml":
          "apiVersion: builtin\nkind: HelmChartInflationGenerator\nmetadata: {name: g}\nname: web\nreleaseName: gen\nvaluesInline: {replicas: 5, octal: 017, yes: yes}\n",
      },
    ],
    [
      "an inline generator",
      {
        "kustomization.yaml": kustomization(
          "generators:\n- |\n  apiVersion: builtin\n  kind: HelmChartInflationGenerator\n  metadata: {name: g}\n  name: web\n  releaseName: gen\n  namespace: own\n  chartHome: ./charts\n",
        ),
      },
    ],
    ["origins", { "kustomization.yaml": `${entry("")}buildMetadata: [originAnnotations]\n` }],
  ])("%s", async (_name, files, flags = []) => {
    const made = directory({ ...webChart("charts/web/"), ...files });
    const { status, stdout, stderr } = await build(made, ".", ...flags);
    expect({ status, stderr }).toEqual({ status: 0, stderr: expect.not.stringMatching(/error|notice/) });
    expect(stdout).toContain("kind: Deployment");
    expect(stdout).toBe(await reference(stdout, made, ".", flags));
  });

  // docs/specification/helm-charts.md 1.3, 1.4
  // docs/specification/versions.md 1.7
  test("charts of bases get the namespace of the including kustomization", async () => {
    const chart = entry("");
    const made = directory({
      "base/kustomization.yaml": chart,
      ...webChart("base/charts/web/"),
      "middle/kustomization.yaml": kustomization("resources: [../base]\n"),
      "one/kustomization.yaml": kustomization("namespace: one\nnamePrefix: one-\nresources: [../middle]\n"),
      "two/kustomization.yaml": kustomization("namespace: two\nnamePrefix: two-\nresources: [../middle]\n"),
      "three/kustomization.yaml": kustomization("namespace: three\nnamePrefix: three-\ncomponents: [../component]\n"),
      "component/kustomization.yaml":
        "apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nhelmCharts: [{name: web, releaseName: c}]\n",
      ...webChart("component/charts/web/"),
      "all/kustomization.yaml": kustomization("resources: [../one, ../two, ../three]\n"),
      "twice/kustomization.yaml": kustomization("namespace: t\nnamePrefix: t-\nresources: [../middle]\n"),
      "top/kustomization.yaml": kustomization("resources: [../all, ../twice]\n"),
    });
    for (const target of ["one", "two", "three", "all", "top", "middle"]) {
      const { stdout, stderr, status } = await build(made, target);
      expect({ target, status, stderr }).toEqual({ target, status: 0, stderr: "" });
      const releases = [...stdout.matchAll(/release-namespace: (\w+)/g)].map(([, name]) => name);
      const expected = { all: ["one", "three", "two"], top: ["one", "t", "three", "two"], middle: ["default"] };
      expect(new Set(releases)).toEqual(new Set(expected[target as keyof typeof expected] ?? [target]));
      expect(stdout).toBe(await reference(stdout, made, target));
    }
  });
});

withHelm("a chart of a revision", () => {
  test("is read from git, at both sides, and nothing is written into the repository", async () => {
    const made = directory({
      "app/kustomization.yaml": kustomization(
        "helmCharts: [{name: web, releaseName: r, valuesInline: {replicas: 2}}]\n",
      ),
      ...webChart("app/charts/web/"),
    });
    made.git("init", "--quiet", "--initial-branch=main");
    const before = made.commit("before");
    made.write({ "app/charts/web/values.yaml": "replicas: 1\nown: changed\n" });
    const after = made.commit("after");
    // The files on disk are those of neither revision.
    made.git("rm", "--quiet", "-r", "app");
    const args = ["diff", "--base", before, "--head", after, "--enable-helm", "--helm-command", HELM as string];
    const { status, stdout, stderr } = await krmRender(args, { cwd: made.path });
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toMatch(/^\+ +own: changed$/m);
    expect(stdout).toMatch(/^- +namespace: default$/m);
    expect(stdout).not.toContain("replicas: 1");
    expect(readdirSync(made.path)).toEqual([".git"]);
  });

  test("a random value of a template is the same at both sides", async () => {
    const template = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: random}\ndata: {key: {{ randAlphaNum 30 }}}\n";
    const made = directory({
      "kustomization.yaml": kustomization("helmCharts: [{name: web, releaseName: r}]\n"),
      ...webChart("charts/web/", { "templates/random.yaml": template }),
    });
    made.git("init", "--quiet", "--initial-branch=main");
    const base = made.commit("before");
    made.write({ "README.md": "x" });
    made.commit("after");
    const args = ["diff", "--base", base, "--head", "HEAD", "--enable-helm", "--helm-command", HELM as string];
    expect(await krmRender(args, { cwd: made.path })).toEqual({
      status: 0,
      stdout: expect.stringMatching(/^Nothing changes in 1 target\n/),
      stderr: "",
    });
  });
});

withHelm("a chart from elsewhere", () => {
  const source = temporaryDirectory();
  beforeAll(() => {
    writeFiles(source.path, webChart("web/"));
    helm("package", join(source.path, "web"), "--destination", join(source.path, "repo"));
  });
  afterAll(() => source.remove());

  // docs/specification/helm-charts.md 2.2
  test("over HTTP, once for many targets, and not into the tree", async () => {
    const server = await serve(join(source.path, "repo"));
    try {
      helm("repo", "index", join(source.path, "repo"), "--url", server.url);
      const chart = `helmCharts: [{name: web, repo: "${server.url}", version: 1.2.3, releaseName: r, valuesInline: {replicas: 6}}]\n`;
      const made = directory({
        "a/kustomization.yaml": kustomization(chart),
        "b/kustomization.yaml": kustomization(`${chart}namespace: b\n`),
        "c/kustomization.yaml": kustomization(
          chart.replace("valuesInline", "valuesFile: charts/web-1.2.3/web/values.yaml, valuesInline"),
        ),
      });
      const args = ["render", "--output-dir", "out", "--enable-helm", "--helm-command", HELM as string];
      expect(await krmRender(args, { cwd: made.path, env })).toEqual({ status: 0, stdout: "", stderr: "" });
      expect(server.requests.filter((url) => url.endsWith(".tgz"))).toEqual(["/web-1.2.3.tgz"]);
      expect(existsSync(join(made.path, "a/charts"))).toBe(false);
      for (const target of ["a", "b", "c"]) {
        const { stdout } = await build(made, target);
        expect(stdout).toContain("replicas: 6");
        expect(stdout).toBe(await reference(stdout, made, target));
      }
    } finally {
      await server.close();
    }
  });

  unless(NO_REGISTRY, test)("from an OCI registry", async () => {
    const oci = await registry(join(source.path, "registry"));
    try {
      helm("push", "--plain-http", join(source.path, "repo/web-1.2.3.tgz"), `oci://${oci.host}/charts`);
      const made = directory({
        "kustomization.yaml": kustomization(
          `helmCharts: [{name: web, repo: "oci://${oci.host}/charts/", version: 1.2.3, releaseName: r}]\n`,
        ),
      });
      const { status, stdout, stderr } = await build(made);
      expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
      expect(stdout).toContain("kind: Deployment");
      expect(stdout).toBe(await reference(stdout, made, "."));
    } finally {
      oci.close();
    }
  });

  test("a version that does not exist", async () => {
    const server = await serve(join(source.path, "repo"));
    try {
      helm("repo", "index", join(source.path, "repo"), "--url", server.url);
      const chart = `helmCharts: [{name: web, repo: "${server.url}", version: 9.9.9, releaseName: r}]\n`;
      const { status, stdout, stderr } = await build(directory({ "kustomization.yaml": kustomization(chart) }));
      expect([status, stdout]).toEqual([1, ""]);
      expect(stderr).toMatch(
        /^error: kustomization.yaml:3:14: chart web: the index of http:\/\/127\.0\.0\.1:\d+ has no version of web for 9\.9\.9\n/,
      );
    } finally {
      await server.close();
    }
  });
});

// docs/specification/helm-charts.md 2.6, 2.7
withHelm("what goes wrong", () => {
  test.each<[name: string, files: Record<string, string>, message: RegExp]>([
    [
      "a template",
      webChart("charts/web/", { "templates/bad.yaml": "kind: {{ fail .Values.ports }}\n" }),
      /^error: kustomization.yaml:4:3: chart web: helm template failed: .*web\/templates\/bad\.yaml/,
    ],
    [
      "a template that needs a value",
      webChart("charts/web/", { "templates/bad.yaml": 'kind: {{ required "say the kind" .Values.kind }}\n' }),
      /chart web: helm template failed: .*say the kind/,
    ],
    [
      "no object",
      webChart("charts/web/", { "templates/bad.yaml": "kind: Foo\n" }),
      /^error: kustomization.yaml:4:3: chart web: the output of helm cannot be used: missing metadata\.name/,
    ],
    [
      "no chart in the directory",
      { "charts/web/values.yaml": "a: b\n" },
      /chart web: helm template failed: .*Chart\.yaml file is missing/,
    ],
    [
      // docs/specification/helm-charts.md 3.1
      "no values",
      { "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n" },
      /chart web: charts\/web\/values\.yaml does not exist/,
    ],
  ])("%s", async (_name, files, message) => {
    const made = directory({
      "kustomization.yaml": kustomization("helmCharts:\n- name: web\n  releaseName: r\n"),
      ...files,
    });
    const { status, stdout, stderr } = await build(made);
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain(tmpdir());
  });
});
