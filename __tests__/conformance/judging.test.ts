/** Which runs of a case pass, and how many have to. */
import { describe, expect, test } from "@jest/globals";
import { raised, shortfall } from "../../scripts/conformance/cases.mjs";
import { mentionsCulprit } from "../../scripts/conformance/culprit.mjs";
import { table } from "../../scripts/conformance/report.mjs";
import { mapParallel, passes } from "../../scripts/conformance/run.mjs";

describe("which errors name the culprit", () => {
  test.each([
    [
      "accumulating resources from 'x/gone.yaml': evalsymlink failure on '{{ROOT}}/x/gone.yaml'",
      "there is no gone.yaml",
      "no file",
    ],
    ["no matches for Id Deployment.v1.apps/web.[noNs]; failed to find", "no Deployment web", "no Deployment api"],
    [
      "invalid Kustomization: json: cannot unmarshal bool into Go struct field Kustomization.namePrefix of type string",
      "namePrefix must be",
      "wrong type",
    ],
    ['unable to find field "spec.a.b" in replacement target', "no field spec.a.b", "no field spec.a"],
    ["delimiter option can only be used with scalar nodes", "a delimiter needs", "this needs a string"],
    [
      "var 'HOST' already encountered in base/kustomization.yaml",
      "HOST is defined twice",
      "base/kustomization.yaml: twice",
    ],
  ])("%s", (error, good, bad) => {
    expect(mentionsCulprit(good, error)).toBe(true);
    expect(mentionsCulprit(bad, error)).toBe(false);
  });
});

test.each([
  ["the same bytes", { stdout: "a: 1\n" }, { status: 0, stdout: "a: 1\n", stderr: "" }, true],
  ["the same bytes and a warning", { stdout: "a: 1\n" }, { status: 0, stdout: "a: 1\n", stderr: "warning: x" }, true],
  ["other bytes", { stdout: "a: 1\n" }, { status: 0, stdout: "a: 1", stderr: "" }, false],
  ["the same bytes and a failure", { stdout: "a: 1\n" }, { status: 1, stdout: "a: 1\n", stderr: "" }, false],
  ["no bytes and a signal", { stdout: "" }, { status: null, stdout: "", stderr: "" }, false],
  ["an error", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "", stderr: "no x.yaml" }, true],
  ["another error", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "", stderr: "no y.yaml" }, false],
  ["only a warning", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "", stderr: "warning: x.yaml" }, false],
  ["success where kustomize fails", { error: "Error: no 'x.yaml'" }, { status: 0, stdout: "", stderr: "" }, false],
  ["wrong usage", { error: "Error: no 'x.yaml'" }, { status: 2, stdout: "", stderr: "x.yaml" }, false],
  ["bytes and an error", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "a", stderr: "x.yaml" }, false],
  ["a bug", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "", stderr: "unexpected: x.yaml" }, false],
  ["a stack", { error: "Error: no 'x.yaml'" }, { status: 1, stdout: "", stderr: "x.yaml\n  at f (a.js:1:2)" }, false],
])("%s", (_, expected, outcome, good) => {
  expect(passes(expected, outcome)).toBe(good);
});

test.each([
  [{ build: 5, error: 2 }, undefined],
  [{ build: 6, error: 3 }, undefined],
  [{ build: 4, error: 3 }, "fewer cases pass than conformance.json says: 4 of 5 builds, 3 of 2 errors"],
  [{ build: 9, error: 1 }, "fewer cases pass than conformance.json says: 9 of 5 builds, 1 of 2 errors"],
])("%j are enough, or a message says that they are not", (passed, message) => {
  expect(shortfall(passed, { build: 5, error: 2 })).toBe(message);
});

test("recorded numbers only rise", () => {
  expect(raised({ build: 6, error: 1 }, { build: 5, error: 2 })).toEqual({ build: 6, error: 2 });
});

test("the table counts by suite what passes, builds and errors apart", () => {
  const { text, total } = table([
    { id: "b/one", isError: false, passed: true },
    { id: "a/one", isError: false, passed: false },
    { id: "a/two", isError: true, passed: true },
  ]);
  expect(total).toEqual({ build: 1, builds: 2, error: 1, errors: 1 });
  expect(text.split("\n").map((line) => line.trim().split(/ +/))).toEqual([
    ["suite", "build", "error"],
    ["a", "0/1", "1/1"],
    ["b", "1/1"],
    ["all", "1/2", "1/1"],
  ]);
});

test("results of work done at once are in the order of the items", async () => {
  const waits = [30, 0, 20, 10, 0];
  const work = (ms: number) => new Promise<number>((resolve) => setTimeout(resolve, ms, ms));
  expect(await mapParallel(waits, work)).toEqual(waits);
});
