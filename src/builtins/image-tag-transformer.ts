/** ImageTagTransformer: entries of the field `images`; docs/specification/images.md. */
import { about, type Diagnostic, failure, type Location } from "../diagnostics.ts";
import { everything, type FieldSpec, fieldSpecs, fields, type Image, imageDecoder, words } from "../documents/index.ts";
import { FieldSpecs, type Gvk, requireScalar, setScalar } from "../resource/index.ts";
import { nearest, shorten } from "../text/index.ts";
import { type Entry, get, isNull, locate, type MapNode, type Node, scalar } from "../yaml/nodes/node.ts";
import type { TransformerKind, WithDefaults } from "./builtin.ts";
import { decodedAs, documentOf } from "./document.ts";
import { ImageNames, imageMatcher } from "./image-names.ts";
import type { Transformer } from "./transformer.ts";

interface ImageArgs {
  readonly images: readonly Image[];
  readonly fieldSpecs?: readonly FieldSpec[];
  readonly location: Location;
}

const imagePaths = words(`
  spec/containers[]/image
  spec/initContainers[]/image
  spec/volumes[]/image/reference
  spec/template/spec/containers[]/image
  spec/template/spec/initContainers[]/image
  spec/template/spec/volumes[]/image/reference
`);

export const imageTagTransformer: TransformerKind<ImageArgs> & WithDefaults<"images"> = {
  kind: "ImageTagTransformer",
  role: "transformer",
  defaults: { images: fields(everything, imagePaths, "create") },
  decode: decodedAs(
    documentOf({ imageTag: imageDecoder, fieldSpecs }),
    ({ imageTag, ...args }): ImageArgs => ({ ...args, images: imageTag === undefined ? [] : [imageTag] }),
  ),
  fields: [
    {
      name: "images",
      args: ({ images = [], location }, configuration) =>
        images.length > 0 ? [{ images, fieldSpecs: configuration.images, location }] : [],
      steps: ({ images }) => images.length,
    },
  ],
  withFieldSpecs: (args, { images: specs }) => ({ ...args, fieldSpecs: args.fieldSpecs ?? specs }),
  create: ({ images, fieldSpecs: specs = [] }) => [setImages(images, specs)],
};

interface UsedEntry extends Image {
  /** True if the entry matched any image, or changes nothing. */
  used: boolean;
}

/**
 * Applies all entries of a level in one step: the images of an object are looked up once, and all entries are applied to
 * them in order. Images in `containers` and `initContainers` at any depth come first, those of the field specs second. An
 * image that both find is edited twice, as in kustomize; this shows if the edit is not idempotent.
 */
function setImages(images: readonly Image[], reached: readonly FieldSpec[]): Transformer {
  const specs = FieldSpecs.of(reached);
  const entries = images.map(asEntry);
  const names = new ImageNames(images.map(({ name = "" }) => name));
  return {
    kind: "ImageTagTransformer",
    transform(resources, warn) {
      if (images.length === 0) return;
      const places: (readonly Node[])[] = [];
      for (const resource of resources.items) {
        if (resource.node === undefined || resource.id.kind === "CustomResourceDefinition") continue;
        try {
          const found = findImages(resource.node, resource.id, specs);
          if (found.length === 0) continue;
          for (const [field, times] of counted(found)) editAll(field, times, entries, names);
          places.push(found);
        } catch (thrown) {
          throw about(thrown, resource.describe(), resource.origin);
        }
      }
      const unused = entries.filter(({ used }) => !used);
      if (unused.length === 0) return;
      const found = imageNames(places.flat());
      for (const entry of unused) warn(() => unusedImage(entry, found));
    },
  };
}

/** The image fields, in the order in which each entry changes them. */
function findImages(node: MapNode, gvk: Gvk, specs: FieldSpecs): readonly Node[] {
  const places: Node[] = [];
  collectImages(node, places);
  specs.visit(node, gvk, (field) => places.push(field));
  return places;
}

/** An entry without changes writes the same value again, which can change its style (docs/specification/model.md 3.8). */
function asEntry(entry: Image): UsedEntry {
  const changes = entry.newName || entry.newTag || entry.digest || entry.tagSuffix;
  return { ...entry, used: !changes };
}

