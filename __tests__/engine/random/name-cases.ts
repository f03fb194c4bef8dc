/** Random trees about names and namespaces that YAML reads as numbers, bools, nulls or dates, and all that refers to them. */
import type { Draw, Fields } from "./draw.ts";
import { ODD_TEXTS, oddKey, oddValue, pool, spelled, spelledSafely } from "./odd-names.ts";
import { anyName, anyNamespace, type OddObject, oddObject, type Source } from "./odd-objects.ts";
import { documentsText, Lines, styledText, type Yaml, yamlText } from "./yaml-text.ts";

interface Level extends Source {
  readonly directory: string;
  readonly known: OddObject[];
  readonly files: Record<string, string>;
}

/** The files of a tree; the directory to build is always `top`. */
export function nameTree(draw: Draw): Record<string, string> {
  const files: Record<string, string> = {};
  const source = { draw, pool: pool(draw) };
  const known: OddObject[] = [];
  const bases = ["base", "other"].slice(0, draw.count(2));
  for (const directory of bases) {
    const below: OddObject[] = [];
    addLevel({ ...source, directory, known: below, files }, "Kustomization", {});
    known.push(...below);
  }
  const components = draw.once(4) ? ["part"] : [];
  for (const directory of components) addLevel({ ...source, directory, known, files }, "Component", {});
  addLevel({ ...source, directory: "top", known, files }, "Kustomization", { bases, components });
  return files;
}

interface Includes {
  readonly bases?: readonly string[];
  readonly components?: readonly string[];
}

function addLevel(level: Level, kind: string, { bases = [], components = [] }: Includes): void {
  const { draw, files, directory } = level;
  const own = bases.length === 0 && kind === "Kustomization" ? draw.count(4) + 1 : draw.count(2);
  const objects = newObjects(level, own);
  const resources = [...bases.map((base) => `../${base}`), ...(own > 0 ? [write(level, "objects", objects)] : [])];
  const given = (inSoMany: number, make: () => Yaml | undefined): Yaml | undefined =>
    draw.once(inSoMany) ? make() : undefined;
  const several = (inSoMany: number, make: () => Yaml): Yaml | undefined =>
    given(inSoMany, () => Array.from({ length: draw.count(1) + 1 }, make));
  const kustomization: Fields = {
    apiVersion: kind === "Component" ? "kustomize.config.k8s.io/v1alpha1" : undefined,
    kind: kind === "Component" ? kind : undefined,
    resources,
    components: components.length > 0 ? components.map((part) => `../${part}`) : undefined,
    namespace: given(3, () => inSettings(draw, anyNamespace(level))),
    namePrefix: given(3, () => affix(draw)),
    nameSuffix: given(3, () => affix(draw)),
    commonLabels: given(12, () => ({ app: inSettings(draw, draw.of(...ODD_TEXTS)) })),
    commonAnnotations: given(12, () => ({ note: inSettings(draw, draw.of(...ODD_TEXTS)) })),
    configMapGenerator: several(5, () => generator(level)),
    patches: several(2, () => patch(level)),
    patchesStrategicMerge: given(10, () => [new Lines(yamlText(mergePatch(level)))]),
    patchesJson6902: several(8, () => json6902(level)),
    replacements: several(3, () => replacement(level)),
    transformers: given(6, () => [new Lines(yamlText(transformer(level)))]),
    configurations: given(8, () => [write(level, "configuration", [configuration(draw)])]),
    crds: given(12, () => [write(level, "types", [crds(draw)])]),
  };
  files[`${directory}/kustomization.yaml`] = yamlText(kustomization);
}

function affix(draw: Draw): string {
  return draw.of('"1"', '"1e"', "e3", '"0x"', '"-"', "a-", '"."', '"9"', "'~'", '"2001-01-"', '"01"', '"nu"', '"ll"');
}

function newObjects(level: Level, count: number): Yaml[] {
  const objects: Yaml[] = [];
  for (let tries = 0; objects.length < count && tries < 50; tries++) {
    const object = oddObject(level);
    const isKnown = level.known.some(({ kind, name }) => kind === object.kind && name === object.name);
    if (isKnown && !level.draw.once(10)) continue;
    level.known.push(object);
    objects.push(object.node);
  }
  return objects;
}

function write({ draw, files, directory }: Level, stem: string, documents: readonly Yaml[]): string {
  const used = Object.keys(files).filter((path) => path.startsWith(`${directory}/${stem}`)).length;
  const file = `${stem}${used === 0 ? "" : used}.yaml`;
  files[`${directory}/${file}`] = draw.once(4) ? styledText(draw, documents) : documentsText(documents);
  return file;
}

function pick(level: Level): OddObject {
  const { draw, known } = level;
  return known.length === 0 || draw.once(30) ? oddObject(level) : draw.of(...known);
}

