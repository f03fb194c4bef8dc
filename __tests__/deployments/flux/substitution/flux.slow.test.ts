/**
 * Substitutes random variables in random texts and objects, here and by the code of Flux. Both print the same bytes, or both
 * refuse. FLUX_SUBSTITUTIONS is the number of texts and of objects, FLUX_SUBSTITUTION_SEED the first seed.
 */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { substituteText } from "../../../../src/deployments/flux/substitution/index.ts";
import { substituteObject } from "../../../../src/deployments/flux/substitution/substitute-object.ts";
import { KrmError } from "../../../../src/diagnostics.ts";
import { unless } from "../../../unless.ts";
import { type Answer, type Job, NO_FLUX, substitutedByFlux } from "./reference.ts";
import { configMap, resource, variables } from "./variables.ts";

const numRuns = Number(process.env["FLUX_SUBSTITUTIONS"] ?? 3000);
const seed = Number(process.env["FLUX_SUBSTITUTION_SEED"] ?? 26);
const compared = unless(NO_FLUX, test);

const NAMES = ["A", "B", "C_1", "_d", "E"];
const value = fc.oneof(
  fc.constantFrom(
    ..."|a|hello|1|0|true|false|null|~|yes|n|0755|0x1F|1.50|1e3|.5|1_000|2020-01-01|12345678901234567890|${A}|$|$$|{|}|a/b/c|a//b|/|#|a # b|a: b|- a|*x|&a|!t|'|\"|[a]|{a: 1}|%|@|ä|äöü€|😀x|ß|İ|ﬁ|\\|a\\/b|*|?|[|]|:|a b| a |\t|.|www.example.com|aXbXc|12:30:45|+1|-1|.inf|.nan|<<|=|?|'a'|\"a\"|\u2028|a\r b".split(
      "|",
    ),
  ),
  fc.string({ maxLength: 8 }),
  // Which characters beyond these are letters depends on the version of Unicode.
  fc.string({ unit: "binary-ascii", maxLength: 6 }),
);
const vars = fc
  .record({ A: value, B: value, C_1: value, _d: value, E: value }, { requiredKeys: ["A"] })
  .map((one): Record<string, string> => ({ ...one }));

const name = fc.constantFrom(...NAMES, "U", "é", "1a", "", "a-b", "日");
const word = fc.oneof(
  fc.constantFrom(
    "a",
    "l",
    "ä",
    "€",
    " ",
    "0",
    "1",
    "2",
    "-1",
    "9",
    "x",
    "*",
    "?",
    "[a-z]",
    "[^l]",
    "\\",
    "h*",
    "*l",
    "*/",
    "/",
    "$",
    "$$",
    "}",
    "{",
    "",
    ":",
    "true",
    "#",
    "\\/",
    "\\\\",
    "$$$",
    "[",
    "a]",
    "-",
    "99999999999999999999",
    "+1",
    "\n",
  ),
  fc.string({ maxLength: 4 }),
);
const operator = fc.constantFrom(
  "",
  ":-",
  ":=",
  ":+",
  ":?",
  "=",
  "-",
  "+",
  "?",
  "^",
  "^^",
  ",",
  ",,",
  ",^",
  "^^^",
  "#",
  "##",
  "%",
  "%%",
  "/",
  "//",
  "/#",
  "/%",
  ":",
  "###",
  ":=-",
);
const { expression } = fc.letrec<{ expression: string; argument: string }>((tie) => ({
  argument: fc.oneof(
    { depthSize: "small" },
    word,
    fc.tuple(word, word).map((two) => two.join("")),
    tie("expression"),
  ),
  expression: fc.oneof(
    { depthSize: "small" },
    fc.tuple(name, operator).map(([n, o]) => `\${${n}${o}}`),
    name.map((n) => `\${#${n}}`),
    fc.tuple(name, operator, tie("argument")).map(([n, o, a]) => `\${${n}${o}${a}}`),
    fc
      .tuple(name, fc.constantFrom("/", "//", "/#", "/%"), tie("argument"), tie("argument"))
      .map(([n, o, a, b]) => `\${${n}${o}${a}/${b}}`),
    fc.tuple(name, tie("argument"), tie("argument")).map(([n, a, b]) => `\${${n}:${a}:${b}}`),
    fc.tuple(name, tie("argument"), tie("argument")).map(([n, a, b]) => `\${${n}:-${a}${b}}`),
    fc
      .tuple(name, fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 }))
      .map(([n, a, b]) => `\${${n}:${a}:${b}}`),
  ),
}));
const text = fc
  .array(fc.oneof(expression, word, fc.constantFrom("$", "$$", "${", "}", "\0", "$${A}", "\\")), { maxLength: 5 })
  .map((parts) => parts.join(""));

