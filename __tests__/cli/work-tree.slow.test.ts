import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

// Some tests run dozens of git processes, which takes long on a slow machine.
jest.setTimeout(60_000);

const configMap = (level: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: web}\ndata: {level: ${level}}\n`;
const FILES = {
  "apps/web/kustomization.yaml": "resources: [web.yaml]\nconfigMapGenerator: [{name: lines, files: [lines.txt]}]\n",
  "apps/web/web.yaml": configMap("info"),
  "apps/web/lines.txt": "one\ntwo\n",
  "apps/api/kustomization.yaml": "resources: [../web]\nnamePrefix: api-\n",
  ".gitattributes": "*.txt text eol=crlf\n",
  ".gitignore": "build/\n",
};

describe("the working tree", () => {
  let repository: Directory;
  beforeAll(() => {
    repository = temporaryDirectory(FILES);
    repository.git("init", "--quiet", "--initial-branch=main");
    repository.commit("first");
    rmSync(join(repository.path, "apps/web/lines.txt"));
    repository.git("checkout", "--quiet", "apps/web/lines.txt");
    repository.write({ "build/web/kustomization.yaml": "resources: [../../apps/api]\n" });
  });
  afterAll(() => repository.remove());

  const run = (...args: string[]) => krmRender(args, { cwd: repository.path });

  test("with converted line ends and ignored directories does not differ from HEAD", async () => {
    expect(readFileSync(join(repository.path, "apps/web/lines.txt"), "utf8")).toBe("one\r\ntwo\r\n");
    const { status, stdout, stderr } = await run("diff", "--base", "HEAD", "--exit-code", "--format", "json");
    const { head, targets, changes } = JSON.parse(stdout);
    expect([status, stderr, changes]).toEqual([0, "", []]);
    expect(head).toEqual({
      sha: repository.git("rev-parse", "HEAD").trim(),
      label: "the working tree",
      reason: "working tree",
    });
    expect(targets.map(({ path }: { path: string }) => path)).toEqual(["apps/api"]);
  });

  test("has no targets in ignored directories, unless they are named", async () => {
    expect((await run("targets")).stdout).toBe("apps/api\tno other kustomization includes it\n");
    expect((await run("targets", "build/*")).stderr).toContain('"build/*" matches no directory');
    expect((await run("targets", "build/web")).stdout).toBe("build/web\tgiven\n");
  });

  test("is compared with new files, and with those that a sparse checkout leaves out", async () => {
    repository.git("sparse-checkout", "set", "apps/web", "apps/new");
    try {
      expect(existsSync(join(repository.path, "apps/api"))).toBe(false);
      repository.write({ "apps/new/kustomization.yaml": "resources: [../web]\n" });
      writeFileSync(join(repository.path, "apps/web/web.yaml"), configMap("debug"));
      const { stdout } = await run("diff", "--base", "HEAD", "--format", "json");
      const { head, targets } = JSON.parse(stdout);
      expect(head.sha).toBeNull();
      expect(targets.map(({ path, status }: { path: string; status: string }) => [path, status])).toEqual([
        ["apps/api", "changed"],
        ["apps/new", "added"],
      ]);
    } finally {
      rmSync(join(repository.path, "apps/new"), { recursive: true });
      repository.git("checkout", "--quiet", "apps");
      repository.git("sparse-checkout", "disable");
    }
  });

  test("is compared without what this program wrote into it", async () => {
    const unread = async (...args: string[]) => {
      await run("diff", "--base", "HEAD", "--format", "json", "--output", "now.json", ...args);
      const { files } = JSON.parse(readFileSync(join(repository.path, "now.json"), "utf8")).unread;
      return files.map(({ file }: { file: string }) => file);
    };
    try {
      await run("render", "--output-dir", "apps/out");
      await run("diff", "--base", "HEAD", "--output-dir", "review");
      repository.write({ "apps/mine/report.json": '{"version": 1}', "apps/mine/web.yaml": configMap("mine") });
      expect(existsSync(join(repository.path, "apps/out/apps/api.yaml"))).toBe(true);
      await unread();
      expect(await unread()).toEqual(["apps/mine/web.yaml", "apps/mine/report.json"]);
      // Whoever keeps rendered manifests wants to know that they change.
      repository.git("add", "apps/out");
      repository.git("commit", "--quiet", "--message", "rendered");
      repository.write({ "apps/out/apps/api.yaml": configMap("new"), "apps/out/apps/more.yaml": configMap("more") });
      expect(await unread()).toEqual(expect.arrayContaining(["apps/out/apps/api.yaml", "apps/out/apps/more.yaml"]));
    } finally {
      repository.git("reset", "--quiet", "--hard");
      for (const name of ["now.json", "review", "apps/mine", "apps/out"])
        rmSync(join(repository.path, name), { recursive: true, force: true });
      repository.commit("without them");
    }
  });

  test("is not compared while a merge has conflicts", async () => {
    repository.git("checkout", "--quiet", "-b", "side");
    repository.write({ "apps/web/web.yaml": configMap("side") });
    repository.commit("side");
    repository.git("checkout", "--quiet", "main");
    repository.write({ "apps/web/web.yaml": configMap("main") });
    repository.commit("main");
    expect(() => repository.git("merge", "--quiet", "side")).toThrow("Command failed");
    const { status, stdout, stderr } = await run("diff", "--base", "side");
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "error: apps/web/web.yaml: has conflicts of a merge that are not resolved\n" +
        "  hint: Resolve them and run `git add`, or name a revision instead, such as HEAD.\n",
    );
  });
});

describe("what the trees of a comparison do not have", () => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;
  let repository: Directory;
  beforeAll(() => {
    repository = temporaryDirectory({
      "apps/web/kustomization.yaml": "configMapGenerator: [{name: data, files: [big.bin]}]\n",
      "apps/web/big.bin": pointer,
      "apps/api/kustomization.yaml": "resources: [../../vendor/lib]\n",
    });
    repository.git("init", "--quiet", "--initial-branch=main");
    const sha = repository.commit("first");
    repository.git("update-index", "--add", "--cacheinfo", `160000,${sha},vendor/lib`);
    repository.git("commit", "--quiet", "--message", "module");
    const lost = Buffer.concat([Buffer.from(`${repository.path}/caf`), Buffer.from([0xe9])]);
    mkdirSync(lost);
    writeFileSync(Buffer.concat([lost, Buffer.from("/kustomization.yaml")]), "resources: []\n");
    mkdirSync(join(repository.path, "vendor/lib"), { recursive: true });
    repository.write({
      "apps/web/kustomization.yaml": "namePrefix: a-\nconfigMapGenerator: [{name: data, files: [big.bin]}]\n",
      "apps/api/kustomization.yaml": "namePrefix: a-\nresources: [../../vendor/lib]\n",
    });
  });
  afterAll(() => repository.remove());

  test("is said once for both sides and all targets, and is in the report", async () => {
    const diff = (...args: string[]) => krmRender(["diff", "--base", "HEAD", ...args], { cwd: repository.path });
    const { notes } = JSON.parse((await diff("--format", "json")).stdout);
    expect(notes.map(({ code, severity, file }: Record<string, string>) => [code, severity, file])).toEqual([
      ["lfs-pointer", "notice", "apps/web/big.bin"],
      ["name-not-utf8", "notice", "caf\\xe9"],
      ["submodule-not-read", "notice", "vendor/lib"],
    ]);
    const { stderr } = await diff();
    expect(stderr.match(/^notice: (.*?):/gm)).toEqual([
      "notice: apps/web/big.bin:",
      "notice: caf\\xe9:",
      "notice: vendor/lib:",
    ]);
  });

  test("is said by render, too, of the files on disk", async () => {
    const out = temporaryDirectory();
    const args = ["render", "apps/web", "--output-dir", join(out.path, "out")];
    const { status, stderr } = await krmRender(args, { cwd: repository.path });
    out.remove();
    expect([status, stderr.match(/^notice: (.*?):/gm)]).toEqual([0, ["notice: apps/web/big.bin:"]]);
  });
});