/** A merge patch that names its target; spelled as the object is, or otherwise. */
function mergePatch(level: Level, isSelected = false): Yaml {
  const { draw } = level;
  const { apiVersion, kind, name, namespace } = pick(level);
  const metadata = {
    name: spelledSafely(draw, isSelected ? anyName(level) : name),
    namespace: isSelected && draw.once(2) ? namespaceToken(level) : namespace && spelledSafely(draw, namespace),
    labels: draw.once(4) ? { app: oddValue(draw) } : undefined,
    annotations: draw.once(5) ? draw.of<Yaml>({ note: oddValue(draw) }, "null") : undefined,
  };
  const head = { apiVersion, kind, metadata };
  if (kind === "ConfigMap") return { ...head, data: { [draw.of("a", "c")]: spelled(draw, draw.of(...ODD_TEXTS)) } };
  if (kind.endsWith("RoleBinding")) {
    if (draw.once(2)) return { ...head, roleRef: { name: spelledSafely(draw, anyName(level)) } };
    const namespaceOf = draw.once(3) ? undefined : spelledSafely(draw, anyNamespace(level));
    return {
      ...head,
      subjects: [{ kind: "ServiceAccount", name: spelledSafely(draw, anyName(level)), namespace: namespaceOf }],
    };
  }
  if (kind === "Widget")
    return { ...head, spec: { [draw.of("size", "ref", "list")]: oddValue(draw), [oddKey(draw)]: oddValue(draw) } };
  return head;
}

/** A text in a kustomization, where hardly any number counts as one. */
function inSettings(draw: Draw, text: string): string {
  return draw.once(20) ? spelled(draw, text) : draw.of(`"${text}"`, `'${text}'`);
}

function namespaceToken(level: Level): string {
  return spelled(level.draw, anyNamespace(level));
}

function patch(level: Level): Yaml {
  const { draw } = level;
  const { kind, name } = pick(level);
  const isSelected = draw.once(2);
  const target = { kind, name: draw.once(2) ? `"^${name.replaceAll(".", "\\\\.")}$"` : undefined };
  if (draw.once(3)) return { target, patch: new Lines(operations(level, kind)) };
  const options = draw.once(4) ? { [draw.of("allowNameChange", "allowKindChange")]: "true" } : undefined;
  return {
    target: isSelected ? target : undefined,
    patch: new Lines(yamlText(mergePatch(level, isSelected))),
    options,
  };
}

function json6902(level: Level): Yaml {
  const { apiVersion, kind, name, namespace } = pick(level);
  const [version, group] = apiVersion.split("/").reverse();
  const { draw } = level;
  const target = {
    group,
    version,
    kind,
    name: `"${name}"`,
    namespace: draw.once(3) && namespace ? `"${namespace}"` : undefined,
  };
  return { target, patch: new Lines(operations(level, kind)) };
}

function operations(level: Level, kind: string): string {
  const { draw } = level;
  const one = (): Yaml => {
    const path = draw.of("/metadata/namespace", "/metadata/namespace", "/metadata/name", ...(JSON_PATHS[kind] ?? []));
    if (draw.once(12)) return { op: "remove", path };
    const value = path.startsWith("/metadata")
      ? spelled(draw, draw.of(...level.pool.names, ...ODD_TEXTS))
      : oddValue(draw);
    return { op: draw.of("add", "replace"), path, value };
  };
  return yamlText(draw.once(3) ? [one(), one()] : [one()]);
}

const JSON_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["/data/a", "/data/c"],
  Widget: ["/spec/size", "/spec/ref/name", "/spec/where/namespace", "/spec/items/0/name", "/spec/list/0"],
  RoleBinding: ["/subjects/0/namespace", "/subjects/0/name", "/roleRef/name"],
  ClusterRoleBinding: ["/subjects/0/namespace", "/subjects/0/name", "/roleRef/name"],
  ValidatingWebhookConfiguration: [
    "/webhooks/0/clientConfig/service/namespace",
    "/webhooks/0/clientConfig/service/name",
  ],
  HorizontalPodAutoscaler: ["/spec/scaleTargetRef/name"],
  Ingress: ["/spec/defaultBackend/service/name"],
};

const FIELD_PATHS: Readonly<Record<string, readonly string[]>> = {
  ConfigMap: ["data.a", "data.b"],
  Widget: ["spec.size", "spec.ref.name", "spec.where.namespace", "spec.items.0.name", "spec.list.0", "spec.list"],
  RoleBinding: ["subjects.0.namespace", "subjects.0.name", "subjects.*.namespace", "roleRef.name"],
  ClusterRoleBinding: ["subjects.0.namespace", "subjects.[kind=ServiceAccount].name"],
  Deployment: ["spec.template.spec.serviceAccountName", "spec.replicas"],
};

