/** The values that the API server puts into objects. docs/specification/schemas.md 7 */
import { expect, test } from "@jest/globals";
import { DefinitionIndex, withApiDefaults } from "../../src/schemas/index.ts";
import { resource } from "../review/renderings.ts";

const filled = (text: string, definitions: readonly string[] = []): unknown => {
  const index = new DefinitionIndex(definitions.map((each) => resource(each)));
  return withApiDefaults(resource(text).value(), (group, kind) => index.find(group, kind));
};
const object = (apiVersion: string, kind: string, fields: string): string =>
  `apiVersion: ${apiVersion}\nkind: ${kind}\nmetadata: {name: a}\n${fields}`;
const specOf = (apiVersion: string, kind: string, spec: string): unknown =>
  (filled(object(apiVersion, kind, `spec: ${spec}`)) as { spec: unknown }).spec;

const POD = {
  dnsPolicy: "ClusterFirst",
  restartPolicy: "Always",
  schedulerName: "default-scheduler",
  securityContext: {},
  terminationGracePeriodSeconds: 30,
};
const CONTAINER = {
  imagePullPolicy: "IfNotPresent",
  resources: {},
  terminationMessagePath: "/dev/termination-log",
  terminationMessagePolicy: "File",
};
const TEMPLATE = { metadata: {}, spec: { ...POD, containers: [] } };
const EMPTY = "template: {spec: {containers: []}}";

test.each<[title: string, kind: [string, string], spec: string, expected: Record<string, unknown>]>([
  [
    "a Deployment",
    ["apps/v1", "Deployment"],
    `{${EMPTY}}`,
    {
      template: TEMPLATE,
      replicas: 1,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: "25%", maxUnavailable: "25%" } },
    },
  ],
  [
    "a Deployment that names some",
    ["apps/v1", "Deployment"],
    `{${EMPTY}, replicas: 0, strategy: {type: Recreate}}`,
    {
      template: TEMPLATE,
      replicas: 0,
      revisionHistoryLimit: 10,
      progressDeadlineSeconds: 600,
      strategy: { type: "Recreate" },
    },
  ],
  [
    "a StatefulSet",
    ["apps/v1", "StatefulSet"],
    `{${EMPTY}, volumeClaimTemplates: [{spec: {}}]}`,
    {
      template: TEMPLATE,
      replicas: 1,
      revisionHistoryLimit: 10,
      podManagementPolicy: "OrderedReady",
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { partition: 0 } },
      persistentVolumeClaimRetentionPolicy: { whenDeleted: "Retain", whenScaled: "Retain" },
      volumeClaimTemplates: [{ spec: { volumeMode: "Filesystem" } }],
    },
  ],
  [
    "a DaemonSet",
    ["apps/v1", "DaemonSet"],
    `{${EMPTY}}`,
    {
      template: TEMPLATE,
      revisionHistoryLimit: 10,
      updateStrategy: { type: "RollingUpdate", rollingUpdate: { maxSurge: 0, maxUnavailable: 1 } },
    },
  ],
  [
    "a Job",
    ["batch/v1", "Job"],
    `{${EMPTY}}`,
    {
      template: TEMPLATE,
      completions: 1,
      parallelism: 1,
      backoffLimit: 6,
      completionMode: "NonIndexed",
      suspend: false,
      manualSelector: false,
    },
  ],
  [
    "a Job with some at once",
    ["batch/v1", "Job"],
    "{parallelism: 3, backoffLimitPerIndex: 1}",
    {
      parallelism: 3,
      backoffLimitPerIndex: 1,
      backoffLimit: 2_147_483_647,
      completionMode: "NonIndexed",
      suspend: false,
      manualSelector: false,
    },
  ],
  [
    "a CronJob",
    ["batch/v1", "CronJob"],
    `{jobTemplate: {spec: {${EMPTY}}}}`,
    {
      jobTemplate: { metadata: {}, spec: { template: TEMPLATE } },
      concurrencyPolicy: "Allow",
      suspend: false,
      successfulJobsHistoryLimit: 3,
      failedJobsHistoryLimit: 1,
    },
  ],
  [
    "a Pod",
    ["v1", "Pod"],
    '{hostNetwork: false, hostPID: true, containers: [{image: "a:1", ports: [{containerPort: 1}], livenessProbe: {httpGet: {port: 1}}}, {image: a}], volumes: [{configMap: {}}]}',
    {
      ...POD,
      hostPID: true,
      enableServiceLinks: true,
      serviceAccountName: "default",
      volumes: [{ configMap: { defaultMode: 420 } }],
      containers: [
        {
          ...CONTAINER,
          image: "a:1",
          ports: [{ containerPort: 1, protocol: "TCP" }],
          livenessProbe: {
            httpGet: { port: 1, path: "/", scheme: "HTTP" },
            timeoutSeconds: 1,
            periodSeconds: 10,
            successThreshold: 1,
            failureThreshold: 3,
          },
        },
        { ...CONTAINER, image: "a", imagePullPolicy: "Always" },
      ],
    },
  ],
  [
    "a Service",
    ["v1", "Service"],
    "{ports: [{port: 80}]}",
    {
      type: "ClusterIP",
      sessionAffinity: "None",
      internalTrafficPolicy: "Cluster",
      ports: [{ port: 80, protocol: "TCP", targetPort: 80 }],
    },
  ],
  [
    "a Service with an address",
    ["v1", "Service"],
    "{type: LoadBalancer, ports: [{port: 80, targetPort: http, protocol: UDP}]}",
    {
      type: "LoadBalancer",
      sessionAffinity: "None",
      internalTrafficPolicy: "Cluster",
      externalTrafficPolicy: "Cluster",
      allocateLoadBalancerNodePorts: true,
      ports: [{ port: 80, protocol: "UDP", targetPort: "http" }],
    },
  ],
  ["a name of DNS", ["v1", "Service"], "{type: ExternalName}", { type: "ExternalName", sessionAffinity: "None" }],
  [
    "a NetworkPolicy",
    ["networking.k8s.io/v1", "NetworkPolicy"],
    "{egress: [{ports: [{port: 1}]}]}",
    { egress: [{ ports: [{ port: 1, protocol: "TCP" }] }], policyTypes: ["Ingress", "Egress"] },
  ],
  ["a claim", ["v1", "PersistentVolumeClaim"], "{volumeMode: null}", { volumeMode: "Filesystem" }],
  ["an object of another kind", ["example.com/v1", "A"], "{replicas: null}", { replicas: null }],
])("%s", (_title, [apiVersion, kind], spec, expected) => {
  expect(specOf(apiVersion, kind, spec)).toEqual(expected);
});

