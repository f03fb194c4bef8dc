/** What each rule of noise folds, and what it must not fold. */
import { describe, expect, test } from "@jest/globals";
import { EMPTY_CONFIGURATION, type NoiseRule, PathPattern } from "../../../../src/configuration/index.ts";
import type { Value } from "../../../../src/render/rendering.ts";
import type { FieldChange } from "../../../../src/review/index.ts";
import { BUILT_IN_RULES, foldFields } from "../../../../src/review/summary/noise/index.ts";

type Given = Omit<FieldChange, "label">;

const GROUPS: Readonly<Record<string, string>> = {
  Deployment: "apps/v1",
  StatefulSet: "apps/v1",
  CronJob: "batch/v1",
  Job: "batch/v1",
  ClusterRole: "rbac.authorization.k8s.io/v1",
  Role: "rbac.authorization.k8s.io/v1",
  RoleBinding: "rbac.authorization.k8s.io/v1",
  NetworkPolicy: "networking.k8s.io/v1",
  Ingress: "networking.k8s.io/v1",
  HorizontalPodAutoscaler: "autoscaling/v2",
  VirtualService: "networking.istio.io/v1",
  PrometheusRule: "monitoring.coreos.com/v1",
  CustomResourceDefinition: "apiextensions.k8s.io/v1",
  ValidatingWebhookConfiguration: "admissionregistration.k8s.io/v1",
  APIService: "apiregistration.k8s.io/v1",
};

function ruleOf(
  kind: string,
  field: Given,
  sides: readonly [Value | undefined, Value | undefined] = [{}, {}],
  rules: NoiseRule[] = [],
): string {
  const object = { apiVersion: GROUPS[kind] ?? "v1", kind, namespace: "shop", name: "web" };
  const [base, head] = sides;
  const [found] = foldFields([{ ...field, label: "x" }], { object, base, head }, { off: new Set(), rules });
  return found?.noise ?? "-";
}

const set = (path: string, before: unknown = "a-1.2.3", after: unknown = "a-1.3.0"): Given => ({
  path,
  op: "changed",
  before,
  after,
});
const added = (path: string, after: unknown): Given => ({ path, op: "added", after });
const moved = (path: string): Given => ({ path, op: "reordered" });
const sums = (path: string): Given => set(path, "a".repeat(63).concat("1"), "b".repeat(63).concat("2"));

const LABELS = "/metadata/labels";
const NOTES = "/metadata/annotations";
const POD = "/spec/template/metadata";
const SCHEMA = "/spec/versions/0/schema/openAPIV3Schema";

