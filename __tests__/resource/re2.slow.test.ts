import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { searchFor } from "../../src/resource/re2/automaton.ts";
import { parsePattern } from "../../src/resource/re2/parser.ts";
import { compileProgram } from "../../src/resource/re2/program.ts";
import { compileAnchored, compileRegex } from "../../src/resource/re2.ts";

// docs/specification/patches.md 3.1
describe("whole texts", () => {
  test.each<[pattern: string, matching: string[], others: string[]]>([
    ["", ["", "anything"], []],
    ["web", ["web"], ["web-1", "a-web", "", "WEB"]],
    ["a|b", ["a", "b"], ["ab", "ax", "xb"]],
    ["web.*", ["web", "web-1"], ["my-web"]],
    ["a.b.io", ["a.b.io", "a-b😀io"], ["a\nb.io", "ab.io", "a.b.ios", "a.b.i", ""]],
    ["web-.", ["web-1", "web-😀"], ["web-", "web-12", "web-\n"]],
    ["(?i)Web", ["web", "WEB"], ["we"]],
    ["a(?i)b", ["ab", "aB"], ["Ab"]],
    ["(?i:a)b", ["ab", "Ab"], ["aB"]],
    ["(?i-i:a)", ["a"], ["A"]],
    ["(?i)k", ["k", "K", "\u212a"], ["x"]],
    ["(?s).", ["\n"], [""]],
    ["(?m)a$\n^b", ["a\nb"], ["ab"]],
    ["[a-c]+", ["abc"], ["abd", ""]],
    ["[^a-c]", ["d", "\n"], ["a"]],
    ["[]a]", ["]", "a"], ["b"]],
    ["[a-]", ["a", "-"], ["b"]],
    ["[[:alpha:]_]+", ["aZ_"], ["a1", ":"]],
    ["[[:^digit:]]", ["a"], ["1"]],
    ["[\\d.]+", ["1.2"], ["a"]],
    ["\\w+\\s\\S", ["a_1 é"], ["é a", "a  "]],
    ["\\pL+", ["aé"], ["1"]],
    ["\\p{Greek}", ["α"], ["a"]],
    ["\\P{Lu}", ["a"], ["A"]],
    ["\\p{^Lu}", ["a"], ["A"]],
    ["\\x41\\x{3b1}\\101\\n", ["AαA\n"], ["AαA"]],
    ["\\Qa.b*\\E+", ["a.b*", "a.b**"], ["axb*"]],
    ["(?P<name>a)(?<other>b)", ["ab"], ["a"]],
    ["a{2}b{1,}c{0,2}", ["aab", "aabbcc"], ["ab", "aabccc"]],
    ["a{,2}", ["a{,2}"], ["aa"]],
    ["a??b*?c+?", ["c", "abbc"], ["ab"]],
    ["\\Aa\\z", ["a"], ["b"]],
    ["\\bweb\\b.*", ["web", "web-1"], ["web1"]],
    ["a\\Bb", ["ab"], ["a"]],
    ["a)|(b", ["ax", "xb"], ["x"]],
    ["(|a)+", ["", "aa"], ["b"]],
    ["(a*)*", ["", "aaa"], ["b"]],
  ])("%s", (pattern, matching, others) => {
    const matches = compileAnchored(pattern);
    for (const text of matching) expect([text, matches(text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches(text)]).toEqual([text, false]);
  });
});

describe("anywhere in a text", () => {
  test.each<[pattern: string, matching: string[], others: string[]]>([
    ["web", ["web", "my-web-1"], ["we"]],
    ["^web", ["web-1"], ["my-web"]],
    ["web$", ["my-web"], ["web-1", "web\n"]],
    ["^web$", ["web"], ["webs"]],
    ["(?m)^b$", ["a\nb\nc"], ["ab"]],
    ["", ["", "x"], []],
    ["^", ["", "x"], []],
    ["$", ["", "x"], []],
    ["b|c", ["abd"], ["ad"]],
  ])("%s", (pattern, matching, others) => {
    const matches = compileRegex(pattern);
    for (const text of matching) expect([text, matches?.(text)]).toEqual([text, true]);
    for (const text of others) expect([text, matches?.(text)]).toEqual([text, false]);
  });
});

describe("faults", () => {
  test.each([
    ["(?=a)", "invalid or unsupported Perl syntax: `(?=`"],
    ["(?!a)", "invalid or unsupported Perl syntax: `(?!`"],
    ["(?>a)", "invalid or unsupported Perl syntax: `(?>`"],
    ["(?<=a)b", "invalid named capture: `(?<=a)b)$`"],
    ["(?P<a b>c)", "invalid named capture: `(?P<a b>`"],
    ["(a)\\1", "invalid escape sequence: `\\1`"],
    ["\\Z", "invalid escape sequence: `\\Z`"],
    ["\\y", "invalid escape sequence: `\\y`"],
    ["(a", "missing closing ): `^(?:(a)$`"],
    ["[a", "missing closing ]: `[a)$`"],
    ["*a", "missing argument to repetition operator: `*`"],
    ["(*)", "missing argument to repetition operator: `*`"],
    ["a|+", "missing argument to repetition operator: `+`"],
    ["a**", "invalid nested repetition operator: `**`"],
    ["a{2}{3}", "invalid nested repetition operator: `{2}{3}`"],
    ["a{1001}", "invalid repeat count: `{1001}`"],
    ["a{3,2}", "invalid repeat count: `{3,2}`"],
    ["(a{100}){100}", "invalid repeat count: `{100}`"],
    ["[z-a]", "invalid character class range: `z-a`"],
    ["[[:foo:]]", "invalid character class range: `[:foo:]`"],
    ["\\p{Foo}", "invalid character class range: `\\p{Foo}`"],
    ["a)", "unexpected ): `^(?:a))$`"],
  ])("%s: %s", (pattern, message) => {
    expect(() => compileAnchored(pattern)).toThrow(`error parsing regexp: ${message}`);
    const location = { file: "kustomization.yaml", line: 3, column: 4 };
    expect(() => compileAnchored(pattern, location)).toThrow("kustomization.yaml:3:4: error parsing regexp");
  });

  test("a backslash at the end", () => {
    expect(() => compileAnchored("a\\")).not.toThrow("trailing");
    expect(compileRegex("a\\")).toBeUndefined();
  });

  test("an invalid pattern gives undefined instead of an exception", () => {
    expect(compileRegex("(")).toBeUndefined();
  });

  test("nesting has a limit", () => {
    expect(() => compileAnchored("(".repeat(2000) + ")".repeat(2000))).toThrow("expression nests too deeply");
  });

  test("size has a limit", () => {
    expect(() => compileAnchored("a{1000}".repeat(200))).toThrow("expression too large");
  });
});

/** A pattern whose state differs at each character of {@link mixed}. */
const ENDLESS = "a[ab]{900}c";

/** A text of as and bs in an order that does not repeat. */
function mixed(length: number): string {
  let state = 1;
  const letter = (): string => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0 ? "a" : "b";
  };
  return Array.from({ length }, letter).join("");
}