compared(
  "Flux says the same of random texts",
  () => {
    const jobs = fc.sample(fc.record({ text, vars, strict: fc.boolean() }), { numRuns, seed });
    const outcome = ({ text: one, vars: values, strict }: Job): Answer => {
      try {
        const result = substituteText(one ?? "", variables(values), { isStrict: strict });
        return result.undefinedNames.length > 0 ? { error: "not set" } : { out: result.text };
      } catch (thrown) {
        if (!(thrown instanceof KrmError)) throw thrown;
        return { error: thrown.message };
      }
    };
    expect(completed(jobs, outcome, true)).toBeGreaterThan(numRuns / 4);
  },
  600_000,
);

/** Half of the objects hold plain expressions only, so that most of them can be built. */
const field = fc.oneof(
  fc.constantFrom(
    "${A}",
    "x-${A}",
    "${A}${B:=b}",
    "$$x",
    "${U:-d}",
    "${A:0:2}",
    "${A} ${B:=1}",
    "'${A}'",
    '"${A}"',
    "# ${A}",
    "${A}: b",
  ),
  text,
);
const object = fc
  .record({
    data: fc.dictionary(fc.constantFrom("a", "b", "c", "yes", "${A}", "x${B:=b}"), field, { maxKeys: 4 }),
    name: fc.constantFrom("c", "c-${A}", "${A}"),
  })
  .map(({ data, name: own }) => {
    const lines = Object.entries(data).map(([key, one]) => `${JSON.stringify(key)}: ${JSON.stringify(one)}`);
    return configMap(
      lines.join("\n") || "a: 12345678901234567890",
      `name: ${JSON.stringify(own)}\n  annotations: {n: "9007199254740993"}`,
    );
  });

compared(
  "Flux says the same of random objects",
  () => {
    const jobs = fc.sample(fc.record({ object, vars, strict: fc.boolean() }), { numRuns, seed });
    const outcome = ({ object: one, vars: values, strict }: Job): Answer => {
      try {
        return {
          out: substituteObject(resource(one ?? ""), variables(withoutLineFeeds(values)), { isStrict: strict }).resource
            .yaml,
        };
      } catch (thrown) {
        if (!(thrown instanceof KrmError)) throw thrown;
        return { error: thrown.message };
      }
    };
    expect(completed(jobs, outcome, false)).toBeGreaterThan(numRuns / 4);
  },
  600_000,
);

/** Flux removes these when it reads the variables. */
function withoutLineFeeds(values: Job["vars"]): Job["vars"] {
  return Object.fromEntries(Object.entries(values).map(([key, one]) => [key, one.replaceAll("\n", "")]));
}

/** Compares all outcomes. @returns the number of jobs that Flux does not refuse */
function completed(jobs: readonly Job[], outcome: (job: Job) => Answer, isText: boolean): number {
  const differing: object[] = [];
  let count = 0;
  for (const [index, theirs] of substitutedByFlux(jobs).entries()) {
    const job = jobs[index] as Job;
    const ours = outcome(job);
    if (theirs.out !== undefined) count++;
    // Half a character is no text. In an object, Flux refuses it as well.
    if (isText && theirs.out?.includes("\ufffd")) continue;
    if (theirs.out === ours.out || (!isText && isExcused(theirs))) continue;
    differing.push({ job, theirs, ours });
  }
  expect(differing.slice(0, 8)).toEqual([]);
  return count;
}

/** Flux refuses an object without a kind later. Keys that are no finite number are refused by the reader of YAML here. */
function isExcused({ out = "" }: Answer): boolean {
  return out !== "" && (/^ *"?[+-]?\.(?:inf|nan)"?:/im.test(out) || !/^kind: ./m.test(out));
}
