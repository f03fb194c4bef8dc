/** What rows are about, and their order. */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Consequence } from "../../../src/review/index.ts";
import { hostileReport, hunk } from "../../report/reports.ts";
import { type Given, groupsOf } from "../given-reports.ts";

type Field = NonNullable<Given["fields"]>[number];

const set = (path: string, before: unknown = "1", after: unknown = "2"): Field => ({
  path,
  op: "changed",
  before,
  after,
});
const image = (path: string, before = "x:1", after = "x:2"): Field => set(path, before, after);
const SCHEMA = "/spec/versions/0/schema/openAPIV3Schema";

describe("a field is about", () => {
  test.each<[consequence: Consequence, kind: string, field: Field]>([
    ["behaviour", "Deployment", set("/spec/replicas", 1, 2)],
    ["behaviour", "ConfigMap", set("/data/image", "x:1", "x:2")],
    ["behaviour", "ConfigMap", set("/data/labels")],
    ["image", "Deployment", image("/spec/template/spec/containers/0/image")],
    ["image", "Deployment", image("/spec/template/spec/containers/0/image", "x", "x:2")],
    ["image", "Deployment", image("/spec/template/spec/containers/0/image", "x:1", "other/y:1")],
    ["image", "CronJob", image("/spec/jobTemplate/spec/template/spec/initContainers/3/image")],
    ["image", "Pod", image("/spec/ephemeralContainers/0/image")],
    ["image", "Prometheus", image("/spec/image", "quay.io/p/p:v2", "quay.io/p/p:v3")],
    ["image", "Kafka", image("/spec/entityOperator/topicOperator/image")],
    ["behaviour", "VirtualMachine", image("/spec/image", "ubuntu", "debian")],
    ["behaviour", "Deployment", image("/spec/template/spec/containers/0/image", "Not An Image", "x:2")],
    ["behaviour", "Deployment", { path: "/spec/template/spec/containers/0/image", op: "added", after: "x:2" }],
    ["metadata", "Deployment", set("/metadata/labels/team")],
    ["metadata", "Deployment", { path: "/metadata/labels", op: "added", after: { team: "a" } }],
    ["metadata", "ConfigMap", set("/metadata/annotations/note")],
    ["behaviour", "Deployment", set("/metadata/finalizers/0")],
    ["behaviour", "Deployment", set("/spec/template/metadata/labels/team")],
    ["behaviour", "Deployment", set("/spec/template/metadata/annotations/inject")],
    ["behaviour", "Deployment", set("/spec/selector/matchLabels/team")],
    ["behaviour", "Namespace", set("/metadata/labels/pod-security.kubernetes.io~1enforce")],
    ["behaviour", "ClusterRole", set("/metadata/labels/rbac.authorization.k8s.io~1aggregate-to-admin")],
    ["behaviour", "Ingress", set("/metadata/annotations/nginx.ingress.kubernetes.io~1auth-url")],
    ["metadata", "Ingress", set("/metadata/labels/team")],
    ["behaviour", "Service", set("/metadata/annotations/service.beta.kubernetes.io~1internal")],
    ["metadata", "CustomResourceDefinition", set(`${SCHEMA}/description`)],
    ["metadata", "CustomResourceDefinition", set(`${SCHEMA}/properties/spec/properties/a/items/description`)],
    ["metadata", "CustomResourceDefinition", set(`${SCHEMA}/properties/properties/description`)],
    ["metadata", "CustomResourceDefinition", set(`${SCHEMA}/properties/a/anyOf/0/additionalProperties/description`)],
    ["behaviour", "CustomResourceDefinition", set(`${SCHEMA}/properties/description`)],
    ["behaviour", "CustomResourceDefinition", set(`${SCHEMA}/properties/a/default/description`)],
    ["behaviour", "CustomResourceDefinition", set(`${SCHEMA}/properties/a/type`)],
    ["behaviour", "Other", set(`${SCHEMA}/description`)],
  ])("%s: %s %j", (consequence, kind, field) => {
    expect(groupsOf({ a: [{ kind, fields: [field] }] }).map((group) => group.consequence)).toEqual([consequence]);
  });

  test.each<[string, Given]>([
    ["an added object", { op: "added", fields: [] }],
    ["a removed object", { op: "removed", fields: [] }],
    ["a move", { from: { namespace: "old" }, fields: [] }],
    ["a new apiVersion", { from: { apiVersion: "apps/v1beta1" }, fields: [] }],
    ["fields that are not listed", { fields: [], moreFields: 3 }],
  ])("behaviour: %s", (_, given) => {
    expect(groupsOf({ a: [given] }).map(({ consequence }) => consequence)).toEqual(["behaviour"]);
  });
});