/** The `image` of every element of every list called containers or initContainers, innermost first. */
function collectImages(node: Node, into: Node[]): void {
  if (node.kind === "seq") {
    const { items } = node;
    for (let at = 0; at < items.length; at++) collectImages(items[at] as Node, into);
    return;
  }
  if (node.kind !== "map") return;
  const { entries } = node;
  for (let at = 0; at < entries.length; at++) {
    const { key, value } = entries[at] as Entry;
    if (value.kind === "scalar") continue;
    collectImages(value, into);
    const isContainers = key.kind === "scalar" && (key.value === "containers" || key.value === "initContainers");
    if (isContainers && value.kind === "seq") collectFrom(value.items, into);
  }
}

function collectFrom(containers: readonly Node[], into: Node[]): void {
  for (const container of containers) {
    if (container.kind !== "map") {
      if (isNull(container)) continue;
      throw failure("invalid-value", "a container is not a map", {
        ...locate(container),
        hint: "Check the indentation of the containers.",
      });
    }
    const found = get(container, "image");
    if (found !== undefined) into.push(found);
  }
}

/** The fields, and how often each of them was found. */
function counted(found: readonly Node[]): ReadonlyMap<Node, number> {
  const times = new Map<Node, number>();
  for (const field of found) times.set(field, (times.get(field) ?? 0) + 1);
  return times;
}

/** Applies the entries that match in order, each of them as often as the field was found. */
function editAll(node: Node, times: number, entries: readonly UsedEntry[], names: ImageNames): void {
  if (isNull(node)) return;
  const field = requireScalar(node, "an image");
  let at = names.next(field.value, 0);
  for (let edits = 0; at !== undefined; ) {
    const entry = entries[at] as UsedEntry;
    entry.used = true;
    setScalar(field, scalar(editImage(field.value, entry)));
    if (isNull(field)) return;
    edits++;
    const following = names.next(field.value, edits < times ? at : at + 1);
    if (following !== at) edits = 0;
    at = following;
  }
}

/** The number of images that a hint lists. */
const MAX_NAMES = 5;
/** The number of images that are compared with a name for a hint. */
const MAX_COMPARED = 500;

function imageNames(places: readonly Node[]): string[] {
  const names = new Set<string>();
  for (const place of places) {
    if (place.kind === "scalar" && place.value !== "") names.add(splitImage(place.value).name);
    if (names.size === MAX_COMPARED) break;
  }
  return [...names];
}

function unusedImage({ name = "", location }: UsedEntry, names: readonly string[]): Diagnostic {
  const entry = name === "" ? "an images entry without a name" : `the images entry \`${shorten(name)}\``;
  const why = imageMatcher(name) === undefined ? ": its name is not a regular expression" : "";
  const message = `${entry} matches no image${why}`;
  return { code: "unused-image", severity: "warning", message, ...location, hint: hintFor(name, names) };
}

function hintFor(name: string, names: readonly string[]): string {
  // kustomize compares whole names, with the registry and without the tag.
  const plain = splitImage(name).name;
  const last = (image: string): string => image.slice(image.lastIndexOf("/") + 1);
  const near = names.find((one) => one === plain || last(one) === last(plain)) ?? nearest(name, names);
  if (near !== undefined) return `Did you mean \`${shorten(near)}\`?`;
  if (names.length === 0) return "Remove the entry, or move it to where the images are: no object here has one.";
  const more = names.length > MAX_NAMES ? ", …" : "";
  const some = names.slice(0, MAX_NAMES).map((one) => `\`${shorten(one)}\``);
  return `Correct the name, or remove the entry. The images here are ${some.join(", ")}${more}.`;
}

/** Changes an image. A new tag removes a digest, and a new digest removes a tag, unless the entry gives both. */
export function editImage(image: string, entry: Omit<Image, "location">): string {
  let { name, tag, digest } = splitImage(image);
  if (entry.newName) name = entry.newName;
  if (entry.newTag || entry.digest) {
    tag = entry.newTag ?? "";
    digest = entry.digest ?? "";
  } else if (entry.tagSuffix) {
    tag += entry.tagSuffix;
    digest = "";
  }
  return name + (tag === "" ? "" : `:${tag}`) + (digest === "" ? "" : `@${digest}`);
}

/** Splits `host:port/name:tag@digest`. A colon before the first slash belongs to the host. */
export function splitImage(image: string): { name: string; tag: string; digest: string } {
  const slash = Math.max(image.indexOf("/"), 0);
  const at = image.indexOf("@", slash);
  const colon = image.indexOf(":", slash);
  const digest = at < 0 ? "" : image.slice(at + 1);
  if (colon < 0 || (at >= 0 && at < colon)) return { name: at < 0 ? image : image.slice(0, at), tag: "", digest };
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, at < 0 ? undefined : at), digest };
}
