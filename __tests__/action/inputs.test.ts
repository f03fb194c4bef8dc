import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import { readFunctionRules } from "../../src/action/functions.ts";
import { readCommentInputs, readInputs, withSettings } from "../../src/action/inputs/index.ts";
import { OUTPUT_DEFAULTS } from "../../src/action/outputs.ts";
import {
  FILE_SETTINGS,
  type FileSettingName,
  isReadIn,
  MODES,
  SETTINGS,
  type SettingName,
} from "../../src/configuration/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { action } from "./runner.ts";

describe("action.yml", () => {
  test("declares the inputs that the code reads, with the same defaults", () => {
    const defaults = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => {
        if (!(name in FILE_SETTINGS)) return [name, input.default];
        // The runner would fill in a default, and the file of the repository would never count.
        const said = /Default: `([^`]+)`\.(?= Modes?: |$)/.exec(input.description)?.[1] ?? "";
        return [name, input.default === "" ? said : `not empty: ${input.default}`];
      }),
    );
    expect(defaults).toEqual({
      ...Object.fromEntries(Object.entries(SETTINGS).map(([name, setting]) => [name, setting.default])),
      "github-token": "${{ github.token }}",
      matrix: "${{ toJSON(matrix) }}",
    });
  });

  test("declares the outputs that the code sets", () => {
    expect(Object.keys(action.outputs)).toEqual(Object.keys(OUTPUT_DEFAULTS));
  });

  test("describes every input and output, and requires no input", () => {
    const described = [...Object.values(action.inputs), ...Object.values(action.outputs)];
    expect(described.filter(({ description }) => !/^\S.*[.)]$/s.test(description.trim()))).toEqual([]);
    expect(Object.values(action.inputs).filter(({ required }) => required)).toEqual([]);
  });

  test("runs the bundle on the Node that runners have", () => {
    expect(action.runs).toEqual({ using: "node24", main: "dist/index.js" });
  });
});

describe("modes", () => {
  test.each(MODES)("%s reads its inputs once, each by one group, and no others", (mode) => {
    const read: string[] = [];
    const reads = { get: (_: object, name: string) => (read.push(name), name === "INPUT_MODE" ? mode : undefined) };
    readInputs(new Proxy({}, reads));
    const wanted = Object.keys(SETTINGS).filter((name) => isReadIn(name as SettingName, mode));
    const asked = wanted.map((name) => `INPUT_${name.toUpperCase()}`);
    expect(read.slice(0, asked.length).sort()).toEqual(asked.sort());
  });

  test("action.yml names the modes of each input at the end of its description", () => {
    const sentences = Object.entries(action.inputs).map(([name, { description }]) => [
      name,
      /(?:All modes|Modes?: [a-z, ]+)\.$/.exec(description.trim())?.[0],
    ]);
    const expected = Object.entries(SETTINGS).map(([name, { modes }]) => {
      if (modes.length === MODES.length) return [name, "All modes."];
      return [name, `${modes.length === 1 ? "Mode" : "Modes"}: ${modes.join(", ")}.`];
    });
    expect(Object.fromEntries(sentences)).toEqual(Object.fromEntries(expected));
  });

  test.each<[mode: string, given: Record<string, string>, warnings: string[]]>([
    ["review", { INPUT_REPORTS: "shards/*" }, ["the input reports has no effect: the mode review does not read it"]],
    ["comment", { INPUT_TARGETS: "apps/**" }, ["the input targets has no effect: the mode comment does not read it"]],
    ["comment", { INPUT_STRICT: "false", INPUT_TARGETS: " ", INPUT_TIMEOUT: "5m" }, []],
    // The runner fills these in.
    ["release", { "INPUT_GITHUB-TOKEN": "t", INPUT_MATRIX: '{"os":"linux"}' }, []],
    ["merge", { INPUT_REPORTS: "shards/*", "INPUT_FAIL-ON": "warning" }, []],
    [
      "release",
      { INPUT_CHECK: "true", INPUT_BASE: "main" },
      [
        "the input base has no effect: the mode release does not read it",
        "the input check has no effect: the mode release does not read it",
      ],
    ],
  ])("%s, given %j", (mode, given, messages) => {
    const { warnings, inputs } = readInputs({ INPUT_MODE: mode, ...given });
    expect(inputs.mode).toBe(mode);
    expect(warnings.map(({ message }) => message)).toEqual(messages);
    expect(warnings.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
      messages.map(() => "input-not-read warning"),
    );
  });

  test("the hint names the modes that read the input", () => {
    const { warnings } = readInputs({ INPUT_MODE: "comment", INPUT_TARGETS: "a", INPUT_REPORTS: "b", INPUT_OCI: "c" });
    expect(warnings.map(({ hint }) => hint)).toEqual([
      "Remove it, or set mode to review or release.",
      "Remove it, or set mode to merge.",
      "Remove it, or set mode to release.",
    ]);
  });

  test("an invalid value of an input that the mode does not read is no error", () => {
    expect(readInputs({ INPUT_MODE: "comment", INPUT_CONCURRENCY: "many" }).inputs.concurrency).toBe(8);
  });

  test("a mode that does not exist is an error with the nearest name", () => {
    expect(() => readInputs({ INPUT_MODE: "realese" })).toThrow(
      'input mode: "realese" is not one of review, comment, merge, release; did you mean "release"?',
    );
  });
});

test("the inputs of the comment are read also where others, or they themselves, are invalid", () => {
  const given = { INPUT_COMMENT: "x", "INPUT_COMMENT-KEY": "shop", INPUT_TIMEOUT: "soon", "INPUT_GITHUB-TOKEN": "a b" };
  expect(readCommentInputs(given)).toMatchObject({ comment: "auto", commentKey: "shop", token: undefined });
});

test("defaults", () => {
  expect(readInputs({ PATH: "/bin", "INPUT_GITHUB-TOKEN": "t" })).toEqual({
    warnings: [],
    inputs: {
      mode: "review",
      targets: [],
      shard: undefined,
      costs: undefined,
      reports: [],
      check: false,
      release: { name: undefined, version: undefined, withholdSecrets: false, oci: undefined },
      base: undefined,
      head: undefined,
      workingDirectory: ".",
      comment: "auto",
      commentKey: undefined,
      matrix: [],
      commentMaxBytes: 60_000,
      timeoutSeconds: 300,
      totalTimeoutSeconds: 3600,
      token: "t",
      outputDirectory: "krm-render-report",
      loadRestrictor: "root-only",
      enableHelm: false,
      remote: false,
      allowPrivateHosts: false,
      strict: false,
      concurrency: 8,
      failOn: "error",
      failOnDanger: "never",
      redaction: [],
      artifactName: undefined,
      affectedOnly: true,
      allowHosts: [],
      functions: {
        trustedCatalogs: [],
        defaultCatalogs: [],
        requirePinned: false,
        failOnUnavailable: false,
        allowWildcards: false,
        trustRoot: undefined,
        plugins: "catalog-only",
        exec: false,
        starlark: false,
        network: "false",
        mounts: "false",
        engine: "docker",
        timeoutSeconds: 300,
        isolation: "auto",
        tokenServers: [],
        cacheSave: "auto",
        onPrivilegedEvents: false,
      },
    },
  });
});

test.each([
  ["", []],
  ["apps/a", ["apps/a"]],
  ["apps/a, apps/b,,", ["apps/a", "apps/b"]],
  ["\n  apps/a\n\n  !apps/b  \n", ["apps/a", "!apps/b"]],
  ["apps/{a,b}, c", ["apps/{a,b}", "c"]],
  ["apps/[a,b], @(c,d)", ["apps/[a,b]", "@(c,d)"]],
  ["apps/{a, b\nc, d", ["apps/{a, b", "c", "d"]],
])("the patterns of %j are %j", (text, patterns) => {
  expect(readInputs({ INPUT_TARGETS: text }).inputs.targets).toEqual(patterns);
});

test.each([
  ["null", []],
  ["{}", []],
  ["", []],
  ["${{ toJSON(matrix) }}", []],
  ['{\n  "os": "linux",\n  "node": 24,\n  "shop": {"name": "eu"}\n}', ["linux", "24", '{"name":"eu"}']],
])("the matrix %j has the values %j", (json, values) => {
  expect(readInputs({ INPUT_MATRIX: json }).inputs.matrix).toEqual(values);
});

test.each([
  ["COMMENT", "sometimes", /is not one of auto/],
  ["STRICT", "yes", /is not one of false, true/],
  ["FAIL-ON", "errors", /did you mean "error"/],
  ["LOAD-RESTRICTOR", "none", /LoadRestrictionsRootOnly, LoadRestrictionsNone/],
  ["CONCURRENCY", "1.5", /not a whole number from 1 to 64/],
  ["CONCURRENCY", "1e1", /not a whole number/],
  ["COMMENT-MAX-BYTES", "1999", /from 2000 to 65000/],
  ["COMMENT-MAX-BYTES", "65001", /from 2000 to 65000/],
  ["COMMENT-KEY", "k".repeat(201), /longer than 200/],
  ["TOKEN-SERVERS", "registry.example.com", /is not REGISTRY=HOST/],
  ["ALLOW-HOSTS", "https://host.example", /is not a host/],
  ["FUNCTION-TIMEOUT", "soon", /neither none nor a duration/],
  ["ISOLATE-FUNCTIONS", "yes", /require, auto, never/],
  ["FAIL-ON-DANGER", "hihg", /"hihg" is not one of high, medium, low, never; did you mean "high"/],
  ["REDACT", "ConfigMap\n/data", /input redact: "ConfigMap" is not a pattern of values/],
  ["ARTIFACT-NAME", "a/b", /is not the name of an artifact/],
  ["ARTIFACT-NAME", "a".repeat(201), /is not the name of an artifact/],
])("%s %s is refused", (name, value, message) => {
  const read = () => readInputs({ [`INPUT_${name}`]: value });
  expect(read).toThrow(message);
});

test("patterns of values stand one a line, beside comments", () => {
  const { inputs } = readInputs({
    INPUT_REDACT: "# licences\nConfigMap/license-*:/data/key\n\n  /spec/token,1\n",
    "INPUT_FAIL-ON-DANGER": "medium",
    "INPUT_ARTIFACT-NAME": "krm-render report",
  });
  expect(inputs.redaction.map(({ kinds, names, paths }) => [kinds, names, paths.map(({ text }) => text)])).toEqual([
    [["ConfigMap"], ["license-*"], ["/data/key"]],
    [undefined, undefined, ["/spec/token,1"]],
  ]);
  expect([inputs.failOnDanger, inputs.artifactName]).toEqual(["medium", "krm-render report"]);
});

test("the inputs about functions are checked before a function needs them, all at once", async () => {
  const { inputs } = readInputs({
    "INPUT_FUNCTION-NETWORK": "Paint",
    "INPUT_FUNCTION-MOUNTS": "fn.example.com/Paint, a/b/c",
    "INPUT_TRUSTED-CATALOGS": "catalog.yaml#sha256=12",
  });
  const problems = await readFunctionRules(inputs).then(() => [], diagnosticsOf);
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^invalid-input input trusted-catalogs: /),
    'invalid-input input function-network: it has the value "Paint", which is not a kind',
    'invalid-input input function-mounts: it has the value "a/b/c", which is not a kind',
  ]);
});

test.each([
  ["false", false],
  ["False", false],
  ["true", true],
  ["fn.example.com/Paint", [{ group: "fn.example.com", kind: "Paint" }]],
])("functions may use the network: %s", async (value, network) => {
  const { inputs } = readInputs({ "INPUT_FUNCTION-NETWORK": value });
  expect(await readFunctionRules(inputs)).toEqual({ trusted: [], defaults: [], network, mounts: false });
});

test("an impossible token is refused, and the message does not repeat it", () => {
  let message = "";
  try {
    readInputs({ "INPUT_GITHUB-TOKEN": "ghs_one\nghs_two" });
  } catch (error) {
    message = String(error);
  }
  expect(message).toContain("input github-token: contains a character that no token has");
  expect(message).not.toContain("ghs_");
});

test("all invalid inputs are reported at once", () => {
  let thrown: unknown;
  try {
    readInputs({ INPUT_COMMENT: "x", INPUT_CONCURRENCY: "x", "INPUT_FAIL-ON": "x" });
  } catch (error) {
    thrown = error;
  }
  expect(diagnosticsOf(thrown).map(({ code }) => code)).toEqual(["invalid-input", "invalid-input", "invalid-input"]);
});

describe("what the repository sets", () => {
  const settings = new Map([
    ["targets", { values: ["apps/a, b", "apps/{c,d}"] }],
    ["timeout", { values: ["90s"] }],
    ["strict", { values: ["true"] }],
    ["concurrency", { values: ["2"] }],
    ["remote", { values: ["true"] }],
  ]);

  test("counts where the workflow sets nothing, and is never about trust", () => {
    const variables = { INPUT_CONCURRENCY: "3" };
    const { inputs } = readInputs(variables);
    const settled = withSettings(inputs, variables, settings);
    expect(settled).toEqual({
      ...inputs,
      targets: ["apps/a, b", "apps/{c,d}"],
      timeoutSeconds: 90,
      strict: true,
      concurrency: 3,
      remote: false,
    });
  });

  test("leaves refused inputs refused", () => {
    const variables = { INPUT_REMOTE: "true", "INPUT_ENABLE-HELM": "true" };
    const { inputs } = readInputs(variables);
    const settled = withSettings({ ...inputs, remote: false, enableHelm: false }, variables, settings);
    expect([settled.remote, settled.enableHelm]).toEqual([false, false]);
  });

  // Of each setting, a value that is not its default.
  const VALUES: Readonly<Record<FileSettingName, string>> = {
    targets: "apps/x",
    comment: "never",
    "comment-max-bytes": "2000",
    "load-restrictor": "LoadRestrictionsNone",
    timeout: "1s",
    "affected-only": "false",
    concurrency: "64",
    strict: "true",
    "fail-on": "warning",
    "fail-on-danger": "low",
    redact: "/data/x",
  };

  // What is to be withheld becomes a rule when the file is read.
  test.each(Object.entries(VALUES).filter(([name]) => name !== "redact"))(
    "%s counts as the input does",
    (name, value) => {
      const { inputs } = readInputs({});
      const set = withSettings(inputs, {}, new Map([[name, { values: [value] }]]));
      expect(set).toEqual(readInputs({ [`INPUT_${name.toUpperCase()}`]: value }).inputs);
      expect(set).not.toEqual(inputs);
    },
  );
});

test("an input that does not exist is a warning, with the nearest name or all of them", () => {
  const { warnings } = readInputs({ INPUT_TARGET: "x", INPUT_XYZZY: "x" });
  expect(warnings.map(({ hint }) => hint)).toEqual([
    "Did you mean targets?",
    expect.stringMatching(/^The inputs are mode, targets, /),
  ]);
});

test("docs/reference/action.md names the files and the modes correctly", () => {
  const text = readFileSync(new URL("../../docs/reference/action.md", import.meta.url), "utf8");
  const named = new Set([...text.matchAll(/`([a-z]+(?:-[a-z]+)+)`/g)].map(([, name]) => name ?? ""));
  const known = [
    "build-timeout",
    "run-timeout",
    "build-too-large",
    "process-lost",
    // An environment and a job of an example.
    "dangerous-changes",
    // The default of an input, and an input of another action.
    "krm-render-report",
    "subject-checksums",
    "approve-dangers",
    ...Object.keys(SETTINGS),
    ...Object.keys(OUTPUT_DEFAULTS),
    ...MODES,
    "catalog-only",
    ...FILE_SETTINGS["fail-on"].form.choices,
    ...FILE_SETTINGS["fail-on-danger"].form.choices,
    ...FILE_SETTINGS.comment.form.choices,
  ];
  expect([...named].filter((name) => !known.includes(name))).toEqual([]);
  const paths = Object.keys(OUTPUT_DEFAULTS).filter((name) => /-path$|manifests-dir/.test(name));
  expect(paths.filter((name) => !named.has(name))).toEqual([]);
});
