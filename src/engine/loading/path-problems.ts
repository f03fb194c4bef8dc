/** Errors for paths that kustomizations name; docs/specification/loading.md 1, 2. */
import { posix } from "node:path";
import { failure, KrmError, type Location } from "../../diagnostics.ts";
import { PATH_TOO_LONG } from "../../documents/index.ts";
import { shownAddress } from "../../sources/index.ts";
import type { Located, Tree } from "../../sources/tree.ts";
import type { Clone } from "./clone.ts";
import { isAmbiguous, isTooLong, leavesTop, looksLikeText } from "./paths.ts";

const CHECK_INDENTATION = "Check the indentation: YAML may have joined two lines.";

/** A path, and where it leads. */
export interface NamedPath {
  readonly tree: Tree;
  /** The text in the kustomization. */
  readonly path: string;
  /** Absolute within the tree; links are not resolved. */
  readonly resolved: string;
  readonly location: Location;
}

/** @throws KrmError `path-too-long` */
export function checkLength(path: string, location: Location): void {
  if (isTooLong(path)) throw failure("path-too-long", PATH_TOO_LONG, { ...location, hint: CHECK_INDENTATION });
}

/** The error for a file that does not exist. */
export async function fileNotFound(named: NamedPath): Promise<Error> {
  const { path, location } = named;
  if (looksLikeText(path)) return textForPath(location);
  const submodule = await submoduleProblem(named);
  if (submodule !== undefined)
    return failure("file-not-found", submodule.message, { ...location, hint: submodule.hint });
  return failure("file-not-found", `${shown(named)} ${await whyMissing(named)}${asNamed(named)}`, {
    ...location,
    hint:
      hintAbout(path) ??
      "Correct the path, or add the file. Paths are relative to the directory of the kustomization or composition.",
  });
}

/** An error of a file that exists, at the place that names it. */
export function cannotRead(named: NamedPath, thrown: unknown): unknown {
  if (!(thrown instanceof KrmError)) return thrown;
  const diagnostics = thrown.diagnostics.map((one) =>
    one.file === undefined
      ? { ...one, ...named.location }
      : { ...one, ...named.location, message: `${shown(named)} ${one.message}${asNamed(named)}` },
  );
  return new KrmError(diagnostics, { cause: thrown });
}

export function notAFile(named: NamedPath): Error {
  return failure("not-a-file", `${shown(named)} is not a file${asNamed(named)}`, {
    ...named.location,
    hint: "Name a file.",
  });
}

/** @param liftingHint says how the restriction can be lifted */
export function outsideRoot(named: NamedPath, root: string, liftingHint: string): Error {
  return failure("outside-root", `${shown(named)} must not be read: it is not in or below ${root}`, {
    ...named.location,
    hint: `Move the file, or make its directory a base.${liftingHint}`,
  });
}

/** Checks the text of a path to a directory. @param located what is there @throws KrmError */
export function checkDirectoryPath({ path, location }: NamedPath, located: Located | undefined): void {
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
      `the path "${path}" has a segment that contains two dots, and resolves to "${posix.normalize(path)}"`,
      { ...location, hint: hintAbout(path) },
    );
  }
}

/** The error for a directory that does not exist or is something else. */
export async function notADirectory(named: NamedPath, located: Located | undefined): Promise<Error> {
  const submodule = await submoduleProblem(named);
  if (submodule !== undefined) {
    return failure("not-a-directory", submodule.message, { ...named.location, hint: submodule.hint });
  }
  const problem = located === undefined ? await whyMissing(named) : "is not a directory";
  return failure("not-a-directory", `${shown(named)} ${problem}${asNamed(named)}`, {
    ...named.location,
    hint:
      hintAbout(named.path) ??
      "Correct the path. Paths are relative to the directory of the kustomization or composition.",
  });
}

/** The probable mistake in a path, with its remedy; undefined if nothing stands out. */
function hintAbout(path: string): string | undefined {
  if (path.includes("\\")) return "Separate the names by `/`: a backslash is part of a name.";
  if (isAmbiguous(path)) return CHECK_INDENTATION;
  return path.includes("*") ? "Name each file and directory: there are no patterns such as `*`." : undefined;
}

export function emptyPath(location: Location): Error {
  return failure("empty-path", "an entry is empty: a file or a directory is expected", {
    ...location,
    hint: "Name a file or a directory, or remove the entry.",
  });
}

