import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { prepareOutputDirectory } from "../../src/action/output-directory.ts";
import { OUTPUT_FILES } from "../../src/bundle/index.ts";

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
    expect(() => prepareOutputDirectory(workspace, wanted)).toThrow(/the output directory .* (?:contains|belongs)/);
  },
);

test("a path with a symbolic link is refused, wherever the link is and leads", () => {
  symlinkSync(top, join(workspace, "real", "up"));
  symlinkSync("nowhere", join(workspace, "dangling"));
  for (const wanted of ["real/up", "real/up/out", "dangling", "dangling/out"]) {
    expect(() => prepareOutputDirectory(workspace, wanted)).toThrow(
      /has the symbolic link (?:up|dangling) in its path/,
    );
  }
});

test.each([...OUTPUT_FILES])("an old %s is removed", (name) => {
  mkdirSync(join(workspace, "out"));
  writeFileSync(join(workspace, "out", name), "of a stranger");
  writeFileSync(join(workspace, "out", "other"), "mine");
  prepareOutputDirectory(workspace, "out");
  expect(readdirSync(join(workspace, "out"))).toEqual(["other"]);
});

test("the old contents of manifests are removed, but not the target of a link there", () => {
  const precious = join(top, "precious");
  mkdirSync(precious);
  writeFileSync(join(precious, "file"), "");
  mkdirSync(join(workspace, "out"));
  symlinkSync(precious, join(workspace, "out", "manifests"));
  prepareOutputDirectory(workspace, "out");
  expect(existsSync(join(workspace, "out", "manifests"))).toBe(false);
  expect(existsSync(join(precious, "file"))).toBe(true);
});

test("a file in place of the directory is an error", () => {
  writeFileSync(join(workspace, "out"), "");
  expect(() => prepareOutputDirectory(workspace, "out")).toThrow(/cannot be created/);
});