describe("labels and annotations", () => {
  test.each<[rule: string, kind: string, field: Given]>([
    ["chart-labels", "Deployment", set(`${LABELS}/helm.sh~1chart`)],
    ["chart-labels", "Widget", set(`${LABELS}/app.kubernetes.io~1version`, "1", "2")],
    ["chart-labels", "Deployment", set(`${POD}/labels/helm.sh~1chart`)],
    ["chart-labels", "CronJob", set("/spec/jobTemplate/spec/template/metadata/labels/helm.sh~1chart")],
    ["chart-labels", "ConfigMap", added(`${LABELS}/helm.sh~1chart`, "web-1.2.3")],
    ["chart-labels", "ConfigMap", added(LABELS, { "helm.sh/chart": "web-1.2.3", "app.kubernetes.io/version": "2" })],
    ["-", "ConfigMap", added(LABELS, { "helm.sh/chart": "web-1.2.3", team: "a" })],
    ["-", "ConfigMap", added(LABELS, { "helm.sh/chart": "web-1.2.3", heritage: "Helm" })],
    ["chart-labels", "Deployment", set(`${LABELS}/chart`)],
    ["-", "Deployment", set(`${LABELS}/chart`, "bars", "pies")],
    ["-", "Deployment", set("/spec/selector/matchLabels/app.kubernetes.io~1version", "1", "2")],
    ["-", "Service", set("/spec/selector/app.kubernetes.io~1version", "1", "2")],
    ["-", "StatefulSet", set("/spec/volumeClaimTemplates/0/metadata/labels/helm.sh~1chart")],
    ["-", "Job", set(`${POD}/labels/helm.sh~1chart`)],
    ["-", "ConfigMap", set("/data/metadata/labels/helm.sh~1chart")],
    ["-", "Deployment", set(`${NOTES}/helm.sh~1chart`)],
    ["-", "Deployment", set(`${LABELS}/helm.sh~1chart~1x`)],
    ["-", "Deployment", { path: `${LABELS}/helm.sh~1chart`, op: "changed", redacted: true }],

    ["checksums", "Deployment", sums(`${POD}/annotations/checksum~1config`)],
    ["checksums", "Deployment", sums(`${POD}/annotations/example.com~1config-hash`)],
    ["checksums", "StatefulSet", sums(`${POD}/annotations/secret-checksum`)],
    ["checksums", "Deployment", sums(`${NOTES}/checksum~1config`)],
    ["checksums", "Deployment", added(`${POD}/annotations/checksum~1config`, "5f3c9a01")],
    ["-", "Deployment", set(`${POD}/annotations/checksum~1config`, "enabled", "disabled")],
    ["-", "Deployment", set(`${POD}/annotations/checksum~1config`, "1 a b", "2 c d")],
    ["-", "Deployment", sums(`${POD}/annotations/rehash`)],
    ["-", "Deployment", sums(`${POD}/labels/checksum~1config`)],
    ["-", "ConfigMap", sums("/data/checksum~1config")],
    ["-", "Job", sums(`${POD}/annotations/checksum~1config`)],

    ["managed-by", "Deployment", set(`${LABELS}/app.kubernetes.io~1managed-by`, "Helm", "kustomize")],
    ["managed-by", "Deployment", set(`${LABELS}/heritage`, "Tiller", "Helm")],
    ["managed-by", "Deployment", added(`${NOTES}/meta.helm.sh~1release-name`, "web")],
    ["managed-by", "Deployment", set(`${NOTES}/config.kubernetes.io~1origin`, "path: a", "path: b")],
    ["managed-by", "Deployment", added(NOTES, { "config.kubernetes.io/origin": "path: a" })],
    ["-", "Deployment", set(`${NOTES}/config.kubernetes.io~1local-config`, "false", "true")],
    ["-", "Deployment", set(`${NOTES}/config.kubernetes.io~1depends-on`)],
    ["-", "Deployment", set(`${LABELS}/release`)],
    ["-", "Deployment", set("/spec/selector/matchLabels/app.kubernetes.io~1managed-by")],
  ])("%s: %s %j", (rule, kind, field) => {
    expect(ruleOf(kind, field)).toBe(rule);
  });
});

test("a label of Pods that the workload selects is not folded: without it, the API server refuses the workload", () => {
  const selecting = (chart: string): Value => ({ spec: { selector: { matchLabels: { chart, app: "web" } } } });
  const rulesOf = (head: Value, path: string) =>
    foldFields(
      [{ ...set(path, "web-1.2.0", "web-1.3.0"), label: "chart" }],
      { object: { apiVersion: "apps/v1", kind: "Deployment", namespace: "", name: "web" }, base: {}, head },
      EMPTY_CONFIGURATION.noise,
    )[0]?.noise;
  expect(rulesOf(selecting("web-1.2.0"), "/spec/template/metadata/labels/chart")).toBeUndefined();
  expect(rulesOf(selecting("web-1.2.0"), "/metadata/labels/chart")).toBe("chart-labels");
  expect(rulesOf({}, "/spec/template/metadata/labels/chart")).toBe("chart-labels");
});

