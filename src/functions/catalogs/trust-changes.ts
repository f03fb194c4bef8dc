/**
 * Notes what may run in two revisions: the entries of catalogs in the repository that differ, the references to catalogs, and the
 * programs of functions; docs/specification/catalogs.md 3.7.
 */
import { posix } from "node:path";
import { type Catalog, type CatalogReference, compareCatalogs, shownReference } from "../../catalog/index.ts";
import type { Location } from "../../diagnostics.ts";
import { COMPOSITION_FILE_NAMES, KUSTOMIZATION_FILE_NAMES } from "../../documents/index.ts";
import type { Tree } from "../../sources/tree.ts";
import { once } from "../../store/index.ts";
import { compareBytewise, stableJson } from "../../text/index.ts";
import type { CatalogDocuments } from "./catalog-documents.ts";

/** A change of what may run: an entry of a catalog, a reference to one, or the program and permissions of a function. */
export interface TrustChange {
  readonly kind: "catalog-entry" | "catalog-reference" | "function" | "signature-file";
  readonly op: "added" | "removed" | "changed";
  /** The function, such as `fn.example.com/v1 Paint`, the reference, or the file of a key. */
  readonly subject: string;
  /** The file that says so, at head, or at base for what was removed. */
  readonly file: string;
  readonly line?: number;
  /** A function that did not run at head: it is refused, or its catalog was not found. */
  readonly notRun?: true;
  /** The fields that changed, such as the image; empty for something that was added or removed whole. */
  readonly fields: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
}

/** The program that runs for one config: each field with its text, such as the image. */
export interface FunctionUse {
  /** The directory of the kustomization that lists the config, as messages name it: another one may find another program. */
  readonly directory: string;
  readonly subject: string;
  readonly file: string;
  readonly line?: number;
  /** It was asked for, and did not run. */
  readonly notRun?: true;
  /** The base has the same files, so that it asks for it also if it was not built; only of the head. */
  readonly isKept?: true;
  readonly fields: readonly { readonly name: string; readonly text: string }[];
}

/** The same, as it is found. */
export interface NewUse extends Pick<FunctionUse, "directory" | "subject" | "notRun"> {
  readonly location: Location;
  readonly fields: ReadonlyMap<string, string>;
}

/** A reference to a catalog. */
export interface NotedReference {
  readonly reference: string;
  readonly file: string;
  readonly line?: number;
  /** The head has no such file; only of the base. */
  readonly isGone?: true;
  /** The base has the same file, so that it has the reference also if it was not built; only of the head. */
  readonly isKept?: true;
}

/** The programs and references of one revision, also if they were refused. */
export interface TrustSide {
  readonly uses: readonly FunctionUse[];
  readonly references: readonly NotedReference[];
}

/** The facts of one run about what may run. The changes of both sides together are known when all targets are. */
export interface TrustFacts extends Readonly<Record<"base" | "head", TrustSide>> {
  /** The changes of the trees themselves, whatever was built. */
  readonly changes: readonly TrustChange[];
}

interface Side {
  readonly uses: Noted<FunctionUse>;
  readonly references: Noted<NotedReference>;
}

/** Notes what runs, by the tree that is rendered. */
export class TrustRecord {
  readonly #sides = new WeakMap<Tree, Side>();

  /**
   * @param top the tree that is rendered; the function may be in a repository that it includes
   * @param fields what runs: each field with its text
   */
  note(top: Tree, { location, fields, ...use }: NewUse): void {
    const { file, line } = location;
    const list = [...fields].map(([name, text]) => ({ name, text }));
    this.#side(top).uses.add({ ...use, file, ...(line !== undefined && { line }), fields: list });
  }

  noteReferences(top: Tree, references: readonly CatalogReference[]): void {
    const side = this.#side(top);
    for (const reference of references) {
      if (reference.location === undefined) continue;
      const { file, line } = reference.location;
      side.references.add({ reference: shownReference(reference), file, ...(line !== undefined && { line }) });
    }
  }

