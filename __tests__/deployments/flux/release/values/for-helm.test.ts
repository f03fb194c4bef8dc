import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { valuesText } from "../../../../../src/charts/index.ts";
import { composeValues } from "../../../../../src/deployments/flux/release/values/index.ts";
import { parseConfig, toConfigValue, type Value } from "../../../../../src/yaml/index.ts";
import { anyText } from "../../../../any-text.ts";
import { HELM, NO_HELM } from "../../../../helm/tools.ts";
import { unless } from "../../../../unless.ts";
import { plain, sourcesOf } from "./sources.ts";

test.each<[Value, string]>([
  [{ a: 1, b: [true, null, "x"], c: {} }, '{"a": 1,"b": [true,null,"x"],"c": {}}\n'],
  [{ a: -0, b: 1e21, c: 1e-7, d: 9223372036854775807n }, '{"a": -0.0,"b": 1e+21,"c": 1e-7,"d": 9223372036854775807}\n'],
  [{ a: "\u007f\u0085\u2028\ufeff\uffff\n\0😀" }, '{"a": "\\u007f\\u0085\\u2028\\ufeff\\uffff\\n\\u0000😀"}\n'],
  [{ ["k".repeat(2000)]: 1 }, `{? "${"k".repeat(2000)}": 1}\n`],
])("the file of %j", (value, text) => {
  expect(valuesText(value)).toBe(text);
});

const text = fc.oneof(
  anyText().filter((one) => !/\p{Surrogate}/u.test(one)),
  fc.constant("k".repeat(1500)),
);
const anyValue = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.constantFrom<Value>(null, true, -0, 1e300),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(text, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("a file is read as the values that it was written from", () => {
  fc.assert(
    fc.property(fc.dictionary(text, anyValue, { minKeys: 1, maxKeys: 4 }), (values) => {
      const node = parseConfig(valuesText(values), "");
      // Whole numbers beyond 2^53 are BigInt to the reader, and floats to helm.
      expect(asFloats(node && toConfigValue(node))).toEqual(asFloats(values));
    }),
  );
});

function asFloats(value: Value | undefined): unknown {
  if (typeof value === "bigint") return Number(value);
  if (Array.isArray(value)) return value.map(asFloats);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value).map(([key, inner]) => [key, asFloats(inner)]);
}

test("docs/specification/flux-values.md 5.2: each integer is a setting, whatever its key is", () => {
  const { settings, value } = composeValues(
    [
      plain("l: [[0, 0], {k: 0}]"),
      ...sourcesOf([
        ["1,a\\.b.c\\=d\\,e\\[0\\]\\\\=2,{=3", "x/y"],
        ["4", "l[0][1]"],
        ["5", "l[1].k"],
        ["{6,t}", "m"],
      ]),
    ],
    { f: 7, "": { n: 1 } },
  );
  expect(settings.map(({ option, ...rest }) => [option, "argument" in rest && rest.argument])).toEqual(
    ["l[0][1]=4", "l[1].k=5", "x/y=1", "a\\.b.c\\=d\\,e\\[0\\]\\\\=2", "{=3", "m[0]=6"].map((argument) => [
      "set",
      argument,
    ]),
  );
  expect(value).toMatchObject({ "x/y": 1, "a.b": { "c=d,e[0]\\": 2 }, m: [6, "t"], f: 7 });
});

/** Prints the kind of each value and the value itself. */
const DUMP = `{{- define "dump" -}}
{{- if kindIs "map" . }}{ {{- range $key, $value := . }}{{ $key | toJson }}:{{ template "dump" $value }},{{ end -}} }
{{- else if kindIs "slice" . }}[{{ range . }}{{ template "dump" . }},{{ end }}]
{{- else }}{{ kindOf . }}={{ . }}{{ end -}}
{{- end -}}
dump: {{ include "dump" .Values | b64enc }}
`;

unless(NO_HELM, test)("5.2: templates see what the controller shows them", () => {
  const chart = mkdtempSync(join(tmpdir(), "values-"));
  try {
    mkdirSync(join(chart, "templates"));
    writeFileSync(join(chart, "Chart.yaml"), "apiVersion: v2\nname: c\nversion: 1.0.0\n");
    writeFileSync(join(chart, "templates/dump.yaml"), DUMP);
    const { value, settings } = composeValues(
      [
        plain("big: 10000000\nhex: 0x1F\nlong: 9007199254740993\nzero: -0.0\ntext: 1e400"),
        ...sourcesOf([
          ["10000000,a\\.b\\=c=2", "set"],
          ["9223372036854775807", "l[1]"],
          ["x", "l[0].k"],
          ['"5"', "t"],
        ]),
      ],
      { inline: 1234567, "\u2028": "\u0085" },
    );
    writeFileSync(join(chart, "v.yaml"), valuesText(value));
    const options = settings.flatMap((each) => (each.option === "set" ? ["--set", each.argument] : []));
    const { stdout, stderr } = spawnSync(
      HELM as string,
      ["template", "r", chart, "-f", join(chart, "v.yaml"), ...options],
      { encoding: "utf8" },
    );
    const dump = /^dump: (.*)$/m.exec(stdout)?.[1];
    if (dump === undefined) throw new Error(stderr);
    // What the code of helm-controller and the engine of helm 4 print for the same sources.
    expect(Buffer.from(dump, "base64").toString()).toBe(EXPECTED);
  } finally {
    rmSync(chart, { recursive: true });
  }
});

const EXPECTED =
  '{"a.b=c":int64=2,"big":float64=1e+07,"hex":float64=31,"inline":float64=1.234567e+06,"l":[{"k":string=x,},int64=9223372036854775807,],"long":float64=9.007199254740992e+15,"set":int64=10000000,"t":string=5,"text":string=1e400,"zero":float64=-0,"\\u2028":string= ,}';
