/** The uses of a build: everything from elsewhere that it reads. A port for locks; docs/specification/lock.md 2. */

/** The kinds of references, in the order of the lock. */
export const USE_KINDS = ["catalog", "chart", "exec", "git", "https", "image", "starlark"] as const;
export type UseKind = (typeof USE_KINDS)[number];

/** Something elsewhere, as a file names it. */
export interface Reference {
  readonly kind: UseKind;
  /** Normalised, without credentials; see `gitReference`, `fileReference` and `chartReference`. */
  readonly ref: string;
}

/** A key that is the same for equal references only. */
export function keyOf({ kind, ref }: Reference): string {
  return `${kind}\0${ref}`;
}

/** A reference with the digest of its content at the time of use. */
export interface Use extends Reference {
  /** `sha256:` and 64 hexadecimal digits. For `git`, the full id of the commit. */
  readonly digest: string;
}

/** The uses of one build. Its parts report to it. */
export interface UseLog {
  /**
   * Call it before something is fetched.
   * @returns the digest that a lock demands; undefined if none is enforced
   * @throws KrmError `lock-missing`
   */
  expect(reference: Reference): string | undefined;
  /** Call it when the digest is known, before anything of it has an effect. @throws KrmError `lock-missing`, `lock-mismatch` */
  use(use: Use): void;
}

/** The uses of all builds of a run. Every function is synchronous, so parallel builds can share one. */
export interface Uses {
  /** The digest that a lock demands; undefined if none is enforced. @throws KrmError `lock-missing` */
  expect(reference: Reference): string | undefined;
  /** @throws KrmError `lock-missing`, `lock-mismatch` */
  check(use: Use): void;
  /**
   * Gets everything that a successful build has used.
   * @param directory as the build was asked for it
   * @throws KrmError `lock-conflict`
   */
  record(uses: readonly Use[], directory: string): void;
}
