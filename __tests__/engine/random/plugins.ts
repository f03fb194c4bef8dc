/** Random documents of `transformers` and `validators`, and what they share with the fields of a kustomization. */
import { type Draw, type Fields, NAMESPACES, pairs } from "./draw.ts";
import { operations } from "./json-patches.ts";
import { type Level, named, pick, writeFile, writeText } from "./level.ts";
import { mergePatch } from "./patches.ts";
import { replacementEntry } from "./replacements.ts";
import { selector } from "./selectors.ts";
import { Lines, type Yaml, yamlText } from "./yaml-text.ts";

export function labelEntry(draw: Draw): Fields {
  const mode = draw.count(4);
  return {
    pairs: pairs(draw),
    includeSelectors: mode === 0 ? "true" : undefined,
    includeTemplates: mode === 1 || mode === 2 ? "true" : undefined,
    includeVolumeClaimTemplates: mode === 2 ? "true" : undefined,
    fields: draw.once(8)
      ? [
          {
            path: draw.of("spec/extra/labels", "spec/template/metadata/labels"),
            create: draw.of("true", "false"),
            kind: draw.of("Widget", "Deployment"),
          },
        ]
      : undefined,
  };
}

export function image(draw: Draw): Fields {
  return {
    name: draw.once(20)
      ? draw.of(undefined, "nginx:1.25", "registry.io:5000/team", "(nginx|busybox)", '"n*"')
      : draw.of("nginx", "busybox", "registry.io:5000/team/app", "n.inx"),
    newName: draw.once(2) ? draw.of("mirror.io/nginx", "httpd", '"5"', "host:5000/a@b") : undefined,
    newTag: draw.once(2) ? draw.of('"2"', "stable", '""', '"1e3"') : undefined,
    digest: draw.once(4) ? draw.of("sha256:fedcba", "fedcba") : undefined,
    tagSuffix: draw.once(5) ? "-slim" : undefined,
  };
}

const HEAD = { apiVersion: "builtin", metadata: { name: "plugin" } };

/** A document of the field `transformers`. */
export function transformer(level: Level): Yaml {
  const make = level.draw.of(...TRANSFORMERS);
  const name = `plugin-${level.draw.count(999)}`;
  return { ...HEAD, metadata: { name }, ...make(level) };
}

/** A validator that changes nothing, or one that does, which is an error. */
export function validator(level: Level): Yaml {
  const { draw } = level;
  if (draw.once(4)) return transformer(level);
  const metadata = { name: `plugin-${draw.count(999)}` };
  return { ...HEAD, metadata, kind: "LabelTransformer", labels: { a: "b" }, fieldSpecs: [{ path: "spec/nowhere" }] };
}

const NAMES_ONLY = [{ path: "metadata/name" }];

const TRANSFORMERS: readonly ((level: Level) => Fields)[] = [
  () => ({ kind: "PrefixTransformer", prefix: "x-", fieldSpecs: NAMES_ONLY }),
  () => ({ kind: "SuffixTransformer", suffix: "-y", fieldSpecs: NAMES_ONLY }),
  () => ({ kind: "PrefixSuffixTransformer", prefix: "x-", suffix: "-y", fieldSpecs: NAMES_ONLY }),
  () => ({ kind: "HashTransformer" }),
  ({ draw }) => ({
    kind: "LabelTransformer",
    labels: pairs(draw),
    fieldSpecs: [{ path: draw.of("metadata/labels", "spec/template/metadata/labels"), create: "true" }],
  }),
  ({ draw }) => ({
    kind: "AnnotationsTransformer",
    annotations: pairs(draw),
    fieldSpecs: [{ path: draw.of("metadata/annotations", "spec/notes"), create: draw.of("true", "false") }],
  }),
  ({ draw }) => ({
    kind: "ImageTagTransformer",
    imageTag: image(draw),
    fieldSpecs: draw.once(2) ? [{ path: "spec/parts[]/image" }] : undefined,
  }),
  ({ draw }) => ({
    kind: "NamespaceTransformer",
    metadata: { name: "plugin", namespace: draw.of(...NAMESPACES) },
    unsetOnly: draw.once(2) ? "true" : undefined,
    setRoleBindingSubjects: draw.once(2) ? draw.of("none", "allServiceAccounts", "defaultOnly") : undefined,
    fieldSpecs: draw.once(3) ? [{ path: "metadata/namespace", create: "true" }] : undefined,
  }),
  (level) => ({
    kind: "ReplicaCountTransformer",
    replica: { name: (pick(level, "Deployment") ?? named(level, "Deployment")).name, count: level.draw.of("0", "7") },
    fieldSpecs: [{ path: "spec/replicas", create: "true", kind: "Deployment" }],
  }),
  (level) => ({
    kind: "PatchTransformer",
    target: level.draw.once(3) ? undefined : selector(level),
    ...(level.draw.once(2)
      ? { patch: new Lines(yamlText(mergePatch(level))) }
      : { path: writeFile(level, "plugin-patch", [mergePatch(level)]) }),
  }),
  (level) => ({
    kind: "PatchStrategicMergeTransformer",
    ...(level.draw.once(2)
      ? { patches: new Lines(yamlText(mergePatch(level))) }
      : { paths: [writeFile(level, "plugin-merge", [mergePatch(level)])] }),
  }),
  (level) => {
    const { apiVersion, kind, name } = named(level, "ConfigMap", "Deployment", "Widget");
    const [version, group] = apiVersion.split("/").reverse();
    const text = operations(level.draw, kind);
    const content = level.draw.once(2)
      ? { jsonOp: new Lines(text) }
      : { path: writeText(level, "plugin-operations", "yaml", text) };
    return { kind: "PatchJson6902Transformer", target: { group, version, kind, name }, ...content };
  },
  (level) => ({ kind: "ReplacementTransformer", replacements: [replacementEntry(level)] }),
  (level) => ({
    kind: "ValueAddTransformer",
    value: level.draw.once(2) ? "added" : undefined,
    targets: [
      {
        selector: pick(level) === undefined || level.draw.once(3) ? undefined : { kind: pick(level)?.kind },
        fieldPath: level.draw.of("metadata/annotations/note", "spec/size", "data/a", "metadata/namespace"),
        filePathPosition: level.draw.once(3) ? level.draw.of("1", "2") : undefined,
      },
    ],
  }),
];