describe("hostile patterns", () => {
  test.each(["(a+)+b", "(a*)*b", "(a|a)*b", "(a|aa)+b", "(.*)*(.*)*(.*)*b", "([a-z]+)*\\d"])("%s ends", (pattern) => {
    expect(compileAnchored(pattern)("a".repeat(20_000))).toBe(false);
  });

  test.each([
    ["[ab]{0,1000}c", "a".repeat(200_000)],
    ["(a*a){500}.*b", "a".repeat(100_000)],
  ])("%s takes few steps for each character", (pattern, text) => {
    expect(searchFor(compileProgram(parsePattern(pattern)), 10_000_000)(text)).toBe(false);
  });

  test("the work is bounded", () => {
    expect(() => compileRegex(ENDLESS)?.(mixed(200_000))).toThrow("takes too long");
  });
});

describe("against JavaScript's engine", () => {
  const atom = fc.constantFrom(
    "a",
    "b",
    ".",
    "[ab]",
    "[^a]",
    "\\d",
    "\\w",
    "1",
    "-",
    "(?:a|b1)",
    "(?:ab)",
    "^",
    "$",
    "\\b",
    "(?:)",
  );
  const piece = fc.tuple(atom, fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{1,3}", "*?", "{0,1}"));
  const pattern = fc
    .array(fc.array(piece, { maxLength: 4 }), { minLength: 1, maxLength: 3 })
    // JavaScript does not repeat assertions.
    .map((options) =>
      options
        .map((pieces) => pieces.map(([one, times]) => one + (/^(\^|\$|\\b)$/.test(one) ? "" : times)).join(""))
        .join("|"),
    );
  const text = fc.string({ unit: fc.constantFrom("a", "b", "1", "-", "\n", "é", "😀"), maxLength: 8 });

  test("both agree on patterns that both support", () => {
    fc.assert(
      fc.property(pattern, text, (one, subject) => {
        expect(compileRegex(one)?.(subject)).toBe(new RegExp(one.replaceAll(".", "[^\\n]"), "u").test(subject));
        expect(compileAnchored(one)(subject)).toBe(
          one === "" || new RegExp(`^(?:${one.replaceAll(".", "[^\\n]")})$`, "u").test(subject),
        );
      }),
      { numRuns: 2000 },
    );
  });
});

test("all searches for one pattern share a limit", () => {
  const search = searchFor(compileProgram(parsePattern("^a*$")), 1000);
  const text = "a".repeat(50);
  const found: boolean[] = [];
  expect(() => {
    for (let count = 0; count < 1000; count++) found.push(search(text));
  }).toThrow("a pattern takes too long on a text of 50 characters");
  expect(found.length).toBeGreaterThan(1);
  expect(found).not.toContain(false);
});

test("a pattern that met a text before takes one step for each character of the next", () => {
  const search = searchFor(compileProgram(parsePattern("^(?:(web|api)-)+[a-z]*\\b.*[0-9]$")), 1500);
  const names = Array.from({ length: 100 }, (_, index) => `web-api-x-${index}`);
  expect(names.map(search)).not.toContain(false);
});

test("a pattern that is too costly is reported at its place", () => {
  const costly = compileAnchored(`.*${ENDLESS}`, { file: "k.yaml", line: 3 });
  expect(() => costly(mixed(100_000))).toThrow("k.yaml:3: a pattern takes too long");
});

test("a pattern of any length is refused before it is parsed", () => {
  expect(compileRegex("a*".repeat(100_000))).toBeUndefined();
  expect(() => compileAnchored(`^${"a*".repeat(100_000)}`)).toThrow("expression too large: `200007 characters`");
});
