/** HelmReleases with charts of every kind of source, from servers on the loopback interface; docs/specification/helm-charts.md 5, 10. */
import { chmodSync, existsSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { parseAllDocuments } from "yaml";
import { findProgram, lackOf } from "../programs.ts";
import { type Answer, text } from "../store/http/http-server.ts";
import { unless } from "../unless.ts";
import { bytes, type ChartServers, packaged, push, startChartServers, webChart } from "./chart-servers.ts";
import { ks } from "./deployments.ts";
import { type Directory, krmRender, type Result, temporaryDirectory } from "./terminal.ts";

jest.setTimeout(60_000);

const source = (kind: string, name: string, spec: string): string =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: {name: ${name}, namespace: apps}\nspec: ${spec}\n`;
const release = (name: string, spec: string): string =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: ${name}, namespace: apps}\nspec:\n${spec}`;
const chart = (name: string, kind: string, from: string, more = ""): string =>
  `  chart: {spec: {chart: ${name}, sourceRef: {kind: ${kind}, name: ${from}${from === "flux-system" ? ", namespace: flux-system" : ""}}${more}}}\n`;
const ref = (kind: string, name: string): string => `  chartRef: {kind: ${kind}, name: ${name}}\n`;

let servers: ChartServers;
let directory: Directory;

/** The releases: their specs, and the name and the version of the chart that Flux installs. */
function releases({
  manifest,
}: Pick<ChartServers, "manifest">): Record<string, readonly [spec: string, chart: unknown]> {
  const short = manifest.slice("sha256:".length, "sha256:".length + 12);
  return {
    "museum-exact": [chart("web", "HelmRepository", "museum", ", version: 1.2.3"), "web 1.2.3"],
    "museum-range": [chart("web", "HelmRepository", "museum", ', version: "^1"'), "web 1.3.0"],
    "museum-newest": [chart("db", "HelmRepository", "museum"), "db 1.3.0"],
    "oci-exact": [chart("web", "HelmRepository", "registry", ", version: 1.2.3"), "web 1.2.3"],
    "oci-range": [chart("web", "HelmRepository", "registry", ", version: 1.x"), "web 1.3.0"],
    "artifact-tag": [ref("OCIRepository", "tagged"), `web 1.2.3+${short}`],
    "artifact-semver": [ref("OCIRepository", "ranged"), `web 1.2.3+${short}`],
    "artifact-digest": [ref("OCIRepository", "fixed"), `web 1.2.3+${short}`],
    "artifact-flux": [ref("OCIRepository", "pushed"), expect.stringMatching(/^web 1\.2\.3\+[0-9a-f]{12}$/)],
    object: [ref("HelmChart", "object"), "db 1.2.3"],
    own: [chart("./charts/own", "GitRepository", "flux-system"), "own 1.0.0"],
    git: [chart("deploy/web", "GitRepository", "platform"), "web 2.0.0"],
  };
}

function sources({ museum, registry, manifest, repository, commit }: ChartServers): string {
  return [
    source("HelmRepository", "museum", `{url: "${museum}"}`),
    source("HelmRepository", "registry", `{type: oci, url: "oci://${registry}/charts", insecure: true}`),
    source("OCIRepository", "tagged", `{url: "oci://${registry}/charts/web", ref: {tag: 1.2.3}}`),
    source("OCIRepository", "ranged", `{url: "oci://${registry}/charts/web", ref: {semver: 1.x, semverFilter: "2"}}`),
    source("OCIRepository", "fixed", `{url: "oci://${registry}/charts/web", ref: {digest: "${manifest}"}}`),
    source("OCIRepository", "pushed", `{url: "oci://${registry}/artifacts/web", ref: {tag: main}}`),
    source("HelmChart", "object", "{chart: db, version: 1.2.3, sourceRef: {kind: HelmRepository, name: museum}}"),
    source("GitRepository", "platform", `{url: "${repository}", ref: {commit: ${commit}}}`),
  ].join("---\n");
}

const under = (place: string, files: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(files).map(([path, content]) => [`${place}/${path}`, content]));

/** Prints name and version of the chart in an object, as a chart of helm would. */
const STUB = `#!/bin/sh
if [ "$1" = version ]; then echo v3.99.0; exit; fi
release=$2
chart=$3
get() { sed -n "s/^$1: *//p" "$chart/Chart.yaml" | tr -d '"'; }
echo '---'
echo "# Source: x/templates/x.yaml"
echo '{apiVersion: v1, kind: ConfigMap, metadata: {name: '"$release"'}, data: {chart: "'"$(get name) $(get version)"'", charts: "'"$(ls "$chart/charts" 2>/dev/null | tr '\\n' ' ')"'"}}'
`;

beforeEach(async () => {
  directory = temporaryDirectory();
  servers = await startChartServers(join(directory.path, "served"));
  const dependencies = `dependencies:\n- {name: near, version: 1.x, repository: "file://../near"}\n- {name: db, version: ^1.2, repository: "${servers.museum}"}\n`;
  directory.write({
    "repo/clusters/prod/root.yaml": ks("root", "./apps"),
    "repo/apps/sources.yaml": sources(servers),
    ...Object.fromEntries(
      Object.entries(releases(servers)).map(([name, [spec]]) => [`repo/apps/${name}.yaml`, release(name, spec)]),
    ),
    ...under("repo/charts/own", webChart("own", "1.0.0")),
    ...under("repo/charts/near", webChart("near", "1.1.0")),
    "repo/charts/own/Chart.yaml": `apiVersion: v2\nname: own\nversion: 1.0.0\n${dependencies}`,
    "programs/helm": STUB,
  });
  chmodSync(join(directory.path, "programs/helm"), 0o755);
  git("init", "--quiet", "--initial-branch=main");
  git("remote", "add", "origin", "https://git.example/org/fleet.git");
  commitAll();
});
afterEach(async () => {
  await servers.close();
  directory.remove();
});

const git = (...args: string[]): string => directory.git("-C", join(directory.path, "repo"), ...args);
function commitAll(): void {
  git("add", "--all");
  git("commit", "--quiet", "--allow-empty", "--message=change");
}

/** @param programs the directory of helm */
function run(args: readonly string[], store = "store", programs = join(directory.path, "programs")): Promise<Result> {
  const PATH = `${programs}:${process.env["PATH"]}`;
  return krmRender(args, {
    cwd: join(directory.path, "repo"),
    env: { PATH, XDG_CACHE_HOME: join(directory.path, store) },
  });
}
const render = (...args: string[]): Promise<Result> => run(["render", "--output-dir", "../out", ...args]);

const place = (name: string): string => join(directory.path, `out/flux/prod/apps/HelmRelease/${name}.yaml`);
/** The data of the objects that a chart of the tests has made. */
const rendered = (name: string): Record<string, string>[] =>
  parseAllDocuments(readFileSync(place(name), "utf8")).flatMap((each) => (each.toJS() as { data?: never }).data ?? []);
/** The names and versions of charts, as their templates see them. */
const charts = (name: string): unknown[] => rendered(name).map((data) => data["chart"]);
const names = (): string[] => Object.keys(releases(servers));
const errors = ({ stderr }: Result): string[] => stderr.split("\n").filter((line) => line.startsWith("error: "));
/** The releases that were not rendered. */
const failed = (): string[] => names().filter((name) => !existsSync(place(name)));

test("each kind of source is fetched once, and locked", async () => {
  const first = await render("--lock-out", "krm-render.lock");
  expect([first.status, errors(first)]).toEqual([0, []]);
  for (const [name, [, wanted]] of Object.entries(releases(servers)))
    expect([name, charts(name)]).toEqual([name, [wanted]]);
  expect(rendered("own")[0]?.["charts"]).toBe("db near ");
  expect(servers.requests().length).toBeGreaterThan(names().length);

  const { entries } = JSON.parse(readFileSync(join(directory.path, "repo/krm-render.lock"), "utf8")) as {
    entries: { kind: string; digest: string; usedBy: string[] }[];
  };
  expect(entries.map(({ kind, usedBy }) => `${kind} ${usedBy.join()}`).sort()).toEqual(
    names()
      .map((name) => `${name === "git" ? "git" : "chart"} flux://prod/apps/HelmRelease/${name}`)
      .sort(),
  );

  // What can move is asked for: the index, tags, and the manifests of tags.
  expect((await render()).status).toBe(0);
  const again = servers.requests();
  expect(again.filter((path) => !/index\.yaml$|\/tags\/list|\/manifests\/(?!sha256)/.test(path))).toEqual([]);
  const fixed = ["museum-exact", "oci-exact", "artifact-digest", "object", "git"].map(
    (name) => `flux://prod/apps/HelmRelease/${name}`,
  );
  expect((await render(...fixed)).status).toBe(0);
  expect(servers.requests()).toEqual([]);

  const locked = await render("--locked");
  expect([locked.status, locked.stderr]).toEqual([0, ""]);
  expect(servers.requests()).toEqual([]);
});

/** Another content in place of a chart, or none. */
type Mischief = (answers: Record<string, Answer | Answer[]>, other: Buffer) => void;
const OF_THE_MUSEUM = ["museum-exact", "museum-range", "museum-newest", "object", "own"];
const OF_ITS_TAG = ["oci-exact", "artifact-tag", "artifact-semver"];

const other = (): Promise<Buffer> => packaged({ ...webChart("web", "1.2.3"), "values.yaml": "level: error\n" });

describe("with a lock and an empty store", () => {
  test.each<[what: string, mischief: Mischief, failing: readonly string[], problem: RegExp]>([
    ["a server that has the same as before", () => {}, [], /x/],
    [
      "a registry that has moved a tag",
      (answers, moved) => void push(answers, "charts/web", "1.2.3", moved),
      OF_ITS_TAG,
      /chart oci:\S+ is sha256:\w+, and krm-render\.lock has sha256:\w+$/,
    ],
    [
      "a registry that sends another manifest for a digest",
      (answers, moved) => {
        const digest = push(answers, "charts/web", "moved", moved);
        answers[`/v2/charts/web/manifests/${servers.manifest}`] = answers[
          `/v2/charts/web/manifests/${digest}`
        ] as Answer;
      },
      ["artifact-digest"],
      /digest/,
    ],
    [
      "a registry that sends another archive for a digest",
      (answers, moved) => {
        for (const path of Object.keys(answers)) if (/web\/blobs/.test(path)) answers[path] = bytes(moved);
      },
      ["oci-exact", "oci-range", "artifact-tag", "artifact-semver", "artifact-digest", "artifact-flux"],
      /digest|bytes/,
    ],
    [
      "an index whose digests are not those of its archives",
      (answers, moved) => {
        for (const path of Object.keys(answers)) if (path.endsWith(".tgz")) answers[path] = bytes(moved);
      },
      OF_THE_MUSEUM,
      /has the digest sha256:\w+, not sha256:\w+, which the index of \S+ gives$/,
    ],
    [
      "an index that is gone",
      (answers) => void delete answers["/stable/index.yaml"],
      OF_THE_MUSEUM,
      /index\.yaml|the index of/,
    ],
    [
      "an index that is none",
      (answers) => void (answers["/stable/index.yaml"] = text("a: [")),
      OF_THE_MUSEUM,
      /the index of \S+ cannot be used: /,
    ],
  ])("%s: others are rendered", async (_, mischief, failing, problem) => {
    await render("--lock-out", "krm-render.lock");
    mischief(servers.answers, await other());
    rmSync(join(directory.path, "out"), { recursive: true });
    const result = await run(["render", "--output-dir", "../out", "--locked"], "other-store");
    expect([result.status, failed().sort()]).toEqual([failing.length === 0 ? 0 : 1, [...failing].sort()]);
    expect(errors(result)).toHaveLength(failing.length);
    for (const error of errors(result)) {
      expect(error).toMatch(/^error: (?:apps|charts)\/\S+\.yaml:\d+:\d+: /);
      expect(error).toMatch(problem);
    }
    expect(result.stderr.match(/^ {2}hint: /gm) ?? []).toHaveLength(failing.length);
  });
});

test("a tag that moves between both sides has one content", async () => {
  const { answers } = servers;
  const before = answers["/v2/charts/web/manifests/1.2.3"] as Answer;
  push(answers, "charts/web", "1.2.3", await other());
  const after = answers["/v2/charts/web/manifests/1.2.3"] as Answer;
  answers["/v2/charts/web/manifests/1.2.3"] = [before, before, after];
  directory.write({
    "repo/apps/artifact-tag.yaml": release("artifact-tag", `${ref("OCIRepository", "tagged")}  values: {a: b}\n`),
  });
  const result = await run(["diff", "--base", "HEAD", "flux://prod/apps/HelmRelease/artifact-tag"]);
  expect(result.stdout).toContain("Nothing changes in 1 target");
  expect(servers.requests().filter((path) => path.includes("/manifests/"))).toHaveLength(1);
});

const FULL = release(
  "full",
  `  chart:
    spec:
      chart: ./charts/full
      sourceRef: {kind: GitRepository, name: flux-system, namespace: flux-system}
      valuesFiles: [charts/full/values.yaml, charts/full/ci/debug.yaml]
  targetNamespace: shop
  install: {crds: Skip}
  upgrade: {crds: Skip}
  test: {enable: false}
  valuesFrom:
  - {kind: ConfigMap, name: more}
  - {kind: Secret, name: token, valuesKey: token, targetPath: auth.token}
  values: {count: 3}
  postRenderers:
  - kustomize:
      patches:
      - target: {kind: Deployment}
        patch: '[{"op": "add", "path": "/spec/paused", "value": true}]'
  commonMetadata: {labels: {team: a}}
`,
);
const OBJECTS = {
  "apps/full.yaml": FULL,
  "apps/more.yaml":
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: more, namespace: apps}\ndata:\n  values.yaml: |\n    image: shop:2\n    count: 1\n",
  "apps/token.yaml":
    "apiVersion: v1\nkind: Secret\nmetadata: {name: token, namespace: apps}\nstringData: {token: hunter2hunter2}\n",
};
const FULL_CHART = {
  ...webChart("full", "1.0.0"),
  "values.yaml": "level: info\ncount: 0\nimage: none\n",
  "templates/web.yaml": `apiVersion: apps/v1
kind: Deployment
metadata: {name: {{ .Release.Name }}, annotations: {level: {{ .Values.level }}, sum: {{ .Values.auth.token | sha256sum }}}}
spec:
  replicas: {{ .Values.count }}
  template: {spec: {containers: [{name: web, image: "{{ .Values.image }}"}]}}
`,
  "templates/hook.yaml":
    "apiVersion: batch/v1\nkind: Job\nmetadata: {name: before, annotations: {helm.sh/hook: pre-upgrade}}\n",
  "templates/test.yaml": "apiVersion: v1\nkind: Pod\nmetadata: {name: check, annotations: {helm.sh/hook: test}}\n",
  "crds/shop.yaml":
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: shops.example.com}\n",
};

