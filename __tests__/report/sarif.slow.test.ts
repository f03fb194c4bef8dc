import { createRequire } from "node:module";
import { describe, expect, test } from "@jest/globals";
import { Ajv } from "ajv";
import fc from "fast-check";
import { sarifChunks } from "../../src/report/index.ts";
import type { Danger, Report } from "../../src/review/index.ts";
import { anyText } from "../any-text.ts";
import { change, hostileReport, report, target } from "./reports.ts";

const schema = createRequire(import.meta.url)("schemastore/schemas/json/sarif-2.1.0.json");
const ajv = new Ajv({ strict: false, validateFormats: false, unicodeRegExp: false, allErrors: true });
const isSarif = ajv.compile(schema);

interface Result {
  ruleId: string;
  level: string;
  message: { text: string };
  locations: { physicalLocation: { artifactLocation: { uri: string }; region?: { startLine: number } } }[];
  partialFingerprints: Record<string, string>;
  properties?: { targets: string[] };
  suppressions?: { kind: string; justification: string }[];
}

interface Run {
  tool: { driver: { rules: { id: string; helpUri: string }[] } };
  invocations: [{ executionSuccessful: boolean; toolExecutionNotifications: { message: { text: string } }[] }];
  results: Result[];
}

function sarif(of: Report) {
  const log = JSON.parse([...sarifChunks(of)].join("")) as { runs: [Run] };
  if (!isSarif(log)) throw new Error(ajv.errorsText(isSarif.errors));
  const [run] = log.runs;
  return { run, results: run.results };
}

function withDangers(of: Report, ...dangers: Partial<Danger>[]): Report {
  const [{ id }] = of.changes as [Report["changes"][number]];
  const targets = of.targets.map(({ path }) => path);
  const whole = dangers.map(
    (each): Danger => ({
      id: "immutable-field",
      key: "immutable-field:0123456789ab",
      level: "high",
      targets,
      change: id,
      message: "`spec.selector` is immutable: the API server refuses the update",
      ...each,
    }),
  );
  return { ...of, dangers: whole };
}

describe("a danger is a result", () => {
  const cause = (file: string, line: number, more = {}) => ({
    side: "head" as const,
    file,
    line,
    step: "patches",
    ...more,
  });

  test("with its rule, level, values, place and fingerprint", () => {
    const of = withDangers(report(target("apps/prod", { changes: [change()] })), { before: "3", after: "0" });
    const { run, results } = sarif(of);
    expect(results).toHaveLength(1);
    expect(results[0]).toMatchObject({
      ruleId: "immutable-field",
      level: "error",
      message: {
        text: "Deployment shop/web: `spec.selector` is immutable: the API server refuses the update (3 → 0). In apps/prod.",
      },
      locations: [
        { physicalLocation: { artifactLocation: { uri: "apps/shop/base/web.yaml" }, region: { startLine: 3 } } },
      ],
      partialFingerprints: { "danger/v1": "immutable-field:0123456789ab" },
    });
    expect(run.tool.driver.rules).toMatchObject([
      { id: "immutable-field", helpUri: expect.stringMatching(/docs\/dangers\/immutable-field\.md$/) },
    ]);
  });

  test.each<[level: Danger["level"], expected: string]>([
    ["high", "error"],
    ["medium", "warning"],
    ["low", "note"],
  ])("of level %s is of level %s", (level, expected) => {
    expect(sarif(withDangers(report(target("a", { changes: [change()] })), { level })).results[0]?.level).toBe(
      expected,
    );
  });

  test("that is silenced is suppressed, and one that this change silences is not", () => {
    const of = report(target("a", { changes: [change()] }));
    const silence = (by: "configuration" | "annotation" | "this-change") =>
      sarif(withDangers(of, { silenced: { by, reason: "planned" } })).results[0]?.suppressions;
    expect(silence("configuration")).toEqual([{ kind: "external", justification: "planned" }]);
    expect(silence("annotation")).toEqual([{ kind: "inSource", justification: "planned" }]);
    expect(silence("this-change")).toBeUndefined();
  });

  test("is at the place in the change that made its field", () => {
    const causes = [
      cause("base/web.yaml", 9, { side: "base" }),
      cause("other.yaml", 1, { fields: ["/metadata/labels"] }),
      cause("patch.yaml", 4, { fields: ["/spec/replicas"], inChange: true }),
    ];
    const of = report(target("a", { changes: [change({ causes })] }));
    const uris = sarif(withDangers(of, { path: "/spec/replicas" })).results[0]?.locations.map(
      ({ physicalLocation }) => physicalLocation.artifactLocation.uri,
    );
    expect(uris).toEqual(["patch.yaml", "base/web.yaml"]);
  });
});

