import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { composeValues, type ValuesSource } from "../../../../../src/deployments/flux/release/values/index.ts";
import { diagnosticsOf, KrmError } from "../../../../../src/diagnostics.ts";
import { isMap } from "../../../../../src/manifests/index.ts";
import type { Value } from "../../../../../src/yaml/index.ts";
import { plain, secret, sourcesOf, type Written } from "./sources.ts";

/** What ChartValuesFromReferences of fluxcd/pkg/chartutil 1.27.2 made of some sources. */
interface Recorded {
  readonly rule: string;
  readonly sources: readonly Written[];
  readonly values: Value;
  /** The values, as Go writes them in JSON; absent where it refuses. */
  readonly answer?: string;
  /** The paths of integers. */
  readonly ints?: readonly string[];
}

const RECORDED = readFileSync(join(import.meta.dirname, "recorded.jsonl"), "utf8")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Recorded);

/** The key for `--set` of a path such as `/a/0`. */
function nameOf(path: string): string {
  const steps = path.slice(1).split("/");
  const names = steps.map((step) => (/^[0-9]$/.test(step) ? `[${step}]` : `.${step.replace(/[.=]/g, "\\$&")}`));
  return names.join("").slice(1);
}

/** The value with floats for BigInt, as JSON.parse gives it. */
function asJson(value: Value): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asJson);
  if (!isMap(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asJson(inner)]));
}

describe("docs/specification/flux-values.md 1 to 3, 5.1", () => {
  const isRefused = ({ answer }: Recorded) => answer === undefined;

  test.each(RECORDED.filter((one) => !isRefused(one)))(
    "$rule: $sources over $values",
    ({ sources, values, answer = "", ints = [] }) => {
      const { value, settings } = composeValues(sourcesOf(sources), values);
      expect(asJson(value)).toEqual(JSON.parse(answer));
      const integers = settings.map((setting) => setting.option === "set" && setting.argument.replace(/=[^=]*$/, ""));
      expect(new Set(integers)).toEqual(new Set(ints.map(nameOf)));
    },
  );

  test.each(RECORDED.filter(isRefused))("$rule: $sources over $values is refused", ({ sources, values }) => {
    expect(() => composeValues(sourcesOf(sources), values)).toThrow(KrmError);
  });

  test("2.4: a source without a text counts for nothing", () => {
    const { value } = composeValues(
      [
        { ...plain(""), text: undefined },
        { ...plain("", "a"), text: undefined },
      ],
      { b: 1 },
    );
    expect(value).toEqual({ b: 1 });
  });

  test("1.2, 1.3: values that are lost are told", () => {
    const location = { file: "release.yaml", line: 9, column: 3 };
    const lost = (values: Value) => composeValues([], values, location).problems;
    expect(lost([1])).toEqual([
      {
        code: "flux-values-unread",
        severity: "warning",
        message: "Flux goes on as if there were no `spec.values`: they are no map",
        hint: "Correct the values. Flux reports no error.",
        ...location,
      },
    ]);
    expect(lost({ a: ["\u007f"] })[0]?.message).toContain("a character is not allowed in it");
    expect([lost({ a: "\u0085" }), lost(null), lost({})]).toEqual([[], [], []]);
  });
});

