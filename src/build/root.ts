/** The directory that a kustomization is read from, and what it may reach from there; engine.md 2.1 and 2.2. */
import { posix } from "node:path";
import { failure, type Location } from "../diagnostics.ts";
import type { Located, Tree } from "../sources/tree.ts";
import type { BuildOptions } from "./built.ts";

/** A file that was read, under the name that messages use for it. */
export interface ReadFile {
  readonly bytes: Uint8Array;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  readonly display: string;
  readonly id: string | undefined;
}

const CHECK_INDENTATION = "Check the indentation around it: two lines may have become one.";

export class Root {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  /** The roots that led here, outermost first, without this one. */
  readonly ancestors: readonly string[];
  /** The entry that names this root; undefined for the one that a build starts from. */
  readonly namedAt: Location | undefined;
  readonly #restrictor: BuildOptions["loadRestrictor"];

  private constructor(
    tree: Tree,
    path: string,
    ancestors: readonly string[],
    restrictor: BuildOptions["loadRestrictor"],
    namedAt?: Location,
  ) {
    this.tree = tree;
    this.path = path;
    this.ancestors = ancestors;
    this.#restrictor = restrictor;
    this.namedAt = namedAt;
  }

  /** The root that a build starts from. @throws KrmError `not-a-directory` */
  static async open(tree: Tree, directory: string, restrictor: BuildOptions["loadRestrictor"]): Promise<Root> {
    const located = await tree.lookup(directory);
    if (located?.type === "directory") return new Root(tree, located.path, [], restrictor);
    const problem = located === undefined ? "does not exist" : "is not a directory";
    throw failure("not-a-directory", `cannot build ${tree.display(directory)}: it ${problem}`, {
      file: tree.display(directory),
      hint: "Name a directory that holds a kustomization file.",
    });
  }

  get display(): string {
    return this.tree.display(this.path);
  }

  /** What stands at a path that a kustomization names, following links; undefined when nothing does. */
  lookup(path: string): Promise<Located | undefined> {
    return this.tree.lookup(this.#resolve(path));
  }

  #resolve(path: string): string {
    return posix.resolve(this.path, path);
  }

  /** Reads a file that a kustomization names. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  async read(path: string, location: Location): Promise<ReadFile> {
    if (isAddress(path)) throw remoteRefused(path, location);
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
      throw failure("not-a-file", `${display} is not a file${this.#named(path, display)}`, { ...location });
    }
    if (this.#restrictor !== "none" && !contains(this.path, located.path)) {
      throw failure("outside-root", `${display} is not in or below ${this.display}, and may not be read from there`, {
        ...location,
        hint: "Move the file, or make its directory a base. On the command line, --load-restrictor LoadRestrictionsNone lifts the rule.",
      });
    }
    return { bytes: await this.tree.read(located.path), path: located.path, display, id: located.id };
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

  #named(path: string, display: string): string {
    return path === display ? "" : ` (named as ${path})`;
  }

  /** The root of a directory that a kustomization names. @throws KrmError `not-a-directory`, `cycle` and others */
  async enter(path: string, location: Location): Promise<Root> {
    if (path === "")
      throw failure("empty-path", "an entry is empty where a file or a directory is expected", { ...location });
    if (isRemote(path)) throw remoteRefused(path, location);
    const located = await this.lookup(path);
    if (located === undefined && looksLikeText(path)) throw textForPath(location);
    if (path.startsWith("/")) {
      throw failure("absolute-path", `${path} is absolute: directories are named relative to the kustomization`, {
        ...location,
      });
    }
    if (isAmbiguous(path)) {
      throw failure(
        "ambiguous-path",
        `the path "${path}" has a segment that runs into dots, and resolves to "${posix.normalize(path)}"`,
        { ...location, hint: CHECK_INDENTATION },
      );
    }
    const display = this.tree.display(this.#resolve(path));
    if (located?.type !== "directory") {
      const problem = located === undefined ? await this.#whyMissing(path) : "is not a directory";
      throw failure("not-a-directory", `${display} ${problem}${this.#named(path, display)}`, {
        ...location,
        hint: "Correct the path. Paths are relative to the directory of the kustomization.",
      });
    }
    const chain = [...this.ancestors, this.path];
    const visited = chain.find((root) => contains(located.path, root));
    if (visited !== undefined) throw this.#cycle(located.path, visited, location);
    return new Root(this.tree, located.path, chain, this.#restrictor, location);
  }

  #cycle(candidate: string, visited: string, location: Location): Error {
    const [here, there] = [this.tree.display(candidate), this.tree.display(visited)];
    const message =
      candidate === visited
        ? `${here} includes itself: ${[...this.ancestors, this.path, candidate].map((root) => this.tree.display(root)).join(" → ")}`
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

/** Whether a file is to be fetched; engine.md 2.3. */
function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}

/** Whether an entry names a repository on another machine rather than a directory; engine.md 2.4. */
export function isRemote(path: string): boolean {
  return /^(git::)?((ssh|https?|file):\/\/|[a-z][a-z0-9-]*@|github\.com[/:])/i.test(path);
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

function remoteRefused(path: string, location: Location): Error {
  // A first line, since what spans lines is no address; without the credentials that one may hold.
  const address = (path.split("\n", 1)[0] as string).replace(/\/\/[^/@]*@/, "//***@");
  return failure(
    "remote-unsupported",
    `${address} is on another machine, and remote sources cannot be read by this version`,
    {
      ...location,
      hint: "Vendor it into the repository and name the directory.",
    },
  );
}
