/** The reader of `.krm-render.yaml`. */
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import { EMPTY_CONFIGURATION } from "../../src/configuration/index.ts";
import { configurationSchema } from "../../src/configuration/schema.ts";
import { formatDiagnostic } from "../../src/diagnostics.ts";
import { COMPLETE, problemsOf, read, warningsOf } from "./configurations.ts";

const textsOf = (paths: readonly { readonly text: string }[] | undefined) => paths?.map(({ text }) => text);

describe("a valid file", () => {
  test("says everything", () => {
    const { dangers, noise, redaction } = read(COMPLETE);
    expect([...dangers.levels]).toEqual([
      ["image-latest", "off"],
      ["replicas-zero", "low"],
    ]);
    const [silence] = dangers.silences;
    expect({ ...silence, paths: textsOf(silence?.paths) }).toEqual({
      ids: ["removed-pvc"],
      reason: "the volumes are copied to the new cluster",
      targets: ["apps/shop/*"],
      kinds: ["PersistentVolumeClaim"],
      namespaces: ["shop"],
      names: ["orders-*"],
      paths: ["/spec/**"],
      place: { file: ".krm-render.yaml", line: 4, column: 7 },
    });
    expect([...noise.off]).toEqual(["chart-labels"]);
    expect(noise.rules.map(({ name, kinds, paths }) => [name, kinds, textsOf(paths)])).toEqual([
      ["build-stamps", ["Deployment"], ["/metadata/annotations/example.com~1built-at"]],
    ]);
    expect(redaction.map(({ kinds, names, paths }) => [kinds, names, textsOf(paths)])).toEqual([
      [["ConfigMap"], ["license-*"], ["/data/key"]],
    ]);
    expect(warningsOf(COMPLETE)).toEqual([]);
  });

  test.each([
    ["one text for a list", "rule: removed-pvc, targets: apps/shop", ["removed-pvc"], ["apps/shop"]],
    [
      "lists",
      "rule: [removed-pvc, removed-*], targets: [a, ., 'b/*']",
      ["removed-pvc", "removed-*"],
      ["a", ".", "b/*"],
    ],
    ["all rules", "rule: '*'", ["*"], undefined],
  ])("takes %s", (_, fields, ids, targets) => {
    const text = `dangers: {silence: [{${fields}, reason: r}]}`;
    expect(read(text).dangers.silences.map((one) => [one.ids, one.targets])).toEqual([[ids, targets]]);
    expect(warningsOf(text)).toEqual([]);
  });

  test("a reason is one visible line", () => {
    const text = 'dangers: {silence: [{rule: "*", reason: " a\\n  b\\u202e\\e[31m "}]}';
    expect(read(text).dangers.silences[0]?.reason).toBe("a b\\u202e\\u001b[31m");
  });

  test.each([
    ["nothing", ""],
    ["a comment", "# later\n"],
    ["null", "null\n"],
    ["empty sections", "dangers:\nnoise:\nredaction:\ndeployments:\n"],
    [
      "empty parts",
      "dangers: {levels: , silence: }\nnoise: {rules: }\ndeployments: {roots: , ignore: , values: , sources: }\n",
    ],
    ["empty lists", "dangers: {levels: {}, silence: []}\nnoise: {rules: []}\nredaction: []\n"],
  ])("with %s is empty", (_, text) => {
    const { text: _text, ...rest } = read(text);
    expect(rest).toEqual(EMPTY_CONFIGURATION);
  });
});

