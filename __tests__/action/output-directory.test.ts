import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { prepareOutputDirectory } from "../../src/action/output-directory.ts";

let top: string;
let workspace: string;
beforeEach(() => {
  top = realpathSync(mkdtempSync(join(tmpdir(), "output-")));
  workspace = join(top, "workspace");
  mkdirSync(join(workspace, "real"), { recursive: true });
});
afterEach(() => rmSync(top, { recursive: true }));

test.each([
  ["out", "workspace/out"],
  ["./a/b/", "workspace/a/b"],
  ["real/deep", "workspace/real/deep"],
  ["../beside", "beside"],
])("%s is made", (wanted, made) => {
  expect(prepareOutputDirectory(workspace, wanted)).toBe(join(top, made));
  expect(existsSync(join(top, made))).toBe(true);
});

test.each([".", "", "real/..", "..", "../..", "/", ".git", ".GIT/x", ".git/hooks", "real/.git"])(
  "%j is refused",
  (wanted) => {
    expect(() => prepareOutputDirectory(workspace, wanted)).toThrow(/the output directory .* (?:holds|belongs)/);
  },
);

test("a way over a link is refused, wherever the link leads and stands", () => {
  symlinkSync(top, join(workspace, "real", "up"));
  symlinkSync("nowhere", join(workspace, "dangling"));
  for (const wanted of ["real/up", "real/up/out", "dangling", "dangling/out"]) {
    expect(() => prepareOutputDirectory(workspace, wanted)).toThrow(/leads over the link (?:up|dangling)/);
  }
});

test("what was in manifests is gone, but not what a link there leads to", () => {
  const precious = join(top, "precious");
  mkdirSync(precious);
  writeFileSync(join(precious, "file"), "");
  mkdirSync(join(workspace, "out"));
  symlinkSync(precious, join(workspace, "out", "manifests"));
  prepareOutputDirectory(workspace, "out");
  expect(existsSync(join(workspace, "out", "manifests"))).toBe(false);
  expect(existsSync(join(precious, "file"))).toBe(true);
});

test("a file in the way is told", () => {
  writeFileSync(join(workspace, "out"), "");
  expect(() => prepareOutputDirectory(workspace, "out")).toThrow(/cannot be made/);
});
