/** Rules on objects of any shape and size. */
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { RenderedResource, Value } from "../../../../src/render/rendering.ts";
import { PAIR_RULES } from "../../../../src/review/dangers/rules/index.ts";
import { toPointer } from "../../../../src/text/index.ts";

/** Kinds that rules look at, and their groups. */
const KINDS = [
  "apps/v1 StatefulSet",
  "apps/v1 Deployment",
  "batch/v1 Job",
  "batch/v1 CronJob",
  "v1 Pod",
  "v1 PersistentVolumeClaim",
  "v1 PersistentVolume",
  "v1 Service",
  "v1 ConfigMap",
  "v1 Secret",
  "v1 Namespace",
  "storage.k8s.io/v1 StorageClass",
  "networking.k8s.io/v1 NetworkPolicy",
  "rbac.authorization.k8s.io/v1 ClusterRole",
  "rbac.authorization.k8s.io/v1 Role",
  "rbac.authorization.k8s.io/v1 ClusterRoleBinding",
  "rbac.authorization.k8s.io/v1 RoleBinding",
  "apiextensions.k8s.io/v1 CustomResourceDefinition",
  "example.com/v1 Thing",
];

/** Keys that rules read, so that random objects reach their depths. */
const KEYS = [
  "__proto__",
  "constructor",
  "spec",
  "template",
  "metadata",
  "annotations",
  "labels",
  "containers",
  "initContainers",
  "name",
  "image",
  "resources",
  "limits",
  "memory",
  "securityContext",
  "capabilities",
  "add",
  "drop",
  "privileged",
  "volumes",
  "hostPath",
  "path",
  "volumeMounts",
  "livenessProbe",
  "replicas",
  "selector",
  "matchLabels",
  "volumeClaimTemplates",
  "requests",
  "storage",
  "rules",
  "apiGroups",
  "verbs",
  "resourceNames",
  "nonResourceURLs",
  "aggregationRule",
  "clusterRoleSelectors",
  "roleRef",
  "subjects",
  "kind",
  "versions",
  "served",
  "clusterIPs",
  "clusterIP",
  "ipFamilies",
  "data",
  "stringData",
  "immutable",
  "suspend",
  "volumeLifecycleModes",
];

const scalar = fc.oneof(
  fc.constantFrom<Value>(
    null,
    true,
    false,
    0,
    1,
    -1,
    1.5,
    10n ** 30n,
    "",
    "*",
    "latest",
    "web:1",
    "web:2",
    "1Gi",
    "ALL",
    "true",
  ),
  fc.string(),
);

/** Maps with own keys such as `__proto__`, as the reader of YAML makes them. */
function mapOf(entries: readonly (readonly [string, Value])[]): Value {
  const map: { [key: string]: Value } = {};
  for (const [key, value] of entries) {
    Object.defineProperty(map, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return map;
}

const { value: randomValue } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalar,
    fc.array(tie("value"), { maxLength: 4 }),
    fc.array(fc.tuple(fc.constantFrom(...KEYS), tie("value")), { maxLength: 6 }).map(mapOf),
  ),
}));

/** An object in which the fields that rules read may hold anything. */
const body = fc
  .record(Object.fromEntries(KEYS.map((key) => [key, randomValue])), { requiredKeys: [] })
  .chain((top) => fc.record({ top: fc.constant(top as Value), spec: fc.option(randomValue) }))
  .map(({ top, spec }) => (spec === null ? top : mapOf([...Object.entries(top as object), ["spec", spec]])));

function resourceOf(kind: string, value: Value): RenderedResource {
  const [apiVersion = "", name = ""] = kind.split(" ");
  return { apiVersion, kind: name, namespace: "", name: "shop", baseName: "shop", yaml: "", value: () => value };
}

test("rules take values of any shape, and say one short line", () => {
  fc.assert(
    fc.property(fc.constantFrom(...KINDS), fc.option(body), fc.option(body), (kind, before, after) => {
      const base = before === null ? undefined : resourceOf(kind, before);
      const head = after === null ? undefined : resourceOf(kind, after);
      for (const rule of PAIR_RULES) {
        for (const { path = "", message, before: old = "", after: now = "" } of rule.check({ base, head })) {
          expect(path).toMatch(/^(?:\/.*)?$/s);
          for (const text of [message, old, now]) {
            expect(text).not.toMatch(/[\n\r\u202e]/);
            expect(text.length).toBeLessThan(600);
          }
          expect(message).not.toMatch(/undefined|\[object|\.$/);
        }
        // What does not change is no danger.
        expect([...rule.check({ base: head, head })]).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});

test("deep objects are walked", () => {
  const deep = (leaf: Value) => {
    let value = leaf;
    for (let depth = 0; depth < 900; depth++) value = { a: value };
    return resourceOf("batch/v1 Job", { spec: { template: value } });
  };
  for (const rule of PAIR_RULES) {
    const found = [...rule.check({ base: deep("a"), head: deep("b") })];
    expect(found.map(({ path }) => path)).toEqual(
      rule.id === "immutable-field" ? [toPointer(["spec", "template", ...Array.from({ length: 900 }, () => "a")])] : [],
    );
  }
});

test("ids are unique, and in the words of the docs", () => {
  const ids = PAIR_RULES.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { id, summary } of PAIR_RULES) {
    expect(id).toMatch(/^[a-z]+(?:-[a-z]+)*$/);
    expect(summary).toMatch(/^[^A-Z.][^.]*$|^[A-Z][A-Za-z]+ [^.]*$/);
  }
});
