/**
 * The values that the API server puts into objects before it asks policies: fields with defaults, and not what webhooks add.
 * docs/specification/schemas.md 7. k8s.io/kubernetes v1.36.1: defaults.go of apps, autoscaling, batch, core, networking and storage in pkg/apis
 */
import { isMap, listAt, type MapValue, textAt } from "../manifests/index.ts";
import { parseImageName } from "../text/index.ts";
import type { Value } from "../yaml/index.ts";
import type { FindDefinition } from "./known-apis.ts";
import { withDefaults } from "./typed-values.ts";

/** Returns what stands in place of a value in its map; undefined for nothing. */
type Fill = (value: Value | undefined, map: MapValue) => Value | undefined;

type Fields = Readonly<Record<string, Fill>>;

/** Returns an object with the defaults of its kind: of Kubernetes, or of its definition. Takes time linear in the object. */
export function withApiDefaults(object: Value, find: FindDefinition): Value {
  const [apiVersion, kind] = [textAt(object, "apiVersion") ?? "", textAt(object, "kind") ?? ""];
  const fields = KINDS.get(`${apiVersion} ${kind}`);
  if (fields !== undefined) return isMap(object) ? filled(object, fields) : object;
  const at = apiVersion.indexOf("/");
  const raw = find(apiVersion.slice(0, Math.max(at, 0)), kind)?.versions.get(apiVersion.slice(at + 1))?.raw;
  return raw === undefined ? object : withDefaults(object, raw);
}

function filled(map: MapValue, fields: Fields): MapValue {
  const result: MapValue = { ...map };
  for (const [name, fill] of Object.entries(fields)) {
    const value = fill(Object.hasOwn(result, name) ? result[name] : undefined, result);
    if (value === undefined) delete result[name];
    else result[name] = value;
  }
  return result;
}

/** A field that is absent, null or an empty text gets a value, in which fields can have defaults, too. */
function fallback(given: Value | ((map: MapValue) => Value | undefined), fields: Fields = {}): Fill {
  return (value, map) => {
    const isAbsent = value === undefined || value === null || value === "";
    const found = isAbsent ? (typeof given === "function" ? given(map) : given) : value;
    return isMap(found) ? filled(found, fields) : found;
  };
}

function within(fields: Fields): Fill {
  return (value) => (isMap(value) ? filled(value, fields) : value);
}

function each(fields: Fields): Fill {
  return (value) => (Array.isArray(value) ? value.map((item) => (isMap(item) ? filled(item, fields) : item)) : value);
}

/** The API server leaves out what is false. */
const UNLESS_FALSE: Fill = (value) => (value === false ? undefined : value);

const HTTP_GET = within({ path: fallback("/"), scheme: fallback("HTTP") });

const PROBE = within({
  httpGet: HTTP_GET,
  timeoutSeconds: fallback(1),
  periodSeconds: fallback(10),
  successThreshold: fallback(1),
  failureThreshold: fallback(3),
});

const CONTAINER: Fields = {
  imagePullPolicy: fallback(pullPolicyOf),
  terminationMessagePath: fallback("/dev/termination-log"),
  terminationMessagePolicy: fallback("File"),
  resources: fallback({}),
  ports: each({ protocol: fallback("TCP") }),
  env: each({ valueFrom: within({ fieldRef: within({ apiVersion: fallback("v1") }) }) }),
  livenessProbe: PROBE,
  readinessProbe: PROBE,
  startupProbe: PROBE,
  lifecycle: within({ postStart: within({ httpGet: HTTP_GET }), preStop: within({ httpGet: HTTP_GET }) }),
};

/** An image without a tag or a digest is the latest one. */
function pullPolicyOf(container: MapValue): Value | undefined {
  const image = parseImageName(textAt(container, "image") ?? "");
  if (typeof image === "string") return undefined;
  const isLatest = image.tag === "latest" || (image.tag === undefined && image.digest === undefined);
  return isLatest ? "Always" : "IfNotPresent";
}

const MODE = within({ defaultMode: fallback(0o644) });

const VOLUME: Fields = {
  configMap: MODE,
  secret: MODE,
  downwardAPI: MODE,
  projected: MODE,
  hostPath: within({ type: (value) => value ?? "" }),
};

const POD_SPEC: Fields = {
  containers: each(CONTAINER),
  initContainers: each(CONTAINER),
  volumes: each(VOLUME),
  dnsPolicy: fallback("ClusterFirst"),
  restartPolicy: fallback("Always"),
  schedulerName: fallback("default-scheduler"),
  securityContext: fallback({}),
  terminationGracePeriodSeconds: fallback(30),
  hostNetwork: UNLESS_FALSE,
  hostPID: UNLESS_FALSE,
  hostIPC: UNLESS_FALSE,
};

const TEMPLATE = within({ metadata: fallback({}), spec: within(POD_SPEC) });

const CLAIM_SPEC: Fields = { volumeMode: fallback("Filesystem") };

const ROLLING = "RollingUpdate";

/** How a workload is updated; the fields are those of a rolling update. */
function strategy(fields: Fields): Fill {
  return fallback(
    {},
    {
      type: fallback(ROLLING),
      rollingUpdate: (value, map) => (map["type"] === ROLLING ? filled(isMap(value) ? value : {}, fields) : value),
    },
  );
}