export function notARepository(address: string, location: Location): Error {
  return failure("not-a-directory", `${shownAddress(address)} is not the address of a git repository`, {
    ...location,
    hint: "Name owner and repository, or mark the end of the repository: https://host/repository.git//path?ref=v1.",
  });
}

/** Checks that a path stays in its tree. @param from the directory that names it @throws KrmError */
export function checkStaysInTree(from: string, path: string, clone: Clone | undefined, location: Location): void {
  if (!leavesTop(from, path)) return;
  if (clone === undefined) {
    throw failure("outside-tree", `${path} leads out of the repository`, {
      ...location,
      hint: "Name a path within it.",
    });
  }
  throw failure("outside-clone", `${path} leads out of ${shownAddress(clone.url.repository)}`, {
    ...location,
    hint: "Use a path within that repository, or an address.",
  });
}

function shown({ tree, resolved }: NamedPath): string {
  return tree.display(resolved);
}

function asNamed(named: NamedPath): string {
  return named.path === shown(named) ? "" : ` (named as ${named.path})`;
}

/** Explains why a lookup found nothing: there is no entry, or a broken symlink. */
async function whyMissing({ tree, resolved }: NamedPath): Promise<string> {
  let here = resolved;
  let parent = await tree.lookup(posix.dirname(here));
  while (parent === undefined) {
    here = posix.dirname(here);
    // Something has removed the whole tree.
    if (here === "/") return "does not exist";
    parent = await tree.lookup(posix.dirname(here));
  }
  const entries = parent.type === "directory" ? await tree.list(parent.path) : [];
  if (!entries.some(({ name }) => name === posix.basename(here))) return "does not exist";
  const link = here === resolved ? "is a symlink" : `is behind the symlink ${tree.display(here)},`;
  return `${link} that leads nowhere or leaves ${tree.label}`;
}

/** The problem of a path that is, or leads into, a submodule whose files are not there. Undefined for all others. */
async function submoduleProblem(named: NamedPath): Promise<{ message: string; hint: string } | undefined> {
  const { tree, resolved } = named;
  let here = resolved;
  let found = await tree.lookup(here);
  while (found === undefined && here !== "/") {
    here = posix.dirname(here);
    found = await tree.lookup(here);
  }
  if (found === undefined) return undefined;
  const which = here === resolved ? "is a submodule" : `is in the submodule ${tree.display(here)}`;
  if (found.isSubmodule) {
    return {
      message: `${shown(named)} ${which}, whose files are not part of ${tree.label}${asNamed(named)}`,
      hint: "Name it by the address of its own repository, such as https://host/repository//path?ref=v1.",
    };
  }
  if (here === resolved || !(await isEmptySubmodule(tree, here))) return undefined;
  return {
    message: `${shown(named)} ${which}, whose files were not fetched${asNamed(named)}`,
    hint: "Run `git submodule update --init --recursive`; with actions/checkout, set `submodules: recursive`.",
  };
}

/** Tells whether a directory is empty, and a `.gitmodules` above it names it. */
async function isEmptySubmodule(tree: Tree, directory: string): Promise<boolean> {
  if ((await tree.lookup(directory))?.type !== "directory" || (await tree.list(directory)).length > 0) return false;
  // Reads nothing above the repository.
  for (let above = directory, isTop = false; above !== "/" && !isTop; ) {
    above = posix.dirname(above);
    isTop = (await tree.lookup(posix.join(above, ".git"))) !== undefined;
    const modules = posix.join(above, ".gitmodules");
    if ((await tree.lookup(modules))?.type !== "file") continue;
    const text = Buffer.from(await tree.read(modules)).toString();
    return submodulePaths(text).some((path) => posix.join(above, path) === directory);
  }
  return false;
}

/** The values of `path` in the text of a `.gitmodules`, without the slashes at their ends. */
function submodulePaths(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    const [name = "", ...value] = line.split("=");
    return name.trim() === "path" ? [posix.join(value.join("=").trim(), ".")] : [];
  });
}

/** The text is not quoted: it can contain values of a Secret. */
function textForPath(location: Location): Error {
  return failure("file-not-found", "there is no such file: this entry is a text, not a path", {
    ...location,
    hint: "Put the text into a file and list the file. If the field takes inline documents, correct the text.",
  });
}
