/** Reads the catalogs of a run: each address once, each file once for each tree. */
import {
  type Catalog,
  type CatalogReference,
  type LoadedCatalog,
  MAX_CATALOG_BYTES,
  parseCatalogReference,
  readCatalog,
  type SignatureDemand,
  sha256Of,
  shownReference,
} from "../../catalog/index.ts";
import { failure, KrmError } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import type { CatalogOptions } from "./catalog-options.ts";

/** A catalog with its bytes. */
export interface CatalogDocument extends LoadedCatalog {
  readonly bytes: Uint8Array;
  readonly manifest?: string | undefined;
}

export class CatalogDocuments {
  readonly #options: CatalogOptions;
  readonly #fetched = new Map<string, Promise<CatalogDocument>>();
  readonly #read = new WeakMap<Tree, Map<string, Promise<CatalogDocument>>>();
  readonly #verified = new Map<string, Promise<void>>();
  /** The digests of the catalogs that were trusted and read, by their references. */
  readonly digests = new Map<string, string>();

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** @param tree that holds the files that paths name. @throws KrmError */
  load(reference: CatalogReference, tree: Tree): Promise<CatalogDocument> {
    if (reference.kind !== "path") return once(this.#fetched, shownReference(reference), () => this.#fetch(reference));
    let known = this.#read.get(tree);
    if (known === undefined) this.#read.set(tree, (known = new Map()));
    return once(known, reference.path, () => this.#readFile(reference, tree));
  }

  /** The catalog at a path in the revision whose catalogs are trusted by their paths; undefined if it has none. */
  async baseline(reference: CatalogReference, baseline: Tree): Promise<Catalog | undefined> {
    if (reference.kind !== "path" || !(await hasFile(baseline, this.#options.pathOf(reference.path)))) return undefined;
    return (await this.load(reference, baseline)).catalog();
  }

  /** The catalog at a path of a tree; undefined if there is none, or one that cannot be read. */
  async at(path: string, tree: Tree): Promise<Catalog | undefined> {
    if (!(await hasFile(tree, this.#options.pathOf(path)))) return undefined;
    try {
      return (await this.load(parseCatalogReference(path), tree)).catalog();
    } catch (thrown) {
      // Whoever uses it reports that.
      if (thrown instanceof KrmError) return undefined;
      throw thrown;
    }
  }

  /** @throws KrmError `signature-…` */
  verify(reference: CatalogReference, tree: Tree, demand: SignatureDemand): Promise<void> {
    const { baseline = tree, pathOf } = this.#options;
    const read = async (name: string): Promise<Uint8Array | undefined> => {
      const path = pathOf(name);
      return (await hasFile(baseline, path)) ? baseline.read(path) : undefined;
    };
    const check = async (): Promise<void> => {
      const document = await this.load(reference, tree);
      const { sha256, bytes, manifest } = document;
      await (await this.#options.sources()).verify({ reference, sha256, bytes, manifest, read }, demand);
    };
    if (reference.kind === "path") return check();
    return once(this.#verified, JSON.stringify([shownReference(reference), demand]), check);
  }

  async #fetch(reference: CatalogReference): Promise<CatalogDocument> {
    const { bytes, manifest } = await (await this.#options.sources()).document(reference);
    return { ...documentOf(bytes, shownReference({ ...reference, sha256: undefined })), manifest };
  }

  async #readFile(reference: CatalogReference, tree: Tree): Promise<CatalogDocument> {
    const path = this.#options.pathOf(reference.normal);
    const file = tree.display(path);
    if (!(await hasFile(tree, path))) {
      throw failure("catalog-not-found", `the catalog ${file} does not exist`, {
        ...reference.location,
        hint: "Write its path relative to the file that lists it, or remove it from `catalogs`.",
      });
    }
    return documentOf(await tree.read(path), file);
  }
}

async function hasFile(tree: Tree, path: string): Promise<boolean> {
  return (await tree.lookup(path))?.type === "file";
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

function once<T>(known: Map<string, Promise<T>>, key: string, work: () => Promise<T>): Promise<T> {
  let found = known.get(key);
  if (found === undefined) known.set(key, (found = work()));
  return found;
}
