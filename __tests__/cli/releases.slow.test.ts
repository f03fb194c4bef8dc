/** The commands in a repository with HelmReleases, whose charts lie in it. */
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { afterAll, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { findProgram, lackOf } from "../programs.ts";
import { unless } from "../unless.ts";
import { ks } from "./deployments.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

jest.setTimeout(60_000);

const release = (name: string, rest: string): string => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: {name: ${name}, namespace: apps}
spec:
${rest}`;
const CHART = `  chart:
    spec:
      chart: ./charts/web
      sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
`;

const FILES = {
  "clusters/prod/root.yaml": ks("root", "./apps"),
  "apps/web.yaml": release(
    "web",
    `${CHART}  valuesFrom:\n  - {kind: ConfigMap, name: more}\n  - {kind: Secret, name: token, valuesKey: token, targetPath: token}\n  values:\n    count: 3\n`,
  ),
  "apps/other.yaml": release(
    "other",
    `${CHART.replace("      sourceRef", "      valuesFiles: [charts/web/values.yaml, envs/other.yaml]\n      sourceRef")}  values: {level: info}\n`,
  ),
  "envs/other.yaml": "image: shop:3\n",
  "envs/unused.yaml": "image: shop:4\n",
  "apps/far.yaml": release("far", "  chartRef: {kind: OCIRepository, name: far, namespace: apps}\n"),
  "apps/more.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: apps}\ndata:\n  values.yaml: |\n    image: shop:2\n",
  "apps/token.yaml":
    "apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: apps}\nstringData: {token: hunter2hunter2}\n",
  "apps/sources.yaml":
    "apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: {name: far, namespace: apps}\nspec: {url: 'oci://registry.invalid/charts/far', ref: {tag: 1.2.3}}\n",
  "charts/web/Chart.yaml": "apiVersion: v2\nname: web\nversion: 1.0.0\n",
  "charts/web/values.yaml": "count: 1\nlevel: debug\nimage: none\n",
  "charts/web/templates/web.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: {{ .Release.Name }}}
data:
  count: "{{ .Values.count }}"
  image: registry.test/{{ .Values.image }}
  level: {{ .Values.level }}
  cluster: {{ .Capabilities.KubeVersion.Version }}
  token: {{ .Values.token | default "none" }}
`,
};

const repository = temporaryDirectory(FILES);
repository.git("init", "--quiet");
repository.git("remote", "add", "origin", "https://github.com/acme/fleet");
afterAll(() => repository.remove());
const cwd = repository.path;
const id = (name: string): string => `flux://prod/apps/HelmRelease/${name}`;

describe("without helm", () => {
  const tools = temporaryDirectory({});
  symlinkSync(findProgram("git") ?? "", join(tools.path, "git"));
  afterAll(() => tools.remove());
  const run = (...args: string[]) => krmRender(args, { cwd, env: { PATH: tools.path } });

  test("targets says which charts are rendered", async () => {
    const { stdout, stderr } = await run("targets");
    expect(stderr).toBe("");
    const columns = stdout.split("\n").map((line) => line.split("\t"));
    expect(columns.flatMap(([target, , content]) => (target?.includes("HelmRelease") ? [content] : []))).toEqual(
      [
        "renders the chart far 1.2.3 of oci://registry.invalid/charts, declared at apps/far.yaml:1:1",
        "renders the chart charts/web, declared at apps/other.yaml:1:1",
        "renders the chart charts/web, declared at apps/web.yaml:1:1",
      ].map((content) => `${content}, which flux://prod/flux-system/root applies`),
    );
  });

  test.each([
    ["apps/web.yaml", [[id("web"), "apps/web.yaml declares it"]]],
    ["apps/more.yaml", [[id("web"), "reads ConfigMap more, which flux://prod/flux-system/root applies"]]],
    ["apps/sources.yaml", [[id("far"), "reads OCIRepository far, which flux://prod/flux-system/root applies"]]],
    [
      "charts/web/templates/web.yaml",
      [
        [id("other"), "through charts/web"],
        [id("web"), "through charts/web"],
      ],
    ],
  ])("targets --why %s", async (file, lines) => {
    const { stdout } = await run("targets", "--why", file);
    const releases = stdout.split("\n").filter((line) => line.includes("/HelmRelease/"));
    expect(releases).toEqual(
      lines.map((line) => expect.stringMatching(`^${line[0]}\t(?:apps/more.yaml sets fields of it; )?${line[1]}$`)),
    );
  });

  test.each([
    ["charts/web/templates/web.yaml", ["other", "web"]],
    ["envs/other.yaml", ["other"]],
    ["envs/unused.yaml", []],
    ["apps/more.yaml", ["web"]],
  ])("a change of %s affects %j", async (file, names) => {
    const base = repository.commit("before");
    repository.write({
      [file]: `${FILES[file as keyof typeof FILES]}${file === "apps/more.yaml" ? "    more: 1\n" : "# more\n"}`,
    });
    const { stdout } = await run("targets", "--changed-since", base);
    const affected = stdout.split("\n").flatMap((line) => /^flux:.*\/HelmRelease\/(\w+)\t/.exec(line)?.[1] ?? []);
    repository.write(FILES);
    expect(affected).toEqual(names);
  });

  test("render says once that helm is missing", async () => {
    const { status, stderr } = await run("render", id("web"), id("other"), "--output-dir", join(cwd, "../out"));
    expect(status).toBe(1);
    expect(stderr.match(/^error: .*/gm)).toEqual(["error: charts are not rendered: helm is not installed here"]);
  });
});

