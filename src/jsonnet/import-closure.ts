/** Finds all files that an evaluation of jsonnet can read, before it runs; docs/specification/argocd-sources.md 4.3, 4.4. */
import { posix } from "node:path";
import { getOrInsert } from "../collections.ts";
import { failure, type Location } from "../diagnostics.ts";
import type { Tree } from "../sources/tree.ts";
import { type Import, importsOf } from "./imports.ts";

/** More than libraries have. A pull request must not be able to fill the disk. */
const MAX_FILES = 10_000;
const MAX_BYTES = 128 * 1024 * 1024;

/** The directory of the files beside the program, which has no other name in any repository. */
export const TOP = "repository~";

/** The beginning of a search. Paths are absolute within the tree, and free of `..`. */
export interface Program {
  readonly file: string;
  /** See `JsonnetCall.libraries`. */
  readonly libraries: readonly string[];
  /** The code of variables, which can import, too, from the libraries. */
  readonly code: readonly { readonly text: string; readonly location: Location }[];
}

export interface Closure {
  /** By the paths by which they are found: links are not followed in them. */
  readonly files: ReadonlyMap<string, Uint8Array>;
  /** Directories that imports name. */
  readonly directories: ReadonlySet<string>;
}

/** The observers of a search. */
export interface Asked {
  /** Called with the bytes of each file. */
  readonly onFile?: ((bytes: Uint8Array) => void) | undefined;
  /** Gets all paths that are looked up, whether something is there or not, also if the search fails. */
  readonly asked?: Set<string>;
}

/** Remembers the imports of contents by their ids: libraries are large, and many programs import them. */
export class KnownImports {
  readonly #known = new Map<string, readonly Import[]>();

  /** @param id of the content; undefined where it has none */
  of(id: string | undefined, text: () => string): readonly Import[] {
    return id === undefined ? importsOf(text()) : getOrInsert(this.#known, id, () => importsOf(text()));
  }
}

/**
 * Looks for each import where the program will: beside the importing file, then in the libraries, the last one first. One that is nowhere is
 * no error yet: jsonnet opens only what it needs.
 * @throws KrmError `jsonnet-import-refused` for an import that leads out of the repository, `jsonnet-failed` for too many files
 */
export async function findImports(
  tree: Tree,
  { file, libraries, code }: Program,
  known: KnownImports,
  { onFile, asked }: Asked = {},
): Promise<Closure> {
  const files = new Map<string, Uint8Array>();
  const directories = new Set<string>();
  /** The files of code, whose imports are followed. */
  const waiting = new Set<string>();
  let bytes = 0;
  const inLibraries = [...libraries].reverse();
  for (const { text, location } of code)
    for (const each of importsOf(text)) {
      const refused =
        refusal(each.path) ?? (joined("/", each.path) === undefined || begins(each.path) ? LEADS_OUT : "");
      if (refused !== "") throw refusedImport(each, refused, location);
      await follow(each, inLibraries, location);
    }
  await add(file, true);
  // Iterating over a set visits elements that are added meanwhile.
  for (const path of waiting) {
    const display = tree.display(path);
    const content = files.get(path) as Uint8Array;
    const { id } = (await tree.lookup(path)) ?? {};
    for (const each of known.of(id, () => Buffer.from(content).toString()))
      await follow(each, [posix.dirname(path), ...inLibraries], {
        file: display,
        line: each.line,
        column: each.column,
      });
  }
  return { files, directories };

  async function follow(each: Import, places: readonly string[], location: Location): Promise<void> {
    const refused = refusal(each.path);
    if (refused !== undefined) throw refusedImport(each, refused, location);
    for (const place of places) {
      const path = joined(place, each.path);
      if (path === undefined) throw refusedImport(each, LEADS_OUT, location);
      if (await add(path, each.kind === "import")) return;
    }
  }

  /** Tells whether the program stops looking at a path: something is there. */
  async function add(path: string, isCode: boolean): Promise<boolean> {
    asked?.add(path);
    const found = await tree.lookup(path);
    if (found?.type === "directory") directories.add(path);
    if (found?.type !== "file") return found !== undefined;
    if (isCode) waiting.add(path);
    if (files.has(path)) return true;
    const content = await tree.read(path);
    onFile?.(content);
    files.set(path, content);
    if ((bytes += content.length) > MAX_BYTES || files.size > MAX_FILES)
      throw failure("jsonnet-failed", `${tree.display(file)} imports ${tooMuch(files.size)}`, {
        file: tree.display(file),
        hint: "Import less of the libraries.",
      });
    return true;
  }
}

function tooMuch(files: number): string {
  return files > MAX_FILES ? `more than ${MAX_FILES} files` : `more than ${MAX_BYTES / 1024 ** 2} MiB`;
}

/** A path below a directory; undefined for one that leads above the top. */
function joined(directory: string, path: string): string | undefined {
  const found = posix.normalize(`.${directory}/${path}`).replace(/\/$/, "");
  if (found === ".." || found.startsWith("../")) return undefined;
  return found === "." ? "/" : `/${found}`;
}

/** Tells whether a path without a directory would lead to the files of the repository, which are not there where Argo CD runs. */
function begins(path: string): boolean {
  return posix.normalize(path).split("/")[0] === TOP;
}

const LEADS_OUT = "leads out of the repository";

/** Why an import is never followed; undefined for one that may be. */
function refusal(path: string): string | undefined {
  if (path.startsWith("/") || /^[A-Za-z]:/.test(path)) return "is an absolute path";
  if (path.includes("\\")) return "has a backslash";
  return path.includes("\0") ? "has a NUL character" : undefined;
}

function refusedImport({ kind, path }: Import, reason: string, location: Location): Error {
  return failure("jsonnet-import-refused", `the ${kind} of ${JSON.stringify(path.slice(0, 200))} ${reason}`, {
    ...location,
    hint: "Name a file of the repository: by its path from the directory of the importing file, or from one of `libs`.",
  });
}
