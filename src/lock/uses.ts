/** What a build uses from elsewhere: the port through which a lock sees it; docs/specification/lock.md 2. */

/** What can be used from elsewhere, in the order of the lock. */
export const USE_KINDS = ["catalog", "chart", "exec", "git", "https", "image", "starlark"] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** Something elsewhere, as a file names it. */
export interface Reference {
  readonly kind: UseKind;
  /** Normalised, without credentials; see `gitReference`, `fileReference` and `chartReference`. */
  readonly ref: string;
}

/** Something elsewhere, and what it was when it was used. */
export interface Use extends Reference {
  /** `sha256:` and 64 hexadecimal digits. For `git`, the full id of the commit. */
  readonly digest: string;
}

/** What the parts of one build call. */
export interface UseLog {
  /** Call it before something is fetched. @throws KrmError `lock-missing` */
  expect(reference: Reference): void;
  /** Call it when the digest is known, before anything of it has an effect. @throws KrmError `lock-missing`, `lock-mismatch` */
  use(use: Use): void;
}

/** What one run does with the uses of all of its builds. Every function is synchronous, so parallel builds can share one. */
export interface Uses {
  /** @throws KrmError `lock-missing` */
  expect(reference: Reference): void;
  /** @throws KrmError `lock-missing`, `lock-mismatch` */
  check(use: Use): void;
  /**
   * Gets everything that a successful build has used.
   * @param directory as the build was asked for it
   * @throws KrmError `lock-conflict`
   */
  record(uses: readonly Use[], directory: string): void;
}
