/** How a record of one of kustomize's tests becomes a case. None of this needs Go. */
import { describe, expect, test } from "@jest/globals";
import { collect, errorOf } from "../../scripts/conformance/make.mjs";
import { changed } from "../../scripts/conformance/overlay.mjs";
import { flagsOf, inputOf } from "../../scripts/conformance/recorded.mjs";

const OPTIONS = {
  Reorder: "none",
  LoadRestrictions: "LoadRestrictionsRootOnly",
  HelmCommand: "",
  HelmKubeVersion: "",
  ManagedByLabel: false,
  AlphaPlugins: false,
  Exec: false,
  Helm: false,
  HelmDebug: false,
  Network: false,
  AsUser: false,
  HelmApiVersions: null,
  Mounts: null,
  Env: null,
};

const RECORD = {
  Package: "/kustomize/api/krusty",
  Test: "TestOne",
  Kind: "build",
  Root: "/",
  Path: "/app",
  Files: {},
  Executable: null,
  Options: OPTIONS,
  Config: "",
  Input: "",
  LeftOut: "",
  Output: "",
  Error: null,
};

const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("flags", () => {
  test.each([
    [{}, ["--reorder=none"]],
    [{ Reorder: "unspecified" }, []],
    [{ Reorder: "legacy", ManagedByLabel: true }, ["--enable-managedby-label", "--reorder=legacy"]],
    [{ LoadRestrictions: "LoadRestrictionsNone" }, ["--load-restrictor=LoadRestrictionsNone", "--reorder=none"]],
    [
      { AlphaPlugins: true, Helm: true, HelmCommand: "helmV3", Exec: true },
      ["--reorder=none", "--enable-alpha-plugins", "--enable-helm", "--enable-exec"],
    ],
    [
      { Helm: true, HelmCommand: "h", HelmApiVersions: ["a/v1"], HelmKubeVersion: "1.30", HelmDebug: true },
      [
        "--reorder=none",
        "--enable-helm",
        "--helm-command=h",
        "--helm-api-versions=a/v1",
        "--helm-kube-version=1.30",
        "--helm-debug",
      ],
    ],
    [
      { Network: true, AsUser: true, Mounts: ["m"], Env: ["E=1"] },
      ["--reorder=none", "--network", "--mount=m", "--env=E=1", "--as-current-user"],
    ],
    [{ Reorder: "random" }, undefined],
    [{ LoadRestrictions: "LoadRestrictionsUnknown" }, undefined],
  ])("of %j", (options, flags) => {
    expect(flagsOf({ ...OPTIONS, ...options })).toEqual(flags);
  });
});

describe("a record", () => {
  test("of a build keeps text files as text", () => {
    const Files = { "base/b.yaml": base64("b: ü\n"), "base/a.bin": Buffer.from([255, 0]).toString("base64") };
    expect(inputOf({ ...RECORD, Files, Executable: ["z", "a"] }, "/kustomize")).toEqual({
      id: "krusty/TestOne",
      input: {
        files: { "base/b.yaml": "b: ü\n" },
        binary: { "base/a.bin": "/wA=" },
        executable: ["a", "z"],
        path: "app",
        flags: ["--reorder=none"],
      },
    });
  });

  test.each([
    ["/", ".", "."],
    ["/", "app/../base", "base"],
    ["/tmp/k1", "/tmp/k1", "."],
    ["/tmp/k1", "/tmp/k1/app", "app"],
  ])("in %s that builds %s has the path %s", (Root, Path, path) => {
    expect(inputOf({ ...RECORD, Root, Path }, "/kustomize")).toMatchObject({ input: { path } });
  });

  test("of a plugin becomes a kustomization in its directory, with the files of that directory", () => {
    const record = {
      ...RECORD,
      Package: "/kustomize/plugin/builtin/patchtransformer",
      Kind: "transformer",
      Files: { "app/patch.yaml": base64("p: 1\n"), "other/patch.yaml": "" },
      Options: null,
      Config: "kind: PatchTransformer\n",
      Input: "kind: A\n",
    };
    expect(inputOf(record, "/kustomize")).toEqual({
      id: "builtin-patchtransformer/TestOne",
      input: {
        files: {
          "app/patch.yaml": "p: 1\n",
          "app/kustomization.yaml": "resources:\n- plugin-input.yaml\ntransformers:\n- plugin-config.yaml\n",
          "app/plugin-config.yaml": "kind: PatchTransformer\n",
          "app/plugin-input.yaml": "kind: A\n",
        },
        path: "app",
        flags: ["--reorder=none"],
      },
    });
  });

  test.each([
    [
      "generator",
      "c: 1\n",
      { "kustomization.yaml": "generators:\n- plugin-config.yaml\n", "plugin-config.yaml": "c: 1\n" },
    ],
    [
      "replacements",
      "replacements: []",
      { "input.yaml": "i: 1\n", "kustomization.yaml": "replacements: []\nresources:\n- input.yaml\n" },
    ],
    [
      "patch",
      "p: 1\n",
      {
        "input.yaml": "i: 1\n",
        "kustomization.yaml": "resources:\n- input.yaml\npatches:\n- path: patch.yaml\n  target:\n    kind: .*\n",
        "patch.yaml": "p: 1\n",
      },
    ],
  ])("of a %s becomes a kustomization", (Kind, Config, files) => {
    const record = { ...RECORD, Kind, Config, Path: "/", Options: null, Input: "i: 1\n" };
    expect(inputOf(record, "/kustomize")).toMatchObject({ input: { files, path: "." } });
  });

  test.each([
    [{ LeftOut: "it runs helm" }, "it runs helm"],
    [{ Root: "/tmp/k1", Files: { a: base64("path: /tmp/k1/b") } }, "its files hold absolute paths"],
    [{ Options: { ...OPTIONS, Reorder: "random" } }, "it has options that no flag sets"],
  ])("with %j is left out", (part, leftOut) => {
    expect(inputOf({ ...RECORD, ...part }, "/kustomize")).toEqual({ id: "krusty/TestOne", leftOut });
  });
});

test("a change of kustomize's sources fails unless its text occurs once", () => {
  expect(changed("a.go", "x\ny\n", [["y", "$&z"]])).toBe("x\n$&z\n");
  expect(() => changed("a.go", "x\n", [["y", "z"]])).toThrow('a.go contains "y" 0 times, not once');
  expect(() => changed("a.go", "y\ny\n", [["y", "z"]])).toThrow('a.go contains "y" 2 times, not once');
});

test.each([
  ["# Warning: old\nFlag --reorder has been deprecated, so\nError: no '/w/x'\nmore\n", "Error: no '{{ROOT}}/x'\nmore"],
  ["Error: at 0xc000123456 in /w", "Error: at 0xPOINTER in {{ROOT}}"],
  ["panic: oh\n", ""],
])("the error of %j", (stderr, error) => {
  expect(errorOf(stderr, "/w")).toBe(error);
});

test("cases have unique names, are sorted, and do not repeat each other", () => {
  const made = (id: string, path: string) => ({ made: { id, files: {}, path, flags: [], stdout: "" }, differs: false });
  const { cases, reasons } = collect([
    made("s/b", "two"),
    made("s/b", "one"),
    { id: "s/c", leftOut: "it runs helm" },
    made("s/a", "three"),
    made("s/z", "three"),
  ]);
  expect(cases.map(({ id, path }) => [id, path])).toEqual([
    ["s/a", "three"],
    ["s/b", "one"],
    ["s/b#2", "two"],
  ]);
  expect(Object.fromEntries(reasons)).toEqual({ "it runs helm": ["s/c"], "it repeats another build": ["s/z"] });
});
