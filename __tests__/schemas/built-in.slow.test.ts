/** Objects of the kinds that Kubernetes has built in. docs/specification/schemas.md 1, 2 */
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { loadApis } from "../../src/schemas/index.ts";
import { isMap, type Value } from "../../src/yaml/index.ts";
import { growth } from "../work.ts";
import { found, NONE, objectOf } from "./apis.ts";

const apis = await loadApis("1.30");

const POD = (spec: string): string => `{apiVersion: v1, kind: Pod, metadata: {name: a}, spec: ${spec}}`;
const CONTAINER = (more: string): string => POD(`{containers: [{name: a, ${more}}]}`);
const META = (metadata: string, kind = "ConfigMap"): string => `{apiVersion: v1, kind: ${kind}, metadata: ${metadata}}`;
const LABEL =
  "the value of a label has letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and is at most 63 characters long";
const NAME =
  "a name has lower-case letters, digits, `-` and `.`, begins and ends with a letter or digit, and is at most 253 characters long";

describe("an object that fits", () => {
  test.each([
    [
      "a workload",
      "{apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {selector: {}, template: {spec: {containers: [{name: a}]}}}}",
    ],
    ["null, which counts as absent", CONTAINER("image: null, env: null")],
    ["a number as a quantity", CONTAINER("resources: {limits: {cpu: 1.5, memory: 1Gi}}")],
    ["a port by its name", CONTAINER("livenessProbe: {tcpSocket: {port: http}}")],
    [
      "a name with a colon",
      "{apiVersion: rbac.authorization.k8s.io/v1, kind: ClusterRole, metadata: {name: 'system:a'}}",
    ],
    [
      "a policy without its selector",
      "{apiVersion: networking.k8s.io/v1, kind: NetworkPolicy, metadata: {name: a}, spec: {ingress: []}}",
    ],
    [
      "a set without a service",
      "{apiVersion: apps/v1, kind: StatefulSet, metadata: {name: a}, spec: {selector: {}, template: {spec: {containers: [{name: a}]}}}}",
    ],
    ["a review, which has no name", "{apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: a}}"],
    ["a status", "{apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: {name: a}, status: {}}"],
    ["variables", CONTAINER("imagePullPolicy: '${POLICY}', ports: [{containerPort: '${PORT:=80}'}]")],
    ["a template of Argo CD", META("{name: '{{name}}', labels: {a: '{{ b }}'}}")],
    [
      "what SOPS encrypted",
      "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {a: 'ENC[AES256_GCM,data:x,type:str]'}, sops: {mac: a, age: []}}",
    ],
    [
      "the label that the API server writes",
      META("{name: a, labels: {kubernetes.io/metadata.name: '-'}}", "Namespace"),
    ],
    ["a namespace of what has none", META("{name: a, namespace: A b}", "Namespace")],
    [
      "a source of a claim that is dropped",
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: [ReadWriteOnce], dataSource: {}}}",
    ],
    [
      "the labels of a metric",
      "{apiVersion: autoscaling/v2, kind: HorizontalPodAutoscaler, metadata: {name: a}, spec: {maxReplicas: 2, scaleTargetRef: {kind: A, name: a}, metrics: [{type: External, external: {metric: {name: a, selector: {matchLabels: {resource: projects/a}}}, target: {type: Value, value: 1}}}]}}",
    ],
    [
      "a finalizer in a template",
      "{apiVersion: v1, kind: PodTemplate, metadata: {name: a}, template: {metadata: {finalizers: [a b]}, spec: {containers: [{name: a}]}}}",
    ],
    ["ports with another protocol", CONTAINER("ports: [{containerPort: 1}, {containerPort: 1, protocol: UDP}]")],
  ])("%s", (_, yaml) => {
    expect(found(apis, objectOf(yaml))).toEqual([]);
  });
});