describe("each mistake is told at its place", () => {
  test.each([
    ["a field", "danger: {}", '1:1: unknown field "danger" in this configuration\n  hint: Did you mean `dangers`?'],
    [
      "a field without a like",
      "zzz: {}",
      '1:1: unknown field "zzz" in this configuration\n  hint: Its fields are `dangers`, `policies`, `noise`, `redaction`, `deployments`, `targets`, `comment`, `comment-max-bytes`, `load-restrictor`, `kubernetes-version`, `timeout`, `affected-only`, `concurrency`, `strict`, `fail-on`, `fail-on-danger`, `redact`, `require-pinned-catalogs`, `fail-on-unavailable-catalog`, `function-timeout`, `isolate-functions`, `withhold-secrets`.',
    ],
    [
      "a field of a silence",
      "dangers:\n  silence:\n    - {rule: '*', reason: r, target: a}",
      '3:30: unknown field "target" in `dangers.silence[0]`\n  hint: Did you mean `targets`?',
    ],
    [
      "a field of a section",
      "noise: {on: a}",
      '1:9: unknown field "on" in `noise`\n  hint: Its fields are `off`, `rules`.',
    ],
    [
      "no reason",
      "dangers: {silence: [{rule: '*'}]}",
      "1:21: `dangers.silence[0]` has no `reason`\n  hint: Say why the danger is accepted: `reason: the volumes are copied before`.",
    ],
    [
      "an empty reason",
      "dangers: {silence: [{rule: '*', reason: ' '}]}",
      "1:41: `dangers.silence[0].reason` is empty\n  hint: Say why the danger is accepted: `reason: the volumes are copied before`.",
    ],
    [
      "no rule",
      "dangers: {silence: [{reason: r}]}",
      "1:21: `dangers.silence[0]` has no `rule`\n  hint: Name the rule: `rule: removed-pvc`.",
    ],
    [
      "no name",
      "noise: {rules: [{paths: /a}]}",
      "1:17: `noise.rules[0]` has no `name`\n  hint: Write a name, which the review shows: `name: build-stamps`.",
    ],
    [
      "no paths",
      "redaction: [{kinds: Secret}]",
      "1:13: `redaction[0]` has no `paths`\n  hint: Write the paths of fields: `paths: [/data/key]`.",
    ],
    [
      "a level",
      "dangers: {levels: {image-latest: hihg}}",
      '1:34: `dangers.levels.image-latest` must be high, medium, low or off, not "hihg"\n  hint: Did you mean `high`?',
    ],
    [
      "a boolean as a level",
      "dangers: {levels: {image-latest: false}}",
      '1:34: `dangers.levels.image-latest` must be high, medium, low or off, not "false"\n  hint: Write one of them.',
    ],
    [
      "no level",
      "dangers: {levels: {image-latest: }}",
      "1:33: `dangers.levels.image-latest` must be high, medium, low or off, not null\n  hint: Write one of them.",
    ],
    [
      "a path without a slash",
      "redaction: [{paths: data/key}]",
      '1:21: `redaction[0].paths` must begin with a slash, not be "data/key"\n  hint: Write "/data/key".',
    ],
    [
      "a path in a list",
      "redaction: [{paths: [/a, b]}]",
      '1:26: `redaction[0].paths[1]` must begin with a slash, not be "b"\n  hint: Write "/b".',
    ],
    [
      "a tilde",
      "redaction: [{paths: /a~b}]",
      '1:21: `redaction[0].paths` has a tilde without 0 or 1: "/a~b"\n  hint: Write `~1` for a slash in a name, and `~0` for a tilde: /metadata/annotations/example.com~1owner.',
    ],
    [
      "the path of nothing",
      "redaction: [{paths: /}]",
      "1:21: `redaction[0].paths` names no field\n  hint: Write a name or a path in one line, with `*` for any characters.",
    ],
    [
      "an empty pattern",
      "redaction: [{paths: /a, names: ['']}]",
      "1:33: `redaction[0].names[0]` is empty\n  hint: Write a name or a path in one line, with `*` for any characters.",
    ],
    [
      "an empty list",
      "redaction: [{paths: /a, names: []}]",
      "1:32: `redaction[0].names` is empty\n  hint: Remove the field, which then stands for all, or list what it is about.",
    ],
    [
      "null for a list",
      "dangers: {silence: [{rule: '*', reason: r, targets: }]}",
      "1:52: `dangers.silence[0].targets` must be a list or a string, not null\n  hint: Remove the field, which then stands for all, or list what it is about.",
    ],
    [
      "an empty entry",
      "dangers:\n  silence:\n    -\n",
      "3:6: `dangers.silence[0]` must be a mapping, not null\n  hint: Remove the dash, or write the entry after it.",
    ],
    [
      "a mapping for a list",
      "redaction: {paths: /a}",
      "1:12: `redaction` must be a list, not a mapping\n  hint: Begin each entry with a dash.",
    ],
    [
      "a number as a name",
      "redaction: [{paths: /a, names: [7]}]",
      '1:33: `redaction[0].names[0]` must be a string, not a number\n  hint: Quote the value: "7".',
    ],
    [
      "the name of a rule",
      "noise: {rules: [{name: 'a b', paths: /a}]}",
      '1:24: `noise.rules[0].name` must not be "a b"\n  hint: Use at most 63 letters, digits, dots, underscores and hyphens, beginning with a letter or digit.',
    ],
    [
      "the name of another rule",
      "noise: {rules: [{name: a, paths: /a}, {name: a, paths: /b}]}",
      '1:46: the name "a" is given to two rules\n  hint: Choose another name.',
    ],
    [
      "the name of a built-in rule",
      "noise: {rules: [{name: chart-labels, paths: /a}]}",
      '1:24: the name "chart-labels" is that of a built-in rule\n  hint: Choose another name.',
    ],
    [
      "a target that begins with a slash",
      "dangers: {silence: [{rule: '*', reason: r, targets: ./apps/}]}",
      '1:53: no path of a target is like "./apps/"\n  hint: Write the path of the target from the top of the repository: "apps".',
    ],
    [
      "a long reason",
      `dangers: {silence: [{rule: '*', reason: ${"x".repeat(501)}}]}`,
      "1:41: a reason has more than 500 characters\n  hint: Link to the long one.",
    ],
    [
      "a key given twice",
      "noise: {}\nnoise: {}\n",
      '2:1: the key "noise" is given more than once\n  hint: Keep one of them.',
    ],
    [
      "a list",
      "- a\n",
      "1:1: a configuration must be a mapping, not a list\n  hint: Write its fields as `name: value`, such as `targets: apps/*`.",
    ],
    [
      "a text",
      "a\n",
      "1:1: a configuration must be a mapping, not a text\n  hint: Write its fields as `name: value`, such as `targets: apps/*`.",
    ],
    [
      "two documents",
      "noise: {}\n---\nnoise: {}\n",
      "3:1: this configuration has more than one document\n  hint: Join them into one.",
    ],
    [
      "text after the end of the document",
      "fail-on: never\n...\nfail-on-danger: high\n",
      "3:1: malformed YAML: there is text after the end of the document\n  hint: Remove it, or the `...` or the bracket that ends the document.",
    ],
  ])("%s", (_, text, message) => {
    expect(problemsOf(text).map(formatDiagnostic)).toEqual([`.krm-render.yaml:${message}`]);
  });

  test("all in one round", () => {
    const text = "danger: {}\nnoise: {on: a}\nredaction: [{}, {paths: a}]\n";
    expect(problemsOf(text).map(({ line, code }) => `${line} ${code}`)).toEqual([
      "1 unknown-field",
      "2 unknown-field",
      "3 missing-field",
      "3 invalid-value",
    ]);
  });
});