const LACK = lackOf("HELM_BIN", "helm");

unless(LACK, describe)("with helm", () => {
  const programs = temporaryDirectory({});
  const calls = join(programs.path, "calls");
  const store = temporaryDirectory({});
  afterAll(() => {
    programs.remove();
    store.remove();
  });
  mkdirSync(join(programs.path, "bin"));
  const program = join(programs.path, "bin/helm");
  writeFileSync(program, `#!/bin/sh\necho "$1" >> ${calls}\nexec ${findProgram("HELM_BIN", "helm")} "$@"\n`);
  chmodSync(program, 0o755);
  beforeEach(() => writeFileSync(calls, ""));

  const PATH = [join(programs.path, "bin"), process.env["PATH"]].join(delimiter);
  const run = (...args: string[]) => krmRender(args, { cwd, env: { PATH, XDG_CACHE_HOME: store.path } });
  const rendered = (): number =>
    readFileSync(calls, "utf8")
      .split("\n")
      .filter((line) => line === "template").length;

  test("build prints what the cluster gets, and helm renders a chart once", async () => {
    const first = await run("build", id("other"));
    expect(first.stdout).toContain("name: other\n");
    expect(first.stdout).toContain("level: info\n");
    expect(rendered()).toBe(1);
    expect(await run("build", id("other"))).toEqual(first);
    expect(rendered()).toBe(1);
  });

  test("what depends on a Secret is rendered each time", async () => {
    await run("build", id("web"));
    const before = rendered();
    expect((await run("build", id("web"))).stdout).toContain("token: hunter2hunter2\n");
    expect(rendered()).toBe(2 * before);
  });

  test.each([
    [["build", id("other")], "", "cluster: v1.30\n"],
    [["build", id("other")], "--helm-kube-version=1.31.4", "cluster: v1.31.4\n"],
    [["explain", id("other"), "ConfigMap/other", "data.cluster"], "", ": v1.30\n"],
  ])("%s sees the declared version of Kubernetes, or that of the option %s", async (args, option, text) => {
    repository.write({ ".krm-render.yaml": "kubernetes-version: 1.30\n" });
    expect((await run(...args, ...(option === "" ? [] : [option]))).stdout).toContain(text);
    repository.write({ ".krm-render.yaml": "" });
  });

  test("--helm-kube-version counts without --enable-helm", async () => {
    expect((await run("build", id("other"), "--helm-kube-version", "1.31.4")).stdout).toContain("cluster: v1.31.4\n");
  });

  test.each([
    ["data.count", '"3" (equals the value count at apps/web.yaml:13:12)'],
    ["data.image", "registry.test/shop:2 (holds the value image at apps/more.yaml:5:16)"],
    ["data.level", "debug (equals the value level at charts/web/values.yaml:2:8)"],
    ["data.token", "<redacted>"],
    ["metadata.name", "web (equals none of the values image at apps/more.yaml:5:16, count at apps/web.yaml:13:12)"],
  ])("explain names the template of %s, and the values", async (field, text) => {
    const { stdout } = await run("explain", id("web"), "ConfigMap/web", field);
    expect(stdout).toContain(`charts/web/templates/web.yaml  chart  ${text}`);
    expect(stdout).not.toContain("hunter2");
  });

  test.each([
    ["data.count", '"5" (equals the value count at argocd/shop.yaml:13:9)'],
    ["data.level", "warn (equals the value level at envs/argo.yaml:1:8)"],
    ["data.image", "registry.test/shop:9 (holds the value image at argocd/shop.yaml:11:15)"],
  ])("explain names the values of an Application for %s", async (field, text) => {
    repository.write({
      "envs/argo.yaml": "level: warn\nimage: shop:9\ncount: 5\n",
      "argocd/shop.yaml": `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: {name: shop, namespace: argocd}
spec:
  destination: {name: in-cluster, namespace: shop}
  source:
    repoURL: https://github.com/acme/fleet
    path: charts/web
    helm:
      valueFiles: [/envs/argo.yaml]
      values: "image: shop:9"
      parameters:
      - {name: count, value: "5"}
`,
    });
    const { stdout } = await run("explain", "argocd://in-cluster/argocd/shop", "ConfigMap/shop", field);
    expect(stdout).toContain(`charts/web/templates/web.yaml  chart  ${text}`);
  });

  test("a release that the configuration lists is built, explained and reviewed", async () => {
    const list =
      "deployments:\n  charts:\n  - {path: charts/web, release: shop, namespace: eu, cluster: prod, values: [envs/other.yaml]}\n";
    repository.write({ ".krm-render.yaml": list });
    const base = repository.commit("list");
    expect((await run("build", "helm://prod/eu/shop")).stdout).toContain("name: shop\n  namespace: eu\n");
    const explained = await run("explain", "helm://prod/eu/shop", "ConfigMap/shop", "data.image");
    expect(explained.stdout).toContain("registry.test/shop:3 (holds the value image at envs/other.yaml:1:8)");
    repository.write({ "envs/other.yaml": "image: shop:5\n" });
    const { stdout } = await run("diff", "--base", base, "--format=markdown", "helm://prod/**");
    repository.write({ ".krm-render.yaml": "", "envs/other.yaml": FILES["envs/other.yaml"] });
    expect(stdout).toContain("ConfigMap `eu/shop`");
    expect(stdout).toContain("Release `eu/shop`");
    expect(stdout).toContain("`envs/other.yaml:1` (values)");
    const missing = await run("build", "helm://prod/eu/shp");
    expect(missing.stderr).toContain("error: no release of helm has the id helm://prod/eu/shp");
  });
});
