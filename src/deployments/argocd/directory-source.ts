/** Reads the manifests of a source that is a directory; docs/specification/argocd-sources.md 3. */
import { posix } from "node:path";
import { getOrInsert } from "../../collections.ts";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { KnownImports } from "../../jsonnet/index.ts";
import { isMap } from "../../manifests/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { compareBytewise } from "../../text/index.ts";
import { decodeText, locate, type Node, parseManifests, toConfigValue, type Value } from "../../yaml/index.ts";
import type { BuildEnvironment } from "./build-environment.ts";
import { type JsonnetMeans, type JsonnetSettings, manifestsOfJsonnet, readJsonnet } from "./jsonnet-source.ts";
import { wildcards } from "./patterns/index.ts";
import type { Fields } from "./source-fields.ts";

/** A directory of manifests. Plain data. */
export interface DirectorySource {
  readonly type: "Directory";
  /** Absolute within the tree. */
  readonly directory: string;
  readonly recurse: boolean;
  /** Patterns of paths below the directory; empty for none. */
  readonly include: string;
  readonly exclude: string;
  /** True if files of any name count. */
  readonly isOfAnyName: boolean;
  readonly location: Location;
  /** Undefined where files of jsonnet get nothing. */
  readonly jsonnet?: JsonnetSettings | undefined;
}

/** @throws KrmError `argocd-invalid` */
export async function readDirectorySource(
  source: Fields,
  directory: string,
  tree: Tree,
  environment: BuildEnvironment,
): Promise<DirectorySource & { readonly namesCommit: boolean }> {
  const fields = source.map("directory");
  const jsonnet = await readJsonnet(fields, tree, environment);
  return {
    type: "Directory",
    directory,
    recurse: fields.flag("recurse"),
    include: fields.text("include"),
    exclude: fields.text("exclude"),
    isOfAnyName: fields.flag("disableExtensionFilter"),
    location: source.placeOf("path"),
    ...(jsonnet !== undefined && { jsonnet: jsonnet.settings }),
    namesCommit: jsonnet?.namesCommit === true,
  };
}

export interface ManifestOfDirectory {
  readonly value: Value;
  readonly origin: Location;
}

/** Argo CD's own limit by default is 10 MB. */
const MAX_BYTES = 10 * 1000 * 1000;
const MAX_FILES = 20_000;
export const EXTENSION = /\.(yaml|yml|json|jsonnet)$/;
const JSONNET = ".jsonnet";
const MARKER = "+argocd:skip-file-rendering";

/**
 * The objects of all manifests, in the order of their files.
 * @param onFile called with the bytes of each file before it is parsed
 * @throws KrmError `argocd-invalid` for what Argo CD refuses, and what {@link manifestsOfJsonnet} throws
 */
export async function manifestsOfDirectory(
  tree: Tree,
  source: DirectorySource,
  onFile: (bytes: Uint8Array) => void = () => undefined,
  means: JsonnetMeans = { jsonnet: undefined, known: new KnownImports() },
): Promise<readonly ManifestOfDirectory[]> {
  const found: ManifestOfDirectory[] = [];
  let [bytes, files, programs] = [0, 0, 0];
  const { directory, location } = source;
  for await (const { path, at } of filesOf(tree, source)) {
    if (++files > MAX_FILES)
      throw failure("argocd-invalid", `more than ${MAX_FILES} files are manifests`, { ...location });
    const content = Buffer.from(await tree.read(at));
    onFile(content);
    if (content.includes(MARKER)) continue;
    if (path.endsWith(JSONNET)) {
      const program = { file: path, directory, settings: source.jsonnet, index: programs++ };
      found.push(...(await manifestsOfJsonnet(tree, program, means, location, onFile)));
      continue;
    }
    if ((bytes += content.length) > MAX_BYTES)
      throw failure("argocd-invalid", `the manifests of ${tree.display(directory)} have more than 10 MB together`, {
        ...location,
        hint: "Argo CD refuses them by default. Divide them into several Applications.",
      });
    found.push(...manifestsIn(content, tree.display(path), path.endsWith(".json")));
  }
  return found;
}

