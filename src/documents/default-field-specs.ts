/**
 * The field-spec tables that every build starts from, in their effective order (docs/specification/field-specs.md 2.1,
 * 2.2): by rank of the kind, then by group, version and kind. What kustomize does besides these tables stands in the
 * transformers.
 */
import type { Configuration } from "./configuration.ts";
import { nameReferences } from "./default-name-references.ts";
import { variableReferences } from "./default-variable-references.ts";
import { everything, fields, type Owner, owner, words } from "./field-spec-tables.ts";
import type { FieldSpec } from "./kustomization.ts";

const appsDeployment = owner("Deployment", "apps");
const appsStatefulSet = owner("StatefulSet", "apps");
const batchCronJob = owner("CronJob", "batch");
const batchJob = owner("Job", "batch");
const networkPolicy = owner("NetworkPolicy", "networking.k8s.io");
const replicationController = owner("ReplicationController", "", "v1");

/** Label selectors that spread pods relative to each other. */
const spreading = words(`
  affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  topologySpreadConstraints/labelSelector/matchLabels
`).map((path) => `spec/template/spec/${path}`);

/** Labels or annotations of the pod templates of workloads, and of objects themselves. */
function templateMetadata(part: "labels" | "annotations", statefulSet: Owner): FieldSpec[] {
  const template = [`spec/template/metadata/${part}`];
  const jobTemplate = [`spec/jobTemplate/metadata/${part}`, `spec/jobTemplate/spec/template/metadata/${part}`];
  return [
    ...fields(owner("Deployment"), template, "create"),
    ...fields(statefulSet, template, "create"),
    ...fields(batchCronJob, jobTemplate, "create"),
    ...fields(batchJob, template, "create"),
    ...fields(replicationController, template, "create"),
    ...fields(owner("DaemonSet"), template, "create"),
    ...fields(owner("ReplicaSet"), template, "create"),
    ...fields(everything, [`metadata/${part}`], "create"),
  ];
}

const claimTemplateLabels = fields(appsStatefulSet, ["spec/volumeClaimTemplates[]/metadata/labels"], "create");

/** Labels, and the selectors that have to go with them. */
const commonLabels: readonly FieldSpec[] = [
  ...fields(owner("Service", "", "v1"), ["spec/selector"], "create"),
  ...fields(appsDeployment, spreading),
  ...fields(owner("Deployment"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(appsStatefulSet, ["spec/selector/matchLabels"], "create"),
  ...fields(appsStatefulSet, spreading),
  ...claimTemplateLabels,
  ...fields(appsStatefulSet, ["spec/template/metadata/labels"], "create"),
  ...fields(
    batchCronJob,
    words("spec/jobTemplate/metadata/labels spec/jobTemplate/spec/template/metadata/labels"),
    "create",
  ),
  ...fields(batchCronJob, ["spec/jobTemplate/spec/selector/matchLabels"]),
  ...fields(owner("PodDisruptionBudget", "policy"), ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/selector/matchLabels"]),
  ...fields(batchJob, ["spec/template/metadata/labels"], "create"),
  ...fields(
    networkPolicy,
    words(
      "spec/egress/to/podSelector/matchLabels spec/ingress/from/podSelector/matchLabels spec/podSelector/matchLabels",
    ),
  ),
  ...fields(replicationController, words("spec/template/metadata/labels spec/selector"), "create"),
  ...fields(owner("DaemonSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(owner("ReplicaSet"), words("spec/template/metadata/labels spec/selector/matchLabels"), "create"),
  ...fields(everything, ["metadata/labels"], "create"),
];

const images = words(`
  spec/containers[]/image
  spec/initContainers[]/image
  spec/volumes[]/image/reference
  spec/template/spec/containers[]/image
  spec/template/spec/initContainers[]/image
  spec/template/spec/volumes[]/image/reference
`);

export const emptyConfiguration: Configuration = {
  namePrefix: [],
  nameSuffix: [],
  namespace: [],
  commonLabels: [],
  labels: [],
  templateLabels: [],
  volumeClaimTemplateLabels: [],
  commonAnnotations: [],
  nameReference: [],
  varReference: [],
  images: [],
  replicas: [],
};

export const defaultConfiguration: Configuration = {
  namePrefix: fields(everything, ["metadata/name"]),
  nameSuffix: fields(everything, ["metadata/name"]),
  namespace: [
    ...fields(owner("Namespace"), ["metadata/name"], "create"),
    ...fields(owner("CustomResourceDefinition", "apiextensions.k8s.io"), [
      "spec/conversion/webhook/clientConfig/service/namespace",
    ]),
    ...fields(owner("APIService", "apiregistration.k8s.io"), ["spec/service/namespace"], "create"),
  ],
  commonLabels,
  labels: [],
  templateLabels: templateMetadata("labels", appsStatefulSet),
  volumeClaimTemplateLabels: claimTemplateLabels,
  commonAnnotations: templateMetadata("annotations", owner("StatefulSet")),
  nameReference: nameReferences,
  varReference: variableReferences,
  images: fields(everything, images, "create"),
  replicas: words("Deployment StatefulSet ReplicaSet ReplicationController").flatMap((kind) =>
    fields(owner(kind), ["spec/replicas"], "create"),
  ),
};
