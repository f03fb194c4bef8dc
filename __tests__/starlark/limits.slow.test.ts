/** Hostile programs are ended, at the same place everywhere. */
import { describe, expect, test } from "@jest/globals";
import { CORE, KPT } from "../../src/starlark/dialect.ts";
import type { Limits } from "../../src/starlark/values/meter.ts";
import { interpret } from "./interpreter.ts";

const SMALL: Partial<Limits> = { steps: 1_000_000, bytes: 1 << 25, length: 1 << 20 };

const DOUBLING = "def f(x, n):\n    for i in range(n): x = x + x\n    return x\n";
const NESTED = "def nest(n):\n    x = []\n    for i in range(n): x = [x]\n    return x\n";

/** Programs with a part of the message of the limit that they reach. */
const hostile: [string, string, string][] = [
  ["a long loop", "def f():\n    for i in range(1000000000): pass\nf()", "did not end within"],
  ["a long comprehension", "x = [1 for i in range(1000000000)]", "did not end within"],
  [
    "nested loops",
    "x = [1 for i in range(100000) if not i for j in range(100000) if not j for k in range(1000000000) if k < 0]",
    "did not end within",
  ],
  ["a list of a range", "x = list(range(1000000000))", "elements"],
  ["sorting a range", "x = sorted(range(1000000000))", "elements"],
  [
    "a sum by a built-in",
    "x = any([0] for i in [1]) if False else all(range(1, 1000000000))".replace(
      "any([0] for i in [1]) if False else ",
      "",
    ),
    "did not end within",
  ],
  ["a repeated string", 'x = "abc" * 1000000000', "longer than"],
  ["a repeated list", "x = [1] * 1000000000", "elements"],
  ["a repeated tuple", "x = (1,) * 2147483647", "elements"],
  ["a doubled string", `${DOUBLING}f("x", 64)`, "longer than"],
  ["a doubled list", `${DOUBLING}f([1], 64)`, "elements"],
  ["many strings", 'x = ["a" * 100000 + str(i) for i in range(100000)]', "allocated more than"],
  ["a squared integer", "def f():\n    x = 3\n    for i in range(64): x = x * x\nf()", "bits is longer than"],
  ["a long integer", 'x = int("9" * 1000000)', "digits is too long"],
  ["a replaced string", 'x = ("a" * 1000).replace("a", "b" * 100000)', "longer than"],
  ["an inserted string", 'x = ("a" * 1000).replace("", "b" * 100000)', "longer than"],
  ["a joined string", 'x = ("b" * 100000).join(["a"] * 1000)', "longer than"],
  ["a formatted string", 'x = "%s" * 1000 % tuple(["b" * 100000] * 1000)', "longer than"],
  ["another formatted string", 'x = ("{0}" * 1000).format("b" * 100000)', "longer than"],
  [
    "what is written many times",
    "def f():\n    x = [1]\n    for i in range(64): x = [x, x]\n    return str(x)\nf()",
    "longer than",
  ],
  ["what is written deeply", `${NESTED}str(nest(100000))`, "nested deeper"],
  [
    "what is compared broadly",
    `def make():\n    x = range(9)\n    for i in range(8): x = [x] * 20\n    return x\nmake() == make()`,
    "did not end within",
  ],
  [
    "a key that is many tuples",
    "def f():\n    x = (1,)\n    for i in range(64): x = (x, x)\n    return {x: 1}\nf()",
    "longer than",
  ],
  [
    "a key that is a deep tuple",
    "def f():\n    x = ()\n    for i in range(100000): x = (x,)\n    return {x: 1}\nf()",
    "nested deeper",
  ],
  ["a dict that grows", "x = {i: 1 for i in range(10000000)}", "allocated more than"],
  [
    "a list that grows",
    "def f():\n    x = []\n    for i in range(10000000): x += [i] * 10\nf()",
    "allocated more than",
  ],
  ["a list that is added to itself", "def f():\n    x = [1]\n    for i in range(64): x.extend(x)\nf()", "elements"],
  [
    "searching again and again",
    'def f():\n    x = "a" * 1000000\n    for i in range(100000): x.count("b")\nf()',
    "did not end within",
  ],
  [
    "splitting again and again",
    'def f():\n    x = "a," * 10000\n    for i in range(100000): x.split(",")\nf()',
    "allocated more than",
  ],
  [
    "inserting at the front",
    "def f():\n    x = []\n    for i in range(1000000): x.insert(0, i)\nf()",
    "did not end within",
  ],
  ["zipping", "def f():\n    x = [0] * 10000\n    for i in range(10000): zip(x, x, x)\nf()", "did not end within"],
];

