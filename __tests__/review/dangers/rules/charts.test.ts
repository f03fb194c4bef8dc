import { describe, expect, test } from "@jest/globals";
import { findings, object } from "./objects.ts";

const release = (version: string, chart = "web") =>
  object("helm.toolkit.fluxcd.io/v2 HelmRelease", `spec: {chart: {spec: {chart: ${chart}, version: "${version}"}}}`);
const source = (tag: string, url = "oci://a.example/charts/web") =>
  object("source.toolkit.fluxcd.io/v1 OCIRepository", `spec: {url: "${url}", ref: {tag: "${tag}"}}`);
const application = (version: string) =>
  object(
    "argoproj.io/v1alpha1 Application",
    `spec: {sources: [{repoURL: a, targetRevision: "1.0.0"}, {repoURL: b, chart: web, targetRevision: "${version}"}]}`,
  );

const UP =
  "the chart changes to another major version: read its release notes for what breaks, since nothing of it is rendered here";
const DOWN = "the chart goes back to an earlier major version: what the later one has stored may not be readable";

describe("chart-major", () => {
  test.each([
    {
      base: release("1.9.0"),
      head: release("2.0.0"),
      path: "/spec/chart/spec/version",
      text: UP,
      values: "1.9.0 -> 2.0.0",
    },
    {
      base: release("v0.9.0"),
      head: release("1.0.0-rc.1"),
      path: "/spec/chart/spec/version",
      text: UP,
      values: "v0.9.0 -> 1.0.0-rc.1",
    },
    {
      base: release("2.0.0"),
      head: release("1.9.0"),
      path: "/spec/chart/spec/version",
      text: DOWN,
      values: "2.0.0 -> 1.9.0",
    },
    ...[
      ["11.3.4", "16.x"],
      ["1.x", "2.x"],
      ["1.2.*", "^2.0.0"],
      ["~1.2.0", "2.0.X"],
    ].map(([before = "", after = ""]) => ({
      base: release(before),
      head: release(after),
      path: "/spec/chart/spec/version",
      text: UP,
      values: `${before} -> ${after}`,
    })),
    { base: source("4.1.0"), head: source("5.0.0"), path: "/spec/ref/tag", text: UP, values: "4.1.0 -> 5.0.0" },
    {
      base: application("1.0.0"),
      head: application("2.0.0"),
      path: "/spec/sources/1/targetRevision",
      text: UP,
      values: "1.0.0 -> 2.0.0",
    },
  ])("$values at $path", ({ base, head, path, text, values }) => {
    expect(findings("chart-major", base, head)).toEqual([`medium ${path}: ${text} (${values})`]);
  });

  test.each([
    ["a minor version", release("1.9.0"), release("1.10.0")],
    ["a minor version below 1", source("0.5.0"), source("0.6.0")],
    ["a range of several major versions", release("1.x"), release(">=2.0.0")],
    ["any version", release("*"), release("2.0.0")],
    ["a range of the same major version", release("1.9.0"), release("1.x")],
    ["a version of two numbers", release("1.2"), release("2.0.0")],
    ["another chart", release("1.0.0"), release("2.0.0", "other")],
    ["an artifact that is no chart", source("1.0.0", "oci://a.example/web"), source("2.0.0", "oci://a.example/web")],
    ["a new release", undefined, release("2.0.0")],
    ["a release that goes", release("2.0.0"), undefined],
    [
      "the revision of a repository",
      object("argoproj.io/v1alpha1 Application", "spec: {source: {repoURL: a, targetRevision: 1.0.0}}"),
      object("argoproj.io/v1alpha1 Application", "spec: {source: {repoURL: a, targetRevision: 2.0.0}}"),
    ],
  ])("does not find %s", (_name, base, head) => {
    expect(findings("chart-major", base, head)).toEqual([]);
  });
});