describe("another order", () => {
  const pod = "/spec/template/spec";
  test.each<[rule: "reordering" | "-", kind: string, path: string]>([
    ["reordering", "Deployment", `${pod}/volumes`],
    ["reordering", "Deployment", `${pod}/tolerations`],
    ["reordering", "Deployment", `${pod}/containers/0/volumeMounts`],
    ["reordering", "Deployment", `${pod}/containers/1/ports`],
    ["reordering", "Deployment", `${pod}/initContainers/0/securityContext/capabilities/drop`],
    ["reordering", "CronJob", "/spec/jobTemplate/spec/template/spec/volumes"],
    ["reordering", "ClusterRole", "/rules"],
    ["reordering", "Role", "/rules/3/verbs"],
    ["reordering", "RoleBinding", "/subjects"],
    ["reordering", "Service", "/spec/ports"],
    ["reordering", "NetworkPolicy", "/spec/ingress/0/from"],
    ["reordering", "ConfigMap", "/metadata/ownerReferences"],
    ["reordering", "CustomResourceDefinition", `${SCHEMA}/properties/spec/required`],
    ["-", "Deployment", `${pod}/containers`],
    ["-", "Deployment", `${pod}/initContainers`],
    ["-", "Deployment", `${pod}/containers/0/args`],
    ["-", "Deployment", `${pod}/containers/0/command`],
    ["-", "Deployment", `${pod}/containers/0/envFrom`],
    ["reordering", "Deployment", `${pod}/volumes/0/configMap/items`],
    ["-", "Deployment", `${pod}/volumes/0/projected/sources`],
    ["-", "Deployment", "/spec/volumes"],
    ["-", "Job", `${pod}/volumes`],
    ["-", "Ingress", "/spec/rules/0/http/paths"],
    ["-", "Ingress", "/spec/rules"],
    ["-", "ValidatingWebhookConfiguration", "/webhooks"],
    ["-", "VirtualService", "/spec/http"],
    ["-", "PrometheusRule", "/spec/groups"],
    ["-", "ConfigMap", "/data/rules"],
    ["-", "NetworkPolicy", "/spec/podSelector/matchExpressions"],
  ])("%s: %s %s", (rule, kind, path) => {
    expect(ruleOf(kind, moved(path))).toBe(rule);
  });

  test("of a kind of others with the name of one of Kubernetes is not folded", () => {
    const object = { apiVersion: "example.com/v1", kind: "Role", namespace: "", name: "x" };
    const fields = foldFields(
      [{ ...moved("/rules"), label: "rules" }],
      { object, base: {}, head: {} },
      EMPTY_CONFIGURATION.noise,
    );
    expect(fields[0]?.noise).toBeUndefined();
  });

  const env = (...list: Value[]): Value => ({
    spec: { template: { spec: { containers: [{ name: "web", env: list }] } } },
  });
  const [A, B] = [
    { name: "A", value: "1" },
    { name: "B", value: "2" },
  ];
  test.each<[rule: "reordering" | "-", what: string, base: Value | undefined, head: Value | undefined]>([
    ["reordering", "variables of their own", env(A, B), env(B, A)],
    [
      "reordering",
      "variables from elsewhere",
      env(A, { name: "S", valueFrom: {} }),
      env({ name: "S", valueFrom: {} }, A),
    ],
    ["-", "a variable made of another", env(A, { name: "B", value: "$(A)/x" }), env({ name: "B", value: "$(A)/x" }, A)],
    ["-", "a variable that was made of another", env(A, { name: "B", value: "$(A)" }), env(B, A)],
    [
      "-",
      "a variable that is defined twice",
      env(A, B, { name: "A", value: "3" }),
      env(B, A, { name: "A", value: "3" }),
    ],
    ["-", "values that are not known", undefined, env(A, B)],
  ])("%s of env with %s", (rule, _, base, head) => {
    expect(ruleOf("Deployment", moved("/spec/template/spec/containers/0/env"), [base, head])).toBe(rule);
  });
});

