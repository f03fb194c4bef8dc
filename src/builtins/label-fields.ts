/** The default fields of labels and annotations, in their effective order (docs/specification/field-specs.md 2.1). */
import { everything, type FieldSpec, fields, type Owner, owner, words } from "../documents/index.ts";

const appsDeployment = owner("Deployment", "apps");
const appsStatefulSet = owner("StatefulSet", "apps");
const batchCronJob = owner("CronJob", "batch");
const batchJob = owner("Job", "batch");
const networkPolicy = owner("NetworkPolicy", "networking.k8s.io");
const replicationController = owner("ReplicationController", "", "v1");

/** Label selectors of affinity and topology spread rules. */
const spreading = words(`
  affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels
  affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels
  topologySpreadConstraints/labelSelector/matchLabels
`).map((path) => `spec/template/spec/${path}`);

/** Labels or annotations of objects and of their pod templates. */
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

export const claimTemplateLabels = fields(appsStatefulSet, ["spec/volumeClaimTemplates[]/metadata/labels"], "create");

/** Labels and selectors. */
export const commonLabels: readonly FieldSpec[] = [
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

export const templateLabels = templateMetadata("labels", appsStatefulSet);

export const annotationFields = templateMetadata("annotations", owner("StatefulSet"));
