/** Where objects come from and what has worked on them, for builds that ask for it; docs/specification/origins.md. */

/** Where a directory is: relative to what is built, or to the top of a repository elsewhere. */
export interface Position {
  readonly path: string;
  /** As git is asked for it, without credentials. */
  readonly repo?: string;
  readonly ref?: string | undefined;
}

/** A file, or the entry or document that configures a generator or a transformer. Paths are relative to what is built. */
export interface Origin {
  readonly path?: string;
  /** The repository elsewhere that the paths are in, and its ref where one is named. */
  readonly repo?: string | undefined;
  readonly ref?: string | undefined;
  /** The file of the configuration. */
  readonly configuredIn?: string;
  readonly configuredBy?: {
    readonly apiVersion: string;
    readonly kind: string;
    readonly name?: string;
    readonly namespace?: string;
  };
}

/** Never changed, so that objects with the same past share one. */
export interface Provenance {
  readonly origin: Origin;
  /** What transformed the object, in order. */
  readonly steps: readonly Origin[];
}
