import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
