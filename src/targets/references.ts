/** Reads the directories that a kustomization includes. Lenient: a file with mistakes still names its directories. */
import { posix } from "node:path";
import { openBudget, processPool } from "../budget/index.ts";
import { failure, KrmError } from "../diagnostics.ts";
import { isRemote } from "../engine/index.ts";
import type { Tree } from "../sources/tree.ts";
import { decodeText, parseConfig } from "../yaml/index.ts";
import type { Node } from "../yaml/nodes/node.ts";

/** The references of one kustomization. */
export interface References {
  /** A component is never a target: it changes the objects of the kustomization that includes it. */
  readonly isComponent: boolean;
  /** The directories that it includes, absolute within the tree and free of symlinks. */
  readonly directories: readonly string[];
}

/**
 * The fields whose entries may be directories, in lower case: kustomize ignores the case of field names
 * (docs/specification/kustomization-file.md 2.3).
 */
const INCLUDING_FIELDS: ReadonlySet<string> = new Set([
  "resources",
  "bases",
  "components",
  "generators",
  "transformers",
  "validators",
]);

/** A file of more bytes includes nothing: real ones have a few thousand. */
const MAX_FILE = 1 << 20;
/** Files of more bytes count for {@link MAX_PARSED}. */
const ORDINARY_FILE = 1 << 14;
/** The bytes of all large files of a tree that are parsed; further ones include nothing. */
const MAX_PARSED = 1 << 26;
/** The bytes of all files of a tree that are read; further ones include nothing. */
const MAX_READ = 2 ** 31;

/** What a search may still do, in bytes. No build pays for it, and a repository may hold one large file at many paths. */
export interface SearchLimits {
  parsed: number;
  read: number;
}

export function searchLimits(): SearchLimits {
  return { parsed: MAX_PARSED, read: MAX_READ };
}

/**
 * Reads the kustomization files of a directory. Several files all count, because only the build refuses them. A file that
 * cannot be read or parsed includes nothing, nor does one that exceeds the limits.
 */
export async function readReferences(
  tree: Tree,
  directory: string,
  files: readonly string[],
  limits = searchLimits(),
): Promise<References> {
  const included = new Set<string>();
  let isComponent = false;
  for (const file of files) {
    const document = await readDocument(tree, posix.join(directory, file), limits);
    if (document?.kind !== "map") continue;
    for (const { key, value } of document.entries) {
      const field = key.kind === "scalar" ? key.value.toLowerCase() : "";
      if (field === "kind") isComponent ||= value.kind === "scalar" && value.value === "Component";
      if (!INCLUDING_FIELDS.has(field)) continue;
      for (const path of localPaths(value)) {
        // The build refuses paths above the top of the tree.
        if (posix.join(directory.slice(1), path).startsWith("..")) continue;
        const located = await tree.lookup(posix.resolve(directory, path));
        if (located?.type === "directory") included.add(located.path);
      }
    }
  }
  return { isComponent, directories: [...included] };
}

async function readDocument(tree: Tree, path: string, limits: SearchLimits): Promise<Node | undefined> {
  if (limits.read <= 0) return undefined;
  const tooLarge = (): Error => failure("build-too-large", "there is not enough memory to read the file");
  const budget = openBudget({ memory: processPool().share(1), tooLarge, late: tooLarge });
  try {
    const bytes = await tree.read(path);
    limits.read -= bytes.length;
    if (bytes.length > MAX_FILE) return undefined;
    if (bytes.length > ORDINARY_FILE && (limits.parsed -= bytes.length) < 0) return undefined;
    budget.claim();
    return parseConfig(decodeText(bytes), tree.display(path));
  } catch (error) {
    // The build of this directory reports the error.
    if (error instanceof KrmError) return undefined;
    throw error;
  } finally {
    budget.close();
  }
}

/** The entries of a list that may be paths. Generators and transformers may also be whole documents. */
function localPaths(value: Node): ReadonlySet<string> {
  const paths = new Set<string>();
  if (value.kind !== "seq") return paths;
  for (const item of value.items) {
    if (item.kind === "scalar" && item.value !== "" && !/[\n\0]/.test(item.value)) paths.add(item.value);
  }
  for (const path of paths) if (isRemote(path)) paths.delete(path);
  return paths;
}
