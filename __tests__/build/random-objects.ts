/** Random objects of many kinds that refer to each other by a handful of names. */
import fc from "fast-check";
import type { Yaml } from "./yaml-text.ts";

/** Draws one of the values; how a test asks for randomness. */
export interface Draw {
  of<T>(...values: readonly T[]): T;
  /** True once in so many draws. */
  once(inSoMany: number): boolean;
  count(most: number): number;
}

export function drawFrom(g: fc.GeneratorValue): Draw {
  const count = (most: number): number => g(fc.nat, { max: most });
  return {
    count,
    of: <T>(...values: readonly T[]): T => values[count(values.length - 1)] as T,
    once: (inSoMany) => count(inSoMany - 1) === inSoMany - 1,
  };
}

export const NAMES = ["web", "db", "app-config"] as const;
export const NAMESPACES = ["shop", "ops", "default"] as const;

type Fields = { readonly [key: string]: Yaml | undefined };

function name(draw: Draw): string {
  return draw.once(20) ? draw.of('"web"', "'db'", "default", "web-1") : draw.of(...NAMES);
}

function labels(draw: Draw): Fields {
  return { app: name(draw), tier: draw.once(3) ? draw.of('"1"', "front", "'yes'") : undefined };
}

function metadata(draw: Draw): Fields {
  return {
    name: name(draw),
    namespace: draw.once(3) ? draw.of(...NAMESPACES) : undefined,
    labels: draw.once(3) ? labels(draw) : undefined,
    annotations: draw.once(5) ? { note: draw.of("plain", '"1"', "true", "1.50", "null", '""') } : undefined,
  };
}

function object(apiVersion: string, kind: string, content: Fields): (draw: Draw) => Yaml {
  return (draw) => ({ apiVersion, kind, metadata: metadata(draw), ...content });
}

function some(draw: Draw, make: () => Yaml, most = 2): Yaml[] {
  return Array.from({ length: draw.count(most - 1) + 1 }, make);
}

function container(draw: Draw): Fields {
  return {
    name: draw.of("main", "side"),
    image: draw.of(
      "nginx",
      "nginx:1.25",
      '"nginx:1"',
      "registry.io:5000/team/app:v1",
      "busybox@sha256:0123456789abcdef",
    ),
    ports: draw.once(3) ? some(draw, () => port(draw, "containerPort")) : undefined,
    env: draw.once(2) ? some(draw, () => environment(draw), 3) : undefined,
    envFrom: draw.once(4) ? [{ [draw.of("configMapRef", "secretRef")]: { name: name(draw) } }] : undefined,
    args: draw.once(5) ? ['"--port"', draw.of('"80"', "'8080'", "verbose")] : undefined,
    volumeMounts: draw.once(4)
      ? some(draw, () => ({ name: draw.of("data", "conf"), mountPath: draw.of("/a", "/b") }))
      : undefined,
  };
}

export function port(draw: Draw, field: string): Fields {
  return {
    name: draw.once(2) ? draw.of("http", "metrics") : undefined,
    [field]: draw.of("80", "8080", "443"),
    protocol: draw.once(3) ? draw.of("TCP", "UDP") : undefined,
  };
}

export function environment(draw: Draw): Fields {
  const variable = draw.of("MODE", "LEVEL", "HOST");
  if (draw.once(2)) return { name: variable, value: draw.of("debug", '"1"', "'on'", '""', "$(HOST):80", "a.b.c") };
  const ref = draw.of("configMapKeyRef", "secretKeyRef");
  return { name: variable, valueFrom: { [ref]: { name: name(draw), key: draw.of("a", "b") } } };
}

function volume(draw: Draw): Fields {
  const source = draw.count(4);
  return {
    name: draw.of("data", "conf"),
    configMap: source === 0 ? { name: name(draw) } : undefined,
    secret: source === 1 ? { secretName: name(draw) } : undefined,
    persistentVolumeClaim: source === 2 ? { claimName: name(draw) } : undefined,
    projected:
      source === 3 ? { sources: [{ configMap: { name: name(draw) } }, { secret: { name: name(draw) } }] } : undefined,
    emptyDir: source === 4 ? {} : undefined,
  };
}

function podSpec(draw: Draw): Fields {
  return {
    serviceAccountName: draw.once(3) ? name(draw) : undefined,
    initContainers: draw.once(5) ? [container(draw)] : undefined,
    containers: draw.once(30) ? draw.of<Yaml>("null", []) : some(draw, () => container(draw)),
    volumes: draw.once(2) ? some(draw, () => volume(draw), 3) : undefined,
    imagePullSecrets: draw.once(6) ? [{ name: name(draw) }] : undefined,
    tolerations: draw.once(6) ? [{ key: draw.of("a", "b"), operator: "Exists" }] : undefined,
    topologySpreadConstraints: draw.once(8)
      ? [
          {
            maxSkew: "1",
            topologyKey: "zone",
            whenUnsatisfiable: "DoNotSchedule",
            labelSelector: { matchLabels: labels(draw) },
          },
        ]
      : undefined,
  };
}

function template(draw: Draw): Fields {
  return {
    metadata: draw.once(4) ? undefined : { labels: labels(draw), annotations: draw.once(4) ? { a: "b" } : undefined },
    spec: podSpec(draw),
  };
}

function workload(apiVersion: string, kind: string): (draw: Draw) => Yaml {
  return (draw) => ({
    apiVersion: draw.once(15) ? draw.of("apps/v1beta1", "extensions/v1beta1") : apiVersion,
    kind,
    metadata: metadata(draw),
    spec: {
      replicas: draw.once(2) ? draw.of("1", "3", '"2"') : undefined,
      selector: draw.once(3) ? undefined : { matchLabels: labels(draw) },
      template: template(draw),
      serviceName: kind === "StatefulSet" ? name(draw) : undefined,
      volumeClaimTemplates:
        kind === "StatefulSet" && draw.once(2)
          ? [{ metadata: { name: "data" }, spec: { storageClassName: name(draw) } }]
          : undefined,
    },
  });
}

