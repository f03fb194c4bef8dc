/** Random templates and data. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseTemplate, TemplateEffort, TemplateError } from "../../src/gotemplate/index.ts";
import type { Value } from "../../src/yaml/index.ts";
import { anyText } from "../any-text.ts";
import { DATA } from "./rendered.ts";

const PIECES = [
  ..."{{ }} {{- -}} ( ) | . $ := = , \" ` ' \\ .name .tags .labels .missing $x nil true 1 -1 1.5 1e9 'x' {{end}} {{else}}".split(
    " ",
  ),
  ..."if range with define block template break continue else end print printf index len eq and or not".split(" "),
  ..."trunc substr repeat until dict list set get merge dig slice chunk join splitList replace regexReplaceAll toYaml".split(
    " ",
  ),
  " ",
  "\n",
  "é",
  '"%v %d"',
  '"a"',
  "{{range .tags}}",
  "{{if .on}}",
  "{{/* x */}}",
];

const template = fc.array(fc.constantFrom(...PIECES), { maxLength: 30 }).map((pieces) => pieces.join(" "));

function run(text: string, data: Value): string | undefined {
  try {
    return parseTemplate(text).execute(data, { effort: new TemplateEffort({ steps: 100_000 }) });
  } catch (error) {
    if (error instanceof TemplateError) return undefined;
    throw error;
  }
}

test("no text makes anything but a text or an error of templates", () => {
  fc.assert(
    fc.property(
      fc.oneof(
        template,
        fc.string(),
        template.map((text) => `{{${text}}}`),
      ),
      (text) => {
        expect(["string", "undefined"]).toContain(typeof run(text, DATA));
      },
    ),
    { numRuns: 3000 },
  );
});

const value: fc.Arbitrary<Value> = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<Value>;

test("data stay what they are through JSON and YAML", () => {
  fc.assert(
    fc.property(value, (data) => {
      const object = { v: data };
      const json = run("{{toJson .v}}", object) as string;
      expect(JSON.parse(json)).toEqual(JSON.parse(JSON.stringify(data)));
      expect(run("{{.v | toJson | fromJson | toJson}}", object)).toBe(json);
      expect(run('{{(dict "v" .v | toYaml | fromYaml).v | toJson}}', object)).toBe(json);
      expect(run("{{deepEqual .v (.v | toJson | fromJson)}}", object)).toBe("true");
    }),
  );
});

test("text that is no action is written as it is", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      fc.pre(!text.includes("{{") && !/\p{Surrogate}/u.test(text));
      expect(run(text, null)).toBe(text);
      expect(run("{{.t}}", { t: text })).toBe(text);
      expect(run("{{b64enc .t | b64dec}}{{b32enc .t | b32dec}}", { t: text })).toBe(text + text);
    }),
  );
});

test("whole numbers and fractions are printed so that they can be read back", () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      fc.pre(!Object.is(number, -0));
      for (const format of ["%v", "%g", "%.17e", "%.17g", "%.1100f"])
        expect(Number(run(`{{printf "${format}" .n}}`, { n: number }))).toBe(number);
    }),
  );
});