describe("a mistake", () => {
  test.each([
    [
      "an unknown field",
      POD("{containers: [{name: a, imge: b}]}"),
      ["spec/containers/0/imge: unknown field; did you mean `image`?"],
    ],
    ["a field that resembles none", POD("{containers: [{name: a}], zzzzzz: b}"), ["spec/zzzzzz: unknown field"]],
    [
      "a text for a number",
      POD('{containers: [{name: a}], priority: "3"}'),
      ["spec/priority: integer expected, not a string"],
    ],
    [
      "a number for a text",
      CONTAINER("env: [{name: a, value: 3}]"),
      ["spec/containers/0/env/0/value: string expected, not a number"],
    ],
    [
      "a fraction",
      POD("{containers: [{name: a}], priority: 1.5}"),
      ["spec/priority: integer expected, not a fraction"],
    ],
    [
      "a number that is too large",
      POD("{containers: [{name: a}], priority: 3000000000}"),
      ["spec/priority: the number does not fit into 32 bits"],
    ],
    ["a map for a list", POD("{containers: {name: a}}"), ["spec/containers: list expected, not a map"]],
    ["a missing field", POD("{containers: [{image: a}]}"), ["spec/containers/0: the field `name` is missing"]],
    ["a field with nothing in it", POD("{containers: []}"), ["spec: the field `containers` is empty"]],
    [
      "a missing field in what is absent",
      "{apiVersion: batch/v1, kind: Job, metadata: {name: a}}",
      ["spec/template/spec: the field `containers` is missing"],
    ],
    [
      "another value than those allowed",
      CONTAINER("imagePullPolicy: Sometimes"),
      ["spec/containers/0/imagePullPolicy: one of these is expected: Always, IfNotPresent, Never"],
    ],
    [
      "a wrong quantity",
      CONTAINER("resources: {limits: {cpu: 1x}}"),
      ["spec/containers/0/resources/limits/cpu: quantity expected, such as 500m or 1Gi"],
    ],
    [
      "a wrong time",
      META("{name: a, creationTimestamp: yesterday}"),
      ["metadata/creationTimestamp: date and time expected, such as 2006-01-02T15:04:05Z"],
    ],
    [
      "a key that is there twice",
      CONTAINER("volumeMounts: [{name: a, mountPath: /a}, {name: b, mountPath: /a}]"),
      ["spec/containers/0/volumeMounts/1: an earlier element of the list has the same `mountPath`"],
    ],
    [
      "two equal ports",
      CONTAINER("ports: [{containerPort: 1}, {containerPort: 1, protocol: TCP}]"),
      ["spec/containers/0/ports/1: an earlier element of the list has the same `containerPort` and `protocol`"],
    ],
    ["a wrong label", META("{name: a, labels: {a: b c}}"), [`metadata/labels/a: ${LABEL}`]],
    [
      "a wrong label of a Pod template",
      "{apiVersion: v1, kind: PodTemplate, metadata: {name: a}, template: {metadata: {labels: {a: -}}, spec: {containers: [{name: a}]}}}",
      [`template/metadata/labels/a: ${LABEL}`],
    ],
    [
      "an empty element, and one that is null, for one of several values",
      "{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: a}, spec: {accessModes: ['', null]}}",
      [0, 1].map(
        (at) =>
          `spec/accessModes/${at}: one of these is expected: ReadOnlyMany, ReadWriteMany, ReadWriteOnce, ReadWriteOncePod`,
      ),
    ],
    [
      "a wrong time in a status, which is read",
      META("{name: a}", "Node").replace("}}", "}, status: {conditions: [{type: a, lastHeartbeatTime: now}]}}"),
      ["status/conditions/0/lastHeartbeatTime: date and time expected, such as 2006-01-02T15:04:05Z"],
    ],
    [
      "null for a finalizer",
      META("{name: a, finalizers: [null]}"),
      [
        "metadata/finalizers/0: the name has letters, digits, `-`, `_` and `.`, begins and ends with a letter or digit, and is at most 63 characters long, after a domain and one `/`, if any",
      ],
    ],
    ["a wrong name", META("{name: My_App}"), [`metadata/name: ${NAME}`]],
    ["no name", META("{labels: {}}"), [": the field `metadata.name` is missing"]],
    [
      "an element without fields",
      "{apiVersion: rbac.authorization.k8s.io/v1, kind: Role, metadata: {name: a}, rules: [null]}",
      ["rules/0: the field `verbs` is missing"],
    ],
    [
      "a wrong key of data",
      "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}, data: {a b: c}}",
      [
        "data/a b: a key has letters, digits, `-`, `_` and `.`, does not begin with `..`, and is at most 253 characters long",
      ],
    ],
    [
      "data that is no base64",
      "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {a: hunter2}}",
      ["data/a: base64 expected"],
    ],
  ])("%s", (_, yaml, expected) => {
    expect(found(apis, objectOf(yaml))).toEqual(expected);
  });

  test("quotes no value", () => {
    const value =
      "{apiVersion: v1, kind: Secret, metadata: {name: a}, data: {a: hunter2}, type: [hunter2], immutable: hunter2}";
    expect(found(apis, objectOf(value)).join("\n")).not.toContain("hunter2");
  });
});

