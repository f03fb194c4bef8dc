/** Finds the Pods that an object makes, and the containers in them that belong together. */
import type { RenderedResource, Value } from "../../../render/rendering.ts";
import { parseImageName } from "../../../text/index.ts";
import type { DangerPair } from "../rule.ts";
import { at, groupOf, isMap, type MapValue, oneLine, type Path, textAt } from "./values.ts";

/** The kinds of containers in a Pod. */
const LISTS = ["containers", "initContainers", "ephemeralContainers"];

/** Where objects hold the specification of a Pod. */
const PLACES: readonly (readonly string[])[] = [
  ["spec", "template", "spec"],
  ["spec", "jobTemplate", "spec", "template", "spec"],
  ["template", "spec"],
];

export interface PodSpec {
  readonly path: Path;
  readonly value: MapValue;
}

export interface Container {
  readonly name: string;
  readonly list: string;
  readonly path: Path;
  readonly value: MapValue;
  /** The image without tag and digest; undefined for what is no name of an image. */
  readonly repository: string | undefined;
}

export interface ContainerPair {
  readonly base: Container | undefined;
  readonly head: Container;
}

/** The Pods of both sides. `base` is absent for new objects, and for those that made no Pods before. */
export interface PodPair {
  readonly base: PodSpec | undefined;
  readonly head: PodSpec;
  readonly containers: readonly ContainerPair[];
}

/** The Pods that the head makes; undefined for an object that makes none. */
export function podsOf({ base, head }: DangerPair): PodPair | undefined {
  const after = head && podSpecOf(head);
  if (after === undefined) return undefined;
  const before = base && podSpecOf(base);
  return { base: before, head: after, containers: pairContainers(before, after) };
}

/** The specification of the Pods of an object of any kind that holds containers where the kinds of Kubernetes hold them. */
export function podSpecOf(resource: RenderedResource): PodSpec | undefined {
  const object = resource.value();
  const places = resource.kind === "Pod" && groupOf(resource) === "" ? [["spec"]] : PLACES;
  for (const path of places) {
    const value = at(object, ...path);
    if (isMap(value) && LISTS.some((list) => Array.isArray(at(value, list)))) return { path, value };
  }
  return undefined;
}

export function containersOf({ path, value }: PodSpec): readonly Container[] {
  const found: Container[] = [];
  for (const list of LISTS) {
    const elements = at(value, list);
    if (!Array.isArray(elements)) continue;
    for (const [index, each] of elements.entries()) {
      if (!isMap(each)) continue;
      const image = textAt(each, "image");
      found.push({
        name: textAt(each, "name") ?? String(index),
        list,
        path: [...path, list, index],
        value: each,
        repository: image === undefined ? undefined : repositoryOf(image),
      });
    }
  }
  return found;
}

/** Pairs containers by their names; those that are left by their images. */
function pairContainers(before: PodSpec | undefined, after: PodSpec): readonly ContainerPair[] {
  const left = new Map((before === undefined ? [] : containersOf(before)).map((each) => [each.name, each]));
  const heads = containersOf(after);
  const byName = new Map<Container, Container>();
  for (const head of heads) {
    const base = left.get(head.name);
    if (base === undefined) continue;
    byName.set(head, base);
    left.delete(head.name);
  }
  const byImage = new Map<string, Container>();
  for (const base of left.values()) if (base.repository !== undefined) byImage.set(base.repository, base);
  return heads.map((head) => {
    const named = byName.get(head);
    if (named !== undefined || head.repository === undefined) return { base: named, head };
    const base = byImage.get(head.repository);
    byImage.delete(head.repository);
    return { base, head };
  });
}

function repositoryOf(image: string): string | undefined {
  const name = parseImageName(image);
  return typeof name === "string" ? undefined : `${name.host ?? "docker.io"}/${name.path}`;
}

/** A container in a message. */
export function containerText({ name, list }: Pick<Container, "name" | "list">): string {
  const sort =
    list === "initContainers" ? "init container" : list === "ephemeralContainers" ? "ephemeral container" : "container";
  return `${sort} \`${oneLine(name, 63)}\``;
}

/** Whether a value is true, as a boolean. */
export function isTrue(value: Value | undefined, ...keys: readonly string[]): boolean {
  return at(value, ...keys) === true;
}
