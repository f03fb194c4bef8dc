import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Value } from "../../../../src/render/rendering.ts";
import { compareFields } from "../../../../src/review/differences/fields/index.ts";
import { fieldsOf } from "./inputs.ts";

const container = (more: { [key: string]: Value }) => ({
  spec: { template: { spec: { containers: [{ name: "web", ...more }] } } },
});

function labels(before: Value, after: Value): string[] {
  return fieldsOf(before, after).map(({ label }) => label);
}

describe("labels of fields", () => {
  test.each<{ expected: string[]; before: Value; after: Value }>([
    { expected: ["replicas"], before: { spec: { replicas: 1 } }, after: { spec: { replicas: 2 } } },
    { expected: ["spec.type"], before: { spec: { type: "a" } }, after: { spec: { type: "b" } } },
    { expected: ["type"], before: { type: "a" }, after: { type: "b" } },
    {
      expected: ["strategy.type"],
      before: { spec: { strategy: { type: "a" } } },
      after: { spec: { strategy: { type: "b" } } },
    },
    { expected: ["roleRef.name"], before: { roleRef: { name: "a" } }, after: { roleRef: { name: "b" } } },
    {
      expected: ["metadata.namespace"],
      before: { metadata: { namespace: "a" } },
      after: { metadata: { namespace: "b" } },
    },
    {
      expected: ["sourceRef.namespace"],
      before: { spec: { sourceRef: { namespace: "a" } } },
      after: { spec: { sourceRef: { namespace: "b" } } },
    },
    {
      expected: ["limits.cpu"],
      before: container({ resources: { limits: { cpu: "1" } } }),
      after: container({ resources: { limits: { cpu: "2" } } }),
    },
    { expected: ["containers[web].image"], before: container({ image: "a:1" }), after: container({ image: "a:2" }) },
    { expected: ["containers[web].args"], before: container({ args: ["a"] }), after: container({ args: ["a", "b"] }) },
    {
      expected: ["env[LEVEL]"],
      before: container({ env: [{ name: "LEVEL", value: "a" }] }),
      after: container({ env: [{ name: "LEVEL", value: "b" }] }),
    },
    {
      // The element stays, so that it is not the element that is removed.
      expected: ["env[LEVEL].value", "env[LEVEL].valueFrom"],
      before: container({ env: [{ name: "LEVEL", value: "a" }] }),
      after: container({ env: [{ name: "LEVEL", valueFrom: { fieldRef: {} } }] }),
    },
    {
      expected: ["env[NEW]"],
      before: container({ env: [] }),
      after: container({ env: [{ name: "NEW", value: "b" }] }),
    },
    { expected: ["data[app.yaml]"], before: { data: { "app.yaml": "a" } }, after: { data: { "app.yaml": "b" } } },
    { expected: ["data.LEVEL"], before: { data: { LEVEL: "a" } }, after: { data: { LEVEL: "b" } } },
    {
      expected: ["labels[app.kubernetes.io/version]"],
      before: { metadata: { labels: { "app.kubernetes.io/version": "1" } } },
      after: { metadata: { labels: { "app.kubernetes.io/version": "2" } } },
    },
    {
      expected: ["template.metadata.labels.app"],
      before: { spec: { template: { metadata: { labels: { app: "a" } } } } },
      after: { spec: { template: { metadata: { labels: { app: "b" } } } } },
    },
    { expected: ["metadata.labels"], before: { metadata: {} }, after: { metadata: { labels: { a: "b" } } } },
    {
      // The specification of something within the object.
      expected: ["events.spec.replicas"],
      before: { spec: { options: { deployments: { events: { spec: { replicas: 1 } } } } } },
      after: { spec: { options: { deployments: { events: { spec: { replicas: 0 } } } } } },
    },
    {
      expected: ["rules[pods, jobs].verbs"],
      before: { rules: [{ verbs: ["get"] }, { resources: ["pods", "jobs"], verbs: ["list"] }] },
      after: { rules: [{ verbs: ["get"] }, { resources: ["pods", "jobs"], verbs: ["list", "watch"] }] },
    },
    { expected: ["rules[0]"], before: { rules: [{ a: 1 }] }, after: { rules: [{ b: 1 }, { a: 1 }] } },
    {
      expected: ["volumes[data]"],
      before: { spec: { volumes: [] } },
      after: { spec: { volumes: [{ name: "data", emptyDir: {} }] } },
    },
    {
      expected: ["labels.app", "template.metadata.labels.app", "matchLabels.app"],
      before: {
        metadata: { labels: { app: "a" } },
        spec: { template: { metadata: { labels: { app: "a" } } }, selector: { matchLabels: { app: "a" } } },
      },
      after: {
        metadata: { labels: { app: "b" } },
        spec: { template: { metadata: { labels: { app: "b" } } }, selector: { matchLabels: { app: "b" } } },
      },
    },
    {
      expected: ["containers[a].resources.limits.cpu", "containers[b].resources.limits.cpu"],
      before: { containers: ["a", "b"].map((name) => ({ name, resources: { limits: { cpu: "1" } } })) },
      after: { containers: ["a", "b"].map((name) => ({ name, resources: { limits: { cpu: "2" } } })) },
    },
    {
      // Their values tell the elements apart.
      expected: ["finalizers", "finalizers"],
      before: { spec: { finalizers: [] }, a: { finalizers: [] } },
      after: { spec: { finalizers: ["a", "b"] }, a: { finalizers: [] } },
    },
    { expected: ["[a\\u000ab]"], before: { "a\nb": 1 }, after: { "a\nb": 2 } },
  ])("$expected", ({ before, after, expected }) => {
    expect(labels(before, after)).toEqual(expected);
  });

  test("the hashes of Secrets are masked", () => {
    const hash = "5h2g9kt8cf";
    const mask = (text: string): string => text.replaceAll(hash, "<hash>");
    const names = new Map<string, string>();
    const value = (n: number) => ({ volumes: [{ name: `${"x".repeat(52)}-${hash}`, n }] });
    const { fields } = compareFields({
      before: value(1),
      after: value(2),
      namesBefore: names,
      namesAfter: names,
      maskBefore: mask,
      maskAfter: mask,
      except: new Set(),
    });
    expect(fields[0]?.label).toBe(`volumes[${"x".repeat(52)}-<hash>].n`);
  });

  test("fields at different paths have different labels", () => {
    const { value } = fc.letrec<{ value: Value }>((tie) => ({
      value: fc.oneof(
        { depthSize: "small" },
        fc.constantFrom<Value>(1, 2, "a"),
        fc.array(tie("value"), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom("name", "value", "spec", "metadata", "a.b", "c"), tie("value"), { maxKeys: 4 }),
      ),
    }));
    const object = fc.dictionary(fc.constantFrom("spec", "metadata", "a.b", "c"), value, { maxKeys: 4 });
    fc.assert(
      fc.property(object, object, (before, after) => {
        const places = new Map<string, string>();
        for (const { label, path, op, before: old, after: now } of fieldsOf(before, after)) {
          expect(label).not.toBe("");
          const isScalar = op !== "reordered" && typeof old !== "object" && typeof now !== "object";
          // The scalars of one list share the label of the list.
          const place = isScalar ? path.replace(/\/\d+$/, "") : path;
          // A path leads into one of the sides, where elements may have other positions.
          const key = `${op === "removed"} ${label}`;
          expect(places.get(key) ?? place).toBe(place);
          places.set(key, place);
        }
      }),
      { numRuns: 500 },
    );
  });
});
