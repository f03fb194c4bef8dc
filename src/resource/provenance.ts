/** The origin and the transformations of objects, for builds that ask for them; docs/specification/origins.md. */

/** The path of a directory, relative to the directory that is built or to the top of a remote repository. */
export interface Position {
  readonly path: string;
  /** The URL of the remote repository, without credentials. */
  readonly repo?: string;
  readonly ref?: string | undefined;
}

/**
 * A file, or the entry or document that configures a generator or a transformer. Paths are relative to the directory
 * that is built.
 */
export interface Origin {
  readonly path?: string;
  /** The remote repository that contains the paths, and its ref if one is given. */
  readonly repo?: string | undefined;
  readonly ref?: string | undefined;
  /** The file that contains the configuration. */
  readonly configuredIn?: string;
  readonly configuredBy?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name?: string;
    readonly namespace?: string;
  };
}

/** Immutable, so that objects with the same history share one. */
export interface Provenance {
  readonly origin: Origin;
  /** The transformers that changed the object, in order. */
  readonly steps: readonly Origin[];
}
