import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "@jest/globals";
import { readFunctionRules } from "../../src/action/functions.ts";
import { readCommentInputs, readInputs, withSettings } from "../../src/action/inputs/index.ts";
import { OUTPUT_DEFAULTS } from "../../src/action/outputs.ts";
import {
  FILE_SETTINGS,
  type FileSettingName,
  isInput,
  isReadIn,
  MODES,
  SETTINGS,
  type SettingName,
} from "../../src/configuration/index.ts";
import { diagnosticsOf } from "../../src/diagnostics.ts";
import { action } from "./runner.ts";
import { variablesOf } from "./variables.ts";

const NAMES = Object.keys(SETTINGS) as SettingName[];

/** Of each setting, a value that is not its default. */
const VALUES: Readonly<Record<SettingName, string>> = {
  mode: "merge",
  targets: "apps/x",
  base: "main",
  head: "main",
  "working-directory": "shop",
  shard: `1/2@${"a".repeat(64)}`,
  reports: "shards/*",
  comment: "never",
  "comment-key": "shop",
  "comment-max-bytes": "2000",
  check: "true",
  "github-token": "t",
  matrix: '{"os":"linux"}',
  "output-dir": "out",
  "load-restrictor": "LoadRestrictionsNone",
  "enable-helm": "true",
  "enable-jsonnet": "true",
  "kubernetes-version": "1.31",
  remote: "public",
  "auto-branches": "release/*",
  timeout: "1s",
  "total-timeout": "1s",
  "affected-only": "false",
  concurrency: "64",
  strict: "true",
  "fail-on": "warning",
  "fail-on-danger": "low",
  redact: "/data/x",
  "artifact-name": "krm-render",
  "page-url": "https://previews.example/7/report.html",
  "trusted-catalogs": "catalog.yaml",
  "default-catalogs": "catalog.yaml",
  "require-pinned-catalogs": "true",
  "fail-on-unavailable-catalog": "true",
  "allow-catalog-wildcards": "true",
  "trust-root": "root.json",
  locked: "true",
  "lock-out": "krm-render.lock",
  plugins: "alpha",
  "function-network": "true",
  "function-mounts": "true",
  "function-timeout": "1s",
  "container-runtime": "podman",
  "token-servers": "a.example=b.example",
  "cache-save": "never",
  "functions-on-privileged-events": "true",
  "isolate-functions": "require",
  "release-name": "shop",
  "release-version": "v1",
  "withhold-secrets": "true",
  oci: "ghcr.io/org/shop:v1",
  settings: "timeout: 1s",
};

/** Those that a workflow writes. */
function isGiven(name: SettingName): boolean {
  return name !== "settings" && name !== "mode" && !("expression" in SETTINGS[name]);
}

function problemsOf(variables: Readonly<Record<string, string>>): readonly string[] {
  try {
    readInputs(variables);
    return [];
  } catch (thrown) {
    return diagnosticsOf(thrown).map(({ message }) => message);
  }
}

