import { describe, expect, test } from "@jest/globals";
import { builtInSchemas, isClusterScoped, type Schema, schemaFor } from "../../src/resource/merge-schema.ts";

/** Follows fields; `[]` steps into a list. */
function follow(apiVersion: string, kind: string, path: string): Schema | undefined {
  return path
    .split("/")
    .reduce(
      (schema: Schema | undefined, step) => (step === "[]" ? schema?.elements() : schema?.field(step)),
      schemaFor(apiVersion, kind),
    );
}

// docs/specification/strategic-merge.md 6.1 to 6.3
describe("merge keys", () => {
  const pod = "spec/template/spec";
  test.each<[apiVersion: string, kind: string, path: string, keys: string[] | undefined]>([
    ["apps/v1", "Deployment", `${pod}/containers`, ["name"]],
    ["apps/v1", "Deployment", `${pod}/initContainers`, ["name"]],
    ["apps/v1", "Deployment", `${pod}/containers/[]/ports`, ["containerPort", "protocol"]],
    ["apps/v1", "Deployment", `${pod}/containers/[]/env`, ["name"]],
    ["apps/v1", "Deployment", `${pod}/containers/[]/volumeMounts`, ["mountPath"]],
    ["apps/v1", "Deployment", `${pod}/containers/[]/volumeDevices`, ["devicePath"]],
    ["apps/v1", "Deployment", `${pod}/topologySpreadConstraints`, ["topologyKey", "whenUnsatisfiable"]],
    ["apps/v1", "Deployment", `${pod}/hostAliases`, ["ip"]],
    ["apps/v1", "Deployment", `${pod}/imagePullSecrets`, ["name"]],
    ["apps/v1", "Deployment", `${pod}/ephemeralContainers`, ["name"]],
    ["apps/v1", "Deployment", "metadata/finalizers", []],
    ["apps/v1", "Deployment", "metadata/ownerReferences", ["uid"]],
    ["apps/v1", "Deployment", `${pod}/tolerations`, undefined],
    ["apps/v1", "Deployment", `${pod}/containers/[]/envFrom`, undefined],
    ["apps/v1", "Deployment", `${pod}/containers/[]/args`, undefined],
    ["batch/v1", "CronJob", "spec/jobTemplate/spec/template/spec/volumes", ["name"]],
    ["apps/v1", "StatefulSet", "spec/volumeClaimTemplates", undefined],
    ["v1", "Service", "spec/ports", ["port", "protocol"]],
    ["v1", "ServiceAccount", "secrets", ["name"]],
    ["v1", "Node", "spec/podCIDRs", []],
    ["networking.k8s.io/v1", "Ingress", "spec/rules", undefined],
    ["admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration", "webhooks", ["name"]],
    ["kustomize.config.k8s.io/v1beta1", "Kustomization", "configMapGenerator", ["name"]],
  ])("%s %s %s: %j", (apiVersion, kind, path, keys) => {
    expect(follow(apiVersion, kind, path)?.mergeKeys).toEqual(keys);
  });

  test.each([
    ["apps/v1beta1", "Deployment"],
    ["example.com/v1", "Widget"],
    ["autoscaling/v2", "HorizontalPodAutoscaler"],
    ["", ""],
    ["v1", "toString"],
  ])("%s %s is unknown", (apiVersion, kind) => {
    expect(builtInSchemas.schemaFor(apiVersion, kind)).toBeUndefined();
  });

  test("a type without merging lists is a known type", () => {
    expect(follow("apps/v1", "ControllerRevision", "data")).toBeDefined();
    expect(follow("apps/v1", "ControllerRevision", "data/spec")).toBeUndefined();
    expect(follow("apps/v1", "Deployment", "spec/unheardOf")).toBeUndefined();
  });
});

// docs/specification/identity.md 1.3
describe("scope", () => {
  test.each<[apiVersion: string, kind: string, isCluster: boolean]>([
    ["v1", "Namespace", true],
    ["rbac.authorization.k8s.io/v1", "ClusterRole", true],
    ["rbac.authorization.k8s.io/v1alpha1", "ClusterRole", false],
    // docs/specification/versions.md 1.10
    ["admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", true],
    ["admissionregistration.k8s.io/v1beta1", "ValidatingAdmissionPolicy", false],
    ["storage.k8s.io/v1", "StorageClass", true],
    ["gateway.networking.k8s.io/v1", "GatewayClass", false],
    ["apps/v1", "Deployment", false],
    ["apps/v1", "Namespace", false],
    ["", "constructor", false],
  ])("%s %s: %s", (apiVersion, kind, isCluster) => {
    expect(isClusterScoped(apiVersion, kind)).toBe(isCluster);
  });
});
