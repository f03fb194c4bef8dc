/** Random objects of many kinds that refer to each other by a handful of names. */
import { type Draw, type Fields, NAMESPACES, name, some } from "./draw.ts";
import { labels, metadata, port } from "./pods.ts";
import { REFERRING } from "./referring.ts";
import { unusual, unusualText } from "./scalars.ts";
import { WORKLOADS } from "./workloads.ts";
import { Lines, type Yaml } from "./yaml-text.ts";

function object(apiVersion: string, kind: string, content: Fields): (draw: Draw) => Yaml {
  return (draw) => ({ apiVersion, kind, metadata: metadata(draw), ...content });
}

/** Keys whose order shows how they are compared. */
const ORDERED = ["z10", "z9", "A", "_x", "a-b", "ab", "é", "日", "a_b", "Ab"] as const;

function configMap(draw: Draw): Yaml {
  return {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: metadata(draw),
    data: draw.once(8)
      ? undefined
      : {
          a: draw.of("plain", '"1"', "true", "1.50", "null", "'x'", "web", "registry.io/app:1", "&a text"),
          b: draw.once(2)
            ? draw.of("two words", '"on"', "db.shop.svc", '"{\\"k\\": \\"v\\"}"', "'k: [1, v]'")
            : undefined,
          odd: draw.once(3) ? unusual(draw) : undefined,
          ...(draw.once(8) ? Object.fromEntries(ORDERED.map((key) => [key, "v"])) : {}),
          "c.yaml": draw.once(6)
            ? new Lines(draw.of("k: v\nl:\n- x: 1\n- x: 2\n", '{"k": {"l": [1]}}', "k: '1' # one"))
            : undefined,
        },
    binaryData: draw.once(12) ? { z: "c2VjcmV0" } : undefined,
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
    stringData: draw.once(3)
      ? { b: draw.of("text", '"5"'), odd: draw.once(3) ? unusualText(draw) : undefined }
      : undefined,
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

function widget(draw: Draw): Yaml {
  const anchored = draw.once(10);
  return {
    apiVersion: draw.once(10) ? "example.com/v1beta1" : "example.com/v1",
    kind: "Widget",
    metadata: metadata(draw),
    spec: {
      size: draw.of("5", '"5"', "1.0", "big", "null"),
      parts: draw.once(2) ? some(draw, () => ({ name: draw.of("x", "y"), image: "nginx:1" })) : undefined,
      containers: draw.once(4) ? [{ name: "main", image: "nginx" }] : undefined,
      configMap: draw.once(3) ? { name: name(draw) } : undefined,
      secretRef: draw.once(3) ? { name: name(draw) } : undefined,
      selector: draw.once(5) ? { matchLabels: labels(draw) } : undefined,
      first: anchored ? "&first {k: v, n: 1}" : undefined,
      second: anchored ? draw.of<Yaml>("*first", { "<<": "*first", n: "2" }, [{ x: "*first" }]) : undefined,
      odd: draw.once(3) ? unusual(draw) : undefined,
      list: draw.once(4) ? some(draw, () => unusual(draw), 3) : undefined,
    },
    status: draw.once(12) ? draw.of<Yaml>("{}", "null", { conditions: [] }) : undefined,
  };
}

const MAKERS: readonly ((draw: Draw) => Yaml)[] = [
  ...WORKLOADS,
  ...REFERRING,
  configMap,
  configMap,
  configMap,
  secret,
  service,
  service,
  widget,
  widget,
  object("v1", "ServiceAccount", {}),
  object("v1", "PersistentVolume", { spec: { storageClassName: "db", azureFile: { secretName: "web" } } }),
  object("storage.k8s.io/v1", "StorageClass", {}),
  object("scheduling.k8s.io/v1", "PriorityClass", { value: "10" }),
  object("networking.k8s.io/v1", "IngressClass", {}),
  object("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", { spec: {} }),
  object("policy/v1", "PodDisruptionBudget", { spec: { selector: { matchLabels: { app: "web" } } } }),
  object("networking.k8s.io/v1", "NetworkPolicy", {
    spec: {
      podSelector: { matchLabels: { app: "web" } },
      ingress: [{ from: [{ podSelector: { matchLabels: { app: "db" } } }] }],
    },
  }),
  object("apiextensions.k8s.io/v1", "CustomResourceDefinition", {
    spec: { group: "example.com", names: { kind: "Widget" } },
  }),
  object("example.com/v1", "ClusterWidget", { spec: { size: "0o17" } }),
  (draw) => ({ apiVersion: "v1", kind: "Namespace", metadata: { name: draw.of(...NAMESPACES) } }),
];

export function randomObject(draw: Draw): Yaml {
  return draw.of(...MAKERS)(draw);
}
