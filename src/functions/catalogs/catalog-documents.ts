/** Reads the catalogs of a run: each address once, each file once for each tree. */
import { posix } from "node:path";
import {
  type Catalog,
  type CatalogReference,
  type LoadedCatalog,
  MAX_CATALOG_BYTES,
  type PathReference,
  readCatalog,
  type SignatureDemand,
  sha256Of,
  shownReference,
  trustedDigest,
  trustOf,
} from "../../catalog/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import { once } from "../../store/index.ts";
import type { CatalogOptions } from "./catalog-options.ts";
import { placed } from "./placed.ts";

/** A catalog with its bytes. */
interface CatalogDocument extends LoadedCatalog {
  readonly bytes: Uint8Array;
}

export class CatalogDocuments {
  readonly #options: CatalogOptions;
  readonly #fetched = new Map<string, Promise<CatalogDocument>>();
  readonly #read = new WeakMap<Tree, Map<string, Promise<CatalogDocument>>>();
  /** By the revision whose keys count. */
  readonly #verified = new WeakMap<Tree, Map<string, Promise<void>>>();
  /** The digests of the catalogs that were trusted and read, by their references. */
  readonly digests = new Map<string, string>();

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** @param tree that holds the files that paths name. @throws KrmError */
  load(reference: CatalogReference, tree: Tree): Promise<CatalogDocument> {
    if (reference.kind === "path") {
      const reading = once(knownIn(this.#read, tree), reference.path, () => this.#readFile(reference, tree));
      return placed(reference.location, () => reading);
    }
    // Not what messages show: that leaves out secrets, by which addresses may differ.
    const { normal, sha256 = "" } = reference;
    const loading = once(this.#fetched, `${normal}#${sha256}`, () => this.#fetch(reference));
    return placed(reference.location, () => loading);
  }

  /** The catalog at a path in the revision whose catalogs are trusted by their paths; undefined if it has none. */
  async baseline(reference: CatalogReference, baseline: Tree): Promise<Catalog | undefined> {
    if (reference.kind !== "path" || !(await hasFile(baseline, this.#options.pathOf(reference.path)))) return undefined;
    return (await this.load(reference, baseline)).catalog();
  }

  /** The digest of the file at a path of a tree; undefined if there is none. */
  async digestOf(name: string, tree: Tree): Promise<string | undefined> {
    const path = this.#options.pathOf(name);
    return (await hasFile(tree, path)) ? sha256Of(await tree.read(path)) : undefined;
  }

  /** The catalog at a path of a tree; undefined if there is none, or one that cannot be read. */
  async at(path: string, tree: Tree): Promise<Catalog | undefined> {
    if (!(await hasFile(tree, this.#options.pathOf(path)))) return undefined;
    try {
      const reference: PathReference = { kind: "path", normal: path, path, sha256: undefined, location: undefined };
      return (await this.load(reference, tree)).catalog();
    } catch (thrown) {
      // The function that needs the catalog reports the mistake.
      if (thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }

  /** @throws KrmError `signature-…` */
  verify(reference: CatalogReference, tree: Tree, demand: SignatureDemand): Promise<void> {
    const { baseline: trusted = tree, pathOf } = this.#options;
    const read = async (name: string): Promise<Uint8Array | undefined> => {
      const path = pathOf(name);
      return (await hasFile(trusted, path)) ? trusted.read(path) : undefined;
    };
    return placed(reference.location, async () => {
      const { sha256, bytes } = await this.load(reference, tree);
      const key = JSON.stringify([reference.normal, sha256, demand]);
      await once(knownIn(this.#verified, trusted), key, async () =>
        (await this.#options.sources()).verify({ reference, sha256, bytes, read }, demand),
      );
    });
  }

  /** Notes a catalog that named a function. Of two revisions, that of the one that is rendered first. */
  note(reference: string, digest: string): void {
    if (!this.digests.has(reference)) this.digests.set(reference, digest);
  }

  async #fetch(reference: CatalogReference): Promise<CatalogDocument> {
    const { trusted, defaults, sources } = this.#options;
    const sha256 = trustedDigest(trustOf(reference, undefined, [...trusted, ...defaults]));
    const { bytes } = await (await sources()).document(reference, sha256);
    return documentOf(bytes, shownReference({ ...reference, sha256: undefined }));
  }

  async #readFile(reference: CatalogReference, tree: Tree): Promise<CatalogDocument> {
    const path = this.#options.pathOf(reference.normal);
    if (!isInTree(path)) {
      const hint = "Revisions have the files of the repository only. Write the path of one of them, or an address.";
      throw failure("catalog-not-found", `the catalog ${reference.normal} is not in ${tree.label}`, { hint });
    }
    const file = tree.display(path);
    if (!(await hasFile(tree, path))) {
      const hint = "Write its path relative to the file that lists it, or remove it from `catalogs`.";
      throw failure("catalog-not-found", `the catalog ${file} does not exist`, { hint });
    }
    return documentOf(await tree.read(path), file);
  }
}

export async function hasFile(tree: Tree, path: string): Promise<boolean> {
  return isInTree(path) && (await tree.lookup(path))?.type === "file";
}

/** A path outside of the repository, such as `/../a.yaml`, is no path of its trees. */
function isInTree(path: string): boolean {
  return posix.resolve(path) === path;
}

function knownIn<T>(all: WeakMap<Tree, Map<string, T>>, tree: Tree): Map<string, T> {
  return once(all, tree, () => new Map());
}

/** Parses at first need: bytes that are not trusted are only hashed. */
function documentOf(bytes: Uint8Array, file: string): CatalogDocument {
  let catalog: Catalog | undefined;
  return {
    bytes,
    sha256: sha256Of(bytes.length > MAX_CATALOG_BYTES ? bytes.subarray(0, MAX_CATALOG_BYTES + 1) : bytes),
    catalog: () => (catalog ??= readCatalog(bytes, file)),
  };
}
