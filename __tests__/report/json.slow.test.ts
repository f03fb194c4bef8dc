import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { jsonChunks } from "../../src/report/index.ts";
import { type Report, review } from "../../src/review/index.ts";
import { publishedSchema } from "../published-schemas.ts";
import { failed, rendered } from "../review/renderings.ts";
import { change, hostileReport, report as plainReport, target } from "./reports.ts";

const jsonReport = (report: Report): string => [...jsonChunks(report)].join("");

const SIDE = { sha: null, label: "x", reason: "" };
const map = (hash: string, data: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c-${hash}\ndata:\n${data}---\napiVersion: v1\nkind: Pod\nmetadata:\n  name: p\nspec:\n  c: c-${hash}\n`;

describe("the report of diff", () => {
  const validate = publishedSchema("diff-report");
  const keys = (value: number) => Array.from({ length: 210 }, (_, i) => `  k${i}: v${value}\n`).join("");
  const long = `  long: ${"x".repeat(3_000)}\n`;
  const input = {
    base: { sha: "1a2b", label: "main", reason: "merge base" },
    head: SIDE,
    renderings: [
      { base: rendered(map("2222222222", long + keys(1)), "a"), head: rendered(map("4444444444", keys(2)), "a") },
      {
        base: rendered("apiVersion: a/v1\nkind: Secret\nmetadata:\n  name: s\ndata:\n  a: b25l\n", "b"),
        head: rendered("apiVersion: a/v2\nkind: Secret\nmetadata:\n  name: s\ndata:\n  a: dHdv\n", "b"),
      },
      { base: rendered("", "c"), head: failed("c") },
      {
        base: rendered("apiVersion: v1\nkind: X\nmetadata:\n  name: s\nl: [{name: a}, {name: b}]\nm: [1]\n", "d"),
        head: rendered("apiVersion: v1\nkind: X\nmetadata:\n  name: s\nm: [1, 2]\nl: [{name: b}, {name: a}]\n", "d"),
      },
      {
        base: rendered("apiVersion: v1\nkind: X\nmetadata:\n  name: s\na: 1\nb: 1\n", "e"),
        head: rendered("apiVersion: v1\nkind: X\nmetadata:\n  name: s\nb: 1\na: 1\n", "e"),
      },
    ],
  };

  test("conforms to its schema, with every optional field in use", () => {
    const text = jsonReport(review(input));
    validate(JSON.parse(text));
    expect(validate.errors).toBeNull();
    for (const key of ["baseName", "from", "onlyReferences", "redacted", "referrers", "moreFields", "oversized"]) {
      expect(text).toContain(`"${key}":`);
    }
    for (const key of ["reference", "failedBefore", "layoutOnly"]) expect(text).toContain(`"${key}":`);
    expect(text).toContain('"reordered"');
  });

  test("has the same bytes for the same input, and ends in a newline", () => {
    const text = jsonReport(review(input));
    expect(jsonReport(review(input))).toBe(text);
    expect(text.endsWith("\n}\n")).toBe(true);
  });

  test("has one line for each change, target, group and part of the plan, and each change once in however many targets", () => {
    const paths = Array.from({ length: 200 }, (_, index) => `t${String(index).padStart(3, "0")}`);
    const crds = Array.from({ length: 40 }, (_, index) => change({ op: "added", name: `crd${index}`, fields: [] }));
    const wide = plainReport(...paths.map((path) => target(path, { changes: crds })));
    const lines = jsonReport(wide).split("\n");
    expect(lines.filter((line) => /^ {4}\{.*\},?$/.test(line))).toHaveLength(40 + 200 + 1 + 40);
    expect(lines.filter((line) => line.includes('"hunks"'))).toHaveLength(40);
    expect(lines.join("\n").length).toBeLessThan(300_000);
  });

  test("survives a round trip through JSON", () => {
    fc.assert(
      fc.property(hostileReport, (report) => {
        expect(JSON.parse(jsonReport(report))).toEqual(JSON.parse(JSON.stringify(report)));
      }),
    );
  });
});
