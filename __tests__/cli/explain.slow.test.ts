import { chmodSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { krmRender, temporaryDirectory } from "./terminal.ts";

const directory = temporaryDirectory({
  "base/kustomization.yaml": "resources: [web.yaml]\n",
  "base/web.yaml":
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n  replicas: 1\n  paused: true\n",
  "prod/kustomization.yaml":
    "resources: [../base]\nnamespace: shop\nreplicas:\n- name: web\n  count: 3\nsecretGenerator:\n- name: s\n  literals: [a=hunter2]\n",
  "old/kustomization.yaml": "bases: [../base]\n",
  "outside/kustomization.yaml": "resources: [../base/web.yaml]\n",
  "two/kustomization.yaml": "resources: [../prod, ../base]\n",
  "hashes/kustomization.yaml": "resources: [a.yaml]\nconfigMapGenerator: [{name: a, literals: [x=y]}]\n",
  "hashes/a.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a-4k5gkm67fh}\n",
  "names/kustomization.yaml": "resources: [service.yaml, ../base]\n",
  "names/service.yaml": "apiVersion: v1\nkind: Service\nmetadata: {name: web}\n",
  "chart/kustomization.yaml": "helmCharts: [{name: c}]\n",
  "chart/charts/c/Chart.yaml": "apiVersion: v2\nname: c\nversion: 1.0.0\n",
  "chart/charts/c/values.yaml": "{}\n",
  helm: "#!/bin/sh\n[ $1 = version ] && echo v3.16.0 && exit\necho $$ > ${0%/*}/pid\nexec sleep 60\n",
  "hostile/kustomization.yaml": `resources: ["a\\e[31m.yaml"]\n`,
  "hostile/a\u001b[31m.yaml": `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {"k\\e\\u202e\\n": "\\e[31mred\\r\\u202e"}\n`,
});
const cwd = directory.path;

afterAll(() => directory.remove());

describe("explain", () => {
  test("lists the objects", async () => {
    const stdout =
      "  Secret/s-<hash>      shop  prod/kustomization.yaml:7:3\n  Deployment.apps/web  shop  base/web.yaml:1:1\n";
    expect(await krmRender(["explain", "prod"], { cwd })).toEqual({ status: 0, stdout, stderr: "" });
  });

  test("lists the changes of an object", async () => {
    const stdout = `Deployment shop/web
  base/web.yaml:1:1             resources  the object (by base/kustomization.yaml:1:13)
  prod/kustomization.yaml:2:12  namespace  metadata.namespace: shop
  prod/kustomization.yaml:5:10  replicas   spec.replicas: 1 → 3 (by prod/kustomization.yaml:4:3)
`;
    expect(await krmRender(["explain", "prod", "Deployment/web"], { cwd })).toEqual({ status: 0, stdout, stderr: "" });
  });

  test("lists the changes of a field, newest first", async () => {
    const { status, stdout } = await krmRender(["explain", "prod", "deployment/web", "spec.replicas"], { cwd });
    expect([status, stdout]).toEqual([
      0,
      `spec.replicas of Deployment shop/web: 3
  prod/kustomization.yaml:5:10  replicas   1 → 3 (by prod/kustomization.yaml:4:3)
  base/web.yaml:5:13            resources  1 (by base/kustomization.yaml:1:13)
`,
    ]);
  });

  test.each([
    ["Secret/s"],
    ["Secret/s-<hash>"],
    ["Secret/s-<hash, before>"],
    ["Secret/s-4k5gkm67fh"],
    ["Secret/shop/s"],
    ["Secret shop/s"],
    ["Secret/shop/s-<hash, after>"],
    ["secret/shop/s", "--namespace=shop"],
  ])("finds an object by the name that a review prints: %s", async (...args) => {
    const { status, stdout } = await krmRender(["explain", "prod", ...args], { cwd });
    expect([status, stdout.split("\n")[0]]).toEqual([0, "Secret shop/s-<hash>"]);
  });

  test("prefers the exact name to one with another hash, and looks into the namespace only", async () => {
    const { stdout } = await krmRender(["explain", "hashes", "ConfigMap/a-4k5gkm67fh"], { cwd });
    expect(stdout).toMatch(/^ConfigMap a-4k5gkm67fh\n/);
    const { status, stderr } = await krmRender(["explain", "prod", "Secret/other/s"], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining("there is no Secret/s in namespace other")]);
  });

  test("--format json", async () => {
    const args = ["explain", "prod", "Deployment/web", "spec.replicas", "--format=json"];
    const { changes, ...rest } = JSON.parse((await krmRender(args, { cwd })).stdout);
    expect(rest).toMatchObject({ version: 1, object: { name: "web" }, field: "spec.replicas", value: 3 });
    expect(changes).toEqual([
      {
        step: "replicas",
        path: "spec.replicas",
        op: "changed",
        before: 1,
        after: 3,
        file: "prod/kustomization.yaml",
        line: 5,
        column: 10,
        entry: { file: "prod/kustomization.yaml", line: 4, column: 3 },
      },
      expect.objectContaining({ step: "resources", op: "added", after: 1, file: "base/web.yaml", line: 5 }),
    ]);
    const { objects } = JSON.parse((await krmRender(["explain", "prod", "--format=json"], { cwd })).stdout);
    expect(objects.map(({ name }: { name: string }) => name)).toEqual(["s-<hash>", "web"]);
  });

  test("--namespace, also as -n", async () => {
    for (const option of [["--namespace=shop"], ["-n", "shop"]]) {
      const { stdout } = await krmRender(["explain", "two", "Deployment/web", ...option], { cwd });
      expect(stdout).toMatch(/^Deployment shop\/web\n/);
    }
    const { status, stderr } = await krmRender(["explain", "two", "Deployment/web"], { cwd });
    expect([status, stderr]).toEqual([1, expect.stringMatching(/^error: .*2 objects: .*\n {2}hint: .*--namespace/)]);
  });

  test("values of Secrets are withheld", async () => {
    const { stdout } = await krmRender(["explain", "prod", "Secret/s", "data.a"], { cwd });
    expect(stdout).toMatch(/^data\.a of Secret shop\/s-<hash>: <redacted>\n {2}prod\/kustomization.yaml:8:14 /);
  });

  test("the options of build", async () => {
    expect((await krmRender(["explain", "outside", "Deployment/web"], { cwd })).status).toBe(1);
    const args = ["explain", "outside", "Deployment/web", "--load-restrictor=LoadRestrictionsNone"];
    expect((await krmRender(args, { cwd })).status).toBe(0);
    const label = ["explain", "base", "Deployment/web", "--build-option", "enable-managedby-label"];
    expect((await krmRender(label, { cwd })).stdout).toMatch(/\n {2}- +managed-by +metadata\.labels: /);
    const { stderr } = await krmRender(["explain", "chart", "Deployment/web"], { cwd });
    expect(stderr).toContain("--enable-helm");
  });

  test("ends helm at the time limit", async () => {
    chmodSync(join(cwd, "helm"), 0o755);
    const args = ["explain", "chart", "--enable-helm", "--helm-command", join(cwd, "helm"), "--timeout", "2s"];
    const { status, stderr } = await krmRender(args, { cwd });
    expect([status, stderr]).toEqual([1, expect.stringContaining("2 seconds")]);
    const helm = Number(readFileSync(join(cwd, "pid"), "utf8"));
    expect(helm).toBeGreaterThan(1);
    for (let tries = 0; tries < 100 && isRunning(helm); tries++) await new Promise((go) => setTimeout(go, 50));
    expect(isRunning(helm)).toBe(false);
  });

  test("warnings of the build go to standard error", async () => {
    const { status, stderr } = await krmRender(["explain", "old", "Deployment/web"], { cwd });
    expect([status, stderr]).toEqual([0, expect.stringMatching(/^warning: old\/kustomization\.yaml:1:1: /)]);
  });

  test.each([
    [["gone"], /^error: gone: /],
    [["prod", "Deployment/wbe"], /^error: there is no Deployment\/wbe\n {2}hint: Did you mean Deployment\.apps\/web/],
    [
      ["names", "Deployment/web", "--namespace", "other"],
      /^error: there is no Deployment\/web in namespace other\n {2}hint: Did you mean Deployment\.apps\/web/,
    ],
    [
      ["prod", "Deployment/web", "spec.pausd"],
      /^error: .* has no field spec\.pausd, and never had one\n {2}hint: .*spec\.paused/,
    ],
  ])("%j fails", async (args, message) => {
    const { status, stdout, stderr } = await krmRender(["explain", ...args], { cwd });
    expect([status, stdout, stderr]).toEqual([1, "", expect.stringMatching(message)]);
  });

  test.each([
    [[], "explain needs a directory or an id: explain DIR|ID [KIND/NAME] [FIELD]"],
    [["prod", "web"], 'illegal object "web": expected KIND/NAME, KIND.GROUP/NAME or KIND/NAMESPACE/NAME'],
    [
      ["prod", "Secret/other/s", "--namespace=shop"],
      'illegal object "Secret/other/s": expected KIND/NAME, KIND.GROUP/NAME or KIND/NAMESPACE/NAME',
    ],
    [["prod", "a/b", "c", "d"], "explain takes a directory or an id, an object and a field at most"],
  ])("%j is a usage error", async (args, message) => {
    const { status, stdout, stderr } = await krmRender(["explain", ...args], { cwd });
    expect([status, stdout, stderr.split("\n")[0]]).toEqual([2, "", `error: ${message}`]);
  });

  test.each([[[]], [["ConfigMap/a"]], [["ConfigMap/a", "data"]], [["ConfigMap/a", "--format=json"]]])(
    "%j prints no control character",
    async (args) => {
      const { status, stdout } = await krmRender(["explain", "hostile", ...args], { cwd });
      expect(status).toBe(0);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones that must not be printed
      expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    },
  );

  test("the JSON form has the unescaped characters", async () => {
    const { stdout } = await krmRender(["explain", "hostile", "ConfigMap/a", "--format=json"], { cwd });
    expect(JSON.parse(stdout).object.file).toBe("hostile/a\u001b[31m.yaml");
  });
});

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch {
    return false;
  }
}

