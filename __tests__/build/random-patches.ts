/** Random patches and replacements, mostly for objects that exist. */
import { type Draw, environment, NAMES, NAMESPACES, port } from "./random-objects.ts";
import { Lines, type Yaml, yamlText } from "./yaml-text.ts";

type Fields = { readonly [key: string]: Yaml | undefined };

/** What tells an object from others; patches and sources are mostly made for objects that exist. */
export interface Known {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace: string | undefined;
}

/** One directory, as it is made: its randomness, and the objects that can be named in it. */
export interface Level {
  readonly draw: Draw;
  readonly known: Known[];
}

/** Mostly an object of one of the kinds that exists; undefined where there is none. */
export function pick({ draw, known }: Level, ...kinds: readonly string[]): Known | undefined {
  const found = known.filter(({ kind }) => kinds.length === 0 || kinds.includes(kind));
  return found.length === 0 ? undefined : draw.of(...found);
}

/** An object of one of the kinds, made up where there is none and once in a while. */
export function named(level: Level, ...kinds: readonly [string, ...string[]]): Known {
  const { draw } = level;
  const found = draw.once(25) ? undefined : pick(level, ...kinds);
  const apiVersion =
    kinds[0] === "Widget" ? "example.com/v1" : kinds[0].endsWith("t") || kinds[0] === "StatefulSet" ? "apps/v1" : "v1";
  return found ?? { apiVersion, kind: kinds[0], name: draw.of(...NAMES), namespace: undefined };
}

