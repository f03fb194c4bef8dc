import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { substituteText } from "../../../../src/deployments/flux/substitution/index.ts";
import { diagnosticsOf } from "../../../../src/diagnostics.ts";
import { growth } from "../../../work.ts";
import { variables } from "./variables.ts";

const VALUES = { A: "hello", E: "", D: "www.example.com", P: "a/b/c", L: "${A}", F: "Ünïcode" };

function substituted(text: string, isStrict = false): string {
  return substituteText(text, variables(VALUES), { isStrict }).text;
}

function refusal(text: string, values: Record<string, string> = VALUES): readonly [code: string, message: string] {
  try {
    substituteText(text, variables(values), { isStrict: false });
  } catch (thrown) {
    const [one] = diagnosticsOf(thrown);
    return [one?.code ?? "", one?.message ?? ""];
  }
  throw new Error(`${text} is accepted`);
}

/** The code of the problem of a text; undefined if there is none. */
function codeOf(text: string, isStrict = true): string | undefined {
  try {
    substituteText(text, variables({ ...VALUES, S: null }), { isStrict });
    return undefined;
  } catch (thrown) {
    return diagnosticsOf(thrown)[0]?.code;
  }
}

describe("docs/specification/flux-substitution.md 1 and 2", () => {
  test.each([
    // Dollar signs.
    ["$A $(A) {{ A }}", "$A $(A) {{ A }}"],
    ["$$ $$A $${A} $$$${A} $$${A}", "$ $A ${A} $${A} $hello"],
    ["a\0${A}", "a"],
    ["${L}", "${A}"],
    // Defaults.
    ["${A:-x}${E:-x}${U:-x}", "helloxx"],
    ["${A:=x}${E=x}${U=x}", "helloxx"],
    ["${A:+x}${U:+x}${U:?x}", "helloxx"],
    ["${U:-a${A}b${E:-q}c}", "ahellobqc"],
    ["${U:-$${A}}${U:-}${U:-}}", "$hello}"],
    // Case, length and slices, which count bytes.
    ["${A^}${A^^}${A,}${A,,}", "HelloHELLOhellohello"],
    ["${F,}${F^^}", "ünïcodeÜNÏCODE"],
    ["${#A}${#U}${#F}", "509"],
    ["${A:1}|${A:1:2}|${A:9}|${A:1:99}|${A:0:-1}|${A:4:-4}", "ello|el||ello|hell|"],
    ["${A: -1}|${A:x}|${A:1:x}|${F:2}", "hello|hello|hello|nïcode"],
    // Trims, whose star also matches a slash.
    ["${P#*/}|${P##*/}|${P%/*}|${P%%/*}|${P#x}", "b/c|c|a/b|a|a/b/c"],
    ["${A#[f-h]}|${A%?}|${A#[z-}", "ello|hell|hello"],
    // Replacements of texts, not patterns.
    [
      "${D/w/W}|${D//w/W}|${D/#www./}|${D/%.com/.org}|${D//./\\/}",
      "Www.example.com|WWW.example.com|www.example.com|www.example.org|www/example/com",
    ],
    ["${D/#x/y}${D/%x/y}${A//l/}", "www.example.comwww.example.comheo"],
  ])("1.1, 1.2, 2.1 to 2.8: %j gives %j", (text, result) => {
    expect(substituted(text)).toBe(result);
  });

  test.each([
    ["${A", "missing closing brace"],
    ["${A-x} ${A.b}", "missing closing brace"],
    ["${}", "unable to parse variable name"],
    ["${{ A }}", "unable to parse variable name"],
    ["${A^^^}", "bad substitution"],
    ["${A/x}", "bad substitution"],
    ["${A#}", "unable to parse substitution within function"],
    ["${A:-x", "unable to parse substitution within function"],
    ["${A:1:}", "unable to parse substitution within function"],
    ["${".repeat(1000), "unable to parse variable name"],
    ["${A:-".repeat(1000), "expressions are nested too deep"],
  ])("1.4: %j is refused", (text, reason) => {
    const [code, message] = refusal(text);
    expect(code).toBe("invalid-substitution");
    expect(message).toBe(`Flux cannot read an expression that begins with \`\${\`: ${reason}`);
  });

  test("2.1: half a character is no text", () => {
    expect(refusal("${F:1}")[1]).toContain("cuts a character of several bytes in two");
  });

  test("1.5: names that are not set, of expressions without defaults, also in defaults that do not count", () => {
    const strict = (text: string) => substituteText(text, variables(VALUES), { isStrict: true }).undefinedNames;
    expect(strict("${U} ${#V} ${W:1} ${A:-${X}} ${Y:-d} ${Z=d} ${E}")).toEqual(["U", "V", "W", "X"]);
    expect(substituteText("${U}", variables(VALUES), { isStrict: false }).undefinedNames).toEqual([]);
    expect(substituted("${U}")).toBe("");
  });
});