function replacement(level: Level): Yaml {
  const { draw } = level;
  const from = pick(level);
  const to = pick(level);
  const identity = ["metadata.name", "metadata.namespace"];
  const source = {
    kind: from.kind,
    name: draw.once(2) ? inSettings(draw, from.name) : undefined,
    fieldPath: draw.once(3) ? draw.of(...identity, ...(FIELD_PATHS[from.kind] ?? [])) : "metadata.name",
  };
  const targets = [
    {
      select: { kind: to.kind, name: draw.once(2) ? inSettings(draw, to.name) : undefined },
      fieldPaths: [draw.of(...identity, ...(FIELD_PATHS[to.kind] ?? []))],
      options: draw.once(6) ? undefined : { create: "true" },
    },
  ];
  return draw.once(3) ? { sourceValue: inSettings(draw, draw.of(...ODD_TEXTS)), targets } : { source, targets };
}

function generator(level: Level): Yaml {
  const { draw } = level;
  const merged = draw.once(3) ? level.known.find(({ kind }) => kind === "ConfigMap") : undefined;
  const name = merged?.name ?? anyName(level);
  if (merged === undefined)
    level.known.push({ apiVersion: "v1", kind: "ConfigMap", name, namespace: undefined, node: "" });
  return {
    name: inSettings(draw, name),
    namespace: merged
      ? merged.namespace && `"${merged.namespace}"`
      : draw.once(3)
        ? inSettings(draw, anyNamespace(level))
        : undefined,
    behavior: merged && draw.of("merge", "replace"),
    literals: [draw.of("a=9", "a=text", "a=~", draw.once(8) ? '"1=x"' : "b=null")],
    options: draw.once(2) ? { disableNameSuffixHash: "true" } : undefined,
  };
}

function transformer(level: Level): Yaml {
  const { draw } = level;
  const head = { apiVersion: "builtin", metadata: { name: "any" } };
  const everywhere = [{ path: "metadata/name" }];
  return draw.of<() => Yaml>(
    () => ({
      ...head,
      kind: "NamespaceTransformer",
      metadata: { name: "any", namespace: spelledSafely(draw, anyNamespace(level)) },
      unsetOnly: draw.once(2) ? "true" : undefined,
      setRoleBindingSubjects: draw.once(2) ? draw.of("allServiceAccounts", "none", "defaultOnly") : undefined,
      fieldSpecs: draw.once(2)
        ? [{ path: draw.of("spec/where/namespace", "spec/size"), create: "true", kind: "Widget" }]
        : undefined,
    }),
    () => ({ ...head, kind: "PrefixTransformer", prefix: affix(draw), fieldSpecs: everywhere }),
    () => ({ ...head, kind: "SuffixTransformer", suffix: affix(draw), fieldSpecs: everywhere }),
    () => ({
      ...head,
      kind: "PatchTransformer",
      ...(patch(level) as Fields),
      [draw.once(4) ? oddKey(draw) : "options"]: undefined,
    }),
    () => ({ ...head, kind: "ReplacementTransformer", replacements: [replacement(level)] }),
  )();
}

function configuration(draw: Draw): Yaml {
  const given = <T>(make: () => T): T | undefined => (draw.once(3) ? make() : undefined);
  return {
    nameReference: given(() => [
      {
        kind: draw.of("ConfigMap", "Service", "ServiceAccount", "Widget"),
        version: draw.of("v1", undefined),
        fieldSpecs: [
          { kind: "Widget", path: draw.of("spec/ref/name", "spec/where", "spec/size", "spec/list", "spec/items") },
        ],
      },
    ]),
    namePrefix: given(() => [{ path: "spec/ref/name", kind: "Widget" }]),
    namespace: given(() => [{ path: draw.of("spec/where/namespace", "spec/size"), create: "true", kind: "Widget" }]),
  };
}

function crds(draw: Draw): Yaml {
  const version = draw.of("v1", "v1", '""', "9", "null", "[v1]");
  const reference = {
    "x-kubernetes-object-ref-api-version": version,
    "x-kubernetes-object-ref-kind": draw.of("ConfigMap", "Secret", "true"),
    "x-kubernetes-object-ref-name-key": draw.once(4) ? draw.of("name", "1", "null") : undefined,
    [draw.of("type", "format", "maximum", "required", "enum", "description", "nullable", "items")]: draw.once(4)
      ? oddValue(draw)
      : undefined,
  };
  return {
    "example.com/v1.Widget": {
      Schema: { properties: { kind: {}, apiVersion: {}, metadata: {}, spec: { $ref: "example.com/v1.WidgetSpec" } } },
    },
    "example.com/v1.WidgetSpec": { Schema: { properties: { ref: reference } } },
  };
}
