/** Values that come from Secrets are withheld wherever they stand, on both sides. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isWithheldFrom, redact, withholdingOf, withholdSecrets } from "../../src/manifests/index.ts";
import type { Rendered, RenderedResource, Value } from "../../src/render/rendering.ts";
import {
  htmlChunks,
  jsonChunks,
  markdownReport,
  patchChunks,
  sarifChunks,
  terminalChunks,
} from "../../src/report/index.ts";
import { review } from "../../src/review/index.ts";
import { rendered } from "../review/renderings.ts";

const SIDE = { sha: null, label: "x", reason: "" };
type Paths = NonNullable<RenderedResource["withheld"]>;

function redacted(before: Value | undefined, after: Value | undefined, sides: readonly [Paths | undefined, Paths?]) {
  const side = (value: Value | undefined, withheld: Paths | undefined) =>
    value === undefined ? undefined : { kind: "X", namespace: "", name: "x", baseName: "x", value, withheld };
  const { before: left, after: right } = redact(
    before,
    after,
    withholdingOf([], [side(before, sides[0]), side(after, sides[1])]),
  );
  return [left, right];
}

describe("a path", () => {
  test.each<
    [
      what: string,
      before: Value | undefined,
      after: Value | undefined,
      sides: [Paths | undefined, Paths?],
      result: [unknown, unknown],
    ]
  >([
    [
      "of both sides",
      { a: "1", b: "2" },
      { a: "3", b: "2" },
      [[["a"]], [["a"]]],
      [
        { a: "<redacted, before>", b: "2" },
        { a: "<redacted, after>", b: "2" },
      ],
    ],
    ["of the base only", { a: "1" }, { a: "2" }, [[["a"]]], [{ a: "<redacted, before>" }, { a: "<redacted, after>" }]],
    ["of the head only", { a: "1" }, { a: "1" }, [undefined, [["a"]]], [{ a: "<redacted>" }, { a: "<redacted>" }]],
    ["of one that is added", undefined, { a: "1" }, [undefined, [["a"]]], [undefined, { a: "<redacted>" }]],
    [
      "of a whole map",
      { a: { b: "1" } },
      { a: { b: "1", c: "2" } },
      [undefined, [["a"]]],
      [{ a: "<redacted, before>" }, { a: "<redacted, after>" }],
    ],
    [
      "of elements, wherever the other side has them",
      { l: [{ name: "p", v: "1" }] },
      {
        l: [
          { name: "o", v: "0" },
          { name: "p", v: "1" },
        ],
      },
      [[["l", "0", "v"]], [["l", "1", "v"]]],
      [
        { l: [{ name: "p", v: "<redacted>" }] },
        {
          l: [
            { name: "o", v: "0" },
            { name: "p", v: "<redacted>" },
          ],
        },
      ],
    ],
    [
      "of values that change their shape",
      { a: { b: "1" } },
      { a: ["2", "3"] },
      [[["a", "b"]], [["a", "1"]]],
      [{ a: { b: "<redacted>" } }, { a: ["2", "<redacted>"] }],
    ],
    [
      "that goes on behind another one",
      { a: { b: "1" } },
      undefined,
      [[["a"], ["a", "b"]]],
      [{ a: "<redacted>" }, undefined],
    ],
    ["that begins another one", { a: { b: "1" } }, undefined, [[["a", "b"], ["a"]]], [{ a: "<redacted>" }, undefined]],
    [
      "in a Secret",
      { kind: "Secret", stringData: { a: "1" } },
      { kind: "Secret", data: { a: "Mg==" } },
      [[["stringData", "a"]], [["data", "a"]]],
      [
        { kind: "Secret", data: { a: "<redacted, before>" } },
        { kind: "Secret", data: { a: "<redacted, after>" } },
      ],
    ],
  ])("%s", (_, before, after, sides, result) => {
    expect(redacted(before, after, sides)).toEqual(result);
  });
});

/** One object of each of some kinds, with the value in many places. */
const OBJECTS: readonly (readonly [yaml: (value: string) => string, paths: Paths])[] = [
  [
    (v) =>
      `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: c, labels: {l: ${v}}, annotations: {a: "x ${v}"}}\ndata: {a: ${v}, b: plain}\n`,
    [
      ["metadata", "labels"],
      ["metadata", "annotations", "a"],
      ["data", "a"],
    ],
  ],
  [
    (v) =>
      `apiVersion: networking.k8s.io/v1\nkind: Ingress\nmetadata: {name: i}\nspec: {tls: [{hosts: [${v}]}], rules: [{host: ${v}, http: {paths: [{path: /, pathType: Prefix, backend: {service: {name: s, port: {number: 80}}}}]}}]}\n`,
    [
      ["spec", "tls", "0", "hosts", "0"],
      ["spec", "rules", "0", "host"],
    ],
  ],
  [
    (v) =>
      `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: d}\nspec: {replicas: 1, selector: {matchLabels: {a: ${v}}}, template: {metadata: {labels: {a: ${v}}}, spec: {serviceAccountName: ${v}, volumes: [{name: v, hostPath: {path: /${v}}}, {name: w, configMap: {name: ${v}}}], containers: [{name: c, image: "${v}/app:1", args: [${v}], env: [{name: E, value: ${v}}], envFrom: [{secretRef: {name: ${v}}}], ports: [{name: p, containerPort: 80}]}]}}}\n`,
    [
      ["spec", "selector", "matchLabels", "a"],
      ["spec", "template", "metadata", "labels", "a"],
      ["spec", "template", "spec"],
    ],
  ],
  [
    (v) =>
      `apiVersion: apps/v1\nkind: StatefulSet\nmetadata: {name: ss}\nspec: {serviceName: ${v}, selector: {matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: [{name: c, image: "${v}:1", volumeMounts: [{name: ${v}, mountPath: /${v}}]}]}}}\n`,
    [
      ["spec", "serviceName"],
      ["spec", "template", "spec", "containers", "0", "image"],
      ["spec", "template", "spec", "containers", "0", "volumeMounts", "0", "name"],
      ["spec", "template", "spec", "containers", "0", "volumeMounts", "0", "mountPath"],
    ],
  ],
  [
    (v) =>
      `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: {name: b}\nroleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: ${v}}\nsubjects: [{kind: User, name: ${v}}]\n`,
    [
      ["roleRef", "name"],
      ["subjects", "0", "name"],
    ],
  ],
  [
    (v) =>
      `apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec: {type: ExternalName, externalName: ${v}, selector: {a: ${v}}, ports: [{name: ${v}, port: 80}]}\n`,
    [
      ["spec", "externalName"],
      ["spec", "selector", "a"],
      ["spec", "ports", "0", "name"],
    ],
  ],
  [
    (v) =>
      `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: {name: h}\nspec: {releaseName: ${v}, chart: {spec: {chart: c, version: ${v}}}, values: {a: {b: ${v}}}}\n`,
    [
      ["spec", "releaseName"],
      ["spec", "chart", "spec", "version"],
      ["spec", "values", "a", "b"],
    ],
  ],
];

