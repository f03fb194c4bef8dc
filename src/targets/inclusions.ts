/** Answers which directories the targets of one tree include that are directories. */
import { directoryOfTarget, isDeploymentId, targetOfDirectory } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import { discover, reachable } from "./discovery.ts";
import type { References } from "./included-directories.ts";
import type { RootFiles } from "./root-files.ts";

type Roots = ReadonlyMap<string, References>;

export class Inclusions {
  readonly #tree: Tree;
  readonly #files: RootFiles;
  readonly #targets: ReadonlySet<string>;
  #roots: Promise<Roots> | undefined;
  #holders: Promise<ReadonlyMap<string, string>> | undefined;

  /** @param targets all that are selected and no deployments, in path order */
  constructor(tree: Tree, files: RootFiles, targets: readonly string[]) {
    this.#tree = tree;
    this.#files = files;
    this.#targets = new Set(targets);
  }

  /** Returns the other selected targets that a target includes, directly or not: they were targets at the base, or are given as such. */
  async partsOf(target: string): Promise<readonly string[]> {
    if (isDeploymentId(target)) return [];
    const reached = reachable(await this.#found(), [directoryOfTarget(target)]);
    return [...reached].map(targetOfDirectory).filter((each) => each !== target && this.#targets.has(each));
  }

  /** Returns the first target that includes a kustomization, directly or not; undefined if none does. */
  async holderOf(path: string): Promise<string | undefined> {
    return (await (this.#holders ??= this.#findHolders())).get(directoryOfTarget(path));
  }

  #found(): Promise<Roots> {
    return (this.#roots ??= discover(this.#tree, this.#files).then(({ roots }) => roots));
  }

  /** Enters each directory once. */
  async #findHolders(): Promise<ReadonlyMap<string, string>> {
    const roots = await this.#found();
    const holders = new Map<string, string>();
    for (const target of this.#targets) {
      const waiting = [directoryOfTarget(target)];
      for (const directory of waiting)
        for (const inclusion of roots.get(directory)?.directories ?? []) {
          if (holders.has(inclusion) || !roots.has(inclusion)) continue;
          holders.set(inclusion, target);
          waiting.push(inclusion);
        }
    }
    return holders;
  }
}
