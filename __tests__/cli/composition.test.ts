/** Compositions on the command line: they are targets like kustomizations. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { COMPOSED_CHANGE, COMPOSED_SHOP } from "../action/composition-shop.ts";
import { krmRender, temporaryDirectory } from "./terminal.ts";

describe("compositions", () => {
  const directory = temporaryDirectory();
  beforeAll(() => {
    directory.git("init", "--quiet");
    directory.write(COMPOSED_SHOP as Record<string, string>);
    directory.commit("base");
    directory.write(COMPOSED_CHANGE as Record<string, string>);
  });
  afterAll(() => directory.remove());
  const run = (...args: string[]) => krmRender(args, { cwd: directory.path });

  test("targets lists them, but not those that others import", async () => {
    const reason = "no other kustomization includes it";
    const stdout = `prod\t${reason}\nstaging\t${reason}\n`;
    expect(await run("targets")).toEqual({ status: 0, stdout, stderr: "" });
    expect((await run("targets", "app", "s*")).stdout).toBe("app\tgiven\nstaging\tmatches s*\n");
  });

  test("render writes the manifests of each", async () => {
    expect(await run("render", "--output-dir", "out")).toMatchObject({ status: 0, stdout: "" });
    for (const name of ["prod", "staging"]) {
      const { stdout } = await run("build", name);
      expect(stdout).toContain(`    env: ${name}\n`);
      expect(readFileSync(join(directory.path, "out", `${name}.yaml`), "utf8")).toBe(stdout);
    }
  });

  test("diff shows what changes in the importers", async () => {
    const { status, stdout } = await run("diff", "--base", "HEAD", "--format", "patch");
    const settings = (name: string) => [
      `--- a/${name}/${name}/ConfigMap-settings-2748f727mg.yaml`,
      `+++ b/${name}/${name}/ConfigMap-settings-t84bgbmfg7.yaml`,
      "-  LEVEL: info",
      "+  LEVEL: debug",
      "-  name: settings-2748f727mg",
      "+  name: settings-t84bgbmfg7",
    ];
    expect(status).toBe(0);
    expect(stdout.split("\n").filter((line) => /^[-+]/.test(line))).toEqual([
      ...settings("prod"),
      "--- a/prod/prod/Deployment-web.yaml",
      "+++ b/prod/prod/Deployment-web.yaml",
      "-            name: settings-2748f727mg",
      "+            name: settings-t84bgbmfg7",
      ...settings("staging"),
      "--- a/staging/staging/Deployment-web.yaml",
      "+++ b/staging/staging/Deployment-web.yaml",
      "-  replicas: 1",
      "+  replicas: 2",
      "-            name: settings-2748f727mg",
      "+            name: settings-t84bgbmfg7",
    ]);
  });
});