describe("what the configuration withholds", () => {
  const config = (configuration: string) => ({
    ".git/HEAD": "ref: refs/heads/main\n",
    ".krm-render.yaml": configuration,
    "base/kustomization.yaml": "resources: [all.yaml]\n",
    "base/all.yaml": `apiVersion: v1
kind: ConfigMap
metadata: {name: c}
data: {license: hunter2-old, shown: plain}
---
apiVersion: apps/v1
kind: Deployment
metadata: {name: w}
spec: {template: {spec: {containers: [{name: web, env: [{name: API_KEY, value: hunter2-env}]}]}}}
`,
    "prod/kustomization.yaml": `resources: [../base]
patches:
- patch: "{apiVersion: v1, kind: ConfigMap, metadata: {name: c}, data: {license: hunter2-new}}"
`,
  });
  const OTHER = "redaction: [{kinds: Deployment, paths: /spec/**}]\n";
  const questions = [
    ["ConfigMap/c"],
    ["ConfigMap/c", "data"],
    ["ConfigMap/c", "data.license"],
    ["Deployment/w"],
    ["Deployment/w", "spec.template.spec.containers.[name=web].env"],
  ];
  const answers = async (configuration: string, ...more: string[]): Promise<string> => {
    const repository = temporaryDirectory({ ...config(configuration), "other.yaml": OTHER });
    try {
      const texts = [];
      for (const format of ["text", "json"]) {
        for (const question of questions) {
          const args = ["explain", ".", ...question, "--format", format, ...more];
          const { status, stdout, stderr } = await krmRender(args, { cwd: join(repository.path, "prod") });
          expect(status).toBe(0);
          texts.push(stdout, stderr);
        }
      }
      return texts.join("");
    } finally {
      repository.remove();
    }
  };

  test("is not told, from wherever in the repository the question comes", async () => {
    const text = await answers(`redaction:
- {kinds: ConfigMap, paths: /data/license}
- {kinds: Deployment, paths: /spec/template/spec/containers/web/env/API_KEY/value}
`);
    expect(text).not.toContain("hunter2");
    expect(text).toContain("plain");
    expect(await answers("{}")).toContain("hunter2-env");
  });

  test("is everything if the file has mistakes", async () => {
    const text = await answers("redaction: 1\n");
    expect(text).not.toMatch(/hunter2|plain/);
    expect(text).toContain("warning: ../.krm-render.yaml:1:12");
  });

  test("adds up with --redact", async () => {
    const file = "redaction: [{kinds: ConfigMap, paths: /data/license}]\n";
    const text = await answers(file, "--redact", "Deployment/w:/spec/template/spec/containers/web/env");
    expect(text).not.toContain("hunter2");
    expect(text).toContain("plain");
    const { status, stderr } = await krmRender(["explain", ".", "--redact", "data"]);
    expect([status, stderr]).toEqual([2, expect.stringContaining('--redact: "data" is not a pattern of values')]);
  });

  test("is what the file of --configuration says", async () => {
    const text = await answers("redaction: 1\n", "--configuration", "../other.yaml");
    expect(text).not.toMatch(/hunter2-env|warning/);
    expect(text).toContain("hunter2-new");
    const { status, stderr } = await krmRender(["explain", ".", "--configuration", "absent.yaml"]);
    expect([status, stderr]).toEqual([1, expect.stringContaining("absent.yaml: no such file")]);
  });
});
