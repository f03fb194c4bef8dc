/**
 * Records the origins of objects and the transformers that changed them, and writes annotations about both;
 * docs/specification/origins.md.
 */
import { posix } from "node:path";
import {
  apiVersionOf,
  ORIGIN,
  type Origin,
  type Position,
  type Provenance,
  type Resource,
  TRANSFORMATIONS,
  textsUnder,
  writeTexts,
} from "../../resource/index.ts";
import { shownAddress } from "../../sources/index.ts";
import { encode, isYaml11NonString, resolveTag } from "../../yaml/index.ts";
import { type Entry, get, map, type Node, type ScalarNode, scalar, seq } from "../../yaml/nodes/node.ts";
import { parseGitReference } from "../loading/index.ts";
import type { Level } from "./context.ts";

/** The topmost level of a build. Origins are tracked from here on if it has `buildMetadata`. */
export function trackingOrigins(level: Level): Level {
  const { buildMetadata = [] } = level.kustomization;
  return buildMetadata.length === 0 ? level : { ...level, position: { path: "" } };
}

/** The position of an included directory, relative to the one that is built; undefined unless origins are tracked. */
export function positionBelow({ position }: Pick<Level, "position">, path: string): Position | undefined {
  if (position === undefined) return undefined;
  const url = parseGitReference(path);
  if (url === undefined) return { ...position, path: posix.join(position.path, path) };
  // kustomize names a directory here that it never creates.
  const within = posix.resolve("/", url.path).slice(1) || "notCloned";
  return { path: within, repo: shownAddress(url.repository), ref: url.ref };
}

/** A key that differs for different positions. */
export function positionKey(position: Position | undefined): string {
  return position === undefined ? "" : JSON.stringify([position.path, position.repo, position.ref]);
}

/** The provenance of an object from a file. */
export function fromFile(level: Pick<Level, "position">, path: string): Provenance | undefined {
  const origin = positionBelow(level, path);
  return origin && { origin, steps: [] };
}

/** A kustomization at its place in the build. */
type Placed = Pick<Level, "kustomization" | "position">;

/** The provenance of an object in the kustomization itself. */
export function fromKustomization(level: Placed): Provenance | undefined {
  return fromFile(level, fileName(level));
}

/** The origin for a built-in that a field of a level configures. */
export function fieldOrigin(level: Placed, kind: string): Origin | undefined {
  const { position } = level;
  if (position === undefined) return undefined;
  const { path, repo, ref } = position;
  return { repo, ref, configuredIn: posix.join(path, fileName(level)), configuredBy: { apiVersion: "builtin", kind } };
}

/** The origin for a generator or transformer that a document configures. */
export function pluginOrigin({ id, provenance }: Resource): Origin | undefined {
  if (provenance === undefined) return undefined;
  const { path, repo, ref } = provenance.origin;
  return {
    repo,
    ref,
    ...(path !== undefined && { configuredIn: path }),
    configuredBy: { apiVersion: apiVersionOf(id), kind: id.kind, name: id.name, namespace: id.namespace },
  };
}

/** The name of the kustomization file. In a repository elsewhere its address ends in a ref, which is removed. */
function fileName({ kustomization }: Pick<Level, "kustomization">): string {
  return posix.basename(kustomization.location.file.replace(/\?.*$/s, ""));
}

/** Records a step on all objects, changed or not. The step is the origin of objects without one. */
export function recordStep(resources: readonly Resource[], step: Origin): void {
  const after = new Map<Provenance, Provenance>();
  for (const resource of resources) {
    rewriteAnnotations(resource);
    const before = resource.provenance;
    if (before === undefined) {
      resource.provenance = { origin: step, steps: [] };
      continue;
    }
    let provenance = after.get(before);
    if (provenance === undefined) after.set(before, (provenance = { ...before, steps: [...before.steps, step] }));
    resource.provenance = provenance;
  }
}

/** Rewrites all annotations as texts, as kustomize does when it records a step. */
function rewriteAnnotations({ node }: Resource): void {
  const metadata = get(node, "metadata");
  if (metadata?.kind === "map") writeTexts(metadata, "annotations", textsUnder(metadata, "annotations"));
}

export type Annotations = readonly (readonly [key: string, value: string])[];

/** The annotations that a build writes. */
export interface AnnotationOptions {
  readonly origins: boolean;
  readonly transformations: boolean;
}

/** Returns a function that makes the annotations of an object. Texts are kept, since most objects share their provenance. */
export function provenanceWriter({ origins, transformations }: AnnotationOptions): (resource: Resource) => Annotations {
  const written = new Map<Provenance, Annotations>();
  return ({ provenance }) => {
    if (provenance === undefined) return [];
    let annotations = written.get(provenance);
    if (annotations === undefined) {
      const { origin, steps } = provenance;
      annotations = [
        ...(origins ? [[ORIGIN, encode(originNode(origin))] as const] : []),
        ...(transformations && steps.length > 0
          ? [[TRANSFORMATIONS, encode(seq(steps.map(originNode)))] as const]
          : []),
      ];
      written.set(provenance, annotations);
    }
    return annotations;
  };
}

function originNode({ path, repo, ref, configuredIn, configuredBy }: Origin): Node {
  return fields({ path, repo, ref, configuredIn, configuredBy: configuredBy && fields({ ...configuredBy }) });
}

/** A map of the fields that are not empty. */
function fields(values: Readonly<Record<string, Node | string | undefined>>): Node {
  const entries: Entry[] = [];
  for (const [key, value] of Object.entries(values)) {
    if (value) entries.push({ key: scalar(key), value: typeof value === "string" ? text(value) : value });
  }
  return map(entries);
}

/** A string that is quoted if YAML 1.1 or 1.2 would read another type. Only words and numbers need it here. */
function text(value: string): ScalarNode {
  const isOther = resolveTag(value) !== "!!str" || (/^[\w.:+-]+$/.test(value) && isYaml11NonString(value));
  return scalar(value, "!!str", isOther ? "double" : "");
}
