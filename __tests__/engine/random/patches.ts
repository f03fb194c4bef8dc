/** Random strategic merge patches, mostly for objects that exist, and the entries that hold them. */
import type { Draw, Fields } from "./draw.ts";
import { operations } from "./json-patches.ts";
import { type Level, named, pick, textOf, writeFile, writeText } from "./level.ts";
import { environment, port } from "./pods.ts";
import { unusual } from "./scalars.ts";
import { selector } from "./selectors.ts";
import { Lines, type Yaml, yamlText } from "./yaml-text.ts";

export const KINDS_PATCHED = ["ConfigMap", "Service", "Widget", "Deployment", "StatefulSet", "DaemonSet"] as const;
const WORKLOADS: ReadonlySet<string> = new Set(["Deployment", "StatefulSet", "DaemonSet"]);
const OTHERS = ["Ingress", "CronJob", "ServiceAccount", "RoleBinding", "HorizontalPodAutoscaler", "Secret"] as const;

/** A patch that names its target by apiVersion, kind, name and namespace. */
export function mergePatch(level: Level): Yaml {
  const { draw } = level;
  const present = draw.once(25) ? undefined : (pick(level, ...(draw.once(6) ? OTHERS : KINDS_PATCHED)) ?? pick(level));
  const { apiVersion, kind, name, namespace } = present ?? named(level, draw.of(...KINDS_PATCHED));
  const metadata = {
    name,
    namespace,
    labels: draw.once(3) ? { [draw.of("app", "tier", "new")]: draw.of("web", '"2"', "null") } : undefined,
    annotations: draw.once(4) ? { note: draw.of("x", '"3"', "null", "1.50") } : undefined,
    finalizers: draw.once(20) ? ["c.io/z", "a.io/x"] : undefined,
    ownerReferences: draw.once(30) ? [{ uid: "u1", controller: "true" }] : undefined,
  };
  const head = { apiVersion, kind, metadata };
  if (draw.once(12)) return { $patch: draw.of("delete", "delete", "replace"), ...head };
  if (kind === "ConfigMap") {
    const value = draw.once(4) ? unusual(draw) : draw.of("y", '"7"', "null");
    return { ...head, data: draw.once(12) ? draw.of("null", "{}") : { [draw.of("a", "b", "c", "odd")]: value } };
  }
  if (kind === "Service") {
    return {
      ...head,
      spec: {
        ports: draw.of<Yaml>([port(draw, "port")], [port(draw, "port"), port(draw, "port")], "null", []),
        type: draw.of("LoadBalancer", "null"),
      },
    };
  }
  if (kind === "Widget")
    return {
      ...head,
      spec: {
        size: draw.of("6", '"7"', "null"),
        parts: [{ name: "z" }],
        odd: draw.once(3) ? unusual(draw) : undefined,
      },
    };
  if (kind === "CronJob") return { ...head, spec: { jobTemplate: { spec: { template: podPatch(draw) } } } };
  if (kind === "Ingress") return { ...head, spec: { tls: draw.of<Yaml>("null", [{ hosts: ["x"] }]), rules: [] } };
  if (kind === "ServiceAccount") return { ...head, secrets: [{ name: "web" }], imagePullSecrets: [{ name: "pull" }] };
  if (kind === "RoleBinding") return { ...head, subjects: [{ kind: "User", name: "me" }] };
  if (kind === "HorizontalPodAutoscaler") return { ...head, spec: { maxReplicas: draw.of("3", '"3"') } };
  if (kind === "Secret") return { ...head, stringData: { [draw.of("b", "d")]: "x" } };
  if (!WORKLOADS.has(kind)) return head;
  return { ...head, spec: { replicas: draw.once(3) ? draw.of("4", "null") : undefined, template: podPatch(draw) } };
}

function podPatch(draw: Draw): Yaml {
  return {
    spec: {
      containers: [containerPatch(draw), ...(draw.once(4) ? [containerPatch(draw)] : [])],
      volumes: draw.once(3)
        ? [{ name: "data", ...(draw.once(4) ? { $patch: "delete" } : { emptyDir: {} }) }]
        : undefined,
      topologySpreadConstraints: draw.once(12)
        ? [
            {
              maxSkew: draw.of("1", "2"),
              topologyKey: "zone",
              whenUnsatisfiable: draw.of("DoNotSchedule", "ScheduleAnyway"),
            },
          ]
        : undefined,
      hostAliases: draw.once(15) ? [{ ip: "1.2.3.4", hostnames: ["c"] }] : undefined,
      "$setElementOrder/containers": draw.once(20) ? [{ name: "main" }] : undefined,
      $patch: draw.once(25) ? draw.of("replace", "delete", "merge") : undefined,
      tolerations: draw.once(6) ? [{ key: "p" }] : undefined,
      imagePullSecrets: draw.once(6) ? [{ name: "db" }] : undefined,
    },
  };
}

function containerPatch(draw: Draw): Fields {
  return {
    name: draw.of("main", "side", "extra"),
    $patch: draw.once(12) ? draw.of("delete", "replace", "merge") : undefined,
    image: draw.once(2) ? draw.of("nginx:9", "patched") : undefined,
    env: draw.once(20)
      ? draw.of<Yaml>("null", [], [{ $patch: "replace" }, { name: "NEW", value: "x" }])
      : draw.once(3)
        ? [environment(draw), ...(draw.once(5) ? [{ name: "MODE", $patch: "delete" }] : [])]
        : undefined,
    ports: draw.once(4) ? [port(draw, "containerPort")] : undefined,
    volumeMounts: draw.once(6) ? [{ name: "data", mountPath: draw.of("/a", "/c"), readOnly: "true" }] : undefined,
    resources: draw.once(6) ? { limits: { cpu: draw.of("2", "null") } } : undefined,
    args: draw.once(5) ? ['"-v"'] : undefined,
  };
}

/** An entry of `patches`. */
export function patch(level: Level): Yaml {
  const { draw } = level;
  if (draw.once(4)) return operationsEntry(level);
  const option = (): Fields => ({ [draw.of("allowNameChange", "allowKindChange")]: draw.of("true", "true", "false") });
  const options = draw.once(6) ? (draw.once(3) ? { ...option(), ...option() } : option()) : undefined;
  const several = !draw.once(8) ? [mergePatch(level)] : [mergePatch(level), mergePatch(level)];
  const target = draw.once(several.length === 1 ? 2 : 20) ? selector(level) : undefined;
  return { target, ...contentOf(level, several), options };
}

function operationsEntry(level: Level): Yaml {
  const { draw } = level;
  const known = named(level, draw.of(...KINDS_PATCHED));
  const target = draw.once(5) ? selector(level) : { kind: known.kind, name: draw.once(2) ? known.name : undefined };
  const text = operations(draw, known.kind);
  if (draw.once(3)) return { target, path: writeText(level, "operations", draw.of("yaml", "json"), text) };
  return { target, patch: new Lines(text) };
}

/** In a file or inline. */
function contentOf(level: Level, documents: readonly Yaml[]): Fields {
  const { draw } = level;
  if (draw.once(3)) return { path: writeFile(level, "patch", documents) };
  const text = textOf(draw, documents);
  return { patch: text.includes("\r") ? JSON.stringify(text) : new Lines(text) };
}

/** The field `patchesStrategicMerge`. */
export function mergePatches(level: Level): Yaml {
  const inline = (): Yaml => new Lines(yamlText(mergePatch(level)));
  const one = (): Yaml => (level.draw.once(2) ? inline() : writeFile(level, "merge", [mergePatch(level)]));
  return level.draw.once(4) ? [one(), one()] : [one()];
}
