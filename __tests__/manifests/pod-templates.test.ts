/** Where an object describes its Pods, and where it only seems to. */
import { expect, test } from "@jest/globals";
import { podTemplateOf } from "../../src/manifests/index.ts";
import { resource } from "../review/renderings.ts";

const POD = "{spec: {containers: [{name: web}]}}";
/** A template at every place that some kind has, with the place as its label. */
const EVERYWHERE = [
  "metadata: {name: web, labels: {at: object}}",
  "template: {metadata: {labels: {at: template}}, spec: {containers: []}}",
  "spec:",
  "  containers: []",
  "  template: {metadata: {labels: {at: spec}}, spec: {containers: []}}",
  "  jobTemplate: {spec: {template: {metadata: {labels: {at: job}}, spec: {containers: []}}}}",
].join("\n");

const pathOf = (kind: string, body: string): string | undefined => {
  const [apiVersion, name] = kind.split(" ");
  const metadata = body.startsWith("metadata:") ? "" : "metadata: {name: web}\n";
  return podTemplateOf(resource(`apiVersion: ${apiVersion}\nkind: ${name}\n${metadata}${body}`))?.path.join(".");
};

test.each([
  ["apps/v1 DaemonSet", "spec.template"],
  ["apps/v1 Deployment", "spec.template"],
  ["extensions/v1beta1 Deployment", "spec.template"],
  ["apps/v1 ReplicaSet", "spec.template"],
  ["apps/v1 StatefulSet", "spec.template"],
  ["apps.openshift.io/v1 DeploymentConfig", "spec.template"],
  ["batch/v1 Job", "spec.template"],
  ["batch/v1beta1 CronJob", "spec.jobTemplate.spec.template"],
  ["v1 Pod", ""],
  ["v1 PodTemplate", "template"],
  ["v1 ReplicationController", "spec.template"],
  ["argoproj.io/v1alpha1 Rollout", "spec.template"],
])("the Pods of %s are at %j, whatever else it has", (kind, path) => {
  expect(pathOf(kind, EVERYWHERE)).toBe(path);
});

test.each([
  ["apps/v1 Deployment", `spec: {jobTemplate: {spec: {template: ${POD}}}}`],
  ["apps/v1 Deployment", `template: ${POD}`],
  ["batch/v1 CronJob", `spec: {template: ${POD}}`],
  ["v1 Pod", `spec: {template: ${POD}}`],
  ["v1 ConfigMap", "data: {containers: none}"],
  ["example.com/v1 Pod", "spec: {containers: []}"],
  ["apps/v1 Deployment", "spec: {template: {spec: {containers: {}}}}"],
  ["apps/v1 Deployment", "spec: {template: {spec: containers}}"],
  ["apps/v1 Deployment", "spec: [containers]"],
])("a stray or odd field makes no Pods: %s with %s", (kind, body) => {
  expect(pathOf(kind, body)).toBeUndefined();
});

test.each([`spec: {jobTemplate: {spec: {template: ${POD}}}}`, `template: ${POD}`])(
  "a custom kind may have %s",
  (body) => {
    expect(pathOf("example.com/v1 Scheduled", body)).toBeDefined();
  },
);
