import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Diagnostic, KrmError } from "../../src/diagnostics.ts";
import {
  emit,
  encode,
  fromValue,
  locate,
  map,
  type Node,
  parseConfig,
  parseResources,
  print,
  printedValue,
  readPrinted,
  resolveTag,
  type Style,
  scalar,
  seq,
  toConfigValue,
  toValue,
  type Value,
} from "../../src/yaml/index.ts";

/** Random texts. Characters that affect quoting and layout are more frequent than others. */
const character = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...Array.from("ab 1-.:#'\"\n\t {}[],?&*!|>%@`~=\\_/")) },
  { weight: 1, arbitrary: fc.constantFrom("é", "\u2028", "\u00a0", "\u{1f600}", "\ufeff", "\r", "\u0007", "y", "0x") },
);
const text = fc.oneof(
  fc.array(character, { maxLength: 20 }).map((parts) => parts.join("")),
  fc
    .array(fc.constantFrom("word", "a", "#x", "'", "\t"), { minLength: 20, maxLength: 60 })
    .map((words) => words.join(" ")),
  fc.constantFrom("yes", "null", "1", "1e3", "2001-01-01", "12:30", "", "0o7"),
);
const number = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 64n - 1n }),
);
const { value } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small" },
    text,
    number,
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 5 }),
  ) as fc.Arbitrary<Value>,
}));

