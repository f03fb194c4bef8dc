/** The directory that a kustomization is read from, and what it may reach; docs/specification/loading.md 1, 2. */
import { posix } from "node:path";
import { type Diagnostic, failure, type Location } from "../../diagnostics.ts";
import { type GitUrl, type Remotes, shownAddress } from "../../sources/index.ts";
import type { Located, Tree } from "../../sources/tree.ts";
import type { TimeLimit } from "../../time-limit.ts";
import {
  atPlace,
  forced,
  isAddress,
  isRemote,
  parseGitReference,
  remoteRefused,
  unpinned,
} from "./remote-references.ts";

/** A file that was read, under the name that messages use for it. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Tells the file from all others that a build reads: a path free of symlinks, or an address. */
  readonly path: string;
  readonly display: string;
  readonly id: string | undefined;
}

/** Whether a kustomization may read files outside of its own directory. */
export type LoadRestrictor = "root-only" | "none";

/** What holds for all roots of a build. */
export interface RootRules {
  readonly loadRestrictor: LoadRestrictor;
  /** Without it, what is on another machine cannot be read. */
  readonly remotes?: Remotes | undefined;
  readonly time?: TimeLimit;
  /** Is told what is worth knowing about a reference. */
  readonly notice?: (diagnostic: Diagnostic) => void;
}

/** The commit of a repository elsewhere that a root is in. */
export interface Clone {
  /** The reference as it is written. */
  readonly address: string;
  readonly url: GitUrl;
  readonly sha: string;
}

/** Before the addresses among what a build has opened: {@link Root.leadsBackTo}. */
const ADDRESS = "address ";

const CHECK_INDENTATION = "Check the indentation around it: two lines may have become one.";

export class Root {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  /** Tells the root from those of other trees; begins with the key of every directory around it. */
  readonly key: string;
  /** The keys of the roots that led here within the same tree, outermost first, without this one. */
  readonly ancestors: readonly string[];
  /** The repositories elsewhere that led here, outermost first; the last one is where this root is. */
  readonly clones: readonly Clone[];
  /** The entry that names this root; undefined for the one that a build starts from. */
  readonly namedAt: Location | undefined;
  readonly #rules: RootRules;

