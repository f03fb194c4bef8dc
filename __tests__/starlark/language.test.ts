/** The language: the output and the failures of programs. */
import { afterAll, describe, expect, test } from "@jest/globals";
import { FUNCTIONS, KPT, KUSTOMIZE } from "../../src/starlark/dialect.ts";
import { decodeSource } from "../../src/starlark/index.ts";
import { UNIVERSE } from "../../src/starlark/library/universe.ts";
import { parseFloating } from "../../src/starlark/values/floats.ts";
import { unless } from "../unless.ts";
import { FAILING, PRINTING, REFUSED } from "./cases.ts";
import { dialectOf, interpret, NO_STARLARK, outcomeOf, Reference } from "./interpreter.ts";

describe("a program prints (docs/specification/starlark.md 4.3 to 4.6)", () => {
  test.each(PRINTING)("$title", ({ program, switches, printed }) => {
    const { failures, printed: lines } = interpret(`${program}\n`, dialectOf(switches));
    expect({ failures, printed: lines.join("\n").split("\n") }).toEqual({ failures: [], printed });
  });
});

describe("a program fails, and says where (docs/specification/starlark.md 4.2)", () => {
  test.each(FAILING)("$title", ({ program, message, hint, trace }) => {
    const [failure] = interpret(`${program}\n`).failures;
    const calls = failure?.trace.map((place) => `${place.line}:${place.column} ${place.function}`);
    expect({ ...failure, trace: calls }).toEqual({ kind: "failed", message, hint, trace });
  });

  test.each(REFUSED)("before it starts: $title", ({ program, message, hint, trace }) => {
    const { failures, printed } = interpret(`print("started")\n${program}\n`);
    const [failure] = failures;
    const calls = failure?.trace.map((place) => `${place.line - 1}:${place.column}`);
    expect({ ...failure, trace: calls }).toEqual({ kind: "syntax", message, hint, trace });
    expect(printed).toEqual([]);
  });

  test("with all undefined names", () => {
    const { failures } = interpret("def f(values): return vlaues + prnt(1) + valuesX\n");
    expect(failures.map(({ message, hint }) => `${message} ${hint}`)).toEqual([
      "undefined: vlaues Did you mean values?",
      "undefined: prnt Did you mean print?",
      "undefined: valuesX Did you mean values?",
    ]);
  });
});

/** Programs with bytes that are not UTF-8 (docs/specification/starlark.md 2.3). Each byte is a character here. */
const NOT_UTF_8 = `# \xff
x = ["\xff\xc3", "\xff\\n", r"\xff", """\xff
\xe2\x82""", "\xed\xa0\x80|\xf0\x9f\x98", "\xc3\xa9\xff\\q"[:3]]
print([(len(s), repr(s), s.upper() == s) for s in x])
`;
const bytesOf = (program: string): Buffer => Buffer.from(program, "latin1");

test("a hexadecimal number of a million digits without an exponent is refused in linear time", () => {
  expect(() => parseFloating(`0x${"f".repeat(1_000_000)}`)).toThrow("invalid float literal");
});

test("a program may hold bytes that are not UTF-8 (docs/specification/starlark.md 2.3)", () => {
  const lengths = (dialect: typeof KPT): unknown => {
    const { printed, failures } = interpret(
      `${decodeSource(bytesOf(NOT_UTF_8)).replace(/print.*\n/, "")}print([len(s) for s in x])\n`,
      dialect,
    );
    expect(failures).toEqual([]);
    return printed;
  };
  expect(lengths(KUSTOMIZE)).toEqual(["[2, 2, 1, 10, 7, 3]"]);
  const [failure] = interpret(decodeSource(bytesOf("x = \xff\n"))).failures;
  expect(failure).toMatchObject({ kind: "syntax" });
});