/** Makes the numbers of a value comparable: a number that is printed as an integer is read as one. */
function plain(data: Value): unknown {
  if (Array.isArray(data)) return data.map(plain);
  if (typeof data === "bigint" || typeof data === "number") return Number(data);
  if (typeof data !== "object" || data === null) return data;
  return new Map(
    Object.entries(data)
      .map(([key, child]) => [key, plain(child)] as const)
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}

function only(document: string): Node {
  const nodes = parseResources(document, "a.yaml");
  expect(nodes).toHaveLength(1);
  return nodes[0] as Node;
}

describe("a printed value", () => {
  test("is read back as the same value, by both readers", () => {
    fc.assert(
      fc.property(value, (data) => {
        const document = emit({ v: data });
        expect(plain(toConfigValue(parseConfig(document, "a.yaml") as Node))).toEqual(plain({ v: data }));
      }),
      { numRuns: 1000 },
    );
  });

  test("is printed again with the same bytes", () => {
    fc.assert(
      fc.property(value, (data) => {
        const document = emit({ v: data });
        expect(once(() => print(only(document))) ?? document).toBe(document);
      }),
      { numRuns: 1000 },
    );
  });

  test("is the same whether printed from nodes or from values", () => {
    fc.assert(
      fc.property(value, (data) => {
        const node = fromValue({ v: data });
        const printed = once(() => print(node));
        if (printed === undefined) return;
        expect(printed).toBe(emit(toValue(node)));
        expect(print(only(encode(node)))).toBe(printed);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("the output of nodes of any style", () => {
  const words = fc.oneof(
    text,
    fc
      .array(fc.constantFrom(...Array.from("abehinostyzT019.-_:/# "), "\n", "word", "Gi", "inf"), { maxLength: 12 })
      .map((parts) => parts.join("")),
    fc.constantFrom(
      "on",
      "true",
      "1h",
      "-c",
      "--x=y",
      "../a",
      "...",
      "---",
      ".inf",
      "-.inf",
      "0x1F",
      "1_0",
      "0",
      "007",
    ),
    fc.constantFrom("1234567890123456", "a: b", "a #b", "a:", "2001-01-01T00:00:00Z", "1e3s", "a\nb", "a\n b\n"),
  );
  const leaf = fc
    .tuple(words, fc.constantFrom("", "!!str"), fc.constantFrom<Style>("", "single", "double", "literal", "folded"))
    .map(([content, tag, style]): Node => scalar(content, tag, style));
  const typed = words.map((content): Node => scalar(content, resolveTag(content)));
  const key = fc.oneof(words, fc.stringMatching(/^[a-z]{1,3}$/));
  const { node } = fc.letrec<{ node: Node }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      leaf,
      typed,
      fc.array(tie("node"), { maxLength: 3 }).map((items): Node => seq(items)),
      fc
        .array(fc.tuple(key, tie("node")), { maxLength: 20 })
        .map((rows): Node => map(rows.map(([name, child]) => ({ key: scalar(name, "!!str"), value: child })))),
    ),
  }));

  test("equals the output of their values", () => {
    let printed = 0;
    fc.assert(
      fc.property(node, (child) => {
        const root = map([{ key: scalar("v"), value: child }]);
        const direct = outcome(() => print(root));
        if (direct !== "refused") printed++;
        expect(direct).toBe(outcome(() => emit(toValue(root))));
      }),
      { numRuns: 3000 },
    );
    expect(printed).toBeGreaterThan(1000);
  });

  test("has the values that are known without reading it", () => {
    let known = 0;
    fc.assert(
      fc.property(node, (child) => {
        const root = map([{ key: scalar("v"), value: child }]);
        const expected = readOutcome(() => readPrinted(print(root)));
        const direct = readOutcome(() => printedValue(root) ?? "unknown");
        if (direct === '"unknown"') return;
        if (direct !== "refused") known++;
        expect(direct).toBe(expected);
      }),
      { numRuns: 3000 },
    );
    expect(known).toBeGreaterThan(300);
  });
});

/** What {@link outcome} gives, for values; keys count in their order. */
function readOutcome(run: () => Value): string {
  return outcome(() => JSON.stringify(run(), (_, each) => (typeof each === "bigint" ? `${each}n` : each)));
}

/** The output, or that the value is rejected: the two ways may report different reasons. */
function outcome(run: () => string): string {
  try {
    return run();
  } catch (error) {
    if (error instanceof KrmError) return "refused";
    throw error;
  }
}

/** The result, or undefined if kustomize cannot print the value either. */
function once(run: () => string): string | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof KrmError && error.code === "not-representable") return undefined;
    throw error;
  }
}

const NONE: Diagnostic = { code: "none", severity: "error", message: "", file: "a.yaml", line: 1 };

/** The diagnostics of an error. Rethrows anything that is not a KrmError. */
function problemOf(run: () => unknown): Diagnostic {
  try {
    run();
  } catch (error) {
    if (error instanceof KrmError) return error.diagnostics[0] ?? NONE;
    throw error;
  }
  return NONE;
}

describe("reading", () => {
  const soup = fc
    .array(
      fc.constantFrom(
        ...Array.from("ab:-?[]{},#&*!|>'\"%@`~\\ \t\n"),
        "\n  ",
        ": ",
        "- ",
        "\n- ",
        "&a ",
        "*a",
        "!!str ",
        "<<: ",
        "\r\n",
        "\n---\n",
        "é",
        "\u2028",
        "1",
        "|2-\n",
      ),
      { maxLength: 40 },
    )
    .map((parts) => parts.join(""));

  test("any text gives nodes or an error with a place within the text", () => {
    fc.assert(
      fc.property(soup, (document) => {
        const lines = document.split("\n").length;
        for (const problem of [
          problemOf(() => parseResources(document, "a.yaml").map(encode)),
          problemOf(() => parseConfig(document, "a.yaml")),
        ]) {
          expect(problem).toMatchObject({ file: "a.yaml", severity: "error" });
          expect(problem.line).toBeGreaterThan(0);
          expect(problem.line).toBeLessThanOrEqual(lines);
        }
      }),
      { numRuns: 5000 },
    );
  });

  test("gives plain scalars the place of their text", () => {
    const word = fc.stringMatching(/^[a-z]{1,8}$/);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(3), word, word), { minLength: 1, maxLength: 30 }), (rows) => {
        const document = rows
          .map(([blank, key, item], at) => `${"\n".repeat(blank)}${key}${at}:\n- ${item}\n`)
          .join("");
        const lines = document.split("\n");
        const node = only(document);
        if (node.kind !== "map") throw new Error("not a map");
        for (const { key, value: list } of node.entries) {
          for (const part of [key, ...(list.kind === "seq" ? list.items : [])]) {
            const { line = 0, column = 0 } = locate(part) ?? {};
            expect(lines[line - 1]?.startsWith(part.kind === "scalar" ? part.value : "?", column - 1)).toBe(true);
          }
        }
      }),
    );
  });
});