describe("an id that stands for no rule is a warning", () => {
  test.each([
    [
      "dangers: {levels: {image-lates: low}}",
      '1:20: no rule of dangers is called "image-lates": this has no effect\n  hint: Did you mean `image-latest`?',
    ],
    [
      "dangers: {silence: [{rule: [removed-pvc, zzz], reason: r}]}",
      '1:42: no rule of dangers is called "zzz": this has no effect\n  hint: The rules are listed in docs/guide/dangers.md.',
    ],
    [
      "dangers: {silence: [{rule: 'remove-*', reason: r}]}",
      '1:28: no rule of dangers is called "remove-*": this has no effect\n  hint: The rules are listed in docs/guide/dangers.md.',
    ],
    [
      "noise: {off: chart-label}",
      '1:14: no rule of noise is called "chart-label": this has no effect\n  hint: Did you mean `chart-labels`?',
    ],
    [
      "noise: {off: ['*']}",
      '1:15: no rule of noise is called "*": this has no effect\n  hint: The rules are listed in docs/guide/noise.md.',
    ],
  ])("%s", (text, message) => {
    expect(warningsOf(text).map(formatDiagnostic)).toEqual([`.krm-render.yaml:${message}`]);
    expect(warningsOf(text).map(({ code, severity }) => [code, severity])).toEqual([["unknown-rule", "warning"]]);
  });

  test("at most 100 are told", () => {
    const ids = Array.from({ length: 190 }, (_, index) => `x${index}`);
    expect(warningsOf(`dangers: {silence: [{rule: [${ids.join()}], reason: r}]}`)).toHaveLength(100);
  });
});

describe("hostile files", () => {
  const rule = "{paths: /a}";
  test.each([
    ["more than a MiB", `# ${"x".repeat(1024 * 1024)}`, "configuration-too-large"],
    ["more than 1,000 rules", `redaction: [${Array(1001).fill(rule).join()}]`, "configuration-too-large"],
    ["more than 200 patterns", `redaction: [{paths: [${Array(201).fill("/a").join()}]}]`, "configuration-too-large"],
    ["a deep nesting", `${"[".repeat(50)}${"]".repeat(50)}`, "wrong-type"],
    ["a deep nesting in a mapping", `noise: ${"[".repeat(50)}${"]".repeat(50)}`, "configuration-too-large"],
    ["a nesting that ends no stack", `noise: ${"[".repeat(200_000)}`, "invalid-yaml"],
    ["aliases", "noise: &a {}\ndangers: *a\n", "invalid-yaml"],
    ["a long pattern", `redaction: [{paths: /${"x".repeat(500)}}]`, "invalid-value"],
    ["no text", Buffer.from([0xff, 0xfe, 0xfd]), "invalid-yaml"],
    ["a control character", "noise: \u0007", "invalid-yaml"],
  ])("%s", (_, text, code) => {
    expect([...new Set(problemsOf(text).map((one) => one.code))]).toEqual([code]);
  });

  test("1,000 rules are read", () => {
    expect(read(`redaction: [${Array(1000).fill(rule).join()}]`).redaction).toHaveLength(1000);
  });

  test("names that objects have are no fields, and ids like others", () => {
    expect(problemsOf("__proto__: {}\nconstructor: {}\n").map(({ code }) => code)).toEqual([
      "unknown-field",
      "unknown-field",
    ]);
    expect(warningsOf("dangers: {levels: {__proto__: low, constructor: low}}")).toHaveLength(2);
  });
});

test("the published schema is valid, and accepts what the reader accepts", () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
  expect(ajv.validateSchema({ ...configurationSchema })).toBe(true);
  const validate = ajv.compile({ ...configurationSchema });
  expect(validate({ dangers: { silence: [{ rule: "removed-pvc", reason: "r", targets: "apps/*" }] } })).toBe(true);
  expect(validate({ redaction: [{ paths: "data" }] })).toBe(false);
});