describe("edits that always occur together", () => {
  const container = "/spec/template/spec/containers/0/image";

  test("are a row for each consequence", () => {
    const fields = [image(container), set("/metadata/labels/team"), set("/spec/replicas"), set("/spec/paused")];
    const rows = groupsOf({ a: [{ fields }], b: [{ namespace: "b", fields }] });
    expect(rows.map(({ consequence, edits }) => [consequence, edits.length])).toEqual([
      ["behaviour", 2],
      ["image", 1],
      ["metadata", 1],
    ]);
  });

  test("are a row for each consequence also where one line made them", () => {
    const fields = [set("/metadata/labels/team"), set("/spec/team")];
    const causes = [{ side: "head", file: "r.yaml", line: 1, step: "replacements", fields: fields.map((f) => f.path) }];
    const rows = groupsOf({ a: [{ fields, causes } as Given] });
    expect(rows.map(({ consequence }) => consequence)).toEqual(["behaviour", "metadata"]);
  });

  test("have the weightiest one where the same label selects pods in some of the objects", () => {
    const rows = groupsOf({
      a: [
        { name: "one", kind: "ConfigMap", fields: [set("/metadata/labels/team")] },
        { name: "two", fields: [set("/metadata/labels/team"), set("/spec/template/metadata/labels/team")] },
      ],
    });
    expect(rows).toMatchObject([{ consequence: "behaviour", edits: [{ count: 3 }] }]);
  });

  test("descriptions of a definition are one edit", () => {
    const paths = ["a", "b", "c"].map((name) => `${SCHEMA}/properties/${name}/description`);
    const fields: Field[] = [
      set(paths[0] ?? "", "old", "new"),
      { path: paths[1] ?? "", op: "added", after: "text" },
      { path: paths[2] ?? "", op: "removed", before: "text" },
      { path: `${SCHEMA}/properties/d`, op: "added", after: { type: "string" } },
    ];
    expect(groupsOf({ a: [{ kind: "CustomResourceDefinition", fields }] })).toMatchObject([
      { consequence: "behaviour", edits: [{ op: "added", count: 1 }] },
      { consequence: "metadata", edits: [{ label: "descriptions", op: "changed", count: 3 }] },
    ]);
  });
});

describe("edits of the versions of a definition", () => {
  const kind = "CustomResourceDefinition";
  const type = (name: string): Field => set(`${SCHEMA}/properties/${name}/type`, "string", "integer");
  const served: Field = set("/spec/versions/0/served", true, false);

  test("are one row if there are several, shared by definitions with the same ones", () => {
    const rows = groupsOf({
      a: [
        { kind, name: "one", fields: [type("a"), type("b"), served, set("/spec/scope", "Cluster", "Namespaced")] },
        { kind, name: "two", fields: [served, type("b"), type("a")] },
        { kind, name: "three", fields: [type("a"), type("c")] },
      ],
    });
    expect(
      rows.map(({ edits, changes }) => [edits.map(({ label, count }) => `${label} ${count}`).join(), changes.length]),
    ).toEqual([
      ["versions 6", 2],
      ["spec.scope 1", 1],
      ["versions 2", 1],
    ]);
  });

  test("are told as they are if there is only one", () => {
    expect(groupsOf({ a: [{ kind, fields: [served] }] })).toMatchObject([{ edits: [{ before: true, after: false }] }]);
  });

  test("hold the fields that are not listed", () => {
    const lines = (text: string) => [hunk([`+${text}`])];
    const given = (name: string, text: string): Given => ({
      kind,
      name,
      fields: [served],
      moreFields: 9,
      hunks: lines(text),
    });
    const rows = groupsOf({ a: [given("one", "a"), given("two", "a"), given("three", "b")] });
    expect(
      rows.map(({ edits, changes }) => [edits.map(({ label, oversized }) => `${label} ${oversized}`), changes.length]),
    ).toEqual([
      [["versions true"], 2],
      [["versions true"], 1],
    ]);
  });
});

test("rows are in the order in which a reviewer should read", () => {
  const label = set("/metadata/labels/team");
  const reference: Field = {
    path: "/r",
    op: "changed",
    reference: true,
    before: "c-2222222222",
    after: "c-4444444444",
  };
  const rows = groupsOf({
    a: [
      { name: "label", fields: [label] },
      { name: "folded", fields: [{ ...set("/metadata/labels/chart"), noise: "chart-labels" }] },
      { name: "reference", onlyReferences: true, fields: [reference] },
      { name: "image", fields: [image("/spec/template/spec/containers/0/image")] },
      { name: "added", op: "added", fields: [] },
      { name: "moved", from: { namespace: "old" }, fields: [] },
      { name: "changed", fields: [set("/spec/replicas")] },
      { name: "removed", op: "removed", fields: [] },
    ],
  });
  expect(
    rows.map(({ op, consequence, onlyReferences }) => `${op} ${onlyReferences ? "references" : consequence}`),
  ).toEqual([
    "removed behaviour",
    "changed behaviour",
    "moved behaviour",
    "added behaviour",
    "changed image",
    "changed metadata",
    "changed references",
    "changed noise",
  ]);
});

test("for any report, a row is of no less consequence than any edit in it", () => {
  fc.assert(
    fc.property(hostileReport, ({ groups }) => {
      for (const { consequence, edits } of groups) {
        const isNoise = edits.length > 0 && edits.every(({ noise }) => noise !== undefined);
        expect(consequence === "noise").toBe(isNoise);
      }
    }),
    { numRuns: 200 },
  );
});