describe("the version of Kubernetes", () => {
  test.each([
    [
      "policy/v1beta1",
      "PodDisruptionBudget",
      "1.25",
      "Kubernetes 1.28 does not serve policy/v1beta1 PodDisruptionBudget, which was removed in 1.25 (use policy/v1 PodDisruptionBudget)",
    ],
    [
      "extensions/v1beta1",
      "Ingress",
      "1.37",
      "Kubernetes 1.37 does not serve extensions/v1beta1 Ingress, which was removed in 1.22 (use networking.k8s.io/v1 Ingress)",
    ],
    [
      "resource.k8s.io/v1",
      "ResourceClaim",
      "1.30",
      "Kubernetes 1.30 does not serve resource.k8s.io/v1 ResourceClaim, which comes with 1.34",
    ],
    [
      "flowcontrol.apiserver.k8s.io/v1beta2",
      "FlowSchema",
      "1.29",
      "Kubernetes 1.29 does not serve flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema, which was removed in 1.29 (use flowcontrol.apiserver.k8s.io/v1 FlowSchema)",
    ],
    ["apps/v1", "Deploymnet", "1.30", "Kubernetes 1.30 has no apps/v1 Deploymnet; did you mean Deployment?"],
    ["v1", "Xyz", "1.30", "Kubernetes 1.30 has no v1 Xyz"],
    ["example.com/v1", "Xyz", "1.30", "unknown"],
    ["networking.k8s.io/v7", "Ingress", "1.30", "unknown"],
  ])("%s %s in %s", async (apiVersion, kind, version, expected) => {
    expect(found(await loadApis(version), { apiVersion, kind, metadata: { name: "a" } })).toEqual([expected]);
  });

  test.each([
    ["1.30", "unknown field"],
    ["1.31", undefined],
  ])("a field that came later, in %s", async (version, text) => {
    const pod = objectOf(POD("{containers: [{name: a}], volumes: [{name: a, image: {reference: b}}]}"));
    const [first] = found(await loadApis(version), pod);
    expect(first?.includes("unknown field")).toBe(text === undefined ? undefined : true);
  });

  test.each([
    ["1.32", "flowcontrol.apiserver.k8s.io/v1beta3", "FlowSchema", undefined],
    ["1.36", "v1", "Endpoints", undefined],
    [
      "1.28",
      "flowcontrol.apiserver.k8s.io/v1beta2",
      "FlowSchema",
      "flowcontrol.apiserver.k8s.io/v1beta2 FlowSchema is deprecated since Kubernetes 1.26; Kubernetes 1.29 serves it no longer (use flowcontrol.apiserver.k8s.io/v1beta3 FlowSchema)",
    ],
  ])("deprecations in %s of %s %s", async (version, apiVersion, kind, expected) => {
    const verdict = (await loadApis(version)).judge({ apiVersion, kind, metadata: { name: "a" } }, NONE);
    expect(verdict.status === "checked" ? verdict.deprecation : undefined).toBe(expected);
  });

  test.each([
    [undefined, 37],
    ["v1.31.4-eks", 31],
    ["1.20", 28],
    ["1.99", 37],
  ])("%s", async (version, minor) => {
    expect((await loadApis(version)).minor).toBe(minor);
  });
});

describe("any value", () => {
  const json = fc.jsonValue({ maxDepth: 6 });
  const kinds = fc.constantFrom("apps/v1 Deployment", "v1 Service", "v1 Secret", "rbac.authorization.k8s.io/v1 Role");

  test("is judged without an error", () => {
    fc.assert(
      fc.property(kinds, json, json, (kind, metadata, rest) => {
        const [apiVersion = "", name = ""] = kind.split(" ");
        const value = {
          ...(isMap(rest as Value) ? (rest as object) : {}),
          spec: rest,
          data: rest,
          rules: rest,
          apiVersion,
          kind: name,
          metadata,
        };
        apis.judge(value as Value, NONE);
      }),
    );
  });

  test("takes time in proportion to its size", async () => {
    const pod = (count: number): Value =>
      objectOf(
        POD(
          `{containers: [${Array.from({ length: count }, (_, at) => `{name: a${at}, env: [{name: b}]}`).join(",")}]}`,
        ),
      );
    const pods = new Map([200, 400].map((size) => [size, pod(size)]));
    expect(await growth(200, (size) => found(apis, pods.get(size) ?? null))).toBeLessThan(2.5);
  });

  test("has at most a hundred findings", () => {
    const labels = Object.fromEntries(Array.from({ length: 500 }, (_, at) => [`-${at}`, "a"]));
    const verdict = apis.judge({ apiVersion: "v1", kind: "ConfigMap", metadata: { name: "a", labels } }, NONE);
    expect(verdict).toMatchObject({
      rest: "only the first problems of the object are listed",
      findings: { length: 100 },
    });
  });

  test("says so where it does not look into all of an object", () => {
    const nested = (depth: number): Value => (depth === 0 ? { type: 1 } : { not: nested(depth - 1) });
    const of = (depth: number): Value => ({
      apiVersion: "apiextensions.k8s.io/v1",
      kind: "CustomResourceDefinition",
      metadata: { name: "as.example.com" },
      spec: {
        group: "example.com",
        names: { kind: "A", plural: "as" },
        scope: "Namespaced",
        versions: [{ name: "v1", served: true, storage: true, schema: { openAPIV3Schema: nested(depth) } }],
      },
    });
    expect(apis.judge(of(10), NONE)).toMatchObject({ rest: undefined, findings: { length: 1 } });
    const rest = "what is nested deeper than 200 levels is not checked";
    expect(apis.judge(of(300), NONE)).toMatchObject({ rest, findings: { length: 0 } });
  });
});
