/** Templates that would take too long, too much memory or too much stack. */
import { expect, test } from "@jest/globals";
import { parseTemplate, TemplateEffort, TemplateError } from "../../src/gotemplate/index.ts";
import { growth } from "../work.ts";

const doubled = (start: string, next: string, end: string): string =>
  `{{$x := ${start}}}{{range 100}}{{$x = ${next}}}{{end}}{{${end}}}`;

/** Whether a template ends by a limit, with a tenth of the steps that it may take by default. */
function endsByLimit(text: string): boolean {
  try {
    parseTemplate(text).execute({ a: {} }, { effort: new TemplateEffort({ steps: 1_000_000 }) });
    return false;
  } catch (error) {
    if (error instanceof TemplateError) return error.kind === "limit";
    throw error;
  }
}

// docs/specification/go-templates.md 7
const HOSTILE = [
  "{{range 1000000000}}{{end}}",
  "{{range 1000000}}{{range 1000000}}{{end}}{{end}}",
  '{{define "a"}}{{template "a" .}}{{end}}{{template "a" .}}',
  '{{define "a"}}{{template "b"}}{{template "b"}}{{end}}{{define "b"}}{{template "a"}}{{end}}{{template "a"}}',
  '{{repeat 1000000000 "x"}}',
  '{{repeat 10000 (repeat 10000 "x")}}',
  "{{until 9223372036854775807}}",
  "{{untilStep 0 9223372036854775807 1}}",
  "{{seq 1000000000}}",
  '{{range 100000}}{{printf "%1000000s" ""}}{{end}}',
  `{{printf "${"%1000000d".repeat(20)}"${" 1".repeat(20)}}}`,
  '{{indent 1000000000 "x"}}',
  '{{indent 1000 (repeat 1000000 "\\n")}}',
  '{{wrapWith 1 (repeat 10000 "z") (repeat 100000 "y")}}',
  '{{replace "" (repeat 10000 "z") (repeat 100000 "y")}}',
  '{{join (repeat 10000 "z") (until 100000)}}',
  doubled('"x"', "print $x $x", "$x"),
  doubled("list 1", "list $x $x", "$x"),
  doubled("list 1", "list $x $x", "toJson $x"),
  doubled("list 1", "list $x $x", "deepEqual $x $x"),
  doubled("list 1", "concat $x $x", "len $x"),
  doubled("dict", 'dict "a" $x "b" $x', "toYaml $x"),
  doubled("dict", 'dict "a" $x "b" $x', "deepCopy $x"),
  '{{$_ := set . "self" .}}{{.}}',
  '{{$_ := set . "self" .}}{{toJson .}}',
  '{{$_ := set . "self" .}}{{merge . .}}',
  '{{regexFindAll "a.*b|a" (repeat 100000 "a") -1}}',
  `{{regexMatch "${"a{900}".repeat(150)}" "a"}}`,
  `{{regexMatch "${"a".repeat(5000)}" "a"}}`,
  `{{${"(".repeat(100_000)}`,
  "{{if 1}}".repeat(100_000),
  `{{if 0}}${"{{else if 0}}".repeat(50_000)}{{end}}`,
  '{{block "a" .}}'.repeat(2000),
  "x".repeat(2_000_000),
  `{{divf 1 ${"3.3e-300 ".repeat(3000)}}}`,
].map((text) => [text.slice(0, 70), text] as const);

test.each(HOSTILE)("%s", (_, text) => {
  expect(endsByLimit(text)).toBe(true);
});

test("the default steps are taken within seconds, and suffice for any ApplicationSet", () => {
  expect(parseTemplate("{{range 100000}}{{end}}x").execute({})).toBe("x");
  expect(() => parseTemplate("{{range 1000000000}}{{end}}").execute({})).toThrow("the template does too much");
});

test.each([
  ["text", (size: number) => "a\n".repeat(size)],
  ["actions", (size: number) => "{{- .a }} ".repeat(size)],
  ["a pipe", (size: number) => `{{1${" | print".repeat(size)}}}`],
  ["arguments", (size: number) => `{{print${' "a"'.repeat(size)}}}`],
  ["fields", (size: number) => `{{.x${".a".repeat(size)}}}`],
  ["variables", (size: number) => "{{$x := 1}}{{$x}}".repeat(size)],
  ["a loop", (size: number) => `{{range ${size}}}{{.}}{{end}}`],
  ["changes of a text", (size: number) => `{{repeat ${size} "Ab c" | title | snakecase | camelcase | swapcase | len}}`],
  ["a broken text", (size: number) => `{{repeat ${size} "\\xff" | quote | len}}`],
  ["a wrapped text", (size: number) => `{{repeat ${size} "a bcd" | wrap 3 | len}}`],
  ["JSON", (size: number) => `{{until ${size} | toJson | fromJson | toYaml | len}}`],
])("the work for %s grows with its size", async (_, text) => {
  const run = (size: number): string => parseTemplate(text(size)).execute({ a: 1 });
  run(500);
  expect(await growth(500, run)).toBeLessThan(2.6);
});
