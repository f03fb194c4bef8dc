/** Where manifests are written: very many of them become one file of the bundle. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { openBundleDirectory, writeBundle } from "../../src/bundle/index.ts";
import { placeManifests } from "../../src/shards/index.ts";

let top: string;
beforeEach(() => {
  top = mkdtempSync(join(tmpdir(), "krm-render-place-"));
  for (const name of ["out", "again", "temp"]) mkdirSync(join(top, name));
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

const TEXTS = { "root.yaml": "a: 1\n", "apps/b.yaml": "b: \u00e9\n", [`${"long/".repeat(40)}c.yaml`]: "c: 1\n" };

/** Writes the manifests in an order. */
function placed(output: string, count: number, paths: readonly string[]) {
  const place = placeManifests(join(top, output), count, join(top, "temp"));
  for (const path of paths) {
    mkdirSync(dirname(join(place.directory, path)), { recursive: true });
    writeFileSync(join(place.directory, path), TEXTS[path] ?? "");
  }
  place.finish();
  return place;
}

const PATHS = Object.keys(TEXTS);

test("few of them are files of the output directory", () => {
  const { directory, isApart } = placed("out", 9000, PATHS);
  expect([directory, isApart]).toEqual([join(top, "out/manifests"), false]);
  expect(existsSync(join(top, "out/manifests.tar.gz"))).toBe(false);
});

test("very many are files elsewhere, and an archive in the bundle, which is the same bytes each time", () => {
  const { directory, isApart } = placed("out", 9001, PATHS);
  expect(isApart).toBe(true);
  expect(directory.startsWith(join(top, "temp/"))).toBe(true);
  expect(readFileSync(join(directory, "apps/b.yaml"), "utf8")).toBe("b: \u00e9\n");
  const about = { kind: "review", repository: "o/r", run: 1, attempt: 1, event: "push" } as const;
  writeFileSync(join(top, "out/report.json"), "{}");
  const names = ["report.json", "manifests.tar.gz"];
  writeBundle(join(top, "out"), { ...about, base: "a".repeat(40), head: "b".repeat(40) }, names);
  const { files } = openBundleDirectory(join(top, "out")).manifest;
  expect(files.map(({ path }) => path)).toEqual(["manifests.tar.gz", "report.json"]);

  placed("again", 10_000, PATHS.toReversed());
  const [archive, again] = ["out", "again"].map((name) => join(top, name, "manifests.tar.gz")) as [string, string];
  expect(readFileSync(again).equals(readFileSync(archive))).toBe(true);
  execFileSync("tar", ["-xzf", archive], { cwd: join(top, "again") });
  for (const [path, text] of Object.entries(TEXTS))
    expect(readFileSync(join(top, "again/manifests", path), "utf8")).toBe(text);
});
