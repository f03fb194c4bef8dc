/** Random texts and the time in charts: what is another one at each rendering; docs/specification/helm-charts.md 7. */
import { createGzip } from "node:zlib";
import { afterAll, describe, expect, test } from "@jest/globals";
import { pack } from "tar-stream";
import { templateCalls } from "../../src/charts/chart-templates.ts";
import { renderChart } from "../../src/charts/index.ts";
import { createHelm } from "../../src/sources/index.ts";
import { HELM, NO_HELM } from "../helm/tools.ts";
import { unless } from "../unless.ts";
import { CHART_YAML, callOf, chartOf, filesOf, helmOf, printed, valuesOf } from "./calls.ts";

const opened: { close(): void }[] = [];
afterAll(() => {
  for (const helm of opened) helm.close();
});

function freshHelm() {
  const helm = createHelm({
    command: HELM ?? "helm",
    cwd: "/",
    env: process.env,
    configHome: "private",
    isolated: true,
  });
  opened.push(helm);
  return helm;
}

async function packed(files: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const archive = pack();
  for (const [name, text] of Object.entries(files)) archive.entry({ name }, text);
  archive.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of archive.pipe(createGzip())) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const object = (data: string, kind = "ConfigMap", name = "app"): string =>
  `apiVersion: v1\nkind: ${kind}\nmetadata: {name: ${name}}\ndata:\n  plain: same\n${data}`;

// docs/specification/helm-charts.md 7.1
describe("templates", () => {
  test.each<[text: string, chance: boolean, time: boolean, asks?: boolean]>([
    ["a: {{ randAlphaNum 5 }}", true, false],
    ["a: {{ (genCA `x` 1).Cert }}", true, false],
    ["a: {{ htpasswd `u` `p` }}", true, false],
    ["a: {{ now | date `2006` }}", true, true],
    ['a: {{ date "2006" now }}', true, true],
    ["a: {{ (now).Unix }}", true, true],
    ["a: {{- now -}}", true, true],
    ["a: now", false, false],
    ["a: {{ .Values.now }} {{ $now }} {{ .now }}", false, false],
    ['a: {{ default "now" .Values.when }} now {{ `now` }}', false, false],
    ["a: {{ derivePassword 1 `long` `p` `u` `s` }}", false, false],
    ["{{ lookup `v1` `Secret` .Release.Namespace `x` }}", false, false, true],
    ["{{ if .Values.lookup }}lookup `x`{{ end }}", false, false, false],
    ["{{ now", false, false],
  ])("%s", async (text, chance, time, asks = false) => {
    const lookups = asks ? ["templates/all.yaml"] : [];
    expect(await templateCalls(chartOf(text))).toEqual({ chance, time, lookups });
  });

  test("of packed charts in charts count", async () => {
    const inner = await packed({
      "in/Chart.yaml": CHART_YAML,
      "in/templates/a.yaml": "{{ lookup `v1` `A` `` `` }}{{ now }}",
    });
    const outer = await packed({ "out/Chart.yaml": CHART_YAML, "out/charts/in.tgz": inner });
    expect(await templateCalls(chartOf("", { "charts/out.tgz": outer }))).toEqual({
      chance: true,
      time: true,
      lookups: ["charts/out.tgz.unpacked/charts/in.tgz.unpacked/templates/a.yaml"],
    });
  });

  test("of a packed chart that cannot be read may call anything", async () => {
    expect(await templateCalls(chartOf("", { "charts/in.tgz": "no archive" }))).toMatchObject({
      chance: true,
      time: false,
    });
  });

  test("of definitions and of files for people do not count", async () => {
    const files = {
      "crds/a.yaml": "a: {{ now }}",
      "README.md": "{{ randAlpha 5 }}",
      "charts/x/crds/b.yaml": "{{ uuidv4 }}",
    };
    expect(await templateCalls(chartOf("", files))).toEqual({ chance: false, time: false, lookups: [] });
  });

  test.each<[title: string, text: string, chance: boolean]>([
    ["beginnings of actions", "{{".repeat(1e6), false],
    ["escaped quotes in an action", `{{ ${'\\"'.repeat(1e6)} }}`, false],
    ["quotes in an action", `{{ ${'"'.repeat(1e6)} }}`, false],
    ["actions", "{{ now }}".repeat(2e5), true],
  ])("may be a million %s", async (_, text, chance) => {
    expect(await templateCalls(chartOf(text))).toMatchObject({ chance });
  });
});