describe("a variable that is not known", () => {
  const known = { A: "hello", S: null, E: "" };
  test.each([
    ["a ${S} $$", "a ${S} $", ["S"]],
    ["${S:-d} ${#S} ${S/a/b}", "${S:-d} ${#S} ${S/a/b}", ["S"]],
    ["${E:-x${S}$$}", "${E:-x${S}$$}", ["S"]],
    ["${A:-${S}}", "hello", []],
    ["${A/h/${S}}", "${A/h/${S}}", ["S"]],
  ])("keeps %j as %j", (text, result, unknownNames) => {
    expect(substituteText(text, variables(known), { isStrict: true })).toMatchObject({ text: result, unknownNames });
  });

  test("may have any name where nothing renders an object", () => {
    const unseen = variables({ A: "hello" }, { unseen: ["Secret `x`"] });
    const result = substituteText("${A} ${B} ${C:-d}", unseen, { isStrict: true });
    expect(result).toMatchObject({ text: "hello ${B} ${C:-d}", unknownNames: ["B", "C"], undefinedNames: [] });
  });
});

describe("what depends on a Secret", () => {
  const secret = variables({ S: "hunter2", E: "", A: "hello" }, { secrets: ["S", "E"] });
  test.each([
    ["${A} ${S}", "hello withheld"],
    ["${#S}${E:-d}${A:+${S}}${A/h/${S}}", "withheldwithheldhellowithheld"],
    ["${S##*}withheld", "withheld-withheld"],
    ["${A}", undefined],
  ])("%j", (text, veiled) => {
    expect(substituteText(text, secret, { isStrict: true }).veiled).toBe(veiled);
  });
});

describe("hostile texts", () => {
  const long = { a: "x".repeat(2 ** 20), e: "" };
  test.each([
    ["many values", "${a}".repeat(10_000), "more than 16 MiB"],
    ["nested values", `\${e:-${"${a}".repeat(10_000)}}`, "more than 16 MiB"],
    ["a value in each character", "${a//x/${a}}", "more than 16 MiB"],
    ["a value between all characters", "${a//${e}/${a}}", "more than 16 MiB"],
    ["a pattern for each beginning", "${a#*y*y}", "takes too long"],
    ["a pattern for each end", "${a%%y*y*}", "takes too long"],
  ])("%s", (_, text, reason) => {
    const [code, message] = refusal(text, long);
    expect([code, message]).toEqual(["substitution-too-large", expect.stringContaining(reason)]);
  });

  test.each(["$", "$$", "${A}", "${e:-$", "${A:-x}", "${A//l/$$\\/}", "}", "é", "${"])(
    "%j many times takes linear time",
    async (piece) => {
      const codes = new Set<string | undefined>();
      const run = (size: number) => codes.add(codeOf(piece.repeat(size)));
      expect(await growth(2_000, run)).toBeLessThan(2.5);
      codes.delete("invalid-substitution");
      expect([...codes]).toEqual(codes.size === 0 ? [] : [undefined]);
    },
  );

  test("any text gives a text or a problem with a code", () => {
    const part = fc.oneof(
      fc.constantFrom("${", "}", "$", "A", "S", ":", "-", "/", "#", "%", "^", "é", "1", "\\"),
      fc.string({ maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 12 }), fc.boolean(), (parts, isStrict) => {
        expect([undefined, "invalid-substitution"]).toContain(codeOf(parts.join(""), isStrict));
      }),
    );
  });
});
