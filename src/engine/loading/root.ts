/** The directory that a kustomization is read from, and what it may reach; docs/specification/loading.md 1, 2. */
import { posix } from "node:path";
import { failure, type Location } from "../../diagnostics.ts";
import {
  type ChartWanted,
  type Directory,
  type GitUrl,
  originalOf,
  recordedApart,
  shownAddress,
} from "../../sources/index.ts";
import type { Located, Tree } from "../../sources/tree.ts";
import type { SecretTexts } from "../../text/index.ts";
import { type Clone, directoryOf, keyOf } from "./clone.ts";
import { checkAddressCycle, checkCycle } from "./cycles.ts";
import { accept, fetchChart, fetchFile, fetchRepository, type ReadFile, type RootRules } from "./fetches.ts";
import { ImportedRoots, pathBetween } from "./imported-roots.ts";
import {
  cannotRead,
  checkDirectoryPath,
  checkLength,
  checkStaysInTree,
  emptyPath,
  fileNotFound,
  type NamedPath,
  notADirectory,
  notAFile,
  notARepository,
  outsideRoot,
} from "./path-problems.ts";
import { contains, isTooLong, leavesTop } from "./paths.ts";
import { atPlace, isAddress, isRemote, parseGitReference } from "./remote-references.ts";

/** The ways to enter a directory: to include it, or to import its composition. Consolidation finds cycles of imports. */
type Entering = "include" | "import";

const NO_OTHERS = new ImportedRoots<Root>([]);

export class Root {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  /** Unique among the roots of a build. Begins with the key of every directory around it. */
  readonly key: string;
  /** The keys of the roots that led here within the same tree, outermost first, without this one. */
  readonly ancestors: readonly string[];
  /** The repositories elsewhere that led here, outermost first; the last one is where this root is. */
  readonly clones: readonly Clone[];
  /** The entry that names this root; undefined for the one that a build starts from. */
  readonly namedAt: Location | undefined;
  readonly #rules: RootRules;
  /** Further directories that may be read; see {@link spanning}. */
  readonly #others: ImportedRoots<Root>;

  private constructor(
    tree: Tree,
    path: string,
    ancestors: readonly string[],
    clones: readonly Clone[],
    rules: RootRules,
    namedAt?: Location,
    others: ImportedRoots<Root> = NO_OTHERS,
  ) {
    this.tree = tree;
    this.path = path;
    this.ancestors = ancestors;
    this.clones = clones;
    this.#rules = rules;
    this.namedAt = namedAt;
    this.#others = others;
    this.key = this.#keyOf(path);
  }

  /**
   * The root that a build starts from.
   * @param directory absolute within the tree, or the address of a git repository
   * @throws KrmError `not-a-directory`
   */
  static async open(tree: Tree, directory: string, rules: RootRules): Promise<Root> {
    if (isRemote(directory)) {
      return new Root(tree, "/", [], [], rules).enter(directory, { file: shownAddress(directory) });
    }
    const located = await tree.lookup(directory);
    if (located?.type === "directory") return new Root(tree, located.path, [], [], rules);
    const problem = located === undefined ? "does not exist" : "is not a directory";
    throw failure("not-a-directory", `cannot build ${tree.display(directory)}: it ${problem}`, {
      file: tree.display(directory),
      hint: "Name a directory that holds a kustomization file.",
    });
  }

  /** The same root, whose diagnostics and uses go elsewhere. */
  reportingTo(reports: Required<Pick<RootRules, "notice" | "uses" | "secrets">>): Root {
    return this.#copy({ ...this.#rules, ...reports }, this.#others);
  }

  /** The same root for the build of another root. */
  inBuildOf(other: Root): Root {
    const isSameTree = originalOf(this.tree) === originalOf(other.tree);
    return this.#copy(other.#rules, this.#others, isSameTree ? other.tree : this.tree);
  }

  /** The same root for work that several builds share: what it asks is recorded apart if it is recorded, and what is secret. */
  apart(): Root {
    const tree = this.tree.record === undefined ? this.tree : recordedApart(this.tree);
    return this.#copy({ ...this.#rules, secrets: this.secrets?.apart() }, this.#others, tree);
  }

  /** Texts that may be values of Secrets. */
  get secrets(): SecretTexts | undefined {
    return this.#rules.secrets;
  }

  /**
   * The same root, which may also read what lies in or below the others, and finds what {@link pathOf} names in
   * repositories elsewhere.
   */
  spanning(others: readonly Root[]): Root {
    return this.#copy(this.#rules, new ImportedRoots(others));
  }