/** The programs in jsonnet of a source, also those that say that they are none; absolute within the tree. */
export async function programsOf(tree: Tree, source: DirectorySource): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { path } of filesOf(tree, source))
    if (path.endsWith(JSONNET) && found.length < MAX_FILES) found.push(path);
  return found;
}

/** The files that may be manifests of a source, in their order: the path of each, and that of the file if it is a link. */
async function* filesOf(
  tree: Tree,
  source: DirectorySource,
  directory = source.directory,
  { isIncluded, isExcluded } = patternsOf(source),
): AsyncGenerator<{ readonly path: string; readonly at: string }> {
  const entries = [...(await tree.list(directory))].sort((a, b) => compareBytewise(a.name, b.name));
  for (const { name, type } of entries) {
    const path = posix.join(directory, name);
    if (type === "directory") {
      if (source.recurse) yield* filesOf(tree, source, path, { isIncluded, isExcluded });
      continue;
    }
    if (!source.isOfAnyName && !EXTENSION.test(name)) continue;
    const below = belowOf(source.directory, path) ?? "";
    const located = await tree.lookup(path);
    if (located?.type !== "file") continue;
    if (!isExcluded(below) && isIncluded(below)) yield { path, at: located.path };
  }
}

/** Tells whether a file is one of the manifests of a source, if it holds one. @param path absolute within the tree */
export function isManifestOf(source: DirectorySource, path: string): boolean {
  const below = belowOf(source.directory, path);
  if (below === undefined || (!source.recurse && below.includes("/"))) return false;
  if (!source.isOfAnyName && !EXTENSION.test(path)) return false;
  if (source.include === "" && source.exclude === "") return true;
  const { isIncluded, isExcluded } = getOrInsert(patterns, source, () => patternsOf(source));
  return !isExcluded(below) && isIncluded(below);
}

interface Patterns {
  readonly isIncluded: (below: string) => boolean;
  readonly isExcluded: (below: string) => boolean;
}

/** Many paths are compared with the patterns of one source. */
const patterns = new WeakMap<DirectorySource, Patterns>();

function patternsOf({ include, exclude }: DirectorySource): Patterns {
  return {
    isIncluded: wildcards(include || "*"),
    isExcluded: exclude === "" ? () => false : wildcards(exclude),
  };
}

/** The path below a directory; undefined for one that is not below it. Both are absolute within the tree. */
function belowOf(directory: string, path: string): string | undefined {
  const top = directory === "/" ? "/" : `${directory}/`;
  return path.startsWith(top) && path.length > top.length ? path.slice(top.length) : undefined;
}

/** @throws KrmError for a file that looks like a manifest and is none */
function manifestsIn(content: Buffer, display: string, isJson: boolean): readonly ManifestOfDirectory[] {
  let text: string | undefined;
  try {
    text = decodeText(content, display);
    return parseManifests(text, display).flatMap((node) => manifestOf(node, display));
  } catch (thrown) {
    if (!(thrown instanceof KrmError)) throw thrown;
    const looksSo = ["apiVersion:", "kind:", "metadata:"].every((mark) => content.includes(mark));
    // Of a file whose first documents are objects, all must be.
    if (isJson || looksSo || (text !== undefined && beginsWithObject(text, display))) throw thrown;
    return [];
  }
}

function beginsWithObject(text: string, display: string): boolean {
  const end = text.slice(3).search(/^---/m);
  if (end < 0) return false;
  try {
    return parseManifests(text.slice(0, end + 3), display).some((node) => manifestOf(node, display).length > 0);
  } catch (thrown) {
    if (thrown instanceof KrmError) return false;
    throw thrown;
  }
}

/** None of an empty document. @throws KrmError `invalid-resource` for one that is no object */
function manifestOf(node: Node, display: string): readonly ManifestOfDirectory[] {
  const value = toConfigValue(node);
  if (value === null) return [];
  const origin = locate(node) ?? { file: display };
  const kind = isMap(value) ? value["kind"] : undefined;
  if (isMap(value) && typeof kind === "string" && kind !== "") return [{ value, origin }];
  throw failure("invalid-resource", "this document is not an object: it has no kind", {
    ...origin,
    hint: "Exclude the file, or write an object.",
  });
}