unless(lackOf("HELM_BIN", "helm"), describe)("with helm", () => {
  const withHelm = (...args: string[]): Promise<Result> => run(args, "store", join(directory.path, "helm"));
  beforeEach(() => {
    directory.write({ "helm/x": "" });
    symlinkSync(findProgram("HELM_BIN", "helm") ?? "", join(directory.path, "helm/helm"));
    directory.write(under("repo", { ...OBJECTS, ...under("charts/full", FULL_CHART) }));
    commitAll();
  });

  test("all sources are rendered, as is a release with all that Flux does to values and objects", async () => {
    const result = await withHelm("render", "--output-dir", "../out");
    expect([result.status, errors(result), failed()]).toEqual([0, [], []]);
    for (const [name, [, wanted]] of Object.entries(releases(servers)))
      expect([name, charts(name)]).toEqual([name, name === "own" ? ["db 1.3.0", "near 1.1.0", wanted] : [wanted]]);
    expect(readFileSync(place("full"), "utf8")).toBe(`apiVersion: apps/v1
kind: Deployment
metadata:
  annotations:
    level: debug
    sum: 76880d60191af3b3f803a656b7716f0179928357fc32421ced973ed265e15718
  labels:
    team: a
  name: shop-full
  namespace: shop
spec:
  paused: true
  replicas: 3
  template:
    spec:
      containers:
      - image: shop:2
        name: web
---
apiVersion: batch/v1
kind: Job
metadata:
  annotations:
    helm.sh/hook: pre-upgrade
  labels:
    team: a
  name: before
  namespace: shop
`);
  });

  test("diff shows what the changes of values and of a version do", async () => {
    directory.write({
      "repo/apps/more.yaml": OBJECTS["apps/more.yaml"].replace("shop:2", "shop:3"),
      "repo/apps/token.yaml": OBJECTS["apps/token.yaml"].replaceAll("hunter2", "swordfish"),
      "repo/apps/museum-exact.yaml": release(
        "museum-exact",
        chart("web", "HelmRepository", "museum", ", version: 1.3.0"),
      ),
    });
    const { status, stdout } = await withHelm("diff", "--base", "HEAD");
    expect(status).toBe(0);
    expect(stdout.match(/^# (?:changed|added|removed).*/gm)).toEqual([
      "# changed Deployment shop/shop-full: image shop 2 → 3; its Pods do not change as long as paused is set",
      "# changed HelmRelease apps/museum-exact: chart.spec.version 1.2.3 → 1.3.0",
      "# changed ConfigMap apps/museum-exact-web: data.chart web 1.2.3 → web 1.3.0",
      expect.stringContaining("# changed ConfigMap apps/more: "),
      "# changed Secret apps/token: data.token withheld value changed",
    ]);
    expect(stdout).toContain("-    sum: <redacted, before>\n+    sum: <redacted, after>\n");
    expect(stdout).not.toMatch(/hunter2|swordfish|76880d60/);
  });
});