const compared = unless(NO_STARLARK, describe);
compared("the interpreter in Go agrees", () => {
  const reference = new Reference();
  afterAll(() => reference.remove());

  test("on bytes that are not UTF-8", () => {
    const program = NOT_UTF_8.replace("\\q", "");
    const ours = outcomeOf(interpret(decodeSource(bytesOf(program)), dialectOf()));
    expect(ours).toEqual(reference.run(bytesOf(program)));
    expect(ours.fails).toBe(false);
  });

  test("on the output", () => {
    for (const { title, program, switches, printed } of PRINTING) {
      const expected = { title, printed: `${printed.join("\n")}\n`, fails: false, calls: [] };
      expect({ title, ...reference.run(`${program}\n`, switches) }).toEqual(expected);
    }
  });

  test("on failures and their calls", () => {
    for (const { title, program } of [...FAILING, ...REFUSED]) {
      const [ours, theirs] = [outcomeOf(interpret(`${program}\n`)), reference.run(`${program}\n`)];
      // The interpreter in Go counts a function whose arguments do not fit as called.
      const calls = theirs.calls.slice(0, ours.calls.length);
      expect({ title, ...ours }).toEqual({ title, ...theirs, calls });
    }
  });
});

test("all predefined names (docs/specification/starlark.md 4.6)", () => {
  const names =
    "None True False abs all any bool bytes chr dict dir enumerate fail float getattr hasattr hash int len list max min ord print";
  const more = "range repr reversed set sorted str tuple type zip";
  expect([...UNIVERSE.keys()].sort()).toEqual(`${names} ${more}`.split(" ").sort());
});

describe("dialects (docs/specification/starlark.md 1.1, 4.1)", () => {
  const programs: [string, string, boolean, boolean, boolean][] = [
    // The program, and whether the dialects of kustomize, of functions and of kpt accept it.
    ["a float", "x = 1.5", false, true, true],
    ["the function float", 'x = float("1")', false, true, true],
    ["division", "x = 1 / 2", false, true, true],
    ["lambda", "x = lambda: 1", false, true, true],
    ["def in def", "def f():\n    def g(): pass", false, true, true],
    ["a set", "x = set([1])", false, false, true],
    ["for outside of a function", "for x in []: pass", false, false, true],
    ["while", "def f():\n    while False: pass", false, false, true],
    ["a global twice", "x = 1\nx = 2", false, false, true],
    ["recursion", "def f(n): return n and f(n - 1)\nf(3)", false, false, true],
    ["bitwise operators", "x = ~1 | 2 & 3 ^ 4 << 5 >> 6", true, true, true],
    ["a comprehension", "x = {k: v for k, v in [(1, 2)]}", true, true, true],
    ["load", 'load("x.star", "y")', false, false, false],
  ];
  test.each(programs)("%s", (_, program, ...accepted) => {
    const results = [KUSTOMIZE, FUNCTIONS, KPT].map((dialect) => interpret(program, dialect).failures.length === 0);
    expect(results).toEqual(accepted);
  });

  test("functions write floats by the rules of 2020", () => {
    const program = `print(1.0, 0.1 + 0.2, 1234567.0, 100000.5, -2.0, "%g %s %r" % (2, 3.0, 0.5), 1e300 * 1e300, -7.5 % 2)`;
    expect(interpret(program, FUNCTIONS).printed).toEqual(["1 0.3 1.23457e+06 100000 -2 2 3 0.5 +Inf -1.5"]);
    expect(interpret(program, KPT).printed).toEqual([
      "1.0 0.30000000000000004 1.234567e+06 100000.5 -2.0 2.0 3.0 0.5 +inf 0.5",
    ]);
  });

  test("functions can sort lists of None by the rules of 2020", () => {
    expect(interpret("print(sorted([None, None]), None < None, max(None, None))", FUNCTIONS).printed).toEqual([
      "[None, None] False None",
    ]);
  });

  test("functions read escapes by the rules of 2020", () => {
    const program = String.raw`print("a\dA\x41\101\u0041", len("\xff"))`;
    expect(interpret(program, FUNCTIONS).printed).toEqual([String.raw`a\dAAA\u0041 1`]);
  });
});