  private constructor(
    tree: Tree,
    path: string,
    ancestors: readonly string[],
    clones: readonly Clone[],
    rules: RootRules,
    namedAt?: Location,
  ) {
    this.tree = tree;
    this.path = path;
    this.ancestors = ancestors;
    this.clones = clones;
    this.#rules = rules;
    this.namedAt = namedAt;
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

  /** The same root, which tells somebody else what is worth knowing about its references. */
  telling(notice: NonNullable<RootRules["notice"]>): Root {
    const rules = { ...this.#rules, notice };
    return new Root(this.tree, this.path, this.ancestors, this.clones, rules, this.namedAt);
  }

  /** The commit elsewhere that this root is in; undefined in the tree of the build itself. */
  get clone(): Clone | undefined {
    return this.clones.at(-1);
  }

  /** What is opened with this root, for {@link leadsBackTo}. */
  get opened(): readonly string[] {
    return this.clone === undefined ? [this.key] : [this.key, ADDRESS + this.clone.address];
  }

  /** Whether opening something, from here or from below, runs into a cycle. */
  leadsBackTo(opened: string): boolean {
    if (!opened.startsWith(ADDRESS)) return this.ancestors.some((ancestor) => contains(opened, ancestor));
    const address = opened.slice(ADDRESS.length);
    return this.clones.slice(0, -1).some((clone) => clone.address.startsWith(address));
  }

  #keyOf(path: string): string {
    if (this.clone === undefined) return path;
    const { url, sha } = this.clone;
    const top = `${url.repository}@${sha}${url.submodules ? "" : " without submodules"}:`;
    return path === "/" ? top : top + path;
  }

  /** Whether only files in or below it may be read. What comes from elsewhere is never trusted with more. */
  get isRestricted(): boolean {
    return this.clone !== undefined || this.#rules.loadRestrictor !== "none";
  }

  /** How the restriction can be lifted, at the end of a hint. */
  get liftingHint(): string {
    const how = "--load-restrictor LoadRestrictionsNone lifts the rule, in the action the input load-restrictor.";
    return this.clone === undefined ? ` ${how}` : "";
  }

  get display(): string {
    return this.tree.display(this.path);
  }

  /** What stands at a path that a kustomization names, following links; undefined when nothing does. */
  lookup(path: string): Promise<Located | undefined> {
    return leavesTop(this.path, path) ? Promise.resolve(undefined) : this.tree.lookup(this.#resolve(path));
  }

  #resolve(path: string): string {
    return posix.resolve(this.path, path);
  }

  /** Reads a file that a kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  async read(path: string, location: Location): Promise<ReadFile> {
    if (isAddress(path)) return this.#fetchFile(path, location);
    this.#refuseToLeave(path, location);
    const located = await this.lookup(path);
    const display = this.tree.display(this.#resolve(path));
    if (located === undefined) {
      if (looksLikeText(path)) throw textForPath(location);
      throw failure("file-not-found", `${display} ${await this.#whyMissing(path)}${this.#named(path, display)}`, {
        ...location,
        hint: isAmbiguous(path)
          ? CHECK_INDENTATION
          : "Correct the path, or add the file. Paths are relative to the directory of the kustomization.",
      });
    }
    if (located.type !== "file") {
      throw failure("not-a-file", `${display} is not a file${this.#named(path, display)}`, {
        ...location,
        hint: "Name a file.",
      });
    }
    if (this.isRestricted && !contains(this.path, located.path)) {
      throw failure("outside-root", `${display} is not in or below ${this.display}, and may not be read from there`, {
        ...location,
        hint: `Move the file, or make its directory a base.${this.liftingHint}`,
      });
    }
    const bytes = await this.tree.read(located.path);
    this.#rules.time?.resume();
    return { bytes, path: this.#keyOf(located.path), display, id: located.id };
  }

  async #fetchFile(address: string, location: Location): Promise<ReadFile> {
    const { remotes } = this.#rules;
    if (remotes === undefined) throw remoteRefused(address, location);
    const { bytes, digest } = await remotes.file(address).catch((thrown) => Promise.reject(atPlace(thrown, location)));
    this.#rules.time?.resume();
    this.#notice(unpinned(address, undefined, location, digest));
    return { bytes, path: address, display: shownAddress(address), id: digest };
  }

  /** To be called after something was waited for: what is done with it counts for the build of this root. */
  claim(): void {
    this.#rules.time?.claim();
  }

  /** A link that leads nowhere is there, and still nothing is found. */
  async #whyMissing(path: string): Promise<string> {
    let here = this.#resolve(path);
    let parent = await this.tree.lookup(posix.dirname(here));
    while (parent === undefined) {
      here = posix.dirname(here);
      parent = await this.tree.lookup(posix.dirname(here));
    }
    const entries = parent.type === "directory" ? await this.tree.list(parent.path) : [];
    if (!entries.some(({ name }) => name === posix.basename(here))) return "does not exist";
    const link = here === this.#resolve(path) ? "is a symlink" : `is behind the symlink ${this.tree.display(here)},`;
    return `${link} that leads nowhere or leaves ${this.tree.label}`;
  }

