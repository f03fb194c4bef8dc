/**
 * The fields that hold the names of other objects: for each referred kind, the fields that refer to it
 * (docs/specification/name-references.md 1.1).
 */
import type { NameReference } from "./configuration.ts";
import { fields, owner, podFields, words } from "./field-spec-tables.ts";
import type { FieldSpec } from "./kustomization-parts.ts";

const rbac = "rbac.authorization.k8s.io";
const admission = "admissionregistration.k8s.io";
const roleBinding = owner("RoleBinding", rbac);
const clusterRoleBinding = owner("ClusterRoleBinding", rbac);

/** The order of these kinds in tables about pods that name one object of another kind. */
const workloads = ["StatefulSet", "Deployment", "ReplicationController", "CronJob", "Job", "DaemonSet"] as const;

/** The order of kinds in the tables of ConfigMaps and Secrets, without Pod, which has a version, and CronJob. */
const mounting = ["PodTemplate", "Deployment", "ReplicaSet", "DaemonSet", "StatefulSet", "Job"] as const;

function namedByPods(field: string): FieldSpec[] {
  return [...podFields("Pod", [field]), ...workloads.flatMap((kind) => podFields(kind, [field]))];
}

function scaledBy(kind: string): NameReference {
  return { kind, fieldSpecs: fields(owner("HorizontalPodAutoscaler"), ["spec/scaleTargetRef/name"]) };
}

const configMapFields = words(`
  volumes/configMap/name
  containers/env/valueFrom/configMapKeyRef/name
  initContainers/env/valueFrom/configMapKeyRef/name
  containers/envFrom/configMapRef/name
  initContainers/envFrom/configMapRef/name
  volumes/projected/sources/configMap/name
`);

const secretFields = words(`
  volumes/secret/secretName
  containers/env/valueFrom/secretKeyRef/name
  initContainers/env/valueFrom/secretKeyRef/name
  containers/envFrom/secretRef/name
  initContainers/envFrom/secretRef/name
  imagePullSecrets/name
  volumes/projected/sources/secret/name
`);

/** CronJobs list their projected volumes right after the others. */
function projectedSecond(paths: readonly string[]): string[] {
  return [...paths.slice(0, 1), ...paths.slice(-1), ...paths.slice(1, -1)];
}

function mounted(paths: readonly string[]): FieldSpec[] {
  return [
    ...podFields("Pod", paths, "v1"),
    ...mounting.flatMap((kind) => podFields(kind, paths)),
    ...podFields("CronJob", projectedSecond(paths)),
  ];
}

/** kustomize looks for `IngressClass` in a group that no object has, so these names are never followed. */
const ingressClass: NameReference = {
  kind: "IngressClass",
  group: "networking.k8s.io/v1",
  version: "v1",
  fieldSpecs: fields(owner("Ingress"), ["spec/ingressClassName"]),
};

export const nameReferences: readonly NameReference[] = [
  {
    kind: "StorageClass",
    group: "storage.k8s.io",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolume"), ["spec/storageClassName"]),
      ...fields(owner("PersistentVolumeClaim"), ["spec/storageClassName"]),
      ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/storageClassName"]),
    ],
  },
  {
    kind: "ServiceAccount",
    version: "v1",
    fieldSpecs: [
      ...fields(roleBinding, ["subjects"]),
      ...fields(clusterRoleBinding, ["subjects"]),
      ...namedByPods("serviceAccountName"),
    ],
  },
  { kind: "Role", group: rbac, fieldSpecs: fields(roleBinding, ["roleRef/name"]) },
  {
    kind: "ClusterRole",
    group: rbac,
    fieldSpecs: [...fields(roleBinding, ["roleRef/name"]), ...fields(clusterRoleBinding, ["roleRef/name"])],
  },
  {
    kind: "ConfigMap",
    version: "v1",
    fieldSpecs: [
      ...mounted(configMapFields),
      ...fields(owner("Node"), ["spec/configSource/configMap"]),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Ingress"), ["metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap"]),
    ],
  },
  {
    kind: "Secret",
    version: "v1",
    fieldSpecs: [
      ...mounted(secretFields),
      ...fields(owner("Ingress"), [
        "spec/tls/secretName",
        "metadata/annotations/ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret",
        "metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret",
      ]),
      ...fields(owner("ServiceAccount"), ["imagePullSecrets/name"]),
      ...fields(
        owner("StorageClass"),
        words("parameters/secretName parameters/adminSecretName parameters/userSecretName parameters/secretRef"),
      ),
      ...fields(owner("Role"), ["rules/resourceNames"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
      ...fields(owner("Service", "serving.knative.dev", "v1"), [
        "spec/template/spec/containers/env/valueFrom/secretKeyRef/name",
      ]),
      ...fields(owner("PersistentVolume"), ["spec/azureFile/secretName"]),
    ],
  },
  {
    kind: "Service",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("StatefulSet", "apps"), ["spec/serviceName"]),
      ...fields(
        owner("Ingress"),
        words(`
          spec/rules/http/paths/backend/serviceName
          spec/backend/serviceName
          spec/rules/http/paths/backend/service/name
          spec/defaultBackend/service/name
        `),
      ),
      ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/name"]),
      ...fields(owner("ValidatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"]),
      ...fields(owner("MutatingWebhookConfiguration", admission), ["webhooks/clientConfig/service"]),
    ],
  },
  {
    kind: "PriorityClass",
    group: "scheduling.k8s.io",
    version: "v1",
    fieldSpecs: namedByPods("priorityClassName"),
  },
  {
    kind: "PersistentVolume",
    version: "v1",
    fieldSpecs: [
      ...fields(owner("PersistentVolumeClaim"), ["spec/volumeName"]),
      ...fields(owner("ClusterRole"), ["rules/resourceNames"]),
    ],
  },
  {
    kind: "PersistentVolumeClaim",
    version: "v1",
    fieldSpecs: namedByPods("volumes/persistentVolumeClaim/claimName"),
  },
  scaledBy("Deployment"),
  scaledBy("StatefulSet"),
  {
    kind: "ValidatingAdmissionPolicy",
    group: admission,
    fieldSpecs: fields(owner("ValidatingAdmissionPolicyBinding", admission), ["spec/policyName"]),
  },
  ingressClass,
  scaledBy("ReplicaSet"),
  scaledBy("ReplicationController"),
];
