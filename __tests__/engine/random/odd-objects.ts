/** Objects that refer to each other by odd names and namespaces. */
import type { Draw, Fields } from "./draw.ts";
import { oddKey, oddValue, type Pool, spelled, spelledSafely } from "./odd-names.ts";
import type { Yaml } from "./yaml-text.ts";

export interface OddObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
  readonly node: Yaml;
}

/** What a maker of objects draws from. */
export interface Source {
  readonly draw: Draw;
  readonly pool: Pool;
}

export function anyName({ draw, pool }: Source): string {
  return draw.of(...pool.names);
}

export function anyNamespace({ draw, pool }: Source): string {
  return draw.of(...pool.namespaces);
}

const nameToken = (source: Source): string => spelledSafely(source.draw, anyName(source));
const namespaceToken = (source: Source): string => spelled(source.draw, anyNamespace(source));

type Content = (source: Source) => Fields;

function reference(source: Source): Fields {
  return { name: nameToken(source) };
}

function subject(source: Source): Fields {
  const { draw } = source;
  const kind = draw.of("ServiceAccount", "ServiceAccount", "User");
  return {
    kind,
    name: draw.once(4) ? "default" : nameToken(source),
    namespace: draw.once(3) ? undefined : spelledSafely(draw, anyNamespace(source)),
  };
}

function binding(source: Source): Fields {
  const { draw } = source;
  return {
    roleRef: {
      apiGroup: "rbac.authorization.k8s.io",
      kind: draw.of("Role", "ClusterRole"),
      name: nameToken(source),
    },
    subjects: draw.once(12) ? undefined : [subject(source), ...(draw.once(2) ? [subject(source)] : [])],
  };
}

function service(source: Source): Fields {
  return { name: nameToken(source), namespace: source.draw.once(6) ? undefined : namespaceToken(source) };
}

function podSpec(source: Source): Fields {
  const { draw } = source;
  return {
    serviceAccountName: draw.once(2) ? nameToken(source) : undefined,
    imagePullSecrets: draw.once(3) ? [reference(source)] : undefined,
    containers: [
      {
        name: "main",
        image: "nginx",
        envFrom: draw.once(2) ? [{ configMapRef: reference(source) }, { secretRef: reference(source) }] : undefined,
        env: draw.once(3)
          ? [{ name: nameToken(source), valueFrom: { configMapKeyRef: { key: "a", name: nameToken(source) } } }]
          : undefined,
      },
    ],
    volumes: draw.once(3) ? [{ name: "v", configMap: reference(source) }] : undefined,
  };
}

function widget(source: Source): Fields {
  const { draw } = source;
  const item = (): Yaml => ({ [oddKey(draw)]: oddValue(draw), name: draw.once(3) ? oddValue(draw) : undefined });
  return {
    spec: {
      ref: draw.once(2) ? reference(source) : undefined,
      where: draw.once(2) ? service(source) : undefined,
      size: oddValue(draw),
      list: draw.once(2) ? [oddValue(draw), oddValue(draw)] : undefined,
      items: draw.once(3) ? [item(), item()] : undefined,
      map: draw.once(3) ? { [oddKey(draw)]: oddValue(draw) } : undefined,
    },
    [draw.once(10) ? oddKey(draw) : "kept"]: draw.once(10) ? oddValue(draw) : undefined,
  };
}

function configMap({ draw }: Source): Fields {
  return {
    data: draw.once(6)
      ? undefined
      : { a: spelled(draw, draw.of("9", "1e3", "text", "null")), b: draw.once(6) ? oddValue(draw) : undefined },
  };
}

const KINDS: readonly (readonly [apiVersion: string, kind: string, content: Content])[] = [
  ["v1", "ConfigMap", configMap],
  ["v1", "ConfigMap", configMap],
  ["v1", "Secret", ({ draw }) => ({ stringData: { a: spelled(draw, draw.of("9", "text")) } })],
  ["v1", "ServiceAccount", (source) => (source.draw.once(2) ? { imagePullSecrets: [reference(source)] } : {})],
  ["v1", "ServiceAccount", () => ({})],
  ["v1", "Service", () => ({ spec: { ports: [{ port: "80" }] } })],
  ["v1", "Namespace", () => ({})],
  ["rbac.authorization.k8s.io/v1", "Role", () => ({ rules: [] })],
  ["rbac.authorization.k8s.io/v1", "ClusterRole", () => ({ rules: [] })],
  ["rbac.authorization.k8s.io/v1", "RoleBinding", binding],
  ["rbac.authorization.k8s.io/v1", "RoleBinding", binding],
  ["rbac.authorization.k8s.io/v1", "ClusterRoleBinding", binding],
  ["apps/v1", "Deployment", (source) => ({ spec: { template: { spec: podSpec(source) } } })],
  ["apps/v1", "StatefulSet", (s) => ({ spec: { serviceName: nameToken(s), template: { spec: podSpec(s) } } })],
  [
    "autoscaling/v2",
    "HorizontalPodAutoscaler",
    (source) => ({
      spec: {
        scaleTargetRef: {
          apiVersion: "apps/v1",
          kind: source.draw.of("Deployment", "StatefulSet"),
          ...reference(source),
        },
      },
    }),
  ],
  [
    "networking.k8s.io/v1",
    "Ingress",
    (source) => ({
      spec: {
        defaultBackend: { service: { ...reference(source), port: { number: "80" } } },
        tls: source.draw.once(2) ? [{ secretName: nameToken(source) }] : undefined,
      },
    }),
  ],
  [
    "admissionregistration.k8s.io/v1",
    "ValidatingWebhookConfiguration",
    (source) => ({ webhooks: [{ name: "a.example.com", clientConfig: { service: service(source) } }] }),
  ],
  ["apiregistration.k8s.io/v1", "APIService", (source) => ({ spec: { service: service(source) } })],
  [
    "apiextensions.k8s.io/v1",
    "CustomResourceDefinition",
    (source) => ({ spec: { conversion: { webhook: { clientConfig: { service: service(source) } } } } }),
  ],
  ["example.com/v1", "Widget", widget],
  ["example.com/v1", "Widget", widget],
];

export function oddObject(source: Source): OddObject {
  const { draw } = source;
  const [apiVersion, kind, content] = draw.of(...KINDS);
  const name = anyName(source);
  const namespace = draw.once(2) ? anyNamespace(source) : undefined;
  const metadata = {
    name: spelledSafely(draw, name),
    namespace: namespace === undefined ? undefined : spelled(draw, namespace),
    labels: draw.once(8) ? { app: oddValue(draw) } : undefined,
    annotations: draw.once(8) ? draw.of<Yaml>({ note: oddValue(draw) }, "null", { [oddKey(draw)]: "x" }) : undefined,
  };
  return { apiVersion, kind, name, namespace, node: { apiVersion, kind, metadata, ...content(source) } };
}
