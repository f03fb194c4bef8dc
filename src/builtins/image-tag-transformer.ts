/** ImageTagTransformer: entries of the field `images`; engine.md 5.5. */
import { about, failure } from "../diagnostics.ts";
import { type FieldSpec, FieldSpecs, requireScalar } from "../resource/field-spec.ts";
import { compileRegex, type Matcher } from "../resource/re2.ts";
import type { Gvk } from "../resource/resource-id.ts";
import { setScalar } from "../resource/set-field.ts";
import { get, isNull, locate, type MapNode, type Node, scalar } from "../yaml/node.ts";
import type { Transformer } from "./transformer.ts";

export interface ImageEntry {
  readonly name?: string;
  readonly newName?: string;
  readonly newTag?: string;
  readonly tagSuffix?: string;
  readonly digest?: string;
}

interface CompiledEntry extends ImageEntry {
  readonly matches: Matcher;
}

/**
 * Entries of one level in one step: the places of images are looked up once per object, and the entries work on them
 * in order. Places in `containers` and `initContainers` at any depth come first, those of the field specs second, so an
 * edit that is not idempotent happens twice where both lead, as in the reference.
 */
export function imageTagTransformer(images: readonly ImageEntry[], fieldSpecs: readonly FieldSpec[]): Transformer {
  const specs = new FieldSpecs(fieldSpecs);
  const entries = images.flatMap(compileEntry);
  return {
    kind: "ImageTagTransformer",
    steps: images.length,
    transform(resources) {
      if (images.length === 0) return;
      for (const resource of resources.items) {
        if (resource.node === undefined || resource.id.kind === "CustomResourceDefinition") continue;
        try {
          editImages(resource.node, resource.id, specs, entries);
        } catch (thrown) {
          throw about(thrown, resource.describe(), resource.origin);
        }
      }
    },
  };
}

function editImages(node: MapNode, gvk: Gvk, specs: FieldSpecs, entries: readonly CompiledEntry[]): void {
  const inContainers: Node[] = [];
  collectImages(node, inContainers);
  const bySpecs: Node[] = [];
  specs.visit(node, gvk, (field) => bySpecs.push(field));
  for (const entry of entries) {
    for (const field of inContainers) edit(field, entry);
    for (const field of bySpecs) edit(field, entry);
  }
}

function compileEntry(entry: ImageEntry): CompiledEntry[] {
  if (!entry.newName && !entry.newTag && !entry.digest && !entry.tagSuffix) return [];
  const matches = imageMatcher(entry.name ?? "");
  return matches === undefined ? [] : [{ ...entry, matches }];
}

const TAG = "(:[a-zA-Z0-9_.{}-]*)?";
const DIGEST = "(@[a-zA-Z0-9]+([.+_-][a-zA-Z0-9]+)*:[a-zA-Z0-9_.{}-]*)?";
/** What may follow the name. Takes time linear in the text: its repetitions cannot overlap. */
const REST = new RegExp(`^${TAG}${DIGEST}$`);

/** The name is a regular expression to the reference; undefined for one that does not compile and matches nothing. */
export function imageMatcher(name: string): Matcher | undefined {
  if (!/^[\w/:@-]+(?:\.[\w/:@-]+)*$/.test(name)) return compileRegex(`^${name}${TAG}${DIGEST}$`);
  // Most names have nothing of a pattern but dots, which stand for any character.
  return (image) => startsLike(image, name) && REST.test(image.slice(name.length));
}

function startsLike(image: string, name: string): boolean {
  if (image.length < name.length) return false;
  for (let at = 0; at < name.length; at++) {
    const expected = name.charCodeAt(at);
    const found = image.charCodeAt(at);
    if (expected !== found && (expected !== DOT || found === NEWLINE || found >= SURROGATES)) return false;
  }
  return true;
}

const DOT = 0x2e;
const NEWLINE = 0x0a;
/** Characters from here on may take two code units, and are no part of any image. */
const SURROGATES = 0xd800;

/** The `image` of every element of every list called containers or initContainers, innermost first. */
function collectImages(node: Node, into: Node[]): void {
  if (node.kind === "seq") {
    for (const item of node.items) collectImages(item, into);
    return;
  }
  if (node.kind !== "map") return;
  for (const { key, value } of node.entries) {
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
      throw failure("invalid-value", "a container is expected to be a map", {
        ...locate(container),
        hint: "Check the indentation of the containers.",
      });
    }
    const image = get(container, "image");
    if (image !== undefined) into.push(image);
  }
}

function edit(node: Node, entry: CompiledEntry): void {
  if (isNull(node)) return;
  const image = requireScalar(node, "an image");
  if (entry.matches(image.value)) setScalar(image, scalar(editImage(image.value, entry)));
}

/** A new tag drops a present digest and a digest a present tag, unless the entry gives both. */
export function editImage(image: string, entry: ImageEntry): string {
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

/** `host:port/name:tag@digest` into its parts; a colon before the first slash belongs to the host. */
export function splitImage(image: string): { name: string; tag: string; digest: string } {
  const slash = Math.max(image.indexOf("/"), 0);
  const at = image.indexOf("@", slash);
  const colon = image.indexOf(":", slash);
  const digest = at < 0 ? "" : image.slice(at + 1);
  if (colon < 0 || (at >= 0 && at < colon)) return { name: at < 0 ? image : image.slice(0, at), tag: "", digest };
  return { name: image.slice(0, colon), tag: image.slice(colon + 1, at < 0 ? undefined : at), digest };
}
