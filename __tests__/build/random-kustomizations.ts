/** Random trees of kustomizations: bases, components and an overlay, with all the fields that the engine knows. */
import { type Draw, NAMES, NAMESPACES, randomObject } from "./random-objects.ts";
import {
  jsonPatchEntry,
  type Known,
  type Level,
  mergePatch,
  patch,
  pick,
  replacement,
  selector,
} from "./random-patches.ts";
import type { Files } from "./render.ts";
import { documentsText, Lines, type Yaml, yamlText } from "./yaml-text.ts";

type Fields = { readonly [key: string]: Yaml | undefined };

/** A tree as values: documents by path. */
export type Documents = Record<string, Yaml[]>;

export function filesOf(documents: Documents): Files {
  return Object.fromEntries(Object.entries(documents).map(([path, list]) => [path, documentsText(list)]));
}

/** The directory to build is always `top`. */
export function randomTree(draw: Draw): Documents {
  const documents: Documents = {};
  const all: Known[] = [];
  const bases = ["base", "other"].slice(0, draw.count(2));
  for (const directory of bases) {
    const level = { draw, known: [] };
    addLevel(level, documents, directory, { resources: [] }, "Kustomization");
    all.push(...level.known);
  }
  const components = draw.once(3) ? ["part"] : undefined;
  const level = { draw, known: all };
  if (components !== undefined) addLevel(level, documents, "part", { resources: [] }, "Component");
  const paths = (list: readonly string[]): string[] => list.map((directory) => `../${directory}`);
  addLevel(
    level,
    documents,
    "top",
    { resources: paths(bases), components: components && paths(components) },
    "Kustomization",
  );
  return documents;
}

function addLevel(
  level: Level,
  documents: Documents,
  directory: string,
  includes: { resources: string[]; components?: string[] | undefined },
  kind: "Kustomization" | "Component",
): void {
  const { draw } = level;
  const resources = [...includes.resources];
  const isLeaf = resources.length === 0 && kind === "Kustomization";
  if (isLeaf || draw.once(2)) {
    documents[`${directory}/objects.yaml`] = newObjects(level, draw.count(isLeaf ? 5 : 1) + 1);
    resources.push("objects.yaml");
  }
  documents[`${directory}/kustomization.yaml`] = [
    {
      apiVersion: kind === "Component" ? "kustomize.config.k8s.io/v1alpha1" : undefined,
      kind: kind === "Component" ? kind : undefined,
      resources,
      components: includes.components,
      ...levelFields(level),
    },
  ];
}

function newObjects({ draw, known }: Level, count: number): Yaml[] {
  const objects: Yaml[] = [];
  for (let tries = 0; objects.length < count; tries++) {
    const object = randomObject(draw) as ReturnType<typeof randomObject> & { apiVersion: string; kind: string };
    const { name, namespace } = (object as unknown as { metadata: { name: string; namespace?: string } }).metadata;
    const { apiVersion, kind } = object;
    const isKnown = known.some((one) => one.kind === kind && one.name === name);
    if (isKnown && tries < 20 && !draw.once(30)) continue;
    known.push({ apiVersion, kind, name, namespace });
    objects.push(object);
  }
  return objects;
}

function levelFields(level: Level): Fields {
  const { draw } = level;
  const given = (inSoMany: number, make: () => Yaml): Yaml | undefined => (draw.once(inSoMany) ? make() : undefined);
  const several = (inSoMany: number, make: () => Yaml): Yaml | undefined =>
    given(inSoMany, () => Array.from({ length: draw.count(1) + 1 }, make));
  return {
    configMapGenerator: several(4, () => generator(level, "ConfigMap")),
    secretGenerator: given(6, () => [
      { ...generator(level, "Secret"), type: draw.once(4) ? "kubernetes.io/tls" : undefined },
    ]),
    generatorOptions: given(8, () => ({
      disableNameSuffixHash: draw.once(2) ? "true" : undefined,
      labels: draw.once(2) ? pairs(draw) : undefined,
      immutable: draw.once(4) ? "true" : undefined,
    })),
    namePrefix: given(3, () => draw.of("dev-", "a-", '"1"')),
    nameSuffix: given(5, () => draw.of("-v2", "-b")),
    namespace: given(4, () => draw.of("prod", ...NAMESPACES)),
    labels: several(4, () => labelEntry(draw)),
    commonLabels: given(6, () => pairs(draw)),
    commonAnnotations: given(6, () => pairs(draw)),
    images: several(4, () => image(draw)),
    replicas: given(8, () => {
      const target = pick(level, "Deployment", "StatefulSet");
      return target === undefined ? [] : [{ name: target.name, count: draw.of("0", "5") }];
    }),
    patches: several(2, () => patch(level)),
    patchesStrategicMerge: given(10, () => [new Lines(yamlText(mergePatch(level)))]),
    patchesJson6902: given(10, () => [jsonPatchEntry(level)]),
    replacements: given(4, () => [replacement(level)]),
    sortOptions: given(12, () => ({ order: draw.of("fifo", "legacy") })),
    transformers: given(10, () => [new Lines(yamlText(pluginConfig(level)))]),
  };
}

