/** Answers which directories the targets of one tree include that are directories. */
import { getOrInsert } from "../collections.ts";
import { directoryOfTarget, isDeploymentId, targetOfDirectory } from "../render/index.ts";
import type { Tree } from "../sources/tree.ts";
import { discover, reachable } from "./discovery.ts";
import type { References } from "./included-directories.ts";
import type { RootFiles } from "./root-files.ts";

/** The most targets of a directory that are known: a target, and another one. */
const MAX_HOLDERS = 2;

type Roots = ReadonlyMap<string, References>;

export class Inclusions {
  readonly #tree: Tree;
  readonly #files: RootFiles;
  readonly #targets: ReadonlySet<string>;
  #roots: Promise<Roots> | undefined;
  #holders: Promise<ReadonlyMap<string, readonly string[]>> | undefined;

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
    return (await this.#holdersOf(directoryOfTarget(path)))[0];
  }

  /** Returns another target that includes something that a target includes, directly or not; undefined if none does. */
  async siblingOf(target: string): Promise<string | undefined> {
    if (isDeploymentId(target)) return undefined;
    for (const part of reachable(await this.#found(), [directoryOfTarget(target)])) {
      const other = (await this.#holdersOf(part)).find((holder) => holder !== target);
      if (other !== undefined) return other;
    }
    return undefined;
  }

  async #holdersOf(directory: string): Promise<readonly string[]> {
    return (await (this.#holders ??= this.#findHolders())).get(directory) ?? [];
  }

  #found(): Promise<Roots> {
    return (this.#roots ??= discover(this.#tree, this.#files).then(({ roots }) => roots));
  }

  /** Finds the first targets of each directory. Enters it once for each of them. */
  async #findHolders(): Promise<ReadonlyMap<string, readonly string[]>> {
    const roots = await this.#found();
    const holders = new Map<string, string[]>();
    for (const target of this.#targets) {
      const waiting = [directoryOfTarget(target)];
      for (const directory of waiting)
        for (const inclusion of roots.get(directory)?.directories ?? []) {
          if (!roots.has(inclusion)) continue;
          const known = getOrInsert(holders, inclusion, (): string[] => []);
          if (known.length >= MAX_HOLDERS || known.at(-1) === target) continue;
          known.push(target);
          waiting.push(inclusion);
        }
    }
    return holders;
  }
}
