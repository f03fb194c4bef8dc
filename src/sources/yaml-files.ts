/** Lists the YAML files of a tree. */
import { posix } from "node:path";
import { compareBytewise } from "../text/index.ts";
import type { Tree } from "./tree.ts";

/** A hostile repository can have any number of directories at no cost. */
const MAX_DIRECTORIES = 200_000;
const MAX_FILES = 200_000;
const SKIPPED: ReadonlySet<string> = new Set([".git", "node_modules"]);

/** Paths are absolute within the tree. */
export interface YamlFileList {
  /** The paths of the files, sorted. */
  readonly paths: readonly string[];
  /** The files of jsonnet, programs and libraries, sorted. */
  readonly jsonnet: readonly string[];
  /** All directories. */
  readonly directories: ReadonlySet<string>;
  /** True if some files or directories are not listed. */
  readonly isCutOff: boolean;
}

/** Finds the YAML files of a tree that git does not ignore. Does not enter symbolic links. */
export async function listYamlFiles(tree: Tree): Promise<YamlFileList> {
  const directories = new Set(["/"]);
  const paths: string[] = [];
  const jsonnet: string[] = [];
  let isCutOff = false;
  // Iterating over a set visits elements that are added meanwhile.
  for (const directory of directories) {
    for (const { name, type } of await tree.list(directory)) {
      const path = posix.join(directory, name);
      if (type === "file" && /\.ya?ml$/i.test(name)) {
        if (paths.length < MAX_FILES) paths.push(path);
        else isCutOff = true;
      }
      if (type === "file" && /\.(?:jsonnet|libsonnet)$/.test(name) && jsonnet.length < MAX_FILES) jsonnet.push(path);
      if (type !== "directory" || SKIPPED.has(name)) continue;
      if (directories.size >= MAX_DIRECTORIES) isCutOff = true;
      else if ((await tree.lookup(path))?.path === path) directories.add(path);
    }
  }
  const ignored = (await tree.ignored?.(paths)) ?? new Set<string>();
  const kept = paths.filter((path) => !ignored.has(path)).sort(compareBytewise);
  return { paths: kept, jsonnet: jsonnet.sort(compareBytewise), directories, isCutOff };
}
