import { execFile, execFileSync } from "node:child_process";
import {
  closeSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const files = {
  "base/kustomization.yaml": "resources: [a.yaml]\n",
  "base/a.yaml": configMap("a", "one"),
  "apps/web/kustomization.yaml": "resources: [../../base]\nnamePrefix: web-\n",
  "apps/api/kustomization.yaml": "resources: [../../base]\nnamePrefix: api-\n",
  "apps/old/kustomization.yaml": "bases: [../../base]\n",
  "apps/older/kustomization.yaml": "resources: [../old]\n",
};

describe("targets", () => {
  let repository: Directory;

  beforeAll(() => {
    repository = temporaryDirectory(files);
    repository.git("init", "--quiet", "--initial-branch=main");
  });

  afterAll(() => repository.remove());

  const listed = ["api", "older", "web"].map((name) => `apps/${name}\tno other kustomization includes it\n`).join("");

  test("lists paths and reasons", async () => {
    expect(await krmRender(["targets"], { cwd: repository.path })).toEqual({ status: 0, stdout: listed, stderr: "" });
  });

  test("paths are relative to the repository in every directory", async () => {
    const cwd = join(repository.path, "apps/web");
    expect((await krmRender(["targets"], { cwd })).stdout).toBe(listed);
    expect((await krmRender(["targets", "."], { cwd })).stdout).toBe("apps/web\tgiven\n");
    expect((await krmRender(["targets", "../*", "!../o*"], { cwd })).stdout).toBe(
      "apps/api\tmatches apps/*\napps/web\tmatches apps/*\n",
    );
    expect((await krmRender(["targets", join(repository.path, "base/")], { cwd })).stdout).toBe("base\tgiven\n");
  });

  test("as JSON", async () => {
    const { stdout } = await krmRender(["targets", "base", "--format=json"], { cwd: repository.path });
    expect(JSON.parse(stdout)).toEqual({ version: 1, targets: [{ id: "base", path: "base", reason: "given" }] });
  });

  test("--targets-from reads the output of targets, in any directory", async () => {
    repository.write({ list: listed.replace("apps/older", "!apps/older") });
    const cwd = join(repository.path, "apps");
    const { stdout } = await krmRender(["targets", "--targets-from", "../list"], { cwd });
    expect(stdout).toBe("apps/api\tgiven\napps/web\tgiven\n");
  });

  test("an empty list means no targets instead of all", async () => {
    repository.write({ none: "\n  \n" });
    const { status, stdout } = await krmRender(["targets", "--targets-from=none"], { cwd: repository.path });
    expect([status, stdout]).toEqual([0, ""]);
  });

  test.each([
    [["targets", "apps/none"], 'error: there is no directory "apps/none" in the working tree\n'],
    [["targets", "../x"], 'error: "../x" is outside the directory that holds the targets\n  hint: '],
    [["targets", "--targets-from", "missing"], "error: missing: the list of targets cannot be read: ENOENT"],
  ])("%j fails", async (args, message) => {
    const { status, stdout, stderr } = await krmRender(args, { cwd: repository.path });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
  });

  test("works outside of a repository", async () => {
    const plain = temporaryDirectory({ "x/kustomization.yaml": "" });
    try {
      expect((await krmRender(["targets"], { cwd: plain.path })).stdout).toContain("x\tno other");
    } finally {
      plain.remove();
    }
  });
});

describe("render", () => {
  let directory: Directory;

  beforeAll(() => {
    directory = temporaryDirectory({ ...files, "broken/kustomization.yaml": "resources: [gone.yaml]\n" });
  });

  afterAll(() => directory.remove());

  test("writes every target and the report", async () => {
    const { status, stdout, stderr } = await krmRender(["render", "apps/*", "--output-dir", "out"], {
      cwd: directory.path,
    });
    expect([status, stdout]).toEqual([0, ""]);
    // Two targets include the kustomization with the warning, which is printed once.
    expect(stderr.match(/deprecated/g)).toHaveLength(1);
    const read = (name: string) => readFileSync(join(directory.path, "out", name), "utf8");
    expect(read("apps/web.yaml")).toBe(configMap("web-a", "one"));
    const report = JSON.parse(read("report.json"));
    expect(report.version).toBe(1);
    expect(report.targets.map(({ path }: { path: string }) => path)).toEqual([
      "apps/api",
      "apps/old",
      "apps/older",
      "apps/web",
    ]);
    expect(report.targets[3]).toEqual({
      id: "apps/web",
      path: "apps/web",
      status: "rendered",
      file: "apps/web.yaml",
      sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      resources: 1,
      diagnostics: [],
    });
  });

  test("a target that fails is listed, and the others are written", async () => {
    const args = ["render", "broken", "base", "--output-dir", "partly", "--concurrency", "1"];
    const { status, stdout, stderr } = await krmRender(args, { cwd: directory.path });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^error: broken\/kustomization\.yaml:1:13: .*gone\.yaml/);
    expect(stderr).toMatch(/\n1 of 2 targets were rendered; failed: broken\n$/);
    expect(existsSync(join(directory.path, "partly/base.yaml"))).toBe(true);
    const report = JSON.parse(readFileSync(join(directory.path, "partly/report.json"), "utf8"));
    expect(report.targets[1]).toMatchObject({ path: "broken", status: "failed", file: null, sha256: null });
    expect(report.targets[1].diagnostics[0].severity).toBe("error");
  });

  test("writes the top to root.yaml, and refuses a target that collides with it", async () => {
    const top = temporaryDirectory({
      "kustomization.yaml": "namePrefix: x\n",
      "root/kustomization.yaml": "namePrefix: x\n",
    });
    try {
      expect((await krmRender(["render", ".", "--output-dir", "out"], { cwd: top.path })).status).toBe(0);
      expect(readFileSync(join(top.path, "out/root.yaml"), "utf8")).toBe("");
      const { status, stderr } = await krmRender(["render", "--output-dir", "out"], { cwd: top.path });
      expect(status).toBe(1);
      expect(stderr).toContain('the targets "." and "root" would both be written to root.yaml');
    } finally {
      top.remove();
    }
  });

  test("an output directory that is a file is an error", async () => {
    writeFileSync(join(directory.path, "file"), "");
    const { status, stderr } = await krmRender(["render", "base", "--output-dir", "file"], { cwd: directory.path });
    expect(status).toBe(1);
    expect(stderr).toContain("cannot be created");
  });
});

