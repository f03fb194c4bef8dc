/**
 * Compares two revisions by what may run: the entries of catalogs in the repository, the references to catalogs, and the programs
 * of functions; docs/specification/catalogs.md 3.7.
 */
import { posix } from "node:path";
import { type Catalog, type CatalogReference, compareCatalogs, shownReference } from "../../catalog/index.ts";
import type { Location } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { compareBytewise } from "../../text/index.ts";
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
  /** What changed in it, such as the image; empty for something that was added or removed whole. */
  readonly fields: readonly { readonly name: string; readonly before?: string; readonly after?: string }[];
}

/** What runs for one config: each field with its text, such as the image. */
export interface FunctionUse {
  /** The directory of the kustomization that lists the config, as messages name it: another one may find another program. */
  readonly directory: string;
  readonly subject: string;
  readonly location: Location;
  readonly fields: ReadonlyMap<string, string>;
}

/** What one revision has run, or would have. */
interface Side {
  readonly uses: Map<string, FunctionUse>;
  readonly references: Map<string, Location>;
}

/** Notes what runs, by the tree that is rendered. */
export class TrustRecord {
  readonly #sides = new WeakMap<Tree, Side>();

  /** @param top the tree that is rendered; the function may be in a repository that it includes */
  note(top: Tree, use: FunctionUse): void {
    const { file } = use.location;
    this.#side(top).uses.set(`${use.directory}\0${file}\0${use.subject}`, use);
  }

  noteReferences(top: Tree, references: readonly CatalogReference[]): void {
    const side = this.#side(top);
    for (const reference of references) {
      if (reference.location === undefined) continue;
      const key = `${reference.location.file}\0${shownReference(reference)}`;
      if (!side.references.has(key)) side.references.set(key, reference.location);
    }
  }

  /**
   * @param paths the names of files in the repository: catalogs, and the keys and the trust root of signatures
   * @returns in the order of catalogs, keys, references, functions; each of these by file and subject
   */
  async changes(
    base: Tree,
    head: Tree,
    paths: { readonly catalogs: Iterable<string>; readonly signatureFiles: Iterable<string> },
    documents: CatalogDocuments,
  ): Promise<TrustChange[]> {
    const entries: TrustChange[] = [];
    for (const path of [...new Set(paths.catalogs)].sort(compareBytewise)) {
      entries.push(...entryChanges(path, await documents.at(path, base), await documents.at(path, head)));
    }
    for (const path of [...new Set(paths.signatureFiles)].sort(compareBytewise)) {
      const [before, after] = [await documents.digestOf(path, base), await documents.digestOf(path, head)];
      if (before === after) continue;
      const op = before === undefined ? "added" : after === undefined ? "removed" : "changed";
      entries.push({ kind: "signature-file", op, subject: path, file: path, fields: [] });
    }
    const [before, after] = [this.#side(base), this.#side(head)];
    return [...entries, ...(await referenceChanges(before, after, head)), ...useChanges(before, after)];
  }

  #side(top: Tree): Side {
    let side = this.#sides.get(top);
    if (side === undefined) this.#sides.set(top, (side = { uses: new Map(), references: new Map() }));
    return side;
  }
}

function entryChanges(path: string, base: Catalog | undefined, head: Catalog | undefined): TrustChange[] {
  return compareCatalogs(base, head).flatMap(({ group, version, kind, state, fields, entry }): TrustChange[] => {
    if (state === "equal") return [];
    const op = state === "new" ? "added" : state;
    const { line } = entry.location;
    const changed = fields.map(({ field, before, after }) => fieldChange(field, before, after));
    return [
      {
        kind: "catalog-entry",
        op,
        subject: `${group}/${version} ${kind}`,
        file: path,
        ...(line !== undefined && { line }),
        fields: changed,
      },
    ];
  });
}

/**
 * A reference is only gone if its file was read, or is gone as well: nothing is known of a target that failed before, or that has no
 * function any more. One that is new is always named.
 */
async function referenceChanges(before: Side, after: Side, head: Tree): Promise<TrustChange[]> {
  const read = new Set([...after.references.values()].map(({ file }) => file));
  const isGone = async (key: string, { file }: Location): Promise<boolean> =>
    !after.references.has(key) && (read.has(file) || (isPath(file) && (await head.lookup(`/${file}`)) === undefined));
  const removed: [string, Location][] = [];
  for (const [key, at] of before.references) if (await isGone(key, at)) removed.push([key, at]);
  const change = (op: "added" | "removed", key: string, { file, line }: Location): TrustChange => {
    const subject = key.slice(key.indexOf("\0") + 1);
    return { kind: "catalog-reference", op, subject, file, ...(line !== undefined && { line }), fields: [] };
  };
  return [
    ...removed.map(([key, at]) => change("removed", key, at)),
    ...[...after.references]
      .filter(([key]) => !before.references.has(key))
      .map(([key, at]) => change("added", key, at)),
  ].sort(byPlace);
}

/** Whether a name in messages is a path of the tree: a file elsewhere has an address. */
function isPath(file: string): boolean {
  return posix.resolve("/", file) === `/${file}`;
}

/** Functions that are new or gone show in the manifests, and what they run in the catalog. Only other programs count here. */
function useChanges(before: Side, after: Side): TrustChange[] {
  const changes = [...after.uses]
    .flatMap(([key, use]): TrustChange[] => {
      const old = before.uses.get(key);
      if (old === undefined) return [];
      const names = new Set([...old.fields.keys(), ...use.fields.keys()]);
      const fields = [...names]
        .filter((name) => old.fields.get(name) !== use.fields.get(name))
        .map((name) => fieldChange(name, old.fields.get(name), use.fields.get(name)));
      if (fields.length === 0) return [];
      const { file, line } = use.location;
      return [
        { kind: "function", op: "changed", subject: use.subject, file, ...(line !== undefined && { line }), fields },
      ];
    })
    .sort(byPlace);
  // Kustomizations that list one config usually find the same program.
  return [...new Map(changes.map((change) => [JSON.stringify(change), change])).values()];
}

function fieldChange(name: string, before: string | undefined, after: string | undefined) {
  return { name, ...(before !== undefined && { before }), ...(after !== undefined && { after }) };
}

function byPlace(a: TrustChange, b: TrustChange): number {
  return compareBytewise(`${a.file}\0${a.subject}`, `${b.file}\0${b.subject}`);
}