  /** @param paths the names of files in the repository: catalogs, and the keys and the trust root of signatures */
  async facts(
    base: Tree,
    head: Tree,
    paths: { readonly catalogs: Iterable<string>; readonly signatureFiles: Iterable<string> },
    documents: CatalogDocuments,
  ): Promise<TrustFacts> {
    const changes: TrustChange[] = [];
    for (const path of [...new Set(paths.catalogs)].sort(compareBytewise)) {
      changes.push(...entryChanges(path, await documents.at(path, base), await documents.at(path, head)));
    }
    for (const path of [...new Set(paths.signatureFiles)].sort(compareBytewise)) {
      const [before, after] = [await documents.digestOf(path, base), await documents.digestOf(path, head)];
      if (before === after) continue;
      const op = before === undefined ? "added" : after === undefined ? "removed" : "changed";
      changes.push({ kind: "signature-file", op, subject: path, file: path, fields: [] });
    }
    const [before, after] = [this.#side(base), this.#side(head)];
    const references: NotedReference[] = [];
    for (const each of before.references.sorted()) {
      const isGone = isPath(each.file) && (await head.lookup(`/${each.file}`)) === undefined;
      references.push({ ...each, ...(isGone && { isGone }) });
    }
    const isKept = async (files: readonly string[]): Promise<boolean> => {
      for (const file of files) if (!isPath(file) || !(await hasSame(file, base, head))) return false;
      return true;
    };
    const kept = <T>(list: readonly T[], filesOf: (each: T) => readonly string[]): Promise<T[]> =>
      Promise.all(list.map(async (each) => ((await isKept(filesOf(each))) ? { ...each, isKept: true } : each)));
    return {
      changes,
      base: { uses: before.uses.sorted(), references },
      head: {
        uses: await kept(after.uses.sorted(), ({ file, directory }) => [file, ...layerFiles(directory)]),
        references: await kept(after.references.sorted(), ({ file }) => [file]),
      },
    };
  }

  #side(top: Tree): Side {
    return once(this.#sides, top, () => ({ uses: new Noted(), references: new Noted() }));
  }
}

/** Each thing once. Builds that run at the same time note in any order. */
class Noted<T> {
  readonly #found = new Map<string, T>();

  add(each: T): void {
    this.#found.set(stableJson(each), each);
  }

  sorted(): T[] {
    return [...this.#found].sort(([a], [b]) => compareBytewise(a, b)).map(([, each]) => each);
  }
}

function entryChanges(path: string, base: Catalog | undefined, head: Catalog | undefined): TrustChange[] {
  return compareCatalogs(base, head).flatMap(({ group, version, kind, state, fields, entry }): TrustChange[] => {
    if (state === "equal") return [];
    const op = state === "new" ? "added" : state;
    const { line } = entry.location;
    const subject = `${group}/${version} ${kind}`;
    const changed = fields.map(({ field, before, after }) => fieldChange(field, before, after));
    return [{ kind: "catalog-entry", op, subject, file: path, ...(line !== undefined && { line }), fields: changed }];
  });
}

/** The files of a directory that can list a config. */
function layerFiles(directory: string): string[] {
  return [...KUSTOMIZATION_FILE_NAMES, ...COMPOSITION_FILE_NAMES].map((name) => posix.join(directory, name));
}

/** Tells whether both trees have the same content in a file, or no such file. */
async function hasSame(file: string, base: Tree, head: Tree): Promise<boolean> {
  const [before, after] = [await base.lookup(`/${file}`), await head.lookup(`/${file}`)];
  if (before === undefined || after === undefined) return before === after;
  return before.id !== undefined && before.id === after.id;
}

/** Tells whether a name in messages is a path of the tree. A file elsewhere has an address. */
function isPath(file: string): boolean {
  return posix.resolve("/", file) === `/${file}`;
}

function fieldChange(name: string, before: string | undefined, after: string | undefined) {
  return { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}