test("a StatefulSet that names the way of its updates stays as it is", () => {
  expect(specOf("apps/v1", "StatefulSet", "{updateStrategy: {type: RollingUpdate}}")).toMatchObject({
    updateStrategy: { type: "RollingUpdate" },
  });
  expect(specOf("apps/v1", "StatefulSet", "{updateStrategy: {type: OnDelete}}")).toMatchObject({
    updateStrategy: { type: "OnDelete" },
  });
});

test("a Namespace has its name as a label", () => {
  expect(filled(object("v1", "Namespace", ""))).toMatchObject({
    metadata: { labels: { "kubernetes.io/metadata.name": "a" } },
  });
});

test("a custom resource has the defaults of its definition", () => {
  const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: as.example.com}
spec: {group: example.com, names: {kind: A}, versions: [{name: v1, schema: {openAPIV3Schema: {type: object, properties: {spec: {type: object, properties: {size: {type: integer, default: 3}}}}}}}]}`;
  expect(filled(object("example.com/v1", "A", "spec: {}"), [definition])).toMatchObject({ spec: { size: 3 } });
  expect(filled(object("example.com/v2", "A", "spec: {}"), [definition])).toMatchObject({ spec: {} });
});

test("what is no map is left as it is, and the object itself is not changed", () => {
  expect(filled(object("apps/v1", "Deployment", "spec: text"))).toMatchObject({ spec: "text" });
  const given = resource(object("apps/v1", "Deployment", "spec: {template: {spec: {containers: [text]}}}"));
  const before = JSON.stringify(given.value());
  withApiDefaults(given.value(), () => undefined);
  expect(JSON.stringify(given.value())).toBe(before);
});
