/** Values of Secrets in charts, wherever their templates put them; docs/specification/helm-charts.md 8. */
import { createHash } from "node:crypto";
import { afterAll, describe, expect, test } from "@jest/globals";
import { type RenderedChart, renderChart } from "../../src/charts/index.ts";
import { diagnosticsOf, failure } from "../../src/diagnostics.ts";
import { createHelm } from "../../src/sources/index.ts";
import { HELM, NO_HELM } from "../helm/tools.ts";
import { unless } from "../unless.ts";
import { callOf, chartOf, helmOf, recipeOf, shown, valuesOf } from "./calls.ts";

const SECRET = "hunter2-Secret";
const helm = createHelm({ command: HELM ?? "helm", cwd: "/", env: process.env, configHome: "private", isolated: true });
afterAll(() => helm.close());

const base64 = (text: string): string => Buffer.from(text).toString("base64");
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");

function configMap(data: string, name = "app"): string {
  return `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: ${name}\n  annotations: {kept: same}\ndata:\n  plain: same\n${data}`;
}

async function rendered(
  template: string,
  values = `password: ${SECRET}\n`,
  ...secrets: string[]
): Promise<RenderedChart> {
  const paths = secrets.length > 0 ? secrets : ["password"];
  return renderChart(callOf(chartOf(template), { values: [valuesOf(values, ...paths)] }), { helm });
}

unless(NO_HELM, describe)("a value of a Secret", () => {
  test.each<[where: string, line: string, leaks: readonly string[]]>([
    ["as it is", "a: {{ .Values.password }}", [SECRET]],
    ["in a text", 'a: "https://user:{{ .Values.password }}@db/x"', [SECRET]],
    ["in base64", "a: {{ .Values.password | b64enc }}", [base64(SECRET)]],
    ["in base64 of more", 'a: {{ printf "u:%s" .Values.password | b64enc }}', [base64(`u:${SECRET}`)]],
    ["in base64 twice", "a: {{ .Values.password | b64enc | b64enc }}", [base64(base64(SECRET))]],
    ["hashed", "a: {{ .Values.password | sha256sum }}", [sha256(SECRET)]],
    ["in capitals", "a: {{ .Values.password | upper }}", [SECRET.toUpperCase()]],
    ["spread out", 'a: {{ splitList "" .Values.password | join " " | quote }}', [SECRET.split("").join(" ")]],
    ["in pieces", "a: {{ .Values.password | trunc 3 }}\n  b: {{ .Values.password | substr 3 9 }}", ["hun", "ter2-S"]],
    ["a character", "a: x{{ .Values.password | trunc 1 }}x", ["xhx"]],
    ["as a key", "{{ .Values.password }}: a", [SECRET]],
    ["in a list", "l: {{ list .Values.password 1 | toJson | quote }}", [SECRET]],
  ])("is withheld %s", async (_, line, leaks) => {
    const { objects, diagnostics } = await rendered(configMap(`  ${line}\n`));
    expect(objects).toHaveLength(1);
    for (const object of objects) {
      for (const leak of leaks) {
        expect(JSON.stringify(object.node, (key, part) => (key === "source" ? undefined : part))).toContain(leak);
        expect(shown(object)).not.toContain(leak);
      }
      expect(shown(object)).toContain('"kept":"same"');
    }
    expect(diagnostics).toEqual([]);
  });

  test("leaves alone what does not depend on it", async () => {
    const { objects } = await rendered(
      configMap("  a: {{ .Values.password }}\n  b: {{ .Values.other }}\n"),
      `password: ${SECRET}\nother: ${SECRET}x\n`,
    );
    expect(objects.map(({ withheld }) => withheld)).toEqual([[["data", "a"]]]);
  });

  test("does not stay in a name, which is never withheld", async () => {
    const { objects, diagnostics } = await rendered(configMap("  a: b\n", `app-{{ .Values.password | lower }}-x`));
    expect(objects.map(shown).join("")).toContain('"name":"app-redacted-x"');
    expect(objects.map(shown).join("")).not.toContain("hunter2");
    expect(diagnostics).toEqual([
      {
        code: "secret-in-identity",
        severity: "notice",
        message:
          "web: ConfigMap app-redacted-x has a value of a Secret in metadata.name: `redacted` stands in its place",
        file: "release.yaml",
        line: 3,
        object: "ConfigMap app-redacted-x",
        hint: "Use a name that does not depend on the values of a Secret.",
      },
    ]);
  });

  test("that decides whether there is an object shows nothing of the object but its identity", async () => {
    const { objects } = await rendered(
      `${configMap("  a: b\n")}{{- if eq .Values.password "${SECRET}" }}\n---\n${configMap("  c: d\n", "only")}{{- end }}`,
    );
    expect(objects.map(shown)).toEqual([
      expect.stringContaining('"a":"b"'),
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"only","annotations":"<redacted>"},"data":"<redacted>"}',
    ]);
  });

  test("is told from chance", async () => {
    const line =
      '  a: {{ .Values.password }}\n  b: {{ randAlphaNum 8 }}\n  c: {{ htpasswd "u" .Values.password }}\n  d: "{{ randAlphaNum 9 }} {{ .Values.password }}"\n';
    const { objects } = await rendered(configMap(line));
    expect(objects.map(({ withheld }) => withheld.map((path) => path.join(".")))).toEqual([["data.a", "data.d"]]);
    expect(objects.map(({ chance }) => chance.map((path) => path.join(".")))).toEqual([["data.b", "data.c", "data.d"]]);
    expect(objects.map(shown).join("")).toContain('"b":"<generated>","c":"u:$2a$10$<generated>"');
  });
});