/** A StatefulSet that names the way of its updates, and nothing of it, stays as it is. */
function partitioned(value: Value | undefined, map: MapValue): Value | undefined {
  const isNamed = (map["type"] ?? "") !== "";
  if (isNamed && (map["type"] !== ROLLING || !isMap(value))) return value;
  return filled(isMap(value) ? value : {}, { partition: fallback(0) });
}

const JOB_SPEC: Fields = {
  template: TEMPLATE,
  completions: fallback((spec) => ((spec["parallelism"] ?? null) === null ? 1 : undefined)),
  parallelism: fallback(1),
  backoffLimit: fallback((spec) => ((spec["backoffLimitPerIndex"] ?? null) === null ? 6 : 2_147_483_647)),
  completionMode: fallback("NonIndexed"),
  suspend: fallback(false),
  manualSelector: fallback(false),
};

const LED_FROM_OUTSIDE: ReadonlySet<unknown> = new Set(["LoadBalancer", "NodePort"]);

function externalPolicyOf(spec: MapValue): Value | undefined {
  const isExternal = LED_FROM_OUTSIDE.has(spec["type"]) || listAt(spec, "externalIPs").length > 0;
  return isExternal ? "Cluster" : undefined;
}

const SERVICE_SPEC: Fields = {
  type: fallback("ClusterIP"),
  sessionAffinity: fallback("None"),
  ports: each({ protocol: fallback("TCP"), targetPort: fallback((port) => port["port"]) }),
  externalTrafficPolicy: fallback(externalPolicyOf),
  internalTrafficPolicy: fallback((spec) => (spec["type"] === "ExternalName" ? undefined : "Cluster")),
  allocateLoadBalancerNodePorts: fallback((spec) => (spec["type"] === "LoadBalancer" ? true : undefined)),
};

const POLICY_PORTS = each({ ports: each({ protocol: fallback("TCP") }) });

function policyTypesOf(spec: MapValue): Value {
  return listAt(spec, "egress").length > 0 ? ["Ingress", "Egress"] : ["Ingress"];
}

const REVISIONS: Fields = { template: TEMPLATE, revisionHistoryLimit: fallback(10) };

function inSpec(fields: Fields): Fields {
  return { spec: within(fields) };
}

const KINDS: ReadonlyMap<string, Fields> = new Map([
  ["v1 Pod", inSpec({ ...POD_SPEC, enableServiceLinks: fallback(true), serviceAccountName: fallback("default") })],
  ["v1 ReplicationController", inSpec({ replicas: fallback(1), template: TEMPLATE })],
  ["v1 Service", inSpec(SERVICE_SPEC)],
  ["v1 Secret", { type: fallback("Opaque") }],
  ["v1 PersistentVolumeClaim", inSpec(CLAIM_SPEC)],
  ["v1 PersistentVolume", inSpec({ ...CLAIM_SPEC, persistentVolumeReclaimPolicy: fallback("Retain") })],
  [
    "v1 Namespace",
    {
      metadata: within({
        labels: (value, { name = "" }) => ({ ...(isMap(value) ? value : {}), "kubernetes.io/metadata.name": name }),
      }),
    },
  ],
  [
    "apps/v1 Deployment",
    inSpec({
      ...REVISIONS,
      replicas: fallback(1),
      progressDeadlineSeconds: fallback(600),
      strategy: strategy({ maxUnavailable: fallback("25%"), maxSurge: fallback("25%") }),
    }),
  ],
  [
    "apps/v1 StatefulSet",
    inSpec({
      ...REVISIONS,
      replicas: fallback(1),
      podManagementPolicy: fallback("OrderedReady"),
      updateStrategy: fallback({}, { rollingUpdate: partitioned, type: fallback(ROLLING) }),
      persistentVolumeClaimRetentionPolicy: fallback(
        {},
        {
          whenDeleted: fallback("Retain"),
          whenScaled: fallback("Retain"),
        },
      ),
      volumeClaimTemplates: each(inSpec(CLAIM_SPEC)),
    }),
  ],
  [
    "apps/v1 DaemonSet",
    inSpec({ ...REVISIONS, updateStrategy: strategy({ maxUnavailable: fallback(1), maxSurge: fallback(0) }) }),
  ],
  ["apps/v1 ReplicaSet", inSpec({ replicas: fallback(1), template: TEMPLATE })],
  ["batch/v1 Job", inSpec(JOB_SPEC)],
  [
    "batch/v1 CronJob",
    inSpec({
      jobTemplate: within({ metadata: fallback({}), spec: within({ template: TEMPLATE }) }),
      concurrencyPolicy: fallback("Allow"),
      suspend: fallback(false),
      successfulJobsHistoryLimit: fallback(3),
      failedJobsHistoryLimit: fallback(1),
    }),
  ],
  ["autoscaling/v1 HorizontalPodAutoscaler", inSpec({ minReplicas: fallback(1) })],
  ["autoscaling/v2 HorizontalPodAutoscaler", inSpec({ minReplicas: fallback(1) })],
  [
    "networking.k8s.io/v1 NetworkPolicy",
    inSpec({ ingress: POLICY_PORTS, egress: POLICY_PORTS, policyTypes: fallback(policyTypesOf) }),
  ],
  ["storage.k8s.io/v1 StorageClass", { reclaimPolicy: fallback("Delete"), volumeBindingMode: fallback("Immediate") }],
]);
