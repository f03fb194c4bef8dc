/** Random trees of kustomizations: bases, components and an overlay, with all the fields that the engine knows. */
import { type Draw, type Fields, NAMESPACES, pairs } from "./draw.ts";
import { generator, generatorOptions, generatorPlugin } from "./generators.ts";
import { jsonPatchEntry } from "./json-patches.ts";
import { type Known, type Level, pick, textOf, writeFile, writeText } from "./level.ts";
import { randomObject } from "./objects.ts";
import { mergePatches, patch } from "./patches.ts";
import { image, labelEntry, transformer, validator } from "./plugins.ts";
import { replacementEntry } from "./replacements.ts";
import { configuration, crds, fileOf, openApi, variables } from "./settings.ts";
import { documentsText, Lines, type Yaml, yamlText } from "./yaml-text.ts";

type Kind = "Kustomization" | "Component";

/** What a level includes, by directory. */
interface Includes {
  readonly bases?: readonly string[];
  readonly components?: readonly string[];
  /** The prefix that distinguishes it from other levels that include the same directory. */
  readonly namePrefix?: string;
}

/** The files of a tree; the directory to build is always `top`. */
export function randomTree(draw: Draw): Record<string, string> {
  const files: Record<string, string> = {};
  const known: Known[] = [];
  const add = (directory: string, kind: Kind, includes: Includes, below: Known[]): Known[] => {
    const level = { draw, directory, known: below, files };
    addLevel(level, kind, includes);
    return level.known;
  };
  const bases = ["base", "other"].slice(0, draw.count(2));
  // A diamond: objects that are included twice need two names.
  const isShared = bases.length === 2 && draw.once(4);
  const shared = isShared ? add("shared", "Kustomization", {}, []) : [];
  for (const [index, directory] of bases.entries()) {
    const isDeep = !isShared && draw.once(5);
    const below = isShared ? "shared" : `${directory}-deep`;
    const deep = isDeep ? add(below, "Kustomization", {}, []) : [...shared];
    const components = draw.once(6) ? [`${directory}-part`] : [];
    for (const component of components) add(component, "Component", {}, deep);
    const prefix = isShared ? { namePrefix: `${"xy".charAt(index)}-` } : {};
    const includes = { bases: isDeep || isShared ? [below] : [], components, ...prefix };
    known.push(...add(directory, "Kustomization", includes, deep));
  }
  const components = draw.once(3) ? (draw.once(4) ? ["part", "second"] : ["part"]) : [];
  for (const directory of components) {
    const isDeep = draw.once(5);
    if (isDeep) add(`${directory}-deep`, "Component", {}, known);
    add(directory, "Component", { components: isDeep ? [`${directory}-deep`] : [] }, known);
  }
  add("top", "Kustomization", { bases, components }, known);
  return files;
}

function addLevel(level: Level, kind: Kind, { bases = [], components = [], ...given }: Includes): void {
  const { draw, directory } = level;
  const paths = (list: readonly string[]): string[] => list.map((name) => `../${name}${draw.once(8) ? "/" : ""}`);
  const isLeaf = bases.length === 0 && kind === "Kustomization";
  const resources = draw.once(2) ? [...paths(bases)] : [];
  const rest = resources.length === 0 ? paths(bases) : [];
  const isOld = draw.once(8);
  if (!isOld) resources.push(...rest);
  if (isLeaf || draw.once(2)) resources.push(...objectFiles(level, draw.count(isLeaf ? 5 : 1) + 1));
  const isNamed = draw.once(3);
  const kustomization = {
    apiVersion:
      kind === "Component"
        ? "kustomize.config.k8s.io/v1alpha1"
        : isNamed
          ? "kustomize.config.k8s.io/v1beta1"
          : undefined,
    kind: kind === "Component" || isNamed ? kind : undefined,
    resources: resources.length === 0 && draw.once(2) && isOld && rest.length > 0 ? undefined : resources,
    bases: isOld && rest.length > 0 ? rest : undefined,
    components: components.length > 0 ? paths(components) : undefined,
    ...generatorFields(level),
    ...changeFields(level),
    ...patchFields(level),
    ...otherFields(level),
    ...given,
  };
  const file = draw.once(8) ? draw.of("kustomization.yml", "Kustomization") : "kustomization.yaml";
  level.files[`${directory}/${file}`] = textOf(draw, [
    draw.once(20) ? otherwiseSpelt(draw, kustomization) : kustomization,
  ]);
}

/** The names of fields may be written in any case. */
function otherwiseSpelt(draw: Draw, fields: Fields): Fields {
  const spelt = (key: string): string => (draw.once(4) ? draw.of(key.toUpperCase(), key.toLowerCase()) : key);
  return Object.fromEntries(Object.entries(fields).map(([key, value]) => [spelt(key), value]));
}

/** Objects in one or two files, each a stream of documents or a list. */
function objectFiles(level: Level, count: number): string[] {
  const { draw } = level;
  const objects = newObjects(level, count);
  const cut = objects.length > 2 && draw.once(3) ? draw.count(objects.length - 2) + 1 : objects.length;
  const files = [objects.slice(0, cut), objects.slice(cut)]
    .filter((part) => part.length > 0)
    .map((part) => {
      const stem = draw.once(15) ? "of the team/é" : "objects";
      return writeFile(level, stem, draw.once(12) ? [listOf(draw, part)] : part);
    });
  const nothing = (): string =>
    writeText(level, "nothing", "yaml", draw.of("", "# nothing\n", "---\n", "\ufeff", "{}\n"));
  return draw.once(20) ? [...files, nothing()] : files;
}

