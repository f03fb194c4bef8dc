/** What is folded in whole reports, and what never changes by it. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { EMPTY_CONFIGURATION, type NoiseSettings, PathPattern } from "../../../../src/configuration/index.ts";
import { jsonChunks } from "../../../../src/report/index.ts";
import { ChangeStore, parseReport, type Report, review } from "../../../../src/review/index.ts";
import { BUILT_IN_RULES } from "../../../../src/review/summary/noise/index.ts";
import { change } from "../../../report/reports.ts";
import { asWritten } from "../../as-written.ts";
import { groupsOf, reportOf } from "../../given-reports.ts";
import { rendered } from "../../renderings.ts";

const SIDE = { sha: null, label: "x", reason: "" };
const TARGET = "apps/web";

function reviewed(base: string, head: string, noise: NoiseSettings = EMPTY_CONFIGURATION.noise): Report {
  const configuration = { ...EMPTY_CONFIGURATION, noise };
  const renderings = [{ base: rendered(base, TARGET), head: rendered(head, TARGET) }];
  return review({ base: SIDE, head: SIDE, renderings, configuration });
}

const SUMS = ["a".repeat(63).concat("1"), "b".repeat(63).concat("2")];

function web(
  version: number,
  more: { replicas?: number; chart?: string; order?: readonly string[]; sum?: string } = {},
): string {
  const { replicas = 1, chart = "web-1.0.0", order = ["a", "b"], sum = SUMS[0] } = more;
  return `apiVersion: apps/v1
kind: Deployment
metadata:
  labels:
    helm.sh/chart: ${chart}
  name: web
spec:
  replicas: ${replicas}
  selector:
    matchLabels:
      app: web
  template:
    metadata:
      annotations:
        checksum/config: ${sum}
      labels:
        app: web
    spec:
      containers:
      - image: web:${version}
        name: web
        volumeMounts:
${order.map((name) => `        - mountPath: /${name}\n          name: ${name}\n`).join("")}      volumes:
${order.map((name) => `      - emptyDir: {}\n        name: ${name}\n`).join("")}`;
}

const crd = (name: string, generator: string, group = "shop.example"): string => `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata:
  annotations:
    controller-gen.kubebuilder.io/version: ${generator}
  name: ${name}.${group}
spec:
  group: ${group}
`;

/** Rows differ as well: what is folded has rows of its own. */
function withoutNoise({ groups: _groups, noise: _noise, figures, changes, ...rest }: Report): unknown {
  return {
    ...rest,
    figures: { ...figures, groups: 0 },
    changes: changes.map((one) => ({ ...one, fields: one.fields.map(({ noise: _rule, ...field }) => field) })),
  };
}

describe("a report", () => {
  test("names the rule of each folded field, and has one row for each rule", () => {
    const { changes, groups, noise } = reviewed(
      web(1),
      web(2, { chart: "web-1.1.0", order: ["b", "a"], sum: SUMS[1] as string, replicas: 2 }),
    );
    expect(Object.fromEntries((changes[0]?.fields ?? []).map(({ path, noise: rule = "-" }) => [path, rule]))).toEqual({
      "/metadata/labels/helm.sh~1chart": "chart-labels",
      "/spec/replicas": "-",
      "/spec/template/metadata/annotations/checksum~1config": "checksums",
      "/spec/template/spec/containers/0/image": "-",
      "/spec/template/spec/containers/0/volumeMounts": "reordering",
      "/spec/template/spec/volumes": "reordering",
    });
    expect(
      groups.map(({ consequence, edits }) => [consequence, ...edits.map(({ label, noise: rule }) => rule ?? label)]),
    ).toEqual([
      ["behaviour", "replicas"],
      ["image", "containers[web].image"],
      ["noise", "chart-labels"],
      ["noise", "checksums"],
      ["noise", "reordering", "reordering"],
    ]);
    expect(noise).toEqual([
      { rule: "chart-labels", fields: 1, changes: 1, whole: 0 },
      { rule: "checksums", fields: 1, changes: 1, whole: 0 },
      { rule: "reordering", fields: 2, changes: 1, whole: 0 },
    ]);
  });

  test("keeps a change that is nothing but noise", () => {
    const { changes, groups, noise, figures } = reviewed(web(1), web(1, { chart: "web-1.1.0" }));
    expect(changes[0]?.hunks).toHaveLength(1);
    expect(figures.changes).toMatchObject({ total: 1, changed: 1 });
    expect(groups).toMatchObject([{ consequence: "noise", edits: [{ before: "web-1.0.0", after: "web-1.1.0" }] }]);
    expect(noise).toEqual([{ rule: "chart-labels", fields: 1, changes: 1, whole: 1 }]);
  });

  test("is the same but for the noise where all rules are off", () => {
    const noisy = [web(1), web(2, { chart: "web-1.1.0", order: ["b", "a"], sum: SUMS[1] as string })] as const;
    const folded = reviewed(...noisy);
    const off = new Set(folded.noise.map(({ rule }) => rule));
    const plain = reviewed(...noisy, { off, rules: [] });
    expect(plain.noise).toEqual([]);
    expect(withoutNoise(folded)).toEqual(withoutNoise(plain));
  });
});

