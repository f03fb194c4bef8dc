/** `--strict` of all commands that build. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { configMap, type Directory, krmRender, temporaryDirectory } from "./terminal.ts";

const UNUSED = 'images: [{name: web, newTag: "2"}]\n';
const SAID =
  "base/kustomization.yaml:2:10: the images entry `web` matches no image\n" +
  "  hint: Remove the entry, or move it to where the images are: no object here has one.\n";

let repository: Directory;

beforeAll(() => {
  repository = temporaryDirectory({
    "base/kustomization.yaml": `resources: [a.yaml]\n${UNUSED}`,
    "base/a.yaml": configMap("a"),
    "one/kustomization.yaml": "namePrefix: one-\nresources: [../base]\n",
    "two/kustomization.yaml": "namePrefix: two-\nresources: [../base]\n",
    ".gitignore": "/out\n/strict\n",
    "fine/kustomization.yaml": "resources: [a.yaml]\n",
    "fine/a.yaml": configMap("fine"),
    "old/kustomization.yaml": "bases: [../fine]\n",
  });
  repository.git("init", "--quiet", "--initial-branch=main");
  repository.commit("first");
});

afterAll(() => repository.remove());

const run = (...args: string[]) => krmRender(args, { cwd: repository.path });

describe("build", () => {
  test("warns, and prints the manifests", async () => {
    const stdout = configMap("one-a");
    expect(await run("build", "one")).toEqual({ status: 0, stdout, stderr: `warning: ${SAID}` });
    expect(await run("build", "one", "--strict=false")).toEqual({ status: 0, stdout, stderr: `warning: ${SAID}` });
  });

  test("strictly, fails and prints nothing", async () => {
    expect(await run("build", "one", "--strict")).toEqual({ status: 1, stdout: "", stderr: `error: ${SAID}` });
    expect((await run("build", "one", "--strict", "--output", "out.yaml")).status).toBe(1);
    expect(existsSync(join(repository.path, "out.yaml"))).toBe(false);
  });

  test("strictly, builds a kustomization without mistakes", async () => {
    expect(await run("build", "fine", "--strict")).toEqual({ status: 0, stdout: configMap("fine"), stderr: "" });
  });

  test("strictly, other warnings stay warnings", async () => {
    const { status, stdout, stderr } = await run("build", "old", "--strict");
    expect([status, stdout]).toEqual([0, configMap("fine")]);
    expect(stderr).toMatch(/^warning: .*`bases` is deprecated/);
  });
});

describe("render", () => {
  test("prints the warning of a base once, and lists it for each target", async () => {
    const { status, stderr } = await run("render", "one", "two", "--output-dir", "out");
    expect([status, stderr]).toEqual([0, `warning: ${SAID}`]);
    const report = JSON.parse(readFileSync(join(repository.path, "out/report.json"), "utf8"));
    const told = report.targets.map(({ diagnostics }: { diagnostics: { code: string }[] }) =>
      diagnostics.map(({ code }) => code),
    );
    expect(told).toEqual([["unused-image"], ["unused-image"]]);
  });

  test("strictly, fails the targets with mistakes, and writes the others", async () => {
    const { status, stderr } = await run("render", "one", "two", "fine", "--strict", "--output-dir", "strict");
    expect([status, stderr]).toEqual([1, `error: ${SAID}1 of 3 targets were rendered; failed: one, two\n`]);
    expect(existsSync(join(repository.path, "strict/fine.yaml"))).toBe(true);
    expect(existsSync(join(repository.path, "strict/one.yaml"))).toBe(false);
  });
});

describe("diff", () => {
  const statuses = (stdout: string) =>
    JSON.parse(stdout).targets.map((target: { path: string; status: string; failedBefore?: boolean }) => [
      target.path,
      target.status,
      target.failedBefore,
    ]);

  test("prints the warnings of the head", async () => {
    const stderr = `warning: ${SAID}`;
    expect(await run("diff", "one", "two", "--base", "HEAD", "--affected-only=false")).toEqual({
      status: 0,
      stdout: expect.stringMatching(
        /^Nothing changes in 2 targets\nthe working tree at ([0-9a-f]{7}) against HEAD \(\1\)\n$/,
      ),
      stderr,
    });
  });

  test("strictly, distinguishes mistakes of the base from new ones", async () => {
    repository.write({
      "base/a.yaml": configMap("a", "changed"),
      "two/kustomization.yaml": `namePrefix: two-\nresources: [../base]\n${UNUSED}`,
    });
    const { status, stdout } = await run("diff", "one", "two", "fine", "--strict", "--format=json");
    expect(status).toBe(1);
    expect(statuses(stdout)).toEqual([
      ["fine", "unaffected", undefined],
      ["one", "failed", true],
      ["two", "failed", false],
    ]);
  });

  test("strictly, compares a corrected kustomization with its base", async () => {
    repository.write({
      "base/kustomization.yaml": "resources: [a.yaml]\n",
      "base/a.yaml": configMap("a", "changed"),
      "two/kustomization.yaml": "namePrefix: two-\nresources: [../base]\n",
    });
    const { status, stdout } = await run("diff", "one", "--strict", "--format=json");
    expect([status, statuses(stdout)]).toEqual([0, [["one", "changed", undefined]]]);
  });
});