function subject(draw: Draw): Fields {
  const kind = draw.of("ServiceAccount", "ServiceAccount", "User", "Group");
  return {
    kind,
    name: draw.once(3) ? "default" : name(draw),
    namespace: kind === "ServiceAccount" && !draw.once(4) ? draw.of(...NAMESPACES) : undefined,
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

function configMap(draw: Draw): Yaml {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadata(draw),
    data: draw.once(8)
      ? undefined
      : {
          a: draw.of("plain", '"1"', "true", "1.50", "null", "'x'", "web", "registry.io/app:1"),
          b: draw.once(2) ? draw.of("two words", '"on"', "db.shop.svc", '"{\\"k\\": \\"v\\"}"') : undefined,
        },
    immutable: draw.once(10) ? "true" : undefined,
  };
}

function secret(draw: Draw): Yaml {
  return {
    apiVersion: "v1",
    kind: "Secret",
    metadata: metadata(draw),
    type: draw.once(2) ? draw.of("Opaque", "kubernetes.io/tls") : undefined,
    data: draw.once(3) ? undefined : { a: "c2VjcmV0" },
    stringData: draw.once(3) ? { b: draw.of("text", '"5"') } : undefined,
  };
}

function service(draw: Draw): Yaml {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadata(draw),
    spec: {
      selector: draw.once(4) ? undefined : labels(draw),
      ports: draw.once(8) ? undefined : some(draw, () => port(draw, "port")),
      type: draw.once(4) ? "ClusterIP" : undefined,
    },
  };
}

function ingress(draw: Draw): Yaml {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: metadata(draw),
    spec: {
      tls: draw.once(3) ? [{ hosts: ["shop.test"], secretName: name(draw) }] : undefined,
      rules: [
        {
          host: "shop.test",
          http: { paths: [{ path: "/", backend: { service: { name: name(draw), port: { number: "80" } } } }] },
        },
      ],
    },
  };
}

function cronJob(draw: Draw): Yaml {
  return {
    apiVersion: "batch/v1",
    kind: "CronJob",
    metadata: metadata(draw),
    spec: { schedule: '"* * * * *"', jobTemplate: { spec: { template: template(draw) } } },
  };
}

function widget(draw: Draw): Yaml {
  return {
    apiVersion: "example.com/v1",
    kind: "Widget",
    metadata: metadata(draw),
    spec: {
      size: draw.of("5", '"5"', "1.0", "big", "null"),
      parts: draw.once(2) ? some(draw, () => ({ name: draw.of("x", "y"), image: "nginx:1" })) : undefined,
      containers: draw.once(4) ? [{ name: "main", image: "nginx" }] : undefined,
      configMap: draw.once(3) ? { name: name(draw) } : undefined,
    },
  };
}

function webhook(draw: Draw): Yaml {
  return {
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: draw.of("ValidatingWebhookConfiguration", "MutatingWebhookConfiguration"),
    metadata: metadata(draw),
    webhooks: [
      { name: "a.example.com", clientConfig: { service: { name: name(draw), namespace: draw.of(...NAMESPACES) } } },
    ],
  };
}

function autoscaler(draw: Draw): Yaml {
  return {
    apiVersion: draw.of("autoscaling/v1", "autoscaling/v2"),
    kind: "HorizontalPodAutoscaler",
    metadata: metadata(draw),
    spec: { scaleTargetRef: { apiVersion: "apps/v1", kind: draw.of("Deployment", "StatefulSet"), name: name(draw) } },
  };
}

const MAKERS: readonly ((draw: Draw) => Yaml)[] = [
  workload("apps/v1", "Deployment"),
  workload("apps/v1", "Deployment"),
  workload("apps/v1", "StatefulSet"),
  workload("apps/v1", "DaemonSet"),
  cronJob,
  (draw) => ({ apiVersion: "batch/v1", kind: "Job", metadata: metadata(draw), spec: { template: template(draw) } }),
  (draw) => ({ apiVersion: "v1", kind: "Pod", metadata: metadata(draw), spec: podSpec(draw) }),
  configMap,
  configMap,
  secret,
  service,
  service,
  ingress,
  widget,
  webhook,
  autoscaler,
  binding("RoleBinding"),
  binding("ClusterRoleBinding"),
  object("v1", "ServiceAccount", {}),
  object("rbac.authorization.k8s.io/v1", "Role", {
    rules: [{ apiGroups: ['""'], resources: ["secrets"], resourceNames: ["web", "db"], verbs: ["get"] }],
  }),
  object("rbac.authorization.k8s.io/v1", "ClusterRole", { rules: [] }),
  object("v1", "PersistentVolumeClaim", { spec: { volumeName: "db", storageClassName: "web" } }),
  object("v1", "PersistentVolume", {}),
  object("storage.k8s.io/v1", "StorageClass", {}),
  object("policy/v1", "PodDisruptionBudget", { spec: { selector: { matchLabels: { app: "web" } } } }),
  object("networking.k8s.io/v1", "NetworkPolicy", { spec: { podSelector: { matchLabels: { app: "web" } } } }),
  object("apiextensions.k8s.io/v1", "CustomResourceDefinition", { spec: { group: "example.com" } }),
  (draw) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: draw.of(...NAMESPACES) } }),
];

export function randomObject(draw: Draw): Yaml {
  return draw.of(...MAKERS)(draw);
}
