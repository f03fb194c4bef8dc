/**
 * Random trees around merge patches of lists with keys: nulls and merge keys in their elements, keys that are no strings, and
 * lists of objects. Most objects ask for a hash, which shows every node.
 */
import { type Draw, type Fields, some } from "./draw.ts";
import { documentsText, Lines, styledText, type Yaml } from "./yaml-text.ts";

type List = readonly [apiVersion: string, kind: string, path: readonly string[], key: string];

/** Lists with keys: the object that has one, the fields on the way to it, and its key. */
const LISTS: readonly List[] = [
  ["apps/v1", "ReplicaSet", ["spec", "template", "spec", "containers"], "name"],
  ["apps/v1", "ReplicaSet", ["spec", "template", "spec", "volumes"], "name"],
  ["v1", "Pod", ["spec", "hostAliases"], "ip"],
  ["v1", "Pod", ["metadata", "ownerReferences"], "uid"],
  ["v1", "Service", ["spec", "ports"], "port"],
  ["v1", "ServiceAccount", ["secrets"], "name"],
  ["example.com/v1", "Widget", ["spec", "containers"], "name"],
];

interface Target {
  readonly name: string;
  readonly list: List;
}

/** The files of a tree; the directory to build is `top`. */
export function mergeTree(draw: Draw): Record<string, string> {
  const files: Record<string, string> = {};
  const targets: Target[] = ["a", "b"].slice(draw.count(1)).map((name) => ({ name, list: draw.of(...LISTS) }));
  const levels = ["base", "middle", "top"].slice(draw.count(2));
  for (const [index, directory] of levels.entries()) {
    const below = index === 0 ? "objects.yaml" : `../${levels[index - 1]}`;
    if (index === 0) files[`${directory}/${below}`] = text(draw, documents(draw, targets));
    const isChanged = index > 0 || levels.length === 1;
    const kustomization: Fields = {
      resources: [below],
      namePrefix: draw.once(5) ? "p-" : undefined,
      commonAnnotations: draw.once(8) ? { note: "x" } : undefined,
      images: draw.once(8) ? [{ name: "nginx", newTag: '"2"' }] : undefined,
      patches: isChanged ? some(draw, () => patch(draw, draw.of(...targets))) : undefined,
    };
    files[`${directory}/kustomization.yaml`] = documentsText([kustomization]);
  }
  return files;
}

function text(draw: Draw, objects: readonly Yaml[]): string {
  return draw.once(3) ? styledText(draw, objects) : documentsText(objects);
}

/** The objects, each in a document of its own, or in a list. */
function documents(draw: Draw, targets: readonly Target[]): Yaml[] {
  const objects = targets.map((target) => object(draw, target));
  if (!draw.once(4)) return objects;
  const list = {
    apiVersion: "v1",
    kind: draw.of("List", "WidgetList"),
    metadata: draw.once(4) ? draw.of<Yaml>("{1: null}", "{a: .nan}", "{}") : undefined,
    items: objects,
  };
  return draw.once(2) ? [list] : [list, { apiVersion: "v1", kind: "Other", metadata: { name: "other" } }];
}

const ANNOTATIONS = { "internal.config.kubernetes.io/needsHashSuffix": "enabled" };

function object(draw: Draw, { name, list: [apiVersion, kind, path, key] }: Target): Yaml {
  const anchored = draw.once(2);
  const anchors = { first: `&one ${inline(draw)}`, second: `&two ${inline(draw)}`, third: "&three x" };
  const elements = some(draw, () => element(draw, key, anchored), 3);
  const head = { apiVersion, kind, metadata: { name, annotations: draw.once(8) ? undefined : ANNOTATIONS } };
  const odd = draw.once(8) ? { [draw.of("1", "true", "2001-01-01", "1.5", '"2"', "~")]: draw.of(...ANY) } : {};
  return merged({ ...(anchored ? anchors : {}), ...head, ...odd }, at(path, elements));
}