function pairs(draw: Draw): Fields {
  return { [draw.of("app", "team", "example.com/part")]: draw.of("web", '"1"', '"true"', '""', "a b") };
}

function labelEntry(draw: Draw): Fields {
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

function image(draw: Draw): Fields {
  return {
    name: draw.of("nginx", "busybox", "registry.io:5000/team/app", "n.inx"),
    newName: draw.once(2) ? draw.of("mirror.io/nginx", "httpd") : undefined,
    newTag: draw.once(2) ? draw.of('"2"', "stable") : undefined,
    digest: draw.once(4) ? "sha256:fedcba" : undefined,
    tagSuffix: draw.once(5) ? "-slim" : undefined,
  };
}

function generator({ draw, known }: Level, kind: "ConfigMap" | "Secret"): Fields {
  const present = pick({ draw, known }, kind);
  const target = present !== undefined && draw.once(2) ? present : undefined;
  const name = target?.name ?? draw.of(...NAMES, "made");
  const namespace = target === undefined ? (draw.once(6) ? draw.of(...NAMESPACES) : undefined) : target.namespace;
  const isThere = known.some((one) => one.kind === kind && one.name === name);
  if (!isThere) known.push({ apiVersion: "v1", kind, name, namespace });
  return {
    name,
    namespace,
    behavior: isThere && !draw.once(20) ? draw.of("merge", "replace") : draw.of(undefined, undefined, "create"),
    literals: draw.once(8) ? undefined : [`${draw.of("a", "b", "c")}=${draw.of("1", "x y", "'q'", "true")}`],
    options: draw.once(5)
      ? {
          disableNameSuffixHash: draw.once(2) ? "true" : undefined,
          annotations: draw.once(2) ? pairs(draw) : undefined,
          immutable: draw.once(6) ? "true" : undefined,
        }
      : undefined,
  };
}

function pluginConfig(level: Level): Yaml {
  const { draw } = level;
  const head = { apiVersion: "builtin", metadata: { name: "plugin" } };
  const kind = draw.count(5);
  if (kind === 0) return { ...head, kind: "PrefixTransformer", prefix: "x-", fieldSpecs: [{ path: "metadata/name" }] };
  if (kind === 1)
    return {
      ...head,
      kind: "LabelTransformer",
      labels: pairs(draw),
      fieldSpecs: [{ path: "metadata/labels", create: "true" }],
    };
  if (kind === 2)
    return {
      ...head,
      kind: "ImageTagTransformer",
      imageTag: image(draw),
      fieldSpecs: draw.once(2) ? [{ path: "spec/parts[]/image" }] : undefined,
    };
  if (kind === 3) {
    return {
      ...head,
      kind: "NamespaceTransformer",
      metadata: { name: "plugin", namespace: draw.of(...NAMESPACES) },
      unsetOnly: draw.once(2) ? "true" : undefined,
      setRoleBindingSubjects: draw.once(2) ? draw.of("none", "allServiceAccounts") : undefined,
    };
  }
  if (kind === 4)
    return {
      ...head,
      kind: "AnnotationsTransformer",
      annotations: pairs(draw),
      fieldSpecs: [{ path: "metadata/annotations", create: "true" }],
    };
  return { ...head, kind: "PatchTransformer", target: selector(level), patch: new Lines(yamlText(mergePatch(level))) };
}
