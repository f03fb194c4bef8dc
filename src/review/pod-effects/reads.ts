/** Finds the ConfigMaps and Secrets that the containers of a workload read, and how. */
import { checkTime } from "../../budget/index.ts";
import { CONTAINER_LISTS, isMap, listAt, textAt, valueAt } from "../../manifests/index.ts";
import type { Value } from "../../render/rendering.ts";

/** One way in which a container reads a ConfigMap or a Secret. */
export interface Read {
  readonly kind: "ConfigMap" | "Secret";
  readonly name: string;
  /** `value`: read once, when the container starts. `file`: the kubelet writes the file anew in a Pod that runs. */
  readonly reading: "value" | "file";
  /** The keys that are read; undefined for all. */
  readonly keys: readonly string[] | undefined;
}

type Source = Pick<Read, "kind" | "name"> & { readonly map: Value };

/** A part of a volume, and the paths of its files by their keys; undefined where these are the keys themselves. */
interface VolumeSource extends Source {
  readonly paths: ReadonlyMap<string, string> | undefined;
}

/** The reads of the Pods of a template, optional ones included. */
export function* readsOf(template: Value | undefined): Iterable<Read> {
  const spec = valueAt(template, "spec");
  const volumes = new Map(listAt(spec, "volumes").map((volume) => [textAt(volume, "name"), sourcesOf(volume)]));
  for (const container of CONTAINER_LISTS.flatMap((list) => listAt(spec, list))) {
    for (const entry of listAt(container, "env")) {
      const from = valueAt(entry, "valueFrom");
      const sources = [...sourceIn(from, "configMapKeyRef", "ConfigMap"), ...sourceIn(from, "secretKeyRef", "Secret")];
      for (const { map, ...source } of sources) yield { ...source, reading: "value", keys: [textAt(map, "key") ?? ""] };
    }
    for (const entry of listAt(container, "envFrom")) {
      const sources = [...sourceIn(entry, "configMapRef", "ConfigMap"), ...sourceIn(entry, "secretRef", "Secret")];
      for (const { kind, name } of sources) yield { kind, name, reading: "value", keys: undefined };
    }
    for (const mount of listAt(container, "volumeMounts")) {
      for (const source of volumes.get(textAt(mount, "name")) ?? []) yield* filesOf(source, mount);
    }
  }
}

/** A part of a volume is mounted once, when the container starts. */
function* filesOf({ kind, name, paths }: VolumeSource, mount: Value): Iterable<Read> {
  checkTime();
  // Which file this is depends on the variables of the container.
  if (textAt(mount, "subPathExpr")) return;
  const part = textAt(mount, "subPath")?.replace(/\/+$/, "");
  if (!part) yield { kind, name, reading: "file", keys: paths && [...paths.keys()] };
  else if (paths === undefined) yield { kind, name, reading: "value", keys: [part] };
  else {
    const keys = [...paths].filter(([, path]) => path === part || path.startsWith(`${part}/`)).map(([key]) => key);
    yield { kind, name, reading: "value", keys };
  }
}

/** The ConfigMaps and Secrets of a volume. */
function sourcesOf(volume: Value): readonly VolumeSource[] {
  const sources = [
    ...sourceIn(volume, "configMap", "ConfigMap"),
    ...sourceIn(volume, "secret", "Secret", "secretName"),
    ...listAt(valueAt(volume, "projected"), "sources").flatMap((source) => [
      ...sourceIn(source, "configMap", "ConfigMap"),
      ...sourceIn(source, "secret", "Secret"),
    ]),
  ];
  return sources.map((source) => {
    const items = listAt(source.map, "items");
    const entries = items.map((item) => [textAt(item, "key") ?? "", textAt(item, "path") ?? ""] as const);
    return { ...source, paths: items.length === 0 ? undefined : new Map(entries) };
  });
}

function sourceIn(holder: Value | undefined, field: string, kind: Read["kind"], key = "name"): readonly Source[] {
  const map = valueAt(holder, field);
  const name = textAt(map, key);
  return map !== undefined && isMap(map) && name ? [{ kind, name, map }] : [];
}
