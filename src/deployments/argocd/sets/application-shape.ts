/** The fields of an Application, and of the template for one. */
import { fieldsOf, type Shape } from "./shapes.ts";

const TEXTS: Shape = { list: "text" };
const TEXT_MAP: Shape = { each: "text" };
const listOf = (fields: Readonly<Record<string, Shape>>): Shape => ({ list: fieldsOf(fields) });
const NAMED_VALUES = listOf({ name: "text", value: "text" });

const HELM = fieldsOf({
  valueFiles: TEXTS,
  parameters: listOf({ name: "text", value: "text", forceString: "flag" }),
  releaseName: "text",
  values: "text",
  fileParameters: listOf({ name: "text", path: "text" }),
  version: "text",
  passCredentials: "flag",
  ignoreMissingValueFiles: "flag",
  skipCrds: "flag",
  valuesObject: "any",
  namespace: "text",
  kubeVersion: "text",
  apiVersions: TEXTS,
  skipTests: "flag",
  skipSchemaValidation: "flag",
});

const KUSTOMIZE = fieldsOf({
  namePrefix: "text",
  nameSuffix: "text",
  images: TEXTS,
  commonLabels: TEXT_MAP,
  version: "text",
  commonAnnotations: TEXT_MAP,
  forceCommonLabels: "flag",
  forceCommonAnnotations: "flag",
  namespace: "text",
  commonAnnotationsEnvsubst: "flag",
  replicas: listOf({ name: "text", count: "countOrText" }),
  patches: listOf({
    path: "text",
    patch: "text",
    target: fieldsOf({
      group: "text",
      version: "text",
      kind: "text",
      name: "text",
      namespace: "text",
      annotationSelector: "text",
      labelSelector: "text",
    }),
    options: { each: "flag" },
  }),
  components: TEXTS,
  ignoreMissingComponents: "flag",
  labelWithoutSelector: "flag",
  kubeVersion: "text",
  apiVersions: TEXTS,
  labelIncludeTemplates: "flag",
});

const FLAG: Shape = "flag";
const JSONNET_VARIABLES = listOf({ name: "text", value: "text", code: FLAG });

const DIRECTORY = fieldsOf({
  recurse: "flag",
  jsonnet: fieldsOf({ extVars: JSONNET_VARIABLES, tlas: JSONNET_VARIABLES, libs: TEXTS }),
  exclude: "text",
  include: "text",
  disableExtensionFilter: "flag",
});

const PLUGIN = fieldsOf({
  name: "text",
  env: NAMED_VALUES,
  parameters: listOf({ name: "text", string: "text", map: TEXT_MAP, array: TEXTS }),
});

const KINDS_OF_SOURCE = { helm: HELM, kustomize: KUSTOMIZE, directory: DIRECTORY, plugin: PLUGIN } as const;

const SOURCE = fieldsOf({
  repoURL: "text",
  path: "text",
  targetRevision: "text",
  ...KINDS_OF_SOURCE,
  chart: "text",
  ref: "text",
  name: "text",
  tagPrefix: "text",
});

const SPEC = fieldsOf({
  source: SOURCE,
  sources: { list: SOURCE },
  destination: fieldsOf({ server: "text", namespace: "text", name: "text" }),
  project: "text",
  syncPolicy: fieldsOf({
    automated: fieldsOf({ prune: "flag", selfHeal: "flag", allowEmpty: "flag", enabled: "flag" }),
    syncOptions: TEXTS,
    retry: fieldsOf({
      limit: "count",
      backoff: fieldsOf({ duration: "text", factor: "count", maxDuration: "text" }),
      refresh: "flag",
    }),
    managedNamespaceMetadata: fieldsOf({ labels: TEXT_MAP, annotations: TEXT_MAP }),
  }),
  ignoreDifferences: listOf({
    group: "text",
    kind: "text",
    name: "text",
    namespace: "text",
    jsonPointers: TEXTS,
    jqPathExpressions: TEXTS,
    managedFieldsManagers: TEXTS,
  }),
  info: NAMED_VALUES,
  revisionHistoryLimit: "count",
  sourceHydrator: fieldsOf({
    drySource: fieldsOf({ repoURL: "text", targetRevision: "text", path: "text", ...KINDS_OF_SOURCE }),
    syncSource: fieldsOf({ targetBranch: "text", path: "text", repoURL: "text" }),
    hydrateTo: fieldsOf({ targetBranch: "text" }),
  }),
});

const METADATA = fieldsOf({
  name: "text",
  namespace: "text",
  labels: TEXT_MAP,
  annotations: TEXT_MAP,
  finalizers: TEXTS,
});

/** The `template` of sets and of generators. */
export const TEMPLATE = fieldsOf({ metadata: METADATA, spec: SPEC });

/** An Application, with the fields of its metadata that a set can give it. */
export const APPLICATION = fieldsOf({ metadata: METADATA, spec: SPEC, operation: "any" });