  #copy(rules: RootRules, others: ImportedRoots<Root>, tree = this.tree): Root {
    return new Root(tree, this.path, this.ancestors, this.clones, rules, this.namedAt, others);
  }

  /** The root and the path by which to find what a path names: other ones for an address within an imported repository. */
  resolve(path: string): { readonly root: Root; readonly path: string } {
    return this.#others.found(path) ?? { root: this, path };
  }

  /** The path by which this root names what another one names by `path`. */
  pathOf(from: Root, path: string): string {
    return pathBetween(this, from, path);
  }

  /** The commit elsewhere that this root is in; undefined in the tree of the build itself. */
  get clone(): Clone | undefined {
    return this.clones.at(-1);
  }

  #keyOf(path: string): string {
    return keyOf(path, this.clone);
  }

  /** True if only files in or below it may be read. Repositories elsewhere are always restricted. */
  get isRestricted(): boolean {
    return this.clone !== undefined || this.#rules.loadRestrictor !== "none";
  }

  /** How the restriction can be lifted, at the end of a hint. */
  get liftingHint(): string {
    const how = "--load-restrictor LoadRestrictionsNone lifts the rule, in the action the setting load-restrictor.";
    return this.clone === undefined ? ` ${how}` : "";
  }

  get display(): string {
    return this.tree.display(this.path);
  }

  /** Looks up a path that the kustomization names, following links; undefined if nothing is there. */
  lookup(path: string): Promise<Located | undefined> {
    if (isTooLong(path)) return Promise.resolve(undefined);
    const found = this.#others.found(path);
    if (found !== undefined) return found.root.lookup(found.path);
    return leavesTop(this.path, path) ? Promise.resolve(undefined) : this.tree.lookup(this.#resolve(path));
  }

  #resolve(path: string): string {
    return posix.resolve(this.path, path);
  }

  #named(path: string, location: Location): NamedPath {
    return { tree: this.tree, path, resolved: this.#resolve(path), location };
  }

  /** Reads a file that the kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  async read(path: string, location: Location): Promise<ReadFile> {
    checkLength(path, location);
    const found = this.#others.found(path);
    if (found !== undefined) return found.root.read(found.path, location);
    if (isAddress(path)) return fetchFile(path, this.clones, location, this.#rules);
    checkStaysInTree(this.path, path, this.clone, location);
    const located = await this.#found(path, location);
    if (located === undefined) throw await fileNotFound(this.#named(path, location));
    if (located.type !== "file") throw notAFile(this.#named(path, location));
    if (this.isRestricted && !this.#contains(located.path)) {
      throw outsideRoot(this.#named(path, location), this.display, this.liftingHint);
    }
    this.#rules.budget?.resume();
    const bytes = await this.#bytes(located.path, path, location);
    accept(bytes, this.#rules);
    const display = this.tree.display(this.#resolve(path));
    return { bytes, path: this.#keyOf(located.path), display, id: located.id };
  }

  #contains(path: string): boolean {
    return contains(this.path, path) || this.#others.hold(path, this.clone);
  }

  async #bytes(real: string, path: string, location: Location): Promise<Uint8Array> {
    try {
      return await this.tree.read(real);
    } catch (thrown) {
      throw cannotRead(this.#named(path, location), thrown);
    }
  }

  /** Looks up a path; problems, such as those of a submodule, get the place that names it. */
  async #found(path: string, location: Location): Promise<Located | undefined> {
    try {
      return await this.lookup(path);
    } catch (thrown) {
      throw atPlace(thrown, location);
    }
  }

  /** Charges the time from here on to the build of this root. Call it after an await. */
  claim(): void {
    this.#rules.budget?.claim();
  }

  /** The files of a chart on another machine. @throws KrmError `remote-unsupported`, and the errors of fetching, without a place */
  chart(wanted: ChartWanted): Promise<Directory> {
    return fetchChart(wanted, this.clones, this.#rules);
  }

  /** The root of a directory that the kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
  enter(path: string, location: Location): Promise<Root> {
    return this.#enter(path, location, "include");
  }

  /**
   * The root of a directory whose composition is imported. It may contain this root.
   * @throws KrmError `not-a-directory` and others
   */
  importFrom(path: string, location: Location): Promise<Root> {
    return this.#enter(path, location, "import");
  }

  async #enter(path: string, location: Location, entering: Entering): Promise<Root> {
    if (path === "") throw emptyPath(location);
    checkLength(path, location);
    const url = parseGitReference(path);
    if (url !== undefined) return this.#enterClone(path, url, location, entering);
    if (isAddress(path)) throw notARepository(path, location);
    const located = await this.#found(path, location);
    const named = this.#named(path, location);
    checkDirectoryPath(named, located);
    checkStaysInTree(this.path, path, this.clone, location);
    if (located?.type !== "directory") throw await notADirectory(named, located);
    if (entering === "include") checkCycle(this, this.#keyOf(located.path), location);
    return new Root(this.tree, located.path, [...this.ancestors, this.key], this.clones, this.#rules, location);
  }

  /** The root of a directory of a repository elsewhere; docs/specification/remote-sources.md 3. */
  async #enterClone(address: string, url: GitUrl, location: Location, entering: Entering): Promise<Root> {
    if (entering === "include") checkAddressCycle(this, address, location);
    const { clone, tree } = await fetchRepository(address, url, this.clones, location, this.#rules);
    const path = await directoryOf(clone, tree, location);
    return new Root(tree, path, [], [...this.clones, clone], this.#rules, location);
  }
}
