/** The fields by which objects refer to others. */

export interface ReferenceField {
  /** The keys that lead to the map with the name; `*` stands for the elements of a list. */
  readonly at: readonly string[];
  /** The key of the name in the map. */
  readonly name: string;
  /** The kind of the other object, unless fields `kind`, and `apiVersion`, `apiGroup` or `group`, say something else. */
  readonly kind: string;
  readonly group: string;
  /** True if the map has a field `namespace`. */
  readonly hasNamespace: boolean;
  /** The effect if there is no such object. */
  readonly loss: string;
  readonly level?: "high" | "low";
}

interface Options {
  readonly name?: string;
  readonly group?: string;
  readonly hasNamespace?: true;
  readonly level?: "high" | "low";
}

function field(path: string, kind: string, loss: string, more: Options = {}): ReferenceField {
  const { name = "name", group = "", hasNamespace = false, level } = more;
  const at = path === "" ? [] : path.split("/");
  return { at, name, kind, group, hasNamespace, loss, ...(level === undefined ? {} : { level }) };
}

const NO_START = "its Pods do not start";
const NO_SCALE = "nothing is scaled";
const NO_ANSWER = "requests to it fail";
const NO_WEBHOOK =
  "the API server cannot call the webhook, and refuses what it should check unless failures are ignored";

const CONTAINERS = ["containers", "initContainers", "ephemeralContainers"].flatMap((list) => [
  field(`${list}/*/env/*/valueFrom/configMapKeyRef`, "ConfigMap", NO_START),
  field(`${list}/*/env/*/valueFrom/secretKeyRef`, "Secret", NO_START),
  field(`${list}/*/envFrom/*/configMapRef`, "ConfigMap", NO_START),
  field(`${list}/*/envFrom/*/secretRef`, "Secret", NO_START),
]);

const VOLUME_SECRETS = ["cephfs", "cinder", "flexVolume", "iscsi", "rbd", "scaleIO", "storageos"];

/** Below the specification of a pod. */
export const POD_FIELDS: readonly ReferenceField[] = [
  ...CONTAINERS,
  field("volumes/*/configMap", "ConfigMap", NO_START),
  field("volumes/*/secret", "Secret", NO_START, { name: "secretName" }),
  field("volumes/*/projected/sources/*/configMap", "ConfigMap", NO_START),
  field("volumes/*/projected/sources/*/secret", "Secret", NO_START),
  field("volumes/*/csi/nodePublishSecretRef", "Secret", NO_START),
  field("volumes/*/azureFile", "Secret", NO_START, { name: "secretName" }),
  ...VOLUME_SECRETS.map((sort) => field(`volumes/*/${sort}/secretRef`, "Secret", NO_START)),
  field("volumes/*/persistentVolumeClaim", "PersistentVolumeClaim", NO_START, { name: "claimName", level: "high" }),
  field("imagePullSecrets/*", "Secret", "images of private registries cannot be pulled"),
  field("", "ServiceAccount", "no new Pods are accepted", { name: "serviceAccountName" }),
  field("", "PriorityClass", "no new Pods are accepted", { name: "priorityClassName", group: "scheduling.k8s.io" }),
  field("", "RuntimeClass", "no new Pods are accepted", { name: "runtimeClassName", group: "node.k8s.io" }),
];

const RBAC = "rbac.authorization.k8s.io";
const GATEWAYS = "gateway.networking.k8s.io";

const BINDING = [
  field("roleRef", "Role", "the binding grants nothing", { group: RBAC }),
  field("subjects/*", "ServiceAccount", "the binding grants nothing to it", { hasNamespace: true, level: "low" }),
];
const ROUTE = [
  field("spec/rules/*/backendRefs/*", "Service", NO_ANSWER, { hasNamespace: true }),
  field("spec/parentRefs/*", "Gateway", "the route is not served", { group: GATEWAYS, hasNamespace: true }),
];
const WEBHOOKS = [field("webhooks/*/clientConfig/service", "Service", NO_WEBHOOK, { hasNamespace: true })];
const SCALER = [field("spec/scaleTargetRef", "Deployment", NO_SCALE, { group: "apps" })];
const TLS = "there is no certificate";
const STORAGE = { name: "storageClassName", group: "storage.k8s.io" };
const NO_VOLUME = "claims that have no volume yet get none";

/** By kind, below the object. */
export const FIELDS: ReadonlyMap<string, readonly ReferenceField[]> = new Map([
  [
    "StatefulSet",
    [
      field("spec", "Service", "its Pods have no names in DNS", { name: "serviceName" }),
      field("spec/volumeClaimTemplates/*/spec", "StorageClass", NO_VOLUME, STORAGE),
    ],
  ],
  ["PersistentVolumeClaim", [field("spec", "StorageClass", NO_VOLUME, STORAGE)]],
  [
    "Ingress",
    [
      field("spec/backend", "Service", NO_ANSWER, { name: "serviceName" }),
      field("spec/defaultBackend/service", "Service", NO_ANSWER),
      field("spec/rules/*/http/paths/*/backend/service", "Service", NO_ANSWER),
      field("spec/rules/*/http/paths/*/backend", "Service", NO_ANSWER, { name: "serviceName" }),
      field("spec/tls/*", "Secret", TLS, { name: "secretName" }),
      field("spec", "IngressClass", "no controller serves it", {
        name: "ingressClassName",
        group: "networking.k8s.io",
      }),
    ],
  ],
  ["HorizontalPodAutoscaler", SCALER],
  ["ScaledObject", SCALER],
  ["RoleBinding", BINDING],
  ["ClusterRoleBinding", BINDING],
  [
    "ServiceAccount",
    [
      field("secrets/*", "Secret", "Pods cannot mount it", { level: "low" }),
      field("imagePullSecrets/*", "Secret", "images of private registries cannot be pulled"),
    ],
  ],
  ["Gateway", [field("spec/listeners/*/tls/certificateRefs/*", "Secret", TLS, { hasNamespace: true })]],
  ...["GRPCRoute", "HTTPRoute", "TCPRoute", "TLSRoute", "UDPRoute"].map((kind) => [kind, ROUTE] as const),
  ["MutatingWebhookConfiguration", WEBHOOKS],
  ["ValidatingWebhookConfiguration", WEBHOOKS],
  ["APIService", [field("spec/service", "Service", "its API is not available", { hasNamespace: true })]],
]);
