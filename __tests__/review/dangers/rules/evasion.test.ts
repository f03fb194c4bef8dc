/** What somebody writes who wants a rule to look elsewhere. */
import { describe, expect, test } from "@jest/globals";
import { deployment, findings, object, places } from "./objects.ts";

const POD_WITH = (more: string) => `{containers: [{name: web, image: "web:1"${more}}]}`;
const PRIVILEGED = POD_WITH(", securityContext: {privileged: true}");

describe("a field that the kind does not have", () => {
  test.each([
    [
      "batch/v1 CronJob",
      (pod: string) => `spec: {template: {spec: {containers: []}}, jobTemplate: {spec: {template: {spec: ${pod}}}}}`,
    ],
    ["v1 PodTemplate", (pod: string) => `spec: {template: {spec: {containers: []}}}\ntemplate: {spec: ${pod}}`],
  ])("does not hide the Pods of a %s", (kind, body) => {
    const [base, head] = [POD_WITH(""), PRIVILEGED].map((pod) => object(kind, body(pod)));
    expect(places("privileged", base, head)).toHaveLength(1);
  });
});

test.each([
  ["//etc", "/etc"],
  ["/./etc", "/etc"],
  ["/tmp/../etc/", "/etc/"],
  ["/var//lib/./kubelet", "/var/lib/kubelet"],
  ["/.", "/"],
])("the directory %s of the node counts as %s", (path, shown) => {
  const head = deployment(
    "volumeMounts: [{name: v, mountPath: /v}]",
    `volumes: [{name: v, hostPath: {path: ${path}}}]`,
  );
  expect(findings("host-path", deployment(""), head)).toEqual([expect.stringMatching(/^high .* \(/)]);
  expect(findings("host-path", deployment(""), head)[0]).toContain(`( -> ${shown})`);
});

test("Pods whose containers are all processes of the node are privileged", () => {
  const head = deployment("", "securityContext: {windowsOptions: {hostProcess: true}}");
  expect(places("privileged", deployment(""), head)).toEqual([
    "high /spec/template/spec/securityContext/windowsOptions/hostProcess",
  ]);
  expect(places("privileged", head, head)).toEqual([]);
});

test.each(["'0'", "0", "0Gi"])("a limit of %s is none", (none) => {
  const limited = (memory: string) => deployment(`resources: {limits: {memory: ${memory}}}`);
  expect(places("removed-limits", limited("1Gi"), limited(none))).toHaveLength(1);
  expect(places("removed-limits", limited(none), deployment(""))).toEqual([]);
});

describe("permissions under another name", () => {
  const role = (rule: string) => object("rbac.authorization.k8s.io/v1 ClusterRole", `rules: [${rule}]`);
  test.each([
    ["every exec", '{apiGroups: [""], resources: ["*/exec"], verbs: [create]}', "run commands"],
    ["every token", '{apiGroups: ["*"], resources: ["*/token"], verbs: [create]}', "make tokens"],
    ["all verbs on users", '{apiGroups: [""], resources: [users, groups], verbs: ["*"]}', "`impersonate`"],
    ["all verbs on ServiceAccounts", '{apiGroups: [""], resources: [serviceaccounts], verbs: ["*"]}', "`impersonate`"],
    ["all verbs on extras", '{apiGroups: ["*"], resources: [userextras], verbs: ["*"]}', "`impersonate`"],
  ])("%s", (_name, rule, text) => {
    expect(findings("rbac-widened", undefined, role(rule))).toEqual([expect.stringContaining(text)]);
    expect(findings("rbac-widened", undefined, role(rule))[0]).toMatch(/^high/);
  });
  test.each([
    ["the users of somebody else", '{apiGroups: [example.com], resources: [users], verbs: ["*"]}'],
    ["a status of everything", '{apiGroups: [""], resources: ["*/status"], verbs: [update]}'],
  ])("not %s", (_name, rule) => {
    expect(findings("rbac-widened", undefined, role(rule))).toEqual([]);
  });
});

test("a tool that replaces a claim deletes its data: that stays a high danger", () => {
  const claim = (className: string, annotations?: string) =>
    object(
      "v1 PersistentVolumeClaim",
      `spec: {storageClassName: ${className}}`,
      annotations === undefined ? {} : { annotations },
    );
  const found = findings("immutable-field", claim("a"), claim("b", "argocd.argoproj.io/sync-options: Force=true"));
  expect(found).toEqual([expect.stringMatching(/^high .*its volume and data go with it/)]);
});

test("Argo CD prunes an object with Delete=false: that is about the removal of its application", () => {
  const claim = object("v1 PersistentVolumeClaim", "", {
    annotations: "argocd.argoproj.io/sync-options: Delete=false",
  });
  expect(places("removed-pvc", claim, undefined)).toEqual(["high "]);
});