describe("action.yml", () => {
  test("declares the inputs that the code reads, with the same defaults", () => {
    expect(Object.keys(action.inputs).filter((name) => name !== "matrix")).toHaveLength(27);
    const defaults = Object.fromEntries(
      Object.entries(action.inputs).map(([name, input]) => {
        if (!(name in FILE_SETTINGS)) return [name, input.default];
        // The runner would fill in a default, and the file of the repository would never count.
        const said = /Default: `([^`]+)`\.(?= Modes?: |$)/.exec(input.description)?.[1] ?? "";
        return [name, input.default === "" ? said : `not empty: ${input.default}`];
      }),
    );
    expect(defaults).toEqual({
      ...Object.fromEntries(NAMES.filter(isInput).map((name) => [name, SETTINGS[name].default])),
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
  test.each(MODES.flatMap((mode) => NAMES.filter(isGiven).map((name) => [mode, name] as const)))(
    "%s, given another %s than the default",
    (mode, name) => {
      const ordinary = readInputs({ INPUT_MODE: mode });
      const { inputs, warnings } = readInputs(variablesOf({ mode, [name]: VALUES[name] }));
      const isRead = isReadIn(name, mode);
      expect(isDeepStrictEqual(inputs, ordinary.inputs)).toBe(!isRead);
      expect(warnings.map(({ code }) => code)).toEqual(isRead ? [] : ["input-not-read"]);
    },
  );

  test("action.yml names the modes of each input at the end of its description", () => {
    const sentences = Object.entries(action.inputs).map(([name, { description }]) => [
      name,
      /(?:All modes|Modes?: [a-z, ]+)\.$/.exec(description.trim())?.[0],
    ]);
    const expected = NAMES.filter(isInput).map((name) => {
      const { modes }: { readonly modes: readonly string[] } = SETTINGS[name];
      if (modes.length === MODES.length) return [name, "All modes."];
      return [name, `${modes.length === 1 ? "Mode" : "Modes"}: ${modes.join(", ")}.`];
    });
    expect(Object.fromEntries(sentences)).toEqual(Object.fromEntries(expected));
  });

  test.each<[mode: string, given: Record<string, string>, warnings: string[]]>([
    ["review", { INPUT_REPORTS: "shards/*" }, ["the input reports has no effect: the mode review does not read it"]],
    ["comment", { INPUT_TARGETS: "apps/**" }, ["the input targets has no effect: the mode comment does not read it"]],
    ["comment", { INPUT_SETTINGS: "strict: false\ntimeout: 5m", INPUT_TARGETS: " " }, []],
    [
      "comment",
      { INPUT_SETTINGS: "timeout: 6m" },
      ["the setting timeout has no effect: the mode comment does not read it"],
    ],
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
    const { warnings } = readInputs({ INPUT_MODE: "comment", INPUT_TARGETS: "a", INPUT_CHECK: "true", INPUT_OCI: "c" });
    expect(warnings.map(({ hint }) => hint)).toEqual([
      "Remove it, or set mode to review or release.",
      "Remove it, or set mode to review or merge.",
      "Remove it, or set mode to release.",
    ]);
  });

  test("an invalid value of an input that the mode does not read is no error", () => {
    expect(readInputs(variablesOf({ mode: "comment", concurrency: "many" })).inputs.concurrency).toBe(8);
  });

  test("a mode that does not exist is an error with the nearest name", () => {
    expect(() => readInputs({ INPUT_MODE: "realese" })).toThrow(
      'input mode: "realese" is not one of review, comment, merge, release; did you mean "release"?',
    );
  });
});

test("the inputs of the comment are read also where others, or they themselves, are invalid", () => {
  const variables = variablesOf({ comment: "x", "comment-key": "shop", timeout: "soon", "github-token": "a b" });
  expect(readCommentInputs(variables)).toMatchObject({ comment: "auto", commentKey: "shop", token: undefined });
});

test("defaults", () => {
  expect(readInputs({ PATH: "/bin", "INPUT_GITHUB-TOKEN": "t" })).toEqual({
    warnings: [],
    inputs: {
      mode: "review",
      targets: [],
      shard: undefined,
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
      enableHelm: "auto",
      enableJsonnet: false,
      remote: "auto",
      autoBranches: [],
      hosts: [],
      strict: false,
      concurrency: 8,
      failOn: "error",
      failOnDanger: "never",
      redaction: [],
      artifactName: undefined,
      affectedOnly: true,
      functions: {
        trustedCatalogs: [],
        defaultCatalogs: [],
        requirePinned: false,
        failOnUnavailable: false,
        allowWildcards: false,
        trustRoot: undefined,
        plugins: { alpha: false, exec: false, starlark: false },
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
  ["comment", "sometimes", /^input comment: "sometimes" is not one of auto/],
  ["strict", "yes", /^setting strict: "yes" is not one of false, true/],
  ["fail-on", "errors", /did you mean "error"/],
  ["load-restrictor", "none", /LoadRestrictionsRootOnly, LoadRestrictionsNone/],
  ["kubernetes-version", "v1.31", /^setting kubernetes-version: "v1.31" is not a version such as 1.31/],
  ["concurrency", "1.5", /not a whole number from 1 to 64/],
  ["concurrency", "1e1", /not a whole number/],
  ["comment-max-bytes", "1999", /from 2000 to 65000/],
  ["comment-max-bytes", "65001", /from 2000 to 65000/],
  ["comment-key", "k".repeat(201), /longer than 200/],
  ["token-servers", "registry.example.com", /is not REGISTRY=HOST/],
  ["remote", "https://host.example", /^input remote: "https:\/\/host.example" is not a host/],
  ["remote", "true", /^input remote: "true" is not a host/],
  ["remote", "false, public", /^input remote: "false" is not a host/],
  ["remote", "auto, git.example", /^input remote: "auto" is not a host/],
  ["enable-helm", "yes", /auto, true, false/],
  ["plugins", "exec", /^input plugins: "exec" is neither catalog-only, nor alpha/],
  ["plugins", "alpha, exce", /^input plugins: "alpha, exce" is neither catalog-only, nor alpha/],
  ["plugins", "catalog-only, alpha", /is neither catalog-only, nor alpha/],
  ["function-timeout", "soon", /neither none nor a duration/],
  ["isolate-functions", "yes", /require, auto, never/],
  ["fail-on-danger", "hihg", /"hihg" is not one of high, medium, low, never; did you mean "high"/],
  ["redact", "ConfigMap\n/data", /input redact: "ConfigMap" is not a pattern of values/],
  ["artifact-name", "a/b", /is not the name of an artifact/],
  ["artifact-name", "a".repeat(201), /is not the name of an artifact/],
  ["page-url", "http://localhost/report.html", /^input page-url: is not an https address$/],
  ["page-url", "report.html", /is not an https address/],
  ["page-url", "javascript:alert(1)//https://a.example", /is not an https address/],
  ["page-url", "https://user:secret@a.example/", /^input page-url: contains a user name or a password$/],
  ["page-url", "https://a.example/#x", /has a part after #/],
  ["page-url", "https://a.example/x y", /contains a space or a control character/],
  ["page-url", "https://a.example/\u202ey", /contains a space or a control character/],
  ["page-url", "https://a.example/\nhttps://b.example", /contains a space or a control character/],
  ["page-url", `https://a.example/${"a".repeat(500)}`, /is longer than 500 characters/],
])("%s %s is refused", (name, value, message) => {
  expect(problemsOf(variablesOf({ [name]: value }))).toEqual([expect.stringMatching(message)]);
});

test.each([
  ["", undefined],
  ["https://github.com/o/r/actions/runs/1/artifacts/2", "https://github.com/o/r/actions/runs/1/artifacts/2"],
  ["HTTPS://Previews.example:443/a(b)?pr=7&x=*", "https://previews.example/a(b)?pr=7&x=*"],
  ["https://a.example/é", "https://a.example/%C3%A9"],
])("the page at %j", (text, address) => {
  expect(readInputs(variablesOf({ "page-url": text })).inputs.pageUrl).toBe(address);
});

test.each([
  ["", "auto"],
  ["auto", "auto"],
  ["false", undefined],
  ["none", undefined],
  ["public", { isPublic: true, listed: [] }],
  ["git.example.com", { isPublic: false, listed: ["git.example.com"] }],
  ["public, 10.0.0.7:8443\n*.corp.example", { isPublic: true, listed: ["10.0.0.7:8443", "*.corp.example"] }],
])("remote sources of %j", (text, remote) => {
  const { inputs } = readInputs({ INPUT_REMOTE: text });
  expect([inputs.remote, inputs.hosts]).toEqual([remote, typeof remote === "object" ? remote.listed : []]);
});

test.each([
  ["catalog-only", { alpha: false, exec: false, starlark: false }],
  ["alpha", { alpha: true, exec: false, starlark: false }],
  ["alpha, exec", { alpha: true, exec: true, starlark: false }],
  ["alpha\nstarlark\nexec", { alpha: true, exec: true, starlark: true }],
])("plugins of %j", (text, plugins) => {
  expect(readInputs({ INPUT_PLUGINS: text }).inputs.functions.plugins).toEqual(plugins);
});

describe("the input settings", () => {
  test.each<[text: string, problems: readonly string[]]>([
    ["timeout: 1m\nstrict: true\ntoken-servers: [a.example=b.example]\n# done\n", []],
    ["", []],
    ["timeout 1m", ["input settings: it is not a mapping of names and values"]],
    ["timeout: 1m\ntimeuot: 2m", ['input settings, line 2: there is no setting "timeuot"']],
    ["timeout: 1m\ntimeout: 2m", ["input settings, line 2: timeout is set twice"]],
    ["timeout: [", [expect.stringMatching(/^input settings, line 1: /) as never]],
    ["timeout:", ["input settings, line 1: timeout has no value that is a text or a list of texts"]],
    ["a: &a 1\nstrict: *a", [expect.stringMatching(/^input settings/) as never]],
    ["dangers: {levels: {}}", ["input settings, line 1: dangers is no setting, but a section of .krm-render.yaml"]],
    ["settings: x", ["input settings, line 1: settings cannot stand here"]],
    ["github-token: x", ["input settings, line 1: github-token cannot stand here"]],
    [
      "timeout: soon\nstrict: 1",
      [expect.stringMatching(/^setting strict: "1"/), expect.stringMatching(/^setting timeout: "soon"/)] as never,
    ],
  ])("%j", (text, problems) => {
    expect(problemsOf({ INPUT_SETTINGS: text })).toEqual(problems);
  });

  test.each(NAMES.filter(isGiven).filter(isInput))("%s may stand there, or be an input, and not both", (name) => {
    const setting = { INPUT_SETTINGS: `${name}: ${JSON.stringify(VALUES[name])}` };
    const variables = variablesOf({ [name]: VALUES[name] });
    const mode = MODES.find((each) => isReadIn(name, each)) ?? "review";
    const withMode = name === "mode" ? {} : { INPUT_MODE: mode };
    expect(readInputs({ ...withMode, ...setting }).inputs).toEqual(readInputs({ ...withMode, ...variables }).inputs);
    // The runner fills in the default of action.yml, which has none for what the file may hold.
    const ordinary = name in FILE_SETTINGS ? "" : SETTINGS[name].default;
    const filled = { [`INPUT_${name.toUpperCase()}`]: ordinary };
    expect(readInputs({ ...withMode, ...filled, ...setting })).toEqual(readInputs({ ...withMode, ...setting }));
    expect(problemsOf({ ...withMode, ...variables, ...setting })).toEqual([
      `input ${name}: it is also set under the input settings`,
    ]);
  });

  test.each(["comment", "fail-on", "fail-on-danger"] as const)("%s is set also by its default", (name) => {
    const input = { [`INPUT_${name.toUpperCase()}`]: SETTINGS[name].default };
    expect(problemsOf({ ...input, INPUT_SETTINGS: `${name}: never` })).toEqual([
      `input ${name}: it is also set under the input settings`,
    ]);
  });
});

test("an input of an earlier version is refused with the place it moved to", () => {
  const former = [
    ...NAMES.filter((name) => !isInput(name)),
    "costs",
    "allow-hosts",
    "allow-private-hosts",
    "enable-exec",
    "enable-starlark",
  ];
  const variables = Object.fromEntries(former.map((name) => [`INPUT_${name.toUpperCase()}`, "x"]));
  let thrown: unknown;
  try {
    readInputs(variables);
  } catch (error) {
    thrown = error;
  }
  const problems = diagnosticsOf(thrown).map(({ code, message, hint }) => [`${code} ${message}`, hint]);
  expect(problems.map(([message]) => message)).toEqual(
    former.map((name) => `input-moved ${name} is no longer an input`),
  );
  const hints = new Map(problems.map(([, hint], index) => [former[index], hint]));
  expect(hints.get("timeout")).toBe("Write `timeout` under the input `settings`, or in .krm-render.yaml.");
  expect(hints.get("trust-root")).toBe("Write `trust-root` under the input `settings`.");
  expect(hints.get("enable-exec")).toBe("Set `plugins: alpha, exec`.");
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
  const { inputs } = readInputs(
    variablesOf({
      "function-network": "Paint",
      "function-mounts": "fn.example.com/Paint, a/b/c",
      "trusted-catalogs": "catalog.yaml#sha256=12",
    }),
  );
  const problems = await readFunctionRules(inputs).then(() => [], diagnosticsOf);
  expect(problems.map(({ code, message }) => `${code} ${message}`)).toEqual([
    expect.stringMatching(/^invalid-input input trusted-catalogs: /),
    'invalid-input setting function-network: it has the value "Paint", which is not a kind',
    'invalid-input setting function-mounts: it has the value "a/b/c", which is not a kind',
  ]);
});

test.each([
  ["false", false],
  ["False", false],
  ["true", true],
  ["fn.example.com/Paint", [{ group: "fn.example.com", kind: "Paint" }]],
])("functions may use the network: %s", async (value, network) => {
  const { inputs } = readInputs(variablesOf({ "function-network": value }));
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
    readInputs(variablesOf({ comment: "x", concurrency: "x", "fail-on": "x" }));
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
    ["remote", { values: ["public"] }],
  ]);

  test("counts where the workflow sets nothing, and is never about trust", () => {
    const variables = variablesOf({ concurrency: "3" });
    const { inputs } = readInputs(variables);
    const settled = withSettings(inputs, variables, settings);
    expect(settled).toEqual({
      ...inputs,
      targets: ["apps/a, b", "apps/{c,d}"],
      timeoutSeconds: 90,
      strict: true,
      concurrency: 3,
      remote: "auto",
    });
  });

  test("leaves refused inputs refused", () => {
    const variables = { INPUT_REMOTE: "public", "INPUT_ENABLE-HELM": "true" };
    const { inputs } = readInputs(variables);
    const settled = withSettings({ ...inputs, remote: undefined, enableHelm: false }, variables, settings);
    expect([settled.remote, settled.enableHelm]).toEqual([undefined, false]);
  });

  // What is to be withheld becomes a rule when the file is read.
  test.each((Object.keys(FILE_SETTINGS) as FileSettingName[]).filter((name) => name !== "redact"))(
    "%s counts as what the workflow sets",
    (name) => {
      const mode = MODES.find((each) => isReadIn(name, each)) ?? "review";
      const { inputs } = readInputs({ INPUT_MODE: mode });
      const set = withSettings(inputs, { INPUT_MODE: mode }, new Map([[name, { values: [VALUES[name]] }]]));
      expect(set).toEqual(readInputs(variablesOf({ mode, [name]: VALUES[name] })).inputs);
      expect(set).not.toEqual(inputs);
    },
  );

  test.each<[name: SettingName, workflow: string | undefined, file: string, counts: string]>([
    ["isolate-functions", undefined, "require", "require"],
    ["isolate-functions", "never", "auto", "auto"],
    ["isolate-functions", "require", "auto", "require"],
    ["require-pinned-catalogs", "false", "true", "true"],
    ["require-pinned-catalogs", "true", "false", "true"],
    ["fail-on-unavailable-catalog", "false", "true", "true"],
    ["function-timeout", "10m", "1m", "1m"],
    ["function-timeout", "30s", "1m", "30s"],
    ["withhold-secrets", "false", "true", "true"],
  ])("%s, %s in the workflow and %s in the file: the stricter counts", (name, workflow, file, counts) => {
    const mode = name === "withhold-secrets" ? "release" : "review";
    const variables = variablesOf({ mode, ...(workflow !== undefined && { [name]: workflow }) });
    const { inputs } = readInputs(variables);
    const settled = withSettings(inputs, variables, new Map([[name, { values: [file] }]]));
    expect(settled).toEqual(readInputs(variablesOf({ mode, [name]: counts })).inputs);
  });
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
