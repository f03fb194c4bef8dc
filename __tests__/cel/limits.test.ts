/** Expressions that would take too long, or too much memory, and texts that must not be told. */
import { beforeAll, describe, expect, test } from "@jest/globals";
import { type Cel, loadCel } from "../../src/cel/index.ts";

const NUMBERS = Array.from({ length: 1000 }, (_, index) => index);
const OBJECT = { l: NUMBERS, s: "a".repeat(1_000_000), d: NUMBERS.slice(0, 300).map(() => ({ a: NUMBERS })) };

let cel: Cel;
beforeAll(async () => {
  cel = await loadCel();
});

function run(expression: string): string {
  const compiled = cel.compile(expression, ["o"]);
  if (!cel.isProgram(compiled)) return `mistake: ${compiled.text}`;
  const result = compiled.evaluate({ o: cel.celValue(OBJECT) }, new cel.Meter(100_000));
  if (result.status === "failed") return `failed: ${result.text}`;
  return result.status === "limit" ? "limit" : "value";
}

const nested = (depth: number): string => (depth === 0 ? "true" : `o.l.all(x${depth}, ${nested(depth - 1)})`);
const doubled = (depth: number, seed: string): string =>
  depth === 0 ? seed : `[${doubled(depth - 1, seed)}].map(x, x + x)[0]`;
const TOO_LONG = "failed: a text gets longer than 1048576 characters";
const TOO_DEEP = "mistake: the expression is nested too deeply";
const NO_PATTERN = "mistake: this is no regular expression of RE2";

describe("bombs end", () => {
  test.each([
    ["loops in loops", nested(6), "limit"],
    ["loops of errors", "o.l.exists(a, o.l.exists(b, o.l.exists(c, o.x == 1 || o.y == 1)))", "limit"],
    ["loops in one another with two variables", "o.l.all(i, v, o.l.all(j, w, o.l.all(k, x, true)))", "limit"],
    ["doubled texts", doubled(40, '"aaaaaaaaaa"'), "limit"],
    ["doubled lists", doubled(40, "[1, 2, 3, 4]"), "limit"],
    ["a replacement of each character", 'o.s.replace("", o.s)', "limit"],
    ["joined texts", "o.l.map(x, o.s).join(o.s)", "limit"],
    ["a long format", "'%s%s'.format([o.s, o.s])", TOO_LONG],
    ["a range", "lists.range(99999999999)", "failed: a list gets longer than 1000000 elements"],
    ["ranges", "lists.range(999999).map(x, lists.range(999999))", "limit"],
    ["distinct elements", "lists.range(10000).distinct()", "limit"],
    ["sets", "sets.contains(lists.range(10000), lists.range(10000).reverse())", "limit"],
    ["equal parts", "o.l.all(x, o.l.all(y, o.d.map(z, z) == o.d.map(z, {'a': o.l})))", "limit"],
    ["a pattern on a long text", "o.l.all(x, !o.s.matches('(a*)*(a*)*(a*)*b'))", "limit"],
    ["a repeated repetition", '"a".matches("((a{100}){100}){100}")', NO_PATTERN],
    ["a large number", "9223372036854775807 * 9223372036854775807", "failed: a number is out of range"],
    ["a large quantity", "quantity('1e9999999999').isInteger()", "value"],
    ["a long sum", Array(9000).fill("1").join("+"), "mistake: Exceeded maxAstNodes (10000)"],
    ["many signs", `${"!".repeat(19_000)}true`, TOO_DEEP],
    ["many parentheses", `${"(".repeat(9000)}1${")".repeat(9000)}`, "mistake: Exceeded maxDepth (100)"],
    ["a long expression", `${" ".repeat(20_000)}1`, "mistake: the expression has more than 20000 characters"],
  ])("attack 9.39: an expression ends: %s", (_name, expression, expected) => {
    expect(run(expression)).toBe(expected);
  });
});

test("attack 9.39: no error tells a value", () => {
  const secret = "hunter2";
  const object = cel.celValue({ secret, list: [secret], map: { [secret]: 1 } });
  const failing = [
    "int(o.secret)",
    "bool(o.secret)",
    "double(o.secret)",
    "uint(o.secret)",
    "duration(o.secret)",
    "timestamp(o.secret)",
    "quantity(o.secret)",
    "ip(o.secret)",
    "cidr(o.secret)",
    "url(o.secret + ' ')",
    "semver(o.secret)",
    "'x'.matches(o.secret + '(')",
    "o.map[o.secret + 'x']",
    "o.secret + 1",
    "o.secret.nothing",
    "o.list[5]",
    "o.list.sum()",
    "'%d'.format([o.secret])",
    "timestamp('2024-01-01T00:00:00Z').getHours(o.secret)",
  ];
  for (const expression of failing) {
    const compiled = cel.compile(expression, ["o"]);
    if (!cel.isProgram(compiled)) throw new Error(`${expression}: ${compiled.text}`);
    const result = compiled.evaluate({ o: object }, new cel.Meter(10_000));
    expect([expression, result.status]).toEqual([expression, "failed"]);
    expect(JSON.stringify(result)).not.toContain(secret);
  }
});