describe("diff", () => {
  let repository: Directory;
  let first: string;

  beforeAll(() => {
    repository = temporaryDirectory(files);
    repository.git("init", "--quiet", "--initial-branch=main");
    first = repository.commit("first");
    repository.git("checkout", "--quiet", "-b", "change");
    repository.write({ "base/a.yaml": configMap("a", "two") });
    repository.commit("second");
    repository.git("checkout", "--quiet", "main");
    repository.write({ "apps/api/kustomization.yaml": "resources: [../../base]\nnamePrefix: moved-on-\n" });
    repository.commit("main moves on");
    repository.git("checkout", "--quiet", "change");
  });

  afterAll(() => repository.remove());

  const diff = (...args: string[]) => krmRender(["diff", ...args], { cwd: repository.path });

  test("compares the working tree with the merge base of the default branch", async () => {
    const { status, stdout, stderr } = await diff("apps/web");
    expect([status, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("-  key: one\n+  key: two\n");
    expect(stdout).not.toContain("moved-on");
  });

  test("includes uncommitted changes of the working tree", async () => {
    repository.write({ "base/a.yaml": configMap("a", "three") });
    try {
      const report = JSON.parse((await diff("apps/web", "--base", "HEAD", "--format", "json")).stdout);
      expect(report.head).toEqual({ sha: null, label: "the working tree", reason: "working tree" });
      expect(report.changes[0].hunks[0].lines).toContain("+  key: three");
    } finally {
      repository.git("checkout", "--quiet", "base/a.yaml");
    }
  });

  test("compares two revisions", async () => {
    const report = JSON.parse((await diff("--base", "main", "--head", "HEAD", "--format=json")).stdout);
    expect(report.base).toMatchObject({ sha: repository.git("rev-parse", "main"), reason: "given" });
    expect(report.head).toMatchObject({ sha: repository.git("rev-parse", "change"), reason: "given" });
    expect(report.targets.map(({ path, status }: { path: string; status: string }) => `${path} ${status}`)).toEqual([
      "apps/api changed",
      "apps/older changed",
      "apps/web changed",
    ]);
  });

  test("writes every format", async () => {
    expect((await diff("--format", "patch")).stdout).toMatch(/^diff --git /);
    expect(JSON.parse((await diff("--format", "sarif")).stdout)).toMatchObject({ version: "2.1.0" });
    expect((await diff("--format", "markdown")).stdout).toMatch(/^#+ .*\n/);
    expect((await diff("--format", "html")).stdout).toMatch(/^<!doctype html>/i);
    expect((await diff("--format", "text")).stdout).toBe((await diff()).stdout);
  });

  test("--output", async () => {
    const { stdout, stderr } = await diff("--base", first);
    expect(await diff("--base", first, "-o", "changes.patch")).toEqual({ status: 0, stdout: "", stderr });
    expect(readFileSync(join(repository.path, "changes.patch"), "utf8")).toBe(stdout);
  });

  test("--output replaces a file or a link to one, and writes to devices and pipes", async () => {
    const { stdout, stderr } = await diff("--base", first);
    // Not in the repository, where each of them would be one more changed file.
    const outside = temporaryDirectory({ "theirs.txt": "theirs" });
    const at = (name: string) => join(outside.path, name);
    symlinkSync("theirs.txt", at("link"));
    execFileSync("mkfifo", [at("pipe")]);
    const reader = execFile("cat", [at("pipe")]);
    let piped = "";
    reader.stdout?.on("data", (chunk) => {
      piped += chunk;
    });
    const ended = new Promise((resolve) => reader.on("close", resolve));
    // Used in place of /dev/null, which a failing test would replace.
    const open = openSync(at("opened"), "w");
    for (const name of [at("link"), at("pipe"), `/proc/self/fd/${open}`]) {
      expect(await diff("--base", first, "-o", name)).toEqual({ status: 0, stdout: "", stderr });
    }
    closeSync(open);
    await ended;
    expect([piped, readFileSync(at("link"), "utf8")]).toEqual([stdout, stdout]);
    expect(readFileSync(at("theirs.txt"), "utf8")).toBe("theirs");
    expect([lstatSync(at("link")).isFile(), lstatSync(at("pipe")).isFIFO()]).toEqual([true, true]);
    expect(readFileSync(at("opened"), "utf8")).toBe(stdout);
    outside.remove();
  });

  test("a repository without a commit has nothing to compare with", async () => {
    const empty = temporaryDirectory({ "kustomization.yaml": "resources: []\n" });
    empty.git("init", "--quiet");
    const { status, stderr } = await krmRender(["diff"], { cwd: empty.path });
    empty.remove();
    const message = "error: the repository has no commit to compare with\n  hint: Commit something first.\n";
    expect([status, stderr]).toEqual([1, message]);
  });

  test("--exit-code", async () => {
    expect((await diff("--exit-code")).status).toBe(3);
    expect((await diff("--exit-code", "--base=HEAD", "--head=HEAD")).status).toBe(0);
  });

  test("a target that no longer builds is reported, and fails", async () => {
    repository.write({ "apps/web/kustomization.yaml": "resources: [gone.yaml]\n" });
    try {
      const { status, stdout, stderr } = await diff("apps/web", "--exit-code");
      expect(status).toBe(1);
      expect(stderr).toMatch(/^error: apps\/web\/kustomization\.yaml:1:13: .*\n.*hint.*\nnot compared: apps\/web\n$/);
      expect(stdout).toMatch(/^1 of 1 target no longer builds\n/);
    } finally {
      repository.git("checkout", "--quiet", "apps/web");
    }
  });

  test("a removed target is a change", async () => {
    const report = JSON.parse((await diff("--base=change", "--head", "main", "--format=json", "apps/web")).stdout);
    expect(report.targets).toHaveLength(1);
  });

  test.each([
    [["--base", "nowhere"], /nowhere/],
    [["--base", "--help-me"], /--help-me/],
    [["--base", "HEAD", "none/*"], /"none\/\*" matches no directory/],
  ])("%j fails", async (args, message) => {
    const { status, stdout, stderr } = await diff(...args);
    expect(status).toBeGreaterThan(0);
    expect(stdout).toBe("");
    expect(stderr).toMatch(message);
  });

  test("needs a repository and a base", async () => {
    const plain = temporaryDirectory(files);
    try {
      const outside = await krmRender(["diff"], { cwd: plain.path });
      expect([outside.status, outside.stdout]).toEqual([1, ""]);
      expect(outside.stderr).toContain("git finds no repository");
      plain.git("init", "--quiet", "--initial-branch=trunk");
      plain.commit("first");
      const unknown = await krmRender(["diff"], { cwd: plain.path });
      expect(unknown.status).toBe(1);
      expect(unknown.stderr).toContain("Name the revision to compare with: --base REVISION.");
    } finally {
      plain.remove();
    }
  });

  test("a patch has colours on a terminal only", async () => {
    const cwd = repository.path;
    const coloured = (surroundings: { isTTY?: boolean; env?: Record<string, string> }, ...args: string[]) =>
      krmRender(["diff", ...args], { cwd, ...surroundings }).then(({ stdout }) => stdout.includes("\u001b["));
    expect(await coloured({})).toBe(false);
    expect(await coloured({ isTTY: true })).toBe(true);
    expect(await coloured({ isTTY: true, env: { NO_COLOR: "1" } })).toBe(false);
    expect(await coloured({ isTTY: true, env: { TERM: "dumb" } })).toBe(false);
    expect(await coloured({ env: { FORCE_COLOR: "1" } })).toBe(true);
    expect(await coloured({ isTTY: true, env: { FORCE_COLOR: "0" } })).toBe(false);
    expect(await coloured({ isTTY: true }, "--format", "json")).toBe(false);
    mkdirSync(join(cwd, "tmp"), { recursive: true });
    await krmRender(["diff", "-o", "tmp/plain.patch"], { cwd, isTTY: true });
    expect(readFileSync(join(cwd, "tmp/plain.patch"), "utf8")).not.toContain("\u001b[");
  });
});