export function selector(level: Level): Fields {
  const { draw } = level;
  const known = draw.once(3) ? undefined : pick(level);
  const kind = known?.kind ?? draw.of("Deployment|StatefulSet", "Role.*", "Config");
  const name = known?.name.replaceAll(/["']/g, "") ?? draw.of("w.*", ".*b", "dev-web", "eb");
  return {
    group: draw.once(15) ? "apps" : undefined,
    kind: draw.once(4) ? undefined : kind,
    name: draw.once(2) ? name : undefined,
    namespace: draw.once(6) ? draw.of(...NAMESPACES) : undefined,
    labelSelector: draw.once(6) ? draw.of("app=web", "app in (web, db)", "!tier") : undefined,
  };
}

const KINDS_PATCHED = ["ConfigMap", "Service", "Widget", "Deployment", "StatefulSet", "DaemonSet"] as const;

/** A patch that names its target by apiVersion, kind, name and namespace. */
export function mergePatch(level: Level): Yaml {
  const { draw } = level;
  const present = draw.once(25) ? undefined : pick(level, ...KINDS_PATCHED);
  const { apiVersion, kind, name, namespace } = present ?? named(level, draw.of(...KINDS_PATCHED));
  const metadata = {
    name,
    namespace,
    labels: draw.once(3) ? { [draw.of("app", "tier", "new")]: draw.of("web", '"2"', "null") } : undefined,
    annotations: draw.once(4) ? { note: draw.of("x", '"3"', "null") } : undefined,
  };
  const head = { apiVersion, kind, metadata };
  if (draw.once(12)) return { $patch: draw.of("delete", "delete", "replace"), ...head };
  if (kind === "ConfigMap") return { ...head, data: { [draw.of("a", "b", "c")]: draw.of("y", '"7"', "null") } };
  if (kind === "Service") {
    return { ...head, spec: { ports: [port(draw, "port")], type: draw.of("LoadBalancer", "null") } };
  }
  if (kind === "Widget") return { ...head, spec: { size: draw.of("6", '"7"', "null"), parts: [{ name: "z" }] } };
  return { ...head, spec: { replicas: draw.once(3) ? draw.of("4", "null") : undefined, template: podPatch(draw) } };
}

function podPatch(draw: Draw): Yaml {
  return {
    spec: {
      containers: [containerPatch(draw), ...(draw.once(4) ? [containerPatch(draw)] : [])],
      volumes: draw.once(3)
        ? [{ name: "data", ...(draw.once(4) ? { $patch: "delete" } : { emptyDir: {} }) }]
        : undefined,
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
    env: draw.once(3) ? [environment(draw), ...(draw.once(5) ? [{ name: "MODE", $patch: "delete" }] : [])] : undefined,
    ports: draw.once(4) ? [port(draw, "containerPort")] : undefined,
    args: draw.once(5) ? ['"-v"'] : undefined,
  };
}

const VALUES = ["5", '"5"', "text", "{k: v}", "[1, two]", "null", "1.0"] as const;

function operations(draw: Draw, kind: string | undefined): string {
  const paths = ["/metadata/labels", "/metadata/annotations/note", "/metadata/name", ...(PATHS[kind ?? ""] ?? [])];
  const one = (): Yaml => {
    const op = draw.of("add", "add", "add", "replace", "remove", "test");
    return { op, path: draw.of(...paths), value: op === "remove" ? undefined : draw.of(...VALUES) };
  };
  return yamlText(draw.once(4) ? [one(), one()] : [one()]);
}

const PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["/data/a", "/data/b", "/data"],
  Widget: ["/spec/size", "/spec/parts/-", "/spec/parts/0"],
  Deployment: ["/spec/replicas", "/spec/template/spec/containers/0/image", "/spec/template/spec/containers/-"],
  Service: ["/spec/type", "/spec/ports/0/port"],
};

export function patch(level: Level): Yaml {
  const { draw } = level;
  if (draw.once(4)) {
    const known = named(level, draw.of(...KINDS_PATCHED));
    const target = draw.once(5) ? selector(level) : { kind: known.kind, name: draw.once(2) ? known.name : undefined };
    return { target, patch: new Lines(operations(draw, known.kind)) };
  }
  const options = draw.once(6) ? { [draw.of("allowNameChange", "allowKindChange")]: "true" } : undefined;
  return { target: draw.once(2) ? selector(level) : undefined, patch: new Lines(yamlText(mergePatch(level))), options };
}

export function jsonPatchEntry(level: Level): Yaml {
  const { apiVersion, kind, name } = named(level, ...(["ConfigMap", "Deployment", "Widget"] as const));
  const [version, group] = apiVersion.split("/").reverse();
  return { target: { group, version, kind, name }, patch: new Lines(operations(level.draw, kind)) };
}

const FIELD_PATHS = [
  "metadata.name",
  "metadata.namespace",
  "metadata.labels.app",
  "metadata.annotations.note",
  "data.a",
  "data.b",
  "spec.size",
  "spec.replicas",
  "spec.template.spec.containers.0.image",
  "spec.template.spec.containers.[name=main].image",
  "spec.template.spec.containers.[name=main].env.[name=MODE].value",
  "spec.template.spec.containers.*.image",
  "spec.parts.0.name",
  "data.b.k",
] as const;

const SOURCE_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data.a", "data.b", "data"],
  Widget: ["spec.size", "spec.parts", "spec.parts.[name=x].image"],
  Deployment: ["spec.template.spec.containers.0.image", "spec.replicas", "spec.template.spec.containers.0"],
};

export function replacement(level: Level): Yaml {
  const { draw } = level;
  const { kind, name, namespace } = named(level, "ConfigMap", "Widget", "Deployment", "Service");
  const source = {
    kind,
    name: draw.once(12) ? undefined : name,
    namespace: draw.once(5) ? namespace : undefined,
    fieldPath: draw.once(3) ? undefined : draw.of(...(SOURCE_PATHS[kind] ?? []), "metadata.name"),
    options: draw.once(6) ? { delimiter: draw.of('"."', '":"', '"-"'), index: draw.of("0", "0", "1") } : undefined,
  };
  const from = draw.once(4) ? { sourceValue: draw.of('"7"', "text", "a b") } : { source };
  return { ...from, targets: Array.from({ length: draw.count(1) + 1 }, () => replacementTarget(level)) };
}

function replacementTarget(level: Level): Yaml {
  const { draw } = level;
  const kind = draw.of("ConfigMap", "Widget", "Deployment", "StatefulSet");
  const paths = draw.once(12) ? FIELD_PATHS : [...(TARGET_PATHS[kind] ?? []), "metadata.annotations.note"];
  return {
    select: draw.once(4) ? selector(level) : { kind, name: draw.once(3) ? draw.of(...NAMES, ".*e.*") : undefined },
    reject: draw.once(6) ? [{ name: draw.of(...NAMES) }] : undefined,
    fieldPaths: [draw.of(...paths), ...(draw.once(4) ? [draw.of(...paths)] : [])],
    options: draw.once(5)
      ? undefined
      : {
          create: draw.once(8) ? undefined : "true",
          delimiter: draw.once(4) ? draw.of('":"', '"-"') : undefined,
          index: draw.once(4) ? draw.of("0", "1", "-1") : undefined,
        },
  };
}

const TARGET_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data.a", "data.c", "data.b.k"],
  Widget: ["spec.size", "spec.parts.0.name", "spec.parts.[name=x].image", "spec.new.deep", "spec.parts.*.name"],
  Deployment: FIELD_PATHS.filter((path) => path.startsWith("spec.template") || path === "spec.replicas"),
  StatefulSet: FIELD_PATHS.filter((path) => path.startsWith("spec.template") || path === "metadata.labels.app"),
};
