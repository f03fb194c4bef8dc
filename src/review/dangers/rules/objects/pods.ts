/** Finds the Pods that an object makes, and the containers in them that belong together. */
import { groupBy } from "../../../../collections.ts";
import {
  CONTAINER_LISTS,
  isMap,
  listAt,
  type MapValue,
  podTemplateOf,
  textAt,
  valueAt,
} from "../../../../manifests/index.ts";
import type { RenderedResource, Value } from "../../../../render/rendering.ts";
import { parseImageName } from "../../../../text/index.ts";
import type { DangerPair } from "../../rule.ts";
import { oneLine, type Path } from "./object-values.ts";

export interface PodSpec {
  readonly path: Path;
  readonly value: MapValue;
}

export interface Container {
  readonly name: string;
  readonly list: string;
  readonly path: Path;
  readonly value: MapValue;
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

/** The pods of each pair, which several rules need. */
const PODS = new WeakMap<DangerPair, PodPair | null>();

/** The Pods that the head makes; undefined for an object that makes none. */
export function podsOf(pair: DangerPair): PodPair | undefined {
  const known = PODS.get(pair);
  if (known !== undefined) return known ?? undefined;
  const head = pair.head && podSpecOf(pair.head);
  const base = pair.base && podSpecOf(pair.base);
  const pods = head && { base, head, containers: pairContainers(base, head) };
  PODS.set(pair, pods ?? null);
  return pods;
}

export function podSpecOf(resource: RenderedResource): PodSpec | undefined {
  const template = podTemplateOf(resource);
  return template && { path: [...template.path, "spec"], value: template.spec };
}

export function containersOf({ path, value }: PodSpec): readonly Container[] {
  return CONTAINER_LISTS.flatMap((list) =>
    listAt(value, list).flatMap((each, index) => {
      if (!isMap(each)) return [];
      return [{ name: textAt(each, "name") ?? String(index), list, path: [...path, list, index], value: each }];
    }),
  );
}

/** Pairs containers by their names, in order where several have one by mistake; those that are left by their images. */
function pairContainers(before: PodSpec | undefined, after: PodSpec): readonly ContainerPair[] {
  const left = groupBy(before === undefined ? [] : containersOf(before), ({ name }) => name);
  const heads = containersOf(after);
  const byName = new Map<Container, Container>();
  for (const head of heads) {
    const [base, ...others] = left.get(head.name) ?? [];
    if (base === undefined) continue;
    byName.set(head, base);
    const [next, ...rest] = others;
    if (next === undefined) left.delete(head.name);
    else left.set(head.name, [next, ...rest]);
  }
  const byImage = new Map<string, Container>();
  for (const base of [...left.values()].flat()) {
    const repository = repositoryOf(base);
    if (repository !== undefined) byImage.set(repository, base);
  }
  return heads.map((head) => {
    const named = byName.get(head);
    if (named !== undefined || byImage.size === 0) return { base: named, head };
    const repository = repositoryOf(head) ?? "";
    const base = byImage.get(repository);
    byImage.delete(repository);
    return { base, head };
  });
}

/** The image without tag and digest; undefined for what is no name of an image. */
function repositoryOf({ value }: Container): string | undefined {
  const name = parseImageName(textAt(value, "image") ?? "");
  return typeof name === "string" ? undefined : `${name.host ?? "docker.io"}/${name.path}`;
}

/** A container in a message. */
export function containerText({ name, list }: Pick<Container, "name" | "list">): string {
  const sort =
    list === "initContainers" ? "init container" : list === "ephemeralContainers" ? "ephemeral container" : "container";
  return `${sort} \`${oneLine(name, 63)}\``;
}

/** Tells whether a value is true, as a boolean. */
export function isTrue(value: Value | undefined, ...keys: readonly string[]): boolean {
  return valueAt(value, ...keys) === true;
}
