/** Functions from the command line: the switches, and how each command runs functions. */
import { chmodSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const FILES = {
  "kustomization.yaml": "resources: [object.yaml]\ntransformers: [config.yaml]\n",
  "object.yaml": "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\ndata:\n  key: value\n",
  "config.yaml": `apiVersion: example.com/v1
kind: Fn
metadata:
  name: fn
  annotations:
    config.kubernetes.io/function: |
      exec: {path: ./fn}
`,
  fn: '#!/bin/sh\nsed "s/key: value/key: changed${SUFFIX}/"\n',
};

const ON = ["--enable-alpha-plugins", "--enable-exec"];
const made: Directory[] = [];

function directoryOf(files: Record<string, string> = {}): Directory {
  const directory = temporaryDirectory({ ...FILES, ...files });
  chmodSync(join(directory.path, "fn"), 0o755);
  made.push(directory);
  return directory;
}

afterEach(() => {
  for (const directory of made.splice(0)) directory.remove();
});

const sorted = (suffix = ""): string =>
  `apiVersion: v1\ndata:\n  key: changed${suffix}\nkind: ConfigMap\nmetadata:\n  name: a\n`;

describe("build", () => {
  test("runs a function with both switches", async () => {
    const { path: cwd } = directoryOf();
    expect(await krmRender(["build", ...ON], { cwd })).toEqual({ status: 0, stdout: sorted(), stderr: "" });
  });

  test.each([
    ["without any", [], /config\.yaml:1:1: external plugins disabled; .*'Fn'\n {2}hint: .*--enable-alpha-plugins/],
    ["with --enable-exec alone", ["--enable-exec"], /external plugins disabled/],
    [
      "with --enable-alpha-plugins alone",
      ["--enable-alpha-plugins"],
      /config\.yaml:6:\d+: .*\n {2}hint: .*--enable-exec/,
    ],
  ])("%s it names the switch", async (_, options, message) => {
    const { path: cwd } = directoryOf({ fn: "#!/bin/sh\ntouch ran\ncat\n" });
    const { status, stdout, stderr } = await krmRender(["build", ...options], { cwd });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(message);
    expect(existsSync(join(cwd, "ran"))).toBe(false);
  });

  test("--env sets a variable, or passes on one of the environment", async () => {
    const { path: cwd } = directoryOf();
    expect((await krmRender(["build", ...ON, "-e", "SUFFIX=-x"], { cwd })).stdout).toBe(sorted("-x"));
    const env = { SUFFIX: "-y" };
    expect((await krmRender(["build", ...ON], { cwd, env })).stdout).toBe(sorted());
    expect((await krmRender(["build", ...ON, "--env", "SUFFIX"], { cwd, env })).stdout).toBe(sorted("-y"));
    expect((await krmRender(["build", ...ON, "--inherit-env=SUFFIX"], { cwd, env })).stdout).toBe(sorted("-y"));
  });

  test("--function-timeout ends a function", async () => {
    const { path: cwd } = directoryOf({ fn: "#!/bin/sh\nsleep 60\n" });
    const { status, stderr } = await krmRender(["build", ...ON, "--function-timeout", "1s"], { cwd });
    expect(status).toBe(1);
    expect(stderr).toMatch(/timed out: it ran longer than 1 seconds\n {2}hint: .*--function-timeout/);
  });

  test("--verify-idempotent compares the results of two runs", async () => {
    const { path: cwd } = directoryOf({ fn: '#!/bin/sh\necho x >> n\nsed "s/key: value/key: $(wc -l < n)/"\n' });
    expect((await krmRender(["build", ...ON], { cwd })).status).toBe(0);
    const { status, stdout, stderr } = await krmRender(["build", ...ON, "--verify-idempotent"], { cwd });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/config\.yaml:6:\d+: .*Fn fn.* is not idempotent: /);
  });

  test.each([
    [["--max-function-runs", "1"], /limit of 1 runs/],
    [["--max-function-time=0.001s"], /the limit of 0\.001 seconds/],
  ])("%j stops after the first", async (options, message) => {
    const second = FILES["config.yaml"].replace("name: fn", "name: second");
    const { path: cwd } = directoryOf({
      "kustomization.yaml": "resources: [object.yaml]\ntransformers: [config.yaml, second.yaml]\n",
      "second.yaml": second,
    });
    expect((await krmRender(["build", ...ON, "--max-function-runs", "0"], { cwd })).status).toBe(0);
    const { status, stderr } = await krmRender(["build", ...ON, ...options], { cwd });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^error: second\.yaml:6:\d+: /);
    expect(stderr).toMatch(message);
  });

  test.each(["--max-function-runs=-1", "--max-function-runs=x", "--max-function-time=-1s", "--max-function-time=x"])(
    "%s is wrong usage",
    async (option) => {
      expect(await krmRender(["build", option])).toMatchObject({
        status: 2,
        stderr: expect.stringContaining("illegal value"),
      });
    },
  );

  test("--fail-on and --results-dir", async () => {
    const report = "#!/bin/sh\ncat\necho 'results: [{message: odd, severity: warning}]'\n";
    const { path: cwd } = directoryOf({ fn: report });
    const results = join(cwd, "out/results.yaml");
    const lenient = await krmRender(["build", ...ON, "--results-dir", "out"], { cwd });
    expect([lenient.status, lenient.stderr]).toEqual([
      0,
      expect.stringMatching(/^warning: config\.yaml:6:\d+: .*: odd\n$/),
    ]);
    expect(readFileSync(results, "utf8")).toContain("message: odd");
    const strict = await krmRender(["build", ...ON, "--fail-on", "warning"], { cwd });
    expect([strict.status, strict.stdout]).toEqual([1, ""]);
  });

  test("--results-dir is written even if no function ran", async () => {
    const { path: cwd } = directoryOf({ "kustomization.yaml": "resources: [object.yaml]\n" });
    expect(await krmRender(["build", ...ON, "--results-dir", "out"], { cwd })).toMatchObject({ status: 0, stderr: "" });
    expect(readFileSync(join(cwd, "out/results.yaml"), "utf8")).toContain("items: []");
  });

  test("--strict refuses a function that deletes everything", async () => {
    const { path: cwd } = directoryOf({ fn: "#!/bin/sh\ncat > /dev/null; echo '{kind: ResourceList, items: []}'\n" });
    expect(await krmRender(["build", ...ON], { cwd })).toMatchObject({ status: 0, stdout: "" });
    expect(await krmRender(["build", ...ON, "--strict"], { cwd })).toMatchObject({ status: 1, stdout: "" });
  });
});

