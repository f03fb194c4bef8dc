/** The options of a run for catalogs, and the ports through which they are read. */
import {
  type CatalogReference,
  type SignatureDemand,
  type Switches,
  shownReference,
  type TrustLine,
} from "../../catalog/index.ts";
import type { Diagnostic } from "../../diagnostics.ts";
import type { Tree } from "../../sources/tree.ts";
import type { ContentStore } from "../../store/index.ts";
import type { ImageSource } from "../container/index.ts";

/** The options of all catalogs of a run. They are trusted: only the command line, or the inputs of the workflow, set them. */
export interface CatalogOptions {
  readonly trusted: readonly TrustLine[];
  /** Trusted, and searched last without being listed by a kustomization. */
  readonly defaults: readonly TrustLine[];
  /** The file of the trust root for signatures, by its name in trust lines. Undefined: that of the public Sigstore. */
  readonly trustRoot?: string | undefined;
  readonly requirePinned: boolean;
  readonly failOnUnavailable: boolean;
  readonly switches: Switches;
  /** The name of a file of a tree in trust lines and messages, such as `catalog/functions.yaml`. */
  readonly nameOf: (path: string) => string;
  /** The name of such a file in a lock: relative to the repository, wherever the command line runs. */
  readonly lockNameOf: (name: string) => string;
  /** The opposite of {@link CatalogOptions.nameOf}: absolute within the tree. */
  readonly pathOf: (name: string) => string;
  /**
   * The revision whose catalogs are trusted by their paths: an entry that another tree has changed does not run. Undefined if
   * the files count as each tree has them.
   */
  readonly baseline?: Tree | undefined;
  /** Receives the diagnostics of the whole run. If absent, there are none. */
  readonly report?: ((diagnostic: Diagnostic) => void) | undefined;
  /** In the words of Go, such as `linux` and `amd64`. */
  readonly platform: { readonly os: string; readonly arch: string };
  /** Closes the sources. */
  readonly close: () => Promise<void>;
  /** Opens what reaches other machines and the content store, at first need. */
  readonly sources: () => Promise<CatalogSources>;
}

/** A catalog that was fetched. */
export interface FetchedDocument {
  readonly bytes: Uint8Array;
  /**
   * The digest of the manifest that a tag in a registry leads to now, `sha256:` and 64 digits; or the full id of the commit that a
   * ref of a repository leads to now.
   */
  readonly resolved?: string | undefined;
}

/** Reaches other machines, by the rules of the run. */
export interface CatalogSources {
  readonly store: ContentStore;
  readonly images: ImageSource;
  /** Called with the digest of what is needed next, 64 hexadecimal digits, before the store is asked for it. */
  need(sha256: string): Promise<void>;
  /** The digest of the manifest or index that the name of an image leads to now: `sha256:` and 64 digits. @throws KrmError */
  imageDigest(image: string): Promise<string>;
  /**
   * Fetches a catalog that is not a file of a tree.
   * @param sha256 the digest that it must have, wherever it comes from. If the store has that content, nobody is asked
   * @throws KrmError. Content with another digest is returned
   */
  document(reference: CatalogReference, sha256: string | undefined): Promise<FetchedDocument>;
  /** Fetches a file that a catalog names, to a path that does not exist. @throws KrmError */
  file(reference: CatalogReference, to: string, what: FileKind, maxBytes: number): Promise<FetchedFile>;
  /**
   * Checks the signature of a catalog.
   * @param tree for the signature of a file of a tree, and the keys
   * @throws KrmError `signature-…`
   */
  verify(subject: SignedCatalog, demand: SignatureDemand): Promise<void>;
  close(): Promise<void>;
}

/** The type of a file. It decides which layer of an artifact is meant. */
export type FileKind = "executable" | "script";

export interface FetchedFile {
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

export interface SignedCatalog {
  readonly reference: CatalogReference;
  /** The digest of its bytes: 64 hexadecimal digits. */
  readonly sha256: string;
  readonly bytes: Uint8Array;
  /** Reads a file of the revision whose trust counts, by its name in trust lines. Undefined if there is none. */
  readonly read: (name: string) => Promise<Uint8Array | undefined>;
}

/** A reference in the lock: without its digest, and a path relative to the repository. */
export function lockReference(reference: CatalogReference, { lockNameOf }: Pick<CatalogOptions, "lockNameOf">): string {
  return reference.kind === "path" ? lockNameOf(reference.path) : shownReference({ ...reference, sha256: undefined });
}