/** An element of the list of a target. */
function element(draw: Draw, key: string, anchored: boolean): Fields {
  const id = key === "port" ? draw.of("80", "443", '"80"') : draw.of("x", "y", "z");
  const port = key === "port" ? { protocol: draw.once(2) ? draw.of("TCP", "UDP", "null") : undefined } : {};
  const fields = { ...field(draw, anchored), ...field(draw, anchored), ...port };
  const named = draw.once(15) ? fields : draw.once(3) ? { ...fields, [key]: id } : { [key]: id, ...fields };
  return anchored && draw.once(2) ? { ...named, "<<": draw.of(...MERGED) } : named;
}

const MERGED = [
  "*one",
  "[*two, *one]",
  "[*one, *two]",
  "[{image: nginx}, *one]",
  "[{<<: *one, image: x}, *two]",
  "{env: ~}",
];

const NULLS = ["null", "~", "Null", ""] as const;
const TEXTS = [...NULLS, "nginx", '"1"', "x"] as const;
const LISTS_OF_MAPS: readonly Yaml[] = [
  ...NULLS,
  "[]",
  "[{name: V, value: null}]",
  [
    { name: "V", value: "~" },
    { name: "W", value: "" },
    { name: "W", value: "x" },
  ],
  "[{name: V}, {name: W, value: ~}]",
];
const MAPS: readonly Yaml[] = [
  ...NULLS,
  "{}",
  "{limits: {cpu: null}}",
  { limits: { cpu: "~", memory: "" } },
  "{a: [~]}",
];
const ANY: readonly Yaml[] = [
  ...TEXTS,
  "{}",
  "[]",
  "[null, a]",
  "[{a: null}]",
  "{a: ~}",
  { a: "~", b: [{ c: "null" }] },
];

/** A field of an element, with nulls in many places. Most values of the same field can be merged. */
function field(draw: Draw, anchored: boolean): Fields {
  const name = draw.of("image", "env", "resources", "y", '"y"', "other");
  if (anchored && draw.once(6)) return { [name]: draw.of("*one", "*three", "[*two]") };
  if (name === "image") return { image: draw.of(...TEXTS) };
  if (name === "env") return { env: draw.of(...LISTS_OF_MAPS) };
  return { [name]: name === "resources" ? draw.of(...MAPS) : draw.of(...ANY) };
}

/** A map between brackets, whose keys are spelt in several ways. */
function inline(draw: Draw): string {
  const spelt = (key: string): string => (draw.once(2) ? key : draw.of(`"${key}"`, `'${key}'`));
  const keys = ["image", "env", "y", "a"].filter(() => draw.once(2));
  const entries = keys.map(
    (key) => `${spelt(key)}: ${key === "env" ? "[{name: V, value: ~}]" : draw.of("null", "~", "x", '"1"')}`,
  );
  const odd = draw.once(8) ? [`${draw.of("1", '"1"')}: x`] : [];
  return `{${[...entries, ...odd].join(", ")}}`;
}

function patch(draw: Draw, { name, list: [apiVersion, kind, path, key] }: Target): Fields {
  const one = (): Yaml => ({
    ...element(draw, key, false),
    $patch: draw.once(12) ? draw.of("delete", "replace") : undefined,
  });
  const elements = draw.once(12) ? draw.of<Yaml>("null", "[]", [{ $patch: "replace" }]) : some(draw, one);
  const head = { apiVersion, kind, metadata: { name, labels: draw.once(4) ? { l: "null" } : undefined } };
  const document = merged(head, at(path, draw.once(4) ? undefined : elements));
  return {
    target: draw.once(3) ? { kind } : undefined,
    patch: new Lines(documentsText([draw.once(8) ? merged(document, { spec: { replicas: "2" } }) : document])),
  };
}

/** The fields that hold a value. */
function at(path: readonly string[], held: Yaml | undefined): Fields {
  const [first, ...rest] = path;
  return { [first as string]: rest.length === 0 ? held : at(rest, held) };
}

/** Both, with maps of the same name merged. */
function merged(one: Fields, two: Fields): Fields {
  const result = { ...one };
  for (const [name, child] of Object.entries(two)) {
    const present = result[name];
    const areMaps = [present, child].every((side) => typeof side === "object" && !Array.isArray(side));
    result[name] = areMaps ? merged(present as Fields, child as Fields) : child;
  }
  return result;
}
