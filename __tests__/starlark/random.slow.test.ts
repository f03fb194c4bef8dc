/**
 * Random programs, run here and with the interpreter in Go that STARLARK_BIN names. Output, success and the failing calls
 * have to be equal. STARLARK_CASES is the number of programs, STARLARK_SEED the first seed.
 */
import { afterAll, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { CORE } from "../../src/starlark/dialect.ts";
import { unless } from "../unless.ts";
import { dialectOf, interpret, NO_STARLARK, outcomeOf, Reference } from "./interpreter.ts";
import { program, topLevelProgram } from "./programs.ts";

const numRuns = Number(process.env["STARLARK_CASES"] ?? 200);
const seed = Number(process.env["STARLARK_SEED"] ?? 2906);

const compared = unless(NO_STARLARK, test);
const reference = new Reference();
afterAll(() => reference.remove());

compared.each([
  ["in a function", program, []],
  ["outside of functions", topLevelProgram, ["-globalreassign", "-recursion"]],
] as const)(
  "random programs do what they do in Go: %s",
  (_, programs, switches) => {
    let completed = 0;
    fc.assert(
      fc.property(programs, (text) => {
        const run = interpret(text, dialectOf(switches));
        const [ours, theirs] = [outcomeOf(run), reference.run(text, switches)];
        if (!ours.fails) completed++;
        // The interpreter in Go counts a function whose arguments do not fit as called.
        expect(ours).toEqual({ ...theirs, calls: theirs.calls.slice(0, ours.calls.length) });
      }),
      { numRuns, seed, endOnFailure: true },
    );
    expect(completed).toBeGreaterThan(numRuns / 3);
  },
  600_000,
);

test("random programs end the same way twice", () => {
  fc.assert(
    fc.property(program, fc.integer({ min: 1, max: 400 }), (text, steps) => {
      const [first, second] = [interpret(text, CORE, { steps }), interpret(text, CORE, { steps })];
      expect(second).toEqual(first);
      expect(first.steps <= steps || first.failures[0]?.kind === "limit").toBe(true);
    }),
    { numRuns: 100 },
  );
});

test("random texts are rejected with a place in them", () => {
  const words = fc.constantFrom(
    "def f(x):",
    "\n",
    "\n  ",
    "\n    ",
    "return",
    "if",
    "else",
    "for x in",
    "x",
    "=",
    "+",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ":",
    ",",
    "'a'",
    '"""',
    "1",
    "1.5",
    "lambda",
    "not",
    "in",
    "*",
    "**",
    ".",
    "\\",
    "load",
    "\t",
    "#",
    "é",
    "\0",
    "$",
    ";",
    "pass",
    "0x",
  );
  fc.assert(
    fc.property(fc.array(words, { maxLength: 25 }), (parts) => {
      const text = parts.join(" ");
      const lines = text.split(/\r\n|\r|\n/);
      for (const { kind, trace } of interpret(text, CORE, { steps: 1000 }).failures) {
        if (kind !== "syntax") continue;
        const [{ line, column } = { line: 0, column: 0 }] = trace;
        expect(column).toBeGreaterThan(0);
        expect(column).toBeLessThanOrEqual((lines[line - 1] ?? "").length + 1);
      }
    }),
    { numRuns: 1000 },
  );
});

describe("float() of random texts is what it is in Go", () => {
  const piece = fc.constantFrom(
    "0",
    "1",
    "9",
    "10",
    "_",
    "__",
    ".",
    "e",
    "E5",
    "p",
    "P-3",
    "+",
    "-",
    "0x",
    "f",
    "A",
    "1074",
    "1023",
    "53",
    " ",
  );
  const digits = fc.stringMatching(/^[0-9a-f]{1,20}$/);
  const text = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join("")),
    fc.tuple(digits, digits, fc.integer({ min: -1200, max: 1030 })).map(([a, b, power]) => `0x${a}.${b}p${power}`),
    fc.tuple(fc.double({ noNaN: true }), fc.nat(3)).map(([x, at]) => {
      const written = String(x);
      return `${written.slice(0, at)}_${written.slice(at)}`;
    }),
    fc.constantFrom(
      "inf",
      "+Inf",
      "-infinity",
      "NaN",
      "-nan",
      "++inf",
      "",
      "0x1p3",
      "1_0",
      "0x_1p0",
      "1_e1",
      "1e1_0",
      "0x1_p1",
    ),
    // Halfway between two floats, and just beside it; also below the smallest normal float.
    ...[
      "0x1.00000000000008p0",
      "0x1.000000000000080001p0",
      "0x1.00000000000018p0",
      "0x3p-1075",
      "0x1p-1075",
      "0x0.8p-1073",
    ].map((x) => fc.constant(x)),
  );
  const given = fc.sample(text, { numRuns: 3 * numRuns, seed });
  const print = (each: string): string => `print(repr(float(${JSON.stringify(each)})))\n`;
  const isRefused = (each: string): boolean => interpret(print(each), CORE).failures.length > 0;

  compared("where it is a number", () => {
    const accepted = given.filter((each) => !isRefused(each));
    expect(accepted.length).toBeGreaterThan(numRuns / 2);
    const all = accepted.map(print).join("");
    expect(outcomeOf(interpret(all, CORE))).toEqual(reference.run(all));
  });

  compared(
    "where it is none",
    () => {
      for (const each of given.filter(isRefused).slice(0, numRuns)) {
        expect({ each, ...reference.run(print(each)) }).toMatchObject({ each, fails: true });
      }
    },
    600_000,
  );
});