unless(NO_HELM, describe)("switches, numbers and short words of Secrets", () => {
  const template = `${configMap("  a: {{ .Values.on | quote }}\n  num: {{ .Values.count | quote }}\n{{- if .Values.on }}\n  more: fixed\n{{- end }}\n")}{{- if .Values.on }}\n---\n${configMap("  c: {{ .Values.password }}\n", "only")}{{- end }}`;
  test("are withheld where they are, and not what they switch on", async () => {
    const values = `password: ${SECRET}\n"on": true\ncount: 3\n`;
    const { objects } = await rendered(template, values, "password", "on", "count");
    const all = objects.map(shown).join("");
    expect(all).not.toContain(SECRET);
    expect(all).toContain('"more":"fixed"');
    expect(objects.map(({ withheld }) => withheld.map((path) => path.join(".")))).toEqual([
      ["data.a", "data.num"],
      ["data.c"],
    ]);
  });

  test("where nothing else is secret, withhold nothing but themselves", async () => {
    const { objects } = await rendered(
      configMap("  num: {{ .Values.count | quote }}\n  m: fixed\n"),
      "count: 3\n",
      "count",
    );
    expect(objects.map(({ withheld }) => withheld)).toEqual([[["data", "num"]]]);
  });
});

unless(NO_HELM, describe)("a chart that fails with other values", () => {
  const strict = `{{ if ne .Values.password "${SECRET}" }}{{ fail "no" }}{{ end }}`;
  test.each<[string, string, string]>([
    ["plain", "  a: x{{ .Values.password }}x\n", SECRET],
    ["base64", '  a: {{ printf "user:%s" .Values.password | b64enc }}\n', base64(`user:${SECRET}`)],
    ["base64 twice", "  a: {{ .Values.password | b64enc | b64enc }}\n", base64(base64(SECRET))],
    ["a key", "  {{ .Values.password }}: x\n", SECRET],
  ])("is searched: %s", async (_, data, leak) => {
    const { objects, diagnostics } = await rendered(
      `${strict}${configMap(data)}---\n${configMap("  x: y\n", "other")}`,
    );
    expect(objects.map(shown)[0]).not.toContain(leak);
    expect(objects.map(shown)[1]).toContain('"x":"y"');
    expect(diagnostics.map(({ code }) => code)).toEqual(["chart-secrets-searched"]);
  });

  test("with more values than can be searched for is withheld but for what names its objects", async () => {
    const many = Array.from({ length: 4000 }, (_, index) => `  k${index}: value-${index}\n`).join("");
    const { objects } = await rendered(
      `${strict}${configMap("  x: y\n", "a-value-7")}`,
      `password: ${SECRET}\nmany:\n${many}`,
      "password",
      "many",
    );
    expect(objects.map(shown)).toEqual([
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a-redacted","annotations":"<redacted>"},"data":"<redacted>"}',
    ]);
  });

  test("shows no checksum", async () => {
    const object = `${strict}apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: a\n  annotations: {checksum/x: {{ .Values.password | sha256sum }}, b: c}\n`;
    const { objects } = await rendered(object);
    expect(objects.map(shown)).toEqual([
      '{"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","annotations":{"checksum/x":"<redacted>","b":"c"}}}',
    ]);
  });
});

unless(NO_HELM, describe)("a kind", () => {
  test("that has a value of a Secret shows none of it", async () => {
    const object =
      "apiVersion: example.com/{{ .Values.password }}\nkind: Thing-{{ .Values.password }}\nmetadata: {name: a}\n";
    const { objects } = await rendered(object);
    expect(objects.map(shown)).toEqual([
      '{"apiVersion":"example.redacted","kind":"Thing-redacted","metadata":{"name":"a"}}',
    ]);
  });
});

unless(NO_HELM, describe)("an integer of a Secret", () => {
  test("is withheld though a setting gives it to helm", async () => {
    const settings = [
      { option: "set", argument: "pin=12345678", isSecret: true },
      { option: "set", argument: "port=8080" },
    ] as const;
    const files = chartOf(configMap('a: "{{ .Values.pin }}"\n  b: "{{ .Values.port }}"'.replace(/^/, "  ")));
    const values = [valuesOf("pin: 12345678\nport: 8080\n", "pin")];
    const { objects } = await renderChart(callOf(files, { recipe: recipeOf({ settings }), values }), { helm });
    expect(objects.map(shown).join()).toContain('"a":"<redacted>","b":"8080"');
  });
});

describe("messages", () => {
  test("have no value of a Secret, however short", async () => {
    const failing = helmOf(() => {
      const message = `helm template failed: at '/port': got 80 and ${SECRET}, ${base64("x")} 8080`;
      throw failure("helm-failed", message);
    });
    const call = callOf(chartOf(""), { values: [valuesOf(`password: ${SECRET}\nport: 80\n`, "password", "port")] });
    const problems = await renderChart(call, { helm: failing }).then(() => [], diagnosticsOf);
    expect(problems).toEqual([
      {
        code: "helm-failed",
        severity: "error",
        file: "release.yaml",
        line: 3,
        message: `web: helm template failed: at '/port': got <redacted> and <redacted>, ${base64("x")} 8080`,
      },
    ]);
  });
});
