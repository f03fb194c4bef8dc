/** The fields in which `$(NAME)` of a variable is replaced (docs/specification/variables.md 3.1). */
import { everything, fields, owner, podFields, words } from "./field-spec-tables.ts";
import type { FieldSpec } from "./kustomization-parts.ts";

export const variableReferences: readonly FieldSpec[] = [
  ...fields(owner("Service"), words("spec/ports/port spec/ports/targetPort")),
  ...fields(owner("PersistentVolume"), ["spec/nfs/server"]),
  ...podFields(
    "Deployment",
    words(`initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command initContainers/args
      containers/volumeMounts/mountPath containers/env/value volumes/nfs/server`),
  ),
  ...fields(owner("Deployment"), ["spec/template/metadata/annotations"]),
  ...podFields("Deployment", words("containers/command containers/args")),
  ...podFields("StatefulSet", words("containers/volumeMounts/mountPath containers/env/value initContainers/args")),
  ...fields(owner("StatefulSet"), ["spec/volumeClaimTemplates/spec/nfs/server"]),
  ...podFields(
    "StatefulSet",
    words(`initContainers/command containers/command containers/args initContainers/volumeMounts/mountPath
      initContainers/env/value`),
  ),
  ...podFields(
    "CronJob",
    words(`initContainers/env/value initContainers/command initContainers/args containers/volumeMounts/mountPath
      containers/env/value containers/command initContainers/volumeMounts/mountPath`),
  ),
  ...fields(owner("CronJob"), ["spec/jobTemplate/spec/template/volumes/nfs/server"]),
  ...podFields("CronJob", ["containers/args"]),
  ...podFields(
    "DaemonSet",
    words(`containers/command volumes/nfs/server initContainers/volumeMounts/mountPath initContainers/env/value
      initContainers/command initContainers/args containers/volumeMounts/mountPath containers/env/value
      containers/args`),
  ),
  ...fields(owner("Ingress"), words("spec/tls/secretName spec/tls/hosts spec/rules/host")),
  ...podFields(
    "Job",
    words(`initContainers/command volumes/nfs/server containers/args containers/command containers/env/value
      containers/volumeMounts/mountPath initContainers/args initContainers/env/value
      initContainers/volumeMounts/mountPath`),
  ),
  ...podFields(
    "Pod",
    words(`containers/volumeMounts/mountPath containers/args initContainers/command initContainers/env/value
      initContainers/volumeMounts/mountPath volumes/nfs/server initContainers/args containers/env/value
      containers/command`),
  ),
  ...podFields(
    "ReplicaSet",
    words(`volumes/nfs/server containers/volumeMounts/mountPath containers/env/value containers/command containers/args
      initContainers/args initContainers/volumeMounts/mountPath initContainers/env/value initContainers/command`),
  ),
  ...fields(everything, words("metadata/labels metadata/annotations")),
];
