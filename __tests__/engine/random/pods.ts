/** The pods of all workloads. */
import { type Draw, type Fields, NAMESPACES, name, some } from "./draw.ts";
import { unusualText } from "./scalars.ts";
import type { Yaml } from "./yaml-text.ts";

export function labels(draw: Draw): Fields {
  return { app: name(draw), tier: draw.once(3) ? draw.of('"1"', "front", "'yes'") : undefined };
}

export function metadata(draw: Draw): Fields {
  return {
    name: name(draw),
    namespace: draw.once(3) ? draw.of(...NAMESPACES) : undefined,
    labels: draw.once(3) ? labels(draw) : undefined,
    annotations: draw.once(5) ? annotations(draw) : undefined,
    finalizers: draw.once(20) ? ["a.io/x", "b.io/y"] : undefined,
    ownerReferences: draw.once(30) ? [{ apiVersion: "v1", kind: "ConfigMap", name: name(draw), uid: "u1" }] : undefined,
  };
}

function annotations(draw: Draw): Fields {
  return {
    note: draw.of("plain", '"1"', "true", "1.50", "null", '""', "", "0x1F"),
    more: draw.once(4) ? unusualText(draw) : undefined,
    "config.kubernetes.io/local-config": draw.once(8) ? draw.of('"true"', '"false"') : undefined,
    "kustomize.config.k8s.io/behavior": draw.once(30) ? "merge" : undefined,
  };
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
      draw.once(4) ? draw.of('"nginx:"', "null", '""', "{a: b}", '"a:b:c"') : "nginx:1.25@sha256:0123456789abcdef",
      "docker.io/library/nginx",
    ),
    ports: draw.once(3) ? some(draw, () => port(draw, "containerPort")) : undefined,
    env: draw.once(2) ? some(draw, () => environment(draw), 3) : undefined,
    envFrom: draw.once(4) ? [{ [draw.of("configMapRef", "secretRef")]: { name: name(draw) } }] : undefined,
    command: draw.once(8) ? ["sh", "-c", unusualText(draw)] : undefined,
    resources: draw.once(6) ? { limits: { cpu: draw.of("1", "0.5", '"1"', "500m"), memory: "1Gi" } } : undefined,
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

export function podSpec(draw: Draw): Fields {
  return {
    serviceAccountName: draw.once(3) ? name(draw) : undefined,
    initContainers: draw.once(5) ? [container(draw)] : undefined,
    containers: draw.once(30) ? draw.of<Yaml>("null", []) : some(draw, () => container(draw)),
    volumes: draw.once(2) ? some(draw, () => volume(draw), 3) : undefined,
    priorityClassName: draw.once(8) ? name(draw) : undefined,
    hostAliases: draw.once(12) ? [{ ip: draw.of("1.2.3.4", '"1.2.3.4"'), hostnames: ["a", "b"] }] : undefined,
    ephemeralContainers: draw.once(30) ? [{ name: "debug", image: "busybox:1" }] : undefined,
    affinity: draw.once(12) ? affinity(draw) : undefined,
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

function affinity(draw: Draw): Yaml {
  const term = { labelSelector: { matchLabels: labels(draw) }, topologyKey: "zone" };
  return {
    [draw.of("podAffinity", "podAntiAffinity")]: {
      requiredDuringSchedulingIgnoredDuringExecution: draw.once(2) ? [term] : undefined,
      preferredDuringSchedulingIgnoredDuringExecution: [{ weight: "1", podAffinityTerm: term }],
    },
  };
}

export function template(draw: Draw): Fields {
  return {
    metadata: draw.once(4) ? undefined : { labels: labels(draw), annotations: draw.once(4) ? { a: "b" } : undefined },
    spec: podSpec(draw),
  };
}
