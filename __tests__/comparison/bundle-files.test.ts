/** What the output directory lists as a bundle, and what it leaves alone. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { prepareOutputDirectory } from "../../src/action/output-directory.ts";
import { type BundleAbout, openBundleDirectory } from "../../src/bundle/index.ts";
import { bundleFiles } from "../../src/comparison/bundle-files.ts";
import { TargetTimes } from "../../src/shards/index.ts";

const ABOUT: BundleAbout = {
  kind: "review",
  repository: "o/r",
  run: 1,
  attempt: 1,
  event: "push",
  base: "a".repeat(40),
  head: "b".repeat(40),
};

const REPORT = new Set(["report.json"]);

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "krm-render-bundle-files-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function write(...paths: readonly string[]): void {
  for (const path of paths) {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), path);
  }
}

test("lists what a run writes, and opens as a bundle", () => {
  write("report.json", "report.html", "times.json", "manifests/apps/a.yaml", "krm-render.lock");
  const own = ["times.json", "report.json", "report.html", "manifests/apps/a.yaml", "krm-render.lock"];
  expect(bundleFiles(directory, ABOUT, new Set(own))).toEqual([]);
  expect(openBundleDirectory(directory).manifest.files.map(({ path }) => path)).toEqual([
    "krm-render.lock",
    "manifests/apps/a.yaml",
    "report.html",
    "report.json",
    "times.json",
  ]);
});

test("names files of others, such as those of the commit, and leaves them", () => {
  write("report.json", "README.md", "notes/1", "notes/2", "notes/3", "notes/4");
  symlinkSync("/etc", join(directory, "link"));
  const [notice, ...others] = bundleFiles(directory, ABOUT, REPORT);
  expect(others).toEqual([]);
  expect(notice).toMatchObject({ code: "foreign-file", severity: "notice" });
  expect(notice?.message).toMatch(
    /^the output directory has files that are not of this run: ("[^"]+", ){2}"[^"]+" and others\. Other jobs/,
  );
  expect(existsSync(join(directory, "notes/4"))).toBe(true);
  expect(() => openBundleDirectory(directory)).toThrow(/link or a special file|is not in bundle\.json/);
});

test("a path that no reader accepts costs the bundle only", () => {
  write("report.json", "manifests/a\\b.yaml");
  const [warning] = bundleFiles(directory, ABOUT, new Set(["report.json", "manifests/a\\b.yaml"]));
  expect(warning).toMatchObject({ code: "bundle-not-written", severity: "warning" });
  expect(warning?.message).toBe('bundle.json is not written: the path "manifests/a\\\\b.yaml" has a backslash');
  expect(existsSync(join(directory, "bundle.json"))).toBe(false);
});

test.each([
  ["bundle.json", "bundle-not-written", "warning"],
  ["report.html", "foreign-file", "notice"],
])("a directory of others in the place of %s costs the bundle only", (name, code, severity) => {
  write(`${name}/evil`);
  prepareOutputDirectory(dirname(directory), directory);
  write("report.json");
  expect(bundleFiles(directory, ABOUT, REPORT)).toMatchObject([{ code, severity }]);
});

test("files of an earlier run, or of a pull request, are gone before the run begins", () => {
  write("report.json", "partial.json", "times.json", "bundle.json", "manifests/evil.yaml", "other.txt");
  prepareOutputDirectory(dirname(directory), directory);
  expect(
    ["report.json", "partial.json", "times.json", "bundle.json", "manifests"].filter((name) =>
      existsSync(join(directory, name)),
    ),
  ).toEqual([]);
  expect(readFileSync(join(directory, "other.txt"), "utf8")).toBe("other.txt");
});

test("the times of targets are those of all work on each, and none of work on all together", () => {
  let now = 0;
  const times = new TargetTimes([], () => now);
  times.onWork("start", "head", "b");
  times.onWork("start", "head", "a");
  times.onWork("start", "review", "/all targets");
  now = 1500;
  times.onWork("end", "head", "b");
  times.onWork("end", "review", "/all targets");
  times.onWork("start", "causes", "b");
  now = 1750.4;
  times.onWork("end", "causes", "b");
  times.onWork("end", "base", "b");
  // Work that never ends has no time.
  expect(JSON.parse(times.text())).toEqual({ version: 1, targets: [{ id: "b", path: "b", seconds: 1.75 }] });
});
