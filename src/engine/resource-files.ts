/** Adds the objects of files, and finds out what an entry of `resources` is; docs/specification/loading.md 3. */
import { posix } from "node:path";
import { failure, KrmError } from "../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, isComposition, type PathEntry } from "../documents/index.ts";
import { nameByKind, type Provenance, Resource } from "../resource/index.ts";
import { get, isNull, locate, type MapNode } from "../yaml/nodes/node.ts";
import { type Accumulator, fromFile, type Level } from "./context/index.ts";
import { isAddress, isRemote, isRemoteFile, type ReadFile } from "./loading/index.ts";
import { mayLackName } from "./steps/index.ts";

/** Configs of plugins that stay without a name. A set of resources cannot hold them. */
export interface Unnamed {
  readonly staysUnnamed: (config: MapNode) => boolean;
  /** Receives such a config. */
  readonly found: (config: Resource) => void;
}

/** Tells whether an entry is a file or its address, not a directory or the address of a repository. */
export async function isFile({ root, context }: Pick<Level, "root" | "context">, entry: PathEntry): Promise<boolean> {
  const { root: owner, path } = root.resolve(entry.path);
  if (isAddress(path)) return isRemoteFile(root, context.files, entry);
  const located = path === "" ? undefined : await owner.lookup(path);
  return located === undefined ? path !== "" && !isRemote(path) : located.type !== "directory";
}

/** The directory of a composition whose file an entry names; undefined for other entries. @throws KrmError `composition-conflict` */
export async function compositionDirectory(
  { root, context }: Pick<Level, "root" | "context">,
  { path, location }: PathEntry,
): Promise<PathEntry | undefined> {
  const name = posix.basename(path);
  if (!COMPOSITION_FILE_NAMES.includes(name) || isRemote(path)) return undefined;
  const directory = posix.dirname(path);
  // Reading the file reports a wrong path.
  const entered = await root.importFrom(directory, location).catch(() => undefined);
  const composition = entered && (await context.files.composition(entered));
  root.claim();
  if (composition === undefined || posix.basename(composition.display) !== name) return undefined;
  return { path: directory, location };
}

/** @param configs if the files hold configs, which may lack names */
export async function accumulateFile(
  level: Level,
  entry: PathEntry,
  into: Accumulator,
  configs?: Unnamed,
): Promise<void> {
  const file = await level.root.read(entry.path, entry.location);
  const provenance = fromFile(level, entry.path);
  const before = into.resources.size;
  const { context, kustomization } = level;
  context.budget.run(() => {
    for (const node of objectsOf(level, entry, file, configs)) append(new Resource(node), provenance, into, configs);
  });
  const { location } = entry;
  context.trace?.step({ name: "resources", kustomization, location }, into.resources.items.slice(before));
}

function objectsOf(
  { context: { files } }: Level,
  entry: PathEntry,
  file: ReadFile,
  configs: Unnamed | undefined,
): readonly MapNode[] {
  try {
    const objects = files.objects(file, configs && mayLackName);
    if (objects.some(isComposition)) throw misnamed(entry);
    return objects;
  } catch (thrown) {
    // A composition needs no name, so it may not be an object.
    const isOther = !(thrown instanceof KrmError) || thrown.code !== "invalid-resource";
    throw isOther || !isComposition(firstDocument(files, file)) ? thrown : misnamed(entry);
  }
}

function firstDocument(files: Level["context"]["files"], file: ReadFile): ReturnType<typeof files.config> {
  try {
    return files.config(file);
  } catch {
    return undefined;
  }
}

function misnamed({ path, location }: PathEntry): Error {
  return failure("wrong-kind", `${path} is a Composition, which only a file named composition.yaml can be`, {
    ...location,
    hint: `Move it to a directory of its own, name it ${COMPOSITION_FILE_NAMES[0]}, and list the directory.`,
  });
}

export function append(
  resource: Resource,
  provenance: Provenance | undefined,
  { resources }: Accumulator,
  configs: Unnamed | undefined,
): void {
  resource.provenance = provenance;
  if (provenance !== undefined) checkAnnotations(resource);
  if (configs !== undefined && resource.id.name === "") {
    if (configs.staysUnnamed(resource.node as MapNode)) {
      configs.found(resource);
      return;
    }
    nameByKind(resource.node as MapNode);
    resource.refresh();
  }
  resources.append(resource);
}

/** kustomize cannot add the origin to annotations that are a text (docs/specification/origins.md 1.4). */
function checkAnnotations(resource: Resource): void {
  const annotations = get(get(resource.node, "metadata"), "annotations");
  if (annotations?.kind !== "scalar" || isNull(annotations)) return;
  const object = resource.describe();
  throw failure("invalid-resource", `the annotations of ${object} are a text, to which no origin can be added`, {
    ...locate(annotations),
    object,
    hint: "Write a map, or remove `buildMetadata`.",
  });
}
