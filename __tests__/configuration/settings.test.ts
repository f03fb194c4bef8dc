/** The settings of `.krm-render.yaml`: what it may set, what it may not, and that it agrees with the inputs. */
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { parse } from "yaml";
import { readInputs } from "../../src/action/inputs/index.ts";
import {
  FILE_SETTINGS,
  type FileSettingName,
  isInput,
  SETTINGS,
  type SettingName,
  stricter,
} from "../../src/configuration/index.ts";
import { configurationSchema } from "../../src/configuration/schema.ts";
import { diagnosticsOf, formatDiagnostic } from "../../src/diagnostics.ts";
import { variablesOf } from "../action/variables.ts";
import { problemsOf as diagnosticsIn, read } from "./configurations.ts";

const problemsOf = (text: string): readonly string[] => diagnosticsIn(text).map(formatDiagnostic);

const COMPLETE = `targets:
- apps/**
- "!apps/legacy/**"
comment: on-change
comment-max-bytes: 30000
load-restrictor: LoadRestrictionsNone
timeout: 90s
affected-only: false
concurrency: 4
strict: true
fail-on: warning
fail-on-danger: high
redact: ConfigMap:/data/key
require-pinned-catalogs: true
fail-on-unavailable-catalog: true
isolate-functions: require
function-timeout: 30s
withhold-secrets: true
kubernetes-version: 1.30
`;

const valid = new Ajv2020({ allowUnionTypes: true, strictTypes: false }).compile(configurationSchema);

const COUNTS = {
  policy: /That of the base counts\.$/,
  side: /of the head counts\.$/,
  restrict: /That of the base counts where it is stricter than the workflow\.$/,
};

test("every setting tells editors its default, a valid one, and whose file counts", () => {
  const properties = configurationSchema["properties"] as Record<
    string,
    { description: string; default?: string | number | boolean }
  >;
  for (const name of Object.keys(FILE_SETTINGS) as FileSettingName[]) {
    const { description, default: value } = properties[name] ?? { description: "" };
    expect(String(value ?? "")).toBe(SETTINGS[name].default);
    expect(value === undefined || valid({ [name]: value })).toBe(true);
    expect(description).toMatch(COUNTS[SETTINGS[name].class]);
  }
});

test("every setting is read, with its place", () => {
  const { settings, redaction } = read(COMPLETE);
  const texts = [...settings].map(([name, { values, place }]) => `${name}=${values.join("|")}:${place.line}`);
  expect(texts).toEqual([
    "targets=apps/**|!apps/legacy/**:2",
    "comment=on-change:4",
    "comment-max-bytes=30000:5",
    "load-restrictor=LoadRestrictionsNone:6",
    "kubernetes-version=1.30:19",
    "timeout=90s:7",
    "affected-only=false:8",
    "concurrency=4:9",
    "strict=true:10",
    "fail-on=warning:11",
    "fail-on-danger=high:12",
    "require-pinned-catalogs=true:14",
    "fail-on-unavailable-catalog=true:15",
    "function-timeout=30s:17",
    "isolate-functions=require:16",
    "withhold-secrets=true:18",
  ]);
  expect(redaction).toMatchObject([{ kinds: ["ConfigMap"], place: { line: 13 } }]);
  expect(valid(parse(COMPLETE))).toBe(true);
});

test("attack 9.27: what only the workflow may say is an error that says so", () => {
  const names = (Object.keys(SETTINGS) as SettingName[]).filter((name) => !(name in FILE_SETTINGS));
  expect(names.length).toBeGreaterThan(25);
  for (const name of names) {
    const [problem] = problemsOf(`${name}: "true"`);
    expect(problem).toContain(`1:1: \`${name}\` cannot be set in this file: `);
    const place = isInput(name) ? `the input \`${name}\`` : `\`${name}\` under the input \`settings\``;
    expect(problem).toContain(`hint: Set ${place} of the action in the workflow`);
  }
});

test("no setting of trust can ever be set", () => {
  const classes = Object.keys(FILE_SETTINGS).map((name) => SETTINGS[name as FileSettingName].class);
  expect([...new Set(classes)].sort()).toEqual(["policy", "restrict", "side"]);
  const policies = Object.entries(SETTINGS).filter(([, each]) => each.class === "policy");
  // Whoever edits these in a change would decide how that change is reviewed.
  expect(policies.map(([name]) => name)).toEqual([
    "comment",
    "comment-max-bytes",
    "strict",
    "fail-on",
    "fail-on-danger",
    "redact",
  ]);
});