describe("a limit ends (docs/specification/starlark.md 5.1)", () => {
  test.each(hostile)("%s", (_, program, message) => {
    const [failure] = interpret(program, CORE, SMALL).failures;
    expect(failure).toMatchObject({ kind: "limit", message: expect.stringContaining(message) });
    expect(failure?.trace[0]?.function).toBe("<toplevel>");
  });

  test("while", () => {
    const { failures, steps } = interpret("while True: pass", KPT, { steps: 1000 });
    expect(failures[0]?.message).toBe("the program did not end within 1000 steps");
    expect(steps).toBe(1001);
  });

  test("recursion, with all calls", () => {
    const [failure] = interpret("def f(n): return f(n + 1)\nf(0)", KPT).failures;
    expect(failure).toMatchObject({ kind: "limit", message: "calls are nested deeper than 200" });
    expect(failure?.trace.length).toBe(200);
  });

  test.each([
    ["brackets", `x = ${"[".repeat(5000)}${"]".repeat(5000)}`],
    ["signs", `x = ${"-".repeat(5000)}1`],
    ["blocks", Array.from({ length: 500 }, (_, depth) => `${" ".repeat(depth)}if True:`).join("\n")],
    ["lambdas", `x = ${"lambda: ".repeat(5000)}1`],
  ])("nested %s", (_, program) => {
    expect(interpret(program, KPT).failures[0]?.message).toMatch(/nested deeper than 200|nested too deeply/);
  });

  test.each([
    ["operators", `x = 1${" + 1".repeat(100_000)}`],
    ["calls", `def f(): return f\nx = f${"()".repeat(100_000)}`],
    ["branches", `if 0: pass\n${"elif 0: pass\n".repeat(100_000)}`],
  ])("a chain of %s", (_, program) => {
    const [failure] = interpret(program, KPT).failures;
    expect(failure).toMatchObject({ kind: "syntax", message: expect.stringContaining("more than 10000") });
    expect(failure?.trace[0]?.line).toBeGreaterThan(0);
  });

  test("a long program", () => {
    expect(interpret("x = 1\n", CORE, { source: 5 }).failures).toMatchObject([
      { kind: "limit", message: "the program has 6 characters, more than 5" },
    ]);
  });
});

test.each([
  ["a list", "x = [1] * 2000000000"],
  ["a string", 'x = "a" * 2000000000'],
  ["an integer", 'x = int("9" * 100000000)'],
])("no limit lets %s grow until the process ends", (_, program) => {
  const limits = { steps: Number.POSITIVE_INFINITY, bytes: Number.POSITIVE_INFINITY, length: Number.POSITIVE_INFINITY };
  expect(interpret(program, CORE, limits).failures[0]?.kind).toBe("limit");
});