test("new failures and new warnings are results, once for all targets that have them", () => {
  const error = {
    code: "file-not-found",
    severity: "error" as const,
    message: "no x.yaml",
    file: "base/k.yaml",
    line: 2,
  };
  const warning = { code: "unused-image", severity: "warning" as const, message: "matches nothing", file: "k.yaml" };
  const of = report(
    target("a", { status: "failed", failedBefore: false, diagnostics: [error] }),
    target("b", { status: "failed", failedBefore: false, diagnostics: [error] }),
    target("c", { status: "failed", failedBefore: true, diagnostics: [{ ...error, message: "old" }] }),
    target("d", {
      diagnostics: [
        { ...warning, isNew: true },
        { ...warning, message: "old" },
      ],
    }),
  );
  const { results, run } = sarif(of);
  expect(results.map(({ ruleId, level, message }) => [ruleId, level, message.text])).toEqual([
    ["file-not-found", "error", "no x.yaml"],
    ["unused-image", "warning", "matches nothing"],
  ]);
  expect(run.invocations[0].executionSuccessful).toBe(false);
});

test("nothing gives a log without results, which closes the alerts of earlier runs", () => {
  expect(sarif(report(target("a"))).results).toEqual([]);
});

test("more results than code scanning takes are counted, the lowest levels first", () => {
  const of = report(target("a", { changes: [change()] }));
  const dangers = Array.from({ length: 5_002 }, (_, index) => ({
    key: `immutable-field:${index.toString(16).padStart(12, "0")}`,
    level: index < 10 ? ("low" as const) : ("high" as const),
  }));
  const { results, run } = sarif(withDangers(of, ...dangers));
  expect(results).toHaveLength(5_000);
  expect(results.filter(({ level }) => level === "note")).toHaveLength(8);
  expect(run.invocations[0].toolExecutionNotifications[0]?.message.text).toBe("2 more results are left out");
});

test("what is silenced takes the place of no result that nobody has accepted", () => {
  const of = report(target("a", { changes: [change()] }));
  const accepted = { by: "configuration" as const, reason: "known" };
  const dangers = Array.from({ length: 5_001 }, (_, index): Partial<Danger> => {
    const key = `immutable-field:${index.toString(16).padStart(12, "0")}`;
    return index < 5_000 ? { key, silenced: accepted } : { key, level: "low" };
  });
  const { results } = sarif(withDangers(of, ...dangers));
  expect(results).toHaveLength(5_000);
  expect(results[0]).toMatchObject({ level: "note" });
  expect(results.filter(({ suppressions }) => suppressions !== undefined)).toHaveLength(4_999);
});

test("a danger lists the first hundred of many targets, because the file must stay small", () => {
  const one = change();
  const targets = Array.from({ length: 101 }, (_, at) => target(`t${at}`, { changes: [one] }));
  const [result] = sarif(withDangers(report(...targets), {})).results;
  expect(result?.properties?.targets).toHaveLength(100);
  expect(result?.message.text).toMatch(/ and 96 more\.$/);
});

test("hostile reports are valid logs, with relative or https addresses only", () => {
  fc.assert(
    fc.property(hostileReport, anyText(), (of, text) => {
      fc.pre(of.changes.length > 0);
      const hostile = withDangers(of, { message: text, silenced: { by: "configuration", reason: text }, before: text });
      for (const { locations } of sarif(hostile).results) {
        for (const { physicalLocation } of locations) {
          const { uri } = physicalLocation.artifactLocation;
          expect(uri).toMatch(/^(?:https:\/\/|(?![a-z]+:))[\w.:/@%?&=+~!'()*-]*$/);
        }
      }
    }),
  );
});
