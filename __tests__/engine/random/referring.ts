/** Objects that name others, in all fields of the default tables of name references and variables, except workloads. */
import { type Draw, type Fields, NAMESPACES, name, some } from "./draw.ts";
import { metadata } from "./pods.ts";
import type { Yaml } from "./yaml-text.ts";

function subject(draw: Draw): Fields {
  const kind = draw.of("ServiceAccount", "ServiceAccount", "User", "Group");
  const isDefault = draw.once(3);
  // An empty one is an error unless something fills it in.
  const namespaces = isDefault ? [...NAMESPACES, "null", ""] : NAMESPACES;
  return {
    kind,
    name: isDefault ? "default" : name(draw),
    namespace: kind === "ServiceAccount" && !draw.once(4) ? draw.of(...namespaces) : undefined,
    apiGroup: kind === "ServiceAccount" ? undefined : "rbac.authorization.k8s.io",
  };
}

function binding(kind: string): (draw: Draw) => Yaml {
  return (draw) => ({
    apiVersion: "rbac.authorization.k8s.io/v1",
    kind,
    metadata: metadata(draw),
    roleRef: {
      apiGroup: "rbac.authorization.k8s.io",
      kind: kind === "RoleBinding" ? draw.of("Role", "ClusterRole") : "ClusterRole",
      name: name(draw),
    },
    subjects: draw.once(10) ? undefined : some(draw, () => subject(draw), 3),
  });
}

function ingress(draw: Draw): Yaml {
  const isOld = draw.once(4);
  const backend = isOld
    ? { serviceName: name(draw), servicePort: draw.of("80", "http") }
    : { service: { name: name(draw), port: { number: "80" } } };
  const meta = metadata(draw);
  const annotation = draw.of("nginx.ingress.kubernetes.io/auth-secret", "nginx.ingress.kubernetes.io/auth-tls-secret");
  return {
    apiVersion: isOld ? draw.of("extensions/v1beta1", "networking.k8s.io/v1beta1") : "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: draw.once(4) ? { ...meta, annotations: { [annotation]: name(draw) } } : meta,
    spec: {
      ingressClassName: draw.once(4) ? name(draw) : undefined,
      [isOld ? "backend" : "defaultBackend"]: draw.once(4) ? backend : undefined,
      tls: draw.once(3) ? [{ hosts: ["shop.test"], secretName: name(draw) }] : undefined,
      rules: [{ host: draw.of("shop.test", "$(HOST)"), http: { paths: [{ path: "/", backend }] } }],
    },
  };
}

function webhook(draw: Draw): Yaml {
  const service = { name: name(draw), namespace: draw.once(5) ? undefined : draw.of(...NAMESPACES), path: "/x" };
  return {
    apiVersion: draw.of("admissionregistration.k8s.io/v1", "admissionregistration.k8s.io/v1beta1"),
    kind: draw.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
    metadata: metadata(draw),
    webhooks: [{ name: "a.example.com", clientConfig: { service } }],
  };
}

function conversion(draw: Draw): Yaml {
  return {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: metadata(draw),
    spec: {
      conversion: { webhook: { clientConfig: { service: { name: name(draw), namespace: draw.of(...NAMESPACES) } } } },
    },
  };
}

function autoscaler(draw: Draw): Yaml {
  const kind = draw.of("Deployment", "StatefulSet", "ReplicaSet", "ReplicationController");
  return {
    apiVersion: draw.of("autoscaling/v1", "autoscaling/v2", "autoscaling/v2beta2"),
    kind: "HorizontalPodAutoscaler",
    metadata: metadata(draw),
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind, name: name(draw) } },
  };
}

function role(draw: Draw): Yaml {
  const kind = draw.of("Role", "ClusterRole");
  const resourceNames = draw.once(3) ? undefined : some(draw, () => name(draw));
  return {
    apiVersion: draw.once(8) ? "rbac.authorization.k8s.io/v1beta1" : "rbac.authorization.k8s.io/v1",
    kind,
    metadata: metadata(draw),
    rules: [{ apiGroups: ['""'], resources: [draw.of("secrets", "configmaps")], resourceNames, verbs: ["get"] }],
    aggregationRule:
      kind === "ClusterRole" && draw.once(8) ? { clusterRoleSelectors: [{ matchLabels: { a: "b" } }] } : undefined,
  };
}

export const REFERRING: readonly ((draw: Draw) => Yaml)[] = [
  ingress,
  ingress,
  webhook,
  conversion,
  autoscaler,
  role,
  role,
  binding("RoleBinding"),
  binding("RoleBinding"),
  binding("ClusterRoleBinding"),
  (draw) => ({
    apiVersion: "apiregistration.k8s.io/v1",
    kind: "APIService",
    metadata: metadata(draw),
    spec: { service: { name: name(draw), namespace: draw.of(...NAMESPACES) } },
  }),
  (draw) => ({
    apiVersion: "v1",
    kind: "ServiceAccount",
    metadata: metadata(draw),
    imagePullSecrets: [{ name: name(draw) }],
    secrets: draw.once(3) ? [{ name: name(draw) }] : undefined,
  }),
  (draw) => ({
    apiVersion: "v1",
    kind: "PersistentVolumeClaim",
    metadata: metadata(draw),
    spec: { volumeName: name(draw), storageClassName: name(draw) },
  }),
  (draw) => ({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "ValidatingAdmissionPolicyBinding",
    metadata: metadata(draw),
    spec: { policyName: name(draw) },
  }),
];
