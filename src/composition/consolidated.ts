/** A consolidated Composition: one list of transformers, each with the places that it comes from. */
import type { Diagnostic, Location } from "../diagnostics.ts";
import type { OpenApiField, PathEntry, TextEntry } from "../documents/index.ts";
import type { Located, Tree } from "../sources/tree.ts";
import type { MapNode } from "../yaml/nodes/node.ts";

/** A directory that holds a composition, and what may be read from it: a port, which the roots of a build are. */
export interface CompositionRoot<Self> {
  readonly tree: Tree;
  /** Absolute within the tree and free of symlinks. */
  readonly path: string;
  /** Unique among the roots of a build. */
  readonly key: string;
  /** Its name in messages. */
  readonly display: string;
  /** The entry that names this root; undefined for the one that a build starts from. */
  readonly namedAt: Location | undefined;
  /** True if only files in or below it may be read. */
  readonly isRestricted: boolean;
  /** Looks up a path relative to this root, following links; undefined if nothing is there. */
  lookup(path: string): Promise<Located | undefined>;
  /** Reads a file. @throws KrmError `file-not-found`, `not-a-file` or `outside-root` */
  read(path: string, location: Location): Promise<{ readonly bytes: Uint8Array; readonly display: string }>;
  /**
   * The root of a directory, or of the address of a git repository, that an import names. Unlike a base, it may contain
   * this root.
   * @throws KrmError `not-a-directory`, `remote-disabled` and others
   */
  importFrom(path: string, location: Location): Promise<Self>;
  /** The path by which this root names what `from` names by `path`. Addresses and paths of this root stay as they are. */
  pathOf(from: Self, path: string): string;
}

/** An entry of the final list. */
export interface Entry<Root> {
  /**
   * The document that configures the transformer, with apiVersion and name. Paths of built-ins are relative to the
   * consolidated composition. Nodes keep the places they were read from. It has `runtime` or `provider` as it is written.
   */
  readonly config: MapNode;
  /** The directory in which a function runs, and to which the paths in its runtime are relative. */
  readonly root: Root;
  /** The place where it is defined. */
  readonly location: Location;
  /** The entries of `transformersFrom` through which it came, outermost first. */
  readonly imports: readonly Location[];
  /** The overrides that changed it, in order. */
  readonly overrides: readonly AppliedOverride[];
}

export interface AppliedOverride {
  readonly location: Location;
  /** The fields that it set or removed, such as `spec.version`. */
  readonly fields: readonly string[];
}

/** An entry of the field `catalogs`, as it is written. */
export interface CatalogEntry<Root> extends PathEntry {
  /** The directory of the composition that lists it, from which a path starts. */
  readonly root: Root;
}

export interface Consolidated<Root> {
  /** The directory of the composition that everything was imported into. Paths are relative to it. */
  readonly root: Root;
  /** The start of the composition that everything was imported into. */
  readonly location: Location;
  readonly entries: readonly Entry<Root>[];
  /** The directories of all imported compositions. Paths of built-ins may lead below them, too. */
  readonly imported: readonly Root[];
  /** References to catalogs: those of this composition, then those of its imports. */
  readonly catalogs: readonly CatalogEntry<Root>[];
  readonly openapi?: OpenApiField | undefined;
  readonly buildMetadata?: readonly TextEntry[] | undefined;
  /** The length of the text of all files that it was made of. */
  readonly textLength: number;
  /** Warnings and notices. */
  readonly diagnostics: readonly Diagnostic[];
}
