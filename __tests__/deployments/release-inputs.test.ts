/** What differs in the inputs of a release, and the line that says so. */
import { expect, test } from "@jest/globals";
import { chartSourceOf, releaseInputs } from "../../src/deployments/release-inputs.ts";
import { type Cluster, read, release } from "./flux/release/releases.ts";

const REPOSITORY =
  "apiVersion: source.toolkit.fluxcd.io/v1\nkind: HelmRepository\nmetadata: {name: charts, namespace: apps}\nspec: {url: https://charts.example.com}\n";
const chart = (version: string): string =>
  `chart: {spec: {chart: shop, version: ${version}, sourceRef: {kind: HelmRepository, name: charts}}}`;
const secret = (value: string): string =>
  `apiVersion: v1\nkind: Secret\nmetadata: {name: shop, namespace: apps}\nstringData: {token: ${value}}\n`;
const FROM = "valuesFrom: [{kind: Secret, name: shop, valuesKey: token, targetPath: auth.token}]";

const of = (spec: string, others = "", more: Partial<Cluster> = {}) =>
  read({ ...more, files: { "apps/shop.yaml": release(spec), "others.yaml": REPOSITORY, "more.yaml": others } });

async function changed(before: readonly string[], after: readonly string[]): Promise<readonly string[]> {
  const inputs = releaseInputs(await of(...(before as [string])), await of(...(after as [string])));
  return (inputs?.changed ?? []).map(({ side, place, step, before: old, after: now }) =>
    [
      side,
      `${place.file}:${place.line}`,
      step,
      ...(old === undefined && now === undefined ? [] : [`${old} → ${now}`]),
    ].join(" "),
  );
}

test.each<[about: string, before: string[], after: string[], expected: string[]]>([
  ["nothing", [chart("1.0.0")], [chart("1.0.0")], []],
  ["the interval", [`${chart("1.0.0")}\ninterval: 1m`], [`${chart("1.0.0")}\ninterval: 2m`], []],
  ["the version", [chart("1.0.0")], [chart("1.1.0")], ["head apps/shop.yaml:5 chart"]],
  [
    "values",
    [`${chart("1.0.0")}\nvalues:\n  a: 1\n  b: {c: [x, y]}\n  d: 1`],
    [`${chart("1.0.0")}\nvalues:\n  a: 2\n  b: {c: [x, z]}`],
    [
      "head apps/shop.yaml:7 values 1 → 2",
      "head apps/shop.yaml:8 values y → z",
      "base apps/shop.yaml:9 values 1 → undefined",
    ],
  ],
  [
    "a value of a Secret, without its text",
    [`${chart("1.0.0")}\n${FROM}`, secret("old")],
    [`${chart("1.0.0")}\n${FROM}`, secret("new")],
    ["head more.yaml:4 values"],
  ],
  [
    "the name and the namespace",
    [chart("1.0.0")],
    [`${chart("1.0.0")}\nreleaseName: other\ntargetNamespace: shops`],
    ["head apps/shop.yaml:1 releaseName", "head apps/shop.yaml:1 targetNamespace"],
  ],
  [
    "the policy of definitions",
    [chart("1.0.0")],
    [`${chart("1.0.0")}\nupgrade: {crds: CreateReplace}`],
    ["head apps/shop.yaml:1 crds"],
  ],
])("%s", async (_about, before, after, expected) => {
  expect(await changed(before, after)).toEqual(expected);
});

test("nothing is known of a release that one side lacks, or cannot render", async () => {
  const known = await of(chart("1.0.0"));
  const unknown = await of("chartRef: {kind: OCIRepository, name: nothing}");
  expect([releaseInputs(undefined, known), releaseInputs(known, unknown)]).toEqual([undefined, undefined]);
});

test.each([
  [chart("1.0.0"), "HelmRepository apps/charts"],
  ["chartRef: {kind: OCIRepository, name: shop, namespace: flux-system}", "OCIRepository flux-system/shop"],
])("the object that says where the chart is: %s", async (spec, expected) => {
  expect(chartSourceOf(await of(spec))).toBe(expected);
});