test.each([
  "s.upper()",
  "s.isalpha()",
  "s.title()",
  "s.count('')",
  "s.count('b')",
  "s.find('b')",
  "'b' in s",
  "s.split()",
  "s.split(',')",
  "s.splitlines()",
  "s.strip('a')",
  "s.replace('b', 'c')",
  "s.partition('b')",
  "s.startswith(s)",
  "s.removeprefix(s)",
  "s.format()",
  "s % ()",
  "repr(s)",
  "s[::-1]",
  "hash(s)",
  "bytes(s)",
  "s == t",
  "s < t",
  "list(l)",
  "l + l",
  "l * 2",
  "l[1:]",
  "l == m",
  "-1 in l",
  "l.insert(0, 1)",
  "l.pop(0)",
  "l.remove(1)",
  "sorted(l)",
  "max(l)",
  "any(l)",
  "reversed(l)",
  "zip(l, l)",
  "enumerate(l)",
  "str(l)",
  "d.items()",
  "d.keys()",
  "d.values()",
  "dict(d)",
  "d == g",
  "set(l)",
  "d | d",
  "f(*l)",
  "f(**e)",
])("%s counts as what it takes", (expression) => {
  const setup = `s = "a" * 30000
t = s + ""
l = [0] * 9999 + [1]
m = l + []
d = {i: 0 for i in range(10000)}
e = {str(i): 0 for i in range(10000)}
g = dict(d)
def f(*args, **kwargs): pass
`;
  const [without, counted] = [interpret(setup), interpret(`${setup}x = ${expression}`)];
  expect([without.failures, counted.failures]).toEqual([[], []]);
  expect(counted.steps - without.steps).toBeGreaterThan(100);
});

const SUM = Array.from({ length: 1600 }, () => "1").join(" + ");

test.each([
  ["a default", `for i in range(10):\n    def f(x = ${SUM}): pass`, 1000],
  ["what is between for and in", `x = [0]\nfor x[0 * (${SUM})] in range(10): pass`, 1000],
  ["that of a comprehension", `x = [0]\n[1 for x[0 * (${SUM})] in range(10)]`, 1000],
  ["the condition of a loop that does not run", `for i in range(10):\n    while not (${SUM}): pass`, 1000],
  ["signs that mean themselves", 'x = "%%" * 5000 % ()', 5000],
  ["splitting a text without blanks", 'x = ("a" * 30000).split()', 7000],
  ["a search in bytes", 'x = b"b" in bytes("a" * 30000)', 100],
])("%s counts as what it takes", (_, program, least) => {
  const { failures, steps } = interpret(program, KPT);
  expect(failures).toEqual([]);
  expect(steps).toBeGreaterThan(least);
});

test("hundreds of thousands of arguments fit", () => {
  const program = `def count(*args, **kwargs): return len(args) + len(kwargs)
many = range(300000)
print(count(*many, **{str(i): i for i in many}), len(zip(*[[i] for i in many])), max(*many), "%d" * 3 % (1, 2, 3))`;
  expect(interpret(program)).toMatchObject({ failures: [], printed: ["600000 1 299999 123"] });
});

test("texts and lists are counted before they are made", () => {
  for (const name of ["print", "fail"]) {
    const [failure] = interpret(`${name}(*["a" * 1000000] * 100)`, CORE, SMALL).failures;
    expect(failure).toMatchObject({ kind: "limit", message: "a string of 100000100 bytes is longer than 1048576" });
  }
});

test("the length of a text after a replacement counts", () => {
  const program = 'print(len(("ab" * 300000).replace("ab", "cd")), len(("ab" * 300000).replace("", "x", 2)))';
  expect(interpret(program, CORE, { length: 700_000 }).printed).toEqual(["600000 600002"]);
});

test("a program within the limits runs", () => {
  const program =
    'def f():\n    x = {}\n    for i in range(20000): x["k%d" % i] = [i, str(i)]\n    return len(x)\nprint(f())';
  expect(interpret(program).printed).toEqual(["20000"]);
});

test("at most twenty problems are reported", () => {
  expect(interpret(`print(${"x, ".repeat(100_000)})`).failures.length).toBe(20);
  expect(interpret(`def f(${"x, ".repeat(100_000)}): pass`).failures.length).toBe(20);
});

test("long messages and names are shortened", () => {
  const name = "f".repeat(10_000);
  const [failure] = interpret(`def ${name}(): fail("x" * 100000)\n${name}()`).failures;
  expect([failure?.message.length, failure?.trace[1]?.function.length]).toEqual([4001, 101]);
  expect(interpret(`print(${name})`).failures[0]?.message.length).toBe(4001);
});

test("printed text is kept up to a limit", () => {
  const { printed, cut } = interpret('[print("x" * 9) for i in range(10)]', CORE, { printed: 50 });
  expect({ printed, cut }).toEqual({ printed: Array.from({ length: 5 }, () => "xxxxxxxxx"), cut: true });
});
