/** Notices about what trees do not have: contents in Git LFS, files of submodules, and names that are no UTF-8. */
import type { Diagnostic } from "../diagnostics.ts";
import { compareBytewise } from "../text/index.ts";
import { childOf, parentOf } from "./paths.ts";
import type { Located, LostEntry, Tree } from "./tree.ts";

export interface TreeNotes {
  /** The same tree for builds. Notes what they meet. */
  observe(tree: Tree): Tree;
  /** The same tree for the search for targets, which also meets what no build reads. */
  search(tree: Tree): Tree;
  /**
   * One notice for each file and submodule that builds of observed trees have met, sorted by path, at most {@link MAX_NOTES}.
   * @param directories those of the targets that were rendered: unreadable names in them are noticed
   */
  diagnostics(directories: Iterable<string>): Promise<readonly Diagnostic[]>;
  /** Does the same as {@link diagnostics}, without a limit: for several runs whose notices are joined by {@link limitedNotes}. */
  all(directories: Iterable<string>): Promise<readonly Diagnostic[]>;
}

/** More notices than this are only counted. */
export const MAX_NOTES = 100;

/** A pointer of Git LFS is shorter than this by definition. */
const MAX_POINTER_BYTES = 1024;
const POINTER = "version https://git-lfs.github.com/spec/v";

const NAME = "name-not-utf8";
const RENAME = "Rename it.";
const NOT_READ = "is not read: its name is no UTF-8, so no kustomization can name it";
const NOT_SEARCHED = "is not searched for targets, although it holds kustomizations: its name is no UTF-8";

/** @param kustomizationNames a directory below which a file has one of these names could be a target */
export function treeNotes(kustomizationNames: ReadonlySet<string>): TreeNotes {
  const notes = new Map<string, Diagnostic>();
  const observed: Tree[] = [];
  /** Directories whose names are no UTF-8. */
  const lost: { readonly file: string; readonly entry: LostEntry }[] = [];

  function note(code: string, file: string, message: string, hint: string): void {
    notes.set(`${code} ${file}`, { code, severity: "notice", message, file, hint });
  }

  async function noteLost(tree: Tree, directory: string): Promise<void> {
    // A directory of one side only, or one that the build cannot read either.
    for (const { lost: entry } of await tree.list(directory).catch(() => [])) {
      if (entry !== undefined && entry.type !== "directory")
        note(NAME, shownIn(tree, directory, entry), NOT_READ, RENAME);
    }
  }

  function notePointer(file: string): void {
    const message = "is a pointer of Git LFS: the build uses the text of the pointer, not the content of the file";
    note("lfs-pointer", file, message, "Exclude the file from Git LFS in .gitattributes, and add it to git again.");
  }

  function noteSubmodule(file: string): void {
    const message = "is a submodule: its files are not part of the revisions that are compared";
    const hint = "Name its files by the address of its own repository, such as https://host/repository//path?ref=v1.";
    note("submodule-not-read", file, message, hint);
  }

  /** Notes the submodule that a path without an entry leads through. */
  async function noteAbove(tree: Tree, path: string): Promise<void> {
    let found: Located | undefined;
    for (let here = path; found === undefined && here !== "/"; found = await tree.lookup(here)) here = parentOf(here);
    if (found?.isSubmodule) noteSubmodule(tree.display(found.path));
  }

  function search(tree: Tree): Tree {
    return {
      ...tree,
      async list(path) {
        const entries = await tree.list(path);
        for (const { lost: entry } of entries) {
          if (entry?.type === "directory") lost.push({ file: shownIn(tree, path, entry), entry });
        }
        return entries;
      },
    };
  }

  async function all(directories: Iterable<string>): Promise<readonly Diagnostic[]> {
    for (const directory of directories) for (const tree of observed) await noteLost(tree, directory);
    for (const { file, entry } of lost.splice(0)) {
      if (!notes.has(`${NAME} ${file}`) && (await entry.holds(kustomizationNames).catch(() => true)))
        note(NAME, file, NOT_SEARCHED, RENAME);
    }
    return [...notes.values()].sort(byPlace);
  }

  return {
    search,
    all,
    observe(tree) {
      observed.push(tree);
      return {
        ...search(tree),
        async lookup(path) {
          const located = await tree.lookup(path);
          if (located === undefined) await noteAbove(tree, path);
          else if (located.isSubmodule) noteSubmodule(tree.display(located.path));
          return located;
        },
        async read(path) {
          const bytes = await tree.read(path);
          if (isPointer(bytes)) notePointer(tree.display((await tree.lookup(path))?.path ?? path));
          return bytes;
        },
      };
    },
    diagnostics: async (directories) => limitedNotes(await all(directories)),
  };
}

function shownIn(tree: Tree, directory: string, { shown }: LostEntry): string {
  // The path that is shown, with a name that cannot be mistaken, is that of the entry.
  return tree.display(childOf(directory, shown));
}

function isPointer(bytes: Uint8Array): boolean {
  if (bytes.length >= MAX_POINTER_BYTES || bytes[0] !== POINTER.charCodeAt(0)) return false;
  const text = Buffer.from(bytes).toString("latin1");
  return text.startsWith(POINTER) && text.includes("\noid sha256:");
}

function byPlace(a: Diagnostic, b: Diagnostic): number {
  return compareBytewise(a.file ?? "", b.file ?? "") || compareBytewise(a.code, b.code);
}

/** At most {@link MAX_NOTES} notices, and how many more there are. */
export function limitedNotes(notes: readonly Diagnostic[]): readonly Diagnostic[] {
  const more = notes.length - MAX_NOTES;
  if (more <= 0) return notes;
  const message = `${more} more notices about files that are not read are left out`;
  return [...notes.slice(0, MAX_NOTES), { code: "more-warnings", severity: "notice", message }];
}