/** A part of the objects that an edit replaces. */
const EDITS: readonly (readonly [from: string, to: string])[] = [
  ["helm.sh/chart: web-1.0.0", "helm.sh/chart: web-1.1.0"],
  ["image: web:1", "image: web:2"],
  ["replicas: 1", "replicas: 2"],
  [`checksum/config: ${SUMS[0]}`, `checksum/config: ${SUMS[1]}`],
  [
    "      - emptyDir: {}\n        name: a\n      - emptyDir: {}\n        name: b\n",
    "      - emptyDir: {}\n        name: b\n      - emptyDir: {}\n        name: a\n",
  ],
  ["      labels:\n        app: web\n    spec", "      labels:\n        app: web\n        chart: web-1\n    spec"],
  ["      matchLabels:\n        app: web\n", "      matchLabels:\n        app: web\n        heritage: Helm\n"],
  ["v0.14.0", "v0.15.0"],
  ["group: shop.example", "group: store.example"],
];

test("for any edits, rules change neither changes nor hunks, and a row of noise has fields with its rule only", () => {
  const base = [web(1), ...["a", "b", "c"].map((name) => crd(name, "v0.14.0"))].join("---\n");
  const all: NoiseSettings = { off: new Set(), rules: [{ name: "all", paths: [new PathPattern("/spec/replicas")] }] };
  const off: NoiseSettings = { off: new Set(BUILT_IN_RULES.map(({ id }) => id)), rules: [] };
  fc.assert(
    fc.property(fc.subarray([...EDITS], { minLength: 1 }), (edits) => {
      const head = edits.reduce((text, [from, to]) => text.replaceAll(from, to), base);
      const [folded, plain] = [reviewed(base, head, all), reviewed(base, head, off)];
      expect(withoutNoise(folded)).toEqual(withoutNoise(plain));
      expect(plain.groups.filter(({ consequence }) => consequence === "noise")).toEqual([]);
      for (const group of folded.groups) {
        const rules = new Set(group.edits.map(({ noise }) => noise));
        expect([group.consequence, rules.has(undefined) || group.edits.length === 0 || rules.size > 1]).toEqual(
          group.consequence === "noise" ? ["noise", false] : [group.consequence, true],
        );
      }
      const fields = folded.changes.flatMap((one) => one.fields.filter(({ noise }) => noise !== undefined));
      expect(folded.noise.reduce((sum, count) => sum + count.fields, 0)).toBe(fields.length);
      expect(parseReport([...jsonChunks(folded)].join(""))).toEqual(asWritten(folded));
    }),
    { numRuns: 20 },
  );
});

describe("one version in several definitions", () => {
  const sides = (names: readonly string[], versions: (name: string) => readonly [string, string]): [string, string] => {
    const side = (at: 0 | 1) => names.map((name) => crd(name, versions(name)[at])).join("---\n");
    return [side(0), side(1)];
  };
  const rulesOf = ({ changes }: Report) => changes.map(({ fields }) => fields.map(({ noise = "-" }) => noise).join());

  test.each<
    [what: string, names: readonly string[], versions: (name: string) => readonly [string, string], found: string]
  >([
    ["three", ["a", "b", "c"], () => ["v0.14.0", "v0.15.0"], "bundle-version bundle-version bundle-version"],
    ["two", ["a", "b"], () => ["v0.14.0", "v0.15.0"], "- -"],
    ["three with different versions", ["a", "b", "c"], (name) => ["v0.14.0", name === "a" ? "v1" : "v0.15.0"], "- - -"],
    ["three with texts that are no versions", ["a", "b", "c"], () => ["here", "there"], "- - -"],
  ])("%s", (_, names, versions, found) => {
    expect(rulesOf(reviewed(...sides(names, versions))).join(" ")).toBe(found);
  });

  test("is not folded where the rule is off", () => {
    const three = sides(["a", "b", "c"], () => ["v0.14.0", "v0.15.0"]);
    expect(rulesOf(reviewed(...three, { off: new Set(["bundle-version"]), rules: [] }))).toEqual(["-", "-", "-"]);
  });
});

test("checksums of many objects are one row without values", () => {
  const path = "/spec/template/metadata/annotations/checksum~1config";
  const objects = [1, 2, 3].map((index) => ({
    name: `web-${index}`,
    fields: [{ path, op: "changed", before: `a${index}`, after: `b${index}`, noise: "checksums" } as const],
  }));
  const [row, ...others] = groupsOf({ a: objects });
  expect(others).toEqual([]);
  expect(row?.edits).toEqual([{ label: expect.any(String), op: "changed", noise: "checksums", count: 3 }]);
});

test("what else an object has decides between equal changes: noise counts where both have it", () => {
  const store = new ChangeStore();
  const field = { path: "/spec/list", label: "list", op: "reordered" as const };
  const { id: _id, causes: _causes, ...plain } = change({ fields: [field] });
  const noisy = { ...plain, fields: [{ ...field, noise: "reordering" }] };
  const id = store.add(noisy);
  expect(store.add(noisy)).toBe(id);
  expect(store.get(id).fields).toEqual(noisy.fields);
  expect(store.add(plain)).toBe(id);
  expect(store.get(id).fields).toEqual(plain.fields);
  expect(store.add(noisy)).toBe(id);
  expect(store.get(id).fields).toEqual(plain.fields);
});

test("an object that differs in new references and noise only stands among the references", () => {
  const reference = {
    path: "/r",
    op: "changed",
    reference: true,
    before: "c-2222222222",
    after: "c-4444444444",
  } as const;
  const noise = {
    path: "/metadata/labels/chart",
    op: "changed",
    before: "1",
    after: "2",
    noise: "chart-labels",
  } as const;
  const { groups } = reportOf({ a: [{ fields: [reference, noise] }] });
  expect(groups.map(({ onlyReferences = false, consequence }) => [onlyReferences, consequence])).toEqual([
    [true, "behaviour"],
    [false, "noise"],
  ]);
});