function renderingOf(parts: readonly (readonly [yaml: string, paths: Paths | undefined])[]): Rendered {
  const plain = rendered(parts.map(([yaml]) => yaml).join("---\n"), "app");
  return { ...plain, resources: plain.resources.map((one, index) => ({ ...one, withheld: parts[index]?.[1] })) };
}

/** Everything that people read of a change. */
function told(base: Rendered, head: Rendered): string {
  const report = review({ base: SIDE, head: SIDE, renderings: [{ base, head }] });
  return [
    markdownReport(report, { maxBytes: 60_000 }).text,
    ...htmlChunks(report),
    ...jsonChunks(report),
    ...patchChunks(report),
    ...sarifChunks(report),
    ...terminalChunks(report),
    ...withholdSecrets(head, [], base).resources.map((one) => one.yaml + JSON.stringify(one.value())),
  ].join("\n");
}

test("no report and no manifest for people holds a value", () => {
  const values = fc.constantFrom("zq7xw9kv2rt5", "zq7xw9kv2rt6");
  const sides = fc.array(
    fc.tuple(
      fc.nat(OBJECTS.length - 1),
      values,
      values,
      fc.constantFrom("both", "base", "head", "added", "removed", "other"),
      fc.boolean(),
    ),
    { minLength: 1, maxLength: 5 },
  );
  fc.assert(
    fc.property(sides, (drawn) => {
      const unique = [...new Map(drawn.map((one) => [one[0], one])).values()];
      const side = (name: "base" | "head", absent: string) =>
        renderingOf(
          unique.flatMap(([index, before, after, how]) => {
            const [yaml, paths] = OBJECTS[index] as (typeof OBJECTS)[number];
            if (how === absent) return [];
            const isPlain = how === (name === "base" ? "head" : "base");
            const text = how === "other" && name === "head" ? "plain" : name === "base" ? before : after;
            return [[yaml(text), isPlain ? undefined : paths] as const];
          }),
        );
      const text = told(side("base", "added"), side("head", "removed"));
      expect(text.match(/.{0,80}zq7x.{0,40}/)?.[0]).toBeUndefined();
    }),
    { numRuns: Number(process.env["SECRETS_CASES"] ?? 25) },
  );
}, 600_000);

test("an object is told to be withheld, and one that withholds nothing stays as it is", () => {
  const [yaml, paths] = OBJECTS[0] as (typeof OBJECTS)[number];
  const [one] = renderingOf([[yaml("a"), paths]]).resources;
  expect(isWithheldFrom(one as RenderedResource, [])).toBe(true);
  expect(isWithheldFrom({ ...(one as RenderedResource), withheld: undefined }, [])).toBe(false);
  const plain = renderingOf([[yaml("a"), undefined]]);
  expect(withholdSecrets(plain)).toBe(plain);
});

test("what the base withholds is withheld from the manifests of the head, at its place there", () => {
  const list = (...items: string[]) =>
    `apiVersion: v1\nkind: X\nmetadata: {name: x}\nl:\n${items.map((item) => `- {name: ${item}, v: ${item}-value}\n`).join("")}`;
  const base = renderingOf([[list("p"), [["l", "0", "v"]]]]);
  const head = renderingOf([[list("o", "p"), undefined]]);
  const [shown] = withholdSecrets(head, [], base).resources;
  expect(shown?.value()).toMatchObject({
    l: [
      { name: "o", v: "o-value" },
      { name: "p", v: "<redacted>" },
    ],
  });
});

test("equal texts of which one holds a value of a Secret are compared apart", () => {
  const [yaml, paths] = OBJECTS[0] as (typeof OBJECTS)[number];
  const target = (name: string, withheld: Paths | undefined) => ({
    base: { ...renderingOf([[yaml("one"), withheld]]), target: name },
    head: { ...renderingOf([[yaml("two"), withheld]]), target: name },
  });
  const { changes } = review({ base: SIDE, head: SIDE, renderings: [target("a", undefined), target("b", paths)] });
  expect(new Set(changes.map(({ redacted: isRedacted = false }) => isRedacted))).toEqual(new Set([false, true]));
});
