/** The input of a search in catalogs: the references and lines of trust, and the ports to the world. */
import type { Warn } from "../diagnostics.ts";
import type { Catalog } from "./catalog.ts";
import type { CatalogReference } from "./reference.ts";
import type { SignatureDemand, TrustLine } from "./trust-lines.ts";

/** The content of a catalog that was read or fetched. Its digest is checked before it is parsed. */
export interface LoadedCatalog {
  /** 64 hexadecimal digits in lower case. */
  readonly sha256: string;
  /** @throws KrmError as `readCatalog()` does */
  catalog(): Catalog;
}

export interface CatalogSearch {
  /** The references of the layer, or of a composition and its imports nearest first, with paths resolved. */
  readonly references: readonly CatalogReference[];
  /** Trusted, and searched last without being referenced. */
  readonly defaults: readonly TrustLine[];
  readonly trusted: readonly TrustLine[];
  /** Fails for a catalog that may change, instead of warning of it. */
  readonly requirePinned?: boolean;
  /** Fails for a catalog that cannot be loaded even if the function was found before. */
  readonly failOnUnavailable?: boolean;
}

/** The ports of a search. Each is called only for trusted references, one after the other. */
export interface CatalogPorts {
  /**
   * Reads or fetches a catalog; may remember it for the run. For a path and `content`, the digest decides whether it counts.
   * @throws KrmError if that is not possible
   */
  load(reference: CatalogReference): Promise<LoadedCatalog>;
  /** Checks a signature. Without this port, lines that demand one trust nothing. @throws KrmError `signature-…` */
  verify?(reference: CatalogReference, loaded: LoadedCatalog, demand: SignatureDemand): Promise<void>;
  /**
   * The catalog at a path in the revision whose trust counts; undefined if there is none. Without this port, the loaded file
   * itself counts, as outside of pull requests.
   */
  baseline?(reference: CatalogReference): Promise<Catalog | undefined>;
  readonly warn: Warn;
  /** Called between the references, which may be many. Throws when the search takes too long. */
  readonly check?: () => void;
}