test("diff runs a function on both sides, at the base in a copy", async () => {
  const directory = directoryOf({ fn: '#!/bin/sh\nsed "s/key: value/key: $(cat word)/"\n', word: "before" });
  directory.git("init", "--quiet", "--initial-branch=main");
  directory.commit("first");
  directory.write({ word: "after" });
  const { status, stdout, stderr } = await krmRender(["diff", "--base", "HEAD", ...ON], { cwd: directory.path });
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^-  key: before$/m);
  expect(stdout).toMatch(/^\+  key: after$/m);
});

test("render lists a target whose function fails, and writes the others", async () => {
  const directory = directoryOf({
    fn: "#!/bin/sh\nexit 3\n",
    "good/kustomization.yaml": "resources: []\nnamePrefix: a\n",
  });
  const { status, stderr } = await krmRender(["render", ".", "good", "--output-dir", "out", ...ON], {
    cwd: directory.path,
  });
  expect(status).toBe(1);
  expect(stderr).toContain("failed: exit status 3");
  expect(existsSync(join(directory.path, "out/good.yaml"))).toBe(true);
});

test("explain names the function that set a value, and hides paths that only functions see", async () => {
  const { path: cwd } = directoryOf();
  const { status, stdout } = await krmRender(["explain", ".", "ConfigMap/a", "data.key", ...ON], { cwd });
  expect([status, stdout.split("\n")]).toEqual([
    0,
    [
      "data.key of ConfigMap a: changed",
      "  config.yaml:6:36  transformers (Fn fn)  value → changed (by config.yaml:1:1)",
      "  object.yaml:6:8   resources             value (by kustomization.yaml:1:13)",
      "",
    ],
  ]);
  const { stdout: all } = await krmRender(["explain", ".", "ConfigMap/a", ...ON], { cwd });
  expect(all).toContain("data.key: value → changed");
  expect(all).not.toContain("annotations");
});
