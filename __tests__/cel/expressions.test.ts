/**
 * Expressions against Kubernetes. `kubernetes.jsonl` holds what the environment of k8s.io/apiserver v0.37.0 (cel-go v0.29.2) gives for
 * each: a value, an error, or a mistake that it finds before it evaluates.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { isOptional } from "../../src/cel/equality.ts";
import { type Cel, loadCel } from "../../src/cel/index.ts";
import { Duration, UnsignedInt } from "../../src/cel/values.ts";
import type { Value } from "../../src/yaml/index.ts";

type Expected = readonly [expression: string, status: "value" | "error" | "mistake", value?: unknown];

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), "utf8");
const CASES = read("kubernetes.jsonl")
  .trim()
  .split("\n")
  .map((line) => JSON.parse(line) as Expected);
const { o, old, params } = JSON.parse(read("variables.json")) as Record<string, Value>;
const VARIABLES: Readonly<Record<string, Value>> = {
  o: o as Value,
  object: o as Value,
  new: o as Value,
  old: old as Value,
  oldObject: old as Value,
  params: params as Value,
};

/** Written otherwise than the library reads it, and one macro that it lets pass. docs/specification/policies.md 1.6 */
const DIFFERENCES: ReadonlyMap<string, string> = new Map([
  ['{?"a": o.?zz}', "optional elements of literals are not read"],
  [".5", "a number begins with a digit"],
  ["sets.equivalent([1], [1.0])", "Kubernetes compares no integers with doubles there"],
]);

/** A value in the form of the file. */
function shown(value: unknown): unknown {
  if (typeof value === "boolean" || value === null) return value;
  if (typeof value === "bigint") return `i${value}`;
  if (value instanceof UnsignedInt) return `u${value.valueOf()}`;
  if (typeof value === "number") return `d${value === Infinity ? "+Inf" : value}`;
  if (typeof value === "string") return `s${value}`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString()}`;
  if (value instanceof Date) return `t${value.toISOString().replace(/\.?0*Z$/, "Z")}`;
  if (value instanceof Duration) return `D${value.seconds * 1_000_000_000n + BigInt(value.nanos)}`;
  if (isOptional(value)) return { opt: value.hasValue() ? shown(value.value()) : "none" };
  if (Array.isArray(value)) return value.map(shown);
  if (!(value instanceof Map)) return "a value of another type";
  return Object.fromEntries([...value].map(([key, each]) => [String(key), shown(each)]));
}

function outcome(cel: Cel, expression: string): Expected {
  const compiled = cel.compile(expression, Object.keys(VARIABLES));
  if (!cel.isProgram(compiled)) return [expression, "mistake"];
  const values = Object.fromEntries(Object.entries(VARIABLES).map(([name, value]) => [name, cel.celValue(value)]));
  const result = compiled.evaluate(values, new cel.Meter(1_000_000));
  return result.status === "value" ? [expression, "value", shown(result.value)] : [expression, "error"];
}

test("expressions have the values that Kubernetes gives them", async () => {
  const cel = await loadCel();
  const differing = CASES.filter((expected) => !DIFFERENCES.has(expected[0])).filter((expected) => {
    const [, status, value] = outcome(cel, expected[0]);
    // Kubernetes finds some errors of literals before it evaluates them.
    if (expected[1] !== "value") return status === "value";
    return status !== "value" || JSON.stringify(sorted(value)) !== JSON.stringify(sorted(expected[2]));
  });
  expect(differing).toEqual([]);
  expect(CASES.length).toBeGreaterThan(600);
});

test("the differences are still there", async () => {
  const cel = await loadCel();
  const expected = new Map(CASES.map((each) => [each[0], each]));
  for (const expression of DIFFERENCES.keys()) expect(outcome(cel, expression)).not.toEqual(expected.get(expression));
});

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const keys = Object.keys(value).sort();
  return Object.fromEntries(keys.map((key) => [key, sorted((value as Record<string, unknown>)[key])]));
}
