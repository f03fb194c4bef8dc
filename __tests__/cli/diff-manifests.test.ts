/** `krm-render diff --from PATH --to PATH`. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const made: Directory[] = [];
afterAll(() => {
  for (const directory of made) directory.remove();
});

function directoryOf(files: Record<string, string>): Directory {
  const directory = temporaryDirectory(files);
  made.push(directory);
  return directory;
}

const CHANGED = `diff --git a/after/ConfigMap-web.yaml b/after/ConfigMap-web.yaml
--- a/after/ConfigMap-web.yaml
+++ b/after/ConfigMap-web.yaml
@@ -1,6 +1,6 @@ data
 apiVersion: v1
 data:
-  key: old
+  key: new
 kind: ConfigMap
 metadata:
   name: web
`;

test("directories, without a repository around them", async () => {
  const { path } = directoryOf({
    "before/all.yaml": `${configMap("web", "old")}---\n${configMap("same")}`,
    "after/deep/web.yml": configMap("web", "new"),
    "after/same.json": '{"kind": "ConfigMap", "apiVersion": "v1", "metadata": {"name": "same"}}',
  });
  expect(await krmRender(["diff", "--from", "before", "--to", "after", "--format", "patch"], { cwd: path })).toEqual({
    status: 0,
    stdout: CHANGED,
    stderr: "",
  });
  const { status } = await krmRender(["diff", "--from", "before", "--to", "after/", "--exit-code"], { cwd: path });
  expect(status).toBe(3);
  expect(
    await krmRender(["diff", "--from", "before", "--to", "before", "--exit-code", "--format=patch"], { cwd: path }),
  ).toEqual({
    status: 0,
    stdout: "",
    stderr: "",
  });
});

test("the report names both paths, and no commit", async () => {
  const { path } = directoryOf({ "before.yaml": configMap("web", "old"), "after.yaml": configMap("web", "new") });
  const { stdout } = await krmRender(["diff", "--from=before.yaml", "--to=./after.yaml", "--format=json"], {
    cwd: path,
  });
  const report = JSON.parse(stdout);
  expect(report.base).toEqual({ sha: null, label: "before.yaml", reason: "given" });
  expect(report.head).toEqual({ sha: null, label: "./after.yaml", reason: "given" });
  expect(report.targets).toHaveLength(1);
  expect(report.targets[0]).toMatchObject({ path: "after.yaml", status: "changed", resources: { base: 1, head: 1 } });
});

test("what was renamed or moved to another namespace is one change", async () => {
  const text = (name: string, namespace: string) =>
    `${configMap(`${name}-web`, "x")}  namespace: ${namespace}\n---\nkind: Deployment
metadata: {name: ${name}-web, namespace: ${namespace}}
spec: {replicas: 3, template: {spec: {containers: [{image: "shop:1", name: web}]}}}
`;
  const { path } = directoryOf({ "a.yaml": text("dev", "dev"), "b.yaml": text("prod", "prod") });
  const { stdout } = await krmRender(["diff", "--from=a.yaml", "--to=b.yaml", "--format=json"], { cwd: path });
  const moved = JSON.parse(stdout).changes.map(({ op, from }: { op: string; from: object }) => ({ op, from }));
  const from = { name: "dev-web", namespace: "dev" };
  expect(moved).toEqual([
    { op: "changed", from },
    { op: "changed", from },
  ]);
});

test("values and hashes of Secrets are withheld", async () => {
  const text = (hash: string, value: string) =>
    `apiVersion: v1\nkind: Secret\nmetadata: {name: login-${hash}}\nstringData: {password: ${value}}\n`;
  const { path } = directoryOf({ "a.yaml": text("2222222222", "hunter2"), "b.yaml": text("4444444444", "swordfish") });
  for (const format of ["patch", "json", "markdown", "html"]) {
    const { stdout, stderr } = await krmRender(["diff", "--from=a.yaml", "--to=b.yaml", `--format=${format}`], {
      cwd: path,
    });
    expect(stdout).toContain("password");
    expect(stdout + stderr).not.toMatch(/hunter2|swordfish|2222222222|4444444444/);
  }
});

test("a pipe, and paths that lead out of the working directory by symlinks", async () => {
  const directory = directoryOf({
    "real/after": configMap("web", "new"),
    "work/x": "",
    before: configMap("web", "old"),
  });
  const cwd = join(directory.path, "work");
  execFileSync("ln", ["-s", "../real/after", "after"], { cwd });
  execFileSync("mkfifo", ["pipe"], { cwd });
  execFileSync("bash", ["-c", "cat ../before > pipe & disown"], { cwd, stdio: "ignore" });
  expect(await krmRender(["diff", "--from", "pipe", "--to", "after", "--format", "patch"], { cwd })).toEqual({
    status: 0,
    stdout: CHANGED,
    stderr: "",
  });
});

test("problems of both sides have a place, and end the command", async () => {
  const { path } = directoryOf({ "a/x.yaml": "a: [\n", "a/y.yaml": "replicas: 2\n", "b.yaml": configMap("web") });
  const { status, stdout, stderr } = await krmRender(["diff", "--from=a", "--to=b.yaml"], { cwd: path });
  expect({ status, stdout }).toEqual({ status: 1, stdout: "" });
  expect(stderr).toMatch(/^error: a\/x\.yaml:\d+:\d+: /);
  expect(stderr).toContain("error: a/y.yaml:1:1: this object has no kind\n");
  expect(await krmRender(["diff", "--from=b.yaml", "--to=gone"], { cwd: path })).toEqual({
    status: 1,
    stdout: "",
    stderr: "error: gone: no such file or directory\n",
  });
});

describe("wrong usage", () => {
  const both = ["--from", "a", "--to", "b"];
  test.each([
    [["--from", "a"], "--from needs --to"],
    [["--to", "b"], "--to needs --from"],
    [[...both, "--base", "main"], "--base does not go with --from and --to"],
    [[...both, "--head", "main"], "--head does not go with --from and --to"],
    [[...both, "--targets-from", "-"], "--targets-from does not go with --from and --to"],
    [[...both, "apps/web"], '--from and --to compare manifests, and take no target such as "apps/web"'],
    [["--from", "", "--to", "b"], "--from needs a path"],
    [["--from", "-", "--to", "-"], "standard input is one side only"],
  ])("%j", async (args, message) => {
    const { status, stdout, stderr } = await krmRender(["diff", ...args]);
    expect({ status, stdout }).toEqual({ status: 2, stdout: "" });
    expect(stderr.split("\n")[0]).toBe(`error: ${message}`);
    expect(stderr.split("\n")[1]).toMatch(/^ {2}hint: /);
  });
});