function listOf(draw: Draw, items: readonly Yaml[]): Yaml {
  const kind = draw.of("List", "WidgetList", "ConfigMapList", "RoleList", "ResourceList");
  const nested = draw.once(6) ? [{ apiVersion: "v1", kind: "List", items }] : items;
  const metadata = draw.once(4) ? draw.of<Yaml>({ resourceVersion: '""' }, "null", {}) : undefined;
  return { apiVersion: kind === "ResourceList" ? "config.kubernetes.io/v1" : "v1", kind, metadata, items: nested };
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

type Given = (inSoMany: number, make: () => Yaml | undefined) => Yaml | undefined;

/** A field that occurs once in the given number of levels, on average; also lists of one or two entries. */
function chances({ draw }: Level): { given: Given; several: Given } {
  const given: Given = (inSoMany, make) => (draw.once(inSoMany) ? make() : undefined);
  return {
    given,
    several: (inSoMany, make) => given(inSoMany, () => Array.from({ length: draw.count(1) + 1 }, () => make() as Yaml)),
  };
}

function generatorFields(level: Level): Fields {
  const { given, several } = chances(level);
  return {
    configMapGenerator: several(4, () => generator(level, "ConfigMap")),
    secretGenerator: several(6, () => generator(level, "Secret")),
    generatorOptions: given(8, () => generatorOptions(level.draw)),
    generators: given(12, () => pluginEntries(level, generatorPlugin)),
  };
}

function changeFields(level: Level): Fields {
  const { draw } = level;
  const { given, several } = chances(level);
  return {
    namePrefix: given(3, () => draw.of("dev-", "a-", '"1"', "é", '"0x"')),
    nameSuffix: given(5, () => draw.of("-v2", "-b", '"e3"', '"."')),
    namespace: given(4, () => draw.of("prod", ...NAMESPACES)),
    labels: several(4, () => labelEntry(draw)),
    commonLabels: given(6, () => pairs(draw)),
    commonAnnotations: given(6, () => pairs(draw)),
    [draw.once(8) ? "imageTags" : "images"]: several(4, () => image(draw)),
    replicas: given(8, () => {
      const target = (): ReturnType<typeof pick> => pick(level, "Deployment", "StatefulSet", "ReplicaSet");
      const entries = [target(), ...(draw.once(3) ? [target()] : [])].flatMap((one) => one ?? []);
      if (entries.length === 0) return undefined;
      return entries.map(({ name }) => ({ name, count: draw.of("0", "5", "5.0", undefined) }));
    }),
  };
}

function patchFields(level: Level): Fields {
  const { given, several } = chances(level);
  return {
    patches: several(2, () => patch(level)),
    patchesStrategicMerge: given(10, () => mergePatches(level)),
    patchesJson6902: several(10, () => jsonPatchEntry(level)),
    replacements: several(4, () => replacementEntry(level)),
    transformers: given(8, () => pluginEntries(level, transformer)),
    validators: given(25, () => pluginEntries(level, validator)),
  };
}

function otherFields(level: Level): Fields {
  const { draw, directory } = level;
  const { given } = chances(level);
  const suffix = directory.replaceAll(/\W/g, "").toUpperCase();
  return {
    configurations: given(12, () => fileOf(level, "configuration", configuration)),
    crds: given(20, () => fileOf(level, "types", crds)),
    openapi: given(25, () => openApi(level)),
    vars: given(12, () => variables(level, draw.once(2) ? ["HOST"] : [`VAR_${suffix}`, "HOST"])),
    sortOptions: given(12, () => sortOptions(draw)),
    buildMetadata: given(10, () => {
      const one = (): Yaml => draw.of("originAnnotations", "transformerAnnotations", "managedByLabel", "other");
      return draw.once(3) ? [one(), one()] : [one()];
    }),
    metadata: given(30, () => ({ name: "any", labels: { a: "b" } })),
  };
}

function sortOptions(draw: Draw): Yaml {
  if (draw.once(3)) return { order: "fifo" };
  const lists = { orderFirst: ["Service", "Namespace"], orderLast: draw.once(2) ? ["Deployment"] : undefined };
  return { order: "legacy", legacySortOptions: draw.once(2) ? lists : undefined };
}

/** Inline, in a file, or in a directory with its own kustomization. */
function pluginEntries(level: Level, make: (level: Level) => Yaml): Yaml {
  const { draw, directory, files } = level;
  const documents = [make(level), ...(draw.once(4) ? [make(level)] : [])];
  if (draw.once(2)) return documents.map((document) => new Lines(yamlText(document)));
  if (!draw.once(4)) return [writeFile(level, "plugins", documents)];
  files[`${directory}/plugin-directory/plugins.yaml`] = documentsText(documents);
  files[`${directory}/plugin-directory/kustomization.yaml`] = "resources: [plugins.yaml]\n";
  return ["plugin-directory"];
}
