/** What is folded in whole reports, and what never changes by it. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION, type NoiseSettings } from "../../../src/configuration/index.ts";
import { ChangeStore, type Report, review } from "../../../src/review/index.ts";
import { change } from "../../report/reports.ts";
import { groupsOf, reportOf } from "../given-reports.ts";
import { rendered } from "../renderings.ts";

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
      { rule: "chart-labels", fields: 1, changes: 1, whole: 0, restarts: 0 },
      { rule: "checksums", fields: 1, changes: 1, whole: 0, restarts: 1 },
      { rule: "reordering", fields: 2, changes: 1, whole: 0, restarts: 1 },
    ]);
  });

  test("keeps a change that is nothing but noise", () => {
    const { changes, groups, noise, figures } = reviewed(web(1), web(1, { chart: "web-1.1.0" }));
    expect(changes[0]?.hunks).toHaveLength(1);
    expect(figures.changes).toMatchObject({ total: 1, changed: 1 });
    expect(groups).toMatchObject([{ consequence: "noise", edits: [{ before: "web-1.0.0", after: "web-1.1.0" }] }]);
    expect(noise).toEqual([{ rule: "chart-labels", fields: 1, changes: 1, whole: 1, restarts: 0 }]);
  });

  test("is the same but for the noise where all rules are off", () => {
    const noisy = [web(1), web(2, { chart: "web-1.1.0", order: ["b", "a"], sum: SUMS[1] as string })] as const;
    const folded = reviewed(...noisy);
    const off = new Set(folded.noise.map(({ rule }) => rule));
    const plain = reviewed(...noisy, { off, rules: [] });
    expect(plain.noise).toEqual([]);
    const withoutNoise = ({ groups: _groups, noise: _noise, figures, changes, ...rest }: Report) => ({
      ...rest,
      figures: { ...figures, groups: 0 },
      changes: changes.map((one) => ({ ...one, fields: one.fields.map(({ noise: _rule, ...field }) => field) })),
    });
    expect(withoutNoise(folded)).toEqual(withoutNoise(plain));
  });
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
