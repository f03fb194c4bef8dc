/** Random replacements, mostly from and to fields that exist. */
import { NAMES } from "./draw.ts";
import { type Level, named, pick, writeFile } from "./level.ts";
import { selector } from "./selectors.ts";
import type { Yaml } from "./yaml-text.ts";

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
  "data.[c.yaml].k",
  "data.[c.yaml].l.0.x",
  "metadata.annotations.[example.com/part]",
  "metadata.labels.example\\.com/part",
  "spec.template.spec.containers.[name=m.in].image",
  "spec.template.spec.containers.-.image",
] as const;

const SOURCE_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data.a", "data.b", "data", "data.odd", "metadata.labels", "data.[c.yaml]"],
  Widget: ["spec.size", "spec.parts", "spec.parts.[name=x].image", "spec.odd", "spec.second", "spec.list.0"],
  Deployment: ["spec.template.spec.containers.0.image", "spec.replicas", "spec.template.spec.containers.0"],
};

function replacement(level: Level): Yaml {
  const { draw } = level;
  const known = draw.once(30)
    ? named(level, "Widget")
    : (pick(level, "ConfigMap", "Widget", "Deployment") ?? pick(level));
  const targets = Array.from({ length: draw.count(1) + 1 }, () => replacementTarget(level));
  if (known === undefined || draw.once(4)) {
    return { sourceValue: draw.of('"7"', "text", "a b", '"true"', '"{}"', "'k: v'"), targets };
  }
  const { apiVersion, kind, name, namespace } = known;
  const [version, group] = apiVersion.split("/").reverse();
  const source = {
    group: draw.once(8) ? group : undefined,
    version: draw.once(8) ? version : undefined,
    kind: draw.once(20) ? undefined : kind,
    name: draw.once(12) ? undefined : name,
    namespace: draw.once(5) ? namespace : undefined,
    fieldPath: draw.once(2) ? undefined : draw.of("metadata.name", "kind", ...(SOURCE_PATHS[kind] ?? [])),
    options: draw.once(6) ? { delimiter: draw.of('"."', '":"', '"-"'), index: draw.of("0", "0", "0", "1") } : undefined,
  };
  return { source, targets };
}

/** An entry of `replacements`: inline, or in a file that holds one or several. */
export function replacementEntry(level: Level): Yaml {
  if (!level.draw.once(4)) return replacement(level);
  const list = [replacement(level), replacement(level)];
  return { path: writeFile(level, "replacement", [level.draw.of<Yaml>(list, list[0] as Yaml)]) };
}

function replacementTarget(level: Level): Yaml {
  const { draw } = level;
  const isSelected = draw.once(4);
  const kind = draw.of("ConfigMap", "Widget", "Deployment", "StatefulSet");
  const anywhere = ["metadata.annotations.note", "metadata.labels.app", "metadata.annotations.[example.com/part]"];
  const paths = draw.once(20) ? FIELD_PATHS : isSelected ? anywhere : [...(TARGET_PATHS[kind] ?? []), ...anywhere];
  return {
    select: isSelected ? selector(level) : { kind, name: draw.once(3) ? draw.of(...NAMES, ".*e.*") : undefined },
    reject: draw.once(6) ? [draw.once(2) ? selector(level) : { name: draw.of(...NAMES) }] : undefined,
    fieldPaths: [draw.of(...paths), ...(draw.once(4) ? [draw.of(...paths)] : [])],
    options: draw.once(12)
      ? undefined
      : {
          create: draw.once(12) ? undefined : "true",
          delimiter: draw.once(4) ? draw.of('":"', '"-"') : undefined,
          index: draw.once(4) ? draw.of("0", "1", "-1", "9") : undefined,
          encoding: draw.once(20) ? "base64" : undefined,
        },
  };
}

const TARGET_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data.a", "data.c", "data.b.k", "data.[c.yaml].k", "data.[c.yaml].l.0.x", "data.odd"],
  Widget: [
    "spec.size",
    "spec.parts.0.name",
    "spec.parts.[name=x].image",
    "spec.new.deep",
    "spec.parts.*.name",
    "spec.second",
    "spec.second.k",
    "spec.parts.[name=y|x].name",
    "spec.list.0",
    "spec.odd",
  ],
  Deployment: FIELD_PATHS.filter((path) => path.startsWith("spec.template") || path === "spec.replicas"),
  StatefulSet: FIELD_PATHS.filter((path) => path.startsWith("spec.template") || path === "metadata.labels.app"),
};
