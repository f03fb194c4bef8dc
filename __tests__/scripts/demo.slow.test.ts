import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { distFile } from "../dist.ts";
import { NODES } from "../nodes.ts";

const ROOT = dirname(dirname(import.meta.dirname));

const top = mkdtempSync(join(tmpdir(), "krm-demo-"));

afterAll(() => rmSync(top, { recursive: true, force: true }));

function demo(node: string, directory: string, env: NodeJS.ProcessEnv = process.env) {
  // The script runs dist/.
  distFile("index.js");
  const script = join(ROOT, "scripts/demo.mjs");
  return spawnSync(node, [script, "--directory", directory], { cwd: top, encoding: "utf8", env });
}

describe("the demo", () => {
  test.each(NODES)("shows a comment and where everything is, on %s", (node) => {
    const directory = join(top, `run-${NODES.indexOf(node)}`);
    const { status, stdout, stderr } = demo(node, directory);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    // The comment shows the changes of the patch, but not the key of the payment service.
    for (const text of ["1.4.2 → 1.5.0", "3 → 5", "LOG_LEVEL", "orders-data", "overlays/eu", "matches nothing"]) {
      expect(stdout).toContain(text);
    }
    // The pictures of README.md are of this comment: `node scripts/pictures.mjs` takes them again.
    const [, shown = "no picture"] =
      /!\[The comment on a pull request: (.*?)\./.exec(readFileSync(join(ROOT, "README.md"), "utf8")) ?? [];
    expect(stdout).toContain(`### ${shown}\n`);
    expect(stdout).not.toMatch(/not-a-real-key|bm90LWEtcmVhbC1rZXkt/);
    expect(stdout).toMatch(/^took \d+ ms; requests: GET .*POST /m);
    for (const name of ["html-path", "markdown-path", "json-path", "diff-path"]) {
      const path = new RegExp(`^${name} +(/.*)$`, "m").exec(stdout)?.[1] ?? "";
      expect(readFileSync(path, "utf8")).toContain("orders-data");
    }
    const manifests = /^manifests-dir +(\/.*)$/m.exec(stdout)?.[1] ?? "";
    expect(readdirSync(join(manifests, "overlays")).sort()).toEqual(["prod.yaml", "staging.yaml"]);
  });

  test("names a missing file", () => {
    const occupied = join(top, "occupied");
    mkdirSync(occupied);
    expect(demo(process.execPath, occupied)).toMatchObject({
      status: 1,
      stderr: `the demo cannot run: ${occupied} already exists\n`,
    });
    expect(demo(process.execPath, join(top, "without-git"), { PATH: "" })).toMatchObject({
      status: 1,
      stderr: "the demo cannot run: git is not installed, or not on the PATH\n",
    });
    expect(existsSync(join(top, "without-git"))).toBe(false);
  });
});
