/** Templates as their users see them: options, errors and their places, what is not known. */
import { describe, expect, test } from "@jest/globals";
import { parseTemplate, TemplateEffort, TemplateError } from "../../src/gotemplate/index.ts";
import type { Value } from "../../src/yaml/index.ts";
import { DATA, rendered } from "./rendered.ts";

function errorOf(work: () => unknown): TemplateError {
  try {
    work();
  } catch (error) {
    if (error instanceof TemplateError) return error;
    throw error;
  }
  throw new Error("there was no error");
}

// docs/specification/go-templates.md 3.3
test.each([
  ["{{.missing}}", "<no value>", "<no value>", "execution"],
  ["{{.missing.more}}", "<no value>", "execution", "execution"],
  ['{{(split "," "a")._7}}', "<no value>", "", "execution"],
  ['{{index .labels "missing"}}', "<no value>", "<no value>", "<no value>"],
  ['{{get .labels "missing"}}', "", "", ""],
  ["{{.nothing}}", "<no value>", "<no value>", "<no value>"],
  ["{{if .missing}}a{{else}}b{{end}}", "b", "b", "execution"],
])("a missing key in %s", (text, byDefault, zero, error) => {
  const outcome = (missingKey?: "default" | "zero" | "error"): string => {
    try {
      return parseTemplate(text).execute(DATA, { missingKey });
    } catch (thrown) {
      return (thrown as TemplateError).kind;
    }
  };
  expect([outcome(), outcome("default"), outcome("zero"), outcome("error")]).toEqual([
    byDefault,
    byDefault,
    zero,
    error,
  ]);
});

// docs/specification/go-templates.md 1.4
test.each([
  ["a\n {{.x", 2, 6, "an action is not closed: }} is missing"],
  ["{{nosuch}}", 1, 3, 'there is no function "nosuch"'],
  ["{{if .a}}", 1, 3, "this if has no {{end}}"],
  ["é{{end}}", 1, 2, "{{end}} has no beginning"],
  ["{{.a .b}}", 1, 3, "is no function, and has arguments"],
  ["{{upper .replicas}}", 1, 9, "float64 stands where string is needed"],
  ["x\n\n  {{ .name.more }}", 3, 6, 'string has no field "more"'],
  ['{{template "x"}}', 1, 3, 'there is no template "x"'],
  ['{{fail "the environment is wrong"}}', 1, 3, "the environment is wrong"],
  ["{{trunc 1}}", 1, 3, "trunc takes 2 arguments, and gets 1"],
  ["{{range .replicas}}{{end}}", 1, 9, "range cannot go over float64"],
  ["{{index .tags 9}}", 1, 3, "the index 9 is out of range"],
] as const)("the place of what is wrong in %j", (text, line, column, message) => {
  const error = errorOf(() => parseTemplate(text).execute(DATA));
  expect([error.line, error.column]).toEqual([line, column]);
  expect(error.message).toContain(message);
});

// docs/specification/go-templates.md 5.9
test.each([
  ["{{now}}", "depends on the time"],
  ["{{randAlphaNum 5}}", "depends on chance"],
  ["{{uuidv4}}", "depends on chance"],
  ['{{genCA "x" 1}}', "depends on chance"],
  ['{{htpasswd "a" "b"}}', "depends on chance"],
  ['{{date "2006" "x"}}', "only the running cluster knows"],
  ['{{derivePassword 1 "long" "a" "b" "c"}}', "does not know derivePassword"],
  ['{{dateInZone "2006" 0 "Europe/Berlin"}}', "the time zone"],
  ["{{regexMatch `(?P<n>a)(?P<n>b)` .name}}", "how Go reads a pattern"],
  ["{{regexMatch `\\p{Nope}` .name}}", "how Go reads a pattern"],
  ["{{slice .tags 0 5}}", "behind the end of a list"],
  ['{{(semver "1.2.3").Validate}}', "knows no method"],
  ['{{printf "%p" .tags}}', "an address in memory"],
])("%s is not known", (text, message) => {
  const error = errorOf(() => parseTemplate(text).execute(DATA));
  expect([error.kind, error.message]).toEqual(["unknown", expect.stringContaining(message)]);
});

// docs/specification/go-templates.md 5.3
test.each(["env", "expandenv", "getHostByName"])("Argo CD takes %s away", (name) => {
  expect(errorOf(() => parseTemplate(`{{${name} "x"}}`)).kind).toBe("syntax");
});

test("a template can call itself by its name", () => {
  const template = parseTemplate('{{.n}}{{with .more}},{{template "own" .}}{{end}}', "own");
  expect(template.execute({ n: 1, more: { n: 2, more: { n: 3 } } })).toBe("1,2,3");
});

// docs/specification/go-templates.md 1.5
test("what a template changes in its data is a copy", () => {
  const data: Value = { a: { b: 1 }, l: ["b", "a"] };
  expect(parseTemplate('{{$_ := set .a "c" 2}}{{.a}}{{sortAlpha .l}}').execute(data)).toBe("map[b:1 c:2][a b]");
  expect(data).toEqual({ a: { b: 1 }, l: ["b", "a"] });
});

describe("names of JavaScript are names as any other", () => {
  test.each([
    ["{{.__proto__}}{{.constructor}}{{.toString}}", "<no value><no value><no value>"],
    ['{{dict "__proto__" 1 "constructor" 2 | toJson}}', '{"__proto__":1,"constructor":2}'],
    ['{{fromJson "{\\"__proto__\\":{\\"x\\":1}}" | toYaml}}', "__proto__:\n  x: 1"],
    ['{{set . "__proto__" (dict "polluted" 1) | keys}}', "[__proto__]"],
    ['{{merge (dict) (fromYaml "__proto__: {polluted: 1}")}}', "map[__proto__:map[polluted:1]]"],
    ['{{regexReplaceAll "(?P<n>x)" "x" "${toString}${n}"}}', "x"],
  ])("%s", (text, result) => {
    expect(rendered(text, {})).toBe(result);
    expect("polluted" in {}).toBe(false);
  });

  test("keys of the data", () => {
    const data = JSON.parse('{"__proto__": {"a": "own"}, "hasOwnProperty": "x"}') as Value;
    expect(rendered("{{.__proto__.a}}{{.hasOwnProperty}}{{.valueOf}}", data)).toBe("ownx<no value>");
  });
});

// docs/specification/go-templates.md 1.3
test("bytes that are no text are replaced one by one", () => {
  expect(rendered('{{trunc 1 "é"}}{{"\\xff\\xe2\\x82"}}')).toBe("\ufffd\ufffd\ufffd\ufffd");
});

// docs/specification/go-templates.md 1.1
test("large whole numbers of the data are floats, as Argo CD decodes them", () => {
  expect(rendered("{{.n}}", { n: 12345678901234567890n })).toBe("1.2345678901234567e+19");
});

// docs/specification/go-templates.md 7.1
test("executions share a budget", () => {
  const effort = new TemplateEffort({ steps: 100 });
  const template = parseTemplate("{{range 5}}{{.}}{{end}}");
  expect(template.execute({}, { effort })).toBe("01234");
  const error = errorOf(() => {
    for (let turn = 0; turn < 10; turn++) template.execute({}, { effort });
  });
  expect(error.kind).toBe("limit");
  expect(errorOf(() => template.execute({}, { effort: new TemplateEffort({ bytes: 4 }) })).kind).toBe("limit");
  expect(
    errorOf(() => parseTemplate("{{(((1)))}}").execute({}, { effort: new TemplateEffort({ depth: 3 }) })).kind,
  ).toBe("limit");
});