describe("each mistake is told at its place", () => {
  test.each([
    ["strict: yes", "1:9: `strict` must be a boolean, not a string\n  hint: Write `true` or `false`."],
    ["strict:", "1:8: `strict` must be a boolean, not null\n  hint: Write a value, or remove the field."],
    ["concurrency: 0", '1:14: `concurrency` must be a whole number from 1 to 64, not "0"'],
    ["concurrency: 1.5", '1:14: `concurrency` must be a whole number from 1 to 64, not "1.5"'],
    [
      'concurrency: "8"',
      "1:14: `concurrency` must be a number, not a string\n  hint: Write a whole number without quotes.",
    ],
    ["comment-max-bytes: 65001", '1:20: `comment-max-bytes` must be a whole number from 2000 to 65000, not "65001"'],
    ["timeout: 7h", '1:10: `timeout` must be a duration of at most 6h, such as 90s or 5m, or none, not "7h"'],
    ["kubernetes-version: v1.31", '1:21: `kubernetes-version` must be a version such as 1.31 or 1.31.4, not "v1.31"'],
    ["timeout: 0s", "1:10: `timeout` must be a duration"],
    ["timeout: 90", '1:10: `timeout` must be a string, not a number\n  hint: Quote the value: "90".'],
    ["fail-on: nevr", '1:10: `fail-on` must be error, warning or never, not "nevr"\n  hint: Did you mean `never`?'],
    ["comment: false", '1:10: `comment` must be auto, always, on-change, on-failure or never, not "false"'],
    ["targets: []", "1:10: `targets` is empty"],
    ["targets: {a: b}", "1:10: `targets` must be a list or a string, not a mapping"],
    ["targets: ['']", "1:11: `targets[0]` is empty"],
    ["redact: data", '1:9: "data" is not a pattern of values\n  hint: Write /PATH'],
    [
      "fail-on-dangr: high",
      '1:1: unknown field "fail-on-dangr" in this configuration\n  hint: Did you mean `fail-on-danger`?',
    ],
    ["isolate-functions: never", '1:20: `isolate-functions` must be require or auto, not "never"'],
    [
      "function-timeout: 6m",
      '1:19: `function-timeout` may only be stricter here than its default, which is 5m, not "6m"',
    ],
    ["dangers: {remote: true}", '1:11: unknown field "remote" in `dangers`'],
  ])("%s", (text, expected) => {
    expect(problemsOf(text)).toEqual([expect.stringContaining(expected)]);
  });
});

test("what the file accepts, a workflow accepts; the reverse, but for what is looser than a default that restricts", () => {
  const names = (Object.keys(FILE_SETTINGS) as FileSettingName[]).filter(
    (name) => !["targets", "redact"].includes(name),
  );
  const value = fc.oneof(
    fc.integer({ min: -2, max: 70_000 }).map(String),
    fc.constantFrom(
      "true",
      "false",
      "auto",
      "never",
      "none",
      "high",
      "error",
      "LoadRestrictionsNone",
      "LoadRestrictionsRootOnly",
    ),
    fc
      .tuple(fc.integer({ min: 0, max: 400 }), fc.constantFrom("ms", "s", "m", "h", "d"))
      .map(([n, unit]) => `${n}${unit}`),
  );
  const isGood = (work: () => unknown): boolean => {
    try {
      work();
      return true;
    } catch (thrown) {
      return diagnosticsOf(thrown).some(({ code }) => code === "internal");
    }
  };
  fc.assert(
    fc.property(fc.constantFrom(...names), value, (name, text) => {
      // In a file, a number is no text, and the reverse.
      const isOfFile = isGood(() => read(`${name}: ${text}`));
      const { class: owner, default: ordinary, modes } = SETTINGS[name];
      const isOfWorkflow = isGood(() => readInputs(variablesOf({ mode: modes.at(-1) ?? "", [name]: text })));
      const isLooser = owner === "restrict" && stricter(name, text, ordinary) !== text;
      expect({ name, text, isOfFile }).toEqual({ name, text, isOfFile: isOfWorkflow && !isLooser });
    }),
  );
});
