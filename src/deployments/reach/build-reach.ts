/** Tells which files and directories a build takes in, by what kustomizations name: in doubt, more than it does. */
import { posix } from "node:path";
import type { Tree } from "../../sources/tree.ts";
import { type Discovery, RootFiles, reachable, resolvedFrom } from "../../targets/index.ts";
import { compareBytewise } from "../../text/index.ts";

/** Files to look for, and the directories above them. */
export class Marked {
  readonly files: ReadonlySet<string>;
  readonly directories = new Set<string>();

  constructor(files: readonly string[]) {
    this.files = new Set(files);
    for (const file of files)
      for (let at = posix.dirname(file); !this.directories.has(at); at = posix.dirname(at)) this.directories.add(at);
  }
}

export class BuildReach {
  readonly #roots: Discovery["roots"];
  /** The directories with kustomizations, sorted. */
  readonly #sorted: readonly string[];
  /** The files outside of its directory that each kustomization may name. */
  readonly #outside = new Map<string, readonly string[]>();
  /** The paths that kustomizations name. */
  readonly #named = new Set<string>();

  private constructor(roots: Discovery["roots"]) {
    this.#roots = roots;
    this.#sorted = [...roots.keys()].sort(compareBytewise);
  }

  /** @param files that have read the kustomizations of the tree before */
  static async of(tree: Tree, { roots }: Discovery, files: RootFiles): Promise<BuildReach> {
    const reach = new BuildReach(roots);
    for (const [directory, { names }] of roots) {
      const outside: string[] = [];
      for (const name of names) {
        const file = await files.file(tree, posix.join(directory, name), RootFiles.roleOf(name));
        for (const text of file?.mentions.paths ?? []) {
          const path = resolvedFrom(directory, text);
          if (path === undefined) continue;
          reach.#named.add(path);
          if (text.startsWith("../")) outside.push(path);
        }
      }
      if (outside.length > 0) reach.#outside.set(directory, outside);
    }
    return reach;
  }

  /** Tells whether a kustomization may name a file. */
  isNamed(path: string): boolean {
    return this.#named.has(path);
  }

  /**
   * Tells whether a directory around a path, but the top, has a kustomization: that decides what of it is applied, and leaves out what it
   * does not name. @param path that nothing names
   */
  isLeftOut(path: string): boolean {
    return this.nearest(path) !== undefined;
  }

  /** The nearest directory around a path that has a kustomization; undefined for none but the top. */
  nearest(path: string): string | undefined {
    for (let at = posix.dirname(path); at !== "/"; at = posix.dirname(at)) if (this.#roots.has(at)) return at;
    return undefined;
  }

  /** The kustomizations that the build of one includes, with its own. */
  included(directory: string): Iterable<string> {
    return reachable(this.#roots, [directory]);
  }

  /** The directories with kustomizations that a kustomization names. */
  includedBy(directory: string): readonly string[] {
    return [...(this.#roots.get(directory)?.directories ?? [])].filter((each) => this.#roots.has(each));
  }

  /** Tells whether a kustomization names a file, and no other kustomization is nearer to that. */
  isNamedBy(directory: string, path: string): boolean {
    if (!this.#named.has(path)) return false;
    let at = posix.dirname(path);
    while (at !== "/" && !this.#roots.has(at)) at = posix.dirname(at);
    return at === directory;
  }

  /**
   * The directories above a path whose builds take in what is there: a kustomization is generated for them, because neither they nor
   * those between have one.
   * @param path of a directory with a kustomization, or that of a file; absolute within the tree
   */
  *generatedAround(path: string): Iterable<string> {
    if (path === "/") return;
    for (let at = posix.dirname(path); !this.#roots.has(at); at = posix.dirname(at)) {
      yield at;
      if (at === "/") return;
    }
  }

  /** Tells whether builds of directories may read one of the marked files. */
  takesIn(directories: Iterable<string>, marked: Marked): boolean {
    for (const path of this.reached(directories))
      if (marked.directories.has(path) || marked.files.has(path)) return true;
    return false;
  }

  /** The paths that builds of directories may read: directories with all below them, and files. Some can come twice. */
  *reached(directories: Iterable<string>): Iterable<string> {
    const starts = new Set<string>();
    for (const directory of directories) {
      yield directory;
      for (const root of this.kustomizationsOf(directory)) starts.add(root);
    }
    for (const reached of reachable(this.#roots, [...starts])) {
      yield reached;
      yield* this.#outside.get(reached) ?? [];
    }
  }

  /** The directories whose kustomizations a build of a directory may begin with: its own, or those below for a generated one. */
  kustomizationsOf(directory: string): Iterable<string> {
    return this.#roots.has(directory) ? [directory] : this.#below(directory);
  }

  /** The kustomizations below a directory. */
  *#below(directory: string): Iterable<string> {
    const prefix = directory === "/" ? "/" : `${directory}/`;
    let [low, high] = [0, this.#sorted.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (compareBytewise(this.#sorted[middle] as string, prefix) < 0) low = middle + 1;
      else high = middle;
    }
    for (let at = low; this.#sorted[at]?.startsWith(prefix); at++) yield this.#sorted[at] as string;
  }
}