unless(NO_HELM, describe)("a chart with chance", () => {
  const TEMPLATE = [
    object(
      '  a: {{ randAlphaNum 8 }}\n  b: {{ now | date "2006-01-02" }}\n  c: at {{ now | unixEpoch }} s\n  {{ randAlpha 7 }}: x\n',
    ),
    object("  k: {{ randAlphaNum 8 | b64enc }}\n  p: {{ .Values.x | b64enc }}\n", "Secret"),
    object('  conf: |\n    first: 1\n    password: "{{ randAlphaNum 12 }}"\n    last: 2\n', "ConfigMap", "text"),
    object("  ca: |\n{{ (genCA `x` 365).Cert | indent 4 }}\n", "ConfigMap", "ca"),
    object("  a: b\n", "ConfigMap", "run-{{ randAlphaNum 5 | lower }}"),
    object("  a: b\n", "ConfigMap", "run-{{ randAlphaNum 5 | lower }}"),
    `apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: sum\n  annotations: {checksum/x: {{ randAlphaNum 8 | sha256sum }}}\n`,
  ].join("---\n");
  const PRINTED = `apiVersion: v1
data:
  k: PGdlbmVyYXRlZD4=
  p: dGV4dA==
  plain: same
kind: Secret
metadata:
  name: app
---
apiVersion: v1
data:
  <generated>: <generated>
  a: <generated>
  b: <generated>
  c: at <generated> s
  plain: same
kind: ConfigMap
metadata:
  name: app
---
apiVersion: v1
data:
  conf: |
    first: 1
    password: "<generated>"
    last: 2
  plain: same
kind: ConfigMap
metadata:
  name: text
---
apiVersion: v1
data:
  ca: |
    -----BEGIN CERTIFICATE-----
    <generated>
    -----END CERTIFICATE-----
  plain: same
kind: ConfigMap
metadata:
  name: ca
---
apiVersion: v1
data:
  a: b
  plain: same
kind: ConfigMap
metadata:
  name: run-<generated>
---
apiVersion: v1
data:
  a: b
  plain: same
kind: ConfigMap
metadata:
  name: run-<generated>-2
---
apiVersion: v1
kind: ConfigMap
metadata:
  annotations:
    checksum/x: <generated>
  name: sum
`;
  const call = callOf(chartOf(TEMPLATE), { values: [valuesOf("x: text\n")] });

  test("is the same for each process and has placeholders", async () => {
    const [first, second] = await Promise.all([
      renderChart(call, { helm: freshHelm() }),
      renderChart(call, { helm: freshHelm() }),
    ]);
    expect(printed(first)).toBe(printed(second));
    expect(printed(first)).toBe(PRINTED);
    expect(first.objects.map(({ chance }) => chance.map((path) => path.join(".")))).toEqual([
      ["data.k"],
      ["data.a", "data.b", "data.c", "data.<generated>"],
      ["data.conf"],
      ["data.ca"],
      ["metadata.name"],
      ["metadata.name"],
      ["metadata.annotations.checksum/x"],
    ]);
    expect(first.objects.flatMap(({ withheld }) => withheld)).toEqual([]);
  });
});

test("a chart without chance is rendered once", async () => {
  const helm = helmOf(() => object(""));
  await renderChart(callOf(chartOf("a: b")), { helm });
  expect(helm.calls).toEqual(["version", "template"]);
});

test("a template in values counts", async () => {
  const helm = helmOf((_, repetition) => object(`  a: x${repetition}\n`));
  const { objects } = await renderChart(
    callOf(chartOf("{{ tpl .Values.a . }}"), { values: [valuesOf("a: '{{ uuidv4 }}'\n")] }),
    { helm },
  );
  expect(objects.map(({ chance }) => chance)).toEqual([[["data", "a"]]]);
});

test("what asks the cluster is told once", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 7 }, (_, index) => [`templates/${index}.yaml`, "{{ lookup `v1` `A` `` `` }}"]),
  );
  const { diagnostics } = await renderChart(callOf(filesOf({ "Chart.yaml": CHART_YAML, ...files })), {
    helm: helmOf(() => object("")),
  });
  expect(diagnostics.map(({ code, message }) => [code, message])).toEqual([
    [
      "chart-lookup",
      "web: its templates ask the cluster with `lookup`, which is answered with nothing here: templates/0.yaml, templates/1.yaml, templates/2.yaml, templates/3.yaml, templates/4.yaml and 2 more",
    ],
  ]);
});
