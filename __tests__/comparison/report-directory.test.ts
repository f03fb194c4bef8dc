/** The files of a comparison: one that cannot be written costs no other. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { type BundleAbout, openBundleDirectory } from "../../src/bundle/index.ts";
import { openReportDirectory } from "../../src/comparison/index.ts";
import type { Diagnostic } from "../../src/diagnostics.ts";
import { review } from "../../src/review/index.ts";

const SHA = { base: "a".repeat(40), head: "b".repeat(40) };
const ABOUT: Omit<BundleAbout, "kind"> = { repository: "o/r", run: 1, attempt: 1, event: "push", ...SHA };
const NO_MANIFESTS = { targets: [], redaction: [], most: 0 };
const side = (sha: string) => ({ sha, label: "main", reason: "given" });
const report = review({ base: side(SHA.base), head: side(SHA.head), renderings: [] });

let directory: string;
let problems: Diagnostic[];
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "krm-render-report-directory-"));
  problems = [];
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

const listed = (): readonly string[] => openBundleDirectory(directory).manifest.files.map(({ path }) => path);

test("lists the reports, the times, and further files inside of the directory", async () => {
  const lock = join(directory, "krm-render.lock");
  const finish = () => {
    // The reports are there by now.
    expect(existsSync(join(directory, "report.html"))).toBe(true);
    writeFileSync(lock, "version: 1\n");
    return [lock, join(directory, "absent"), join(tmpdir(), "outside")];
  };
  const files = openReportDirectory(directory, NO_MANIFESTS, problems);
  const reports = await files.finishReview(report, { about: ABOUT, finish });
  expect(problems).toEqual([]);
  expect([...reports.keys()].sort()).toEqual(["html", "json", "markdown", "patch", "sarif"]);
  expect(reports.get("json")).toBe(join(directory, "report.json"));
  expect(listed()).toEqual([
    "changes.patch",
    "krm-render.lock",
    "report.html",
    "report.json",
    "report.md",
    "report.sarif",
    "times.json",
  ]);
});

test("a report that cannot be written costs no other, and is not listed", async () => {
  mkdirSync(join(directory, "report.html"));
  const files = openReportDirectory(directory, NO_MANIFESTS, problems);
  const reports = await files.finishReview(report, { about: ABOUT });
  expect(problems).toMatchObject([{ code: "output-unwritable", file: join(directory, "report.html") }]);
  expect(reports.has("html")).toBe(false);
  expect(listed()).toEqual(["changes.patch", "report.json", "report.md", "report.sarif", "times.json"]);
});

test("what throws at the end costs neither the times nor the bundle", async () => {
  const files = openReportDirectory(directory, NO_MANIFESTS, problems);
  const finish = () => {
    throw new Error("no lock");
  };
  await files.finishReview(report, { about: ABOUT, finish });
  expect(problems).toMatchObject([{ message: expect.stringContaining("no lock") }]);
  expect(listed()).toContain("times.json");
});

test("manifests of another run are copied and listed; without a bundle, nothing is listed", async () => {
  mkdirSync(join(directory, "manifests"));
  const files = openReportDirectory(directory, { ...NO_MANIFESTS, most: 1 }, problems);
  files.copyManifest({ path: "manifests/apps/web.yaml", read: () => Buffer.from("kind: Pod\n") });
  await files.finishReview(report, { about: undefined });
  expect(existsSync(join(directory, "bundle.json"))).toBe(false);
  expect(readFileSync(join(directory, "manifests/apps/web.yaml"), "utf8")).toBe("kind: Pod\n");
  await files.finishReview(report, { about: ABOUT });
  expect(listed()).toContain("manifests/apps/web.yaml");
  expect(problems).toEqual([]);
});

test("very many manifests become one archive, and their own directory is removed or kept as the host says", async () => {
  const most = 9001;
  const apart = openReportDirectory(directory, { ...NO_MANIFESTS, most }, problems);
  apart.copyManifest({ path: "manifests/web.yaml", read: () => Buffer.from("kind: Pod\n") });
  await apart.finishReview(report, { about: ABOUT });
  expect(existsSync(apart.manifests ?? directory)).toBe(false);
  expect(listed()).toContain("manifests.tar.gz");

  const temporary = mkdtempSync(join(tmpdir(), "krm-render-kept-"));
  const kept = openReportDirectory(directory, { ...NO_MANIFESTS, most, temporary }, problems);
  kept.copyManifest({ path: "manifests/web.yaml", read: () => Buffer.from("kind: Pod\n") });
  await kept.finishReview(report, { about: ABOUT });
  expect(existsSync(join(kept.manifests ?? "", "web.yaml"))).toBe(true);
  expect(problems).toEqual([]);
  rmSync(temporary, { recursive: true });
});