test.each<[rule: string, kind: string, field: Given]>([
  ["ca-bundle", "ValidatingWebhookConfiguration", set("/webhooks/2/clientConfig/caBundle")],
  ["ca-bundle", "CustomResourceDefinition", set("/spec/conversion/webhook/clientConfig/caBundle")],
  ["ca-bundle", "APIService", set("/spec/caBundle")],
  ["-", "APIService", { path: "/spec/caBundle", op: "removed", before: "x" }],
  ["-", "ValidatingWebhookConfiguration", set("/webhooks/2/clientConfig/url")],
  ["-", "ConfigMap", set("/data/caBundle")],
  ["descriptions", "CustomResourceDefinition", set(`${SCHEMA}/properties/spec/description`)],
  ["descriptions", "CustomResourceDefinition", added(`${SCHEMA}/properties/spec/description`, "text")],
  ["descriptions", "CustomResourceDefinition", set(`${SCHEMA}/properties/selector/properties/matchLabels/description`)],
  ["-", "CustomResourceDefinition", set(`${SCHEMA}/properties/description`)],
  ["-", "CustomResourceDefinition", set(`${SCHEMA}/properties/a/default/description`)],
])("definitions and webhooks: %s: %s %j", (rule, kind, field) => {
  expect(ruleOf(kind, field)).toBe(rule);
});

describe("rules of the configuration", () => {
  const rule = (path: string, more: Partial<NoiseRule> = {}): NoiseRule => ({
    name: "own",
    paths: [new PathPattern(path)],
    ...more,
  });

  test.each<[found: string, kind: string, field: Given, rule: NoiseRule]>([
    ["own", "Deployment", set(`${NOTES}/example.com~1built-at`), rule(`${NOTES}/example.com~1built-at`)],
    ["own", "Deployment", added(NOTES, { "built-at": "1" }), rule(`${NOTES}/built-at`)],
    ["-", "Deployment", added(NOTES, { "built-at": "1", other: "2" }), rule(`${NOTES}/built-at`)],
    ["own", "Deployment", set("/spec/replicas", 1, 2), rule("/spec/**", { kinds: ["Deploy*"], names: ["web"] })],
    ["-", "Deployment", set("/spec/replicas", 1, 2), rule("/spec/**", { kinds: ["StatefulSet"] })],
    ["-", "Deployment", set("/spec/replicas", 1, 2), rule("/spec")],
    [
      "own",
      "Deployment",
      { ...set("/spec/template/spec/containers/1/image"), namedPath: "/spec/template/spec/containers/web/image" },
      rule("/**/containers/web/image"),
    ],
    ["-", "Deployment", set("/spec/selector/matchLabels/a"), rule("/**")],
    ["-", "Service", set("/spec/selector/a"), rule("/**")],
    ["-", "NetworkPolicy", set("/spec/podSelector/matchLabels/a"), rule("/**")],
    ["-", "Secret", added("/data/key", "x"), rule("/**")],
    ["-", "Secret", { path: "/stringData/key", op: "changed", redacted: true }, rule("/**")],
    ["own", "Secret", set(`${NOTES}/built-at`), rule("/**")],
    ["-", "ConfigMap", { path: "/data/a", op: "changed", redacted: true }, rule("/**")],
    ["-", "ConfigMap", { path: "/data/a", op: "changed", encrypted: true }, rule("/**")],
    ["-", "Deployment", { ...set("/spec/name"), reference: true }, rule("/**")],
    // The built-in rule is named first.
    ["chart-labels", "Deployment", set(`${LABELS}/helm.sh~1chart`), rule("/**")],
  ])("%s: %s %j %j", (found, kind, field, given) => {
    expect(ruleOf(kind, field, [{}, {}], [given])).toBe(found);
  });

  test("a built-in rule that is off folds nothing", () => {
    const field = { ...set(`${LABELS}/helm.sh~1chart`), label: "x" };
    const object = { apiVersion: "v1", kind: "ConfigMap", namespace: "", name: "x" };
    const settings = { off: new Set(["chart-labels"]), rules: [] };
    expect(foldFields([field], { object, base: {}, head: {} }, settings)).toEqual([field]);
  });
});

test("rules have ids and summaries of one line, and no two have the same", () => {
  for (const { id, summary } of BUILT_IN_RULES) {
    expect(id).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(summary).toMatch(/^[A-Z`][^\n]*\.$/);
  }
  expect(new Set(BUILT_IN_RULES.map(({ id }) => id)).size).toBe(BUILT_IN_RULES.length);
});
