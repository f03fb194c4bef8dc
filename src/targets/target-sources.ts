/** The sources on other machines that the targets of a tree name, or a directory of it. */
import type { Tree } from "../sources/tree.ts";
import { discover, reachable } from "./discovery.ts";
import { readReferences } from "./included-directories.ts";
import { TARGET_FILE_NAMES } from "./kustomization-files.ts";
import type { NamedSource } from "./named-sources.ts";
import { RootFiles } from "./root-files.ts";

/** The sources that the targets of a tree name, as they are written. @throws KrmError `too-many-directories` */
export async function sourcesOfTargets(tree: Tree): Promise<ReadonlySet<NamedSource>> {
  const { roots, targets } = await discover(tree, new RootFiles({ findsSources: true }));
  const directories = reachable(roots, [...targets.keys()]);
  return new Set([...directories].flatMap((directory) => roots.get(directory)?.sources ?? []));
}

/** More than any base has. A hostile repository must not keep a run busy. */
const MAX_DIRECTORIES = 2000;

/** The sources that one directory of a tree names, or what it includes there. */
export async function sourcesOfDirectory(tree: Tree, directory: string): Promise<ReadonlySet<NamedSource>> {
  const files = new RootFiles({ findsSources: true });
  const sources = new Set<NamedSource>();
  const directories = new Set([directory]);
  // Iterating over a set visits elements that are added meanwhile.
  for (const each of directories) {
    const located = await tree.lookup(each);
    if (located?.type !== "directory") continue;
    const names = (await tree.list(located.path)).map(({ name }) => name).filter((name) => TARGET_FILE_NAMES.has(name));
    const references = await readReferences(tree, located.path, names, files);
    for (const source of references?.sources ?? []) sources.add(source);
    for (const next of references?.directories ?? []) if (directories.size < MAX_DIRECTORIES) directories.add(next);
  }
  return sources;
}
