/**
 * Records where objects come from and what has worked on them, and writes it into annotations;
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

/** The level as the top of a build: from here on origins are tracked, if its `buildMetadata` says anything. */
export function trackingOrigins(level: Level): Level {
  const { buildMetadata = [] } = level.kustomization;
  return buildMetadata.length === 0 ? level : { ...level, position: { path: "" } };
}

/** Where a directory that a level includes is, relative to what is built; undefined unless origins are tracked. */
export function positionBelow({ position }: Pick<Level, "position">, path: string): Position | undefined {
  if (position === undefined) return undefined;
  const url = parseGitReference(path);
  if (url === undefined) return { ...position, path: posix.join(position.path, path) };
  // The name of a directory that the reference never makes.
  const within = posix.resolve("/", url.path).slice(1) || "notCloned";
  return { path: within, repo: shownAddress(url.repository), ref: url.ref };
}

/** Different for positions that differ. */
export function positionKey(position: Position | undefined): string {
  return position === undefined ? "" : JSON.stringify([position.path, position.repo, position.ref]);
}

/** The past of an object that was read from a file. */
export function fromFile(level: Pick<Level, "position">, path: string): Provenance | undefined {
  const origin = positionBelow(level, path);
  return origin && { origin, steps: [] };
}

/** A kustomization at its place in the build. */
type Placed = Pick<Level, "kustomization" | "position">;

/** The past of what stands in the kustomization itself. */
export function fromKustomization(level: Placed): Provenance | undefined {
  return fromFile(level, fileName(level));
}

/** A built-in that a field of a level stands for. */
export function fieldOrigin(level: Placed, kind: string): Origin | undefined {
  const { position } = level;
  if (position === undefined) return undefined;
  const { path, repo, ref } = position;
  return { repo, ref, configuredIn: posix.join(path, fileName(level)), configuredBy: { apiVersion: "builtin", kind } };
}

/** The generator or transformer that a document configures. */
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

/** The name of a file elsewhere is an address, which ends in a ref: not always ours, since what is read is shared. */
function fileName({ kustomization }: Pick<Level, "kustomization">): string {
  return posix.basename(kustomization.location.file.replace(/\?.*$/s, ""));
}

/** Records a step on all objects, changed or not. One that has no origin was made by the step. */
export function recordStep(resources: readonly Resource[], step: Origin): void {
  const after = new Map<Provenance, Provenance>();
  for (const resource of resources) {
    writeAnnotationsAnew(resource);
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

/** Where the reference records anything, it writes all annotations as texts. */
function writeAnnotationsAnew({ node }: Resource): void {
  const metadata = get(node, "metadata");
  if (metadata?.kind === "map") writeTexts(metadata, "annotations", textsUnder(metadata, "annotations"));
}

export type Annotations = readonly (readonly [key: string, value: string])[];

/** Which annotations a build asks for. */
export interface Wanted {
  readonly origins: boolean;
  readonly transformations: boolean;
}

/** Makes the annotations of objects. Most objects share their past with others, so texts are kept. */
export function provenanceWriter({ origins, transformations }: Wanted): (resource: Resource) => Annotations {
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

/** Quoted where any YAML would read something else. Only words and numbers can be that; the rest is the writer's care. */
function text(value: string): ScalarNode {
  const isOther = resolveTag(value) !== "!!str" || (/^[\w.:+-]+$/.test(value) && isYaml11NonString(value));
  return scalar(value, "!!str", isOther ? "double" : "");
}