  #notice(diagnostic: Diagnostic | undefined): void {
    if (diagnostic !== undefined) this.#rules.notice?.(diagnostic);
  }

  #named(path: string, display: string): string {
    return path === display ? "" : ` (named as ${path})`;
  }

  /** The root of a directory that a kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
  async enter(path: string, location: Location): Promise<Root> {
    if (path === "")
      throw failure("empty-path", "an entry is empty where a file or a directory is expected", {
        ...location,
        hint: "Name a file or a directory, or remove the entry.",
      });
    const url = parseGitReference(path);
    if (url !== undefined) return this.#enterClone(path, url, location);
    if (isAddress(path)) {
      throw failure("not-a-directory", `${shownAddress(path)} is not the address of a git repository`, {
        ...location,
        hint: "Name owner and repository, or say where the repository ends: https://host/repository.git//path?ref=v1.",
      });
    }
    const located = await this.lookup(path);
    if (located === undefined && looksLikeText(path)) throw textForPath(location);
    if (path.startsWith("/")) {
      throw failure("absolute-path", `${path} is absolute: directories are named relative to the kustomization`, {
        ...location,
        hint: "Name it by a relative path, such as ../base.",
      });
    }
    if (isAmbiguous(path)) {
      throw failure(
        "ambiguous-path",
        `the path "${path}" has a segment that runs into dots, and resolves to "${posix.normalize(path)}"`,
        { ...location, hint: CHECK_INDENTATION },
      );
    }
    this.#refuseToLeave(path, location);
    const display = this.tree.display(this.#resolve(path));
    if (located?.type !== "directory") {
      const problem = located === undefined ? await this.#whyMissing(path) : "is not a directory";
      throw failure("not-a-directory", `${display} ${problem}${this.#named(path, display)}`, {
        ...location,
        hint: "Correct the path. Paths are relative to the directory of the kustomization.",
      });
    }
    const chain = [...this.ancestors, this.key];
    const candidate = this.#keyOf(located.path);
    const visited = chain.find((root) => contains(candidate, root));
    if (visited !== undefined) throw this.#cycle(candidate, visited, location);
    return new Root(this.tree, located.path, chain, this.clones, this.#rules, location);
  }

  /** The root of a directory of a repository elsewhere; docs/specification/remote-sources.md 3. */
  async #enterClone(address: string, url: GitUrl, location: Location): Promise<Root> {
    const { remotes } = this.#rules;
    if (remotes === undefined) throw remoteRefused(address, location);
    if (this.clones.some((clone) => clone.address.startsWith(address))) {
      const chain = [...this.clones.map((clone) => clone.address), address].map(shownAddress).join(" → ");
      throw failure("cycle", `cycle: ${shownAddress(address)} includes itself: ${chain}`, {
        ...location,
        hint: "Remove one of the references.",
      });
    }
    const { tree, sha } = await remotes.repository(url).catch((thrown) => Promise.reject(atPlace(thrown, location)));
    this.#notice(forced(address, location));
    this.#notice(unpinned(address, url, location, sha));
    const located = await tree.lookup(posix.resolve("/", url.path));
    if (located?.type !== "directory") {
      const problem = located === undefined ? "does not exist" : "is not a directory";
      throw failure("not-a-directory", `${shownAddress(address)} ${problem} in that repository (${sha.slice(0, 7)})`, {
        ...location,
        hint: "Correct the path. Two slashes say where the repository ends: https://host/repository//path?ref=v1.",
      });
    }
    return new Root(tree, located.path, [], [...this.clones, { address, url, sha }], this.#rules, location);
  }

  /** Above the top of a fetched repository there is nothing, not even the top again. */
  #refuseToLeave(path: string, location: Location): void {
    if (!leavesTop(this.path, path)) return;
    if (this.clone === undefined) {
      throw failure("outside-tree", `${path} leads out of the repository`, {
        ...location,
        hint: "Name a path within it.",
      });
    }
    throw failure("outside-clone", `${path} leads out of ${shownAddress(this.clone.url.repository)}`, {
      ...location,
      hint: "What a repository elsewhere includes is in that repository, or is named by an address.",
    });
  }

  #displayOfKey(key: string): string {
    const path = this.clone === undefined ? key : key.slice(this.#keyOf("/").length) || "/";
    return this.tree.display(path);
  }

  #cycle(candidate: string, visited: string, location: Location): Error {
    const [here, there] = [this.#displayOfKey(candidate), this.#displayOfKey(visited)];
    const message =
      candidate === visited
        ? `${here} includes itself: ${[...this.ancestors, this.key, candidate].map((key) => this.#displayOfKey(key)).join(" → ")}`
        : `${here} contains ${there}, which includes it`;
    return failure("cycle", `cycle: ${message}`, { ...location, hint: "Remove one of the references." });
  }
}

/** Whether `inner` is `outer` or below it; both absolute and normalised. */
export function contains(outer: string, inner: string): boolean {
  return outer === "/" || inner === outer || inner.startsWith(`${outer}/`);
}

/** A segment other than `..` that contains two dots: usually two lines that YAML has folded into one. */
function isAmbiguous(path: string): boolean {
  return path.split("/").some((segment) => segment !== ".." && segment.includes(".."));
}

/** Whether a relative path climbs above the top of its tree. */
function leavesTop(from: string, path: string): boolean {
  return !path.startsWith("/") && posix.join(from.slice(1), path).split("/")[0] === "..";
}

/** Whether an entry is rather the text of a document than the path of one. */
function looksLikeText(entry: string): boolean {
  return /\n|^\s*[{[]|:\s/.test(entry);
}

/** The text is not quoted: it may hold the values of a Secret. */
function textForPath(location: Location): Error {
  return failure("file-not-found", "there is no such file: a text stands here where a path is expected", {
    ...location,
    hint: "Put the text into a file and name that, or correct it where the field takes inline documents.",
  });
}