describe("docs/specification/flux-values.md 2, 3: errors", () => {
  const placeOf = (...path: readonly (string | number)[]) => ({
    file: "map.yaml",
    line: path.length === 0 ? 1 : path[0] === "data" ? 5 : 7,
  });
  const problem = (...[text, ...rest]: Written) => problemOf({ ...plain(text, ...rest), placeOf });
  const problemOf = (source: ValuesSource) => {
    try {
      composeValues([source], { t: "text" });
    } catch (thrown) {
      return diagnosticsOf(thrown)[0];
    }
    throw new Error("no error");
  };

  test("an error has a place and a remedy", () => {
    expect(problem("a: 1\nb: [")).toEqual({
      code: "flux-values-invalid",
      severity: "error",
      message: expect.stringMatching(
        /^the key `values\.yaml` of ConfigMap `s0` holds no values in line 2 of the text: malformed YAML: /,
      ),
      file: "map.yaml",
      line: 5,
      hint: "Correct the text. Flux fails with it as well.",
    });
  });

  test.each([
    ["[1]", undefined, "holds no values: it is a list, and no map"],
    ["text", undefined, "holds no values: it is a single value, and no map"],
    ["{1", "a", "cannot be set at `a`: a list that begins with { has no }"],
    ["1,b", "a", "cannot be set at `a`: the key `b` has no value"],
    ["1", "t.a", "cannot be set at `t.a`: it is to change a map, and there is a string"],
    ["1", "t[0]", "cannot be set at `t[0]`: it is to change a list, and there is a string"],
    ["1", "a[65537]", "cannot be set at `a[65537]`: the index 65537 is larger than 65536"],
    ["1", "a[0]b", "cannot be set at `a[0]b`: `b` follows an index"],
    ["1", "a..b", "cannot be set at `a..b`: nothing is set below the key `a`"],
    ["1,b[x]=1", "a", "cannot be set at `a`: the index `x` is no number"],
  ])("%j at %j", (text, path, message) => {
    expect(problem(text, path)?.message).toContain(message);
  });

  test.each(["a b", "a=b", "a,b", "a[", "a[x]", "a[123456]", "{a}", "é", "a".repeat(251)])(
    "the API server refuses the path %j",
    (path) => {
      expect(problem("1", path)).toMatchObject({
        code: "flux-values-invalid",
        message: expect.stringContaining("is none"),
      });
    },
  );

  test("3.9: lists do not fill the memory, and indexes do not fill the stack", () => {
    const lists = Array.from({ length: 1000 }, (_, index) => `l${index}[65536]=1`).join(",");
    expect(problem(`1,${lists}`, "a")?.message).toContain("the lists that it makes are too long");
    expect(problem(`1,b${"[0]".repeat(100_000)}=1`, "a")?.message).toContain("more than 200 indexes are in a row");
  });

  test("5.3: the command line of helm has room for all integers", () => {
    expect(composeValues([plain(`{${"1,".repeat(5000)}1}`, "a")], {}).settings).toHaveLength(5001);
    expect(problem(`{${"1,".repeat(20_000)}1}`, "a")?.message).toContain("too many");
    expect(problem(`1,${"k".repeat(200_000)}=1`, "a")?.message).toContain("too long names");
    expect(composeValues([plain(`{${"x,".repeat(20_000)}1}`, "a")], {}).settings).toHaveLength(1);
  });

  test.each([
    ["hunter2: [", ""],
    ["hunter2", ""],
    ["{hunter2", "a"],
    ["1,hunter2", "a"],
    ["[hunter2]", ""],
  ])("4.3: nothing of a Secret is quoted: %j", (text, path) => {
    const found = problemOf({ ...secret(text, path), placeOf });
    expect(found).toMatchObject({ code: "flux-values-invalid", file: "map.yaml", line: 7 });
    expect(JSON.stringify(found)).not.toContain("hunter2");
  });
});

test("the place of a value is that of the text that gave it", () => {
  const placed = (name: string) => ({
    ...plain(""),
    name,
    placeOf: (...path: readonly (string | number)[]) => ({ file: `${name}.yaml`, line: path.length + 1 }),
  });
  const composed = composeValues(
    [
      { ...placed("a"), text: "x: 1\nm: {k: 1, l: [1, 2]}" },
      { ...placed("b"), text: "m: {k: 2}" },
      { ...placed("c"), text: "3", targetPath: "m.l[1]" },
    ],
    { y: 1, m: { n: 1 } },
  );
  const files = [["x"], ["m", "k"], ["m", "l", "0"], ["m", "l", "1"], ["y"], ["m", "n"], ["no"], ["x", "y"]].map(
    (path) => composed.originOf(path)?.file,
  );
  expect(files).toEqual(["a.yaml", "b.yaml", "a.yaml", "c.yaml", undefined, undefined, undefined, undefined]);
});
